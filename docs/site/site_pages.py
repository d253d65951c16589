"""The pages of the site: the manuals as they are, and those that are made of the code."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import api_pages
import command_pages
import rule_pages
import schema_pages
import setting_pages
from rendering import rendered
from site_links import Placed, linked
from site_page import SitePage

from doclint import __version__
from doclint.markdown.parser import parse

HOUSE = Path(__file__).parents[2]
_DOCS = HOUSE / "docs"
_PROJECT = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")  # at the top of the repository
_README = "README.md"
_OF_README = ("index.md",)  # pages with parts of it; another link to the README leads to the first


def pages() -> dict[str, bytes]:
    """Return the content of each file of the site's sources, by path."""
    manuals = list(_manuals())
    references = [*rule_pages.pages(), *setting_pages.pages(manuals), *command_pages.pages(manuals), *api_pages.pages()]
    found = [*manuals, *references, *_others(manuals)]
    names = rule_pages.names() | setting_pages.names() | command_pages.names()
    files = schema_pages.files() | _assets()
    placed = Placed(HOUSE, _repository(), found, files, names)
    words = tomllib.loads((Path(__file__).parent / "search_words.toml").read_text(encoding="utf-8"))
    return files | {page.path: _indexed(linked(page, placed), words.get(page.path)).encode() for page in found}


def _indexed(text: str, words: list[str] | None) -> str:
    """Return a page that the search finds first for some words, which are entries of an index below its title."""
    title, _, rest = text.partition("\n")
    return f"{title}\n\n```{{index}} {', '.join(f'! {word}' for word in words)}\n```\n{rest}" if words else text


def _manuals() -> Iterator[SitePage]:
    for path in [*sorted(_DOCS.glob("*.md")), *sorted((_DOCS / "formats").glob("*.md"))]:
        origin = path.relative_to(HOUSE).as_posix()
        text = path.read_text(encoding="utf-8")
        if path.name == _README:
            yield SitePage("formats/index.md", rendered("formats.md.j2", text=text, names=_formats()), origin)
        else:
            yield SitePage(origin.removeprefix("docs/"), text, origin)
    for name in _PROJECT:
        yield SitePage(name.lower(), (HOUSE / name).read_text(encoding="utf-8"), name)


def _others(manuals: list[SitePage]) -> Iterator[SitePage]:
    """Yield the pages with parts of the README, and that of the schemas."""
    sections = _sections((HOUSE / _README).read_text(encoding="utf-8"))
    gate = next(page.text for page in manuals if page.path == "gate.md")
    for path in _OF_README:
        text = rendered(f"{path}.j2", readme=sections, workflow=_first_block(gate, "yaml"), version=__version__)
        yield SitePage(path, text, _README)
    yield SitePage.made("schemas.md", schema_pages.page())


def _sections(readme: str) -> dict[str, str]:
    """Return the texts below the headings of a README, by heading; the first is that of the title."""
    found: dict[str, str] = {}
    heading, is_code = "", False
    for line in readme.splitlines(keepends=True):
        is_code ^= line.startswith("```")
        if not is_code and line.startswith(("# ", "## ")):
            heading = line.strip("# \n")
            found[heading] = ""
        else:
            found[heading] += line
    return {heading: text.strip() for heading, text in found.items()}


def _first_block(text: str, language: str) -> str:
    """Return the first code block of a page that is in a language."""
    return next(block.text for block in parse(text).code_blocks if block.language == language)


def _formats() -> list[str]:
    return [path.stem for path in sorted((_DOCS / "formats").glob("*.md")) if path.name != _README]


def _assets() -> dict[str, bytes]:
    paths = [path for suffix in ("json", "svg", "png") for path in _DOCS.glob(f"*.{suffix}")]
    return {path.name: path.read_bytes() for path in paths}


@cache
def _repository() -> str:
    urls = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    address: str = urls["Repository"]
    return address
