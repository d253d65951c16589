"""The kinds that a page could be of, and in words why it is of one of them, or of none."""

from collections.abc import Iterator

from doclint.errors.wording import counted, listed
from doclint.formats.fit import Fit, Rank, TitleFit, best
from doclint.formats.kinds import Identity, candidates
from doclint.formats.patterns.template import has_words
from doclint.formats.reading.front_matter import values_of
from doclint.formats.reading.headings import find_title
from doclint.formats.schema.format import Kind
from doclint.markdown.document import Document
from doclint.markdown.nodes import Heading
from doclint.output.page.contents import PageCandidate, TitleEvidence
from doclint.page.page import Page

_TITLES: dict[TitleFit, TitleEvidence] = {
    TitleFit.NONE: "none",
    TitleFit.OTHER_LEVEL: "other-level",
    TitleFit.ANY: "any",
    TitleFit.RIGHT: "right",
    TitleFit.TELLING: "telling",
}
_MATCHES = {
    TitleFit.NONE: "does not match {}",
    TitleFit.OTHER_LEVEL: "matches {} but for its level",
    TitleFit.ANY: "matches {}, but shows nothing: that has no words of its own, and no value of the page's path",
    TitleFit.RIGHT: "matches {} and has the value that follows from the path",
    TitleFit.TELLING: "matches {}",
}
_MOST_NAMES = 5
NO_MATCH = "No format matches this path"
_NEEDED = "the title, the footer, the front matter or three required sections must show that it is one"
_DECIDES = {
    "is_titled": "its title fits better",
    "title": "its title fits better",
    "share": "more of its sections are there",
    "known": "it has more of the headings of the page",
    "has_footer": "the page ends with its footer",
    "has_front_matter": "the front matter is that of its pages",
    "literal": "its path says more of the path of the page",
    "certain": "more of the headings of the page can be no others than its own",
    "ends_well": "the page lacks the footer of the other one",
}
"""Why a kind fits better than another one, by the first evidence in which the ranks of the two differ."""


def candidates_of(page: Page) -> list[PageCandidate]:
    """Return the kinds that have pages at the path of a page, the best one first."""
    identity = page.parsed.recognized
    return [_candidate(fit, page.rendered, identity) for fit in page.parsed.fits]


def reason_of(page: Page) -> str:
    """Return why a page is of its kind, or of none."""
    fits = page.parsed.fits
    if not fits:
        marked = (one for one in page.parsed.possible_formats if one.docs_root is None)
        paths = [one.at(kind.path.text) for one in (*page.formats.rooted, *marked) for kind in one.kind]
        known = f"{NO_MATCH}{'; formats have pages at ' if paths else ''}{listed(paths, _MOST_NAMES)}"
        return "; ".join(_unmarked(page)) or known
    found = best(fits)
    if not found:
        few = "the kind that has" if len(fits) == 1 else f"any of the {len(fits)} kinds that have"
        return f"The page does not fit {few} pages at such a path: {_NEEDED}"
    if len(found) > 1:
        return f"Nothing decides between {' and '.join(_name(fit) for fit in found)}"
    others = [fit for fit in fits if fit.is_enough and fit is not found[0]]
    if not others:
        only = "the only kind that has" if len(fits) == 1 else f"the only one of {len(fits)} kinds that have"
        return f"{_name(found[0])} is {only} pages at such a path{'' if len(fits) == 1 else ' and that fits'}"
    own, rival = found[0].rank, others[0].rank
    decides = next(name for name, one, other in zip(Rank._fields, own, rival, strict=True) if one != other)
    return f"{_name(found[0])} fits better than {_name(others[0])}: {_DECIDES[decides]}"


