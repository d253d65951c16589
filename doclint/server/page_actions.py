"""What can be done about findings of a page: their fixes, and comments that allow them."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from doclint.engine.fixes.fix import edits_of, fix, is_sound
from doclint.markdown.source import Edit, Source, Span, spliced
from doclint.page.page import Page
from doclint.rule.finding import Finding
from doclint.rule.registry import Rules
from doclint.server.allowances import Allowance, around, on_page

_LONGEST = 40  # characters of a text in a title


class PageAction(NamedTuple):
    """Edits that take back the finding with a fingerprint. `safe` is None for a comment, which fixes nothing."""

    title: str
    fingerprint: str
    edits: Sequence[Edit]
    safe: bool | None = None


class PageActions:
    """The actions for findings of a page, which `read` parses from bytes and `lint` checks."""

    def __init__(
        self, page: Page, rules: Rules, read: Callable[[bytes], Page], lint: Callable[[Page], Sequence[Finding]]
    ) -> None:
        self._page = page
        self._rules = rules
        self._read = read
        self._lint = lint

    def of(self, finding: Finding, found: Sequence[Finding]) -> Iterator[PageAction]:
        """Yield the actions for one of the findings that were found."""
        edits = edits_of(self._page, finding, self._read)
        if edits and finding.fix is not None:
            safe = finding.fix.safe
            title = f"{_title(self._page, edits)} ({finding.rule}{'' if safe else ', unsafe'})"
            yield PageAction(title, finding.fingerprint, edits, safe)
        if not finding.hides_others and not self._is_immune(finding.rule):
            yield from self._allowances(finding, found)

    def _is_immune(self, rule: str) -> bool:
        return rule not in self._rules or "suppressions" in self._rules[rule].needs

    def _allowances(self, finding: Finding, found: Sequence[Finding]) -> Iterator[PageAction]:
        before = Counter(one.fingerprint for one in found)
        near = (
            one for one in map(self._own_endings, around(self._page, finding)) if self._allows(one, finding, before)
        )
        chosen = [*[next(near, None)], self._own_endings(on_page(self._page, finding))]
        for one in chosen:
            if one is not None:
                title = f"Allow `{finding.rule}` {one.scope} by a comment"
                yield PageAction(title, finding.fingerprint, one.edits)

    def _own_endings(self, allowance: Allowance) -> Allowance:
        return allowance._replace(edits=[self._page.source.with_own_endings(edit) for edit in allowance.edits])

    def _allows(self, allowance: Allowance, finding: Finding, before: Counter[str]) -> bool:
        """Whether comments allow a finding, and the page reads as before and has no other findings than before."""
        if not is_sound(self._page, allowance.edits, self._read):
            return False
        text = spliced(self._page.source.text.encode(), allowance.edits)
        after = Counter(one.fingerprint for one in self._lint(self._read(text)))
        return after[finding.fingerprint] < before[finding.fingerprint] and after <= before


def fixed(text: str, read: Callable[[bytes], Page], lint: Callable[[Page], Sequence[Finding]]) -> tuple[str, str]:
    """Return a page after all safe fixes, and why there are none although some were possible; empty otherwise."""
    made = fix(text.encode(errors="surrogatepass"), read, lint)
    return Source.from_bytes(made.data).text, made.refusal


def smallest_edit(before: str, after: str) -> Edit | None:
    """Return the edit with the shortest texts that makes one text of another; None if they are the same.

    >>> smallest_edit("one two three", "one 2 three")
    Edit(span=Span(start=4, end=7), text='2')
    """
    if before == after:
        return None
    most = min(len(before), len(after))
    start = _common(before, after, most)
    behind = _common(before[::-1], after[::-1], most - start)
    return Edit(Span(start, len(before) - behind), after[start : len(after) - behind])


def _common(one: str, other: str, most: int) -> int:
    """Return the length of the longest common beginning of two texts, at most `most`."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def _title(page: Page, edits: Sequence[Edit]) -> str:
    """Return what edits do, in words."""
    if len(edits) > 1:
        return f"Fix at {len(edits)} places"
    old, new = _quoted(page.text(edits[0].span)), _quoted(edits[0].text)
    if not old:
        return f"Insert {new}"
    return f"Replace {old} with {new}" if new else f"Delete {old}"


def _quoted(text: str) -> str:
    shown = " ".join(text.split())
    return shown and f"`{shown if len(shown) <= _LONGEST else f'{shown[:_LONGEST]}…'}`"
