"""Formats: how the pages of a generator look, as data."""

import tomllib
from functools import cache
from importlib import resources

from doclint.formats.schema import Format

BUILTIN = ("repo-docs",)


@cache
def builtin(name: str) -> Format:
    """A format that comes with doclint."""
    text = resources.files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return Format.model_validate(tomllib.loads(text))
