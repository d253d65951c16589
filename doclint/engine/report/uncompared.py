"""The pages of each format that are compared with no source, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from doclint.engine.report.forms import UncomparedPages
from doclint.errors.wording import counted
from doclint.page.compared import Uncompared


def by_format(pages: Iterable[Uncompared]) -> list[UncomparedPages]:
    """Return the pages of each format, those of the format with the most pages first."""
    found: dict[tuple[str, str | None], list[Uncompared]] = {}
    for one in sorted(pages):
        found.setdefault((one.format, one.because if one.expected else None), []).append(one)
    several = [
        UncomparedPages(
            format=format_, pages=len(own), example=own[0].path, because=own[0].because, expected=own[0].expected
        )
        for (format_, _), own in found.items()
    ]
    return sorted(several, key=lambda one: -one.pages)


def sentences(pages: Iterable[Uncompared]) -> Iterator[str]:
    """Yield a sentence without its full stop for each format; none for pages of which that is expected."""
    for one in by_format(pages):
        if not one.expected:
            are = "is" if one.pages == 1 else "are"
            such = f"`{one.example}`" if one.pages == 1 else f"such as `{one.example}`"
            yield f"{counted(one.pages, 'page')} of `{one.format}` {are} compared with no source, {such}: {one.because}"
