import re
from collections.abc import Iterator

from doclint.formats.shapes import SourceCopy
from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import FORMAT_WITH_LINES, facts_page, file_page

_FORMAT = FORMAT_WITH_LINES.replace("cut = {", 'placeholder = ["[[Binary file: {size}]]"], cut = {')
_TEXT = re.compile(r"\S")
_EMPTY = file_page("a.py", "## Original Source\n\n```python\n{}\n```\n")


class AbsentSource(Rule):
    """The page quotes nothing: the file is empty, or a placeholder stands where its source should.

    All that the page says around it is about nothing, and looks like a full page. Empty files (`__init__.py`) and
    binary ones need no page of this kind; leave them out in the generator.

    What a generator puts in place of a source is told by the format. A copy that is empty though its file is not is for
    `stale-copy` to report.
    """

    id = "absent-source"
    family = "source"
    severity = "info"
    covers = ("B12", "B14")
    remedy = "Write no page for an empty file or one that is no text, or say in a sentence what it is."
    consults = frozenset({"source", "repository"})
    messages = {
        "empty": Message("`{path}` is empty, so this page is about nothing"),
        "blank": Message("`{path}` has nothing but white space, so this page is about nothing"),
        "placeholder": Message("`{text}` stands in place of the source of `{path}`", key=("path",)),
    }
    examples = (
        Invalid(_EMPTY.format(""), "docs/a.py_docs.md", files={"a.py": ""}, lines=(5,), messages=("empty",)),
        Invalid(_EMPTY.format(""), "docs/a.py_docs.md", files={"a.py": "\n"}, lines=(5,), messages=("blank",)),
        Invalid(
            facts_page("a.dat", "Bytes: 477", copy="[Binary file: 477 bytes]"),
            "docs/a.dat.page.md",
            format=_FORMAT,
            files={"a.dat": b"\0" * 477},
            lines=(7,),
            messages=("placeholder",),
        ),
        Valid(_EMPTY.format(""), "docs/a.py_docs.md", files={"a.py": "x = 1\n"}),
        Invalid(_EMPTY.format("[Binary file: 477 bytes]"), "docs/a.py_docs.md", lines=(5,)),
        Valid(_EMPTY.format("[Binary]"), "docs/a.py_docs.md"),
        Valid(facts_page("a.dat", copy="[Binary file: 477 bytes]\nx"), "docs/a.dat.page.md", format=_FORMAT),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        path = page.subject.path if page.subject else None
        for copy in page.all(SourceCopy):
            has_text = _TEXT.search(page.source.text, *copy.content) is not None
            if has_text and not copy.placeholder:
                continue
            place = Span(copy.start, page.source.line_span(page.source.position(copy.start).line).end)
            if copy.placeholder:
                text = page.source.text[slice(*copy.content)].strip()
                yield Violation(place, "placeholder", path=path, text=text)
            elif _is_empty(page):
                has_blanks = page.source_file is not None and bool(page.source_file.data)
                yield Violation(place, "blank" if has_blanks else "empty", path=path)


def _is_empty(page: Page) -> bool:
    """Whether the file has nothing in it, or the page says of no more."""
    source_file = page.source_file
    return source_file is None or (not source_file.data.strip() and not page.states_more_than(""))
