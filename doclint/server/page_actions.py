"""What can be done about findings of a page: their fixes, and comments that allow them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from doclint.engine.fixes.fix import edits_of, fix, is_sound
from doclint.errors.expressions import expression
from doclint.markdown.nodes import Block
from doclint.markdown.source import Edit, Source, Span, spliced
from doclint.output.fixes import described
from doclint.page.page import Page
from doclint.rule.finding import Finding
from doclint.server.open_page import OpenPage
from doclint.source.language import is_mdx

_MARGIN = expression(r"[ \t>]*+")
_LONGEST = 40  # characters of a text in a title


class Allowance(NamedTuple):
    """Comments that allow a finding: what they apply to, and the edits that write them."""

    scope: str
    edits: list[Edit]


def around(page: Page, finding: Finding) -> Iterator[Allowance]:
    """Yield the comments that may allow a finding and little else, those for the fewest lines first.

    The page may read differently with them, for example because a list falls apart.
    """
    line = finding.start.line
    yield Allowance("on this line", [_before(page, line, f"allow-next-line {finding.rule}", gap=False)])
    block = _block_at(page, line)
    if block is not None:
        first, last = page.source.position(block.start).line, _last_line(page.source, block)
        begin = _before(page, first, f"allow {finding.rule}", gap=True)
        yield Allowance("in this block", [begin, _behind(page, last, "end-allow")])


def on_page(page: Page, finding: Finding) -> Iterator[Allowance]:
    """Yield comments that allow all findings of a rule on a page: at its end, or if that is code, at its beginning."""
    directive = f"allow-file {finding.rule}"
    yield Allowance("on this page", [_behind(page, len(page.source.line_starts), directive)])
    front_matter = page.document.front_matter
    before = page.source.text[: front_matter.span.end].rstrip() if front_matter else ""
    first = page.source.position(len(before)).line + 1 if before else 1
    if first <= len(page.source.line_starts):
        yield Allowance("on this page", [_before(page, first, directive, gap=True)])


def _comment(page: Page, directive: str) -> str:
    return f"{{/* doclint: {directive} */}}" if is_mdx(page.path) else f"<!-- doclint: {directive} -->"


def _before(page: Page, line: int, directive: str, *, gap: bool) -> Edit:
    """Return the edit that writes a comment before a line, in the same list or quote, and an empty line after it."""
    start = page.source.line_starts[line - 1]
    margin = _MARGIN.match(page.source.text, start)
    indentation = margin.group() if margin else ""
    empty = f"{indentation.rstrip()}\n" if gap else ""
    return Edit(Span(start, start), f"{indentation}{_comment(page, directive)}\n{empty}")


def _behind(page: Page, line: int, directive: str) -> Edit:
    """Return the edit that writes a comment after a line, and an empty line before it."""
    text, end = page.source.text, page.source.line_span(line).end
    is_last_empty = line == len(page.source.line_starts) and (end == 0 or text[end - 1] in "\r\n")
    lead = "\n" if is_last_empty else "\n\n"
    return Edit(Span(end, end), f"{lead}{_comment(page, directive)}" + ("\n" if is_last_empty else ""))


def _block_at(page: Page, line: int) -> Block | None:
    """Return the block that a line is in and that no other block contains."""
    start = page.source.line_starts[line - 1]
    end = page.source.line_span(line).end
    return next((block for block in page.document.blocks if block.start <= end and start < max(block.end, 1)), None)


def _last_line(source: Source, block: Block) -> int:
    """Return the last line of a block that is not empty."""
    text = source.text[block.start : block.end].rstrip()
    return source.position(block.start + max(len(text) - 1, 0)).line


class PageAction(Struct, frozen=True):
    """Edits that take back the finding with an id. `safe` is None for a comment, which fixes nothing."""

    title: str
    finding: str
    edits: Sequence[Edit]
    safe: bool | None = None


def id_of(finding: Finding) -> str:
    """Return what identifies a finding on a page: several may have one fingerprint."""
    return f"{finding.fingerprint}@{finding.start.line}:{finding.start.column}"


def actions(page: OpenPage, ids: Sequence[str]) -> list[PageAction]:
    """Return what can be done about the findings with some ids."""
    maker = _PageActions(page)
    return [action for finding in page.findings if id_of(finding) in ids for action in maker.of(finding)]


class _PageActions:
    """The actions for findings of a page."""

    def __init__(self, page: OpenPage) -> None:
        self._page = page.page
        self._rules = page.loaded.project.rules
        self._read = page.read
        self._found_by = page.found_by

    def of(self, finding: Finding) -> Iterator[PageAction]:
        """Yield the actions for a finding."""
        edits = edits_of(self._page, finding, self._read)
        if edits and finding.fix is not None:
            safe = finding.fix.safe
            did = described(self._page.source.text, edits, _LONGEST)
            title = f"{did} ({finding.rule}{'' if safe else ', unsafe'})"
            yield PageAction(title, id_of(finding), edits, safe)
        rule = self._rules.get(finding.rule)
        if not finding.hides_others and rule is not None and "suppressions" not in rule.needs:
            yield from self._allowances(finding)

    def _allowances(self, finding: Finding) -> Iterator[PageAction]:
        before = self._fingerprints(finding.rule, self._page)
        lines = map(self._own_endings, around(self._page, finding))
        near = next((one for one in lines if self._allows(one, finding, before)), None)
        whole = map(self._own_endings, on_page(self._page, finding))
        far = next((one for one in whole if self._has_effect(one)), None)
        for one in filter(None, (near, far)):
            title = f"Allow `{finding.rule}` {one.scope} by a comment"
            yield PageAction(title, id_of(finding), one.edits)

    def _own_endings(self, allowance: Allowance) -> Allowance:
        return allowance._replace(edits=[self._page.source.with_own_endings(edit) for edit in allowance.edits])

    def _allows(self, allowance: Allowance, finding: Finding, before: Counter[str]) -> bool:
        """Whether comments allow a finding, and the page reads as before and has no new findings of the rule."""
        if not is_sound(self._page, allowance.edits, self._read):
            return False
        after = self._fingerprints(finding.rule, self._with(allowance))
        return after[finding.fingerprint] < before[finding.fingerprint] and after <= before

    def _fingerprints(self, rule: str, page: Page) -> Counter[str]:
        return Counter(one.fingerprint for one in self._found_by(rule, page))

    def _has_effect(self, allowance: Allowance) -> bool:
        """Whether the comments are directives, not part of code, and the page reads as before."""
        directives = self._with(allowance).directives.found
        has_more = len(directives) > len(self._page.directives.found)
        return has_more and is_sound(self._page, allowance.edits, self._read)

    def _with(self, allowance: Allowance) -> Page:
        return self._read(spliced(self._page.source.text.encode(), allowance.edits))


def all_fixes(page: OpenPage) -> tuple[Edit | None, str]:
    """Return the edit that makes all safe fixes of a page, and why there is none although some were possible."""
    if page.is_left_out:
        return None, ""
    made = fix(page.text.encode(errors="surrogatepass"), page.read_to_fix, page.lint)
    return smallest_edit(page.page.source.text, Source.from_bytes(made.data).text), made.refusal


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
