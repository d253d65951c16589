"""Declarations and symbols as lines of text, for tests."""

from collections.abc import Iterator, Sequence

from doclint.source import extract
from doclint.source.model import Declaration, DeclaredParameter, DeclaredSignature, SourceDeclarations
from doclint.source.read import read

_FROM_ELSEWHERE = ("import", "include")
FLAGS = ("is_async", "is_static", "is_conditional", "has_all_fields")


def declared(language: str, text: str) -> SourceDeclarations:
    found = read(language, text.encode())
    assert found is not None
    return found


def parameter(one: DeclaredParameter) -> str:
    type_ = f": {one.type}" if one.type else ""
    default = "" if one.default is None else f" = {one.default}"
    return "*" * one.kind.startswith("var") + one.name + type_ + default


def signature(one: DeclaredSignature) -> str:
    names = f"[{', '.join(one.type_parameters)}]" if one.type_parameters else ""
    return f"{names}({', '.join(map(parameter, one.parameters))})" + (f" -> {one.returns}" if one.returns else "")


def shown(one: Declaration) -> str:
    """Return a declaration as one line: `3 method weigh(unit: String) -> double`."""
    parts = [
        f"{one.line} {one.kind} {one.name}{' '.join(map(signature, one.signatures))}",
        one.type and f": {one.type}",
        "" if one.value is None else f" = {one.value}",
        one.bases and f" < {' | '.join(one.bases)}",
        *(f" @{text}" for text in one.decorators),
        *(f" {flag}" for flag in FLAGS if getattr(one, flag)),
        "" if one.is_public else " (private)",
        one.docstring and f" {one.docstring!r}",
    ]
    return "".join(part for part in parts if part)


def lines(found: Sequence[Declaration], indent: str = "") -> Iterator[str]:
    for one in found:
        yield indent + shown(one)
        yield from lines(one.members, f"{indent}  ")


def listed(language: str, text: str) -> list[str]:
    found = declared(language, text)
    assert not found.is_broken
    return [*lines(found.found)]


def symbols(language: str, data: bytes) -> list[str]:
    """Return a line for each symbol of a source: `17 method Basket.weigh`."""
    found = extract.read(language, data)
    assert found is not None
    return [
        f"{one.line} {one.kind} {one.qualified}" + " (private)" * (one.kind not in _FROM_ELSEWHERE and not one.public)
        for one in found.found
    ]
