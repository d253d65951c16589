from collections import Counter, defaultdict
from collections.abc import Iterator
from posixpath import basename, dirname

from msgspec import Struct
from msgspec.structs import replace

from doclint import Corpus, CorpusRule, Fact, Invalid, Message, Note, Page, Valid, Violation
from doclint.kit import candidates

from ._pages import facts_page, file_page, invalid_facts, valid_facts
from ._places import title_of

_FOREIGN = facts_page("a.py", "Lines: 3", copy="x")
_NEIGHBORS = {f"docs/{name}.py_docs.md": file_page(f"{name}.py", "Text.\n") for name in "bcd"}


class _Dialect(Struct, frozen=True):
    """The name of a format, and whether a page is in it (`is_real`) or only has the path of such a page."""

    format: str
    is_real: bool


class MixedDialects(CorpusRule):
    """A folder has pages of two generators.

    The pages do not link to each other, and readers cannot see which of two pages about a file is right. This happens
    when a generator is replaced and its old pages stay, or when two generators ran.

    The rule reports pages of two formats, and pages of no known format that have the path of a page about an existing
    file. It takes pages with other names for handwritten. One finding covers a folder; it is at the first page of the
    format that is rarer in the whole repository.
    """

    family = "corpus"
    severity = "warning"
    covers = ("I03",)
    needs = {"repository"}
    remedy = "Delete the pages of the other generator before writing new ones."
    advice = "Move the page to another folder: at its path, readers and tools expect a page in the format."
    messages = {
        "formats": Message(
            "The page is in the format `{format}`[, as are {names}], but other pages beside it are in `{other}`",
            key=("format",),
        ),
        "unknown": Message(
            "The page has the path of a page in the format `{format}`, but is not in that format[; nor are {names}]",
            key=("format",),
        ),
    }
    data = _Dialect
    examples = (
        invalid_facts(_FOREIGN, "docs/a.py.page.md", files=_NEIGHBORS, lines={1: "formats"}),
        Invalid(
            "# The module `a`\n\nIt does something.\n",
            "docs/a.py_docs.md",
            files={"a.py": "", **_NEIGHBORS},
            lines={1: "unknown"},
        ),
        Valid("# Notes\n\nText.\n", "docs/notes_docs.md", files=_NEIGHBORS),
        valid_facts(_FOREIGN, "docs/facts/a.py.page.md", files=_NEIGHBORS),
    )

    def facts(self, page: Page) -> Iterator[Fact]:
        if page.format is not None:
            yield Fact(title_of(page), _Dialect(page.format.name, is_real=True))
        elif page.repository is not None:
            for one in candidates(page.path, page.formats.at(page.path)):
                path = one.subject.path
                if path and not one.subject.is_folder and page.repository.is_file(path):
                    yield Fact(title_of(page), _Dialect(one.format.name, is_real=False))
                    return

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        weights = Counter(note.data for note in corpus.notes)
        for notes in corpus.by(lambda note: dirname(note.where.path)).values():
            yield from _violations(notes, weights)


def _violations(notes: list[Note], weights: Counter[_Dialect]) -> Iterator[tuple[Note, Violation]]:
    """Yield what is wrong with the pages of one folder; `weights` has the number of all pages of each dialect."""
    by_dialect: dict[_Dialect, list[Note]] = defaultdict(list)
    for note in notes:
        by_dialect[note.data].append(note)
    real = [dialect for dialect in by_dialect if dialect.is_real]
    main = max(real, key=lambda dialect: (weights[dialect], dialect.format), default=None)
    for dialect, found in by_dialect.items():
        names = tuple(basename(note.where.path) for note in found[1:])
        if not dialect.is_real:
            # If they are the majority, they are pages of a format that is not described.
            if weights[dialect] < weights[replace(dialect, is_real=True)]:
                yield found[0].violation("unknown", format=dialect.format, names=names)
        elif main is not None and dialect != main:
            yield found[0].violation("formats", format=dialect.format, other=main.format, names=names)
