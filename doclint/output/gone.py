"""What pages cite and is gone, in words."""

from collections.abc import Iterable, Iterator
from itertools import islice

from doclint.engine.report.causes import Gone
from doclint.engine.report.forms import GoneTarget, PageToWrite
from doclint.errors.wording import counted
from doclint.output.paths import path_from_here

MOST = 10  # targets, and pages, to show
_OTHERS = "`doclint claims --by page` lists all pages, those with the most refuted claims first"


def _citing(target: GoneTarget) -> str:
    """Return how many pages cite a target, and since when it is gone."""
    pages = f"{counted(target.pages, 'page')} cite{'s' if target.pages == 1 else ''}"
    files = f" ({counted(target.files, 'file')})" if target.path.endswith("/") else ""
    state = f"gone since {target.since}" if target.since else "which does not exist"
    return f"{pages} `{target.path}`{files}, {state}"


def lists(gone: Gone, root: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield the targets that are most cited, and the pages with the most such citations: a title, and its items.

    Paths of pages are relative to the working directory if there is a `root`.
    """
    if gone.targets:
        yield "Cited, but gone:", _first(map(_citing, gone.targets), len(gone.targets))
        pages = (f"`{path_from_here(page.path, root)}`: {_citations(page)}" for page in gone.pages)
        yield "Pages to write again:", [*_first(pages, len(gone.pages)), _OTHERS]


def _citations(page: PageToWrite) -> str:
    return f"{counted(page.findings, 'dead citation')} of {counted(page.files, 'file')}"


def _first(several: Iterable[str], number: int) -> list[str]:
    more = [f"and {number - MOST:,} more; `doclint causes --output-format json` lists all"] if number > MOST else []
    return [*islice(several, MOST), *more]
