"""Grammars: what `grammars.toml` states about each language, and the grammars of tree-sitter."""

import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from doclint.errors.tables import table

if TYPE_CHECKING:
    from tree_sitter import Language


@cache
def grammars() -> dict[str, dict[str, Any]]:
    """Return the tables of `grammars.toml` by the id of the language, whether or not the grammar is installed.

    The comment at the head of that file explains the keys; keys taken over with `like` are filled in.
    """
    specs: dict[str, dict[str, Any]] = {}
    for id_, spec in table("doclint.source", "grammars").items():
        specs[id_] = specs[spec["like"]] | spec if "like" in spec else spec
    return specs


@cache  # looking for installed packages takes long
def is_known(id_: str) -> bool:
    """Whether doclint has a grammar for a language, given by its id, and that grammar is installed."""
    spec = grammars().get(id_)
    return spec is not None and find_spec("tree_sitter") is not None and find_spec(spec["module"]) is not None


@cache
def load_grammar(id_: str) -> "Language":
    """Return the tree-sitter grammar of a language that `is_known`."""
    from tree_sitter import Language

    spec = grammars()[id_]
    return Language(getattr(import_module(spec["module"]), spec.get("function", "language"))())


@cache
def endless_runs(id_: str) -> re.Pattern[bytes] | None:
    """Return the pattern for text that the parser of a language reads in quadratic time; None if there is none."""
    pattern = grammars()[id_].get("endless")
    return re.compile(pattern.encode()) if pattern else None
