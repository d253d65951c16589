"""Examples of a rule, which are its tests and part of its manual."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from doclint.repository.history import Deletion


@dataclass(frozen=True, slots=True)
class Example:
    """A page for a rule to check, with what surrounds it.

    `text` is the page, as text or as its bytes. `path` is the place of the page in its repository, `files` are the
    other files there, by path, `deletions` those that git has deleted, and `before` sources as they were before the
    change that is checked. `options` are those of the rule, by the names of its fields. `beside` are the ids of rules
    that run before the rule. `format` is a format in TOML, besides the built-in ones.
    """

    text: str | bytes
    path: str = "docs/page.md"
    options: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    deletions: Mapping[str, Deletion] = field(default_factory=dict)
    before: Mapping[str, str] = field(default_factory=dict)
    beside: tuple[str, ...] = ()
    format: str = ""


@dataclass(frozen=True, slots=True)
class Valid(Example):
    """An example without violations of the rule. Its arguments are those of `Example`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invalid(Example):
    """An example with a violation on each of these lines, counted from 1, and with these ids of messages, if given.

    A line with two violations is listed twice. `fixed` is the page after all fixes, safe or not.
    """

    lines: tuple[int, ...]
    messages: tuple[str, ...] = ()
    fixed: str | bytes | None = None
