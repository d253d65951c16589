from bisect import bisect_left
from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import has_no_information, is_default
from doclint.kit.shapes import FixedText

from ._pages import file_of

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
    """A section has only default texts of its generator: "*No specific patterns automatically detected.*"

    Readers learn to skip sections that say the same on every page, and so miss the page whose section says more. If the
    generator has nothing to say, it should leave the section out.

    The format marks the default texts. The rule leaves a page that has nothing else to `page-without-information`. It
    is in the strict profile, because formats ask for such sections on every page, and tools may rely on them.
    """

    family = "content"
    severity = "info"
    profile = "strict"
    reads = {"statement.role = default"}
    covers = ("G04",)
    remedy = "Leave a section out if there is nothing to say."
    messages = {
        "section": Message(
            "`{section}` holds only the generator's default text; leave the section out", key=("section",)
        )
    }
    examples = (
        Invalid(*file_of("a.py", f"{_SYMBOLS}{_NONE}{_USAGE}{_NOTES.format('')}"), lines=(11, 17, 23)),
        Valid(*file_of("a.py", _SYMBOLS + _NOTES.format("- Implements or uses **caching** mechanisms.\n\n"))),
        Valid(*file_of("a.py", f"{_SYMBOLS}{_NONE.replace('*No', 'See [the guide](g.md). *No')}")),
        Valid(*file_of("a.py", f"## Original Source\n\n```python\n```\n\n{_NONE}")),
        Valid(f"# Notes\n\n{_NONE}"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if page.identity is None or has_no_information(page, quoted_lines=1):
            return
        starts = [shape.start for shape in page.contents]
        for section in page.sections:
            if section.place is None or not section.blocks or section.children:
                continue
            first, end = (bisect_left(starts, place) for place in (section.blocks[0].start, section.blocks[-1].end))
            shapes = page.contents[first:end]
            if any(map(is_default, shapes)) and all(is_default(one) or isinstance(one, FixedText) for one in shapes):
                yield Violation(section.heading.span, "section", section=section.heading.markdown)
