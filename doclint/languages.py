"""Programming languages and other types of file, told by the extension of a file's name."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pkgutil import get_data
from posixpath import splitext


@dataclass(frozen=True, slots=True)
class Language:
    """A type of file.

    `reserved` are the words that can name nothing in it, `imports_names` tells whether what it imports is written as a
    name, and `code` is false for what nothing runs.
    """

    id: str
    name: str
    reserved: frozenset[str]
    imports_names: bool
    code: bool


def language_of(path: str) -> Language | None:
    """The language of a file, by its extension; None where it is not known.

    >>> language_of("src/app.py").name
    'Python'
    >>> "def" in language_of("src/app.py").reserved, "match" in language_of("src/app.py").reserved
    (True, False)
    """
    extension = splitext(path)[1]
    return _by_extension().get(extension) or _by_extension().get(extension.lower())


@cache
def _by_extension() -> dict[str, Language]:
    data = get_data(__name__, "languages.toml")
    assert data is not None, "the file is part of the package"
    table = tomllib.loads(data.decode())
    found = {}
    for id_, entry in table.items():
        reserved = table[entry["like"]]["reserved"] if "like" in entry else entry.get("reserved", "")
        language = Language(
            id_,
            entry["name"],
            frozenset(reserved.split()),
            imports_names=entry.get("imports") == "names",
            code=entry.get("code", True),
        )
        found.update(dict.fromkeys(entry["extensions"], language))
    return found
