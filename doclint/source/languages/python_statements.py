"""The statements of a Python module or of the body of a class, and the names that they bind."""

from collections.abc import Iterator

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.source.trees import Node, text_of

COMPUTED_SLOTS = "its `__slots__` are computed"
"""Why a class may have further members if its slots are not written as literals."""

CLAUSES = frozenset(
    "block elif_clause else_clause except_clause except_group_clause finally_clause case_clause".split()
)
"""What encloses statements within a compound statement."""
COMPOUND = frozenset("if_statement try_statement for_statement while_statement match_statement".split())
"""The statements below which others are conditional."""
BETWEEN = ("comment", "line_continuation")
"""What may be between any other nodes."""

_PATTERNS = frozenset(
    "pattern_list tuple_pattern list_pattern list_splat_pattern tuple list as_pattern_target"
    " parenthesized_expression".split()
)
_AROUND_ALIASES = ("with_clause", "with_item", "tuple", "parenthesized_expression")
_SEQUENCES = ("tuple", "list", "expression_list", "pattern_list", "tuple_pattern", "list_pattern")
_WITH_BLOCKS = (
    COMPOUND | CLAUSES | {"function_definition", "class_definition", "decorated_definition", "with_statement"}
)
_LITERAL_SLOTS = ("string", "tuple", "list", "set", "dictionary", "parenthesized_expression")
_TYPE_CHECKING = expression(rb"(?:\w++\.)?TYPE_CHECKING\Z")


class ImportedName(Struct, frozen=True):
    """A name that a module imports, on a line, 1-based: `origin` in a module, or the module itself without an origin.

    `import a.b` binds `a`. A star is a name, too.
    """

    name: str
    module: str
    origin: str
    line: int


def statements(block: "Node") -> Iterator[tuple["Node", bool]]:
    """Yield the statements of a module or of the body of a class, each with whether it is conditional, and comments.

    The targets of `for` and `with` come before what is below them. What type checkers do not see is not conditional.
    """
    waiting = [(child, False) for child in reversed(block.named_children)]
    while waiting:
        node, is_conditional = waiting.pop()
        if node.type in COMPOUND:
            yield node, is_conditional
            is_run = is_conditional or not _is_for_type_checkers(node)
            waiting += [
                (child, is_run or child.type != "else_clause")
                for child in reversed(node.named_children)
                if child.type in CLAUSES
            ]
        elif node.type == "with_statement":
            yield node, is_conditional
            waiting += [(child, is_conditional) for child in reversed(node.named_children) if child.type == "block"]
        elif node.type in CLAUSES or node.type == "ERROR":
            waiting += [(child, is_conditional or node.type == "ERROR") for child in reversed(node.named_children)]
        else:
            yield node, is_conditional


def _is_for_type_checkers(node: "Node") -> bool:
    """Whether a statement is `if TYPE_CHECKING:`, so that Python always runs what is below its `else`."""
    condition = node.child_by_field_name("condition") if node.type == "if_statement" else None
    if condition is None or not _TYPE_CHECKING.match(condition.text or b""):
        return False
    return all(child.type != "elif_clause" for child in node.named_children)


def plain(dotted: str) -> str:
    """Return a dotted name without blanks in it."""
    return dotted if dotted.isidentifier() else "".join(dotted.split())


def imports(data: bytes, node: "Node") -> Iterator["ImportedName"]:
    """Yield what a statement imports."""
    if node.type == "import_statement":
        for child in node.children_by_field_name("name"):
            alias = child.child_by_field_name("alias")
            module = plain(_text(data, child.child_by_field_name("name") if alias else child))
            name = _text(data, alias) or module.partition(".")[0]
            yield ImportedName(name, module if alias else name, "", child.start_point[0] + 1)
        return
    module = plain(_text(data, node.child_by_field_name("module_name"))) or "__future__"
    if any(child.type == "wildcard_import" for child in node.named_children):
        yield ImportedName("*", module, "*", node.start_point[0] + 1)
    for child in node.children_by_field_name("name"):
        alias = child.child_by_field_name("alias")
        origin = _text(data, child.child_by_field_name("name") if alias else child)
        yield ImportedName(_text(data, alias) or origin, module, origin, child.start_point[0] + 1)


def _text(data: bytes, node: "Node | None") -> str:
    return text_of(data, node) if node is not None else ""


def targets(node: "Node") -> Iterator["Node"]:
    """Yield what a target binds, such as `a` and `b.c` of `(a, *b.c)`, or what the clause of `with` does."""
    waiting = [*_aliases(node)][::-1] if node.type == "with_clause" else [node]
    while waiting:
        one = waiting.pop()
        if one.type in ("identifier", "attribute", "subscript"):
            yield one
        elif one.type in _PATTERNS:
            waiting += reversed(one.named_children)
        elif one.type in ("type", "generic_type"):
            waiting += one.named_children[:1]


def _aliases(clause: "Node") -> Iterator["Node"]:
    """Yield the targets of `with a as b, (c as d): ...`."""
    waiting = [clause]
    while waiting:
        one = waiting.pop()
        if one.type == "as_pattern":
            yield from one.children_by_field_name("alias")
        elif one.type in _AROUND_ALIASES:
            waiting += reversed(one.named_children)


def is_computed(value: "Node") -> bool:
    """Whether the value of `__slots__` is not a literal."""
    return value.type not in _LITERAL_SLOTS


def slots(data: bytes, value: "Node") -> Iterator[tuple[str, int]]:
    """Yield the names that the value of `__slots__` lists, each with its line, 1-based."""
    keys = [pair.child_by_field_name("key") for pair in value.named_children if pair.type == "pair"]
    for child in (value, *value.named_children, *filter(None, keys)):
        if child.type == "string" and (name := text_of(data, child).strip("\"'")).isidentifier():
            yield name, child.start_point[0] + 1


def parts(node: "Node | None") -> "list[Node]":
    """Return the named children of a node without comments and line continuations; none of None."""
    return [child for child in node.named_children if child.type not in BETWEEN] if node is not None else []


def chain(node: "Node") -> "tuple[list[Node], Node | None]":
    """Return the targets and the value of `a = b = value`."""
    lefts: list[Node | None] = []
    value: Node | None = node
    while value is not None and value.type in ("assignment", "augmented_assignment"):
        lefts.append(value.child_by_field_name("left"))
        value = value.child_by_field_name("right")
    return [*filter(None, lefts)], value


def pairs(left: "Node", value: "Node | None") -> "Iterator[tuple[Node, Node | None]]":
    """Yield the names that a pattern binds, each with what it is bound to; None if no expression shows that."""
    names, values = parts(left), parts(value)
    is_plain = value is not None and left.type in _SEQUENCES and value.type in _SEQUENCES
    is_plain = is_plain and len(names) == len(values) and all(one.type == "identifier" for one in names)
    if is_plain and not any(one.type == "list_splat" for one in values):
        yield from zip(names, values, strict=True)
    else:
        yield from ((one, None) for one in targets(left) if one.type == "identifier")


def last_line(statement: "Node") -> int:
    """Return the last line of a statement, 1-based. A block has the comments behind its last statement; they do not
    count.
    """
    inner: Node | None = statement
    while inner is not None and inner.type in _WITH_BLOCKS:
        statement = inner
        inner = statement.named_child(statement.named_child_count - 1) if statement.named_child_count else None
        if inner is not None and inner.type in BETWEEN:
            inner = next(reversed(parts(statement)), None)
    return (inner or statement).end_point[0] + 1
