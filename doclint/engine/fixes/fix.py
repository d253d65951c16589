"""The fixes of one page: makes new bytes from the bytes of a page and its findings. No file is read or written."""

from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from doclint.engine.fixes.verify import difference
from doclint.markdown.source import Edit, Span, spliced
from doclint.page.page import Page
from doclint.rule.finding import Finding

_MOST_PASSES = 20  # of fixing and linting again, before doclint gives up


class Fixed(Struct, frozen=True):
    """The bytes of a page after its fixes, and the findings that were fixed.

    `expected` is how many findings of the page itself had a fix to make: other fixes can make more, or solve some.
    `refusal` says why no fix was made although some were possible; it is empty otherwise.
    """

    data: bytes
    fixes: tuple[Finding, ...] = ()
    expected: int = 0
    refusal: str = ""


def fix(
    data: bytes, read: Callable[[bytes], Page], lint: Callable[[Page], Sequence[Finding]], *, unsafe: bool = False
) -> Fixed:
    """Make the safe fixes of a page, or with `unsafe` all fixes, and repeat until the page has none left.

    A page with so many that the limit of findings keeps `lint` from returning all of them may have some left.

    `read` parses the bytes of a page, `lint` returns its findings. The fixes are made only if doclint has verified that
    the page reads as before outside the edits; otherwise the page stays as it is.
    """
    page, now = read(data), data
    made: list[Finding] = []
    first = lint(page)
    expected = sum(one.fix is not None and (one.fix.safe or unsafe) for one in first)
    chosen = compatible(first, unsafe=unsafe)
    for _ in range(_MOST_PASSES):
        if not chosen:
            return Fixed(now, tuple(made), expected)
        if page.source.encoding != "utf-8":
            return Fixed(data, refusal=f"it is {page.source.encoding.upper()}, and doclint writes only UTF-8")
        edits = _edits(chosen)
        before, now = now, spliced(now, edits)
        after = read(now)
        findings = lint(after)
        error = next((finding.message for finding in findings if finding.rule == "page-failed"), None)
        if error is not None:
            return Fixed(data, refusal=f"with {_named(chosen)}, doclint could not read it: {error}")
        place = difference(page.document, after.document, edits)
        if place is not None:
            line = page.source.position(place).line
            culprits = _named(_unsound(page, read, chosen, made_of=before))
            return Fixed(data, refusal=f"{culprits} would change how line {line} reads, outside the text to fix")
        made += chosen
        page, chosen = after, compatible(findings, unsafe=unsafe)
    if not chosen or any(finding.has_more for finding in first):
        return Fixed(now, tuple(made), expected)
    return Fixed(data, refusal=f"{_named(chosen)} would never come to an end")


def edits_of(page: Page, finding: Finding, read: Callable[[bytes], Page]) -> list[Edit]:
    """Return the edits that fix a finding of a page, with the line endings of the page.

    There are none if it has no fix, or if the page would read differently outside the edits. `read` parses the bytes of
    a page.
    """
    edits = _edits([finding])
    return edits if edits and is_sound(page, edits, read) else []


def is_sound(page: Page, edits: Sequence[Edit], read: Callable[[bytes], Page]) -> bool:
    """Whether a page reads as before outside some edits, which must be sorted and must not overlap."""
    after = read(spliced(page.source.text.encode(), edits))
    return difference(page.document, after.document, edits) is None


def _unsound(page: Page, read: Callable[[bytes], Page], chosen: Sequence[Finding], *, made_of: bytes) -> list[Finding]:
    """Return the findings of rules whose fixes change more than they edit; all findings if no rule alone does so."""
    found: list[Finding] = []
    for rule in {finding.rule for finding in chosen}:
        alone = [finding for finding in chosen if finding.rule == rule]
        edits = _edits(alone)
        if difference(page.document, read(spliced(made_of, edits)).document, edits) is not None:
            found += alone
    return found or list(chosen)


def compatible(findings: Iterable[Finding], *, unsafe: bool) -> list[Finding]:
    """Return the findings whose fixes can be made at once: of fixes that overlap, the first."""
    taken: list[Span] = []
    chosen = []
    candidates = [finding for finding in findings if finding.fix and finding.fix.edits]
    for finding in sorted(candidates, key=lambda finding: finding.fix.edits if finding.fix else ()):
        assert finding.fix is not None
        spans = [edit.span for edit in finding.fix.edits]
        if (finding.fix.safe or unsafe) and not any(_is_taken(span, taken) for span in spans):
            chosen.append(finding)
            for span in spans:
                insort(taken, span)
    return chosen


def _is_taken(span: Span, taken: Sequence[Span]) -> bool:
    """Whether a span overlaps one of the taken spans, which are sorted and do not overlap."""
    index = bisect_right(taken, span)
    return any(_overlap(span, other) for other in taken[max(0, index - 1) : index + 1])


def _overlap(one: Span, other: Span) -> bool:
    """Whether two edits cannot be made at once: they share characters, or one inserts at an end of the other."""
    if one.start == one.end or other.start == other.end:
        return one.start <= other.end and other.start <= one.end
    return one.start < other.end and other.start < one.end


def _edits(findings: Iterable[Finding]) -> list[Edit]:
    return sorted(edit for finding in findings if finding.fix for edit in finding.fix.edits)


def _named(findings: Iterable[Finding]) -> str:
    rules = sorted({finding.rule for finding in findings})
    return f"the fix{'es' if len(rules) > 1 else ''} of {', '.join(f'`{rule}`' for rule in rules)}"
