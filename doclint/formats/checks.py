"""Checks of a format beyond its schema, made when a format file is loaded."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from doclint.code.languages import is_language
from doclint.errors.suggestions import did_you_mean
from doclint.formats import holes
from doclint.formats.kinds import WHOSE
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.template import Template, TemplateError
from doclint.formats.schema.contents import (
    CHILD,
    ClaimsContent,
    Content,
    FieldsContent,
    ImportsContent,
    ListingContent,
    SourceContent,
    SymbolsContent,
    TableContent,
    TextContent,
    flat,
)
from doclint.formats.schema.format import Format, Kind
from doclint.formats.schema.sections import SectionPlace
from doclint.formats.schema.statements import ClaimSpec, Proof, Statement


def mistakes(format_: Format) -> Iterator[str]:
    """Yield each mistake in a format as a sentence that names its place."""
    for name in _repeated(kind.name for kind in format_.kind):
        yield f"two kinds have the name `{name}`"
    for pattern in format_.footer:
        yield from _wrong_holes(format_, "the footer", pattern)
    for of, claims in format_.claims.items():
        for key, claim in claims.items():
            yield from _mistakes_in_claim(format_, f"the claim `{of}.{key}`", claim)
    for spec in format_.description:
        for id_ in (*spec.right, *spec.wrong):
            if not is_language(id_):
                yield f"the description `{spec.text}` names the unknown language `{id_}`"
    for kind in format_.kind:
        yield from _mistakes_in_kind(format_, kind)


def _repeated(names: Iterable[str]) -> list[str]:
    return sorted(name for name, count in Counter(names).items() if count > 1)


def _mistakes_in_claim(format_: Format, where: str, claim: ClaimSpec) -> Iterator[str]:
    for pattern in claim.text:
        yield from _wrong_holes(format_, where, pattern)
    yield from _mistakes_in_proof(where, claim.proof) if claim.proof else ()
    yield from _mistakes_in_statement(where, claim, claim.text)
    for name in claim.repeats:
        set_, _, other = name.partition(".")
        if other not in format_.claims.get(set_, {}):
            yield f"{where} repeats the claim `{name}`, which the format does not have"


def _mistakes_in_proof(where: str, proof: Proof) -> Iterator[str]:
    if proof.is_empty:
        yield f"the `proof` of {where} is empty, so nothing could prove it"
    for id_ in proof.languages:
        if not is_language(id_):
            yield f"the `proof` of {where} names the unknown language `{id_}`"
    for name in proof.apart:
        if "." not in name:
            yield f"the `proof` of {where} has `{name}` under `apart`, which needs a name with a dot"


def _mistakes_in_statement(where: str, statement: Statement, text: list[Pattern]) -> Iterator[str]:
    for subjects in (*statement.true_of, *statement.false_of, *statement.groundless_of):
        if subjects.is_empty:
            yield f"`true-of`, `false-of` or `groundless-of` of {where} has no condition"
        for id_ in subjects.languages:
            if not is_language(id_):
                yield f"{where} names the unknown language `{id_}`"
    if statement.about and not any(statement.about in _names(pattern) for pattern in text):
        yield f"`about` of {where} names the hole `{statement.about}`, which its text does not have"


def _mistakes_in_kind(format_: Format, kind: Kind) -> Iterator[str]:
    where = f"the kind `{kind.name}`"
    for title in kind.title:
        yield from _wrong_holes(format_, f"the title of {where}", title)
    for pattern in kind.footer or ():
        yield from _wrong_holes(format_, f"the footer of {where}", pattern)
    for key, template in kind.front_matter.items():
        yield from _wrong_holes(format_, f"the front matter `{key}` of {where}", template)
    for key in _repeated(place.key for place in kind.all_sections):
        yield f"two sections of {where} have the key `{key}`; give one of them a `key` of its own"
    sources = 0
    for place in kind.all_sections:
        home = f"the section `{place.key}` of {where}"
        for pattern in (*place.headings, *place.spec.before):
            yield from _wrong_holes(format_, f"the heading of {home}", pattern)
        parent = kind.parents.get(place)
        yield from _mistakes_in_replacement(home, place, parent.children if parent else kind.sections)
        for content in flat(place.spec.content):
            sources += isinstance(content, SourceContent)
            yield from _mistakes_in_content(format_, home, content)
    if sources > 1:
        yield f"{where} has more than one quoted source"
    for content in flat([*kind.content, *kind.epilogue]):
        yield from _mistakes_in_content(format_, where, content)


def _mistakes_in_replacement(home: str, place: SectionPlace, beside: Sequence[SectionPlace]) -> Iterator[str]:
    replaced = next((other for other in beside if other.key == place.spec.instead_of), None)
    if not place.spec.instead_of:
        return
    if replaced is None or replaced is place:
        keys = [other.key for other in beside if other is not place]
        hint = did_you_mean(place.spec.instead_of, keys)
        yield f"{home} stands instead of `{place.spec.instead_of}`, which is no section beside it{hint}"
    elif replaced.spec.instead_of:
        yield f"{home} stands instead of `{replaced.key}`, which itself stands instead of another section"


def _mistakes_in_content(format_: Format, home: str, content: Content) -> Iterator[str]:
    for pattern in _patterns(content):
        yield from _wrong_holes(format_, home, pattern)
    if isinstance(content, TextContent):
        yield from _mistakes_in_statement(f"a text of {home}", content, content.text)
    match content:
        case ClaimsContent(of=of) if of not in format_.claims:
            yield f"{home} names the claims `{of}`, which the format does not have"
        case SymbolsContent(item=items):
            yield from (f"an item of {home} has no hole `symbol`" for item in items if "symbol" not in _names(item))
        case ImportsContent(item=items):
            yield from (f"an item of {home} has no hole `module`" for item in items if "module" not in _names(item))
    if isinstance(content, ListingContent | TableContent) and content.lists:
        yield from _mistakes_in_listing(home, content)


def _mistakes_in_listing(home: str, content: ListingContent | TableContent) -> Iterator[str]:
    hole = CHILD[content.lists]
    names = {name for item in _patterns(content) for name in _names(item)}
    if hole not in names:
        yield f"{home} lists {content.lists}, but no item has the hole `{hole}`"


def _patterns(content: Content) -> Iterator[Pattern]:
    match content:
        case TextContent(text=patterns):
            yield from patterns
        case ListingContent(item=patterns):
            yield from patterns
        case TableContent(row=cells):
            yield from (pattern for patterns in cells for pattern in patterns)
        case FieldsContent(items=fields):
            for field in fields:
                yield from field.value


def _names(pattern: Pattern) -> tuple[str, ...]:
    try:
        return pattern.names
    except TemplateError:
        return ()


def _wrong_holes(format_: Format, where: str, pattern: Pattern | Template) -> Iterator[str]:
    try:
        names = pattern.names
    except TemplateError as error:
        quoted = "" if f"`{pattern.text}`" in str(error) else f", in `{pattern.text}`"
        yield f"{where}: {error}{quoted}"
        return
    for name in names:
        whose, dot, kind = name.partition(".")
        if dot and name not in holes.KNOWN and not (whose in WHOSE and kind in format_.kinds):
            hint = did_you_mean(name, holes.KNOWN | {f"{whose}.{kind}" for whose in WHOSE for kind in format_.kinds})
            yield f"{where}: `{pattern.text}` has the hole `{name}`, which no page can fill{hint}"
