"""Values of Go as a source writes them: literals, names and calls, and what functions return and assign.

Nothing is computed here: `doclint.packages.go_packages` follows names. The types of nodes are those of tree-sitter-go
0.25, the terms those of "The Go Programming Language Specification", Go 1.24.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from posixpath import dirname
from typing import ClassVar, NamedTuple, TypeAlias, Union

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.source.trees import Node, nodes_of, text_of, tree_of

_DEEPEST = 60  # levels of nested literals that are read
_HEAD = b"package p\n"
_CODE_FREE = expression(
    rb"""'(?:[^'\\\n]|\\.)*+'|"(?:[^"\\\n]|\\.)*+"|`[^`]*+`|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)""", re.DOTALL
)
_NAME = expression(rb"(?<![\w.])[^\W\d]\w*+(?:\.\w++)*+(?!\s*+:(?!=))")
_LEAVING = expression(rb"\b(?:break|continue|goto|panic|return(?!\s+err\b))\b")  # what may end a round of a loop
_DEFINING = expression(
    rb"(?<![\w.])([a-zA-Z_]\w*+)(\.(?:Persistent)?Flags\(\))?\."
    rb"(?:Add(?:Go)?Flag(?:Set)?|(?:String|Bool|U?[Ii]nt|Float|Duration|Count|IP|Text|Time|Func|Var)\w*+)\((?!\))"
)
_MOST_PARTS = 4  # of a name with dots
_WORDS = frozenset({"true", "false", "nil", "int_literal", "float_literal"})
_TRANSPARENT = frozenset({"expression_list", "literal_element", "parenthesized_expression", "variadic_argument"})
_FUNCTIONS = ("function_declaration", "method_declaration")
_ASSIGNMENTS = ("short_var_declaration", "assignment_statement", "var_spec", "range_clause")
_BRANCHES = ("if_statement", "for_statement", "expression_switch_statement", "type_switch_statement")
_CHANGING = expression(rb"func\((\w++) \*p?flag\.Flag\) \{(?s:.{0,2000}?)\b\1\.(?:Hidden|Deprecated|DefValue|Usage) = ")
CHANGE_OF_FLAGS = "func(*pflag.Flag)"
"""The name of a call that stands for a function that changes any flag which it gets; no function has such a name."""
_CLOSED = frozenset({"func_literal"})
_NODES = frozenset(
    {*_FUNCTIONS, *_ASSIGNMENTS, *_BRANCHES, *_CLOSED, "type_spec", "call_expression", "return_statement"}
)
_MOST_PARAMETERS = 100
_NEGATIVE = expression(r"-[\w.]+")
# Statements in which nothing is returned.
_PLAIN_STATEMENTS = frozenset(
    "assignment_statement comment const_declaration dec_statement empty_statement expression_statement inc_statement "
    "short_var_declaration var_declaration".split()
)


class GoText(Struct, frozen=True):
    """A string, without its quotes; escapes are as written, and one in backticks, which `is_raw`, has none."""

    text: str
    is_raw: bool = False


class GoWord(Struct, frozen=True):
    """A number, `true`, `false` or `nil`, as written."""

    word: str


class GoName(Struct, frozen=True):
    """A name, which may be one of a package: `labels`, `schema.TypeString`."""

    name: str


class GoCall(Struct, frozen=True):
    """A call of a function or a method: `name` is its own name, and `on` the name before it, empty if there is none, or
    the call whose result has the method: `command.Flags().Bool("all", false, "")`.
    """

    on: "GoValue"
    name: str
    arguments: tuple["GoValue", ...] = ()

    @property
    def function(self) -> str:
        """Both names, with a dot between them; empty for a method of a result."""
        return f"{self.on.name}.{self.name}".lstrip(".") if isinstance(self.on, GoName) else ""


class GoOperation(Struct, frozen=True):
    """Two values with an operator between them: `30 * time.Second`."""

    left: "GoValue"
    operator: str
    right: "GoValue"


class GoElement(Struct, frozen=True):
    """An element of a composite literal; `key` is None without one. The lines are 1-based and inclusive."""

    key: "GoValue | None"
    value: "GoValue"
    line: int
    end: int


class GoLiteral(Struct, frozen=True):
    """A composite literal, or a pointer to one. The type is as written, and empty if the source leaves it out.

    `fields` are the elements whose keys are names, by their names.
    """

    type: str
    elements: tuple[GoElement, ...]
    fields: Mapping[str, GoElement]
    line: int
    end: int

    def of(self, field: str) -> "GoElement | None":
        """Return the element for a field of a struct; None without one."""
        return self.fields.get(field)


class GoUnknown(Struct, frozen=True):
    """Anything else."""

    UNASSIGNED: ClassVar = "it is declared without a value"

    because: str = "it is computed"


