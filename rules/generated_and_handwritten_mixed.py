from collections import defaultdict
from collections.abc import Iterator
from posixpath import basename, dirname, join

from doclint.code.languages import language_of
from doclint.formats.kinds import candidates
from doclint.page.page import Page
from doclint.rule.rule import Corpus, CorpusRule, Fact, Invalid, Message, Note, Valid, Violation

from ._pages import file_page
from ._places import title_of

_FRONT = ("readme", "index")
_TEXTS = ("restructuredtext", "text")


class GeneratedAndHandwrittenMixed(CorpusRule):
    """Generated pages lie in one folder with documents that people wrote.

    Neither readers nor tools can tell them apart, and a page that the generator writes may take the name of another.
    To fix it, give the generator a folder of its own.

    Documents are Markdown and other text for people. A front page, `README` or `index`, may lie beside generated pages.
    There is one finding for a folder, at its first generated page.
    """

    id = "generated-and-handwritten-mixed"
    family = "corpus"
    severity = "info"
    profile = "strict"
    covers = ("I08",)
    needs = frozenset({"repository"})
    remedy = "Write the pages into a folder of their own, which holds nothing else."
    messages = {"mixed": Message("The folder of this generated page also has {names}, which people wrote")}
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
        # What only has the name of a generated page was written by another generator.
        if page.kind or not any(
            one.subject.path and not one.subject.is_folder for one in candidates(page.path, page.formats)
        ):
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
            names = written[folder] | set(_documents(corpus, folder))
            names = {name for name in names if name.partition(".")[0].lower() not in _FRONT}
            if names:
                yield note.violation("mixed", names=tuple(sorted(names)))


def _documents(corpus: Corpus, folder: str) -> Iterator[str]:
    """The texts for people in a folder, but for Markdown: those were read as pages."""
    for name, is_folder in (corpus.repository.listing(folder) or {}).items():
        language = None if is_folder else language_of(join(folder, name))
        if language is not None and language.id in _TEXTS:
            yield name
