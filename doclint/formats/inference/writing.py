"""Drafts as TOML that looks as if a person had written it."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

import tomlkit

from doclint.formats.inference.drafts import Draft, DraftElement, DraftSection
from doclint.formats.inference.samples import SamplePage

_WIDTH = 120
_INDENT = "    "
_MOST_OTHERS = 20  # pages of no kind that are shown


def text_of(draft: Draft) -> str:
    """Return a draft as the text of a format file."""
    lines = [*_comment(draft.comment), "", *_pairs(draft.table)]
    for kind in draft.kinds:
        lines += ["", *_comment(kind.comment), "[[kind]]", *_pairs(kind.table)]
        lines += _content(kind.content) if kind.content else []
        for section in kind.sections:
            lines += _section(section, "kind.section")
    lines += ["", *_comment(_others(draft.others))] if draft.others else []
    return "\n".join(lines).strip() + "\n"


def _others(pages: Sequence[SamplePage]) -> str:
    """Return the sentences about pages of no kind."""
    shown = "\n".join(f"  {page.path}" for page in pages[:_MOST_OTHERS])
    more = f"\n  and {len(pages) - _MOST_OTHERS:,} more" if len(pages) > _MOST_OTHERS else ""
    return f"Of no kind, because too few pages look like them:\n{shown}{more}"


def _section(section: DraftSection, name: str) -> Iterator[str]:
    yield from ("", *_comment(section.comment), f"[[{name}]]", *_pairs(section.table))
    if section.content is not None:
        yield from _content(section.content)
    for child in section.children:
        yield from _section(child, f"{name}.child")


def _comment(text: str) -> Iterator[str]:
    for line in text.splitlines():
        # What a page says may have characters that TOML does not allow in comments.
        clean = "".join(character if character.isprintable() else "?" for character in line)
        for part in wrap(clean, _WIDTH - 2, break_long_words=False, break_on_hyphens=False):
            yield f"# {part}"


def _pairs(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict) and len(_flat(value)) + len(key) + 3 > _WIDTH:
            yield from (
                f"{_key(key)}.{_key(inner)} = {_value(one, 0, len(key) + len(inner) + 4)}"
                for inner, one in value.items()
            )
        else:
            yield f"{_key(key)} = {_value(value, 0, len(_key(key)) + 3)}"


def _content(elements: Sequence[DraftElement]) -> Iterator[str]:
    if not any(element.comment for element in elements):
        value = _flat([element.table for element in elements])
        if len(value) + len("content = ") <= _WIDTH:
            yield f"content = {value}"
            return
    yield "content = ["
    for element in elements:
        yield from (f"{_INDENT}{line}" for line in _comment(element.comment))
        yield f"{_INDENT}{_value(element.table, 1, len(_INDENT) + 1)},"
    yield "]"


def _value(value: Any, depth: int, before: int) -> str:
    """Return a value that begins behind some characters of a line; arrays that are too long have a line an item."""
    flat = _flat(value)
    if before + len(flat) <= _WIDTH or not isinstance(value, list | dict) or not value:
        return flat
    if isinstance(value, dict):
        return f"{{ {', '.join(_item(key, one, depth) for key, one in value.items())} }}"
    inner = _INDENT * (depth + 1)
    items = (f"{inner}{_value(one, depth + 1, len(inner) + 1)},\n" for one in value)
    return f"[\n{''.join(items)}{_INDENT * depth}]"


def _item(key: str, value: Any, depth: int) -> str:
    """Return an item of an inline table that is too long for a line: its arrays are broken if they are long."""
    return f"{_key(key)} = {_value(value, depth, _WIDTH // 2)}"


def _flat(value: Any) -> str:
    match value:
        case dict():
            return f"{{ {', '.join(f'{_key(key)} = {_flat(one)}' for key, one in value.items())} }}" if value else "{}"
        case list():
            return f"[{', '.join(map(_flat, value))}]"
        case bool() | int():
            return str(value).lower()
    return _string(str(value))


def _string(text: str) -> str:
    is_literal = ('"' in text or "\\" in text) and "'" not in text and text.isprintable()
    return tomlkit.string(text, literal=is_literal).as_string()


def _key(key: str) -> str:
    return tomlkit.key(key).as_string()
