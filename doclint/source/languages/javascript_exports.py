"""What a module of JavaScript or TypeScript exports, as far as it says so literally. Values and types count alike."""

import re
from typing import TYPE_CHECKING

from doclint.errors.expressions import expression
from doclint.source.languages.javascript_commonjs import CommonJs
from doclint.source.languages.javascript_scope import Export, ExportScope, ModuleExports
from doclint.source.parsing import HopelessError
from doclint.source.trees import tree_of

if TYPE_CHECKING:
    from tree_sitter import Node

_LARGEST = 1_000_000  # bytes of a module
# Lines that begin with an export, to see whether a syntax error hides some.
_EXPORT_LINE = expression(rb"^export\b", re.MULTILINE)
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
    ModuleExports(names=(Export(name='c', line=1, module='d', origin='b'),), stars=('./a',), is_open='')
    """
    if len(data) > _LARGEST:
        return {"": ModuleExports(is_open="it is too large to read")}
    try:
        root = tree_of(id_, data, work).root_node
    except HopelessError:
        return {"": ModuleExports(is_open="it takes too much work to read")}
    module = ExportScope(root, data, is_ambient=is_declaration)
    if id_ == "javascript":
        module.names += _jsdoc_types(data)
        if b"exports" in data:
            CommonJs(module).read(root)
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
        return ExportScope(tree_of(id_, data).root_node, data, is_ambient=False).imported
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
