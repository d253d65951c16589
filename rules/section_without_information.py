from bisect import bisect_left
from collections.abc import Iterator

from doclint.formats.shapes import FixedText
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._information import is_default, tells_nothing
from ._pages import file_page

_NONE = "## Code Patterns & Idioms\n\n### Common Patterns\n\n*No specific patterns automatically detected.*\n\n"
_USAGE = (
    "## Testing & Usage\n\n### Usage Examples\n\n*See the source code and related test files for usage examples.*\n\n"
)
_NOTES = (
    "## Performance Considerations\n\n### Performance Notes\n\n{}"
    "*Detailed performance analysis requires profiling and benchmarking.*\n\n"
)
_SYMBOLS = "## Detailed Analysis\n\n### Code Structure\n\n**Classes defined**: `Lock`\n\n"


class SectionWithoutInformation(Rule):
    """A section consists of nothing but default texts: "*No specific patterns automatically detected.*"

    Readers learn to pass over sections that say the same on every page, and so miss the page on which they do not. A
    generator that has nothing to say there would better leave the section out. Since formats ask for such sections on
    every page, and tools may rely on them, the rule is a strict one.

    Which texts are defaults is said by the format. A page that has nothing else at all is for
    `page-without-information` to report.
    """

    id = "section-without-information"
    family = "content"
    severity = "info"
    profile = "strict"
    covers = ("G04",)
    remedy = "Leave a section out where there is nothing to say."
    messages = {
        "section": Message(
            "`{section}` has nothing but what stands there for want of anything to say", key=("section",)
        )
    }
    examples = (
        Invalid(
            file_page("a.py", f"{_SYMBOLS}{_NONE}{_USAGE}{_NOTES.format('')}"), "docs/a.py_docs.md", lines=(11, 17, 23)
        ),
        Valid(
            file_page("a.py", _SYMBOLS + _NOTES.format("- Implements or uses **caching** mechanisms.\n\n")),
            "docs/a.py_docs.md",
        ),
        Valid(
            file_page("a.py", f"{_SYMBOLS}{_NONE.replace('*No', 'See [the guide](g.md). *No')}"), "docs/a.py_docs.md"
        ),
        Valid(file_page("a.py", f"## Original Source\n\n```python\n```\n\n{_NONE}"), "docs/a.py_docs.md"),
        Valid(f"# Notes\n\n{_NONE}"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if page.identity is None or tells_nothing(page, quoted_lines=1):
            return
        shapes = page.contents
        starts = [shape.start for shape in shapes]
        for section in page.sections:
            if section.place is None or not section.blocks or section.children:
                continue
            first = bisect_left(starts, section.blocks[0].start)
            behind = bisect_left(starts, section.blocks[-1].end)
            own = shapes[first:behind]
            if any(map(is_default, own)) and all(is_default(shape) or isinstance(shape, FixedText) for shape in own):
                yield Violation(section.heading.span, "section", section=section.heading.markdown)
