from collections import Counter
from collections.abc import Iterator
from posixpath import dirname, join

from doclint import Invalid, Message, Page, Repository, RepositoryRule, Span, Valid, Violation
from doclint.kit import is_markdown, slug
from doclint.kit.shapes import Entries, Field, Fields, Item

from ._pages import file_of, file_page

_FIELDS = "## Cross-References\n\n- **File Documentation**: `a.py_docs.md`\n- **Keyword Index**: {}\n"
_BOOK = "# The Demo Repository: A Comprehensive Guide\n\n## Table of Contents\n\n- {}\n\n# Part I: Basics\n"


class UnlinkedReference(RepositoryRule):
    """A page names another page, or one of its own sections, without a link to it.

    The reader has to look for the file or to scroll.

    The rule reports a field whose value is the name of a page in the same folder, and an entry of a table of contents
    that is the text of a heading. The name of the page itself needs no link.
    """

    family = "style"
    severity = "warning"
    profile = "strict"
    reads = {"entries", "fields"}
    covers = ("D08",)
    remedy = "Write references to other pages as links."
    messages = {
        "page": Message("`{name}` names another page but is not linked; write `{link}`", key=("name",)),
        "section": Message("`{name}` names a section of this page but is not linked; write `{link}`", key=("name",)),
    }
    examples = (
        Invalid(
            file_page("a.py", _FIELDS.format("`a.py_kw.md`")),
            "docs/a.py_docs.md",
            files={"docs/a.py_kw.md": ""},
            lines={6: "page"},
            fixed=file_page("a.py", _FIELDS.format("[`a.py_kw.md`](./a.py_kw.md)")),
        ),
        Invalid(
            _BOOK.format("Part I: Basics"),
            "docs/comprehensive_book.md",
            lines={5: "section"},
            fixed=_BOOK.format("[Part I: Basics](#part-i-basics)"),
        ),
        Valid(*file_of("a.py", _FIELDS.format("`a.py_kw.md`"))),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        for fields in page.all(Fields):
            for field in fields.fields:
                if _names_page(page, field, repository):
                    name, span = field.value.text, field.value.span
                    fix = page.replace(span, f"[`{name}`](./{name})", safe=True)
                    yield Violation(span, "page", fix=fix, name=name, link=f"[{name}](./{name})")
        slugs = Counter(slug(heading.text) for heading in page.document.headings)
        titles = {heading.text for heading in page.document.headings if slugs[slug(heading.text)] == 1}
        for entries in page.all(Entries):
            for item in entries.items:
                text = _plain_text(page, item)
                if text and text in titles:
                    span = next(iter(item.captures.values())).span
                    link = f"[{text}](#{slug(text)})"
                    fix = page.replace(span, link, safe=True)
                    yield Violation(span, "section", fix=fix, name=text, link=link)


def _names_page(page: Page, field: Field, repository: Repository) -> bool:
    """Whether the value of a field is the name of another page in the same folder, as code."""
    name = field.value.text
    path = join(dirname(page.path), name)
    if page.text(field.value.span) != f"`{name}`" or not is_markdown(name) or path == page.path:
        return False
    return repository.is_file(path)


def _plain_text(page: Page, item: Item) -> str:
    """Return the text of an entry that has one hole with plain text in it; of others nothing."""
    if len(item.captures) != 1:
        return ""
    capture = next(iter(item.captures.values()))
    return capture.text if page.text(Span(item.start, item.end)).endswith(capture.text) else ""
