"""Statements of C and C++: what a scope declares one after another, with comments and between branches."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from doclint.errors.expressions import expression
from doclint.source.languages.comments import CommentRules, Documented, documented
from doclint.source.languages.declarators import path_of
from doclint.source.languages.nodes import child_of, place
from doclint.source.languages.scopes import ScopedDeclaration
from doclint.source.model import Declaration, DeclarationKind
from doclint.source.trees import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

COMMENTS = CommentRules(
    above=expression(r"/\*\*(?![*/<])|/\*!(?!<)|//[/!](?![/<])"),
    behind=expression(r"/\*[*!]<|//[/!]<"),
)
_BRANCHES = ("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "preproc_elifdef")


class EnclosingScope(NamedTuple):
    """What encloses a declaration: the class, if it is one, the visibility of names, and the levels above."""

    id_: str
    original: bytes  # the source before doclint blanked what the grammar cannot read
    in_class: bool = False
    class_: str = ""  # empty for one without a name
    is_public: bool = True
    is_conditional: bool = False
    depth: int = 0


class DeclaringStatement(NamedTuple):
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