GoValue: TypeAlias = Union[  # noqa: UP007 (a name in quotes)
    GoText, GoWord, GoName, GoCall, GoOperation, GoLiteral, GoUnknown
]


class GoBody(Struct, frozen=True):
    """What a function or a variable says.

    `returns` is the first result of each return statement, an unknown one for those in other statements. `assigned` are
    the values that the statements of the body itself assign, in their order, by what they assign to: `labels`,
    `resp.Schema`. `uses` says how often it has each of these.
    """

    parameters: tuple[str, ...]
    returns: tuple[GoValue, ...]
    assigned: Mapping[str, Sequence[GoValue]]
    uses: Mapping[str, int]
    is_constant: bool

    def only_value(self, name: str, uses: int) -> GoValue | None:
        """Return the only value that is assigned to a name, if the body has the name exactly so often.

        None if nothing is assigned to it; unknown if there are several values, or if it may be changed elsewhere.
        """
        values = self.assigned.get(name)
        if not values:
            return None
        is_sure = len(values) == 1 and (self.is_constant or self.uses[name] == uses)
        return values[0] if is_sure else GoUnknown(f"`{name}` may be changed")


def body_of(text: bytes, line: int) -> GoBody | None:
    """Return what one function or variable of a source says, given by its text and its first line, 1-based.

    None if it has a syntax error. Raises HopelessError if it takes too much work to read.
    """
    data = _HEAD + text + b"\n"
    root = tree_of("go", data).root_node
    declared = [one for one in root.named_children if one.type != "comment"]
    if root.has_error or len(declared) != 2:
        return None
    reader = GoReader(data, line - 2)
    node = declared[1]
    body = node.child_by_field_name("body")
    statements = _listed(body, "statement_list") if body else [node]
    assigned = by_key(pair for one in statements for pair in reader.assignments(one))
    parameters = node.child_by_field_name("parameters")
    return GoBody(
        tuple(name for name, _ in _names_with_types(data, parameters) if name) if parameters else (),
        tuple(value for one in statements for value in reader.returned(one)) if body else (),
        assigned,
        _uses(text, assigned),
        is_constant=node.type == "const_declaration",
    )


def _uses(text: bytes, names: Iterable[str]) -> Mapping[str, int]:
    """Return how often a text has each of some names outside of strings and comments, but not as the key of a field."""
    found = dict.fromkeys(names, 0)
    for match in _NAME.finditer(_CODE_FREE.sub(b'""', text)):
        parts = match[0].decode(errors="replace").split(".", _MOST_PARTS)
        for number in range(1, len(parts) + 1):
            name = ".".join(parts[:number])
            if name in found:
                found[name] += 1
    return found


