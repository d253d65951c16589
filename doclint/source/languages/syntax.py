"""The table of a language: which nodes of its syntax trees declare what, and where the parts of a declaration are.

Each language that `walker` reads has a TOML file with these keys; all but `kinds` may be left out.

* `kinds`: the kind of declaration of each type of node.
* `parameters`: the kind of parameter of each type of node.
* `parts`: where the parts of a node are, each as a list: names of fields, types of children (`<block>`), and marks
  such as `=`, which stand for the child after the mark. `name`, `body`, `type`, `value`, `parameters`, `returns` (the
  type that a function returns), `bases` (the clauses that name them), `type_parameters`, `type_parameter` (the name of
  one), `declarators` (the names that one statement declares), `holder` (the node that has the type and the
  declarators), `parameter_name`, `parameter_type`, `default`, `components` (the parameters of the constructor, in the
  head of a class), and `imported` (what an import names).
* `documentation`, `trailing`: patterns for comments above a declaration, and after it on its line. `touching`: whether
  a blank line after a comment separates it from what follows. `between`: nodes that do not.
* `module`: the node whose documentation is that of the whole source.
* `inside`: nodes that only group what is inside. `conditional`: those of them that make it conditional.
* `modifiers`: nodes that are modifiers, or have modifiers and annotations as children. `annotations`: nodes that are
  annotations. `condition`: the text with which those begin that make a declaration conditional.
* `public`, `hidden`: the modifiers that make a name visible, and those that hide it. Without either it is visible if
  `visible` is true and it does not match `private`. `always`: the kinds of declarations that are public without a
  modifier. `around`: the kinds that make their members public.
* `constant`: the modifiers that together make a field a constant. `static`, `asynchronous`, `variadic`: the modifiers.
  `static_kinds`: the kinds that are static without it. `shown`: the modifiers that pages show.
* `base_lists`, `wrapped_bases`: nodes in the clause of bases all of whose children are bases, or the first one.
* `quotes`: a pattern for what is not part of a name, at its beginning or end.
* `open`: why a declaration with a modifier may have further members. `open_if`: patterns, and why any class is open if
  the source has such text. `elsewhere`: why other files may add methods to the kinds `extensible`.
* `imports`: nodes that import something. `local`: nodes that define something inside of functions. Both are for the
  symbols of a language without `symbols` in `grammars.toml`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.tables import table
from doclint.source.languages.comments import CommentRules
from doclint.source.model import DeclarationKind, ParameterKind
from doclint.source.trees import Language, Node, load_grammar

_NOTHING = expression(r"(?!)")
_PATTERNS = frozenset({"documentation", "private", "quotes", "trailing"})
_PARTS: Mapping[str, list[str]] = {
    one: [one] for one in ("name", "body", "type", "value", "parameters", "returns", "type_parameters")
} | {
    "bases": [],
    "components": [],
    "declarators": [],
    "default": ["="],
    "holder": [],
    "imported": [],
    "parameter_name": ["name"],
    "parameter_type": ["type"],
    "type_parameter": ["name"],
}
"""Where the parts of a node are if the table does not say otherwise."""


class SyntaxPart:
    """Where a part of a node is: in one of some fields, a child of some type, or behind a mark."""

    def __init__(self, grammar: "Language", names: list[str]) -> None:
        ids = [grammar.field_id_for_name(name) for name in names if name.isidentifier()]
        self._fields = [id_ for id_ in ids if id_ is not None]
        self._types = frozenset(name[1:-1] for name in names if name[0] == "<")
        self._marks = frozenset(name for name in names if not name.isidentifier() and name[0] != "<")

    def all_of(self, node: "Node") -> "list[Node]":
        """Return the nodes that are the part of a node, those in fields first."""
        found = [child for id_ in self._fields for child in node.children_by_field_id(id_)]
        return [*found, *self.among(node.children)] if self._types or self._marks else found

    def among(self, nodes: "Iterable[Node]") -> "Iterator[Node]":
        """Yield those of some nodes side by side that are the part, by their types or the mark before them."""
        is_behind = False
        for node in nodes:
            if node.type in self._types or (is_behind and node.is_named and not node.is_extra):
                yield node
                is_behind = False
            elif node.type in self._marks:
                is_behind = True

    def of(self, node: "Node") -> "Node | None":
        """Return the first node that is the part of a node; None without one."""
        for id_ in self._fields:
            if child := node.child_by_field_id(id_):
                return child
        return next(self.among(node.children), None) if self._types or self._marks else None


class SyntaxTable(Struct, frozen=True):
    """The table of a language, ready to use."""

    kinds: Mapping[str, DeclarationKind]
    parts: Mapping[str, SyntaxPart]
    comments: CommentRules
    parameters: Mapping[str, ParameterKind]
    module: str = ""
    inside: frozenset[str] = frozenset()
    conditional: frozenset[str] = frozenset()
    modifiers: frozenset[str] = frozenset()
    annotations: frozenset[str] = frozenset()
    condition: str = ""
    public: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    visible: bool = False
    private: re.Pattern[str] = _NOTHING
    always: frozenset[str] = frozenset()
    around: frozenset[str] = frozenset()
    constant: frozenset[str] = frozenset({""})
    static: str = "static"
    static_kinds: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()
    asynchronous: str = "async"
    variadic: str = ""
    base_lists: frozenset[str] = frozenset()
    wrapped_bases: frozenset[str] = frozenset()
    quotes: re.Pattern[str] | None = None
    open: Mapping[str, str] = {}
    open_if: Sequence[tuple[re.Pattern[bytes], str]] = ()
    extensible: frozenset[str] = frozenset()
    elsewhere: str = ""
    imports: frozenset[str] = frozenset()
    local: frozenset[str] = frozenset()


@cache
def syntax(id_: str) -> SyntaxTable:
    """Return the table of a language, given by its id."""
    grammar = load_grammar(id_)
    keys: dict[str, Any] = {key: _ready(key, value) for key, value in table(__package__, id_).items()}
    parts = {name: SyntaxPart(grammar, names) for name, names in (_PARTS | keys.pop("parts", {})).items()}
    comments = CommentRules(
        above=keys.pop("documentation"),
        behind=keys.pop("trailing", _NOTHING),
        must_touch=keys.pop("touching", False),
        between=keys.pop("between", frozenset()),
    )
    return SyntaxTable(parts=parts, comments=comments, **{"parameters": {}} | keys)


def _ready(key: str, value: Any) -> Any:
    if key == "open_if":
        return [(re.compile(pattern.encode(), re.MULTILINE), why) for pattern, why in value.items()]
    if isinstance(value, list):
        return frozenset(value)
    return re.compile(value) if key in _PATTERNS else value
