"""What is special in the symbols of C and C++: declarators, types with a body, sections of a class, and local names."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.source.languages.declarators import NAMES_OF_FUNCTIONS, Declarator, cast_of, path_of, read_declarator
from doclint.source.languages.nodes import child_of
from doclint.source.symbol_collector import DefinedKind, Enclosing, NodeDefinition, SymbolCollector, kinds
from doclint.source.trees import Node

_SECTION = expression(rb"\s*:(?!:)")
_WORDS = ("type_qualifier", "storage_class_specifier")
_VARIABLES = ("field_identifier", "identifier", "template_function")
_CONSTANTS = ("init_declarator", "identifier", "array_declarator")


class CFamilySymbols(SymbolCollector):
    """The symbols of a source of C, C++ or CUDA."""

    closed = frozenset({"function_definition"})
    anywhere = frozenset({"preproc_include", "preproc_def", "preproc_function_def"})

    def __init__(self, id_: str, data: bytes, most: int) -> None:
        super().__init__(id_, data, most)
        self._bodies: set[int] = set()  # the ids of the nodes of bodies in which all is local

    def read_preproc_include(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        if path := node.child_by_field_name("path"):
            yield self.named("include", path)

    def read_class_specifier(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        """Yield a type that has a body: `struct point *p` has none."""
        name, kind = node.child_by_field_name("name"), kinds(self.id_)[node.type]
        if name is not None and node.child_by_field_name("body") is not None:
            if name.type == "template_type":
                name = name.child_by_field_name("name") or name
            yield replace(self._scoped(kind, name), access=False if kind == "class" else None, encloses=True)

    read_enum_specifier = read_struct_specifier = read_union_specifier = read_class_specifier

    def read_namespace_definition(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        """Yield a namespace; what is in one without a name is hidden."""
        name = node.child_by_field_name("name")
        if name is None:
            yield NodeDefinition("block", access=False)
        else:
            *outer, own = (one.strip().removeprefix("inline ").strip() for one in self.text(name).split("::"))
            yield NodeDefinition("namespace", own, name.start_point[0] + 1, path=tuple(outer))

    def read_access_specifier(self, node: "Node", outer: Enclosing) -> Iterable[NodeDefinition]:
        """Note the visibility of what follows, unless that is a base of a class."""
        if _SECTION.match(self.data, node.end_byte):
            outer.access = self.text(node) == "public"
        return ()

    def read_friend_declaration(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        if child_of(node, "declaration") is not None:
            yield NodeDefinition("block", is_local=True)

    def read_type_definition(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        for one in node.children_by_field_name("declarator"):
            name = read_declarator(one).name
            if name is not None and name.type == "type_identifier":
                yield self.named("type", name, encloses=False)

    def read_declaration(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        """Yield functions and constants."""
        words = {self.text(one) for one in node.children if one.type in _WORDS}
        is_public = False if self.id_ == "c" and "static" in words else None
        is_field = node.type == "field_declaration"
        is_constant = not words.isdisjoint(("const", "constexpr")) and (not is_field or "static" in words)
        for one in node.children_by_field_name("declarator"):
            declarator = read_declarator(one)
            name = declarator.name
            if name is not None and name.type in NAMES_OF_FUNCTIONS and _is_function(declarator, name):
                yield self._scoped("function", name, is_public)
            elif name is not None and name.type in _VARIABLES and is_constant and (is_field or one.type in _CONSTANTS):
                yield self._scoped("constant", name, is_public)

    read_field_declaration = read_declaration

    def read_function_definition(self, node: "Node", outer: Enclosing) -> Iterator[NodeDefinition]:
        """Yield a function, in which all is local. What the grammar cannot read may go on behind its body."""
        yield from self.read_declaration(node, outer)
        if not node.has_error:
            yield NodeDefinition("block", is_local=True)
        elif body := node.child_by_field_name("body"):
            self._bodies.add(body.id)

    def read_compound_statement(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        if node.id in self._bodies:
            yield NodeDefinition("block", is_local=True)

    def _scoped(self, kind: DefinedKind, name: "Node", is_public: bool | None = None) -> NodeDefinition:  # noqa: FBT001
        """Return what a node defines whose name may have others before it: `A::B`, `A<int>::B`."""
        path, own = path_of(self.data, name)
        if cast := cast_of(name):
            own = " ".join(self.text(cast).partition("(")[0].split())
        return NodeDefinition(kind, own, name.start_point[0] + 1, is_public, path, encloses=False)


def _is_function(declarator: Declarator, name: "Node") -> bool:
    """Whether a declarator declares a function, and not a call of a macro that the grammar takes for it."""
    function = declarator.function
    if function is None:
        return cast_of(name) is not None
    inner = function.child_by_field_name("declarator")
    return inner is None or inner.type != "parenthesized_declarator" or not function.has_error


COLLECTOR = CFamilySymbols
