"""What a Python module offers to whoever imports it. Its syntax tree is read, and the module is never run."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from doclint.errors.expressions import expression
from doclint.source.languages.python_dynamic import OF_PATH, attributes_by_name, method_reasons, module_reasons
from doclint.source.languages.python_literals import assignments
from doclint.source.languages.python_outline import outline
from doclint.source.languages.python_signatures import signature_of
from doclint.source.languages.python_statements import (
    COMPUTED_SLOTS,
    chain,
    imports,
    is_computed,
    parts,
    plain,
    slots,
    statements,
    targets,
)
from doclint.source.members import Member, MemberKind, ModuleMembers, Signature
from doclint.source.parsing import HopelessError
from doclint.source.trees import COLLECTOR_PAUSE, text_of, tree_of

if TYPE_CHECKING:
    from tree_sitter import Node, Point

DEEPEST = 12
"""How many classes inside each other are read."""

_LONGEST = 200  # characters of an annotation or a value that is kept
_NAME = expression(r"[^\W\d]\w*+(?:\.[^\W\d]\w*+)*+")
_DEFINITIONS = ("function_definition", "class_definition")
_ACCESSORS = ("setter", "deleter", "getter")
_ON_INSTANCES = frozenset({"staticmethod", "classmethod"})

_REPLACED = b"sys.modules"
# Names that functions assign to the module, and that expressions at its top assign on the way.
_GLOBAL = expression(rb"^[ \t]++global[ \t]++([\w, \t]++)", re.MULTILINE)
_WALRUS = expression(rb"(?<!\w)([^\W\d]\w*+)[ \t]*+:=")
_LINE = expression(rb"[^\n]*+\n?+")
_RETURN = expression(rb"\breturn\b")
_EXPORTS = b"__all__"
_SLOTS = "__slots__"
_HARMLESS = ("print", ".register", ".append", ".add", ".debug", ".info", ".warning")  # with a class as argument
_WORD = expression(r"\w++")
_LAZY = expression(r"lazy", re.IGNORECASE)
_FACTORIES = ("extra_objects",)  # what lazy modules offer besides what their table names

_SETTING = rb"(?:[^\S\n]*+(?:=(?!=)|:(?!=)|[,)\]]|(?:[-+*/%%&|^@]|//|\*\*|<<|>>)=|in\b))"


def read(data: bytes, work: int = 1) -> ModuleMembers | None:
    r"""Return what a module offers; None if it takes more than `work` times the work that real sources take to parse.

    A module with a syntax error is open, because some of its names may be missing.

    >>> found = read(b"from .a import b as c\nclass D(c.E):\n    def f(self, g=1): self.h = g\n")
    >>> [(member.kind, member.name, member.bases) for member in found.members]
    [('import', 'c', ()), ('class', 'D', ('c.E',))]
    >>> [(member.kind, member.name) for member in found.members[1].members]
    [('function', 'f'), ('attribute', 'h')]
    """
    return _read(data, work)


# The declarations of a source and what examples import from it are most often asked for one after the other.
@lru_cache(maxsize=4)
def _read(data: bytes, work: int) -> ModuleMembers | None:
    try:
        text, root = _parsed(data, work)
    except HopelessError:
        return None
    with COLLECTOR_PAUSE:
        return _members(data, text, root)


def _members(data: bytes, text: bytes, root: "Node") -> ModuleMembers:
    """Return what a module offers, given the text that was parsed and the root of its tree."""
    scope = _Scope(text, _Whole(data))
    scope.take(root)
    lazy = _lazy_members(data, scope)
    rest = data if lazy is None else data[: lazy.start] + data[lazy.end :]
    own = scope.finished()
    named = {member.name for member in own}
    further = (member for member in _globals_of_functions(data, scope.whole) if member.name not in named)
    members = [*own, *further, *(lazy.members if lazy else ())]
    dynamic = module_reasons(rest)
    reasons = [*scope.reasons, *dynamic]
    if any(member.name == "__getattr__" for member in members):
        reasons.append("it defines `__getattr__`")
    if root.has_error:
        reasons.append("it has a syntax error")
    return ModuleMembers(
        tuple(_patched(members, scope.patched)),
        tuple(dict.fromkeys(scope.stars)),
        exported(text),
        reasons[0] if reasons else "",
        has_open_path=not OF_PATH.isdisjoint(dynamic) or root.has_error,
    )


def _parsed(data: bytes, work: int) -> "tuple[bytes, Node]":
    """Return the text that was parsed, and the root of its tree: the outline of a source, if that is enough.

    The table of a lazy module may be used in functions, and a syntax error may come from the outline alone.
    """
    text = data if _REPLACED in data else outline(data)
    root = tree_of("python", text, work).root_node
    return (text, root) if text == data or not root.has_error else (data, tree_of("python", data, work).root_node)


def exported(data: bytes, work: int = 1) -> tuple[str, ...] | None:
    """Return `__all__` of a module; None if there is none, or if it is not a plain list."""
    names = assignments(data, work).get(_EXPORTS.decode()) if _EXPORTS in data else None
    return tuple(names) if isinstance(names, list) and all(isinstance(name, str) for name in names) else None


def _globals_of_functions(data: bytes, whole: "_Whole") -> Iterator[Member]:
    """Yield the names that functions, or parts of expressions, may assign to the module."""
    for guard, pattern in ((b"global", _GLOBAL), (b":=", _WALRUS)):
        for match in pattern.finditer(data) if guard in data else ():
            for name in match[1].decode(errors="replace").split(","):
                yield Member("variable", name.strip(), whole.line(match.start()), is_conditional=True, value="...")


def _patched(members: Iterable[Member], names: set[str]) -> Iterator[Member]:
    """Yield members, those classes as open of which the module sets attributes from outside."""
    for member in members:
        is_open = member.kind == "class" and member.name in names and not member.is_open
        yield member._replace(is_open="its module sets attributes of it") if is_open else member


class _LazyTable(NamedTuple):
    """What a lazy module imports when it is asked, and the place of the statement that makes the module lazy."""

    start: int
    end: int
    members: list[Member]


def _lazy_members(data: bytes, scope: "_Scope") -> _LazyTable | None:
    """Return what the table of a lazy module names: `sys.modules[__name__] = LazyImporter(__name__, ..., table)`.

    None if there is none, or if it cannot be read as a literal. Such a table has lists of names by submodule, as
    `lazy_imports` and the `_LazyModule` of Transformers take them.
    """
    if len(scope.replacements) != 1:
        return None
    [(statement, call)] = scope.replacements
    function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or arguments is None or not _LAZY.search(text_of(data, function)):
        return None
    text = text_of(data, arguments)
    named = list(scope.tables.keys() & set(_WORD.findall(text)))
    if len(named) != 1 or any(one in text for one in _FACTORIES):
        return None
    table = scope.tables[named[0]]
    uses = re.findall(rf"\b{re.escape(named[0])}\b\s*[\[.|]".encode(), data)
    pairs = parts(table)
    value = assignments(data).get(named[0])
    if (
        uses
        or not isinstance(value, dict)
        or len(value) != len(pairs)
        or not all(map(_is_list_of_names, value.values()))
    ):
        return None
    line = table.start_point[0] + 1
    members = [
        Member("import", name, line, module=f".{module}", origin=name)
        for module, names in value.items()
        for name in names
    ]
    return _LazyTable(statement.start_byte, statement.end_byte, members)


def _is_list_of_names(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(name, str) for name in found)


class _Scope:
    """The members of a module or of a class, as its statements are read.

    `reasons` say why it may have others. `patched` are the names of which attributes are set, `tables` the mappings
    that are assigned to names, and `replacements` the statements that put the result of a call into `sys.modules`.
    """

    def __init__(self, data: bytes, whole: "_Whole", depth: int = 0) -> None:
        self.data = data
        self.whole = whole
        self.stars: list[str] = []
        self.reasons: list[str] = []
        self.patched: set[str] = set()
        self.tables: dict[str, Node] = {}
        self.replacements: list[tuple[Node, Node]] = []
        self._depth = depth
        self._members: list[Member] = []
        self._names: set[str] = set()
        self._overloads: dict[str, tuple[int, list[Signature]]] = {}

    def finished(self) -> list[Member]:
        """Return the members, the overloads of a function as one."""
        for at, signatures in self._overloads.values():
            member = self._members[at]
            self._members[at] = member._replace(signatures=(*signatures, *member.signatures))
        self._overloads = {}
        return self._members

    def take(self, block: "Node") -> None:
        """Take all statements of a block."""
        for node, is_conditional in statements(block):
            self._take_statement(node, is_conditional=is_conditional)

    def _take_statement(self, node: "Node", *, is_conditional: bool) -> None:
        match node.type:
            case "expression_statement":
                for child in node.named_children:
                    self._take_expression(child, is_conditional=is_conditional)
            case "import_statement" | "import_from_statement" | "future_import_statement":
                self._take_import(node, is_conditional=is_conditional)
            case "function_definition" | "class_definition" | "decorated_definition":
                self._take_definition(node, is_conditional=is_conditional)
            case "for_statement" | "type_alias_statement":
                left = node.child_by_field_name("left")
                self._take_target(left, is_conditional=is_conditional or node.type == "for_statement")
            case "with_statement":
                self._take_target(parts(node)[0], is_conditional=is_conditional)

    def _text(self, node: "Node | None") -> str:
        return text_of(self.data, node) if node is not None else ""

    def _add(self, member: Member) -> None:
        self._members.append(member)
        self._names.add(member.name)

    def _take_import(self, node: "Node", *, is_conditional: bool) -> None:
        for one in imports(self.data, node):
            if one.name == "*":
                self.stars.append(one.module)
            else:
                name, module, origin, line = one
                self._add(Member("import", name, line, module=module, origin=origin, is_conditional=is_conditional))

    def _take_expression(self, node: "Node", *, is_conditional: bool) -> None:
        match node.type:
            case "assignment" | "augmented_assignment":
                self._take_assignment(node, is_conditional=is_conditional)
            case "call":
                self._take_call(node)

    def _take_call(self, node: "Node") -> None:
        """Take a call that may set names: `exec(...)`, `locals().update(...)`, or attributes of a class it gets."""
        function = self._text(node.child_by_field_name("function"))
        if function in ("exec", "execfile"):
            self.reasons.append(f"it calls `{function}()`")
        elif not function.endswith(_HARMLESS):
            arguments = node.child_by_field_name("arguments")
            given = arguments.named_children if arguments is not None else []
            self.patched.update(self._text(one) for one in given if one.type == "identifier")
        if function.startswith(("locals()", "vars()")):
            self.reasons.append("it changes `locals()`")

    def _take_assignment(self, node: "Node", *, is_conditional: bool) -> None:
        """Take `a = b = value`, `a: int`, `a.b = value` and the like."""
        lefts, value = chain(node)
        annotation = self._short(node.child_by_field_name("type"))
        text, keywords = self._value(value)
        is_conditional = is_conditional or node.type != "assignment"
        member = Member(
            "variable", "", 0, annotation=annotation, is_conditional=is_conditional, value=text, keywords=keywords
        )
        for target in lefts:
            match target.type:
                case "identifier":
                    self._take_variable(member._replace(name=self._text(target), line=target.start_point[0] + 1), value)
                case "attribute":
                    self.patched.add(self._text(target.child_by_field_name("object")))
                case "subscript":
                    self._take_item(node, self._text(target.child_by_field_name("value")), value)
                case _:
                    self._take_target(target, is_conditional=is_conditional)

    def _take_variable(self, member: Member, value: "Node | None") -> None:
        if value is not None and value.type == "dictionary":
            self.tables[member.name] = value
        if value is not None and member.name == _SLOTS:
            self._take_slots(value)
        self._add(member)

    def _take_item(self, statement: "Node", changed: str, value: "Node | None") -> None:
        """Take an assignment to an item of something."""
        if changed == "sys.modules" and value is not None and value.type == "call":
            self.replacements.append((statement, value))
        elif changed in ("locals()", "vars()"):
            self.reasons.append("it changes `locals()`")

    def _take_slots(self, node: "Node") -> None:
        """Take the names of attributes that `__slots__` lists; each is one of the class, too."""
        if is_computed(node):
            self.reasons.append(COMPUTED_SLOTS)
        for name, line in slots(self.data, node):
            self._add(Member("variable", name, line, is_conditional=True, value="..."))

    def _take_target(self, node: "Node | None", *, is_conditional: bool) -> None:
        """Take all names that a target binds: `a`, `(a, *b)`, `open() as c`."""
        for one in targets(node) if node is not None else ():
            if one.type == "identifier":
                name = self._text(one)
                self._add(Member("variable", name, one.start_point[0] + 1, value="...", is_conditional=is_conditional))

    def _short(self, node: "Node | None") -> str:
        """Return the text of an expression, "..." if it is long."""
        if node is None:
            return ""
        return self._text(node) if node.end_byte - node.start_byte <= _LONGEST else "..."

    def _value(self, node: "Node | None") -> tuple[str, tuple[str, ...]]:
        """Return a value as a member has it, with the keyword arguments if it is a call."""
        if node is None or node.type != "call":
            return self._short(node), ()
        function = self._short(node.child_by_field_name("function"))
        return f"{function}()", tuple(self._keywords(node.child_by_field_name("arguments")))

    def _keywords(self, arguments: "Node | None") -> Iterator[str]:
        for child in arguments.named_children if arguments is not None else ():
            if child.type == "keyword_argument":
                name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
                yield f"{self._short(name)}={self._short(value)}"
            elif child.type == "dictionary_splat":
                yield "**"

    def _take_definition(self, node: "Node", *, is_conditional: bool) -> None:
        decorators: list[str] = []
        keywords: list[str] = []
        definition: Node | None = node
        if node.type == "decorated_definition":
            for child in node.named_children:
                if child.type == "decorator" and child.named_children:
                    call = child.named_children[0]
                    is_call = call.type == "call"
                    decorators.append(self._dotted(call.child_by_field_name("function") if is_call else call))
                    keywords += self._keywords(call.child_by_field_name("arguments") if is_call else None)
            definition = node.child_by_field_name("definition")
        name = definition.child_by_field_name("name") if definition is not None else None
        if definition is None or name is None or definition.type not in _DEFINITIONS:
            return
        member = Member(
            "function" if definition.type == "function_definition" else "class",
            self._text(name),
            name.start_point[0] + 1,
            decorators=tuple(decorators),
            is_conditional=is_conditional,
            keywords=tuple(keywords),
        )
        if member.kind == "class":
            self._add(self._with_body(member, definition))
        else:
            self._add_function(member, definition)

    def _dotted(self, node: "Node | None") -> str:
        """Return a dotted name without what is in brackets behind it; empty for any other expression."""
        while node is not None and node.type == "subscript":
            node = node.child_by_field_name("value")
        text = plain(self._short(node))
        return text if _NAME.fullmatch(text) else ""

    def _add_function(self, member: Member, node: "Node") -> None:
        """Add a function: the accessors of a property and further overloads belong to what was added before."""
        if member.name in self._names and any(
            one.partition(".")[0] == member.name and one.endswith(_ACCESSORS) for one in member.decorators
        ):
            return
        signature = signature_of(self.data, node)
        is_overload = any(one.rpartition(".")[2] == "overload" for one in member.decorators)
        annotation = self._short(node.child_by_field_name("return_type"))
        if not annotation and self._depth and not member.decorators and self._returns_first(node):
            annotation = "Self"
        is_async = self.data.startswith(b"async", node.start_byte)
        member = member._replace(annotation=annotation, signatures=(signature,) if signature else (), is_async=is_async)
        if is_overload and signature is not None:
            if member.name not in self._overloads:
                self._overloads[member.name] = len(self._members), []
                self._add(member._replace(signatures=()))
            self._overloads[member.name][1].append(signature)
        elif member.name in self._overloads:
            self._members[self._overloads[member.name][0]] = member
        else:
            self._add(member)

    def _returns_first(self, node: "Node") -> bool:
        """Whether the only `return` of a method is its last statement, and returns its first parameter."""
        body, parameters = node.child_by_field_name("body"), node.child_by_field_name("parameters")
        if body is None or parameters is None or not body.named_children or not parameters.named_children:
            return False
        last, first = body.named_children[-1], parameters.named_children[0]
        if last.type != "return_statement" or first.type != "identifier" or len(last.named_children) != 1:
            return False
        is_first = self._text(last.named_children[0]) == self._text(first)
        place = self.whole.place
        return is_first and not _RETURN.search(self.whole.data, place(parameters.end_point), place(last.start_point))

    def _with_body(self, member: Member, node: "Node") -> Member:
        """Return a class with its bases and members."""
        arguments = node.child_by_field_name("superclasses")
        bases = [
            self._dotted(child)
            for child in parts(arguments)
            if child.type not in ("keyword_argument", "dictionary_splat")
        ]
        keywords = (*member.keywords, *self._keywords(arguments))
        body = node.child_by_field_name("body")
        if body is None or self._depth == DEEPEST:
            return member._replace(bases=tuple(bases), keywords=keywords, is_open="it cannot be read")
        scope = _Scope(self.data, self.whole, self._depth + 1)
        scope.take(body)
        if node.has_error:
            scope.reasons.append("it has a syntax error")
        attributes = list(_attributes(self.data, self.whole, body, scope.reasons))
        return member._replace(
            bases=tuple(bases),
            keywords=keywords,
            members=(*scope.finished(), *attributes),
            is_open=scope.reasons[0] if scope.reasons else "",
        )


def _attributes(text: bytes, whole: "_Whole", body: "Node", reasons: list[str]) -> Iterator[Member]:
    """Yield what the methods of a class assign to their first parameter, each name once.

    Add the reasons why its instances may have further attributes.
    """
    seen: set[tuple[str, MemberKind]] = set()
    data = whole.data
    for node, _ in statements(body):
        function = node.child_by_field_name("definition") if node.type == "decorated_definition" else node
        if function is None or function.type != "function_definition":
            continue
        decorators = {
            text_of(text, child)[1:].strip() for child in node.named_children if child.type == "decorator"
        } & _ON_INSTANCES
        start, end = whole.place(function.start_point), whole.place(function.end_point)
        kind: MemberKind = "variable" if "classmethod" in decorators else "attribute"
        for match in _assigned(text, function, is_bound=not decorators).finditer(data, start, end):
            name = match[1].decode(errors="replace")
            if (name, kind) not in seen:
                seen.add((name, kind))
                yield Member(kind, name, whole.line(match.start()), is_conditional=True)
        for by_name, at in attributes_by_name(data, start, end):
            if (by_name, kind) not in seen:
                seen.add((by_name, kind))
                yield Member("attribute", by_name, whole.line(at), is_conditional=True)
        reasons += method_reasons(data, start, end)


class _Whole:
    """A whole source, of which only the outline may have been parsed. Its lines are found when they are needed."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    @cached_property
    def _starts(self) -> list[int]:
        # The splitting of Python is faster, but splits at carriage returns, too.
        lines = _LINE.findall(self.data) if b"\r" in self.data else self.data.splitlines(keepends=True)
        return [0, *accumulate(map(len, lines))]

    def line(self, place: int) -> int:
        """Return the line of a byte, 1-based."""
        return bisect_right(self._starts, place)

    def place(self, point: "Point") -> int:
        """Return the byte at which something is that was parsed."""
        return self._starts[point.row] + point.column


def _assigned(data: bytes, function: "Node", *, is_bound: bool) -> re.Pattern[bytes]:
    """Return a pattern of what a method assigns to its first parameter, or to any name if it may make instances."""
    name, parameters = function.child_by_field_name("name"), function.child_by_field_name("parameters")
    first = parameters.named_children[0] if parameters is not None and parameters.named_children else None
    while first is not None and first.type != "identifier" and first.named_children:
        first = first.named_children[0]
    own = text_of(data, first) if first is not None else ""
    is_maker = not is_bound or (name is not None and text_of(data, name) == "__new__")
    return _assignment_to(r"[^\W\d]\w*+" if is_maker or not own.isidentifier() or len(own) > _LONGEST else own)


@lru_cache(maxsize=100)
def _assignment_to(name: str) -> re.Pattern[bytes]:
    # A pattern that begins with the name is searched fast.
    own = name.encode(errors="replace")
    target = own + rb"(?<![\w.]" + own + rb")" if name.isidentifier() else rb"(?<![\w.])[^\W\d]\w*+"
    return re.compile(target + rb"[^\S\n]*+\.[^\S\n]*+([^\W\d]\w*+)" + _SETTING)
