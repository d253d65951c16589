"""Examples in Python, read into their steps in the order in which Python takes them."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.markdown.source import Offsets, Places, Span
from doclint.source.examples.python_steps import (
    AttributeStep,
    BindStep,
    CallStep,
    How,
    ImportStep,
    LoadStep,
    PythonExample,
    Step,
    Surroundings,
)
from doclint.source.trees import Node, root_of, text_of

_Inside: TypeAlias = "Iterator[tuple[Node | None, Surroundings]]"

_WORD = expression(r"[^\W\d]\w*+")
_BLANKS = expression(r"\s++")
# Exceptions whose handler says that a name may be missing, how a test expects them, and how code asks first.
_GUARD = expression(r"\b(?:ImportError|ModuleNotFoundError|AttributeError|TypeError|NameError)\b")
_EXPECTS = expression(r"\b(?:raises|assertRaises\w*+|suppress|warns)\b")
_ASKS = expression(r"\b(?:hasattr|version_info|version|__version__|find_spec)\b")
# A comment among arguments that may stand for more of them.
_OMITS = expression(
    r"\.\.\.|…|\b(?:others?|more|same|etc|omit\w*+|remaining|rest|your|arg\w*+|param\w*+|options?|here)\b",
    re.IGNORECASE,
)
_ASSIGNMENTS = frozenset({"assignment", "augmented_assignment", "named_expression"})
_ENDED = frozenset(
    "future_import_statement global_statement identifier import_from_statement import_statement "
    "nonlocal_statement".split()
)
_LEAVES = frozenset(
    "break_statement comment continue_statement ellipsis false float integer none pass_statement string_content "
    "string_end string_start true".split()
)
# The types of nodes that have a step of their own.
_LEFT = frozenset(
    {*_ASSIGNMENTS, "attribute", "call", "as_pattern", "function_definition", "class_definition", "delete_statement"}
)
_NOT_BOUND = frozenset({"attribute", "subscript", "type", "keyword_argument"})
# Pages of several versions repeat the examples of each other.
_KEPT, _SHORT = 2048, 10_000  # examples that are kept, and characters of the longest of them
_HEAD = 300  # bytes of a statement that are searched for words


def read_example(text: str) -> PythonExample | None:
    r"""Return what an example does; None if it takes too much work to read.

    >>> example = read_example("import shop\nbasket = shop.Basket()\n")
    >>> [type(step).__name__ for step in example.steps]
    ['ImportStep', 'LoadStep', 'AttributeStep', 'CallStep', 'BindStep']
    """
    return _read_again(text) if len(text) <= _SHORT else _read(text)


def _read(text: str) -> PythonExample | None:
    data = text.encode(errors="replace")
    root = root_of("python", data)
    return _ExampleReader(text, data).read(root) if root else None


_read_again = lru_cache(maxsize=_KEPT)(_read)


class _ExampleReader:
    """Walks over the tree of an example. It visits what a node contains before it takes the step of the node itself."""

    def __init__(self, text: str, data: bytes) -> None:
        self.source = text
        self.data = data
        self.offsets = Offsets.of(text)
        self.steps: list[Step] = []
        self.values: dict[int, int] = {}
        self.uncertain: set[str] = set()
        self.errors: list[Span] = []
        self.scopes = 0
        self.set: set[int] = set()
        self.entered: dict[int, How] = {}
        self.waiting: list[tuple[Node, Surroundings, bool]] = []

    def read(self, root: "Node") -> PythonExample:
        self.waiting.append((root, Surroundings(), False))
        while self.waiting:
            node, around, is_done = self.waiting.pop()
            kind = node.type
            if is_done:
                self.leave(node, around)
            elif kind == "ERROR" or node.is_missing or (kind in _ENDED and node.has_error):
                self.add_error(node)
            elif kind in _ENDED:
                self.leave(node, around)
            elif kind not in _LEAVES:
                if kind in _LEFT:
                    self.waiting.append((node, around, True))
                self.wait_for(node, around)
        return PythonExample(tuple(self.certain_steps()), frozenset(self.uncertain))

    def wait_for(self, node: "Node", around: Surroundings) -> None:
        """Visit what a node contains next, in the order in which Python runs it."""
        way = _WAYS.get(node.type)
        if way:
            inside = [(one, inner, False) for one, inner in way(self, node, around) if one is not None]
        else:
            inside = [(child, around, False) for child in node.named_children]
        self.waiting += reversed(inside)

    def certain_steps(self) -> list[Step]:
        """Return the steps. Those on a line with a syntax error are guarded: the parser may have misread them."""
        if not self.errors:
            return self.steps
        errors = Places(self.errors)
        return [
            replace(step, around=replace(step.around, guarded=True)) if errors.meet(step.place) else step
            for step in self.steps
        ]

    def add_error(self, node: "Node") -> None:
        self.uncertain.update(_WORD.findall(self.text(node)))
        start, end = self.span(node)
        last = self.source.find("\n", end)
        self.errors.append(Span(self.source.rfind("\n", 0, start) + 1, len(self.source) if last < 0 else last))

    def text(self, node: "Node") -> str:
        return text_of(self.data, node)

    def head(self, node: "Node") -> str:
        return self.data[node.start_byte : min(node.end_byte, node.start_byte + _HEAD)].decode(errors="replace")

    def span(self, node: "Node") -> Span:
        return Span(self.offsets.character(node.start_byte), self.offsets.character(node.end_byte))

    def value(self, node: "Node | None") -> int | None:
        """Return the step that has the value of an expression."""
        while node is not None and node.type == "parenthesized_expression" and node.named_child_count == 1:
            node = node.named_children[0]
        return None if node is None else self.values.get(node.id)

    def add(self, step: Step, node: "Node") -> None:
        self.values[node.id] = len(self.steps)
        self.steps.append(step)

    def enter_attribute(self, node: "Node", around: Surroundings) -> "_Inside":
        yield node.child_by_field_name("object"), around

    def enter_keyword(self, node: "Node", around: Surroundings) -> "_Inside":
        yield node.child_by_field_name("value"), around

    def enter_assignment(self, node: "Node", around: Surroundings) -> "_Inside":
        field = node.child_by_field_name
        inside = [field("right") or field("value"), field("type"), *self.set_in(field("left"))]
        yield from ((one, around) for one in inside)

    def enter_comprehension(self, node: "Node", around: Surroundings) -> "_Inside":
        inner, body = replace(around, repeated=True), node.child_by_field_name("body")
        yield from ((child, inner) for child in node.named_children if child != body)
        yield body, inner

    def enter_for(self, node: "Node", around: Surroundings) -> "_Inside":
        field = node.child_by_field_name
        self.bind_all(field("left"), around)
        yield field("right"), around
        yield from ((one, around) for one in self.set_in(field("left")))
        inner = replace(around, repeated=True, conditional=True)
        yield from ((one, inner) for one in (field("body"), field("alternative")))

    def enter_while(self, node: "Node", around: Surroundings) -> "_Inside":
        inner = replace(around, repeated=True, conditional=True)
        yield from ((child, inner) for child in node.named_children)

    def enter_condition(self, node: "Node", around: Surroundings) -> "_Inside":
        inner = replace(around, conditional=True, guarded=around.guarded or self.is_guard(node))
        yield from ((child, inner) for child in node.named_children)

    def enter_operator(self, node: "Node", around: Surroundings) -> "_Inside":
        inner = replace(around, guarded=around.guarded or "hasattr" in self.head(node))
        yield from ((child, inner) for child in node.named_children)

    def enter_with(self, node: "Node", around: Surroundings) -> "_Inside":
        clause = next((child for child in node.named_children if child.type == "with_clause"), None)
        expects = clause is not None and _EXPECTS.search(self.head(clause)) is not None
        how: How = "entered-async" if self.data.startswith(b"async", node.start_byte) else "entered"
        for item in clause.named_children if clause else ():
            self.entered.update((one.id, how) for one in item.named_children)
        inner = replace(around, guarded=around.guarded or expects)
        yield from ((child, inner) for child in node.named_children)

    def enter_alias(self, node: "Node", around: Surroundings) -> "_Inside":
        yield from ((child, around) for child in node.named_children if child.type != "as_pattern_target")

    def enter_delete(self, node: "Node", around: Surroundings) -> "_Inside":
        yield from ((one, around) for one in self.set_in(node))

    def enter_case(self, node: "Node", around: Surroundings) -> "_Inside":
        for child in node.named_children:
            if child.type == "case_pattern":
                self.bind_all(child, around)
            else:
                yield child, around

    def enter_scope(self, node: "Node", around: Surroundings) -> "_Inside":
        """Yield what a function, a class or a lambda has outside of its scope, then its body; bind the parameters."""
        self.scopes += 1
        inner = Surroundings(self.scopes, repeated=True, conditional=around.conditional, guarded=around.guarded)
        field = node.child_by_field_name
        parameters = field("parameters")
        for parameter in parameters.named_children if parameters else ():
            name = parameter.child_by_field_name("name")
            if name is None and parameter.type != "identifier" and parameter.named_children:
                name = parameter.named_children[0]
            self.bind_all(name or parameter, inner)
            yield parameter.child_by_field_name("type"), around
            yield parameter.child_by_field_name("value"), around
        yield field("superclasses"), around
        yield field("return_type"), around
        yield field("body"), inner

    def leave(self, node: "Node", around: Surroundings) -> None:
        """Take the step of a node, after those of all nodes in it."""
        match node.type:
            case "identifier":
                self.add(LoadStep(self.span(node), around, self.text(node)), node)
            case "attribute":
                self.leave_attribute(node, around)
            case "call":
                self.leave_call(node, around)
            case kind if kind in _ASSIGNMENTS:
                self.leave_assignment(node, around)
            case "as_pattern":
                self.leave_alias(node, around)
            case "function_definition" | "class_definition":
                self.leave_definition(node, around)
            case "import_statement" | "import_from_statement":
                self.add_imports(node, around)
            case "delete_statement" | "global_statement" | "nonlocal_statement":
                self.uncertain.update(self.text(one) for one in _names_in(node))

    def leave_definition(self, node: "Node", around: Surroundings) -> None:
        name = node.child_by_field_name("name")
        if name is not None:
            self.steps.append(BindStep(self.span(name), around, self.text(name), how="defined"))

    def leave_attribute(self, node: "Node", around: Surroundings) -> None:
        name = node.child_by_field_name("attribute")
        # In `shop.<function>()`, what is not read stands between the dot and the name.
        if name is not None and not any(child.is_error for child in node.children):
            owner = self.value(node.child_by_field_name("object"))
            self.add(AttributeStep(self.span(name), around, owner, self.text(name), node.id in self.set), node)

    def leave_call(self, node: "Node", around: Surroundings) -> None:
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is None or arguments is None:
            return
        positional, is_open = 0, arguments.has_error
        keywords: list[tuple[str, Span]] = []
        for child in arguments.named_children if arguments.type == "argument_list" else (arguments,):
            if child.type == "keyword_argument":
                name = child.child_by_field_name("name")
                keywords += [(self.text(name), self.span(name))] if name else []
            elif child.type in ("list_splat", "dictionary_splat", "ellipsis"):
                is_open = True
            elif child.type == "comment":
                is_open |= _OMITS.search(self.text(child)) is not None
            else:
                positional += 1
        place = self.span(function.child_by_field_name("attribute") or function)
        self.add(CallStep(place, around, self.value(function), positional, tuple(keywords), is_open), node)

    def leave_assignment(self, node: "Node", around: Surroundings) -> None:
        name = node.child_by_field_name("left") or node.child_by_field_name("name")
        value = node.child_by_field_name("right") or node.child_by_field_name("value")
        if name is None or name.type != "identifier" or node.type == "augmented_assignment":
            self.bind_all(name, around)
            return
        known = None if node.has_error else self.value(value)
        self.steps.append(BindStep(self.span(name), around, self.text(name), known))
        if known is not None:
            self.values[node.id] = known

    def leave_alias(self, node: "Node", around: Surroundings) -> None:
        target = next((child for child in node.named_children if child.type == "as_pattern_target"), None)
        names = target.named_children if target else []
        if node.id in self.entered and len(names) == 1 and names[0].type == "identifier":
            value, how = self.value(node.named_children[0]), self.entered[node.id]
            self.steps.append(BindStep(self.span(names[0]), around, self.text(names[0]), value, how))
        else:
            self.bind_all(target, around)

    def set_in(self, target: "Node | None") -> "Iterator[Node]":
        """Yield the attributes and items that an assignment sets."""
        waiting = [target] if target else []
        while waiting:
            node = waiting.pop()
            if node.type in ("attribute", "subscript"):
                self.set.add(node.id)
                yield node
            else:
                waiting += reversed(node.named_children)

    def bind_all(self, target: "Node | None", around: Surroundings) -> None:
        """Bind the names of a target to something unknown."""
        for name in _names_in(target) if target else ():
            self.steps.append(BindStep(self.span(name), around, self.text(name)))

    def add_imports(self, node: "Node", around: Surroundings) -> None:
        module = node.child_by_field_name("module_name")
        stem, place = (self.dotted(module), self.span(module)) if module else ("", Span(0, 0))
        if module and any(child.type == "wildcard_import" for child in node.named_children):
            self.steps.append(ImportStep(place, around, stem, place, "*", ""))
        for child in node.children_by_field_name("name"):
            alias = child.child_by_field_name("alias")
            name = (child.child_by_field_name("name") if child.type == "aliased_import" else None) or child
            stated, own = self.dotted(name), self.span(name)
            if module:
                bound = self.text(alias) if alias else stated
                self.steps.append(ImportStep(own, around, stem, place, stated, bound))
            else:
                bound = self.text(alias) if alias else stated.partition(".")[0]
                self.steps.append(ImportStep(own, around, stated, own, "", bound))

    def dotted(self, node: "Node") -> str:
        return _BLANKS.sub("", self.text(node))

    def is_guard(self, node: "Node") -> bool:
        """Whether a statement runs its parts only where a name is there, or expects that one is missing."""
        if node.type == "if_statement":
            condition = node.child_by_field_name("condition")
            return condition is not None and _ASKS.search(self.head(condition)) is not None
        handlers = (child for child in node.named_children if child.type.startswith("except"))
        return any(_GUARD.search(self.head(one).partition(":")[0]) for one in handlers)


def _names_in(target: "Node") -> "Iterator[Node]":
    """Yield the variables that a target binds."""
    waiting = [target]
    while waiting:
        node = waiting.pop()
        if node.type == "identifier":
            yield node
        elif node.type not in _NOT_BOUND:
            waiting += reversed(node.named_children)


_WAYS: "dict[str, Callable[[_ExampleReader, Node, Surroundings], _Inside]]" = {
    "attribute": _ExampleReader.enter_attribute,
    "keyword_argument": _ExampleReader.enter_keyword,
    **dict.fromkeys(_ASSIGNMENTS, _ExampleReader.enter_assignment),
    **dict.fromkeys(("function_definition", "class_definition", "lambda"), _ExampleReader.enter_scope),
    **dict.fromkeys(
        ("list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"),
        _ExampleReader.enter_comprehension,
    ),
    **dict.fromkeys(("for_statement", "for_in_clause"), _ExampleReader.enter_for),
    "while_statement": _ExampleReader.enter_while,
    **dict.fromkeys(("if_statement", "try_statement", "match_statement"), _ExampleReader.enter_condition),
    **dict.fromkeys(("conditional_expression", "boolean_operator"), _ExampleReader.enter_operator),
    "with_statement": _ExampleReader.enter_with,
    "as_pattern": _ExampleReader.enter_alias,
    "delete_statement": _ExampleReader.enter_delete,
    "case_clause": _ExampleReader.enter_case,
}
