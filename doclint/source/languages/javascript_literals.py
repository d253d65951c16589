"""The values that a configuration in JavaScript or TypeScript exports, as far as they are written as literals.

Nothing is run. Constants of the same file are followed, and everything that only a program could compute is `UNKNOWN`,
which means any number of items where it is an item of a list. A file with syntax errors gives what can be read of it.
"""

from collections.abc import Callable, Iterator
from posixpath import normpath
from typing import Any

from doclint.source.answer import UNKNOWN
from doclint.source.trees import Node, root_of

_LARGEST = 500_000  # bytes of a configuration
_MOST = 50_000  # nodes that are looked at; constants may name each other again and again
_LONGEST = 4_096  # bytes of a name or a text
_DEEPEST = 100
_TYPESCRIPT = (".ts", ".mts", ".cts")
# Syntax around an expression that does not change its value.
_AROUND = {
    *("parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"),
    "await_expression",
}
_FUNCTIONS = {"arrow_function", "function_expression", "function_declaration", "function"}
_JOINS = {"path.join", "path.resolve", "join", "resolve"}
_HERE = {"__dirname", "import.meta.dirname"}
_WORDS = {"true": True, "false": False, "null": None, "undefined": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}


class ObjectLiteral(dict[str, Any]):
    """An object by its keys. Keys that it may have beside these, if it `is_open`, are `UNKNOWN`."""

    is_open = False

    def at(self, *keys: str) -> Any:
        """Return the value at some keys, each in the object that the one before names.

        Return None if there surely is none, and `UNKNOWN` if it cannot be known.
        """
        value: Any = self
        for key in keys:
            if not isinstance(value, ObjectLiteral):
                return UNKNOWN if value is UNKNOWN else None
            value = value.get(key, UNKNOWN if value.is_open else None)
        return value


def exported(data: bytes, path: str) -> Any:
    r"""Return the value that a module exports as a whole: `export default ...` or `module.exports = ...`.

    Objects are `ObjectLiteral`s, arrays are lists. The value of a function is what it returns, that of `define...(x)`
    is x, and that of any other call with an object is open. Paths that are joined to the folder of the module are
    relative to it, and `require.resolve("x")` is "x". The extension of the path of the module says which language it is
    written in.

    >>> exported(b"const docs = {path: '../docs'};\nexport default {docs, base: `/x/`, at: new Date()};", "c.mjs")
    {'docs': {'path': '../docs'}, 'base': '/x/', 'at': UNKNOWN}
    """
    if len(data) > _LARGEST:
        return UNKNOWN
    root = root_of("typescript" if path.endswith(_TYPESCRIPT) else "javascript", data)
    return _Script(root, data).exported() if root else UNKNOWN


def commented_json(data: bytes) -> ObjectLiteral:
    """Return the table that a file has in JSON with comments; an empty one if it cannot be read.

    Such a value is an expression of JavaScript.

    >>> commented_json(b'{"a": "b"} // one'), commented_json(b"")
    ({'a': 'b'}, {})
    """
    found = exported(b"export default " + data, "a.js") if data else None
    return found if isinstance(found, ObjectLiteral) else ObjectLiteral()


