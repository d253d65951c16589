"""The fixes of one page: problems in, bytes out. No file is read or written."""

from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from doclint.engine.fixes.verify import difference
from doclint.markdown.source import Edit, Span, spliced
from doclint.page.page import Page
from doclint.rule.finding import Finding

_MOST_PASSES = 20


@dataclass(frozen=True)
class Fixed:
    """A page after its fixes. `refusal` says why none was made although there are some; it is empty otherwise."""

    data: bytes
    fixes: tuple[Finding, ...] = ()
    refusal: str = ""


def fix(
    data: bytes, read: Callable[[bytes], Page], linter: Callable[[Page], Sequence[Finding]], *, unsafe: bool = False
) -> Fixed:
    """Make the safe fixes of a page, or all of them, and again those of what is found then, until there are none.

    `read` makes the page of its bytes, `judge` finds its problems. Either all fixes are made, and the page is proved to
    read as before except where it is edited; or it stays as it is.
    """
    page, now = read(data), data
    made: list[Finding] = []
    chosen = compatible(linter(page), unsafe=unsafe)
    for _ in range(_MOST_PASSES):
        if not chosen:
            return Fixed(now, tuple(made))
        if page.source.encoding != "utf-8":
            return Fixed(data, refusal=f"it is {page.source.encoding.upper()}, and only UTF-8 is written")
        edits = _edits(page, chosen)
        before, now = now, spliced(now, edits)
        after = read(now)
        findings = linter(after)
        broken = next((finding.message for finding in findings if finding.rule == "page-failed"), None)
        if broken is not None:
            return Fixed(data, refusal=f"with {_named(chosen)} it could not be read: {broken}")
        place = difference(page.document, after.document, edits)
        if place is not None:
            line = page.source.position(place).line
            guilty = _named(_unsound(page, read, chosen, made_of=before))
            return Fixed(data, refusal=f"{guilty} would change how line {line} reads beyond the text to mend")
        made += chosen
        page, chosen = after, compatible(findings, unsafe=unsafe)
    return Fixed(data, refusal=f"{_named(chosen)} would go on for ever")


def _unsound(page: Page, read: Callable[[bytes], Page], chosen: Sequence[Finding], *, made_of: bytes) -> list[Finding]:
    """The problems of the rules whose fixes alone change more than they edit; all of them if it takes several."""
    found: list[Finding] = []
    for rule in {finding.rule for finding in chosen}:
        alone = [finding for finding in chosen if finding.rule == rule]
        edits = _edits(page, alone)
        if difference(page.document, read(spliced(made_of, edits)).document, edits) is not None:
            found += alone
    return found or list(chosen)


def compatible(findings: Iterable[Finding], *, unsafe: bool) -> list[Finding]:
    """The problems whose fixes can be made at once: of those that overlap, the first."""
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
    """Whether a span overlaps one of those, which are sorted and apart."""
    index = bisect_right(taken, span)
    return any(_overlap(span, other) for other in taken[max(0, index - 1) : index + 1])


def _overlap(one: Span, other: Span) -> bool:
    """Whether the order of two edits matters: they share characters, or one inserts where the other begins or ends."""
    if one.start == one.end or other.start == other.end:
        return one.start <= other.end and other.start <= one.end
    return one.start < other.end and other.start < one.end


def _edits(page: Page, findings: Iterable[Finding]) -> list[Edit]:
    """All edits of the problems, as they are made on that page."""
    edits = [edit for finding in findings if finding.fix for edit in finding.fix.edits]
    return [page.source.with_own_endings(edit) for edit in sorted(edits)]


def _named(findings: Iterable[Finding]) -> str:
    rules = sorted({finding.rule for finding in findings})
    return f"the fix{'es' if len(rules) > 1 else ''} of {', '.join(f'`{rule}`' for rule in rules)}"
