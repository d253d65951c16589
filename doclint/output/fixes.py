"""Fixes for people: as a mark of findings, as a diff, and as a summary of a few lines."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from doclint.engine.report.report import Report
from doclint.errors.expressions import expression
from doclint.errors.wording import counted
from doclint.markdown.source import Edit
from doclint.output.paths import path_from_here
from doclint.output.terminal import safe, without_commands, without_controls
from doclint.rule.finding import Finding

if TYPE_CHECKING:
    from doclint.engine.fixes.apply import FixedPage, FixSummary

# Tools that apply diffs end lines at LF only.
_LINE = expression(r"[^\n]*\n|[^\n]+")
MARKS = {"safe": "[fix]", "unsafe": "[unsafe fix]"}
"""The marks of findings and rules that doclint can fix, by the kind of the fix."""

_NO_END = "\\ No newline at end of file"


def fix_mark(finding: Finding) -> str:
    """Return `[fix]` if doclint can fix a finding safely, `[unsafe fix]` if not safely, and nothing if not at all."""
    return MARKS[finding.fixable] if finding.fixable else ""


def fixable(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield how many findings can be fixed, and by which options, if any can be."""
    counts = Counter(finding.fixable for finding in findings)
    safe, unsafe = counts["safe"], counts["unsafe"]
    if safe:
        more = f", {unsafe:,} more with `--fix --unsafe-fixes`" if unsafe else ""
        yield f"{counted(safe, 'finding')} can be fixed with `doclint check --fix`{more}."
    elif unsafe:
        number = counted(unsafe, "finding")
        yield f"{number} can be fixed with `doclint check --fix --unsafe-fixes`; `--diff` shows the changes."


def marked_sentence(finding: Finding) -> str:
    """Return the message of a finding, and after it the mark of its fix."""
    mark = fix_mark(finding)
    return f"{finding.sentence} {mark}" if mark else finding.sentence


def described(text: str, edits: Sequence[Edit], longest: int | None = None) -> str:
    """Return what edits of a text do, in words, with quotes of at most `longest` characters.

    >>> from doclint import Span
    >>> described("See [a](B.md).", [Edit(Span(8, 12), "b.md")])
    'Replace `B.md` with `b.md`'
    """
    if len(edits) > 1:
        return f"Fix at {len(edits)} places"
    span = edits[0].span
    old, new = _quoted(text[span.start : span.end], longest), _quoted(edits[0].text, longest)
    if not old:
        return f"Insert {new}"
    return f"Replace {old} with {new}" if new else f"Delete {old}"


def _quoted(text: str, longest: int | None) -> str:
    shown = " ".join(text.split())
    return shown and f"`{shown if longest is None or len(shown) <= longest else f'{shown[:longest]}…'}`"


def diff(fixed_page: "FixedPage", root: str, *, for_terminal: bool, for_file: bool = False) -> bytes:
    """Return the changes of a page, whose path is from a root, as a unified diff.

    For a file it has the exact bytes of the page, so that tools can apply it. For anything else, which may be the log
    of a CI job, commands to the runner are escaped, and for a terminal control characters, too.
    """
    from difflib import unified_diff

    name = safe(path_from_here(fixed_page.path, root))
    lines = []
    for line in unified_diff(_lines(fixed_page.before), _lines(fixed_page.fixed.data), f"a/{name}", f"b/{name}"):
        shown = line.removesuffix("\n")
        if for_terminal:
            lines.append(without_commands(_printable(shown)))
        else:
            lines.append(shown if for_file else without_commands(shown))
        if shown == line:
            lines.append(_NO_END)
    return "".join(f"{line}\n" for line in lines).encode(errors="surrogateescape")


def shown(page: bytes, *, for_terminal: bool) -> bytes:
    """Return a fixed page as standard output gets it: its exact bytes, unless a terminal would obey some of them."""
    if not for_terminal:
        return page
    return "".join(_printable(line.rstrip("\r\n")) + "\n" for line in _lines(page)).encode()


def _printable(line: str) -> str:
    """Return a line with escapes for what a terminal would obey, but with its tabs."""
    return "\t".join(map(without_controls, line.split("\t")))


def _lines(data: bytes) -> list[str]:
    return _LINE.findall(data.decode(errors="surrogateescape"))


def summary(summary: "FixSummary", report: Report, *, unsafe: bool, written: bool) -> Iterator[str]:
    """Yield what was fixed, or would be if nothing was `written`, and what was not fixed and why.

    `report` has the findings that are left. If the fixes are `written`, it is shown as well, and says what
    else can be fixed.
    """
    findings, pages = sum(summary.fixed.values()), len(summary.fixed)
    if pages:
        did = "Fixed" if written else "Would fix"
        more = f"; {summary.more:,} of these findings can be fixed only after others" if summary.more else ""
        yield f"{did} {counted(findings, 'finding')} in {counted(pages, 'page')}{more}."
    else:
        has_others = not unsafe and any(finding.fix and not finding.fix.safe for finding in report.findings)
        yield "Nothing fixed." if summary.refused else "No fix is safe." if has_others else "Nothing to fix."
    for path, reason in sorted(summary.refused.items()):
        yield safe(f"{path_from_here(path, report.root)} is unchanged: {reason}.")
    if not written and not unsafe:
        yield from fixable(finding for finding in report.findings if finding.fix and not finding.fix.safe)
    if summary.generated:
        number = len(summary.generated)
        which = f"{number} of these pages are" if number > 1 else "One of these pages is"
        yield f"{which} generated: the next run of the generator undoes this, so fix the generator as well."