class _Script:
    """A module, with its declarations by name. Names that are declared several times are not known."""

    def __init__(self, root: "Node", data: bytes) -> None:
        self._root = root
        self._data = data
        self._left = _MOST
        self._constants: dict[str, Node | None] = {}
        self._changed: set[str] = set()
        self._open: set[str] = set()  # constants whose values are being read
        self._readers: dict[str, Callable[[Node, int], Any]] = {
            "string": self._string,
            "template_string": self._string,
            "number": self._number,
            "array": self._array,
            "object": self._object,
            "identifier": self._constant,
            "call_expression": self._call,
        }
        self._collect()

    def exported(self) -> Any:
        found = [*self._exports()]
        return self._value(found[-1], 0) if found else UNKNOWN

    def _text(self, node: "Node") -> str:
        return self._data[node.start_byte : min(node.end_byte, node.start_byte + _LONGEST)].decode(errors="replace")

    def _collect(self) -> None:
        """Find all declarations with a value, and the names to whose members something is assigned."""
        waiting = [self._root]
        while waiting:
            node = waiting.pop()
            waiting += node.named_children
            name = node.child_by_field_name("name")
            if node.type in ("variable_declarator", "function_declaration") and name is not None:
                value = node if node.type in _FUNCTIONS else node.child_by_field_name("value")
                key = self._text(name)
                self._constants[key] = None if key in self._constants else value
            elif node.type == "assignment_expression":
                target = node.child_by_field_name("left")
                while target is not None and target.type in ("member_expression", "subscript_expression"):
                    target = target.child_by_field_name("object")
                if target is not None:
                    self._changed.add(self._text(target))

    def _exports(self) -> "Iterator[Node]":
        """Yield the expressions that are exported as the whole of the module."""
        for node in self._root.named_children:
            if node.type == "export_statement" and any(child.type == "default" for child in node.children):
                value = node.child_by_field_name("value") or node.child_by_field_name("declaration")
                if value is not None:
                    yield value
            elif node.type == "export_statement" and any(child.type == "=" for child in node.children):
                yield node.named_children[-1]
            elif node.type == "expression_statement" and node.named_children:
                inner = node.named_children[0]
                left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
                if left is not None and right is not None and self._text(left) == "module.exports":
                    yield right

    def _value(self, node: "Node | None", depth: int) -> Any:
        self._left -= 1
        if node is None or self._left < 0 or depth > _DEEPEST:
            return UNKNOWN
        if node.type in _WORDS:
            return _WORDS[node.type]
        if node.type in _AROUND:
            return self._value(next(iter(_named(node)), None), depth + 1)
        if node.type in _FUNCTIONS:
            return self._returned(node, depth + 1)
        read = self._readers.get(node.type)
        return read(node, depth + 1) if read else UNKNOWN

    def _string(self, node: "Node", _: int) -> Any:
        if node.end_byte - node.start_byte > _LONGEST:
            return UNKNOWN
        parts = []
        for child in node.named_children:
            if child.type == "escape_sequence":
                parts.append(_unescaped(self._text(child)))
            elif child.type == "string_fragment":
                parts.append(self._text(child))
            else:  # a hole of a template
                return UNKNOWN
        return "".join(parts)

    def _number(self, node: "Node", _: int) -> Any:
        try:
            return float(self._text(node).replace("_", ""))
        except ValueError:
            return UNKNOWN

    def _array(self, node: "Node", depth: int) -> list[Any]:
        found: list[Any] = []
        for child in _named(node):
            if child.type == "spread_element":
                inner = self._value(next(iter(_named(child)), None), depth)
                found += inner if isinstance(inner, list) else [UNKNOWN]
            else:
                found.append(self._value(child, depth))
        return found

    def _object(self, node: "Node", depth: int) -> ObjectLiteral:
        table = ObjectLiteral()
        table.is_open = node.has_error
        for child in _named(node):
            if child.type == "spread_element":
                self._spread(table, self._value(next(iter(_named(child)), None), depth))
            elif child.type == "shorthand_property_identifier":
                table[self._text(child)] = self._constant(child, depth)
            elif child.type in ("pair", "method_definition"):
                self._add(table, child, depth)
            else:
                table.is_open = True
        return table

    def _spread(self, table: ObjectLiteral, inner: Any) -> None:
        if isinstance(inner, ObjectLiteral):
            table.update(inner)
        if not isinstance(inner, ObjectLiteral) or inner.is_open:
            given = inner.keys() if isinstance(inner, ObjectLiteral) else set()
            self._left -= len(table)
            table.update(dict.fromkeys(table.keys() - given, UNKNOWN))
            table.is_open = True

    def _add(self, table: ObjectLiteral, child: "Node", depth: int) -> None:
        name = child.child_by_field_name("key") or child.child_by_field_name("name")
        if name is None or name.type == "computed_property_name":
            table.is_open = True
            return
        key = self._string(name, depth) if name.type == "string" else self._text(name)
        table[key] = self._value(child.child_by_field_name("value"), depth) if child.type == "pair" else UNKNOWN

    def _constant(self, node: "Node", depth: int) -> Any:
        name = self._text(node)
        if name in self._open:
            return UNKNOWN
        self._open.add(name)
        value = self._value(self._constants.get(name), depth)
        self._open.remove(name)
        if name in self._changed:
            if not isinstance(value, ObjectLiteral):
                return UNKNOWN
            value.is_open = True
        return value

    def _call(self, node: "Node", depth: int) -> Any:
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is None or arguments is None:
            return UNKNOWN
        name, given = self._text(function), [*_named(arguments)]
        if name in _JOINS:
            return self._joined(given, depth)
        value = self._value(given[0], depth) if given else UNKNOWN
        if name == "require.resolve":
            return value
        if isinstance(value, ObjectLiteral):
            value.is_open |= not name.startswith("define")
            return value
        return UNKNOWN

    def _joined(self, given: "list[Node]", depth: int) -> Any:
        if given and self._text(given[0]) in _HERE:
            given = given[1:]
        parts = [self._value(part, depth) for part in given]
        is_known = bool(parts) and all(isinstance(part, str) for part in parts) and sum(map(len, parts)) <= _LONGEST
        return normpath("/".join(parts)) if is_known else UNKNOWN

    def _returned(self, function: "Node", depth: int) -> Any:
        """Return the value of a function: its expression, or that of its last `return` outside of branches."""
        body = function.child_by_field_name("body")
        if body is None or body.type != "statement_block":
            return self._value(body, depth)
        statements = [one for one in body.named_children if one.type == "return_statement"]
        return self._value(next(iter(_named(statements[-1])), None), depth) if statements else UNKNOWN


def _named(node: "Node") -> "Iterator[Node]":
    return (child for child in node.named_children if child.type != "comment")


def _unescaped(escape: str) -> str:
    r"""Return the character that an escape sequence of JavaScript stands for: `\n`, `\x2f`, `\u{2f}`."""
    body = escape[1:]
    if body[:1] in ("x", "u"):
        try:
            return chr(int(body[1:].strip("{}"), 16))
        except (OverflowError, ValueError):
            return ""
    return _ESCAPES.get(body, body)
