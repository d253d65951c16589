"""Symbols: what a source defines and imports, as a grammar reads it.

For each language there is a query of tree-sitter in `queries/`, which is data. Its captures have meanings:

* `@name`: the name of what is captured with it;
* the name of a kind (`@class`, `@function`; see `Kind`): the whole definition. A function in a class is a method;
* `@scope`: something that definitions lie in, without being one itself; a function in it is a method;
* `@block`: the same, but what lies in it belongs to what is around;
* `@within`: the name of what the definition lies in, where it does not stand inside it (a method of Go);
* `@module`: where an imported name comes from; several are parts, the outermost first;
* `@exported`, alone: a name that can be used from outside, wherever the source defines it;
* `@access`, with `@private` or `@public`: so it is from here to the end of what it lies in (`private:` in a class of
  C++). What lies in something hidden this way is hidden as well;
* `@local`: what lies in it, or is it, is no symbol, such as the variables of a function;
* `@private`, beside a kind: what it finds cannot be used from outside; `@public`: it can, whatever its name.

Of what several patterns find, the last one in the query holds. Captures that start with an underscore are for
predicates. Properties (`#set!`) are not used: beside a predicate they corrupt the memory of py-tree-sitter 0.26.

Macros lie in nothing. A name may say itself what it lies in: `void A::f() {}` defines a method, unless the source knows
`A` as a namespace.
"""

import gc
import re
import sys
import threading
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate
from operator import itemgetter
from pkgutil import get_data
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

from doclint.code.branches import blanked, settled
from doclint.code.parsing import HopelessError, parse

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Query, Tree

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

Topic: TypeAlias = Literal["symbols", "passages", "docstrings"]
_TOGETHER: tuple[Topic, ...] = ("symbols", "passages")
Match: TypeAlias = "tuple[int, dict[str, list[Node]]]"
"""The number of a pattern, and what it captured."""

# Characters of all names with what they lie in, for each byte of a source and beside. Real ones have less than one.
_LENGTHS, _SPARE = 8, 1_000_000
_LONGEST_RUN = 3_000  # bytes of what a grammar is slow to read
_KINDS = frozenset(get_args(Kind))
_HELPERS = frozenset({"scope", "block", "access", "local"})
_TYPES = frozenset({"class", "struct", "union", "enum", "interface", "trait"})
_STATEMENT = "expression_statement"


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


def read(id_: str, data: bytes, work: int = 1) -> Symbols | None:
    r"""The symbols of a source in a language, given by its id.

    None where nobody can tell: there is no grammar for it here, or it cannot be read in bounded work, so many times
    that of real sources.

    >>> [(symbol.kind, symbol.qualified) for symbol in read("python", b"class A:\n    def b(self): ...\n").found]
    [('class', 'A'), ('method', 'A.b')]
    """
    grammar = _grammar(id_)
    if grammar is None:
        return None
    try:
        text, is_cut = grammar.blanked(data)
        tree = tree_of(id_, text, work)
        if tree.root_node.has_error and grammar.dialect:
            other = read(grammar.dialect, data, work)
            if other is not None and not other.is_broken:
                return other
        most = work * (_LENGTHS * len(data) + _SPARE)
        found = _symbols(grammar, text, search(id_, text, "symbols", work), most)
        return Symbols(found, is_broken=is_cut or tree.root_node.has_error)
    except HopelessError:
        return None


def _symbols(grammar: "_Grammar", data: bytes, matches: "Iterable[Match]", most: int) -> tuple[Symbol, ...]:
    """What the matches in a source are about.

    Raises HopelessError if the names, with what they lie in, come to more characters.
    """
    found: dict[int, _Definition] = {}
    imports: list[Symbol] = []
    exported: set[str] = set()
    # Matches come in the order of the source; the order of the patterns is what a query can rely on.
    for _, captures in sorted(matches, key=itemgetter(0)):
        if "exported" in captures:
            exported.update(text_of(data, node) for node in captures["exported"])
            continue
        definition = grammar.definition(data, captures)
        if definition.kind in ("import", "include"):
            imports.append(grammar.imported(data, definition, captures))
            most -= len(imports[-1].qualified)
            if most < 0:
                raise HopelessError("names are imported from names without end")
        else:
            # Of one node the last pattern that finds it has the say.
            found[definition.node.id] = definition
    return tuple(sorted([*imports, *_qualified(grammar, found.values(), exported, most)], key=_place))


