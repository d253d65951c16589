"""What the methods of Python classes assign to the attributes of their first parameter."""

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.source.languages.python_functions import is_private, written
from doclint.source.languages.python_literals import assignments
from doclint.source.languages.python_source import PythonSource
from doclint.source.languages.python_statements import BETWEEN, chain, last_line, parts, statements, targets
from doclint.source.model import OMITTED, Declaration
from doclint.source.trees import Node, text_of

# What reads an item of a dictionary, or all of them, and so does not change it.
_READ = rb"(?!\s*+(?:\.(?:get|keys|items|values|copy)\b|\[[^\]\n]*+\](?!\s*+=[^=])))"
# The reasons for a module. Each pattern is only searched where one of its words is.
_DYNAMIC = {
    "it changes `globals()`": ((b"globals()",), expression(rb"(?<!in )\bglobals\(\)" + _READ)),
    "it changes `sys.modules`": (
        (b"sys.modules",),
        expression(
            rb"\bsys\.modules(?:\[__name__\]|\.get\(__name__|\s*+\[[^\]\n]*+\]\s*+=[^=]|\.(?:update|setdefault)\b)"
        ),
    ),
    "it sets `__path__`": (
        (b"__path__", b"meta_path"),
        expression(
            rb"^__path__\b|\b__path__\.(?:append|extend|insert)\b|\bmeta_path\.(?:append|insert)\b", re.MULTILINE
        ),
    ),
}
OF_PATH = frozenset({"it changes `sys.modules`", "it sets `__path__`"})
"""The reasons for which a module may have further submodules, too."""

_BY_NAME = expression(
    rb"setattr(?:__)?\([^\S\n]*+[^\W\d]\w*+[^\S\n]*+,\s*+(?:[\"'](?P<name>\w++)[\"']|(?P<any>\S))"
    rb"|__setattr__\(\s*+[\"'](?P<inherited>\w++)[\"']"
)
_DICT = expression(rb"\.__dict__\b" + _READ + rb"|\bvars\(")
_WORDS_OF_DICT = (b".__dict__", b"vars(")
_WORD = expression(r"\w++")
_LAZY = expression(r"lazy", re.IGNORECASE)
_FACTORIES = ("extra_objects",)  # what lazy modules offer besides what their table names


def module_reasons(data: bytes) -> list[str]:
    """Return why a module may have names that it does not show ("it changes `globals()`")."""
    return [
        reason
        for reason, (words, pattern) in _DYNAMIC.items()
        if any(word in data for word in words) and pattern.search(data)
    ]


def method_reasons(data: bytes, start: int, end: int) -> list[str]:
    """Return why a class may have attributes that it does not show, by a method between two bytes of a source."""
    found = []
    if data.find(b"setattr", start, end) >= 0 and any(one["any"] for one in _BY_NAME.finditer(data, start, end)):
        found.append("it sets attributes whose names are computed")
    has_dict = any(data.find(word, start, end) >= 0 for word in _WORDS_OF_DICT)
    if has_dict and _DICT.search(data, start, end):
        found.append("it uses `__dict__`")
    return found


def attributes_by_name(data: bytes, start: int, end: int) -> Iterator[tuple[str, int]]:
    """Yield the attributes that code between two bytes sets by their names (`setattr(self, "name", ...)`), with the
    place of each in the source.
    """
    for match in _BY_NAME.finditer(data, start, end) if data.find(b"setattr", start, end) >= 0 else ():
        name = match["name"] or match["inherited"]
        if name is not None:
            yield name.decode(errors="replace"), match.start()


class LazyTable(Struct, frozen=True):
    """What a lazy module imports when it is asked, and the place of the statement that makes the module lazy."""

    start: int
    end: int
    imports: list[Declaration]


