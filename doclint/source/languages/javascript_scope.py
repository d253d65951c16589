"""What the statements of a module, or of a namespace, of JavaScript or TypeScript export and import.

ECMAScript modules are those of ECMA-262 (16.2.2, Imports; 16.2.3, Exports), with the additions of the TypeScript
Handbook (Modules Reference; Declaration Files, where all of a declaration is exported unless it has a list of exports).
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from doclint.source.trees import Node, text_of

VARIABLES = {"lexical_declaration", "variable_declaration"}
NAMESPACES = {"internal_module", "module"}
_DECLARATIONS = frozenset(
    "abstract_class_declaration class_declaration enum_declaration function_declaration function_signature "
    "generator_function_declaration interface_declaration type_alias_declaration".split()
)
_BOUND = {"identifier", "shorthand_property_identifier_pattern"}
_DEEPEST = 10  # modules in modules


class Export(NamedTuple):
    """A name that a module exports, and the 1-based line that says so; the default export is `default`.

    A name from another module is `origin` in `module`, or all of that module if `origin` is `*`. Without a module,
    `origin` is what the module itself calls it, empty if that is the same name or none. With `is_type`, users have it
    only as a type: `export type { name }`.
    """

    name: str
    line: int
    module: str = ""
    origin: str = ""
    is_type: bool = False


class ModuleExports(Struct, frozen=True):
    """What a module exports: names, and all names of the modules `stars` except their default exports.

    `is_open` says why it may have further names, and is empty if it has none.
    """

    names: tuple[Export, ...] = ()
    stars: tuple[str, ...] = ()
    is_open: str = ""


class ExportScope:
    """The statements of a module, of a namespace or of `declare module`, with what they export.

    In an ambient scope, which has declarations only, everything is exported unless a statement lists what is.
    """

    def __init__(self, block: "Node", data: bytes, *, is_ambient: bool, depth: int = _DEEPEST) -> None:
        self.data = data
        self._depth = depth
        self.names: list[Export] = []
        self.stars: list[str] = []
        self._declared: dict[str, list[ModuleExports]] = {}
        self.imported: dict[str, tuple[str, str]] = {}
        self._open = ""
        self._local: list[Export] = []
        self._namespaces: dict[str, list[tuple[Node, bool]]] = {}
        self._lists_exports = False
        self._is_ambient = is_ambient
        self._whole: list[Node] = []
        if not depth:
            self.opens("its modules are nested too deeply")
            return
        for node in block.named_children:
            self._read(node)
        self._finish()

    def exports(self) -> ModuleExports:
        """Return what the scope exports. A name that is also imported has the module that it comes from."""
        return ModuleExports(tuple(map(self._traced, self.names)), tuple(dict.fromkeys(self.stars)), self._open)

    def declared(self) -> dict[str, ModuleExports]:
        """Return what the modules have that the scope declares by their names."""
        return {
            name: ModuleExports(
                tuple(export for part in parts for export in part.names),
                tuple(star for part in parts for star in part.stars),
                next((part.is_open for part in parts if part.is_open), ""),
            )
            for name, parts in self._declared.items()
        }

    def opens(self, why: str) -> None:
        """Record why there may be more names; the first reason is kept."""
        self._open = self._open or why

    def text(self, node: "Node") -> str:
        return text_of(self.data, node)

    def literal(self, node: "Node | None") -> str:
        """Return the text of a string, or of a name; empty for None."""
        text = self.text(node) if node is not None else ""
        return text[1:-1] if text[:1] in ("'", '"', "`") else text

    def add(self, name: str, node: "Node", module: str = "", origin: str = "", *, is_type: bool = False) -> None:
        self.names.append(Export(name, node.start_point.row + 1, module, origin, is_type))

    def _traced(self, export: Export) -> Export:
        """Return an export with the module that it is imported from, if it is."""
        if export.module or not export.origin:
            return export
        module, origin = self.imported.get(export.origin, ("", export.origin))
        return export._replace(module=module, origin=origin)

    def _read(self, node: "Node") -> None:
        if node.type == "export_statement":
            self._read_export(node)
        elif node.type == "import_statement":
            self._read_import(node)
        elif node.type == "ambient_declaration":
            self._local += self._names_in(node, is_ambient=True)
        elif node.type == "expression_statement":
            self._local += [one for child in node.named_children for one in self._names_in(child, is_ambient=False)]
        else:
            self._local += self._names_in(node, is_ambient=False)

    def _finish(self) -> None:
        if self._is_ambient and not self._lists_exports:
            self.names += self._local
        for node in self._whole:
            self._read_assigned(node)

    def _read_import(self, node: "Node") -> None:
        module = self.literal(node.child_by_field_name("source"))
        for clause in node.named_children:
            if clause.type == "import_require_clause":
                module = self.literal(clause.child_by_field_name("source"))
                self.imported[self.text(clause.named_children[0])] = module, "*"
            for one in clause.named_children if clause.type == "import_clause" else ():
                if one.type == "identifier":
                    self.imported[self.text(one)] = module, "default"
                elif one.type == "namespace_import":
                    self.imported[self.text(one.named_children[-1])] = module, "*"
                elif one.type == "named_imports":
                    self._read_specifiers(one, module)

    def _read_specifiers(self, imports: "Node", module: str) -> None:
        for one in imports.named_children:
            name = one.child_by_field_name("name")
            if name is not None:
                local = one.child_by_field_name("alias") or name
                self.imported[self.text(local)] = module, self.literal(name)

    def _read_export(self, node: "Node") -> None:
        kinds = {child.type for child in node.children}
        module = self.literal(node.child_by_field_name("source"))
        declaration = node.child_by_field_name("declaration")
        clause = next((child for child in node.named_children if child.type == "export_clause"), None)
        if clause is not None:
            self._lists_exports = True
            self._read_clause(clause, module, is_type="type" in kinds)
        elif "namespace_export" in kinds:
            for child in node.named_children:
                if child.type == "namespace_export":
                    self.add(self.literal(child.named_children[-1]), child, module, "*")
        elif "*" in kinds:
            self._lists_exports = True
            self.stars.append(module)
        elif "default" in kinds:
            self._lists_exports |= declaration is None
            value = node.child_by_field_name("value") or declaration
            name = value.child_by_field_name("name") if value is not None and value.type != "identifier" else value
            self.add("default", node, origin=self.text(name) if name is not None else "")
        elif "=" in kinds:
            self._lists_exports = True
            self._whole.append(node)
        elif declaration is not None:
            self.names += self._names_in(declaration, is_ambient=self._is_ambient)
        elif "as" not in kinds:  # `export as namespace X` names a global variable
            self.opens("it has an export that doclint does not know")

    def _read_clause(self, clause: "Node", module: str, *, is_type: bool) -> None:
        if clause.has_error:
            self.opens("it has a list of exports that doclint does not know")
        for one in clause.named_children:
            name = one.child_by_field_name("name")
            if name is not None:
                shown = one.child_by_field_name("alias") or name
                is_own_type = any(child.type == "type" for child in one.children)  # `export { type name }`
                self.add(self.literal(shown), one, module, self.literal(name), is_type=is_type or is_own_type)

    def _read_assigned(self, node: "Node") -> None:
        """Read `export = name`: the members of a namespace with the name, or all of an imported module."""
        value = node.named_children[-1]
        name = self.text(value)
        module, origin = self.imported.get(name, ("", ""))
        self.add("default", node, origin=name if value.type == "identifier" and not module else "")
        if value.type == "identifier" and origin == "*":
            self.stars.append(module)
        elif value.type == "identifier" and name in self._namespaces:
            for body, is_ambient in self._namespaces[name]:
                inner = self._inside(body, is_ambient=is_ambient or self._is_ambient)
                inner.imported = {**self.imported, **inner.imported}
                found = inner.exports()
                self.names += found.names
                self.stars += found.stars
                if found.is_open:
                    self.opens(found.is_open)
        else:
            self.opens("it exports a value as a whole")

    def _names_in(self, node: "Node", *, is_ambient: bool) -> Iterator[Export]:
        """Yield the names that a declaration binds; keep the bodies of namespaces and of declared modules."""
        if node.type == "ambient_declaration":
            for child in node.named_children:
                if child.type != "ambient_declaration":  # `declare declare`, which would be followed to any depth
                    yield from self._names_in(child, is_ambient=True)
        elif node.type in _DECLARATIONS:
            name = node.child_by_field_name("name")
            if name is not None:
                yield self._bound(name)
        elif node.type in VARIABLES:
            for declarator in node.named_children:
                name = declarator.child_by_field_name("name")
                yield from map(self._bound, bound_in(name) if name is not None else ())
        elif node.type in NAMESPACES:
            yield from self._namespace(node, is_ambient=is_ambient)
        elif node.type == "import_alias":
            yield self._bound(node.named_children[0])

    def _namespace(self, node: "Node", *, is_ambient: bool) -> Iterator[Export]:
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None:
            return
        if name.type == "string":
            missing = ModuleExports(is_open="it is only declared")
            inner = self._inside(body, is_ambient=True).exports() if body is not None else missing
            self._declared.setdefault(self.literal(name), []).append(inner)
            return
        first = name
        while first.type == "nested_identifier" and first.named_children:
            first = first.named_children[0]
        if first is name and body is not None:
            self._namespaces.setdefault(self.text(name), []).append((body, is_ambient))
        yield self._bound(first)

    def _inside(self, body: "Node", *, is_ambient: bool) -> "ExportScope":
        return ExportScope(body, self.data, is_ambient=is_ambient, depth=self._depth - 1)

    def _bound(self, name: "Node") -> Export:
        return Export(self.text(name), name.start_point.row + 1)


def bound_in(pattern: "Node") -> "Iterator[Node]":
    """Yield the names that a pattern binds: `a` and `c` of `{ a = 1, b: [c] }`."""
    waiting = [pattern]
    while waiting:
        node = waiting.pop()
        if node.type in _BOUND:
            yield node
        elif node.type in ("assignment_pattern", "object_assignment_pattern"):
            waiting += [one for one in [node.child_by_field_name("left")] if one is not None]
        elif node.type == "pair_pattern":
            waiting += [one for one in [node.child_by_field_name("value")] if one is not None]
        else:
            waiting += reversed(node.named_children)
