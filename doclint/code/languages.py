"""Programming languages and other types of file, told by the name of a file."""

import tomllib
from functools import cache, lru_cache
from pkgutil import get_data
from posixpath import basename, splitext
from typing import Any, NamedTuple


class Language(NamedTuple):
    """A type of file.

    `reserved` are the words that can name nothing in it. `imports_names` tells whether what it imports is written as a
    name, `any_member` whether a method may have any name, `overloads` whether a source may define several functions or
    macros of one name, `code` is false for what nothing runs, and `prose` true for what people read or look at. The
    name of a `vague` one tells no more than the extension of the file. In a language in which `strings_run` what is
    quoted is often code as well. `fences` are the info strings of fences that hold it, the usual one first.
    """

    id: str
    name: str
    reserved: frozenset[str]
    imports_names: bool
    any_member: bool
    overloads: bool
    code: bool
    prose: bool
    vague: bool
    strings_run: bool
    fences: tuple[str, ...] = ()


def language(id_: str) -> Language:
    """The language with that id. Raises KeyError if there is none."""
    return _languages()[0][id_]


def is_language(id_: str) -> bool:
    """Whether there is a language with that id."""
    return id_ in _languages()[0]


@lru_cache(maxsize=1024)  # the same names stand on a page many times
def language_of(path: str) -> Language | None:
    """The language of a file, by its name or the extension of that; None where it is not known.

    >>> language_of("src/app.py").name
    'Python'
    >>> "def" in language_of("src/app.py").reserved, "match" in language_of("src/app.py").reserved
    (True, False)
    >>> language_of("src/CMakeLists.txt").name, language_of("LICENSE").name
    ('CMake', 'plain text')
    """
    name = basename(path)
    extension = splitext(name)[1]
    _, by_extension, by_name = _languages()
    return by_name.get(name) or by_extension.get(extension) or by_extension.get(extension.lower())


def is_markdown(path: str) -> bool:
    """Whether a file is Markdown, by its extension.

    >>> is_markdown("docs/README.MD"), is_markdown("notes.rst")
    (True, False)
    """
    found = language_of(path)
    return found is not None and found.id == "markdown"


def languages_of_fence(info: str) -> frozenset[str]:
    """The ids of the languages that a fence with that info string can hold; none where it is not known.

    >>> sorted(languages_of_fence("c")), languages_of_fence("raw")
    (['c', 'header'], frozenset())
    """
    word = info.split(maxsplit=1)[0].lower() if info.strip() else ""
    return frozenset(id_ for id_, one in _languages()[0].items() if word in one.fences)


@cache
def _languages() -> tuple[dict[str, Language], dict[str, Language], dict[str, Language]]:
    """All languages, by id, by extension and by the names of files."""
    data = get_data(__name__, "languages.toml")
    assert data is not None, "the file is part of the package"
    table = tomllib.loads(data.decode())
    by_id = {id_: _language(id_, entry, table) for id_, entry in table.items()}
    by_extension = {extension: by_id[id_] for id_, entry in table.items() for extension in entry.get("extensions", ())}
    by_name = {name: by_id[id_] for id_, entry in table.items() for name in entry.get("names", ())}
    return by_id, by_extension, by_name


def _language(id_: str, entry: dict[str, Any], table: dict[str, dict[str, Any]]) -> Language:
    words = [table[other]["reserved"].split() for other in entry.get("like", ())]
    reserved = frozenset.intersection(*map(frozenset, words)) if words else frozenset(entry.get("reserved", "").split())
    return Language(
        id_,
        entry["name"],
        reserved,
        imports_names=entry.get("imports") == "names",
        any_member=entry.get("members") == "any",
        overloads=entry.get("overloads", False),
        code=entry.get("code", True),
        prose=entry.get("prose", False),
        vague=entry.get("vague", False),
        strings_run=entry.get("strings") == "run",
        fences=tuple(entry.get("fences", ())),
    )
