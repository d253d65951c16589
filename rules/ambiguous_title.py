from collections import defaultdict
from collections.abc import Iterator

from doclint.page.page import Page
from doclint.rule.rule import Corpus, CorpusRule, Fact, Invalid, Message, Note, Valid, Violation

from ._pages import keyword_page

_FORMAT = """
name = "names"
docs-root = "docs"

[[kind]]
name = "file"
page = "{path}.page.md"
title = "Keywords: {name}"

[[kind.section]]
heading = "Classes"
required = false
"""


class AmbiguousTitle(CorpusRule):
    """Several generated pages have one title, because it names a file without its folder: `Keywords: __init__.py`.

    They cannot be told apart in the results of a search, in tabs and in lists of pages. The title should have the path
    from the root of the repository.

    Only pages of a known format whose title is right by that format are compared.
    """

    id = "ambiguous-title"
    family = "structure"
    severity = "info"
    covers = ("A02",)
    remedy = "Write the path of the file into the title, not its name alone."
    messages = {
        "shared": Message("`{title}` is also the title of `{other}`; its path would tell them apart", key=("title",))
    }
    examples = (
        Invalid(
            "# Keywords: app.py\n",
            "docs/src/app.py.page.md",
            files={"docs/lib/app.py.page.md": "# Keywords: app.py\n", "docs/x.py.page.md": "# Keywords: x.py\n"},
            format=_FORMAT,
            lines=(1,),
        ),
        Valid("# Keywords: app.py\n", "docs/src/app.py.page.md", format=_FORMAT),
        Valid(
            keyword_page("src/app.py", "Classes", ["App"]),
            "docs/src/app.py_kw.md",
            files={"docs/lib/app.py_kw.md": keyword_page("lib/app.py", "Classes", ["App"])},
            format=_FORMAT,
        ),
        Valid("# Notes\n", files={"docs/other/page.md": "# Notes\n"}, format=_FORMAT),
    )

    def facts(self, page: Page) -> Iterator[Fact]:
        """The title of a page, if it does not have the path of what the page is about."""
        outline, subject = page.outline, page.subject
        if outline is None or outline.title is None or outline.title_captures is None or subject is None:
            return
        captures = outline.title_captures
        known = subject.variables
        is_right = all(capture.text in known[name] for name, capture in captures.items() if name in known)
        if subject.path and is_right and not {"path", "folder"} & captures.keys():
            yield Fact(outline.title.span, outline.title.text)

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        """The titles that several pages have."""
        pages: dict[str, list[Note]] = defaultdict(list)
        for note in corpus.notes:
            pages[note.data].append(note)
        for title, notes in pages.items():
            for note in notes:
                other = notes[1] if note is notes[0] and len(notes) > 1 else notes[0]
                if other is not note:
                    yield note.violation("shared", title=title, other=other.where.path)
