"""Calls: whether the arguments of an example fit the signatures of what it calls."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from doclint.source.examples.python_steps import CallStep
    from doclint.source.model import DeclaredParameter, DeclaredSignature

_MOST_PARAMETERS = 500  # of a function whose calls are checked; each message names those that a call lacks


class Misfit(NamedTuple):
    """Why a call does not fit a signature.

    `unknown` are keywords that it does not have, `missing` parameters that need an argument, and `surplus` the number
    of positional arguments that it does not take.
    """

    signature: "DeclaredSignature"
    unknown: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    surplus: int = 0


def misfit(call: "CallStep", signatures: "Sequence[DeclaredSignature]") -> Misfit | None:
    """Return why a call fits none of some signatures, the nearest of them; None if it fits one, or may do so."""
    if call.is_open or any(len(one.parameters) > _MOST_PARAMETERS for one in signatures):
        return None
    found = [_misfit(call, signature) for signature in signatures]
    if not all(found):
        return None
    return min(filter(None, found), key=_weight, default=None)


def _weight(one: Misfit) -> int:
    return len(one.unknown) + len(one.missing) + one.surplus


def _misfit(call: "CallStep", signature: "DeclaredSignature") -> Misfit | None:
    parameters = signature.parameters
    kinds = {parameter.kind for parameter in parameters}
    ordered = [one for one in parameters if one.kind in ("positional-only", "positional-or-keyword")]
    given = {name for name, _ in call.keywords}
    by_name = {one.name for one in parameters if one.kind in ("positional-or-keyword", "keyword-only")}
    unknown = () if "var-keyword" in kinds else tuple(name for name, _ in call.keywords if name not in by_name)
    surplus = 0 if "var-positional" in kinds else max(0, call.positional - len(ordered))
    needed = [*ordered[call.positional :], *(one for one in parameters if one.kind == "keyword-only")]
    missing = tuple(_needed(needed, given))
    return Misfit(signature, unknown, missing, surplus) if unknown or missing or surplus else None


def _needed(parameters: "Iterable[DeclaredParameter]", given: set[str]) -> Iterable[str]:
    return (one.name for one in parameters if one.is_required and given.isdisjoint((one.name, *one.aliases)))
