"""What a module of JavaScript or TypeScript exports, as far as it says so literally.

Values and types count alike. ECMAScript modules are those of ECMA-262 (16.2.3, Exports), with the additions of the
TypeScript Handbook (Modules Reference; Declaration Files, where all of a declaration is exported unless it has a list
of exports). CommonJS is that of Node.js (Modules: CommonJS modules) and of what compilers write.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from doclint.code.parsing import HopelessError
from doclint.code.trees import text_of, tree_of

if TYPE_CHECKING:
    from tree_sitter import Node

_LARGEST = 1_000_000  # bytes of a module
# Lines that begin with an export, to see whether a syntax error hides some.
_EXPORT_LINE = re.compile(rb"^export\b", re.MULTILINE)
_TYPEDEF = re.compile(rb"@(?:typedef|callback)\s++")
_BRACE_OR_NAME = re.compile(rb"[{}]|(?<![\w$.])[\w$]++")
_LONGEST_TYPEDEF = 2_000  # bytes
_DECLARATIONS = {
    "function_declaration",
    "generator_function_declaration",
    "function_signature",
    "class_declaration",
    "abstract_class_declaration",
    "interface_declaration",
    "type_alias_declaration",
    "enum_declaration",
}
VARIABLES = {"lexical_declaration", "variable_declaration"}
NAMESPACES = {"internal_module", "module"}
_AROUND = {"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"}
_BOUND = {"identifier", "shorthand_property_identifier_pattern"}
_KEYS = {"property_identifier", "string", "number"}
_HARMLESS = {"unary_expression", "binary_expression", "ternary_expression"}  # `typeof exports`


_FUNCTIONS = {"arrow_function", "function_expression", "function_declaration", "method_definition"}
_UNCHANGING = {"freeze", "__toCommonJS", "require", "call", "hasOwnProperty"}  # functions that add no members
_WRAPPERS = {"_interopRequireWildcard", "__importStar", "__toESM", "_interop_require_wildcard", "_export_star"}
_ALL_NAMES = re.compile(r"Object\.keys\((?P<name>[\w$]++)\)\.forEach\(")
_HEAD = 300  # bytes of a call that are searched for such a loop
_DEEPEST = 10  # nodes between such a loop and its body, helpers around each other, modules in modules


class Export(NamedTuple):
    """A name that a module exports, and the 1-based line that says so; the default export is `default`.

    A name from another module is `origin` in `module`, or all of that module if `origin` is `*`. Without a module,
    `origin` is what the module itself calls it, empty if that is the same name or none.
    """

    name: str
    line: int
    module: str = ""
    origin: str = ""


class ModuleExports(NamedTuple):
    """What a module exports: names, and all names of the modules `stars` except their default exports.

    `is_open` says why it may have further names, and is empty if it has none.
    """

    names: tuple[Export, ...] = ()
    stars: tuple[str, ...] = ()
    is_open: str = ""


def javascript_exports(
    data: bytes, id_: str, *, is_declaration: bool = False, work: int = 1
) -> dict[str, ModuleExports]:
    """Return what a module exports, below the empty name, and what the modules have that it declares by their names.

    `id_` is the language: "javascript", "typescript" or "tsx". `is_declaration` says that it is a file like `a.d.ts`.
    `work` limits the parse, in multiples of what real sources take at most.

    >>> found = javascript_exports(b'export * from "./a"; export { b as c } from "d"', "javascript")
    >>> found[""]
    ModuleExports(names=(Export(name='c', line=1, module='d', origin='b'),), stars=('./a',), is_open='')
    """
    if len(data) > _LARGEST:
        return {"": ModuleExports(is_open="it is too large to read")}
    try:
        root = tree_of(id_, data, work).root_node
    except HopelessError:
        return {"": ModuleExports(is_open="it takes too much work to read")}
    module = _ExportScope(root, data, is_ambient=is_declaration)
    if id_ == "javascript":
        module.names += _jsdoc_types(data)
        if b"exports" in data:
            _CommonJs(module).read(root)
    elif b"module.exports" in data:
        module.opens("it exports by `module.exports`")
    if root.has_error and not _shows_all(root, data):
        module.opens("it has syntax that doclint does not know")
    return {"": module.exports(), **module.declared()}


def javascript_imports(data: bytes, id_: str) -> dict[str, tuple[str, str]]:
    """Return what a module imports by its own names: the module, and the name there, `*` for all of that module.

    >>> javascript_imports(b'import a, { b as c } from "d"', "javascript")
    {'a': ('d', 'default'), 'c': ('d', 'b')}
    """
    try:
        return _ExportScope(tree_of(id_, data).root_node, data, is_ambient=False).imported
    except HopelessError:
        return {}


def _shows_all(root: "Node", data: bytes) -> bool:
    """Whether the tree of a source with syntax errors has all exports that begin a line."""
    found = sum(1 for node in root.named_children if node.type == "export_statement" and not node.start_point.column)
    return found == sum(1 for _ in _EXPORT_LINE.finditer(data))


def _jsdoc_types(data: bytes) -> list[Export]:
    """Return the types that comments define, which TypeScript exports from a module of JavaScript.

    They are `@typedef {type} Name` and `@callback Name` of the JSDoc Reference of TypeScript.
    """
    found = []
    for match in _TYPEDEF.finditer(data):
        depth = 0
        for part in _BRACE_OR_NAME.finditer(data, match.end(), match.end() + _LONGEST_TYPEDEF):
            depth += {b"{": 1, b"}": -1}.get(part.group(), 0)
            if not depth and part.group() != b"}":
                found.append(Export(part.group().decode(errors="replace"), 0))
                break
    return found


class _ExportScope:
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

    def add(self, name: str, node: "Node", module: str = "", origin: str = "") -> None:
        self.names.append(Export(name, node.start_point.row + 1, module, origin))

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
            self._read_clause(clause, module)
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

    def _read_clause(self, clause: "Node", module: str) -> None:
        if clause.has_error:
            self.opens("it has a list of exports that doclint does not know")
        for one in clause.named_children:
            name = one.child_by_field_name("name")
            if name is not None:
                shown = one.child_by_field_name("alias") or name
                self.add(self.literal(shown), one, module, self.literal(name))

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

    def _inside(self, body: "Node", *, is_ambient: bool) -> "_ExportScope":
        return _ExportScope(body, self.data, is_ambient=is_ambient, depth=self._depth - 1)

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


class _CommonJs:
    """The exports of a module that has `exports`, as compilers and people assign them."""

    def __init__(self, module: _ExportScope) -> None:
        self._module = module
        self._text = module.text
        self._values: dict[str, Node] = {}
        self._members: dict[str, list[Node]] = {}
        self._filled: dict[str, list[Node]] = {}  # the tables that helpers of compilers copy into variables
        self._handed_on: set[str] = set()
        self._exports: list[Node] = []

    def read(self, root: "Node") -> None:
        waiting = [(root, False)]
        while waiting:
            node, is_shadowed = waiting.pop()
            is_shadowed = is_shadowed or self._has_parameter(node)
            waiting += [(child, is_shadowed) for child in node.named_children]
            self._keep(node, is_shadowed=is_shadowed)
        for node in reversed(self._exports):
            self._use(node)

    def _has_parameter(self, function: "Node") -> bool:
        """Whether a function calls a parameter `exports`, which hides that of the module."""
        parameters = function.child_by_field_name("parameters") if function.type in _FUNCTIONS else None
        given = parameters.named_children if parameters is not None else ()
        return any(one.type == "identifier" and self._text(one) == "exports" for one in given)

    def _keep(self, node: "Node", *, is_shadowed: bool) -> None:
        if node.type == "identifier":
            if node.end_byte - node.start_byte in (6, 7) and not is_shadowed:
                self._keep_if_exports(node)
        elif node.type == "shorthand_property_identifier":
            if self._text(node) in ("exports", "module") and not is_shadowed:
                self._module.opens("it hands on `exports`")
        elif node.type == "variable_declarator":
            self._keep_value(node)
        elif node.type == "assignment_expression":
            self._keep_member(node)
        elif node.type == "call_expression":
            self._keep_arguments(node)
        elif node.type == "subscript_expression":
            self._handed_on.add(self._text(node.named_children[0]))

    def _head(self, node: "Node") -> str:
        return self._module.data[node.start_byte : min(node.end_byte, node.start_byte + _HEAD)].decode(errors="replace")

    def _keep_if_exports(self, node: "Node") -> None:
        name = self._text(node)
        parent = node.parent if name in ("exports", "module") else None
        if parent is None:
            return
        if name == "exports":
            self._exports.append(node)
        elif parent.type == "member_expression" and parent.child_by_field_name("object") == node:
            key = parent.child_by_field_name("property")
            if key is not None and self._text(key) == "exports":
                self._exports.append(parent)
        elif parent.type not in _HARMLESS:
            self._module.opens("it hands on `module`")

    def _keep_value(self, node: "Node") -> None:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is not None and value is not None and name.type == "identifier":
            self._values[self._text(name)] = value

    def _keep_member(self, node: "Node") -> None:
        """Keep a member of a variable: `app` and `run` of `app.run = ...`."""
        target = node.child_by_field_name("left")
        if target is not None and target.type == "member_expression":
            owner, key = target.child_by_field_name("object"), target.child_by_field_name("property")
            if owner is not None and key is not None and owner.type == "identifier":
                self._members.setdefault(self._text(owner), []).append(key)

    def _keep_arguments(self, call: "Node") -> None:
        """Keep the variables that a call gets and may change, and what esbuild's `__export` copies into them."""
        name, given = self._called(call), self._given(call)
        variables = [self._text(one) for one in given if one.type == "identifier"]
        if name == "__export" and len(variables) == 1 and len(given) == 2:
            self._filled.setdefault(variables[0], []).append(given[1])
        elif name not in _UNCHANGING:
            self._handed_on.update(variables)

    def _called(self, call: "Node") -> str:
        """Return the name of the function that is called, without what it is a member of."""
        function = call.child_by_field_name("function")
        return self._text(function).rpartition(".")[2] if function is not None else ""

    def _given(self, call: "Node") -> "list[Node]":
        arguments = call.child_by_field_name("arguments")
        return [one for one in arguments.named_children if one.type != "comment"] if arguments is not None else []

    def _use(self, node: "Node") -> None:
        """Read what the module does with its exports, an expression `exports` or `module.exports`."""
        parent = node.parent
        if parent is None or parent.type in _HARMLESS:
            return
        if parent.type in ("member_expression", "subscript_expression"):
            self._use_member(parent)
        elif parent.type == "assignment_expression" and parent.child_by_field_name("left") == node:
            self._module.add("default", node, origin=self._named(parent.child_by_field_name("right")))
            self._assigned(parent)
        elif parent.type == "arguments":
            self._use_call(parent, node)
        elif parent.type not in ("expression_statement", "export_specifier"):
            self._module.opens("it hands on `exports`")

    def _use_member(self, member: "Node") -> None:
        parent = member.parent
        if parent is None or parent.type != "assignment_expression" or parent.child_by_field_name("left") != member:
            return
        key = member.child_by_field_name("property") or member.child_by_field_name("index")
        self._module.add("default", member)
        self._add_key(key, parent.child_by_field_name("right"))

    def _named(self, value: "Node | None") -> str:
        """Return the name that an expression is; empty for other expressions."""
        return self._text(value) if value is not None and value.type == "identifier" else ""

    def _add_key(self, key: "Node | None", value: "Node | None" = None) -> None:
        if key is not None and key.type in _KEYS:
            self._module.add(self._module.literal(key), key, origin=self._named(value))
        else:
            self._module.opens("it computes the names of exports")

    def _assigned(self, assignment: "Node") -> None:
        """Read `exports = value`, which may be part of a longer assignment."""
        around = assignment.parent
        while around is not None and around.type in ("assignment_expression", *_HARMLESS, *_AROUND):
            around = around.parent
        value = assignment.child_by_field_name("right")
        if around is None or around.type not in ("expression_statement", "sequence_expression"):
            self._module.opens("it hands on `exports`")
        if value is None or value.type == "assignment_expression":
            return  # the inner assignment says what the value is
        self._whole(value)

    def _whole(self, value: "Node | None") -> None:
        """Read a value that has all exports as its members."""
        while value is not None and value.type in _AROUND and value.named_children:
            value = value.named_children[0]
        if value is not None and value.type == "call_expression" and self._called(value) in ("__toCommonJS", "freeze"):
            value = next(iter(self._given(value)), None)
        if value is not None and value.type == "identifier":
            self._variable(self._text(value))
        else:
            self._table(value)

    def _variable(self, name: str) -> None:
        """Read a variable that has all exports as its members."""
        for key in self._members.get(name, ()):
            self._add_key(key)
        for table in self._filled.get(name, ()):
            self._table(table)
        if self._module.imported.get(name, ("", ""))[1] == "*":
            self._module.stars.append(self._module.imported[name][0])
        else:
            self._table(self._values.get(name))
        if name in self._handed_on:
            self._module.opens("it hands on what it exports")

    def _table(self, value: "Node | None") -> None:
        required = self._required(value)
        if required is not None:
            self._module.stars.append(required)
        elif value is not None and value.type == "object":
            self._keys(value)
        else:
            self._module.opens("it exports a value as a whole")

    def _required(self, value: "Node | None", depth: int = _DEEPEST) -> str | None:
        """Return the module of `require("module")`, or of that in a call of a helper."""
        if value is None or value.type != "call_expression":
            return None
        given = self._given(value)
        if not given:
            return None
        if self._called(value) == "require":
            return self._module.literal(given[0]) if given[0].type == "string" else None
        return self._required(given[0], depth - 1) if depth and self._called(value) in _WRAPPERS else None

    def _keys(self, table: "Node") -> None:
        for child in table.named_children:
            if child.type == "pair":
                self._add_key(child.child_by_field_name("key"), child.child_by_field_name("value"))
            elif child.type == "method_definition":
                self._add_key(child.child_by_field_name("name"))
            elif child.type == "shorthand_property_identifier":
                self._module.add(self._text(child), child)
            elif child.type == "spread_element":
                self._spread(child)
            elif child.type != "comment":
                self._module.opens("it has an export that doclint does not know")

    def _spread(self, spread: "Node") -> None:
        value = spread.named_children[0] if spread.named_children else None
        if value is not None and value.type == "identifier":
            value = self._values.get(self._text(value))
        required = self._required(value)
        if required is None:
            self._module.opens("it computes the names of exports")
        else:
            self._module.stars.append(required)

    def _use_call(self, arguments: "Node", node: "Node") -> None:
        """Read a call with the exports as an argument, as compilers write them."""
        call = arguments.parent
        if call is None:
            return
        name, given = self._called(call), self._given(call)
        required = [module for one in given if (module := self._required(one)) is not None]
        if name == "defineProperty" and len(given) > 1 and given[0] == node:
            self._define(call, given[1])
        elif name in ("__exportStar", "__reExport") and required:
            self._module.stars += required
        elif name in ("assign", "defineProperties", "__export") and given[0] == node:
            for value in given[1:]:
                self._whole(value)
        elif name not in _UNCHANGING:
            self._module.opens("it hands on `exports`")

    def _define(self, call: "Node", key: "Node") -> None:
        """Read a definition of one name, or of all names of a module: `Object.keys(m).forEach((key) => ...)`."""
        if self._text(key).startswith("Symbol."):
            return
        around: Node | None = call if key.type == "identifier" else None
        for _ in range(_DEEPEST):
            around = around.parent if around is not None else None
            match = _ALL_NAMES.match(self._head(around)) if around and around.type == "call_expression" else None
            required = self._required(self._values.get(match["name"])) if match else None
            if required is not None:
                self._module.stars.append(required)
                return
        self._add_key(key)
