from collections.abc import Iterator

from doclint.formats.schema import Content, FieldsContent, ListingContent, SourceContent
from doclint.markdown.nodes import Heading
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page, keyword_page


class MissingContent(Rule):
    """A section has something below its heading, but not what its format has there.

    The list of metadata is written as prose, the source stands without a fence, the entries of an index have another
    form. Tools that read the pages find nothing, and nor do the other rules. Sentences may be worded otherwise; only
    lists and the fence of the source are looked for. A section with nothing below it is an empty one.
    """

    id = "missing-content"
    family = "structure"
    severity = "error"
    covers = ("A03",)
    yields_to = ("unfenced-source",)
    remedy = (
        "Write what the section consists of in the form that the format has; if another form is meant, change "
        "the format."
    )
    messages = {
        "fields": Message("`{section}` has no list of the fields {fields}", key=("section",)),
        "source": Message("`{section}` has no fence with the source", key=("section",)),
        "list": Message("`{section}` has no list with entries like `{form}`", key=("section",)),
    }
    examples = (
        Invalid(
            file_page("a.py", "## File Metadata\n\nThe file is `a.py`.\n\n- Path: `a.py`\n"),
            "docs/a.py_docs.md",
            lines=(3,),
        ),
        Invalid(file_page("a.py", "## Original Source\n\nx = 1\n"), "docs/a.py_docs.md", lines=(3,)),
        Invalid(
            keyword_page("a.py", "Functions", []) + "run, stop\n", "docs/a.py_kw.md", lines=(5,), messages=("list",)
        ),
        Valid(file_page("a.py", "## File Metadata\n\n## Original Source\n\n```\nx = 1\n```\n"), "docs/a.py_docs.md"),
        Valid(keyword_page("a.py", "Functions", ["run"]), "docs/a.py_kw.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for absent in page.absent:
            found = _violation(page, absent.content, absent.heading)
            if found is not None:
                yield found


def _violation(page: Page, content: Content, heading: Heading) -> Violation | None:
    section, span = heading.markdown, heading.span
    match content:
        case FieldsContent(items=items):
            return Violation(span, "fields", section=section, fields=tuple(item.key for item in items))
        case SourceContent():
            return Violation(span, "source", section=section)
        case ListingContent(item=[first, *_]):
            return Violation(span, "list", section=section, form=page.fill(first))
    return None