class _Definition(NamedTuple):
    """A node that a query found: its kind (a helper for what is no symbol), its name, and what the query says of it."""

    node: "Node"
    kind: str
    name: str
    line: int
    public: bool | None
    within: str


@dataclass(frozen=True)
class _Grammar:
    """How a language is read; `grammars.toml` says what the parts mean."""

    separator: str
    private: re.Pattern[str]
    dialect: str
    own: re.Pattern[str]
    drop: re.Pattern[str]
    blank: tuple[re.Pattern[bytes], ...]
    branches: bool

    def blanked(self, data: bytes) -> tuple[bytes, bool]:
        """The source without what the grammar cannot read, and whether declarations are among that; everything else is
        where it was.
        """
        for pattern in self.blank:
            data = pattern.sub(lambda match: blanked(match[0]), data)
        return settled(data) if self.branches else (data, False)

    def definition(self, data: bytes, captures: "dict[str, list[Node]]") -> _Definition:
        """What a match of the query is about."""
        kind = next(name for name in captures if name in _KINDS or name in _HELPERS)
        node = captures[kind][0]
        named = captures["name"][0] if "name" in captures else None
        name = text_of(data, named) if named else ""
        if not name.isidentifier():
            name = self.drop.sub("", name)
        public = True if "public" in captures else False if "private" in captures else None
        within = text_of(data, captures["within"][0]) if "within" in captures else ""
        return _Definition(node, kind, name, (named or node).start_point[0] + 1, public, within)

    def imported(self, data: bytes, definition: _Definition, captures: "dict[str, list[Node]]") -> Symbol:
        """An import or include, which lies in nothing."""
        module = self.separator.join([text_of(data, node) for node in captures.get("module", ())])
        name = definition.name.strip("\"'<>")
        qualified = f"{module}{name}" if module.endswith(self.separator) else self.join(module, name)
        return Symbol(definition.kind, name, qualified, definition.line, public=False)  # type: ignore[arg-type]

    def join(self, outer: str, name: str) -> str:
        """A name in another; without a separator the language has no such names."""
        return f"{outer}{self.separator}{name}" if outer and self.separator else name

    def own_name(self, name: str) -> str:
        """The last part of a name."""
        return name if name.isidentifier() else found[0] if (found := self.own.search(name)) else name

    def parts(self, name: str) -> list[str]:
        """What a name lies in by itself, and its last part."""
        if name.isidentifier() or not self.separator:
            return [name]
        own = self.own_name(name)
        return [*name.removesuffix(own).split(self.separator)[:-1], own]


@dataclass(slots=True)
class _Around:
    """What others lie in: its qualified name, whether it is hidden, and the access that holds in it now."""

    kind: str
    end: int
    qualified: str = ""
    hidden: bool = False
    access: bool | None = None


