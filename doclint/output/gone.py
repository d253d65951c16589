"""What pages cite and is gone, in words."""

from collections.abc import Iterable, Iterator

import click

from doclint.engine.report.gone import Gone, GoneTarget, PageToWrite
from doclint.errors.wording import counted
from doclint.output.paths import path_from_here
from doclint.output.terminal import safe

MOST = 10  # targets, and pages, to show


def citing(target: GoneTarget) -> str:
    """Return how many pages cite a target, and since when it is gone."""
    pages = f"{counted(target.pages, 'page')} cite{'s' if target.pages == 1 else ''}"
    files = f" ({counted(target.files, 'file')})" if target.path.endswith("/") else ""
    state = f"gone since {target.since}" if target.since else "which does not exist"
    return f"{pages} `{target.path}`{files}, {state}"


def citations_on(page: PageToWrite) -> str:
    """Return how many citations of a page lead to what is gone."""
    return f"{counted(page.findings, 'dead citation')} of {counted(page.files, 'file')}"


def lines(gone: Gone, root: str) -> Iterator[str]:
    """Yield the targets that are most cited, and the pages that cite the most of them, ready to be printed."""
    if not gone.targets:
        return
    yield click.style("Cited, but gone:", bold=True)
    yield from _first(map(citing, gone.targets), len(gone.targets))
    yield click.style("Pages to write again:", bold=True)
    pages = (f"{path_from_here(page.path, root)}: {citations_on(page)}" for page in gone.pages)
    yield from _first(pages, len(gone.pages))
    yield ""


def _first(several: Iterable[str], number: int) -> Iterator[str]:
    yield from (f"  {safe(text)}" for text, _ in zip(several, range(MOST), strict=False))
    if number > MOST:
        yield f"  and {number - MOST:,} more, which `--output-format json` lists"
