"""The tables that come with doclint: TOML files beside its modules.

Python takes long to read TOML, and every run needs some of them. So `setup.py` puts the same in JSON beside each file
of an installation, and the heads of a folder's files in one more; a checkout has the TOML only.
"""

from binascii import crc32
from collections.abc import Iterable
from functools import cache
from pkgutil import get_data
from typing import Any

HEADS = "heads"
"""The name of the file with the heads of all TOML files in its folder."""


def table(package: str, name: str) -> dict[str, Any]:
    """Return the content of a TOML file in a package of doclint; `name` has no extension.

    >>> table("doclint.source", "languages")["python"]["name"]
    'Python'
    """
    data = _data(package, name)
    if content := _built(package, name, data):
        return content
    import tomllib

    return tomllib.loads(data.decode())


def names(package: str, key: str) -> frozenset[str]:
    """Return a list of names, which the table `names` of a package has as a text.

    >>> sorted(names("doclint.markdown", "mathml"))[:2]
    ['annotation', 'maction']
    """
    text: str = _lists(package)[key]
    return frozenset(text.split())


@cache
def keys(of: type) -> dict[str, str]:
    """Return what the table `keys` of a package says of the keys of a class in it, and of those of its bases."""
    texts = table(of.__module__.rpartition(".")[0], "keys")
    return {key: text for base in reversed(of.__mro__) for key, text in texts.get(base.__name__, {}).items()}


def heads(package: str, files: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the heads of all TOML files in a package of doclint, given by their names in alphabetical order."""
    return _built(package, HEADS, b"".join(_data(package, name) for name in files)) or {
        name: head(table(package, name)) for name in files
    }


def head(content: dict[str, Any]) -> dict[str, Any]:
    """Return what a table has outside of other tables.

    >>> head({"name": "shelf", "marks": ["Made by shelf"], "kind": [{"name": "book"}], "generator": {"name": "Shelf"}})
    {'name': 'shelf', 'marks': ['Made by shelf']}
    """
    return {
        key: value
        for key, value in content.items()
        if not isinstance(value, dict) and not (isinstance(value, list) and any(isinstance(one, dict) for one in value))
    }


def built(data: bytes, content: dict[str, Any]) -> dict[str, Any]:
    """Return what the build keeps of TOML: its content, and a checksum, because somebody may change an installation.

    A run checks 280 kB of tables: a digest of BLAKE2 takes three times as long.
    """
    return {"checksum": crc32(data), "table": content}


@cache
def _lists(package: str) -> dict[str, Any]:
    return table(package, "names")


def _data(package: str, name: str) -> bytes:
    data = get_data(package, f"{name}.toml")
    assert data is not None, "the file is part of the package"
    return data


def _built(package: str, name: str, data: bytes) -> dict[str, Any]:
    """Return what the build has made of the bytes of TOML files; nothing in a checkout, or if these have changed."""
    try:
        found = get_data(package, f"{name}.json")
    except FileNotFoundError:
        found = None
    if found is None:
        return {}
    from msgspec import json  # what is loaded anyway is faster than that of Python

    read: dict[str, Any] = json.decode(found)
    content: dict[str, Any] = read["table"]
    return content if read == built(data, content) else {}
