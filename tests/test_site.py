"""The site of the documentation: it has a page for everything, and nothing on it is wrong or leads nowhere."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import click
import pytest

import doclint
from doclint.cli.commands import cli
from doclint.cli.manual import SCHEMAS
from doclint.config.schema import keys
from doclint.errors.models import table_mistakes
from doclint.formats.loading import builtins
from doclint.output import addresses
from doclint.rule.finding import ENGINE
from doclint.rule.registry import rules

HOUSE = Path(__file__).parents[1]


class Html(HTMLParser):
    """What a page in HTML names, leads to and loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and tag != "meta":
                self.ids.add(value or "")
            elif name in ("href", "src"):
                (self.links if tag == "a" else self.loaded).add(value or "")


# One test, so that the site is built only once.
@pytest.mark.slow
def test_site(tmp_path: Path) -> None:
    command = [sys.executable, str(HOUSE / "docs" / "site"), str(tmp_path)]
    environment = os.environ | {"PYTHONHASHSEED": "1"}
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert (run.returncode, run.stderr) == (0, "")
    html = tmp_path / "html"
    pages = {path.relative_to(html).as_posix(): Html(path.read_text("utf-8")) for path in html.rglob("*.html")}
    assert set(_expected()) - pages.keys() == set()
    documented = set().union(*(page.ids for path, page in pages.items() if path.startswith("api-reference/")))
    assert {f"doclint.{name}" for name in doclint.__all__} - documented == set()
    assert [name for name in SCHEMAS if not (html / "schemas" / f"{name}.json").is_file()] == []
    assert list(_dead(html, pages)) == []
    assert {address for page in pages.values() for address in page.loaded if urlsplit(address).netloc} == set()
    index = (html / "searchindex.js").read_text("utf-8").removeprefix("Search.setIndex(").removesuffix(")")
    searched = tomllib.loads((HOUSE / "docs" / "site" / "search_words.toml").read_text("utf-8"))
    found_first = {word.lower() for words in searched.values() for word in words}
    assert found_first - json.loads(index)["indexentries"].keys() == set()
    assert {"agents.md", "hallucinations", "llms", "mermaid", "wikis"} <= found_first
    written = {path.relative_to(tmp_path / "pages").as_posix() for path in (tmp_path / "pages").rglob("*.md")}
    again = _digests_of_pages()
    assert written == again.keys()
    assert [path for path in written if _digest((tmp_path / "pages" / path).read_bytes()) != again[path]] == []
    _check(tmp_path / "pages")


def _digests_of_pages() -> dict[str, str]:
    """The digests of the pages by their paths, made by a process that has another order of sets."""
    code = "import json, site_pages, test_site; print(json.dumps(test_site.digests(site_pages.pages())))"
    environment = os.environ | {"PYTHONHASHSEED": "2", "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    found: dict[str, str] = json.loads(run.stdout)
    return found


def digests(pages: Mapping[str, bytes]) -> dict[str, str]:
    return {path: _digest(content) for path, content in pages.items() if path.endswith(".md")}


def _digest(content: bytes) -> str:
    return blake2b(content).hexdigest()


def _expected() -> Iterator[str]:
    """Yield the page of everything that has one."""
    home = addresses.documentation()
    for id_ in [*rules(), *ENGINE]:
        if address := addresses.page_of_rule(id_):
            yield address.removeprefix(f"{home}/")
    yield from (f"rules/families/{family}.html" for family in rules().families())
    yield from (f"formats/{name}.html" for name in builtins().names)
    yield from (f"settings/{'.'.join(key)}.html" for key, _ in keys())
    yield from (f"commands/{path.replace(' ', '-')}.html" for path in _commands(cli))
    yield from (f"{path.stem}.html" for path in (HOUSE / "docs").glob("*.md"))


def _commands(group: click.Group, above: str = "") -> Iterator[str]:
    for name, command in group.commands.items():
        yield f"{above}{name}"
        if isinstance(command, click.Group):
            yield from _commands(command, f"{above}{name} ")


def _dead(html: Path, pages: dict[str, Html]) -> Iterator[tuple[str, str]]:
    """Yield each link of a page to a file or an id that the site does not have."""
    for path, page in pages.items():
        for link in page.links | page.loaded:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (html / path).parent / unquote(parts.path) if parts.path else html / path
            name = os.path.relpath(target, html).replace(os.sep, "/")
            is_id_there = not parts.fragment or name not in pages or unquote(parts.fragment) in pages[name].ids
            if not target.is_file() or not is_id_there:
                yield path, link


def _check(root: Path) -> None:
    """Check the pages of the site with doclint, all rules of it."""
    command = [sys.executable, "-m", "doclint", "check", "--isolated", "--select", "strict", "--no-cache", "--quiet"]
    run = subprocess.run(command, cwd=root, capture_output=True, encoding="utf-8", check=False)
    assert (run.returncode, run.stdout) == (0, "")


def test_examples_of_settings_are_valid() -> None:
    for key, setting in keys():
        assert setting.meta.examples, f"the page of `{'.'.join(key)}` needs an example"
        for example in setting.meta.examples:
            value: Any = example
            for part in reversed(key):
                value = {part: value}
            assert table_mistakes(value, doclint.Config) == []
