from collections.abc import Iterator

from doclint import Corpus, CorpusRule, Fact, Invalid, Message, Note, Page, Valid, Violation

from ._pages import format_in, keyword_page

_FORMAT = format_in("ambiguous_title")
_CLASSES = format_in("ambiguous_title_classes")
_TITLE = "# Keywords: app.py\n"
_PAGE = "docs/src/app.py.page.md"


class AmbiguousTitle(CorpusRule):
    """Several generated pages have the same title, because it names a file without its folder: `Keywords: __init__.py`.

    Readers cannot tell such pages apart in search results, in browser tabs and in lists of pages. Write the path from
    the root of the repository into the title.

    The rule compares only pages of a known format whose title is right by that format. Titles that name a symbol are
    not compared: a synchronous and an asynchronous client have the same classes.
    """

    family = "structure"
    severity = "info"
    reads = {"kind.title + subject"}
    covers = ("A02",)
    remedy = "Write the path of the file into the title, not only its name."
    messages = {"shared": Message("`{title}` is also the title of `{other}`; add the path to it", key=("title",))}
    examples = (
        Invalid(
            _TITLE,
            _PAGE,
            files={"docs/lib/app.py.page.md": _TITLE, "docs/x.py.page.md": "# Keywords: x.py\n"},
            format=_FORMAT,
            lines=(1,),
        ),
        Valid(_TITLE, _PAGE, format=_FORMAT),
        Valid(
            keyword_page("src/app.py", "Classes", ["App"]),
            "docs/src/app.py_kw.md",
            files={"docs/lib/app.py_kw.md": keyword_page("lib/app.py", "Classes", ["App"])},
            format=_FORMAT,
        ),
        Valid(
            "# Class Basket\n",
            "docs/sync/Basket.md",
            files={"docs/async/Basket.md": "# Class Basket\n", "src/sync/Basket.py": "class Basket: ...\n"},
            format=_CLASSES,
        ),
        Valid("# Notes\n", files={"docs/other/page.md": "# Notes\n"}, format=_FORMAT),
    )

    def facts(self, page: Page) -> Iterator[Fact]:
        """Yield the title of a page if it does not have the path of what the page is about."""
        outline, subject = page.outline, page.subject
        if outline is None or outline.title is None or outline.title_captures is None or subject is None:
            return
        if page.kind is None or page.kind.source:
            return  # the title names a symbol, which packages beside each other may well share
        captures, known = outline.title_captures, subject.variables
        is_right = all(capture.text in known[name] for name, capture in captures.items() if name in known)
        if subject.path and is_right and not {"path", "folder"} & captures.keys():
            yield Fact(outline.title.span, outline.title.text)

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        """Yield the titles that several pages have."""
        for title, notes in corpus.by(lambda note: note.data).items():
            for note in notes if len(notes) > 1 else ():
                other = notes[1] if note is notes[0] else notes[0]
                yield note.violation("shared", related=[other.lines], title=title, other=other.where.path)
