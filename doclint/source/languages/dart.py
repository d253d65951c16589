"""Declarations of Dart: what `dart.toml` does not say. The parts of a type are nodes side by side."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, dropwhile, pairwise, takewhile

from doclint.source.languages.comments import Documented
from doclint.source.languages.nodes import child_of, last_line, spanned, written
from doclint.source.languages.walker import Enclosure, Walker, groups
from doclint.source.model import Declaration, DeclarationKind, DeclaredParameter, DeclaredSignature, ParameterKind
from doclint.source.trees import Node

_TYPES = frozenset({"function_type", "nullable_type", "record_type", "type_arguments", "type_identifier", "void_type"})


class _Dart(Walker):
    def items(self, node: "Node", around: Enclosure) -> Iterator[Declaration]:
        """Yield what the children of a node declare. The body of a function is the node after it."""
        pairs = pairwise(node.named_children)
        bodies = {last_line(one): body for one, body in pairs if body.type == "function_body"}
        for found in super().items(node, around):
            body = bodies.get(found.end)
            is_async = body is not None and child_of(body, "async", "async*") is not None
            yield found._replace(end=last_line(body), is_async=is_async) if body else found

    def joined(self, found: Iterable[Declaration]) -> tuple[Declaration, ...]:
        """Join the setter of a property with its getter."""
        once: dict[str | int, Declaration] = {}
        for number, one in enumerate(found):
            once.setdefault(one.name if one.kind == "property" else number, one)
        return tuple(once.values())

    def item(self, one: Documented, around: Enclosure) -> Iterable[Declaration]:
        """Return what a node declares; a member is in a node of its own, after its modifiers and its type."""
        children = one.node.children if one.node.type in ("declaration", "method_signature") else []
        before = [*takewhile(lambda child: child.type not in self.syntax.kinds, children)]
        if len(before) < len(children):
            one = Documented(children[len(before)], [*one.between, *before], one.docstring)
        return super().item(one, around)

    def variables(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield variables, fields or properties, whose type is in the nodes before their names."""
        nodes = one.between if kind in ("variable", "field") else one.node.children
        for found in super().variables(one, kind, around):
            if kind == "type":
                yield found._replace(value=next(self._types(dropwhile(lambda child: child.type != "=", nodes)), None))
            else:
                yield found._replace(type=next(self._types(nodes), ""))

    def function(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a function, a method or a constructor, whose own name is the last one before its parameters."""
        names = [child for child in one.node.children if child.type == "identifier"]
        if names:
            yield self.declared(one, kind, around, names[-1])._replace(signatures=(self.signature(one.node),))

    def signature(self, node: "Node") -> DeclaredSignature:
        """Return the parameters of a function, and what it returns."""
        before = takewhile(lambda child: child.type not in ("identifier", "formal_parameter_list"), node.children)
        return super().signature(node)._replace(returns=next(self._types(before), ""))

    def parameters(self, head: "Node") -> tuple[DeclaredParameter, ...]:
        """Return the parameters between two brackets, those that are optional or named in brackets of their own."""
        optional = child_of(head, "optional_formal_parameters")
        kind: ParameterKind = "keyword-only" if optional and child_of(optional, "{") else "positional-only"
        found = [one for group in groups(head) for one in self.parameter(group)]
        for group in groups(optional) if optional else ():
            is_required = any(one.type == "required" for one in group)
            found += (one._replace(kind=kind, is_required=is_required) for one in self.parameter(group))
        return tuple(found)

    def parameter(self, group: "Sequence[Node]") -> Iterator[DeclaredParameter]:
        """Yield a parameter. `this.name` has its name in a node of its own, and mostly no type."""
        node = self.parameter_node(group)
        node = (child_of(node, "constructor_param", "super_formal_parameter") if node else None) or node
        names = [one for one in node.children if one.type == "identifier"] if node else []
        default = next(self.syntax.parts["default"].among(group), None)
        if node and names:
            type_, value = next(self._types(node.children), ""), written(self.data, default) if default else None
            yield DeclaredParameter(self.name(names[-1]), "positional-only", type_, value)

    def bases(self, node: "Node") -> Iterator[str]:
        """Yield the bases of a class, its interfaces and its mixins."""
        if node.type == "mixin_declaration":
            yield from self._types(node.children)
        for clause in self.syntax.parts["bases"].all_of(node):
            yield from self._types(clause.children)
            if mixins := child_of(clause, "mixins"):
                yield from self._types(mixins.children)

    def _types(self, nodes: "Iterable[Node]") -> Iterator[str]:
        """Yield the types among some nodes side by side."""
        run: list[Node] = []
        for node in chain(nodes, [None]):
            if node and (node.type in _TYPES or (run and node.type == ".")):
                run.append(node)
            elif run:
                yield spanned(self.data, run[0].start_byte, run[-1].end_byte, run)
                run = []


declarations = _Dart.declarations
