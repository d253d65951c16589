"""What a module of JavaScript or TypeScript exports, as far as it says so literally. Values and types count alike.

CommonJS (`exports`, `module.exports`) is that of Node.js (Modules: CommonJS modules) and of what compilers write.
"""

import re

from doclint.errors.expressions import expression
from doclint.source.languages.javascript_scope import Export, ExportScope, ModuleExports
from doclint.source.trees import Node, root_of

_LARGEST = 1_000_000  # bytes of a module
# Lines that begin with an export, to see whether a syntax error hides some.
_EXPORT_LINE = expression(rb"^export\b", re.MULTILINE)
# What modules of TypeScript, which have no `exports`, add at run time.
_AT_RUN_TIME = expression(rb"\bmodule\.exports\b|(?<![\w$.])exports\s*+(?:\[|\.[\w$]++\s*+=[^=])|[(]exports\s*+,")
_TYPEDEF = expression(rb"@(?:typedef|callback)\s++")
_BRACE_OR_NAME = expression(rb"[{}]|(?<![\w$.])[\w$]++")
_LONGEST_TYPEDEF = 2_000  # bytes


def javascript_exports(
    data: bytes, id_: str, *, is_declaration: bool = False, work: int = 1
) -> dict[str, ModuleExports]:
    """Return what a module exports, below the empty name, and what the modules have that it declares by their names.

    `id_` is the language: "javascript", "typescript" or "tsx". `is_declaration` says that it is a file like `a.d.ts`.
    `work` limits the parse, in multiples of what real sources take at most.

    >>> found = javascript_exports(b'export * from "./a"; export { b as c } from "d"', "javascript")
    >>> found[""]
    ModuleExports(names=(Export(name='c', line=1, module='d', origin='b', is_type=False),), stars=('./a',), is_open='')
    """
    if len(data) > _LARGEST:
        return {"": ModuleExports(is_open="it is too large to read")}
    root = root_of(id_, data, work)
    if root is None:
        return {"": ModuleExports(is_open="it takes too much work to read")}
    module = ExportScope(root, data, is_ambient=is_declaration)
    if id_ == "javascript":
        module.names += _jsdoc_types(data)
        if b"exports" in data:
            CommonJs(module).read(root)
    elif b"exports" in data and _AT_RUN_TIME.search(data):
        module.opens("it changes its exports at run time")
    if root.has_error and not _shows_all(root, data):
        module.opens("it has syntax that doclint does not know")
    return {"": module.exports(), **module.declared()}


def javascript_imports(data: bytes, id_: str) -> dict[str, tuple[str, str]]:
    """Return what a module imports by its own names: the module, and the name there, `*` for all of that module.

    >>> javascript_imports(b'import a, { b as c } from "d"', "javascript")
    {'a': ('d', 'default'), 'c': ('d', 'b')}
    """
    root = root_of(id_, data)
    return ExportScope(root, data, is_ambient=False).imported if root else {}


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


_AROUND = {"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"}
_KEYS = {"property_identifier", "string", "number"}
_HARMLESS = {"unary_expression", "binary_expression", "ternary_expression"}  # `typeof exports`
_FUNCTIONS = {"arrow_function", "function_expression", "function_declaration", "method_definition"}
_UNCHANGING = {"freeze", "__toCommonJS", "require", "call", "hasOwnProperty"}  # functions that add no members
_WRAPPERS = {"_interopRequireWildcard", "__importStar", "__toESM", "_interop_require_wildcard", "_export_star"}
_ALL_NAMES = expression(r"Object\.keys\((?P<name>[\w$]++)\)\.forEach\(")
_HEAD = 300  # bytes of a call that are searched for such a loop
_DEEPEST = 10  # nodes between such a loop and its body, helpers around each other


class CommonJs:
    """The exports of a module that has `exports`, as compilers and people assign them."""

    def __init__(self, module: ExportScope) -> None:
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
