from collections.abc import Iterator

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Span, Valid, Violation
from doclint.errors.wording import counted
from doclint.page.citations import Length, LineRange, length_of

from ._citations import current_citations

_CITED = "`src/a.py:9` and [a](https://github.com/me/app/blob/main/src/a.py#L9)\n"
_APP = {"src/a.py": "a = 1\n", "go.mod": "module github.com/me/app\n"}
_FILE = "L0"  # what some generators write for a file as a whole, which hosts show from its beginning


class ImpossibleRange(RepositoryRule):
    """A page cites lines of a file that the file cannot have.

    Models make up ranges, and files grow shorter after a page was written. The range ends after the last line of the
    file, ends before it begins, begins with line 0, or is not a number.

    The rule reads ranges in all forms of citations: links to lines of a file in the repository or on its host
    (`src/a.py#L1-L9`), labels (`[src/a.py:1-9]()`), and code spans whose file is there (`src/a.py:3`). Many generators
    count the end of a file as one more line: that is not a finding. Neither are ranges in files that are binary, or too
    large to be read. Addresses with a commit are compared with the file as it was then, if git knows the commit.
    """

    family = "citations"
    severity = "error"
    yields_to = ("wrong-line", "dead-citation")
    covers = ("L02",)
    claims = "range"
    remedy = (
        "Copy the lines of a citation from the source with their numbers, check that the file has them, and write a "
        "page again when a file that it cites has changed."
    )
    advice = "Find in the file what the page describes, and cite its lines, or remove what the file no longer has."
    messages = {
        "beyond": Message("`{path}` has {count}, but the page cites {lines}", key=("path",)),
        "doubled": Message(
            "`{path}` has {count}, but the page cites {lines}; did you mean {suggestion}?",
            key=("path",),
            remedy="Write the number of each line once: its digits are doubled.",
        ),
        "inverted": Message("The page cites {lines} of `{path}`: the last one is before the first", key=("path",)),
        "no-number": Message("The page cites {lines} of `{path}`, but lines are counted from 1", key=("path",)),
    }
    examples = (
        Invalid(
            "[a](file://src/a.py#L2-L5), [src/a.py:3-2](), [src/a.py:0](), [a](file://src/a.py#L1-LNaN), "
            "[a](../src/a.py#L1-L33), [b](../src/b.py#L1-L1212)\n",
            files={"src/a.py": "a = 1\nb = 2\nc = 3\n", "src/b.py": "b = 1\n" * 12},
            lines={1: ("beyond", "inverted", "no-number", "no-number", "beyond", "doubled")},
            fixed="[a](file://src/a.py#L2-L5), [src/a.py:3-2](), [src/a.py:0](), [a](file://src/a.py#L1-LNaN), "
            "[a](../src/a.py#L1-L33), [b](../src/b.py#L1-L12)\n",
        ),
        Invalid(
            "See `src/a.py:7` and `src/a.py` (lines 1, 9-12).\n\n[src/a.py:1-2, 7-8](file://src/a.py#L1-L2)\n",
            files={"src/a.py": "a = 1\nb = 2\n"},
            lines={1: ("beyond", "beyond"), 3: "beyond"},
        ),
        Invalid("[a](file://src/a.py#L1-L2)\n", files={"src/a.py": "a = 1"}, lines={1: "beyond"}),
        Valid(
            "[a](file://src/a.py#L1-L3), [a](../src/a.py#L0), `src/a.py:2`, [b](file://src/b.bin#L9), `src/c.py:9`\n",
            files={"src/a.py": "a = 1\nb = 2\n", "src/b.bin": b"\0\n"},
        ),
        Valid("[a](file://src/a.py#L9)\n", files={"src/a.py": "version https://git-lfs.github.com/spec/v1\n"}),
        Valid(_CITED, "CHANGELOG.md", files=_APP),
        Invalid(_CITED, "README.md", files=_APP, lines=(1, 1)),
    )

    def check_repository(self, page: Page, _: Repository) -> Iterator[Violation]:
        for citation, there in current_citations(page):
            if not citation.lines or not there.is_file(citation.path):
                continue
            length = length_of(there, citation.path)
            for lines in citation.lines:
                if citation.base == "page" and lines.text == _FILE:
                    continue
                if not lines.fits(length):
                    yield _violation(page, citation.path, lines, length)
                elif length is not None:
                    related = RelatedLines(citation.path, lines.first or 0, lines.last or 0)
                    page.claim("range", lines.span, related=(related,))


def _violation(page: Page, path: str, lines: LineRange, length: Length | None) -> Violation:
    first, last = lines.first, lines.last
    stated = str(lines)
    if not first or not last:
        return Violation(lines.span, "no-number", reason=path, path=path, lines=stated)
    if last < first or length is None:
        return Violation(lines.span, "inverted", reason=path, path=path, lines=stated)
    count, half = counted(length.lines, "line"), str(last)[: len(str(last)) // 2]
    is_doubled = len(half) > 1 and 2 * half == str(last) and first <= int(half) <= length.last
    if not is_doubled:
        return Violation(lines.span, "beyond", reason=path, count=count, path=path, lines=stated)
    span = Span(lines.span.end - len(str(last)), lines.span.end)
    fix = page.replace(span, half, safe=False) if page.text(span) == str(last) else None
    return Violation(lines.span, "doubled", reason=path, fix=fix, count=count, suggestion=half, path=path, lines=stated)
