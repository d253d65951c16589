"""Programming languages and other types of file, recognized by the name of a file."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct, convert

from doclint.errors import tables

ECMASCRIPT = frozenset({"javascript", "typescript", "tsx"})
"""The ids of JavaScript, of TypeScript, and of TypeScript with JSX."""


class Language(Struct, frozen=True, kw_only=True, rename="kebab"):
    """A type of file. `id` is its key in `languages.toml`, which explains the attributes."""

    id: str
    name: str
    reserved: frozenset[str]
    imports_names: bool = False
    any_member: bool = False
    overloads: bool = False
    code: bool = True
    prose: bool = False
    vague: bool = False
    strings_run: bool = False
    fences: tuple[str, ...] = ()


def language(id_: str) -> Language:
    """Return the language with an id. Raises KeyError if there is none."""
    return _languages()[0][id_]


def languages() -> Iterable[Language]:
    """Return all languages."""
    return _languages()[0].values()


def is_language(id_: str) -> bool:
    """Whether there is a language with an id."""
    return id_ in _languages()[0]


@lru_cache(maxsize=1024)  # a page names the same files many times
def language_of(path: str) -> Language | None:
    """Return the language of a file by its name or extension; None if it is unknown.

    >>> language_of("src/app.py").name
    'Python'
    >>> "def" in language_of("src/app.py").reserved, "match" in language_of("src/app.py").reserved
    (True, False)
    >>> language_of("src/CMakeLists.txt").name, language_of("LICENSE").name
    ('CMake', 'plain text')
    """
    name = path.rpartition("/")[2]
    stem, dot, suffix = name.rpartition(".")
    extension = dot + suffix if stem.strip(".") else ""
    _, by_extension, by_name = _languages()
    return by_name.get(name) or by_extension.get(extension) or by_extension.get(extension.lower())


def is_markdown(path: str) -> bool:
    """Whether a file is Markdown, which MDX is as well, by its extension.

    >>> is_markdown("docs/README.MD"), is_markdown("docs/page.mdx"), is_markdown("notes.rst")
    (True, True, False)
    """
    found = language_of(path)
    return found is not None and found.id in ("markdown", "mdx")


def is_api_report(path: str) -> bool:
    """Whether a file is an API report of API Extractor, by its name: see `doclint.source.api_report`."""
    return path.endswith(".api.md")


def language_of_declarations(path: str) -> str:
    """Return the id of the language in which a file declares what it does; empty if it is unknown.

    >>> language_of_declarations("src/app.py"), language_of_declarations("etc/shop.api.md")
    ('python', 'typescript')
    """
    found = language_of(path)
    return "typescript" if is_api_report(path) else found.id if found else ""


def is_mdx(path: str) -> bool:
    """Whether a file is MDX, by its extension."""
    found = language_of(path)
    return found is not None and found.id == "mdx"


def languages_of_fence(info: str) -> frozenset[str]:
    """Return the ids of the languages that a fence with an info string can hold; no ids if the string is unknown.

    >>> sorted(languages_of_fence("c")), languages_of_fence("raw")
    (['c', 'header'], frozenset())
    """
    word = next(iter(info.split(maxsplit=1)), "").lower()
    return frozenset(id_ for id_, one in _languages()[0].items() if word in one.fences)


@cache
def _languages() -> tuple[dict[str, Language], dict[str, Language], dict[str, Language]]:
    """Return all languages by id, by the extension of files, and by the name of files."""
    table = tables.table("doclint.source", "languages")
    by_id = {id_: _language(id_, entry, table) for id_, entry in table.items()}
    by_extension = {extension: by_id[id_] for id_, entry in table.items() for extension in entry.get("extensions", ())}
    by_name = {name: by_id[id_] for id_, entry in table.items() for name in entry.get("names", ())}
    return by_id, by_extension, by_name


def _language(id_: str, entry: dict[str, Any], table: dict[str, dict[str, Any]]) -> Language:
    words = [table[other]["reserved"].split() for other in entry.get("like", ())]
    reserved = frozenset.intersection(*map(frozenset, words)) if words else frozenset(entry.get("reserved", "").split())
    return convert({**entry, "id": id_, "reserved": reserved}, Language)
