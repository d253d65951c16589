"""Which patterns match all that other patterns match, as far as that is certain."""

from collections.abc import Sequence

from doclint.errors.expressions import expression
from doclint.formats.patterns.pattern import Pattern, PatternNode
from doclint.formats.patterns.template import UNREAD, Template, Token

_NAME = expression(r"(?<!\{)\{[a-z][a-z0-9._-]*(?=[:}])")


def covers(one: Pattern, other: Pattern) -> bool:
    """Whether a pattern matches every text that another one does; false if that is not certain.

    >>> covers(Pattern("{name}"), Pattern("Class {name}")), covers(Pattern("Class {name}"), Pattern("{name}"))
    (True, False)
    >>> covers(Pattern("**{key}**: {text}"), Pattern("**Note**: {any}.")), covers(Pattern("{a}"), Pattern("`{a}`"))
    (True, False)
    """
    if without_names(one.text) == without_names(other.text):
        return True
    if one.thematic_break or other.thematic_break or other.text.startswith("<") or other.is_empty or one.is_empty:
        return False
    return _all_cover(one.nodes, other.nodes)


def without_names(text: str) -> str:
    """Return the text of a pattern with the same name for all of its holes.

    >>> without_names("`{symbol}` = {value:int}")
    '`{_}` = {_:int}'
    """
    return _NAME.sub(f"{{{UNREAD}", text)


def _all_cover(some: Sequence[PatternNode], others: Sequence[PatternNode]) -> bool:
    match some:
        case [PatternNode(kind=None, template=None)]:
            return True  # a hole for any markup
    if len(some) != len(others) or any(node.optional for node in (*some, *others)):
        return False
    return all(_node_covers(one, other) for one, other in zip(some, others, strict=True))


def _node_covers(one: PatternNode, other: PatternNode) -> bool:
    if one.kind is not other.kind or one.image is not other.image:
        return False
    for own, its in ((one.template, other.template), (one.destination, other.destination)):
        if own is not None and (its is None or not _template_covers(own, its)):
            return False
    return not one.children or _all_cover(one.children, other.children)


def _template_covers(one: Template, other: Template) -> bool:
    if without_names(one.text) == without_names(other.text):
        return True
    if other.fixed is not None:
        return one.match(other.fixed) is not None
    if one.around is None or not one.around.name:
        return False
    return all(_holds(one.around.before, one.around.after, tokens) for tokens in other.alternatives)


def _holds(before: str, after: str, tokens: Sequence[Token]) -> bool:
    """Whether each text of some tokens begins and ends with two texts, and has more between them."""
    if not tokens:
        return False
    least = sum(len(token.literal) or token.type != "any" for token in tokens)
    begins, ends = tokens[0].literal.startswith(before), tokens[-1].literal.endswith(after)
    return begins and ends and least > len(before) + len(after)
