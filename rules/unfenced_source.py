from collections.abc import Iterable, Iterator

from doclint import Invalid, Message, Page, Section, SourceFile, SourceRule, Span, Valid, Violation
from doclint.kit import parse, schema, target_of
from doclint.kit.shapes import SourceCopy

from ._pages import file_page

_ENOUGH = 3  # lines of the file by which it is recognized
_README = "# Toolbox\n\nSee the [guide](guide.md).\n\n## Use\n\nRun it.\n"
_PATH = "docs/lib/a.md_docs.md"
_FILES = {"lib/a.md": _README, "lib/guide.md": ""}
_PAGE = file_page("lib/a.md", "## Original Source\n\n{}\n\n## High-Level Overview\n\nText.\n")


class UnfencedSource(SourceRule):
    """The page quotes its source file without a fence, so that the text is rendered as Markdown.

    The headings of the file become headings of the page, its links and images start from the folder of the page and
    lead nowhere or elsewhere, and characters that are special in Markdown vanish. Use a fence that is longer than all
    fences in the file, or link to the file.

    doclint recognizes the file by its first lines. It reports nothing else about the quoted text.
    """

    family = "source"
    severity = "warning"
    reads = {"source.fence"}
    covers = ("B10", "D10")
    remedy = "Put a quoted file into a fence, or shift its headings and rebase its links."
    messages = {
        "unfenced": Message(
            "The page quotes `{path}` without a fence[; its headings {headings} become headings of the page]"
            "[; its links {links} lead elsewhere]; add one",
            key=("path",),
        )
    }
    examples = (
        Invalid(_PAGE.format(_README), _PATH, files=_FILES, beside=("unexpected-section", "broken-link"), lines=(3,)),
        Valid(_PAGE.format(f"```markdown\n{_README}```"), _PATH, files=_FILES),
        Valid(_PAGE.format("The source is not shown."), _PATH, files=_FILES),
        Valid(_README, "lib/a.md"),
    )

    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        if source.is_binary or page.all(SourceCopy):
            return
        for section, _ in page.expects(schema.SourceContent):
            end = _end_of_copy(page, section, source)
            if end is not None:
                tree = parse(source.text)
                yield Violation(
                    Span(section.heading.start, end),
                    "unfenced",
                    path=source.path,
                    headings=tuple(heading.markdown for heading in tree.headings),
                    links=tuple(_misled(page, source, (link.destination for link in tree.links))),
                )


def _end_of_copy(page: Page, section: Section, source: SourceFile) -> int | None:
    """Return where the lines of the file end that are below the heading of a section; None if they are not there."""
    lines = [line for raw in source.text.splitlines() if (line := raw.strip())]
    matched, end = 0, None
    for number in range(page.source.position(section.heading.end).line + 1, len(page.source.line_starts) + 1):
        line = page.source.line(number).strip()
        if not line:
            continue
        if matched == len(lines) or line != lines[matched]:
            break
        matched += 1
        end = page.source.line_span(number).end
    return end if matched and matched >= min(_ENOUGH, len(lines)) else None


def _misled(page: Page, source: SourceFile, destinations: Iterable[str]) -> Iterator[str]:
    """Yield the destinations, each once, that lead to a file from the source but not from the page."""
    repository = page.repository
    if repository is None:
        return
    file = Page(source.path, page.source, repository=repository)
    for destination in dict.fromkeys(destinations):
        meant, found = target_of(file, destination), target_of(page, destination)
        if meant and found and meant.path not in (source.path, found.path) and repository.exists(meant.path):
            yield destination
