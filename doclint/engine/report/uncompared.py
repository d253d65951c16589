"""The pages of each format that are compared with no source, and why."""

from collections.abc import Iterable, Iterator

from pydantic import Field

from doclint.errors.models import JsonForm
from doclint.errors.wording import counted
from doclint.page.compared import Uncompared


class UncomparedPages(JsonForm):
    """The pages of a format that are compared with no source, although the format says what they document."""

    format: str
    pages: int = Field(description="The number of these pages.")
    example: str = Field(description="The path of the first one.")
    because: str = Field(description="Why that page is compared with none: what doclint looked for, as a clause.")
    expected: bool = Field(
        description="Whether the format names no source, or the pages are about another version of the sources; the "
        "output for people then says nothing."
    )


def by_format(pages: Iterable[Uncompared]) -> list[UncomparedPages]:
    """Return the pages of each format, those of the format with the most pages first."""
    found: dict[tuple[str, bool], list[Uncompared]] = {}
    for one in sorted(pages):
        found.setdefault((one.format, one.expected), []).append(one)
    several = [
        UncomparedPages(
            format=format_, pages=len(own), example=own[0].path, because=own[0].because, expected=is_expected
        )
        for (format_, is_expected), own in found.items()
    ]
    return sorted(several, key=lambda one: -one.pages)


def sentences(pages: Iterable[Uncompared]) -> Iterator[str]:
    """Yield a sentence without its full stop for each format; none for pages of which that is expected."""
    for one in by_format(pages):
        if not one.expected:
            are = "is" if one.pages == 1 else "are"
            such = f"`{one.example}`" if one.pages == 1 else f"such as `{one.example}`"
            yield f"{counted(one.pages, 'page')} of `{one.format}` {are} compared with no source, {such}: {one.because}"