def _qualified(grammar: _Grammar, definitions: Iterable[_Definition], exported: set[str], most: int) -> list[Symbol]:
    """The symbols with the names of what they lie in, which have at most so many characters. Raises HopelessError."""
    symbols: list[Symbol] = []
    ordered = sorted(definitions, key=lambda one: (one.node.start_byte, -one.node.end_byte))
    namespaces = {part for one in ordered if one.kind == "namespace" for part in grammar.parts(one.name)}
    around = [_Around("", sys.maxsize)]
    elsewhere: list[int] = []
    for one in ordered:
        while around[-1].end <= one.node.start_byte:
            around.pop()
        outer = around[0 if one.kind == "macro" else -1]
        if one.kind == "access":
            outer.access = one.public
            continue
        if outer.kind == "local":
            continue
        hidden = outer.hidden or outer.access is False
        name = grammar.join(one.within, one.name)
        qualified = grammar.join(outer.qualified, name) if name else outer.qualified
        most -= len(qualified)
        if most < 0:
            raise HopelessError("names lie in names without end")
        around.append(_Around(one.kind, one.node.end_byte, qualified, hidden))
        if one.kind in _HELPERS:
            continue
        kind = "method" if one.kind == "function" and _is_method(grammar, one, outer, namespaces) else one.kind
        name = grammar.own_name(one.name)
        if kind == "method" and name != one.name:
            elsewhere.append(len(symbols))
        is_exported = qualified in exported or not grammar.private.match(name)
        public = one.public if one.public is not None else is_exported
        symbols.append(Symbol(kind, name, qualified, one.line, public=public and not hidden))  # type: ignore[arg-type]
    return _as_declared(symbols, elsewhere)


def _as_declared(symbols: list[Symbol], elsewhere: list[int]) -> list[Symbol]:
    """The symbols, those methods that are defined outside of their class (`void A::f() {}`) as public as in it."""
    outside = set(elsewhere)
    declared: dict[str, bool] = {}
    for index, symbol in enumerate(symbols if elsewhere else ()):
        if index not in outside:
            declared[symbol.qualified] = declared.get(symbol.qualified, False) or symbol.public
    for index in elsewhere:
        symbol = symbols[index]
        symbols[index] = symbol._replace(public=symbol.public and declared.get(symbol.qualified, True))
    return symbols


def _is_method(grammar: _Grammar, function: _Definition, outer: _Around, namespaces: set[str]) -> bool:
    """Whether a function lies in a type, or its name says so."""
    if function.within:
        return True
    written = grammar.parts(function.name)
    if len(written) > 1:
        return written[-2] not in namespaces
    return outer.kind in _TYPES or outer.kind == "scope"


def _place(symbol: Symbol) -> tuple[int, str]:
    return symbol.line, symbol.qualified


def text_of(data: bytes, node: "Node") -> str:
    """What stands in a node of a source. It could tell by itself, but has to ask for it in pieces."""
    return data[node.start_byte : node.end_byte].decode(errors="replace")


@cache
def _grammar(id_: str) -> _Grammar | None:
    if not is_known(id_):
        return None
    spec = grammars()[id_]
    return _Grammar(
        separator=spec.get("separator", "."),
        private=re.compile(spec.get("private", r"(?!)")),
        dialect=spec.get("dialect", ""),
        own=re.compile(spec.get("own", r"(?s).+")),
        drop=re.compile(spec.get("drop", r"(?!)")),
        blank=tuple(re.compile(text.encode(), re.MULTILINE | re.VERBOSE) for text in spec.get("blank", [])),
        branches=spec.get("branches", False),
    )


class _Last(threading.local):
    """What this thread parsed last, and what it found there.

    Several things are asked of a source in a row; threads must not share its tree.
    """

    source: tuple[str, bytes, int] | None = None
    tree: "Tree | None" = None
    found: dict[Topic, list[Any]]


last = _Last()


def tree_of(id_: str, data: bytes, work: int = 1) -> "Tree":
    """A source as the grammar of a language that is known reads it.

    Raises HopelessError for what cannot be read in bounded work.
    """
    if last.tree is None or last.source != (id_, data, work):
        last.tree, last.found = None, {}  # two of them need not be in memory
        last.tree = _parsed(id_, data, work)
        last.source = id_, data, work
    return last.tree


def _parsed(id_: str, data: bytes, work: int) -> "Tree":
    endless = _endless(id_)
    if endless and any(run.end() - run.start() > work * _LONGEST_RUN for run in endless.finditer(data)):
        raise HopelessError("a statement has no end")
    return parse(language(id_), data, work)


