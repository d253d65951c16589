"""What rules read of a format, and where they have nothing to read."""

from collections.abc import Iterable, Iterator

from doclint.errors.grouping import by_key
from doclint.formats.documented.symbols import Members
from doclint.formats.format_parts import (
    FormatPart,
    HoleNames,
    holes_of,
    keys_of,
    names_of,
    parts_of,
    places_of,
    symbol_sorts,
)
from doclint.formats.holes import MARKDOWN
from doclint.formats.reading.shapes import SymbolSignature, captures_in
from doclint.formats.schema.format import Format, Kind
from doclint.page.page import Page
from doclint.repository.repository import remembered
from doclint.rule.head import AND, RuleHead, has
from doclint.rule.rule import Rule


def needed(read: str) -> list[FormatPart]:
    """Return the parts of a format that must be there together, as a rule `reads` them.

    Raises ValueError if no format has one of them.

    >>> [part.hole for part in needed("{subfolder} + folder")]
    ['subfolder', '']
    """
    return [FormatPart.of(part) for part in read.split(AND)]


def described(read: str) -> str:
    """Return what a rule reads in words.

    >>> described("{subfolder} + folder")
    'the hole `subfolder`, with a folder that the page is about'
    """
    first, *others = (part.text for part in needed(read))
    return ", with ".join([first, *([" and ".join(others)] if others else ())])


def without_reading(page: Page, rules: Iterable[type[Rule]]) -> dict[str, str]:
    r"""Return the rules that have nothing to read on a page, by id, each with the reason.

    Such a rule reports nothing there. On a page of no known kind these are all rules that read a format.

    >>> from doclint.formats.loading import builtins
    >>> from doclint.markdown.source import Source
    >>> from doclint.rule.registry import rules
    >>> page = Page("docs/a.py_kw.md", Source("# Keyword Index: `a.py`\n"), formats=builtins())
    >>> without_reading(page, [rules()["wrong-size"]])
    {'wrong-size': 'pages of its kind have no hole `count.lines` or hole `size.bytes`'}
    """
    there = parts_on(page)
    # Rules that check quoted pages have what those have.
    quoted = frozenset[str]().union(*map(parts_on, page.quotes)) if page.quotes else frozenset[str]()
    possible = parts_of(page.kind, page.format) if page.kind and page.format else frozenset[str]()
    found = {}
    for rule in rules:
        if not RuleHead.of(rule).has_in(there | quoted if rule.in_quotes else there):
            found[rule.id] = _reason(page, rule, possible)
    return found


def alive(kind: Kind, format_: Format, rules: Iterable[type[Rule]]) -> dict[str, list[str]]:
    """Return the ids of the rules that have something to read in the parts of a kind, each with what it `reads`.

    Rules that read any Markdown are not among them, unless they also read a part that the kind has.
    """
    there = parts_of(kind, format_)
    found = {rule.id: [read for read in sorted(rule.reads - {MARKDOWN}) if has(there, read)] for rule in rules}
    return {id_: reads for id_, reads in found.items() if reads}


def readers(rules: Iterable[type[Rule]]) -> dict[FormatPart, list[str]]:
    """Return the ids of the rules that read each part of a format, sorted, whatever else must be there for them."""
    parts = {rule.id: dict.fromkeys(part for read in sorted(rule.reads) for part in needed(read)) for rule in rules}
    return by_key((part, id_) for id_ in sorted(parts) for part in parts[id_])


def reads_part(page: Page, rule: Rule | RuleHead) -> bool:
    """Whether a rule has something to read of the format in the part of a page that a generator owns.

    What a rule says of any page of a kind it says of a whole page.
    """
    there = parts_on(page) - {MARKDOWN, "kind"}
    return any(has(there, read) for read in rule.reads)


def _reason(page: Page, rule: type[Rule], possible: frozenset[str]) -> str:
    """Return why a rule has nothing to read on a page, given the parts that pages of its kind can have."""
    if page.kind is None:
        return "no format knows the page"
    reads = [read for read in rule.reads if has(possible, read)]
    who, there = ("the page has", parts_on(page)) if reads else ("pages of its kind have", possible)
    absent = {part for read in reads or rule.reads for part in read.split(AND)} - there
    names = [FormatPart.of(part).bare for part in sorted(absent)]
    return f"{who} no {' or '.join(names)}"


@remembered
def parts_on(page: Page) -> frozenset[str]:
    """Return the parts of its format that are on a page, and the keys of its kind, as `doclint.formats.format_parts`
    writes them.
    """
    if page.kind is None or page.format is None:
        return frozenset({MARKDOWN})
    return frozenset(_of_page(page, page.kind, page.format)) | keys_of(page.kind, page.format)


def _of_page(page: Page, kind: Kind, format_: Format) -> Iterator[str]:
    naming, subject, outline = HoleNames(kind, format_), page.subject, page.outline
    yield from (MARKDOWN, "kind")
    if subject is not None:
        yield from naming.parts(subject.holes, "path")
        if subject.path is not None:
            yield from ("subject", "folder" if subject.is_folder else "file")
    if outline is not None:
        yield from naming.parts(outline.front_matter_captures, "front-matter")
        yield from naming.parts(outline.title_captures or {}, "title")
        yield from naming.parts(outline.footer_captures, "footer")
    for section in page.sections:
        yield from ("section",) if section.place else ()
        yield from naming.parts(section.captures, "heading")
    for shape in page.contents:
        if shape.element is not None:
            names = {name for captures in captures_in(shape) for name in captures}
            if isinstance(shape, SymbolSignature):
                names |= names_of(shape.element, format_)  # what a signature could say, and does not, counts
            places = places_of(shape.element, kind)
            yield from places
            yield from naming.parts(names, *places)
    yield from _of_lists(page.documentation, naming)


def _of_lists(lists: Iterable[Members], naming: HoleNames) -> Iterator[str]:
    """Yield what lists of symbols have; what their items or headings could say, and do not, counts."""
    for members in lists:
        holes = holes_of(members.spec)
        for symbol in members.symbols:
            sorts = symbol_sorts(symbol.kinds)
            shown = (signature.shape.captures for signature in symbol.signatures)
            yield from sorts
            yield from naming.parts(holes.union(symbol.captures, *shown), *sorts)
            yield from _of_lists(symbol.members, naming)
