"""A problem: a finding with everything the engine knows about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING

from pydantic_core import to_json

from doclint.markdown.source import Fix, Position, printable
from doclint.rule.rule import Argument, Severity

if TYPE_CHECKING:
    from pydantic import TypeAdapter

FAILURES = {
    "page-failed": "A page on which doclint itself fails.",
    "page-unreadable": "A page that is not a file below the root, or that doclint has no permission to read.",
    "rule-failed": "A rule that fails on a page because of a bug.",
    "worker-died": "A page that doclint could not check, because two workers died on it.",
}
"""Descriptions of the failures of doclint itself, by id. After a failure, doclint may have missed findings."""

LIMITED = {
    "page-too-large": "A page of more bytes than `limits.file-bytes`, which doclint does not read.",
    "limit-reached": "A page that doclint does not read or check completely, because of another limit.",
}
"""Descriptions of what doclint reports because a limit of the configuration kept it from checking a page, by id."""

ENGINE = FAILURES | LIMITED
"""Descriptions of everything that doclint reports without a rule, by id."""


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong at one place.

    `start` is the first character, `end` the place after the last one. `embedded` is the path of the quoted page that
    the place lies in. `cause` names what makes the generator write it: problems with one cause go away together. It is
    made of the rule, the message and, where there are such, of the kind of the page (`kind`), the key of the section
    (`part`) and the `reason` that the rule gives; `remedy` says what to change in the generator. What was put into the
    message is `given` as JSON, because there is much of it and few ask for it; `key` are those arguments that are part
    of its identity. `fix` counts characters of the page at `path`.
    """

    rule: str
    family: str
    severity: Severity
    message_id: str
    message: str
    given: str
    path: str
    start: Position
    end: Position
    section: str
    embedded: str | None
    cause: str
    kind: str = ""
    part: str = ""
    reason: str = ""
    remedy: str = ""
    key: tuple[str, ...] = ()
    fix: Fix | None = field(default=None, compare=False)
    traceback: str = field(default="", compare=False)

    @cached_property
    def arguments(self) -> dict[str, Argument]:
        """What was put into the message. Raises ValueError for what no rule can have given."""
        return _arguments().validate_json(self.given)

    @cached_property
    def fingerprint(self) -> str:
        """The same for the same defect in a page that was generated anew: no line, order, size or wording is in it."""
        parts = [self.path, self.embedded or "", self.rule, self.message_id, *self.key]
        return blake2b("\0".join(parts).encode(errors="surrogatepass"), digest_size=10).hexdigest()

    @property
    def sentence(self) -> str:
        """The message, with the quoted page that it is about, if it is about one."""
        return f"{self.message} (in the quoted page {self.embedded})" if self.embedded else self.message

    @property
    def is_failure(self) -> bool:
        """Whether it tells of doclint, not of the page."""
        return self.rule in FAILURES

    @property
    def hides_others(self) -> bool:
        """Whether other problems of the page may have gone unseen."""
        return self.rule in ENGINE

    @property
    def order(self) -> tuple[str, Position, str, str]:
        """The order of a report: by path, line, column and rule."""
        return self.path, self.start, self.rule, self.message


def written(arguments: Mapping[str, Argument]) -> str:
    """Arguments of a message as JSON."""
    return to_json(arguments).decode()


@cache
def _arguments() -> "TypeAdapter[dict[str, Argument]]":
    from pydantic import TypeAdapter

    return TypeAdapter(dict[str, Argument])


FIRST = Position(1, 1)


def too_large(path: str, most: int) -> Finding:
    """Return the finding for a page of more than `most` bytes."""
    message = f"The page has more than {most:,} bytes (`limits.file-bytes`), so doclint does not read it"
    return replace(
        failure("page-too-large", path, message),
        key=(),
        remedy="Split the page into smaller ones, or raise `limits.file-bytes`.",
    )


def limit_reached(path: str, limit: str, value: int, lost: str, place: Position = FIRST) -> Finding:
    """Return the finding for a page that doclint does not read or check completely because of a limit.

    `limit` is the name of the limit, in kebab-case, `value` its value, and `lost` says what doclint leaves out.
    """
    message = f"The page reaches `limits.{limit}` ({value:,}): {lost}"
    return replace(
        failure("limit-reached", path, message),
        severity="warning",
        start=place,
        end=place,
        given=written({"limit": limit}),
        cause=f"limit-reached/{limit}",
        reason=limit,
        key=(limit, lost),
        remedy=f"Write pages that stay below the limit, or raise `limits.{limit}`.",
    )


def failure(id_: str, path: str, message: str, traceback: str = "") -> Finding:
    """Return a finding that doclint reports without a rule, at the first character of a page."""
    return Finding(
        rule=id_,
        family="engine",
        severity="error",
        message_id=id_,
        message=printable(message),
        given="{}",
        path=path,
        start=FIRST,
        end=FIRST,
        section="",
        embedded=None,
        cause=id_,
        key=(message,),
        traceback=printable(traceback),
    )