def lazy_table(source: PythonSource) -> LazyTable | None:
    """Return what the table of a lazy module names: `sys.modules[__name__] = LazyImporter(__name__, ..., table)`.

    None if there is none, or if it cannot be read as a literal. Such a table has lists of names by submodule, as
    `lazy_imports` and the `_LazyModule` of Transformers take them.
    """
    if len(source.replacements) != 1:
        return None
    [(statement, call)] = source.replacements
    function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or arguments is None or not _LAZY.search(text_of(source.data, function)):
        return None
    text = text_of(source.data, arguments)
    named = list(source.tables.keys() & set(_WORD.findall(text)))
    if len(named) != 1 or any(one in text for one in _FACTORIES):
        return None
    table = source.tables[named[0]]
    uses = re.findall(rf"\b{re.escape(named[0])}\b\s*[\[.|]".encode(), source.data)
    pairs = parts(table)
    value = assignments(source.data).get(named[0])
    if (
        uses
        or not isinstance(value, dict)
        or len(value) != len(pairs)
        or not all(isinstance(one, list) and all(isinstance(name, str) for name in one) for one in value.values())
    ):
        return None
    line = statement.start_point[0] + 1
    imports = [
        Declaration("import", name, line, line, line, module=f".{module}", origin=name)
        for module, names in value.items()
        for name in names
    ]
    return LazyTable(statement.start_byte, statement.end_byte, imports)


_MAKERS = ("__init__", "__new__", "__post_init__", "__attrs_post_init__")
_ON_INSTANCES = frozenset({"staticmethod", "classmethod"})
_SETTING = rb"(?:[^\S\n]*+(?:=(?!=)|:(?!=)|[,)\]]|(?:[-+*/%&|^@]|//|\*\*|<<|>>)=|in\b))"
_LONGEST = 200  # characters of the name of a parameter


class _Assigned(Struct, frozen=True):
    """An attribute that a method assigns: the node of its name, and the assignment to it alone and its statement if
    there are such; else the name stands for the statement.
    """

    name: "Node"
    assignment: "Node | None"
    statement: "Node"


class MethodAttributes:
    """The attributes that the methods of one class assign.

    `fields` are those of the first parameter, by name, as far as statements show them. `reasons` say why instances may
    have others.
    """

    def __init__(self, source: PythonSource) -> None:
        self.fields: dict[str, Declaration] = {}
        self.reasons: list[str] = []
        self._source = source
        self._mentioned: dict[tuple[str, bool], int] = {}

    def mentioned(self, names: set[str]) -> Iterator[Declaration]:
        """Yield what methods may assign besides fields and what has a name; what is assigned to the class, always."""
        for (name, is_of_class), line in self._mentioned.items():
            if is_of_class or name not in names:
                yield Declaration("field", name, line, 0, 0, is_conditional=True, is_assigned=not is_of_class)

    def take(self, method: "Node", name: str, first: str, decorators: set[str], *, is_static: bool) -> None:
        """Take what a method assigns, given its name, that of its first parameter, and its decorators."""
        body = method.child_by_field_name("body")
        self._take_mentioned(method, name, first, decorators & _ON_INSTANCES)
        if not first or is_static or body is None:
            return
        is_maker = name in _MAKERS and "classmethod" not in decorators
        owners = (first, "self") if name == "__new__" else (first,)
        documented: list[str] = []
        column = 0
        for node, is_conditional in _statements(body):
            if node.type in BETWEEN:
                continue
            if node.type == "expression_statement" and documented and node.start_point[1] == column:
                self._document(documented, node)
            documented, column = [], node.start_point[1]
            for one in self._assigned(node, owners):
                field = self._field(one)._replace(is_conditional=is_conditional or not is_maker)
                documented += [field.name] if one.assignment is not None else []
                before = self.fields.get(field.name)
                if before is None or (field.type and not before.type):
                    self.fields[field.name] = field._replace(docstring=before.docstring if before else "")

    def _take_mentioned(self, method: "Node", name: str, first: str, decorators: set[str]) -> None:
        """Take what looks like an assignment, wherever it is in a method."""
        data, start, end = self._source.data, *map(self._source.place, (method.start_point, method.end_point))
        is_any = bool(decorators) or name == "__new__" or not first.isidentifier() or len(first) > _LONGEST
        is_of_class = "classmethod" in decorators
        for match in _assignment_to("" if is_any else first).finditer(data, start, end):
            self._mention(match[1].decode(errors="replace"), match.start(), is_of_class=is_of_class)
        for own, at in attributes_by_name(data, start, end):
            self._mention(own, at, is_of_class=False)
        self.reasons += method_reasons(data, start, end)

    def _mention(self, name: str, place: int, *, is_of_class: bool) -> None:
        if (name, is_of_class) not in self._mentioned:
            self._mentioned[name, is_of_class] = self._source.line(place)

    def _document(self, names: list[str], statement: "Node") -> None:
        """Give the fields that the statement before a string assigns the string as docstring."""
        literal = next(iter(statement.named_children), None)
        docstring = self._source.literal(literal) if literal and literal.type == "string" else ""
        for name in names if docstring else ():
            self.fields[name] = self.fields[name]._replace(docstring=docstring)

    def _assigned(self, statement: "Node", owners: tuple[str, ...]) -> Iterator[_Assigned]:
        """Yield the attributes of some names that a statement assigns."""
        for target, assignment in _targets(statement):
            owner, name = target.child_by_field_name("object"), target.child_by_field_name("attribute")
            if owner is not None and name is not None and text_of(self._source.text, owner) in owners:
                yield _Assigned(name, assignment, statement if assignment is not None else name)

    def _field(self, one: _Assigned) -> Declaration:
        text = self._source.text
        type_ = ""
        value: str | None = OMITTED
        if one.assignment is not None:
            node = chain(one.assignment)[1]
            type_ = written(text, one.assignment.child_by_field_name("type"))
            value = written(text, node) if node is not None else None
        name = text_of(text, one.name)
        return Declaration(
            "field",
            name,
            one.name.start_point[0] + 1,
            one.statement.start_point[0] + 1,
            last_line(one.statement),
            type=type_,
            value=value,
            is_public=not is_private(name),
            is_assigned=True,
        )


