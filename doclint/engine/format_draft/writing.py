"""Drafts as tables of a format file, with comments, and as TOML that looks as if a person had written it.

What is not valid is left out, and as little else as possible.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

import tomlkit
from msgspec import Struct, field

from doclint.errors.exceptions import FormatError, FormatMistake
from doclint.errors.wording import counted
from doclint.formats.loading import parse
from doclint.page.parts import Taker

COMMENT = "#"
"""The key of what a person should know of a table: sentences, which are above it in the file, one a line."""
_WIDTH = 120
_INDENT = "    "
_MOST_OTHERS = 20  # pages of no kind that are shown
_BELOW = ("kind", "section", "child")
_PLACES = {"heading": 0, "shape": 0, "key": 1, "optional": 1, "content": 3}
_MOST_ROUNDS = 10
_KEPT = frozenset({"name", "path", "heading", "kind", "section", "child", "content"})
"""The keys that a kind or a section cannot lack, or whose items are left out one by one."""


class FormatDraft(Struct):
    """A draft of a format: a table, which may have comments, and what the pages that it is made from show about it.

    `pages` is their number, `others` are the paths of those that are of no kind, and `lines` are the lines of the
    others by what of the format takes them.
    """

    table: dict[str, Any]
    pages: int
    others: list[str] = []
    lines: Counter[Taker] = field(default_factory=Counter)

    @property
    def kinds(self) -> list[dict[str, Any]]:
        """The tables of the kinds."""
        kinds: list[dict[str, Any]] = self.table["kind"]
        return kinds

    @property
    def plain(self) -> dict[str, Any]:
        """The table without comments."""
        table: dict[str, Any] = without_comments(self.table)
        return table

    @property
    def figures(self) -> str:
        """How much of the pages the draft takes, in words."""
        total, free, nothing = (self.lines.total() or 1), self.lines["free-text"], self.lines["nothing"]
        others = f", {counted(len(self.others), 'page')} of no kind" if self.others else ""
        pages = f"{counted(self.pages, 'page')}, {counted(len(self.kinds), 'kind')}{others}"
        taken = f"{1 - (free + nothing) / total:.1%} as what it describes, and {free / total:.1%} as free text"
        return f"{pages}. The draft takes {1 - nothing / total:.1%} of the lines: {taken}."


def without_comments(value: Any) -> Any:
    """Return a value of a draft without the comments in it."""
    if isinstance(value, dict):
        return {key: without_comments(one) for key, one in value.items() if key != COMMENT}
    return [without_comments(one) for one in value] if isinstance(value, list) else value


def text_of(draft: FormatDraft) -> str:
    """Return a draft as the text of a format file."""
    lines = [*_table(draft.table, "")]
    if draft.others:
        more = len(draft.others) - _MOST_OTHERS
        shown = [f"  {path}" for path in draft.others[:_MOST_OTHERS]] + [f"  and {more:,} more"] * (more > 0)
        lines += ["", *_comment("\n".join(["Of no kind, because too few pages look like them:", *shown]))]
    return "\n".join(lines).strip() + "\n"


def _table(table: Mapping[str, Any], name: str) -> Iterator[str]:
    """Yield the lines of a format, a kind or a section, with all that is in it."""
    yield from ("", *_comment(table.get(COMMENT, "")), f"[[{name}]]" if name else "")
    for key, value in _ordered(table):
        if isinstance(value, dict):
            yield from (f"{_key(key)}.{_key(inner)} = {_value(text)}" for inner, text in value.items())
        elif key not in (*_BELOW, COMMENT):
            yield f"{_key(key)} = {_value(value, len(key) + 3)}"
    for key in _BELOW:
        for one in table.get(key, ()):
            yield from _table(one, f"{name}.{key}".lstrip("."))


def _ordered(table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted(table.items(), key=lambda item: _PLACES.get(item[0], 2))


def _comment(text: str) -> Iterator[str]:
    for line in text.splitlines():
        # What a page says may have characters that TOML does not allow in comments.
        clean = "".join(character if character.isprintable() else "?" for character in line)
        for part in wrap(clean, _WIDTH - 2, break_long_words=False, break_on_hyphens=False):
            yield f"# {part}"


def _value(value: Any, before: int = 0, depth: int = 0) -> str:
    """Return a value that begins after some characters of a line; arrays that are too long have a line an item."""
    match value:
        case dict():
            items = (f"{_key(key)} = {_value(one, before, depth)}" for key, one in _ordered(value))
            return f"{{ {', '.join(items)} }}"
        case list():
            flat = f"[{', '.join(_value(one) for one in value)}]"
            if before + len(flat) <= _WIDTH:
                return flat
            inner = "\n" + _INDENT * (depth + 1)
            items = (f"{inner}{_value(one, _WIDTH // 2, depth + 1)}," for one in value)
            return f"[{''.join(items)}\n{_INDENT * depth}]"
        case bool() | int():
            return str(value).lower()
    text = str(value)
    is_literal = ('"' in text or "\\" in text) and "'" not in text and text.isprintable()
    return tomlkit.string(text, literal=is_literal).as_string()


def _key(key: str) -> str:
    return tomlkit.key(key).as_string()


def make_valid(table: dict[str, Any]) -> None:
    """Leave out what makes a draft invalid, and say so at its place."""
    for _ in range(_MOST_ROUNDS):
        mistakes = _mistakes(table)
        if not mistakes:
            return
        # From the last one on, so that the indexes in front of it stay right.
        for mistake in sorted(mistakes, key=lambda one: one.path, reverse=True):
            _leave_out(table, mistake)
    kinds, table["kind"] = table["kind"], []
    for kind in kinds:
        table["kind"].append(kind)
        if _mistakes(table):
            table["kind"].pop()


def _mistakes(table: dict[str, Any]) -> Sequence[FormatMistake]:
    try:
        parse(without_comments(table), "the draft")
    except FormatError as error:
        return error.mistakes or [FormatMistake((), None, str(error))]
    return []


def _leave_out(table: dict[str, Any], mistake: FormatMistake) -> None:
    """Leave out the smallest part of a draft that has a mistake and may go; an element goes as a whole."""
    part: Any = table
    around = table
    smallest: tuple[dict[str, Any], Any, str | int] | None = None
    for number, key in enumerate(mistake.path):
        try:
            inner = part[key]
        except (LookupError, TypeError):
            break
        if key not in _KEPT and (len(part) > 1 or isinstance(inner, dict)):
            smallest = around, part, key
        if mistake.path[number - 1 : number] == ("content",):
            break
        part, around = inner, inner if isinstance(inner, dict) and isinstance(key, int) else around
    if smallest:
        around, part, key = smallest
        del part[key]
        around[COMMENT] = f"{around.get(COMMENT, '')}\nLeft out, because {mistake.message}.".lstrip()
