"""One walker over the syntax trees of several languages: what a node declares is in the table of its language.

A language with something special has a module with a class that inherits from `Walker`.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from doclint.source.language import language
from doclint.source.languages.comments import Documented, documented
from doclint.source.languages.joining import overloaded, with_methods
from doclint.source.languages.nodes import DEEPEST, last_line, place, why_open, written
from doclint.source.languages.syntax import syntax
from doclint.source.model import (
    Declaration,
    DeclarationKind,
    DeclaredParameter,
    DeclaredSignature,
    SourceDeclarations,
)
from doclint.source.trees import Node, grammars, text_of, tree_of

_BRACKETS = frozenset("()[]{}")
_SCOPES = frozenset({"class", "struct", "union", "enum", "interface", "trait", "namespace"})


class Enclosure(Struct, frozen=True):
    """What encloses a declaration: its kind, its name and the levels above, and what its members are by themselves."""

    kind: DeclarationKind = "namespace"
    name: str = ""
    depth: int = 0
    is_public: bool = False
    is_conditional: bool = False

    @property
    def is_type(self) -> bool:
        """Whether it is a type, in which functions are methods and variables are fields."""
        return self.kind != "namespace"


class Walker:
    """Reads one source in a language, given by its id. Raises HopelessError if that takes too much work."""

    def __init__(self, id_: str, data: bytes, work: int) -> None:
        self.data = data
        self.syntax = syntax(id_)
        self.root = tree_of(id_, data, work).root_node
        self.has_overloads = language(id_).overloads
        self.why = next((why for pattern, why in self.syntax.open_if if pattern.search(data)), "")
        self.docstring = ""
        self.separator = grammars()[id_].get("separator", ".")
        self.outside: list[tuple[str, Declaration]] = []  # methods with the names of their types

    @classmethod
    def declarations(cls, id_: str, data: bytes, work: int = 1, *, has_overloads: bool = True) -> SourceDeclarations:
        """Return what a source declares. Raises HopelessError if it takes too much work to read."""
        walker = cls(id_, data, work)
        walker.has_overloads &= has_overloads
        found = walker.scope(walker.root, Enclosure())
        return SourceDeclarations(found, walker.docstring, walker.is_broken)

    @property
    def is_broken(self) -> bool:
        """Whether the source has a syntax error, so that declarations may be missing."""
        return self.root.has_error

    def scope(self, node: "Node", around: Enclosure) -> tuple[Declaration, ...]:
        """Return what the children of a node declare, with the methods that they write outside of their types."""
        outer, self.outside = self.outside, []
        found = self.joined(self.items(node, around))
        methods, self.outside = self.outside, outer
        return with_methods(found, methods, self.separator) if methods else found

    def joined(self, found: Iterable[Declaration]) -> tuple[Declaration, ...]:
        """Join what a scope declares in several places."""
        return overloaded([*found]) if self.has_overloads else tuple(found)

    def items(self, node: "Node", around: Enclosure) -> Iterator[Declaration]:
        """Yield what the children of a node declare, and those of nodes that only group others."""
        syntax = self.syntax
        left = [(documented(self.data, node.named_children, syntax.comments), around)]
        while left:
            one = next(left[-1][0], None)
            if one is None:
                left.pop()
            elif one.node.type in syntax.inside:
                is_conditional = left[-1][1].is_conditional or one.node.type in syntax.conditional
                inside = documented(self.data, one.node.named_children, syntax.comments)
                left.append((inside, replace(around, is_conditional=is_conditional)))
            elif one.node.type == syntax.module:
                self.docstring = one.docstring
            else:
                yield from self.item(one, left[-1][1])

    def item(self, one: Documented, around: Enclosure) -> Iterable[Declaration]:
        """Return what one node declares."""
        kind = self.syntax.kinds.get(one.node.type)
        if kind is None:
            return ()
        if kind in _SCOPES:
            return self.enclosing(one, kind, around)
        if kind in ("function", "method"):
            return self.function(one, "method" if around.is_type else kind, around)
        return self.variables(one, "field" if kind == "variable" and around.is_type else kind, around)

    def enclosing(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a type or a namespace with its members."""
        name = self.part(one.node, "name")
        if name is None:
            return
        found = self.declared(one, kind, around, name)
        is_too_deep = around.depth >= DEEPEST
        yield self.opened(
            found._replace(
                bases=tuple(self.bases(one.node)),
                members=() if is_too_deep else self.members(one, found, around),
            ),
            self.why_open(one.node, around.depth) or found.is_open or self.why,
        )

    def why_open(self, node: "Node", depth: int) -> str:
        """Return why a type or a namespace may have members that are not read; empty if it does not."""
        return why_open(node, depth)

    def opened(self, found: Declaration, why: str) -> Declaration:
        """Return a type with why it may have further members; there may be methods in other files."""
        if found.kind not in self.syntax.extensible:
            return found._replace(is_open=why)
        return found._replace(is_open=why or self.syntax.elsewhere, has_all_fields=not why)

    def members(self, one: Documented, found: Declaration, around: Enclosure) -> tuple[Declaration, ...]:
        """Return the members of a type or a namespace."""
        inside = Enclosure(found.kind, found.name, around.depth + 1, found.kind in self.syntax.around)
        head, body = self.part(one.node, "components"), self.part(one.node, "body")
        head = (self.part(head, "components") if head else None) or head  # it may be in a node for the constructor
        members = [*self.components(head, inside)] if head else []
        if body:
            members += self.items(body, inside) if inside.is_type else self.scope(body, inside)
        if head:
            members += self.constructor(head, found, members)
        return self.joined(members)

    def components(self, head: "Node", inside: Enclosure) -> Iterator[Declaration]:
        """Yield the fields that the parameters in the head of a class are."""
        for group in groups(head):
            node = self.parameter_node(group)
            if node and self.is_component(node):
                found = self.declared(Documented(node, [], ""), "field", replace(inside, is_public=True))
                yield from (found._replace(name=one.name, type=one.type) for one in self.parameter(group))

    def is_component(self, parameter: "Node") -> bool:
        """Whether a parameter in the head of a class is a field of it."""
        return parameter.type in self.syntax.parameters

    def constructor(self, head: "Node", class_: Declaration, members: Iterable[Declaration]) -> Iterator[Declaration]:
        """Yield the constructor that a class has by its head, unless one of its members has the same parameters."""
        signature = DeclaredSignature(self.parameters(head))
        types = [one.type for one in signature.parameters]
        own = (signature for one in members if one.name == class_.name for signature in one.signatures)
        if all([one.type for one in signature.parameters] != types for signature in own):
            yield Declaration(
                "method",
                class_.name,
                class_.line,
                class_.line,
                last_line(head),
                (signature,),
                is_public=class_.is_public,
            )

    def bases(self, node: "Node") -> Iterator[str]:
        """Yield the bases of a type."""
        syntax = self.syntax
        left = [base for clause in syntax.parts["bases"].all_of(node) for base in clause.named_children][::-1]
        while left:
            one = left.pop()
            if one.is_extra or one.type in syntax.annotations:
                continue
            if one.type in syntax.base_lists:
                left += one.named_children[::-1]
            elif one.type in syntax.wrapped_bases:
                left += [inner for inner in one.named_children if inner.type not in syntax.annotations][:1]
            else:
                yield written(self.data, one)

    def function(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield a function or a method."""
        if name := self.part(one.node, "name"):
            yield self.declared(one, kind, around, name)._replace(signatures=(self.signature(one.node),))

    def signature(self, node: "Node") -> DeclaredSignature:
        """Return the parameters of a function, and what it returns."""
        head = self.part(node, "parameters")
        return DeclaredSignature(
            self.parameters(head) if head else (), self.text(node, "returns"), tuple(self.type_parameters(node))
        )

    def type_parameters(self, node: "Node") -> Iterator[str]:
        """Yield the names of the type parameters of a function."""
        parameters = self.part(node, "type_parameters")
        for one in parameters.named_children if parameters else ():
            yield from (text_of(self.data, name) for name in self.syntax.parts["type_parameter"].all_of(one))

    def parameters(self, head: "Node") -> tuple[DeclaredParameter, ...]:
        """Return the parameters between two brackets."""
        return tuple(parameter for group in groups(head) for parameter in self.parameter(group))

    def parameter_node(self, group: "Sequence[Node]") -> "Node | None":
        """Return the node of a parameter among the nodes between two commas."""
        return next((one for one in group if one.type in self.syntax.parameters), None)

    def parameter(self, group: "Sequence[Node]") -> Iterator[DeclaredParameter]:
        """Yield the parameters between two commas: one, where the language has nothing special."""
        node = self.parameter_node(group)
        if node is None:
            return
        syntax = self.syntax
        kind = syntax.parameters[node.type]
        if syntax.variadic and syntax.variadic in self.modifiers(Documented(node, [*group], ""))[0]:
            kind = "var-positional"
        default = syntax.parts["default"].of(node) or next(syntax.parts["default"].among(group), None)
        value = written(self.data, default) if default else None
        is_required = value is None and not kind.startswith("var")
        type_ = self.text(node, "parameter_type")
        named = self.part(node, "parameter_name")
        name = self.name(named) if named else ""
        yield DeclaredParameter(name, kind, type_, value, is_required)

    def variables(self, one: Documented, kind: DeclarationKind, around: Enclosure) -> Iterator[Declaration]:
        """Yield what a statement declares that has a value or a type: one statement may have very many names."""
        holder = self.part(one.node, "holder") or one.node
        shared, is_alias = self.declared(one, kind, around), kind == "type"
        shared_type, shared_value = self.text(holder, "type"), self.part(holder, "value")
        for node in self.syntax.parts["declarators"].all_of(holder) or [holder]:
            name = self.part(node, "name")
            if name is None:
                continue
            text = self.name(name)
            type_ = shared_type if node == holder else shared_type + self.text(node, "type")
            value = self.part(node, "value") or shared_value
            yield shared._replace(
                name=text,
                line=name.start_point[0] + 1,
                type="" if is_alias else type_,
                value=type_ if is_alias and type_ else written(self.data, value) if value else None,
                is_public=shared.is_public and self.is_visible(text),
            )

    def declared(
        self, one: Documented, kind: DeclarationKind, around: Enclosure, name: "Node | None" = None
    ) -> Declaration:
        """Return a declaration with what all have: the place, the documentation, the modifiers and the annotations."""
        words, annotations = self.modifiers(one)
        syntax = self.syntax
        if kind in ("field", "variable") and syntax.constant <= words:
            kind = "constant"
        text = self.name(name) if name else ""
        line, start, end = place(name or one.node, one.node)
        return Declaration(
            kind,
            text,
            line,
            one.between[0].start_point[0] + 1 if one.between else start,
            end,
            decorators=annotations,
            docstring=one.docstring,
            is_public=self.is_public(kind, words, around) and (name is None or self.is_visible(text)),
            is_async=syntax.asynchronous in words,
            is_static=syntax.static in words or kind in syntax.static_kinds,
            modifiers=tuple(sorted(words & syntax.shown)),
            is_conditional=around.is_conditional or self._is_conditional(annotations),
            is_open=next((why for word, why in syntax.open.items() if word in words), "") if kind in _SCOPES else "",
        )

    def modifiers(self, one: Documented) -> tuple[frozenset[str], tuple[str, ...]]:
        """Return the modifiers and the annotations of a declaration."""
        syntax = self.syntax
        if not syntax.modifiers:
            return frozenset(), ()
        words, annotations = [], []
        left = [node for node in (*one.between, *one.node.children) if node.type in syntax.modifiers]
        for node in left:
            if node.type in syntax.annotations:
                annotations.append(written(self.data, node).removeprefix("@").lstrip())
            elif not node.child_count:
                words.append(text_of(self.data, node))
            else:
                left += node.children
        return frozenset(words), tuple(annotations)

    def is_public(self, kind: DeclarationKind, words: frozenset[str], around: Enclosure) -> bool:
        """Whether a declaration can be used from outside, by its modifiers."""
        syntax = self.syntax
        if not words.isdisjoint(syntax.hidden):
            return False
        return syntax.visible or around.is_public or kind in syntax.always or not words.isdisjoint(syntax.public)

    def is_visible(self, name: str) -> bool:
        """Whether something can be used from outside, by its name."""
        return self.syntax.private.match(name) is None

    def _is_conditional(self, annotations: Sequence[str]) -> bool:
        condition = self.syntax.condition
        return condition != "" and any(text.startswith(condition) for text in annotations)

    def name(self, node: "Node") -> str:
        """Return a name without what quotes it."""
        text = text_of(self.data, node)
        return self.syntax.quotes.sub("", text) if self.syntax.quotes else text

    def text(self, node: "Node", part: str) -> str:
        """Return the text of a part of a node on one line; empty if it has none."""
        return "".join(written(self.data, one) for one in self.syntax.parts[part].all_of(node))

    def part(self, node: "Node", part: str) -> "Node | None":
        """Return the first node that is a part of another one; None without one."""
        return self.syntax.parts[part].of(node)


def groups(head: "Node") -> "Iterator[list[Node]]":
    """Yield the nodes between two brackets, those between two commas at a time."""
    group: list[Node] = []
    for child in head.children:
        if child.type == ",":
            yield group
            group = []
        elif not child.is_extra and child.type not in _BRACKETS:
            group.append(child)
    yield group


declarations = Walker.declarations
