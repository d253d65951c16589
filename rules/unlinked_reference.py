from collections import Counter
from collections.abc import Iterator
from posixpath import dirname, join

from doclint.code.languages import is_markdown
from doclint.formats.shapes import Entries, Field, Fields, Item
from doclint.markdown.slugs import slug
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page

_FIELDS = "## Cross-References\n\n- **File Documentation**: `a.py_docs.md`\n- **Keyword Index**: {}\n"
_BOOK = "# The Demo Repository: A Comprehensive Guide\n\n## Table of Contents\n\n- {}\n\n# Part I: Basics\n"


class UnlinkedReference(Rule):
    """A page names another page, or one of its own sections, without a link to it.

    The reader has to look for the file, or to scroll. A field that holds the name of a page that lies beside it, and an
    entry of a table of contents that is the text of a heading, can be links.

    The name of the page itself needs none.
    """

    id = "unlinked-reference"
    family = "style"
    severity = "warning"
    profile = "strict"
    covers = ("D08",)
    needs = frozenset({"repository"})
    remedy = "Write references to other pages as links."
    messages = {
        "page": Message("`{name}` is another page, and no link to it", key=("name",)),
        "section": Message("`{name}` is a section of this page, and no link to it", key=("name",)),
    }
    examples = (
        Invalid(
            file_page("a.py", _FIELDS.format("`a.py_kw.md`")),
            "docs/a.py_docs.md",
            files={"docs/a.py_kw.md": ""},
            lines=(6,),
            messages=("page",),
            fixed=file_page("a.py", _FIELDS.format("[`a.py_kw.md`](./a.py_kw.md)")),
        ),
        Invalid(
            _BOOK.format("Part I: Basics"),
            "docs/comprehensive_book.md",
            lines=(5,),
            messages=("section",),
            fixed=_BOOK.format("[Part I: Basics](#part-i-basics)"),
        ),
        Valid(
            file_page("a.py", _FIELDS.format("[`a.py_kw.md`](./a.py_kw.md)")),
            "docs/a.py_docs.md",
            files={"docs/a.py_kw.md": ""},
        ),
        Valid(file_page("a.py", _FIELDS.format("`a.py_kw.md`")), "docs/a.py_docs.md"),
        Valid(_BOOK.format("[Part I: Basics](#part-i-basics)"), "docs/comprehensive_book.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for fields in page.all(Fields):
            for field in fields.fields:
                found = _page(page, field)
                if found is not None:
                    yield found
        slugs = Counter(slug(heading.text) for heading in page.document.headings)
        titles = {heading.text for heading in page.document.headings if slugs[slug(heading.text)] == 1}
        for entries in page.all(Entries):
            for item in entries.items:
                text = _whole(page, item)
                if text in titles:
                    span = next(iter(item.captures.values())).span
                    fix = Fix((Edit(span, f"[{text}](#{slug(text)})"),), safe=True)
                    yield Violation(span, "section", fix=fix, name=text)


def _page(page: Page, field: Field) -> Violation | None:
    """A field that is the name of another page, as code."""
    name, text = field.value.text, page.source.text[slice(*field.value.span)]
    path = join(dirname(page.path), name)
    if text != f"`{name}`" or not is_markdown(name) or path == page.path or page.repository is None:
        return None
    if not page.repository.is_file(path):
        return None
    span = field.value.span
    return Violation(span, "page", fix=Fix((Edit(span, f"[{text}](./{name})"),), safe=True), name=name)


def _whole(page: Page, item: Item) -> str:
    """What an entry says if it has one hole, and plain text in it."""
    if len(item.captures) != 1:
        return ""
    capture = next(iter(item.captures.values()))
    span = Span(item.start, item.end)
    return capture.text if page.source.text[slice(*span)].endswith(capture.text) else ""
