from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import schema

from ._pages import KEYWORD_PAGE, file_of, format_in, keyword_page

_TABLE = format_in("missing_content")


class MissingContent(Rule):
    """A section has something below its heading, but not what its format has there.

    The metadata are prose instead of a list, say, the source has no fence, or the entries of an index have another
    form. Tools that read the pages find nothing there, and neither do the other rules.

    The rule looks only for lists, tables and the fence of the source: sentences may be worded differently. It leaves
    empty sections to `empty-section`.
    """

    family = "structure"
    severity = "error"
    reads = {"fields.items", "listing.item", "source.fence", "table.header"}
    covers = ("A03",)
    yields_to = ("unfenced-source",)
    remedy = "Write the content of a section in the form that the format gives it, or change the format."
    messages = {
        "fields": Message("`{section}` has no list of the fields {fields}", key=("section",)),
        "source": Message("`{section}` has no fence with the source", key=("section",)),
        "list": Message("`{section}` has no list with entries like `{form}`", key=("section",)),
        "table": Message("`{section}` has no table with the header {header}", key=("section",)),
    }
    examples = (
        Invalid("# shop\n\n## Methods\n\nNone.\n", "docs/shop.md", format=_TABLE, lines={3: "table"}),
        Invalid(*file_of("a.py", "## File Metadata\n\nIt is `a.py`.\n\n- Path: `a.py`\n"), lines=(3,)),
        Invalid(*file_of("a.py", "## Original Source\n\nx = 1\n"), lines=(3,)),
        Invalid(keyword_page("a.py", "Functions", []) + "run, stop\n", KEYWORD_PAGE, lines={5: "list"}),
        Valid(*file_of("a.py", "## File Metadata\n\n## Original Source\n\n```\nx = 1\n```\n")),
        Valid(keyword_page("a.py", "Functions", ["run"]), KEYWORD_PAGE),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for absent in page.absent:
            section, span = absent.heading.markdown, absent.heading.span
            match absent.content:
                case schema.FieldsContent(items=items):
                    yield Violation(span, "fields", section=section, fields=tuple(item.key for item in items))
                case schema.SourceContent():
                    yield Violation(span, "source", section=section)
                case schema.TableContent(header=header):
                    yield Violation(span, "table", section=section, header=tuple(header))
                case schema.ListingContent(item=[first, *_]):
                    yield Violation(span, "list", section=section, form=page.fill(first))
