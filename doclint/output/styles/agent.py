"""The style `agent`: one line for each finding, with all that a model needs to correct the page.

Nothing is shortened for a screen. A fix says what it replaces, so that the model can make the edit itself.
"""

from collections.abc import Iterator

from doclint.engine.report.pages import PageSources
from doclint.engine.report.report import Report
from doclint.output.fixes import described
from doclint.output.paths import path_from_here
from doclint.output.rendering import RenderOptions
from doclint.output.summary import total
from doclint.output.terminal import safe
from doclint.page.claims import RelatedLines
from doclint.rule.finding import Finding

_EDITS = 3  # of a fix to describe one by one


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield `path:line:column: severity rule: message | evidence: path:first-last | fix: ...` for each finding.

    Without findings, yield one line that says so, because an empty output could be that of a run that failed.
    """
    if not report.findings:
        yield total(report)
    pages = PageSources(report.repository)
    yield from (line(finding, pages, report.root) for finding in report.findings)


def line(finding: Finding, pages: PageSources, root: str = "") -> str:
    """Return a finding as one line; its paths are relative to the working directory if the root is given."""
    place = f"{path_from_here(finding.path, root)}:{finding.start.line}:{finding.start.column}"
    parts = [f"{place}: {finding.severity} {finding.rule}: {finding.sentence}"]
    if finding.related:
        parts.append(f"evidence: {', '.join(_lines(one, root) for one in finding.related)}")
    edits, source = pages.edits(finding), pages.source(finding.path)
    if finding.fix and edits and source:
        apart = [[edit] for edit in edits] if len(edits) <= _EDITS else [edits]
        kind = "fix" if finding.fix.safe else "unsafe fix"
        parts.append(f"{kind}: {'; '.join(described(source.text, several) for several in apart)}")
    return safe(" | ".join(parts))


def _lines(related: RelatedLines, root: str) -> str:
    path = path_from_here(related.path, root)
    if not related.start:
        return path
    return f"{path}:{related.start}" if related.end <= related.start else f"{path}:{related.start}-{related.end}"
