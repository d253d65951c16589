"""Rust: what `rust.toml` does not say of its declarations, and what is special in its symbols.

Public symbols are items that are `pub` without a restriction, and those of a trait.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.source.languages.comments import Documented, documented, plain_text
from doclint.source.languages.joining import TYPES
from doclint.source.languages.nodes import DEEPEST, child_of, written
from doclint.source.languages.walker import Enclosure, Walker
from doclint.source.model import Declaration, DeclarationKind, DeclaredParameter
from doclint.source.symbol_collector import Enclosing, NodeDefinition, SymbolCollector
from doclint.source.trees import Node, text_of

_OF_MODULE = expression(r"//!|/\*!")
_MACRO = "a macro may declare more in it"
_MUTABLE = expression(r"\Amut ")
_EXPORTED = expression(rb"#\[\s*macro_export\b[^\]]*\]\s*\Z")
_FIELDS = {"generic_type": "type", "reference_type": "type", "scoped_type_identifier": "name"}
_HIDDEN = expression(r"\bdoc\s*\(\s*hidden\b")
_OWN_TYPES = ("generic_type", "type_identifier")
_GROUPS = ("use_as_clause", "use_list", "scoped_use_list")
_Path: TypeAlias = tuple[str, ...]
_BEFORE = 200  # bytes before a macro


class _Rust(Walker):
    def __init__(self, id_: str, data: bytes, work: int) -> None:
        super().__init__(id_, data, work)
        self.docstring = self._docstring(self.root)
        self._traits: dict[str, list[str]] = {}

    def _docstring(self, node: "Node") -> str:
        """Return the documentation of a module, which is inside of it (`//!`)."""
        comments = (text_of(self.data, one) for one in node.named_children if one.is_extra)
        return plain_text([text for text in comments if _OF_MODULE.match(text)])

    def scope(self, node: "Node", around: Enclosure) -> tuple[Declaration, ...]:
        """Return the items of a module, with the traits that its types certainly implement."""
        outer, self._traits = self._traits, {}
        found = super().scope(node, around)
        traits, self._traits = self._traits, outer
        return tuple(
            one._replace(bases=tuple(dict.fromkeys([*one.bases, *traits.pop(one.name)])))
            if one.kind in TYPES and one.name in traits
            else one
            for one in found
        )

    def item(self, one: Documented, around: Enclosure) -> Iterable[Declaration]:
        """Return what an item declares; what an `impl` block does belongs to its type."""
        if one.node.type == "impl_item":
            self._implement(one)
            return ()
        return super().item(one, around)

    def declared(
        self, one: Documented, kind: DeclarationKind, around: Enclosure, name: "Node | None" = None
    ) -> Declaration:
        """Return a declaration, which is not public if the documentation leaves it out."""
        found = super().declared(one, kind, around, name)
        return found._replace(is_public=False) if _HIDDEN.search(" ".join(found.decorators)) else found

    def _implement(self, one: Documented) -> None:
        type_, trait = self.part(one.node, "type"), one.node.child_by_field_name("trait")
        name, inside = written(self.data, _bare(type_)), self.declared(one, "struct", Enclosure("struct"))
        is_certain = not inside.is_conditional and type_ is not None and type_.type in _OWN_TYPES
        if trait and is_certain and not child_of(one.node, "!") and not _HIDDEN.search(" ".join(inside.decorators)):
            self._traits.setdefault(name, []).append(written(self.data, trait))
        body = self.part(one.node, "body")
        around = Enclosure("struct", name, 0, is_conditional=inside.is_conditional)
        self.outside += ((name, member) for member in self.items(body, around)) if body else ()

    def enclosing(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a type or a module with its members."""
        body = self.part(one.node, "body")
        for found in super().enclosing(one, kind, around):
            if kind == "namespace" and body is None:
                yield found._replace(is_open="it is in another file")
            elif kind == "namespace" and body and not found.docstring:
                yield found._replace(docstring=self._docstring(body))
            else:
                yield found

    def why_open(self, node: "Node", depth: int) -> str:
        """Return why a type or a module may have further members: macros may declare some."""
        body = self.part(node, "body")
        calls = child_of(body, "macro_invocation", "expression_statement") if body else None
        return super().why_open(node, depth) or (_MACRO if calls else "")

    def items(self, node: "Node", around: Enclosure) -> Iterator[Declaration]:
        """Yield what the children of a node declare."""
        return self._fields(node, around) if node.type == _OF_TUPLE else super().items(node, around)

    def _fields(self, body: "Node", around: Enclosure) -> Iterator[Declaration]:
        """Yield the fields of a tuple; the modifier of each is a node before it."""
        number = 0
        modifier: Node | None = None
        for one in documented(self.data, body.named_children, self.syntax.comments):
            if one.node.type == "visibility_modifier":
                modifier = one.node
                continue
            found = self.declared(one, "field", around)
            is_public = around.is_public or (modifier is not None and text_of(self.data, modifier) == "pub")
            yield found._replace(name=str(number), type=written(self.data, one.node), is_public=is_public)
            number, modifier = number + 1, None

    def variables(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a constant, a variable, a field or a variant of an enumeration with its fields."""
        body = self.part(one.node, "body") if kind == "enum-member" else None
        for found in super().variables(one, kind, around):
            yield (
                found._replace(members=tuple(self.items(body, Enclosure("struct", is_public=True)))) if body else found
            )

    def function(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a function or a method, which is static unless it takes `self`."""
        for found in super().function(one, kind, around):
            # What other languages implement is unsafe.
            modifiers = found.modifiers if self.part(one.node, "body") or around.is_type else ("unsafe",)
            is_bound = any(one.is_bound for one in found.signatures[0].parameters)
            yield found._replace(is_static=kind == "method" and not is_bound, modifiers=modifiers)

    def parameter(self, group: "Sequence[Node]") -> Iterator[DeclaredParameter]:
        """Yield a parameter. Its name is its pattern, which is not a name for `(a, b): (u8, u8)`."""
        for one in super().parameter(group):
            name = " ".join(one.name.split())
            yield one._replace(name=name, is_bound=name == "self")
        if group and group[-1].type == "self_parameter":  # `&'a mut self`
            type_ = _MUTABLE.sub("", written(self.data, group[-1])).replace("self", "Self")
            yield DeclaredParameter("self", "positional-only", type_, is_bound=True)

    def type_parameters(self, node: "Node") -> Iterator[str]:
        """Yield the names of the parameters of a function that stand for types and constants."""
        parameters = self.part(node, "type_parameters")
        for one in parameters.named_children if parameters else ():
            if one.type in ("type_parameter", "const_parameter") and (name := self.part(one, "name")):
                yield text_of(self.data, name)


def _bare(type_: "Node | None") -> "Node | None":
    """Return the name of a type, without references, arguments and path."""
    for _ in range(DEEPEST):
        if type_ is None or type_.type not in _FIELDS:
            break
        type_ = type_.child_by_field_name(_FIELDS[type_.type])
    return type_


_OF_TUPLE = "ordered_field_declaration_list"
declarations = _Rust.declarations


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
        if (type_ := _bare(node.child_by_field_name("type"))) is not None:
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
