"""The words for a place in a format file: the section `functions` of the kind `module`."""

from typing import Any

from doclint.errors.validation import Path
from doclint.errors.wording import shortened
from doclint.formats.schema.sections import key_of

_NAMED = {
    "kind": ("kind", "name"),
    "description": ("description", "text"),
    "filler": ("filler", "text"),
    "corrections": ("correction", "wrong"),
    "items": ("field", "key"),
}
"""What the tables of a list are called, and which of their keys has the name of one, by the key of the list."""
_SECTIONS = frozenset({"section", "child"})
_ELEMENTS = frozenset({"content", "epilogue", "group", "one-of"})
_SHARED = {"sections": "shared section", "contents": "shared content"}
_LONGEST = 60  # characters of a name


def place_of(path: Path, data: object) -> str:
    """Return words for the table in a format file that has, or lacks, the last key of a path; none for the whole file.

    >>> kind = {"name": "module", "section": [{"heading": "All {name}", "content": [{"shape": "links", "itme": ""}]}]}
    >>> place_of(("kind", 0, "section", 0, "content", 0, "itme"), {"kind": [kind]})
    'the element `links` of the section `all-name` of the kind `module`'
    """
    last = max((index for index, part in enumerate(path) if isinstance(part, str)), default=0)
    words: dict[str, str] = {}  # by what they name, from the outermost
    key, prefix, value = "", "", data
    for index, part in enumerate(path[:last]):
        value = below(value, part)
        if isinstance(part, str):
            key = part
            if not isinstance(value, list) or path[0] == "shared":
                _add_table(words, path[: index + 1])
        elif isinstance(value, dict) and key in _SECTIONS:
            section = _section_key(value, prefix)
            prefix = f"{section}."
            _add(words, "section", f"the section {quoted(section)}")
        elif isinstance(value, dict) and _holds_elements(path[:index]):
            _add(words, "element", f"the element {quoted(shape_of(value) or part + 1)}")
        elif isinstance(value, dict) and key in _NAMED:
            noun, name = _NAMED[key]
            _add(words, "element" if noun == "field" else noun, f"the {noun} {quoted(value.get(name) or part + 1)}")
        elif isinstance(value, dict) and key:
            _add_table(words, path[:index])
    return " of ".join(reversed(words.values()))


def _add(words: dict[str, str], what: str, text: str) -> None:
    """Add the words for a thing, in place of those for a thing of its type around it, and for what is in that."""
    if what in words:
        kept = list(words).index(what)
        for name in list(words)[kept:]:
            del words[name]
    words[what] = text


def _add_table(words: dict[str, str], path: Path) -> None:
    match path:
        case ("shared" | "claims" | "language",) | ("shared" | "claims", _):
            return
        case ("shared", what, name):
            _add(words, "shared", f"the {_SHARED.get(str(what), f'shared {what}')} {quoted(name)}")
        case ("claims", of, name):
            _add(words, "claim", f"the claim {quoted(f'{of}.{name}')}")
        case ("language", name):
            _add(words, "language", f"the language {quoted(name)}")
        case _ if path[-1] not in (*_SECTIONS, *_ELEMENTS, *_NAMED):
            _add(words, "table", f"the `{path[-1]}`")


def _holds_elements(path: Path) -> bool:
    if path[:2] == ("shared", "contents"):
        return all(isinstance(part, int) for part in path[3:]) or _holds_elements(path[3:])
    keys = [part for part in path if isinstance(part, str)]
    return bool(keys) and keys[-1] in _ELEMENTS


def shape_of(element: dict[str, Any]) -> str:
    """Return the shape of an element of a file, or what it has in place of one."""
    return next((key for key in ("group", "one-of") if key in element), str(element.get("shape", "")))


def _section_key(section: dict[str, Any], prefix: str) -> str:
    """Return the key of a section as messages about pages have it."""
    heading = section.get("heading")
    first = heading[0] if isinstance(heading, list) and heading else heading
    own = section.get("key")
    return str(own) if own else prefix + key_of(str(first or ""))


def below(value: object, part: str | int) -> Any:
    """Return what a table or an array has at a key or an index; None if it has nothing there."""
    match value, part:
        case dict(), str():
            return value.get(part)
        case list(), int() if 0 <= part < len(value):
            return value[part]
    return None


def at(data: object, path: Path) -> Any:
    """Return what is at a path in the data of a file; None if nothing is there."""
    for part in path:
        data = below(data, part)
    return data


def quoted(name: object) -> str:
    """Return a name in backticks, shortened and on one line."""
    text = " ".join(str(name).split())
    return f"`{shortened(text, _LONGEST)}`"
