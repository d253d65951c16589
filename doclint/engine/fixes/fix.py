"""The fixes of one page: problems in, bytes out. No file is read or written."""

from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from doclint.engine.fixes.verify import difference
from doclint.markdown.source import Edit, Span, spliced
from doclint.page.page import Page
from doclint.rule.finding import Problem

_MOST_PASSES = 20


@dataclass(frozen=True)
class Fixed:
    """A page after its fixes. `refusal` says why none was made although there are some; it is empty otherwise."""

    data: bytes
    fixes: tuple[Problem, ...] = ()
    refusal: str = ""


def fix(
    data: bytes, read: Callable[[bytes], Page], judge: Callable[[Page], Sequence[Problem]], *, unsafe: bool = False
) -> Fixed:
    """Make the safe fixes of a page, or all of them, and again those of what is found then, until there are none.

    `read` makes the page of its bytes, `judge` finds its problems. Either all fixes are made, and the page is proved to
    read as before except where it is edited; or it stays as it is.
    """
    page, now = read(data), data
    made: list[Problem] = []
    chosen = compatible(judge(page), unsafe=unsafe)
    for _ in range(_MOST_PASSES):
        if not chosen:
            return Fixed(now, tuple(made))
        if page.source.encoding != "utf-8":
            return Fixed(data, refusal=f"it is {page.source.encoding.upper()}, and only UTF-8 is written")
        edits = _edits(page, chosen)
        before, now = now, spliced(now, edits)
        after = read(now)
        problems = judge(after)
        broken = next((problem.message for problem in problems if problem.rule == "page-failed"), None)
        if broken is not None:
            return Fixed(data, refusal=f"with {_named(chosen)} it could not be read: {broken}")
        place = difference(page.document, after.document, edits)
        if place is not None:
            line = page.source.position(place).line
            guilty = _named(_unsound(page, read, chosen, made_of=before))
            return Fixed(data, refusal=f"{guilty} would change how line {line} reads beyond the text to mend")
        made += chosen
        page, chosen = after, compatible(problems, unsafe=unsafe)
    return Fixed(data, refusal=f"{_named(chosen)} would go on for ever")


def _unsound(page: Page, read: Callable[[bytes], Page], chosen: Sequence[Problem], *, made_of: bytes) -> list[Problem]:
    """The problems of the rules whose fixes alone change more than they edit; all of them if it takes several."""
    found: list[Problem] = []
    for rule in {problem.rule for problem in chosen}:
        alone = [problem for problem in chosen if problem.rule == rule]
        edits = _edits(page, alone)
        if difference(page.document, read(spliced(made_of, edits)).document, edits) is not None:
            found += alone
    return found or list(chosen)


def compatible(problems: Iterable[Problem], *, unsafe: bool) -> list[Problem]:
    """The problems whose fixes can be made at once: of those that overlap, the first."""
    taken: list[Span] = []
    chosen = []
    candidates = [problem for problem in problems if problem.fix and problem.fix.edits]
    for problem in sorted(candidates, key=lambda problem: problem.fix.edits if problem.fix else ()):
        assert problem.fix is not None
        spans = [edit.span for edit in problem.fix.edits]
        if (problem.fix.safe or unsafe) and not any(_is_taken(span, taken) for span in spans):
            chosen.append(problem)
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


def _edits(page: Page, problems: Iterable[Problem]) -> list[Edit]:
    """All edits of the problems, as they are made on that page."""
    edits = [edit for problem in problems if problem.fix for edit in problem.fix.edits]
    return [page.source.with_own_endings(edit) for edit in sorted(edits)]


def _named(problems: Iterable[Problem]) -> str:
    rules = sorted({problem.rule for problem in problems})
    return f"the fix{'es' if len(rules) > 1 else ''} of {', '.join(f'`{rule}`' for rule in rules)}"
