from collections import Counter, defaultdict
from collections.abc import Iterator
from posixpath import basename, dirname
from typing import NamedTuple

from doclint.formats.kinds import candidates
from doclint.page.page import Page
from doclint.rule.rule import Corpus, CorpusRule, Fact, Invalid, Message, Note, Valid, Violation

from ._pages import FORMAT_WITH_LINES, facts_page, file_page
from ._places import title_of


class _Dialect(NamedTuple):
    """The name of a page's format; whether it really is in that format, or only lies where such pages do."""

    format: str
    is_real: bool


class MixedDialects(CorpusRule):
    """Pages of two generators lie in one folder.

    Their links and anchors do not lead from one to the other, and nobody can tell which of two pages about a file is
    the right one. It happens when a generator is replaced and its old pages stay, or when two of them were run at once.

    Pages of two formats are told, and pages that lie at the path of a page about a file that is there, but are in no
    known format: no rule about formats judges those. Pages with names of their own are taken for hand-written. There is
    one finding for a folder, at the first of the pages that are fewer in all.
    """

    id = "mixed-dialects"
    family = "corpus"
    severity = "warning"
    covers = ("I03",)
    needs = frozenset({"repository"})
    remedy = "Delete the pages of the other generator before a tree is written."
    messages = {
        "formats": Message(
            "This page is in the format `{format}`, but most pages beside it are in `{other}`[; so are {names}]",
            key=("format",),
        ),
        "unknown": Message(
            "This page lies where those of the format `{format}` do, but is not in that format[; nor are {names}]",
            key=("format",),
        ),
    }
    data = _Dialect
    examples = (
        Invalid(
            facts_page("a.py", "Lines: 3", copy="x"),
            "docs/a.py.page.md",
            format=FORMAT_WITH_LINES,
            files={f"docs/{name}.py_docs.md": file_page(f"{name}.py", "Text.\n") for name in "bcd"},
            lines=(1,),
            messages=("formats",),
        ),
        Invalid(
            "# The module `a`\n\nIt does something.\n",
            "docs/a.py_docs.md",
            files={"a.py": "", **{f"docs/{name}.py_docs.md": file_page(f"{name}.py", "Text.\n") for name in "bcd"}},
            lines=(1,),
            messages=("unknown",),
        ),
        Valid(
            "# Notes\n\nText.\n",
            "docs/notes_docs.md",
            files={f"docs/{name}.py_docs.md": file_page(f"{name}.py", "Text.\n") for name in "bcd"},
        ),
        Valid(
            facts_page("a.py", "Lines: 3", copy="x"),
            "docs/facts/a.py.page.md",
            format=FORMAT_WITH_LINES,
            files={f"docs/{name}.py_docs.md": file_page(f"{name}.py", "Text.\n") for name in "bcd"},
        ),
    )

    def facts(self, page: Page) -> Iterator[Fact]:
        if page.format is not None:
            yield Fact(title_of(page), _Dialect(page.format.name, is_real=True))
        elif page.repository is not None:
            for one in candidates(page.path, page.formats):
                path = one.subject.path
                if path and not one.subject.is_folder and page.repository.is_file(path):
                    yield Fact(title_of(page), _Dialect(one.format.name, is_real=False))
                    return

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        weights = Counter(note.data for note in corpus.notes)
        folders: dict[str, list[Note]] = defaultdict(list)
        for note in corpus.notes:
            folders[dirname(note.where.path)].append(note)
        for notes in folders.values():
            yield from _violations(notes, weights)


def _violations(notes: list[Note], weights: Counter[_Dialect]) -> Iterator[tuple[Note, Violation]]:
    """What is to be told of the pages in one folder."""
    by_dialect: dict[_Dialect, list[Note]] = defaultdict(list)
    for note in notes:
        by_dialect[note.data].append(note)
    real = [dialect for dialect in by_dialect if dialect.is_real]
    main = max(real, key=lambda dialect: (weights[dialect], dialect.format), default=None)
    for dialect, found in by_dialect.items():
        names = tuple(basename(note.where.path) for note in found[1:])
        if not dialect.is_real:
            # As many as there are, they are the pages of a format that nobody described.
            if weights[dialect] < weights[dialect._replace(is_real=True)]:
                yield found[0].violation("unknown", format=dialect.format, names=names)
        elif main is not None and dialect != main:
            yield found[0].violation("formats", format=dialect.format, other=main.format, names=names)