def _unmarked(page: Page) -> Iterator[str]:
    """Yield what a page at a path of the user's own formats lacks to be of one of them."""
    for format_ in page.formats.loaded:
        if not any(candidates(page.path, [format_])):
            continue
        if not format_.is_marked_on(page.source.text):
            yield f"The page has none of the marks of `{format_.name}`: {listed(format_.all_marks, _MOST_NAMES)}"
        elif page.repository is not None and not format_.is_at(page.path, page.repository):
            needed = listed(format_.beside or format_.folders, _MOST_NAMES)
            yield f"The page is not {'beside' if format_.beside else 'in'} {needed}, as those of `{format_.name}` are"
        elif page.repository is not None and page.parsed.needs_source(format_):
            yield f"The page has only weak marks of `{format_.name}`, and the source that its kind names is not there"
        elif format_.between:
            needed = " or ".join(f"`{first}` and `{last}`" for first, last in format_.between)
            yield f"The page lacks one of the comments around the part of `{format_.name}`: {needed}"


def _name(fit: Fit) -> str:
    return f"`{fit.identity.kind.name}` of `{fit.identity.format.name}`"


def _candidate(fit: Fit, document: Document, identity: Identity | None) -> PageCandidate:
    kind, format_ = fit.identity.kind, fit.identity.format
    return PageCandidate(
        format=format_.name,
        kind=kind.name,
        is_chosen=identity is not None and identity.kind is kind and identity.format is format_,
        fits=fit.is_enough,
        title=_TITLES[fit.title],
        titles=[f"# {pattern.text}" for pattern in kind.title],
        required=fit.required,
        missing=[f"{'#' * place.level} {place.heading.text}" for place in fit.missing],
        known=round(fit.known, 3),
        has_footer=fit.has_footer,
        has_front_matter=fit.has_front_matter,
        reason=evidence_of(fit, document),
    )


def evidence_of(fit: Fit, document: Document) -> str:
    """Return what says that a page is of a kind, and what says that it is not."""
    return "; ".join(_evidence(fit, document))


def _evidence(fit: Fit, document: Document) -> Iterator[str]:
    kind, format_ = fit.identity.kind, fit.identity.format
    yield _title(fit, document)
    if fit.required:
        missing = [f"{'#' * place.level} {place.heading.text}" for place in fit.missing]
        lacking = f" (missing: {listed(missing, _MOST_NAMES)})" if missing else ""
        yield f"{fit.present} of {counted(fit.required, 'required section')} found{lacking}"
    title, _ = find_title(document.blocks, kind)
    if any(isinstance(block, Heading) and block is not title for block in document.blocks):
        yield f"{fit.known:.0%} of the other headings are those of the kind"
    if format_.footer_of(kind):
        yield "the footer is there" if fit.has_footer else "the footer is not there"
    if fit.has_front_matter:
        yield "the front matter is that of the kind"
    elif not fit.is_enough:
        yield from _front_matter(kind, document)
    if format_.is_known_by_place:
        own = "is in a folder of the format" if format_.folders else "has the files of the format beside it"
        yield f"the page {own}: {listed(format_.folders or format_.beside, _MOST_NAMES)}"
    if mark := next((one for one in format_.all_marks if one in document.source.text), ""):
        yield f"the page has `{' '.join(mark.replace('`', ' ').split())}`, a mark of the format"


def _front_matter(kind: Kind, document: Document) -> Iterator[str]:
    """Yield what the front matter of a page lacks of that of a kind, as far as that could show what the page is."""
    telling = {key: template for key, template in kind.front_matter.items() if has_words(template.text)}
    for key, value in values_of(document, telling).items():
        template = telling[key]
        if template.match(value) is None:
            yield f"the front matter has no `{key}: {template.text}`"


def _title(fit: Fit, document: Document) -> str:
    kind = fit.identity.kind
    if not kind.title:
        return "the kind has no title"
    title, _ = find_title(document.blocks, kind)
    matched = [pattern for pattern in kind.title if title and pattern.match(title.children) is not None]
    wanted = f"`# {(matched or kind.title)[0].text}`"
    others = len(kind.title) - 1
    if others and not matched:
        wanted += f" or {counted(others, 'other title')} of the kind"
    if title is None:
        return f"there is no title such as {wanted}"
    written = document.source.line(document.source.position(title.start).line)  # its markup matters
    return f"the title `{written}` {_MATCHES[fit.title].format(wanted)}"