class GoReader:
    """Reads the values of one text; `above` are the lines in front of it."""

    def __init__(self, data: bytes, above: int = 0) -> None:
        self._data = data
        self._above = above
        self._calls: dict[int, GoValue] = {}  # by their nodes: a call may be asked for after the one around it

    def returned(self, statement: "Node") -> Iterator[GoValue]:
        """Yield the first result of a return statement, and an unknown one for each statement that may have others."""
        if statement.type == "return_statement":
            yield from ([self.value(one) for one in _listed(statement, "expression_list")] or [GoUnknown()])[:1]
        elif statement.type not in _PLAIN_STATEMENTS:
            text = self._data[statement.start_byte : statement.end_byte]
            if b"return" in text or b"goto" in text:
                yield GoUnknown()

    def assignments(self, statement: "Node") -> Iterator[tuple[str, GoValue]]:
        """Yield what a statement or a declaration assigns to names."""
        match statement.type:
            case "short_var_declaration" | "assignment_statement":
                left, right = (statement.child_by_field_name(side) for side in ("left", "right"))
                if left and right:
                    yield from self._pairs(left.named_children, right.named_children)
            case "var_declaration" | "const_declaration" | "var_spec_list":
                for child in statement.named_children:
                    yield from self.assignments(child)
            case "var_spec" | "const_spec":
                value = statement.child_by_field_name("value")
                names = [one for one in statement.children_by_field_name("name") if one.is_named]
                if value or statement.type == "const_spec":
                    yield from self._pairs(names, value.named_children if value else [])
                else:
                    unassigned = GoUnknown(GoUnknown.UNASSIGNED)
                    yield from ((text_of(self._data, name), unassigned) for name in names)
            case "range_clause":
                left, right = (statement.child_by_field_name(side) for side in ("left", "right"))
                if left and right and len(left.named_children) > 1:  # each stands for all of what it is one of
                    yield text_of(self._data, left.named_children[1]), self.value(right)

    def _pairs(self, names: "list[Node]", values: "list[Node]") -> Iterator[tuple[str, GoValue]]:
        known = [self.value(one) for one in values] if len(names) == len(values) else [GoUnknown()] * len(names)
        yield from ((text_of(self._data, name), value) for name, value in zip(names, known, strict=True))

    def value(self, node: "Node", depth: int = 0) -> GoValue:
        """Return the value that an expression has, as far as it is a literal, a name or a call."""
        if depth > _DEEPEST:
            return GoUnknown("it is nested too deeply")
        node = self._inside(node)
        match node.type:
            case "call_expression":
                if node.id not in self._calls:
                    self._calls[node.id] = self._call(node, depth)
                return self._calls[node.id]
            case "binary_expression":
                left, operator, right = (node.child_by_field_name(one) for one in ("left", "operator", "right"))
                if left and operator and right:
                    return GoOperation(self.value(left, depth + 1), operator.type, self.value(right, depth + 1))
            case "composite_literal":
                named, body = node.child_by_field_name("type"), node.child_by_field_name("body")
                return self._literal(text_of(self._data, named) if named else "", body or node, depth)
            case "literal_value":
                return self._literal("", node, depth)
        return self._plain(node)

    def _inside(self, node: "Node") -> "Node":
        """Return an expression without brackets, and without the sign that makes a pointer to it."""
        for _ in range(_DEEPEST):
            inner = [one for one in node.named_children if one.type != "comment"]
            is_pointer = node.type == "unary_expression" and self._data[node.start_byte : node.start_byte + 1] == b"&"
            if len(inner) != 1 or not (is_pointer or node.type in _TRANSPARENT):
                break
            node = inner[0]
        return node

    def _plain(self, node: "Node") -> GoValue:
        text = text_of(self._data, node)
        if node.type in ("interpreted_string_literal", "raw_string_literal"):
            return GoText(text[1:-1], is_raw=text.startswith("`"))
        if node.type in ("identifier", "field_identifier", "selector_expression"):
            return GoName("".join(text.split()))
        is_number = node.type == "unary_expression" and _NEGATIVE.fullmatch(text)
        return GoWord(text) if node.type in _WORDS or is_number else GoUnknown()

    def _call(self, node: "Node", depth: int) -> GoValue:
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is None or function.type not in ("identifier", "selector_expression"):
            return GoUnknown()
        values = tuple(self.value(one, depth + 1) for one in _listed(arguments, "")) if arguments else ()
        on, method = function.child_by_field_name("operand"), function.child_by_field_name("field")
        if on and method and on.type == "call_expression":
            return GoCall(self.value(on, depth + 1), text_of(self._data, method), values)
        name = text_of(self._data, function)
        around, _, own = name.rpartition(".")
        return GoCall(GoName(around), own, values) if name.replace(".", "").isidentifier() else GoUnknown()

    def _literal(self, type_: str, body: "Node", depth: int) -> GoLiteral:
        elements = []
        for one in body.named_children:
            if one.type == "comment":
                continue
            key = one.child_by_field_name("key") if one.type == "keyed_element" else None
            value = one.child_by_field_name("value") if one.type == "keyed_element" else one
            elements.append(
                GoElement(
                    self.value(key, depth + 1) if key else None,
                    self.value(value, depth + 1) if value else GoUnknown(),
                    *self._lines(one),
                )
            )
        # Of several elements for one field, which is an error, the first one counts.
        fields = {one.key.name: one for one in reversed(elements) if isinstance(one.key, GoName)}
        return GoLiteral("".join(type_.split()), tuple(elements), fields, *self._lines(body))

    def _lines(self, node: "Node") -> tuple[int, int]:
        return node.start_point[0] + 1 + self._above, node.end_point[0] + 1 + self._above


def _listed(node: "Node", list_: str) -> "list[Node]":
    """Return what is in a node, without comments, also if it is in a list, whose type is given."""
    inner = (one for child in node.named_children for one in (child.named_children if child.type == list_ else [child]))
    return [one for one in inner if one.type != "comment"]


class GoStatement(NamedTuple):
    """What a function does at one place: it assigns a value, calls something, or returns a value.

    `at` is the byte of the source at which that begins; the lines are 1-based and inclusive.
    """

    value: GoValue
    at: int
    line: int
    end: int
    is_conditional: bool