def _statements(body: "Node") -> "Iterator[tuple[Node, bool]]":
    """Yield the statements of a method and of the functions in it, each with whether it is conditional."""
    left = [(statements(body), False)]
    while left:
        node, is_conditional = next(left[-1][0], (None, False))
        if node is None:
            left.pop()
            continue
        is_conditional = is_conditional or left[-1][1]
        yield node, is_conditional
        inner = node.child_by_field_name("definition") if node.type == "decorated_definition" else node
        block = inner.child_by_field_name("body") if inner and inner.type == "function_definition" else None
        if block is not None:
            left.append((statements(block), True))


def _targets(statement: "Node") -> "Iterator[tuple[Node, Node | None]]":
    """Yield the attributes that a statement assigns, each with the assignment to it if it is the only target of one."""
    match statement.type:
        case "expression_statement":
            for child in statement.named_children:
                one: Node | None = child
                while one is not None and one.type == "assignment":
                    left = one.child_by_field_name("left")
                    yield from _attributes(left, one if left is not None and left.type == "attribute" else None)
                    one = one.child_by_field_name("right")
        case "for_statement":
            yield from _attributes(statement.child_by_field_name("left"), None)
        case "with_statement":
            yield from _attributes(parts(statement)[0], None)


def _attributes(target: "Node | None", assignment: "Node | None") -> "Iterator[tuple[Node, Node | None]]":
    return ((one, assignment) for one in (targets(target) if target is not None else ()) if one.type == "attribute")


@lru_cache(maxsize=100)
def _assignment_to(name: str) -> re.Pattern[bytes]:
    """Return a pattern of assignments to the attributes of a name; to those of any name if it is empty."""
    # A pattern that begins with the name is searched fast.
    own = name.encode(errors="replace")
    target = own + rb"(?<![\w.]" + own + rb")" if name else rb"(?<![\w.])[^\W\d]\w*+"
    return re.compile(target + rb"[^\S\n]*+\.[^\S\n]*+([^\W\d]\w*+)" + _SETTING)
