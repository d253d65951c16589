"""What is special in the symbols of JavaScript and TypeScript: exports, imports, members, and names bound to functions.

A name is public if it is exported; a member is, unless it is marked otherwise.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.source.languages.ecmascript_signatures import is_function
from doclint.source.languages.javascript_scope import VARIABLES
from doclint.source.languages.nodes import child_of
from doclint.source.symbol_collector import DefinedKind, Enclosing, NodeDefinition, SymbolCollector
from doclint.source.trees import Node

_CONSTANT = expression(r"_*[A-Z][A-Z0-9_]*")
_REQUIRE = expression(rb"\brequire\s*\(\s*[\"']")
_EXPORTS = expression(rb"(?:module\.)?exports\b")
_PROTOTYPE = expression(rb"([^\s.()\[\]]+)\.prototype")
_MEMBERS = ("property_identifier", "private_property_identifier")
_NAMESPACES = ("identifier", "nested_identifier", "string")


class EcmascriptSymbols(SymbolCollector):
    """The symbols of a source of JavaScript or TypeScript."""

    def __init__(self, id_: str, data: bytes, most: int) -> None:
        super().__init__(id_, data, most)
        # The ids of nodes that what is around them says to be exported, constants of the module, or members.
        self._exported_nodes: set[int] = set()
        self._constants: set[int] = set()
        self._members: set[int] = set()

    def is_public(self, node: "Node", _: Enclosing) -> bool | None:
        return True if node.id in self._exported_nodes else None

    def read_program(self, root: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        """Yield the modules that `require` returns, and note the constants of the module."""
        for call in _REQUIRE.finditer(self.data):
            module = self._required(root.named_descendant_for_byte_range(call.start(), call.end()))
            if module is not None:
                yield self._module(module)
        for statement in root.named_children:
            is_ambient = statement.type == "ambient_declaration" and statement.named_children
            self._note_constants(statement.named_children[0] if is_ambient else statement)

    def _note_constants(self, variables: "Node") -> None:
        if variables.type == "lexical_declaration" and variables.children[0].type == "const":
            self._constants.update(one.id for one in variables.named_children)

    def read_export_statement(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        """Yield an export without a name, which is called `default`, and imports; note all other exports."""
        source, declared = node.child_by_field_name("source"), node.child_by_field_name("declaration")
        value, clause = node.child_by_field_name("value"), child_of(node, "export_clause")
        if source is not None:
            yield from self._exports_of_another(node, source)
        elif declared is not None:
            self._note_exported(declared)
        elif value is not None and value.type == "identifier":
            self.exported.add(self.text(value))
        elif value is not None:
            kind, word = _bound(value), child_of(node, "default")
            if kind and word is not None and value.child_by_field_name("name") is None:
                yield self.named(kind, word, is_public=True)
        elif clause is not None:
            self.exported.update(self.text(one.child_by_field_name("name")) for one in clause.named_children)
        elif child_of(node, "=") is not None:  # `export = Basket`
            self.exported.add(self.text(node.named_children[-1]))

    def _note_exported(self, declared: "Node") -> None:
        for part in declared.named_children if declared.type == "ambient_declaration" else [declared]:
            self._exported_nodes.add(part.id)
            self._note_constants(part)
            if part.type in VARIABLES:
                self._exported_nodes.update(one.id for one in part.named_children)

    def _exports_of_another(self, node: "Node", source: "Node") -> Iterator[NodeDefinition]:
        """Yield the imports that an export from another module stands for."""
        for child in node.children:
            if child.type == "export_clause":
                yield from self._specified(child, source)
            elif child.type == "namespace_export":
                yield self._module(source)
            elif child.type == "*":
                yield self._from(child, source)

    def read_import_statement(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        """Yield what a statement imports: the name of a default import is the one that the source gives it."""
        source = node.child_by_field_name("source")
        clause, required = child_of(node, "import_clause"), child_of(node, "import_require_clause")
        if required is not None:
            source = required.child_by_field_name("source")
        if source is not None and clause is None:
            yield self._module(source)
        elif source is not None and clause is not None:
            for one in clause.named_children:
                if one.type == "identifier":
                    yield self._from(one, source)
                elif one.type == "named_imports":
                    yield from self._specified(one, source)
                elif one.type == "namespace_import":
                    yield self._module(source)

    def _specified(self, clause: "Node", source: "Node") -> Iterator[NodeDefinition]:
        names = (one.child_by_field_name("name") for one in clause.named_children)
        return (self._from(name, source) for name in names if name is not None)

    def _from(self, name: "Node", source: "Node") -> NodeDefinition:
        return self.named("import", name, path=(self.text(source)[1:-1],))

    def _module(self, source: "Node") -> NodeDefinition:
        return NodeDefinition("import", self.text(source)[1:-1], source.start_point[0] + 1)

    def _required(self, call: "Node | None") -> "Node | None":
        """Return the module of a call `require("module")`; None for all else."""
        if call is None or call.type != "call_expression" or not _REQUIRE.match(self.data, call.start_byte):
            return None
        given = call.child_by_field_name("arguments")
        return child_of(given, "string") if given is not None else None

    def read_variable_declarator(self, node: "Node", outer: Enclosing) -> Iterator[NodeDefinition]:
        """Yield a name that is bound to a function or a class, a constant of the module, or imported names."""
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is not None and name.type == "identifier":
            is_public = self.is_public(node, outer)
            is_module = value is not None and self.data.startswith(b"require(", value.start_byte)
            kind = _bound(value)
            if kind or (node.id in self._constants and (is_public or not is_module)):
                yield self.named(kind or "constant", name, is_public=is_public)
        elif name is not None and name.type == "object_pattern" and (module := self._required(value)) is not None:
            for one in name.named_children:
                key = one.child_by_field_name("key") or one
                if key.type in ("shorthand_property_identifier_pattern", "property_identifier"):
                    yield self._from(key, module)

    def read_assignment_expression(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        """Yield a function that is assigned to an export or to a prototype, and note what else is exported."""
        target, value = node.child_by_field_name("left"), node.child_by_field_name("right")
        if target is None or value is None:
            return
        owner, name = target.child_by_field_name("object"), target.child_by_field_name("property")
        if is_function(value) and owner is not None and name is not None and name.type == "property_identifier":
            type_ = _PROTOTYPE.fullmatch(self.data, owner.start_byte, owner.end_byte)
            if type_ or _EXPORTS.fullmatch(self.data, owner.start_byte, owner.end_byte):
                yield self.named("function", name, is_public=True, path=(type_[1].decode(),) if type_ else ())
        elif _EXPORTS.match(self.data, target.start_byte):
            is_all = self.text(target) == "module.exports"
            self.exported.update(self._names(value) if is_all or value.type == "identifier" else ())

    def _names(self, value: "Node") -> Iterator[str]:
        """Yield the names that a value has, or that the pairs of an object have as their values."""
        for one in value.named_children if value.type == "object" else [value]:
            shown = one.child_by_field_name("value") if one.type == "pair" else one
            if shown is not None and shown.type in ("identifier", "shorthand_property_identifier"):
                yield self.text(shown)

    def read_class_body(self, node: "Node", _: Enclosing) -> Iterable[NodeDefinition]:
        self._members.update(one.id for one in node.named_children)
        return ()

    read_interface_body = read_class_body

    def read_method_definition(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        """Yield a method, a field that is assigned a function, or a constant: a static field in capitals."""
        name = node.child_by_field_name("name") or node.child_by_field_name("property")
        if name is None or name.type not in _MEMBERS or node.id not in self._members:
            return
        access = child_of(node, "accessibility_modifier")
        is_public = name.type == _MEMBERS[0] and (access is None or self.text(access) == "public")
        if not node.type.endswith("field_definition") or is_function(node.child_by_field_name("value")):
            yield self.named("function", name, is_public=is_public)
        elif child_of(node, "static") is not None and _CONSTANT.fullmatch(self.text(name)):
            yield self.named("constant", name, is_public=is_public)

    read_method_signature = read_abstract_method_signature = read_method_definition
    read_field_definition = read_public_field_definition = read_method_definition

    def read_enum_body(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        for one in node.named_children:
            name = one.child_by_field_name("name") or one
            if name.type == "property_identifier":
                yield self.named("constant", name, is_public=True, encloses=False)

    def read_internal_module(self, node: "Node", outer: Enclosing) -> Iterator[NodeDefinition]:
        name = node.child_by_field_name("name")
        if name is not None and name.type in _NAMESPACES:
            found = self.named("namespace", name, is_public=self.is_public(node, outer))
            yield replace(found, name=found.name[1:-1]) if name.type == "string" else found

    read_module = read_internal_module


def _bound(value: "Node | None") -> DefinedKind | None:
    """Return the kind of what a name is that is bound to a value; None unless it is a function or a class."""
    if is_function(value):
        return "function"
    return "class" if value is not None and value.type == "class" else None


COLLECTOR = EcmascriptSymbols
