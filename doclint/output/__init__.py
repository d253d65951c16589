"""Reports as text: one module for each form."""

from collections.abc import Iterator
from pathlib import Path

from doclint.report import Report


def render(report: Report, style: str, root: Path, *, max_per_cause: int) -> Iterator[str]:
    """The lines of a report: `text`, `concise`, `json` or `statistics`."""
    from doclint.output import concise, json, statistics, text

    if style == "text":
        return text.render(report, root, max_per_cause=max_per_cause)
    return {"concise": concise.render, "json": json.render, "statistics": statistics.render}[style](report)
