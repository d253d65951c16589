"""The pages of pydoc-markdown, described by a format of a user: several modules a page, headings out of docstrings."""

import re
from pathlib import Path

import pytest

from doclint.formats import loading
from doclint.formats.reading.shapes import Prose, SymbolSignature
from doclint.formats.schema.contents import ProseContent
from doclint.markdown.source import Source
from doclint.page.parsed_page import ParsedPage

TREE = Path(__file__).parents[2] / "shared" / "corpus" / "wild" / "haystack"
FORMAT = loading.load("formats/pydoc-markdown.toml", Path(__file__).parent)
PAGES = sorted((TREE / FORMAT.docs_folder / "haystack-api").glob("*.md"))
ANCHOR = re.compile(r'^<a id="[^"]*"></a>\s+#', re.MULTILINE)


def parsed(path: Path) -> ParsedPage:
    text = path.read_text(encoding="utf-8")
    return ParsedPage(path.relative_to(TREE).as_posix(), Source.from_text(text), [FORMAT])


def test_format_is_short() -> None:
    assert len((Path(__file__).parent / "formats/pydoc-markdown.toml").read_text(encoding="utf-8").splitlines()) <= 120


@pytest.mark.skipif(not PAGES, reason="the corpus is not there")
def test_structure_of_all_pages() -> None:
    sections = anchors = undescribed = shapes = unread = signatures = 0
    for path in PAGES:
        page = parsed(path)
        assert page.identity is not None, path
        assert page.outline is not None
        assert (page.outline.missing, page.outline.disorder) == ([], []), path
        assert not [one for one in page.sections if one.place is None or one.repeated or one.renamed], path
        assert not [one for one in page.matched[1] if not isinstance(one.content, ProseContent)], path
        sections += len(page.sections)
        anchors += len(ANCHOR.findall(page.source.text))
        contents = page.matched[0]
        shapes += len(contents)
        undescribed += sum(isinstance(one, Prose) and not one.of for one in contents)
        signed = [one for one in contents if isinstance(one, SymbolSignature)]
        signatures += len(signed)
        unread += sum("symbol" not in one.captures for one in signed)
    assert anchors - sections <= 1  # one anchor stands behind a fence that is not closed
    assert undescribed < shapes * 0.03
    assert signatures > 600
    assert not unread
