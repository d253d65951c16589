"""Examples of a rule, which are its tests and part of its manual."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from doclint.repository.history import Deletion


class Example(Struct, frozen=True):
    """A page for a rule to check, with what surrounds it.

    `text` is the page, as text or as its bytes. `path` is the place of the page in its repository, `files` are the
    other files there, by path, `deletions` those that git has deleted, and `before` sources as they were before the
    change that is checked. `options` are those of the rule, by the names of its fields. `beside` are the ids of rules
    that run before the rule. `format` is a format in TOML, besides the built-in ones.
    """

    text: str | bytes
    path: str = "docs/page.md"
    options: Mapping[str, Any] = {}
    files: Mapping[str, str | bytes] = {}
    deletions: Mapping[str, Deletion] = {}
    before: Mapping[str, str] = {}
    beside: tuple[str, ...] = ()
    format: str = ""


class Valid(Example, frozen=True):
    """An example without violations of the rule. Its arguments are those of `Example`."""


class Invalid(Example, frozen=True, kw_only=True):
    """An example with a violation on each of these lines, counted from 1, and with these ids of messages, if given.

    A line with two violations is listed twice. `fixed` is the page after all fixes, safe or not.
    """

    lines: tuple[int, ...]
    messages: tuple[str, ...] = ()
    fixed: str | bytes | None = None
