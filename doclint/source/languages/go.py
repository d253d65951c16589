"""Declarations of Go: what `go.toml` does not say."""

import re
from collections.abc import Iterable, Iterator, Sequence

from doclint.errors.expressions import expression
from doclint.source.languages.comments import Documented, documented
from doclint.source.languages.nodes import child_of, spanned, why_open, written
from doclint.source.languages.walker import Enclosure, Walker
from doclint.source.model import Declaration, DeclarationKind, DeclaredParameter
from doclint.source.trees import Node, text_of

_GROUPS = frozenset({"type_declaration", "const_declaration", "var_declaration"})
_TYPES: dict[str, DeclarationKind] = {"struct_type": "struct", "interface_type": "interface"}
_OWN_NAME = expression(r"(\w+)\s*(?:\[.*)?\Z", re.DOTALL)  # of a type with its package and its arguments


class _Go(Walker):
    def item(self, one: Documented, around: Enclosure) -> Iterable[Declaration]:
        """Return what one node declares."""
        if one.node.type in _GROUPS:
            return self._group(one, around)
        if one.node.type in ("type_spec", "type_alias"):
            return self._type(one, around)
        return super().item(one, around)

    def _group(self, group: Documented, around: Enclosure) -> Iterator[Declaration]:
        """Yield types, constants or variables. A constant without a value repeats the expression above it, with its
        type ("Constant declarations"); the value is as written, so that of a repeated expression is None.
        """
        type_ = ""
        for spec in self._specs(group):
            if spec.node.child_by_field_name("value"):
                type_ = self.text(spec.node, "type")
            for found in self.item(spec, around):
                yield found._replace(type=type_) if found.kind == "constant" else found

    def _specs(self, group: Documented) -> Iterator[Documented]:
        """Yield the specifications of a declaration; one may be alone, without brackets.

        One that is alone begins with the keyword, and what is above the keyword documents it.
        """
        inner = child_of(group.node, "(", "var_spec_list")
        if inner:
            nodes = (inner if inner.is_named else group.node).named_children
            yield from documented(self.data, nodes, self.syntax.comments)
        elif alone := next((child for child in group.node.named_children if not child.is_extra), None):
            yield Documented(alone, [group.node], group.docstring)

    def _type(self, one: Documented, around: Enclosure) -> Iterator[Declaration]:
        name, defined = self.part(one.node, "name"), self.part(one.node, "type")
        if name is None or defined is None:
            return
        found = self.declared(one, _TYPES.get(defined.type, "type"), around, name)
        if found.kind == "type":
            is_alias = one.node.type == "type_alias"
            yield found._replace(value=written(self.data, defined), is_open="" if is_alias else self.syntax.elsewhere)
            return
        body = child_of(defined, "field_declaration_list") or defined
        found = found._replace(bases=tuple(self._bases(body)), members=tuple(self.items(body, Enclosure(found.kind))))
        yield self.opened(found, why_open(defined, 0))

    def _bases(self, body: "Node") -> Iterator[str]:
        for one in body.named_children:
            if one.type == "type_elem":
                yield written(self.data, one)
            elif one.type == "field_declaration" and self.part(one, "name") is None and self.part(one, "type"):
                yield self._embedded(one)

    def _embedded(self, field: "Node") -> str:
        """Return the type of a field without a name: all but its tag."""
        tag = field.child_by_field_name("tag")
        return spanned(self.data, field.start_byte, tag.start_byte if tag else field.end_byte, [field])

    def variables(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield constants, variables or fields. A function that returns several values gives one to each name."""
        names = [name for name in one.node.children_by_field_name("name") if name.is_named]
        list_ = self.part(one.node, "value")
        nodes = [node for node in list_.named_children if not node.is_extra] if list_ else []
        values = [written(self.data, node) for node in nodes] if len(nodes) == len(names) else [None] * len(names)
        shared = self.declared(one, kind, around)._replace(type=self.text(one.node, "type"))
        for name, value in zip(names, values, strict=True):
            text = self.name(name)
            if kind == "field" or text != "_":
                line, is_public = name.start_point[0] + 1, self.is_visible(text)
                yield shared._replace(name=text, line=line, value=value, is_public=is_public)
        embedded = self._embedded(one.node) if kind == "field" and not names and shared.type else ""
        if own := _OWN_NAME.search(embedded):
            is_public = self.is_visible(own[1]) and "[" not in embedded  # `ast.PackageExports` removes generic ones
            yield shared._replace(name=own[1], type=embedded, is_public=is_public)

    def function(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a function, or a method of an interface; the methods of other types are joined with these later."""
        for found in super().function(one, kind, around):
            if one.node.type == "method_declaration":
                self.outside += [(self._receiver(one.node), found)] if found.name != "_" else ()
            elif found.name != "_":
                yield found

    def parameter(self, group: "Sequence[Node]") -> Iterator[DeclaredParameter]:
        """Yield the parameters of one type, which may have several names or none."""
        for found in super().parameter(group):
            nodes = (name for one in group for name in one.children_by_field_name("name") if name.is_named)
            for name in [self.name(one) for one in nodes] or [""]:
                yield found._replace(name=name)

    def _receiver(self, node: "Node") -> str:
        """Return the name of the type that a method belongs to, without `*` and type arguments."""
        receiver = node.child_by_field_name("receiver")
        declared = child_of(receiver, "parameter_declaration") if receiver else None
        type_ = declared.child_by_field_name("type") if declared else None
        own = _OWN_NAME.search(text_of(self.data, type_).rstrip(" \t)")) if type_ else None
        return own[1] if own else ""

    def is_visible(self, name: str) -> bool:
        """Whether a name is exported."""
        return name[:1].isupper()


declarations = _Go.declarations
