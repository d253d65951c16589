"""Symbols: what a source defines and imports, as a grammar reads it.

For each language there is a query of tree-sitter in `queries/`, which is data. Its captures have meanings:

* `@name`: the name of what is captured with it;
* the name of a kind (`@class`, `@function`; see `Kind`): the whole definition. A function in a class is a method;
* `@scope`: something that definitions lie in, without being one itself;
* `@within`: the name of what the definition lies in, where it does not stand inside it (a method of Go);
* `@module`: where an imported name comes from; several are parts, the outermost first;
* `@exported`, alone: a name that can be used from outside, wherever the source defines it;
* `(#set! public no)` on a pattern: what it finds cannot be used from outside; `(#set! public yes)`: it can, whatever
  its name.

Of what several patterns find, the last one in the query holds.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from operator import itemgetter
from pkgutil import get_data
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Query

Kind: TypeAlias = Literal[
    "class",
    "struct",
    "union",
    "enum",
    "interface",
    "trait",
    "type",
    "function",
    "method",
    "namespace",
    "macro",
    "constant",
    "import",
    "include",
]

_KINDS = frozenset(get_args(Kind))
_TYPES = frozenset({"class", "struct", "union", "enum", "interface", "trait"})


class Symbol(NamedTuple):
    """One thing that a source defines or imports.

    `qualified` is the name with those of all that it lies in, as the language writes it; for an imported name, with
    where it comes from. `line` counts from 1. `public` tells whether it can be used from outside.
    """

    kind: Kind
    name: str
    qualified: str
    line: int
    public: bool


@dataclass(frozen=True, slots=True)
class Symbols:
    """What a source defines and imports, in the order of its lines; of a source that `is_broken`, what can be read."""

    found: tuple[Symbol, ...]
    is_broken: bool = False


def read(language: str, data: bytes) -> Symbols | None:
    r"""The symbols of a source in a language, given by its id; None if there is no grammar for it here.

    >>> [(symbol.kind, symbol.qualified) for symbol in read("python", b"class A:\n    def b(self): ...\n").found]
    [('class', 'A'), ('method', 'A.b')]
    """
    grammar = _grammar(language)
    if grammar is None:
        return None
    from tree_sitter import Parser, QueryCursor

    tree = Parser(grammar.language).parse(data)
    if tree.root_node.has_error and grammar.dialect:
        other = read(grammar.dialect, data)
        if other is not None and not other.is_broken:
            return other
    found: dict[int, _Definition] = {}
    imports: list[Symbol] = []
    exported: set[str] = set()
    # Matches come in the order of the source; the order of the patterns is what a query can rely on.
    for index, captures in sorted(QueryCursor(grammar.query).matches(tree.root_node), key=itemgetter(0)):
        if "exported" in captures:
            exported.update(map(_text, captures["exported"]))
            continue
        definition = grammar.definition(index, captures)
        if definition.kind in ("import", "include"):
            imports.append(grammar.imported(definition, captures))
        else:
            # Of one node the last pattern that finds it has the say.
            found[definition.node.id] = definition
    return Symbols(
        tuple(sorted([*imports, *_qualified(grammar, found.values(), exported)], key=_place)), tree.root_node.has_error
    )


class _Definition(NamedTuple):
    """A node that a query found: its kind (`scope` for what is no symbol), its name, and what the query says of it."""

    node: "Node"
    kind: str
    name: str
    line: int
    public: bool | None
    within: str


@dataclass(frozen=True)
class _Grammar:
    """How a language is read. `private` matches names that are not for use from outside, `separator` stands between the
    parts of qualified names, and `dialect` is tried on what is not sound in the language.
    """

    language: "Language"
    query: "Query"
    separator: str
    private: re.Pattern[str]
    dialect: str

    def definition(self, index: int, captures: "dict[str, list[Node]]") -> _Definition:
        """What a match of the query is about."""
        kind = next(name for name in captures if name in _KINDS or name == "scope")
        node = captures[kind][0]
        name = captures["name"][0] if "name" in captures else node
        setting = self.query.pattern_settings(index).get("public")
        public = None if setting is None else setting == "yes"
        within = _text(captures["within"][0]) if "within" in captures else ""
        return _Definition(node, kind, _text(name), name.start_point[0] + 1, public, within)

    def imported(self, definition: _Definition, captures: "dict[str, list[Node]]") -> Symbol:
        """An import or include, which lies in nothing."""
        module = self.separator.join(map(_text, captures.get("module", ())))
        name = definition.name.strip("\"'<>")
        gap = "" if not module or module.endswith(self.separator) else self.separator
        qualified = f"{module}{gap}{name}"
        return Symbol(definition.kind, name, qualified, definition.line, public=False)  # type: ignore[arg-type]


def _qualified(grammar: _Grammar, definitions: Any, exported: set[str]) -> list[Symbol]:
    """The symbols with the names of what they lie in."""
    symbols: list[Symbol] = []
    around: list[tuple[_Definition, str]] = []
    for one in sorted(definitions, key=lambda one: (one.node.start_byte, -one.node.end_byte)):
        while around and around[-1][0].node.end_byte <= one.node.start_byte:
            around.pop()
        outer, prefix = around[-1] if around else (None, "")
        qualified = grammar.separator.join(filter(None, (prefix, one.within, one.name)))
        around.append((one, qualified))
        if one.kind == "scope":
            continue
        is_inside = outer is not None and (outer.kind in _TYPES or outer.kind == "scope")
        is_method = one.kind == "function" and (is_inside or bool(one.within))
        is_exported = qualified in exported or not grammar.private.match(one.name)
        public = one.public if one.public is not None else is_exported
        symbols.append(Symbol("method" if is_method else one.kind, one.name, qualified, one.line, public=public))
    return symbols


def _place(symbol: Symbol) -> tuple[int, str]:
    return symbol.line, symbol.qualified


def _text(node: "Node") -> str:
    return (node.text or b"").decode(errors="replace")


@cache
def _grammar(language: str) -> _Grammar | None:
    spec = grammars().get(language)
    if spec is None or find_spec("tree_sitter") is None or find_spec(spec["module"]) is None:
        return None
    from tree_sitter import Language, Query

    compiled = Language(getattr(import_module(spec["module"]), spec.get("function", "language"))())
    queries = [_data(f"queries/{name}.scm").decode() for name in spec.get("queries", [language])]
    return _Grammar(
        language=compiled,
        query=Query(compiled, "\n".join(queries)),
        separator=spec.get("separator", "."),
        private=re.compile(spec.get("private", r"(?!)")),
        dialect=spec.get("dialect", ""),
    )


@cache
def grammars() -> dict[str, dict[str, Any]]:
    """What is known of the grammar of each language, by the id of the language; it need not be installed."""
    return tomllib.loads(_data("grammars.toml").decode())


def _data(name: str) -> bytes:
    data = get_data(__name__, name)
    assert data is not None, "the file is part of the package"
    return data
