from base64 import b85encode
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple

from doclint import (
    Corpus,
    CorpusRule,
    Fact,
    Invalid,
    Message,
    Note,
    Page,
    RelatedLines,
    Section,
    Span,
    Valid,
    Violation,
)
from doclint.kit import MOST_RELATED, expression, schema

from ._pages import file_page
from ._places import title_of

_FEWEST = 20  # pages of a kind, below which the rule reports nothing
_SHARE = 0.9
_SIZE = 10  # characters of a digest
_NONE = "-" * _SIZE
_LONGEST = 4_000  # characters of a body that can be boilerplate
_LINK = expression(r"\]\(")
_TESTS = "Run the tests of `m{number}.py`."


class _Sections(NamedTuple):
    """The kind and format of a page, and the digests of all sections that the kind has, one after the other."""

    kind: str
    format: str
    digests: str


def _pages(text: str, number: int = _FEWEST) -> dict[str, str]:
    return {f"docs/m{one}.py_docs.md": _example(one, text) for one in range(1, number)}


def _example(number: int, text: str) -> str:
    return file_page(f"m{number}.py", f"## Testing & Usage\n\n### Testing\n\n{text.format(number=number)}\n")


class BoilerplateSection(CorpusRule):
    """A section says the same on nearly all pages of a kind.

    It comes from the template of the generator, not from what the pages describe. Readers learn to skip it, and what
    is around it too.

    The rule reports a section if more than 90 % of at least 20 pages have the same text there, apart from the name,
    path, folder and type of what they describe. It ignores sections with links, which lead elsewhere on each page,
    sections with subsections, and sections for which the format prescribes a fixed text. One finding covers all pages;
    it is at the first of them.
    """

    family = "corpus"
    severity = "info"
    profile = "strict"
    covers = ("G02",)
    remedy = "Leave out a section that has nothing specific to say about the file, or say it once for all files."
    messages = {
        "same": Message(
            "The section `{section}` says the same on {share} % of {pages} pages of this kind; leave it out",
            key=("key",),
        )
    }
    data = _Sections
    reads = {"section"}
    examples = (
        Invalid(_example(0, _TESTS), "docs/m0.py_docs.md", files=_pages(_TESTS), lines=(1,)),
        Valid(_example(0, "Run {number}0 tests."), "docs/m0.py_docs.md", files=_pages("Run {number}0 tests.")),
        Valid(_example(0, "Run it."), "docs/m0.py_docs.md", files=_pages("Run it.", 10)),
        Valid(_example(0, "[Tests](t{number}.md)"), "docs/m0.py_docs.md", files=_pages("[Tests](t{number}.md)")),
    )

    def facts(self, page: Page) -> Iterator[Fact]:
        if page.kind is None or page.format is None:
            return
        names = _names(page)
        digests = {section.place: _digest(page, section, names) for section in page.sections if section.place}
        packed = "".join(digests.get(place, _NONE) for place in page.kind.all_sections)
        yield Fact(title_of(page), _Sections(page.kind.name, page.format.name, packed))

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        notes = corpus.by(lambda note: (note.data.format, note.data.kind))
        formats = corpus.formats.named({name for name, _ in notes})
        kinds = {(format_.name, kind.name): kind for format_ in formats for kind in format_.kind}
        for name, of_kind in notes.items():
            if len(of_kind) >= _FEWEST:
                yield from _check_kind(kinds[name], of_kind)


def _check_kind(kind: "schema.Kind", notes: list[Note]) -> Iterator[tuple[Note, Violation]]:
    for number, place in enumerate(kind.all_sections):
        if _is_fixed(place) or place.spec.repeats:
            continue
        part = slice(number * _SIZE, (number + 1) * _SIZE)
        ((digest, same),) = Counter(note.data.digests[part] for note in notes).most_common(1)
        if digest != _NONE and same > _SHARE * len(notes):
            first, *others = (note for note in notes if note.data.digests[part] == digest)
            yield first.violation(
                "same",
                reason=place.key,
                related=[RelatedLines(note.where.path) for note in others[:MOST_RELATED]],
                key=place.key,
                section=place.heading.fill({}),
                share=same * 100 // len(notes),
                pages=len(notes),
            )


def _is_fixed(place: "schema.SectionPlace") -> bool:
    """Whether the format prescribes one text on all pages; other rules report default texts."""
    contents = list(schema.flat(place.spec.content))
    return bool(contents) and all(isinstance(one, schema.TextContent) and one.role != "default" for one in contents)


def _names(page: Page) -> list[str]:
    """Return what a page may call its subject, the longest first: a path before the name in it."""
    subject = page.subject
    names = {name for names in subject.variables.values() for name in names} if subject else set()
    return sorted((name for name in names if len(name) > 1), key=lambda name: (-len(name), name))


def _digest(page: Page, section: Section, names: Sequence[str]) -> str:
    """Return a digest of the text of a section without names; `_NONE` if the text cannot be boilerplate."""
    if not section.blocks or section.children:
        return _NONE
    text = page.text(Span(section.blocks[0].start, section.blocks[-1].end))
    if len(text) > _LONGEST or _LINK.search(text):
        return _NONE
    for name in names:
        text = text.replace(name, "\0")
    return b85encode(blake2b(text.encode(errors="surrogateescape"), digest_size=8).digest()).decode()
