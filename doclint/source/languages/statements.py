"""What the scopes of C and C++ declare: one statement after another, joined where several declare one thing."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.source.languages.comments import CommentRules, Documented, documented
from doclint.source.languages.declarators import path_of
from doclint.source.languages.joining import TYPES, in_order, overloads
from doclint.source.languages.nodes import child_of, place
from doclint.source.model import Declaration, DeclarationKind, DeclaredParameter
from doclint.source.trees import Node, text_of

_CONSTANT_VALUE = expression(r"const (?=[^*&]*\Z)")
_VARIABLES = frozenset({"field", "variable", "constant"})
_SCOPES = TYPES - {"type"} | {"namespace"}
COMMENTS = CommentRules(
    above=expression(r"/\*\*(?![*/<])|/\*!(?!<)|//[/!](?![/<])"), behind=expression(r"/\*[*!]<|//[/!]<")
)
_BRANCHES = ("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "preproc_elifdef")


class ScopedDeclaration(NamedTuple):
    """A declaration, the names before its own (`A::B::f`), and whether it is the definition of a function."""

    declaration: Declaration
    path: tuple[str, ...] = ()
    is_definition: bool = False


def joined(found: Iterable[ScopedDeclaration]) -> tuple[Declaration, ...]:
    """Return what a scope declares, each thing once, with what it defines outside of the classes and namespaces."""
    here: list[ScopedDeclaration] = []
    outside: list[ScopedDeclaration] = []
    for one in found:
        (outside if one.path else here).append(one)
    here = _with_namespaces(here)
    if outside:
        here = _placed(here, outside)
    return in_order(_once(here))


def _with_namespaces(found: list[ScopedDeclaration]) -> list[ScopedDeclaration]:
    """Join the parts of each namespace into the first."""
    parts = by_key((one.declaration.name, one.declaration) for one in found if one.declaration.kind == "namespace")
    whole = []
    for one in found:
        if one.declaration.kind != "namespace":
            whole.append(one)
        elif spaces := parts.pop(one.declaration.name, None):
            whole.append(ScopedDeclaration(_namespace(spaces)) if len(spaces) > 1 else one)
    return whole


def _namespace(parts: list[Declaration]) -> Declaration:
    return parts[0]._replace(
        members=joined(ScopedDeclaration(member) for part in parts for member in part.members),
        docstring=next((part.docstring for part in parts if part.docstring), ""),
        is_open=next((part.is_open for part in parts if part.is_open), ""),
        is_conditional=all(part.is_conditional for part in parts),
    )


def _placed(here: list[ScopedDeclaration], outside: list[ScopedDeclaration]) -> list[ScopedDeclaration]:
    """Move what is defined outside of a class or namespace into it, if it is declared here."""
    scopes = {
        one.declaration.name: index for index, one in reversed([*enumerate(here)]) if one.declaration.kind in _SCOPES
    }
    inside: dict[int, list[ScopedDeclaration]] = {}
    for one in outside:
        first, *rest = one.path
        if first in scopes:
            inside.setdefault(scopes[first], []).append(one._replace(path=tuple(rest)))
        else:
            name = "::".join([*one.path, one.declaration.name])
            here.append(one._replace(path=(), declaration=one.declaration._replace(name=name)))
    for index, more in inside.items():
        scope = here[index].declaration
        members = joined([*map(ScopedDeclaration, scope.members), *(_as_member(scope, one) for one in more)])
        here[index] = ScopedDeclaration(scope._replace(members=members))
    return here


def _as_member(scope: Declaration, one: ScopedDeclaration) -> ScopedDeclaration:
    """Return what is defined outside of a scope as a member of it."""
    if scope.kind == "namespace" and not one.path and one.declaration.kind == "method":
        return one._replace(declaration=one.declaration._replace(kind="function"))
    return one


def _once(found: list[ScopedDeclaration]) -> list[Declaration]:
    """Return each function and variable once, and all else as it is."""
    groups = by_key(
        ((bool(one.declaration.signatures), one.declaration.name), one)
        for one in found
        if one.declaration.signatures or one.declaration.kind in _VARIABLES
    )
    result = []
    for one in found:
        is_function = bool(one.declaration.signatures)
        if is_function or one.declaration.kind in _VARIABLES:
            group = groups.pop((is_function, one.declaration.name), [])
            if group:
                result.append(_function(group) if is_function else _variable(group))
        else:
            result.append(one.declaration)
    return result


def _variable(group: list[ScopedDeclaration]) -> Declaration:
    """Join a variable that is declared and defined: the place is that of the first, the value may be in any."""
    first, *others = [one.declaration for one in group]
    for one in others:
        first = first._replace(
            value=one.value if first.value is None else first.value, docstring=first.docstring or one.docstring
        )
    return first


def _function(group: list[ScopedDeclaration]) -> Declaration:
    """Join the declarations and definitions of all functions of one name.

    The place is that of the first definition. A class declares who can use a method, and its definition does not.
    """
    if len(group) == 1:
        return group[0].declaration
    by_types: dict[tuple[object, ...], Declaration] = {}
    for one in group:
        for signature in one.declaration.signatures:
            key = (signature.returns, *(_CONSTANT_VALUE.sub("", parameter.type) for parameter in signature.parameters))
            single = one.declaration._replace(signatures=(signature,))
            by_types[key] = _defined(by_types[key], single) if key in by_types else single
    whole = overloads([*by_types.values()])
    definition = next((one.declaration for one in group if one.is_definition), whole)
    return whole._replace(line=definition.line, start=definition.start, end=definition.end)


def _defined(declared: Declaration, defined: Declaration) -> Declaration:
    """Join a function that is declared twice: the names and defaults of parameters may be in either."""
    [first], [second] = declared.signatures, defined.signatures
    parameters = tuple(map(_parameter, first.parameters, second.parameters))
    return declared._replace(
        signatures=(
            first._replace(parameters=parameters, type_parameters=first.type_parameters or second.type_parameters),
        ),
        docstring=declared.docstring or defined.docstring,
        is_conditional=declared.is_conditional and defined.is_conditional,
    )


def _parameter(declared: DeclaredParameter, defined: DeclaredParameter) -> DeclaredParameter:
    return declared._replace(
        name=defined.name or declared.name,
        default=defined.default if declared.default is None else declared.default,
        is_required=declared.is_required and defined.is_required,
    )


class EnclosingScope(Struct, frozen=True):
    """What encloses a declaration: the class, if it is one, the visibility of names, and the levels above."""

    id_: str
    original: bytes  # the source before doclint blanked what the grammar cannot read
    in_class: bool = False
    class_: str = ""  # empty for one without a name
    is_public: bool = True
    is_conditional: bool = False
    depth: int = 0


class DeclaringStatement(Struct, frozen=True):
    """A statement: the text of the source, its node, its documentation, the parameters of each `template`, and what
    encloses it.
    """

    data: bytes
    whole: "Node"
    docstring: str
    templates: list[tuple[str, ...]]
    context: EnclosingScope

    def declaration(self, kind: DeclarationKind, name: "Node", own: str) -> Declaration:
        """Return what the statement declares, given the node of its name and the name without those before `::`."""
        return Declaration(
            kind,
            own,
            *place(name, self.whole),
            docstring=self.docstring,
            is_public=self.context.is_public,
            is_conditional=self.context.is_conditional,
        )

    def found(self, kind: DeclarationKind, name: "Node", value: str | None = None) -> ScopedDeclaration:
        """Return what the statement declares, with the names before `::`."""
        path, own = path_of(self.data, name)
        return ScopedDeclaration(self.declaration(kind, name, own)._replace(value=value), path)


def statements(data: bytes, nodes: "list[Node]") -> Iterator[tuple[Documented, bool]]:
    """Yield what a scope declares, also between `#if` and `#endif` and in `extern "C"`, and whether it is conditional.

    A guard against including a file twice is not a condition.
    """
    left = [(documented(data, nodes, COMMENTS), False)]
    while left:
        one = next(left[-1][0], None)
        if one is None:
            left.pop()
        elif one.node.type in _BRANCHES:
            is_conditional = left[-1][1] or not _is_guard(data, one.node)
            left.append((documented(data, one.node.named_children, COMMENTS), is_conditional))
        elif one.node.type == "linkage_specification":
            body = one.node.child_by_field_name("body")
            if body is not None and body.type == "declaration_list":
                left.append((documented(data, body.named_children, COMMENTS), left[-1][1]))
            elif body is not None:
                yield Documented(body, [], one.docstring), left[-1][1]
        else:
            yield one, left[-1][1]


def _is_guard(data: bytes, node: "Node") -> bool:
    """Whether a branch is `#ifndef X`, followed by `#define X`."""
    name, first = node.child_by_field_name("name"), child_of(node, "preproc_def")
    defined = first.child_by_field_name("name") if first else None
    return (
        name is not None
        and defined is not None
        and node.children[0].type == "#ifndef"
        and text_of(data, name) == text_of(data, defined)
    )