class GoFunction(Struct, eq=False):
    """A function, or what is outside of all functions of a source, which has no name.

    It reaches to the byte `end` of its source. Its `owner` is its receiver; that and the parameters are names with
    types. `structs` are the fields of types.
    """

    path: str
    end: int
    name: str = ""
    owner: tuple[str, str] = ("", "")
    parameters: tuple[tuple[str, str], ...] = ()
    result: str = ""
    assigned: dict[str, list[GoStatement]] = {}  # by what they assign to
    calls: list[GoStatement] = []
    returned: list[GoStatement] = []
    structs: dict[str, list[tuple[str, str]]] = {}

    @property
    def folder(self) -> str:
        """The folder of the package."""
        return dirname(self.path)

    def read(self, reader: GoReader, node: "Node", *, is_conditional: bool) -> None:
        """Add a statement or a call."""
        place = node.start_byte, node.start_point[0] + 1, node.end_point[0] + 1, is_conditional
        for name, value in reader.assignments(node):
            self.assigned.setdefault(name, []).append(GoStatement(value, *place))
        if node.type == "return_statement":
            self.returned += [GoStatement(value, *place) for value in reader.returned(node)]
        elif node.type == "call_expression":
            self.calls.append(GoStatement(reader.value(node), *place))

    def last(self, name: str, at: int) -> GoStatement | None:
        """Return what the function assigned last to a name in front of some place."""
        every = self.assigned.get(name, []) if self.name else []
        place = bisect_left(every, at, key=attrgetter("at"))
        return every[place - 1] if place else None


def functions_in(path: str, data: bytes, work: int) -> list[GoFunction]:
    """Return what is outside of the functions of a source, and then its functions.

    Raises HopelessError if the source takes more than `work` times the usual work to read.
    """
    nodes = nodes_of("go", data, _NODES, work, closed=_CLOSED)
    reader, found, closed = GoReader(data), [GoFunction(path, len(data))], 0
    branch = range(0)  # the bytes of the outermost branch that are not its head
    for node in nodes:
        around, at = found[-1] if node.start_byte < found[-1].end else found[0], node.start_byte
        if at < closed:
            continue
        if node.type in _CLOSED:
            closed = node.end_byte
            around.calls += _changes_of_flags(data, node)
        elif node.type in _BRANCHES:
            branch = branch if at < branch.stop else _conditional(data, node)
        elif node.type in _FUNCTIONS:
            found.append(_function(path, data, node))
        elif node.type == "type_spec":
            found[0].structs.update(_struct(data, node))
        else:
            around.read(reader, node, is_conditional=at in branch)
    return found


def _changes_of_flags(data: bytes, node: "Node") -> Iterator[GoStatement]:
    """Yield the calls in a function in another one that give commands some flags, `flags.Bool("all", …)`, and a call
    that stands for what changes any flag that it gets, `flag.Usage = text`.
    """
    lines = node.start_point[0] + 1, node.end_point[0] + 1
    for match in _DEFINING.finditer(data, node.start_byte, node.end_byte):
        name = GoName(match[1].decode())
        on = GoCall(name, "Flags") if match[2] else name
        yield GoStatement(GoCall(on, "AddFlag"), match.start(), *lines, is_conditional=True)
    if _CHANGING.match(data, node.start_byte, node.end_byte):
        yield GoStatement(GoCall(GoName(""), CHANGE_OF_FLAGS), node.start_byte, *lines, is_conditional=True)


def _conditional(data: bytes, node: "Node") -> range:
    """Return the bytes of a branch without its head, whose error is looked at: `if err := add(); err != nil`.

    What a loop does to each element of a list, it does under no condition.
    """
    if any(one.type == "range_clause" for one in node.named_children):
        text = data[node.start_byte : node.end_byte]
        return range(node.start_byte, node.end_byte if _LEAVING.search(text) else node.start_byte)
    head = node.child_by_field_name("initializer")
    return range(head.end_byte if head else node.start_byte, node.end_byte)


def _struct(data: bytes, node: "Node") -> Iterator[tuple[str, list[tuple[str, str]]]]:
    name, type_ = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name and type_ and type_.type == "struct_type":
        fields = [one for child in type_.named_children for one in _names_with_types(data, child)]
        yield text_of(data, name), [(own or bare_type(one), one) for own, one in fields]


def bare_type(type_: str) -> str:
    """Return the name of a type, without its package and the marks of pointers."""
    return type_.lstrip("*").rpartition(".")[2]


def _function(path: str, data: bytes, node: "Node") -> GoFunction:
    name, owner, parameters, result = (
        node.child_by_field_name(one) for one in ("name", "receiver", "parameters", "result")
    )
    return GoFunction(
        path,
        node.end_byte,
        text_of(data, name) if name else "",
        next(_names_with_types(data, owner), ("", "")) if owner else ("", ""),
        tuple(islice(_names_with_types(data, parameters), _MOST_PARAMETERS)) if parameters else (),
        text_of(data, result).strip("(").partition(",")[0] if result else "",
    )


def _names_with_types(data: bytes, node: "Node") -> Iterator[tuple[str, str]]:
    for one in node.named_children:
        type_ = one.child_by_field_name("type")
        names = [text_of(data, name) for name in one.children_by_field_name("name") if name.is_named]
        dots = "..." if one.type == "variadic_parameter_declaration" else ""
        if one.type != "comment":
            yield from ((name, dots + text_of(data, type_) if type_ else "") for name in names or [""])
