"""Formats: how the pages of a generator look, as data."""

import tomllib
from functools import cache
from pkgutil import get_data

from doclint.formats.schema import Format

BUILTIN = ("repo-docs",)


@cache
def builtin(name: str) -> Format:
    """A format that comes with doclint."""
    data = get_data(__name__, f"{name}.toml")
    assert data is not None, "the file is part of the package"
    return Format.model_validate(tomllib.loads(data.decode()))
