"""The tables that come with doclint: TOML files beside its modules.

Python takes long to read TOML, and every run needs some of them. So `setup.py` puts the same in JSON beside each file
of an installation; a checkout has the TOML only.
"""

import tomllib
from hashlib import blake2b
from pkgutil import get_data
from typing import Any


def table(package: str, name: str) -> dict[str, Any]:
    """Return the content of a TOML file in a package of doclint; `name` has no extension.

    >>> table("doclint.source", "languages")["python"]["name"]
    'Python'
    """
    data = get_data(package, f"{name}.toml")
    assert data is not None, "the file is part of the package"
    built = _built(package, name)
    # Somebody may have changed the TOML of an installation.
    if built and built["digest"] == blake2b(data).hexdigest():
        found: dict[str, Any] = built["table"]
        return found
    return tomllib.loads(data.decode())


def _built(package: str, name: str) -> dict[str, Any]:
    """Return what the build has made of a file: its `table`, and the `digest` of its bytes; nothing in a checkout."""
    try:
        data = get_data(package, f"{name}.json")
    except FileNotFoundError:
        data = None
    if data is None:
        return {}
    from pydantic_core import from_json  # what is loaded anyway is faster than `json`

    built: dict[str, Any] = from_json(data)
    return built
