"""The pages about the formats that come with doclint are made of the formats and of planted defects."""

import format_pages
import pytest

from doclint.formats.loading import BUILTIN

HINT = "`python tests/format_pages.py` writes it"


@pytest.mark.parametrize("name", BUILTIN)
def test_page_is_up_to_date(name: str) -> None:
    path = format_pages.PAGES / f"{name}.md"
    assert path.is_file(), HINT
    assert path.read_text(encoding="utf-8") == format_pages.page(name), HINT


def test_each_page_is_of_a_format() -> None:
    names = {path.name for path in format_pages.PAGES.iterdir()}
    assert names == {"README.md", *(f"{name}.md" for name in BUILTIN)}


def test_list_of_formats_is_up_to_date() -> None:
    assert (format_pages.PAGES / "README.md").read_text(encoding="utf-8") == format_pages.index(), HINT
