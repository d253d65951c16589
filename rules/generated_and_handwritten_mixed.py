from collections import defaultdict
from collections.abc import Iterator
from posixpath import basename, dirname, join

from doclint import Corpus, CorpusRule, Fact, Invalid, Message, Note, Page, Valid, Violation
from doclint.kit import language_of

from ._pages import file_page
from ._places import title_of

_FRONT = ("readme", "index")
_TEXTS = ("restructuredtext", "text")


class GeneratedAndHandwrittenMixed(CorpusRule):
    """A folder has generated pages as well as handwritten documents.

    Neither readers nor tools can distinguish them, and the generator may overwrite a document that has the name of one
    of its pages.

    Documents are Markdown, reStructuredText and plain text. A front page, `README` or `index`, may be in a folder of
    generated pages. One finding covers a folder; it is at its first generated page.
    """

    family = "corpus"
    severity = "info"
    profile = "strict"
    covers = ("I08",)
    needs = {"repository"}
    reads = {"kind"}
    remedy = "Write the pages to a folder that holds nothing else."
    messages = {"mixed": Message("This generated page is in one folder with handwritten documents: {names}")}
    examples = (
        Invalid(file_page("a.py", "Text.\n"), "docs/a.py_docs.md", files={"docs/guide.md": "# Guide\n"}, lines=(1,)),
        Invalid(file_page("a.py", "Text.\n"), "docs/a.py_docs.md", files={"docs/guide.rst": "Guide\n"}, lines=(1,)),
        Valid(
            file_page("a.py", "Text.\n"),
            "docs/a.py_docs.md",
            files={"docs/README.md": "# Pages\n", "docs/b.py_docs.md": file_page("b.py", "Text.\n"), "docs/a.css": ""},
        ),
        Valid(file_page("a.py", "Text.\n"), "docs/a.py_docs.md", files={"docs/guides/guide.md": "# Guide\n"}),
    )

    def facts(self, page: Page) -> Iterator[Fact]:
        # Another generator wrote what only has the path of a generated page.
        if page.kind or not any(page.files_described_at(page.path)):
            yield Fact(title_of(page), page.kind is not None)

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        generated: dict[str, Note] = {}
        written: dict[str, set[str]] = defaultdict(set)
        for note in corpus.notes:
            folder = dirname(note.where.path)
            if note.data:
                generated.setdefault(folder, note)
            else:
                written[folder].add(basename(note.where.path))
        for folder, note in generated.items():
            documents = written[folder].union(_documents(corpus, folder))
            names = tuple(sorted(name for name in documents if name.partition(".")[0].lower() not in _FRONT))
            if names:
                yield note.violation("mixed", names=names)


def _documents(corpus: Corpus, folder: str) -> Iterator[str]:
    """Yield the names of the documents in a folder that are not Markdown; those are among the pages."""
    for name, is_folder in (corpus.repository.listing(folder) or {}).items():
        language = None if is_folder else language_of(join(folder, name))
        if language is not None and language.id in _TEXTS:
            yield name
