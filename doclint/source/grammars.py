"""Grammars: what `grammars.toml` states about each language, the tree-sitter grammars, and the queries to run.

The queries in `queries/` find the symbols of a language. Their captures mean:

* `@name`: the name of what is captured with it;
* the name of a kind (`@class`, `@function`; see `symbols.Kind`): the whole definition. A function in a class is a
  method;
* `@scope`: something that encloses definitions without being one itself; a function in it is a method;
* `@block`: something that encloses definitions and leaves them to whatever encloses the block;
* `@within`: the name of the enclosing definition, where the definition is not written inside it (a method of Go);
* `@module`: the module that an imported name comes from; several captures are its parts, the outermost first;
* `@exported`, alone: a name that can be used from outside, wherever the source defines it;
* `@access`, with `@private` or `@public`: the visibility from here to the end of the enclosing definition (`private:`
  in a class of C++). Everything within a definition that is hidden this way is hidden as well;
* `@local`: something that is not a symbol and contains none, such as the variables of a function;
* `@private`, beside a kind: the definition cannot be used from outside; `@public`: it can, whatever its name.

If several patterns of a query capture the same node, the last pattern in the query wins. Captures that begin with an
underscore are for predicates. Do not use properties (`#set!`): beside a predicate they corrupt the memory of
py-tree-sitter 0.26.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate
from pkgutil import get_data
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from doclint.errors.tables import table

if TYPE_CHECKING:
    from tree_sitter import Language, Query

Topic: TypeAlias = Literal["symbols", "passages"]
"""What a query can look for."""

# What is looked for together: a walk over a tree takes five times as long as what it looks for.
_TOGETHER: tuple[Topic, ...] = ("symbols", "passages")
_STATEMENT = "expression_statement"


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


def query_about(id_: str, topic: Topic) -> "tuple[Query, list[Topic]]":
    """Return the query that finds a topic in sources of a language, and the topic of each of its patterns.

    Walking over a tree takes longer than matching the nodes, so topics that are often needed together share a query.
    Languages with text to blank are an exception: their symbols are found in the tree of another text than the rest.
    """
    return _query(id_, (topic,) if "blank" in grammars()[id_] else _TOGETHER)


@cache
def _query(id_: str, topics: Sequence[Topic]) -> "tuple[Query, list[Topic]]":
    from tree_sitter import Query

    texts = [_patterns(id_, topic) + "\n" for topic in topics]
    query = Query(load_grammar(id_), "".join(texts))
    ends = [*accumulate(len(text.encode()) for text in texts)]
    starts = map(query.start_byte_for_pattern, range(query.pattern_count))
    return query, [topics[bisect_right(ends, start)] for start in starts]


def _patterns(id_: str, topic: Topic) -> str:
    """Return the text of a query for one topic."""
    spec = grammars()[id_]
    if topic == "symbols":
        return "\n".join(map(_query_text, spec.get("queries", [id_])))
    patterns = [f"({type_}) @{place}" for place in ("comment", "string") for type_ in spec.get(f"{place}s", [])]
    if load_grammar(id_).id_for_node_kind(_STATEMENT, True) is not None:  # noqa: FBT003 - it takes no keywords
        patterns += [f"({_STATEMENT} (_ ({type_}) @docstring))" for type_ in spec.get("strings", [])]
    return "\n".join(patterns)


def _query_text(name: str) -> str:
    return _data(f"queries/{name}.scm").decode()


def _data(name: str) -> bytes:
    data = get_data(__name__, name)
    assert data is not None, "the file is part of the package"
    return data
