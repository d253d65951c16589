"""What is special in the symbols of Rust: visibility, implementations, and groups of imports.

Public are items that are `pub` without a restriction, and those of a trait.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.source.languages.nodes import DEEPEST, child_of
from doclint.source.symbol_collector import Enclosing, NodeDefinition, SymbolCollector

if TYPE_CHECKING:
    from tree_sitter import Node

_EXPORTED = expression(rb"#\[\s*macro_export\b[^\]]*\]\s*\Z")
_FIELDS = {"generic_type": "type", "reference_type": "type", "scoped_type_identifier": "name"}
_GROUPS = ("use_as_clause", "use_list", "scoped_use_list")
_Path: TypeAlias = tuple[str, ...]
_BEFORE = 200  # bytes before a macro


class RustSymbols(SymbolCollector):
    """The symbols of a source of Rust."""

    def is_public(self, node: "Node", outer: Enclosing) -> bool | None:
        if outer.access or node.type == "enum_variant":
            return True
        modifier = child_of(node, "visibility_modifier")
        return modifier is not None and self.text(modifier) == "pub"

    def read_trait_item(self, node: "Node", outer: Enclosing) -> Iterator[NodeDefinition]:
        """Yield a trait; all of it is public."""
        for one in self.defined(node, outer):
            yield replace(one, access=True)

    def read_impl_item(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        """Yield the type of an implementation, without its arguments; all of a trait is public."""
        type_ = node.child_by_field_name("type")
        for _level in range(DEEPEST):
            if type_ is None or type_.type not in _FIELDS:
                break
            type_ = type_.child_by_field_name(_FIELDS[type_.type])
        if type_ is not None:
            is_public = node.child_by_field_name("trait") is not None or None
            yield replace(self.named("scope", type_), access=is_public)

    def read_function_signature_item(self, node: "Node", outer: Enclosing) -> Iterable[NodeDefinition]:
        return self.defined(node, outer) if outer.kind in ("trait", "block") else ()

    def read_foreign_mod_item(self, _: "Node", __: Enclosing) -> Iterator[NodeDefinition]:
        yield NodeDefinition("block")

    def read_macro_definition(self, node: "Node", outer: Enclosing) -> Iterator[NodeDefinition]:
        before = self.data[max(0, node.start_byte - _BEFORE) : node.start_byte]
        for one in self.defined(node, outer):
            yield replace(one, is_public=_EXPORTED.search(before) is not None)

    def read_use_declaration(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        """Yield what a declaration imports."""
        waiting: list[tuple[Node | None, _Path]] = [(node.child_by_field_name("argument"), ())]
        while waiting:
            one, path = waiting.pop()
            if one is not None and one.type in _GROUPS:
                waiting += self._inside(one, path)
            elif one is not None and one.type == "use_wildcard":
                inner = (self.text(child) for child in one.named_children)
                yield self.named("import", one.children[-1], path=(*path, *inner))
            elif one is not None:
                module = self.text(one.child_by_field_name("path"))
                name = one.child_by_field_name("name") or one
                if name.type in ("identifier", "crate"):
                    yield self.named("import", name, path=(*path, module) if module else path)

    def _inside(self, group: "Node", path: _Path) -> "Iterator[tuple[Node | None, _Path]]":
        """Yield what is in a group of imports, or before `as`, with its path; `self` is the path of the group."""
        names, around = group.child_by_field_name("list"), group.child_by_field_name("path")
        if group.type == "use_as_clause" or (names is not None and child_of(names, "self") is not None):
            yield around, path
        if names is not None:
            yield names, (*path, self.text(around))
        elif group.type == "use_list":
            yield from ((one, path) for one in group.named_children)


COLLECTOR = RustSymbols
