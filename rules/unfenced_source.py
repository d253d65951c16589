from collections.abc import Iterator

from doclint.formats.outline import Section
from doclint.formats.schema import SourceContent
from doclint.formats.shapes import SourceCopy
from doclint.markdown.parser import parse
from doclint.markdown.source import Span
from doclint.page.links import target_of
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.repository.repository import Repository
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page

_ENOUGH = 3  # lines that are those of the file
_README = "# Toolbox\n\nSee the [guide](guide.md).\n\n## Use\n\nRun it.\n"
_PAGE = file_page("lib/a.md", "## Original Source\n\n{}\n\n## High-Level Overview\n\nText.\n")


class UnfencedSource(Rule):
    """A quoted source stands on the page without a fence, as Markdown.

    Its headings become headings of the page, its links and images start from the folder of the page and lead nowhere or
    elsewhere, and what is special in Markdown vanishes. A fence longer than all in the source, or a link to it, is
    right.

    It is recognised by its first lines. Nothing else is said of what lies in it.
    """

    id = "unfenced-source"
    family = "source"
    severity = "warning"
    covers = ("B10", "D10")
    needs = frozenset({"source"})
    remedy = "Put a quoted file into a fence, or shift its headings and rebase its links."
    messages = {
        "unfenced": Message(
            "The source of `{path}` stands here without a fence"
            "[; its headings {headings} become those of this page][; its links {links} lead elsewhere from here]"
            "[ (as copied in `{copy}`)]",
            key=("path",),
        )
    }
    examples = (
        Invalid(
            _PAGE.format(_README),
            "docs/lib/a.md_docs.md",
            files={"lib/a.md": _README, "lib/guide.md": ""},
            beside=("unexpected-section", "broken-link"),
            lines=(3,),
        ),
        Valid(
            _PAGE.format(f"```markdown\n{_README}```"),
            "docs/lib/a.md_docs.md",
            files={"lib/a.md": _README, "lib/guide.md": ""},
        ),
        Valid(_PAGE.format("The source is not shown."), "docs/lib/a.md_docs.md", files={"lib/a.md": _README}),
        Valid(_README, "lib/a.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        source_file = page.source_file
        if source_file is None or source_file.is_binary or page.all(SourceCopy):
            return
        for section in page.sections:
            if section.place and any(isinstance(one, SourceContent) for one in section.place.spec.content):
                end = _end_of_copy(page, section, source_file)
                if end is not None:
                    yield _violation(page, Span(section.heading.start, end), source_file)


def _end_of_copy(page: Page, section: Section, source_file: SourceFile) -> int | None:
    """Where the lines of the file end that stand below the heading of a section; None if they do not stand there."""
    source = page.source
    lines = [line for raw in source_file.data.decode(errors="replace").splitlines() if (line := raw.strip())]
    matched, end = 0, None
    for number in range(source.position(section.heading.end).line + 1, len(source.line_starts) + 1):
        line = source.line(number).strip()
        if not line:
            continue
        if matched == len(lines) or line != lines[matched]:
            break
        matched += 1
        end = source.line_span(number).end
    return end if matched and matched >= min(_ENOUGH, len(lines)) else None


def _violation(page: Page, place: Span, source_file: SourceFile) -> Violation:
    tree = parse(source_file.data.decode(errors="replace"))
    headings = tuple(heading.markdown for heading in tree.headings)
    links = _moved(page, [link.destination for link in tree.links], source_file.path)
    return Violation(place, "unfenced", path=source_file.path, headings=headings, links=links, copy=source_file.copy)


def _moved(page: Page, destinations: list[str], path: str) -> tuple[str, ...]:
    """The links that are right in the file and not on the page."""
    repository: Repository | None = page.repository
    if repository is None:
        return ()
    file = Page(path, page.source, repository=repository)
    found = {}
    for destination in destinations:
        there, here = target_of(file, destination), target_of(page, destination)
        if there and here and there.path not in (path, here.path) and repository.exists(there.path):
            found[destination] = True
    return tuple(found)