def search(id_: str, data: bytes, topic: Topic, work: int = 1) -> list[Any]:
    """What the patterns of a language about a topic find in a source, in the order of the source: matches, or of its
    passages, which may be many, no more than where they begin and end and what they are.

    Raises HopelessError for what cannot be read in bounded work.
    """
    from tree_sitter import QueryCursor

    tree = tree_of(id_, data, work)
    if topic not in last.found:
        query, topics = query_about(id_, topic)
        found: dict[Topic, list[Any]] = {one: [] for one in topics}
        with _uncollected():
            for index, captures in QueryCursor(query).matches(tree.root_node):
                about = topics[index]
                found[about].append(_span(captures) if about == "passages" else (index, captures))
        last.found |= found
    return last.found[topic]


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without a search for garbage, which would look at many small things time and again, and none of them is any."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _span(captures: "dict[str, list[Node]]") -> tuple[int, int, str]:
    [(place, [node])] = captures.items()
    return node.start_byte, node.end_byte, place


def query_about(id_: str, topic: Topic) -> "tuple[Query, list[Topic]]":
    """The query of a language that finds a topic, and what each of its patterns is about.

    To walk over a tree takes longer than what is looked for on the way, so it finds what is always asked for together.
    Where something is blanked, symbols are found in another tree than the rest.
    """
    is_alone = topic not in _TOGETHER or "blank" in grammars()[id_]
    return _query(id_, (topic,) if is_alone else _TOGETHER)


@cache
def _query(id_: str, topics: Sequence[Topic]) -> "tuple[Query, list[Topic]]":
    """The patterns about some topics, and which of these each of them is about."""
    from tree_sitter import Query

    texts = [_patterns(id_, topic) + "\n" for topic in topics]
    query = Query(language(id_), "".join(texts))
    ends = [*accumulate(len(text.encode()) for text in texts)]
    starts = map(query.start_byte_for_pattern, range(query.pattern_count))
    return query, [topics[bisect_right(ends, start)] for start in starts]


def _patterns(id_: str, topic: Topic) -> str:
    """The patterns of a language about a topic."""
    spec = grammars()[id_]
    if topic == "symbols":
        return "\n".join(map(query, spec.get("queries", [id_])))
    if topic == "docstrings":
        return query(spec["docstrings"]) if "docstrings" in spec else ""
    patterns = [f"({type_}) @{place}" for place in ("comment", "string") for type_ in spec.get(f"{place}s", [])]
    if language(id_).id_for_node_kind(_STATEMENT, True) is not None:  # noqa: FBT003 - it takes nothing by name
        patterns += [f"({_STATEMENT} (_ ({type_}) @docstring))" for type_ in spec.get("strings", [])]
    return "\n".join(patterns)


@cache
def _endless(id_: str) -> re.Pattern[bytes] | None:
    pattern = grammars()[id_].get("endless")
    return re.compile(pattern.encode()) if pattern else None


def is_known(id_: str) -> bool:
    """Whether sources in a language, given by its id, can be read here."""
    spec = grammars().get(id_)
    return spec is not None and find_spec("tree_sitter") is not None and find_spec(spec["module"]) is not None


def query(name: str) -> str:
    """A query by its name."""
    return _data(f"queries/{name}.scm").decode()


@cache
def language(id_: str) -> "Language":
    """The grammar of a language that is known."""
    from tree_sitter import Language

    spec = grammars()[id_]
    return Language(getattr(import_module(spec["module"]), spec.get("function", "language"))())


@cache
def grammars() -> dict[str, dict[str, Any]]:
    """What is known of the grammar of each language, by the id of the language; it need not be installed."""
    specs: dict[str, dict[str, Any]] = {}
    for language, spec in tomllib.loads(_data("grammars.toml").decode()).items():
        specs[language] = specs[spec["like"]] | spec if "like" in spec else spec
    return specs


def _data(name: str) -> bytes:
    data = get_data(__name__, name)
    assert data is not None, "the file is part of the package"
    return data
