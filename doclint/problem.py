"""A problem: a finding with everything the engine knows about it."""

from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any

from doclint.rule import Severity
from doclint.source import Position


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong at one place.

    `start` is the first character, `end` the place after the last one. `embedded` is the path of the quoted page that
    the place lies in. `cause` names what makes the generator write it: problems with one cause go away together. `key`
    are the arguments of the message that are part of its identity.
    """

    rule: str
    family: str
    severity: Severity
    message_id: str
    message: str
    arguments: dict[str, Any]
    path: str
    start: Position
    end: Position
    section: str
    embedded: str | None
    cause: str
    key: tuple[str, ...] = ()
    traceback: str = field(default="", compare=False)

    @cached_property
    def fingerprint(self) -> str:
        """The same for the same defect in a page that was generated anew: no line, order, size or wording is part of
        it.
        """
        parts = [self.path, self.embedded or "", self.rule, self.message_id]
        parts += [str(self.arguments[name]) for name in self.key]
        return blake2b("\0".join(parts).encode(errors="surrogatepass"), digest_size=10).hexdigest()

    @property
    def order(self) -> tuple[str, Position, str, str]:
        """The order of a report: by path, line, column and rule."""
        return self.path, self.start, self.rule, self.message
