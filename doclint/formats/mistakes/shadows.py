"""What nothing on a page can match, because something in front of it takes all that it could match."""

from collections.abc import Iterator, Sequence
from typing import Any

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.errors.validation import Mistake, Path
from doclint.formats.fit import can_be_recognized
from doclint.formats.mistakes.parts import contents_of, sections_of
from doclint.formats.patterns.pattern import Pattern, PatternNode
from doclint.formats.patterns.template import HOLE_NAME, UNREAD, Template, TemplateError, Token
from doclint.formats.schema.contents import patterns_of
from doclint.formats.schema.format import Format, Kind
from doclint.formats.schema.sections import SectionPlace
from doclint.formats.subject import known_holes

_MOST = 50  # alternatives, sections or kinds that are compared with each other
_NAME = expression(r"(?<!\{)\{[a-z][a-z0-9._-]*(?=[:}])")


def shadowed(format_: Format) -> Iterator[Mistake]:
    """Yield the alternatives, sections and kinds of a format that no page can have.

    Patterns with mistakes of their own are left out.
    """
    for of, claims in format_.claims.items():
        located = [
            (("claims", of, key, "text", index), pattern)
            for key, claim in claims.items()
            for index, pattern in enumerate(claim.text)
        ]
        yield from _shadowed_patterns(located)
    for index, kind in enumerate(format_.kind):
        path: Path = ("kind", index)
        yield from _in_kind(path, kind)
        try:
            yield from _unrecognizable(format_, path, kind)
            if index < _MOST:
                yield from _twins(format_, path, kind, format_.kind[:index])
        except TemplateError:
            continue


def _in_kind(path: Path, kind: Kind) -> Iterator[Mistake]:
    yield from _shadowed_patterns([((*path, "title", index), title) for index, title in enumerate(kind.title)])
    for at, section in sections_of((*path, "section"), kind.sections):
        headings = [((*at, "heading", index), heading) for index, heading in enumerate(section.spec.heading)]
        yield from _shadowed_patterns(headings)
        parent = kind.parents.get(section)
        beside = parent.children if parent else kind.sections
        if section in beside[:_MOST]:
            yield from _shadowed_section(at, section, beside[: beside.index(section)])
    for at, content in contents_of(path, kind):
        for located in by_key((keys[:-1], ((*at, *keys), pattern)) for keys, pattern in patterns_of(content)).values():
            yield from _shadowed_patterns(located)


def _shadowed_patterns(located: Sequence[tuple[Path, Pattern]]) -> Iterator[Mistake]:
    """Yield the patterns that never match because one in front of them does."""
    for index, (path, pattern) in enumerate(located[:_MOST]):
        first = next((other for _, other in located[:index] if _covers(other, pattern)), None)
        if first is not None:
            text = f"`{pattern.text}` never matches: `{first.text}`, which comes first, matches all that it could"
            yield Mistake(path, text)


def _covers(one: Pattern, other: Pattern) -> bool:
    try:
        return covers(one, other)
    except TemplateError:
        return False


def _shadowed_section(path: Path, section: SectionPlace, before: Sequence[SectionPlace]) -> Iterator[Mistake]:
    """Yield a section if one in front of it takes all headings that it could have."""
    for other in before:
        is_alike = other.spec.repeats == section.spec.repeats and {*section.levels} <= {*other.levels}
        is_free = not other.spec.when and not other.spec.before
        covered = (any(_covers(one, heading) for one in other.spec.heading) for heading in section.headings)
        if is_alike and is_free and other.key != section.key and all(covered):
            text = f"no heading begins this section, because the section `{other.key}` takes all that could"
            yield Mistake((*path, "heading"), text)
            return


def _unrecognizable(format_: Format, path: Path, kind: Kind) -> Iterator[Mistake]:
    if can_be_recognized(kind, format_):
        return
    if kind.title:
        known = ", ".join(f"`{{{name}}}`" for name in sorted(known_holes(kind)))
        why = "its title has neither words of its own nor a hole whose value follows from the path"
        way = f"give it words{f', or one of {known}' if known else ''}"
        yield Mistake((*path, "title"), f"no page can be recognized as one of this kind: {why}; {way}")
    else:
        why = "it has no title, no section that is required, no footer, and no words in its front matter"
        yield Mistake((*path, "name"), f"no page can be recognized as one of this kind: {why}")


def _twins(format_: Format, path: Path, kind: Kind, others: Sequence[Kind]) -> Iterator[Mistake]:
    """Yield a kind if nothing tells its pages from those of another one: see `doclint.formats.fit`."""
    own = _evidence(format_, kind)
    for other in others:
        if _evidence(format_, other) == own:
            text = f"nothing tells this kind from the kind `{other.name}`: they have the same path, title and sections"
            yield Mistake((*path, "name"), f"{text}; give them other titles or sections, or make them one kind")
            return


def _evidence(format_: Format, kind: Kind) -> Any:
    """Return what decides whether a page is of a kind. Holes whose names only the format knows are numbered."""
    numbers: dict[str, str] = {}

    def numbered(text: str) -> str:
        return HOLE_NAME.sub(lambda hole: "{" + (numbers.setdefault(hole[1], str(len(numbers)))), text)

    def section(place: SectionPlace) -> Any:
        spec = place.spec
        texts = [without_names(pattern.text) for pattern in place.headings]
        return sorted(texts), spec.required, spec.repeats, sorted(map(section, place.children))

    paths = numbered(kind.path.text), [numbered(title.text) for title in kind.title]
    known = sorted(numbers.get(name, name) for name in known_holes(kind))
    footer = [without_names(pattern.text) for pattern in format_.footer_of(kind)]
    front_matter = {key: without_names(template.text) for key, template in kind.front_matter.items()}
    return paths, known, footer, front_matter, sorted(map(section, kind.sections))


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
