"""Findings that rest on an assumption which fails: trees that doclint misreads, and bugs of generators like them."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tree import write

from doclint.cli.main import run_cli
from doclint.sites.mkdocs import MkDocs
from doclint.sites.site import Address
from doclint.sites.starlight import Starlight

NAMES = [f"part{number}" for number in range(25)]
DOCUSAURUS = "module.exports = { title: 'Garden', presets: [['classic', {}]] };\n"
MKDOCS = "site_name: Garden\nvalidation:\n  links:\n    absolute_links: relative_to_docs\n"
STARLIGHT = """
export default defineConfig({
  integrations: [starlight({ title: 'T', locales: { root: {label: 'English', lang: 'en'}, %s } })],
});
"""


class Result(NamedTuple):
    """The lines of the findings by path, and the notices."""

    findings: list[str]
    notices: list[dict[str, Any]]

    @property
    def notice(self) -> dict[str, Any]:
        (notice,) = self.notices
        return notice

    @property
    def summary(self) -> tuple[str, str, dict[str, str] | None, bool]:
        """What the only notice is about: the kind and the form, the reading that would hold, and if it is adopted."""
        rest, reading = self.notice["assumption"], self.notice["reading"]
        better = reading and {reading["what"]: reading["value"]}
        return rest["kind"], rest["form"], better, self.notice["adopted"]


@pytest.fixture
def check(root: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def check(files: Mapping[str, str], rule: str = "broken-link") -> Result:
        for path, text in files.items():
            write(root, path, text)
        run_cli(["check", "--no-cache", "--output-format", "json", "--select", rule])
        found = json.loads(capsys.readouterr().out)
        findings = [one["path"] for one in found["findings"] if not one["held_back"]]
        return Result(findings, found["notices"])

    return check


def linking(*links: str) -> str:
    return "# Links\n\n" + "".join(f"- [text]({link})\n" for link in links)


def empty(paths: Iterable[str]) -> dict[str, str]:
    return dict.fromkeys(paths, "# Part\n")


def test_root_that_a_plugin_gives_links(check: Any) -> None:
    """A plugin of MkDocs that doclint does not know makes another folder the root of links."""
    target = {"mkdocs.yml": MKDOCS, **empty(f"docs/garden/{name}.md" for name in NAMES)}
    page = linking(*(f"/{name}.md" for name in NAMES), "/gone.md")
    found = check({**target, "docs/a.md": page})
    assert found.findings == ["docs/a.md"]
    assert found.summary == ("links", "/x", {"root": "docs/garden"}, True)
    assert found.notice["assumption"]["statement"] == (
        "the pages in `docs/` are built by MkDocs, because of `mkdocs.yml`, "
        "so a link like `/x` starts at the root of the site"
    )
    assert found.notice["assumption"]["setting"] == 'site = { "docs" = "none" }'


def test_links_that_mostly_lead_nowhere(check: Any) -> None:
    """Nothing explains them, so that doclint does not know at all where they lead."""
    files = {"mkdocs.yml": MKDOCS, "docs/a.md": linking(*(f"/{name}.md" for name in NAMES))}
    found = check(files)
    assert (found.findings, found.summary) == ([], ("links", "/x", None, False))
    assert found.notice["held_back"] == len(NAMES)


def test_links_that_lead_somewhere_as_often(check: Any) -> None:
    files = {"mkdocs.yml": MKDOCS, **empty(f"docs/{name}.md" for name in NAMES)}
    page = linking(*(f"/{name}.md" for name in NAMES), *(f"/gone{name}.md" for name in NAMES))
    found = check({**files, "docs/a.md": page})
    assert (found.findings, found.notices) == (["docs/a.md"] * len(NAMES), [])


@pytest.mark.parametrize("path", ["README.md", "CONTRIBUTING.md", "docs/AGENTS.md", ".github/notes.md"])
def test_links_on_pages_that_the_host_shows(path: str, check: Any) -> None:
    files = {"mkdocs.yml": MKDOCS, **empty(f"docs/garden/{name}.md" for name in NAMES)}
    found = check({**files, path: linking(*(f"/{name}.md" for name in NAMES))})
    assert (found.findings, found.notices) == ([path] * len(NAMES), [])


@pytest.mark.parametrize(("config", "is_near"), [("docs/mkdocs.yml", True), ("other/mkdocs.yml", False)])
def test_links_on_pages_that_no_site_has(config: str, is_near: bool, check: Any) -> None:
    """They are doubtful only if the configuration of a site is around them."""
    files = {config: MKDOCS, **empty(f"docs/content/{name}.md" for name in NAMES)}
    found = check({**files, "docs/guides/a.md": linking(*(f"/{name}" for name in NAMES))})
    if is_near:
        assert found.summary == ("links", "/x", {"root": "docs/content"}, True)
        assert found.notice["assumption"]["setting"] == 'site = { "docs" = "mkdocs" }'
    assert len(found.findings) == (0 if is_near else len(NAMES))


@pytest.mark.parametrize(
    ("page", "links", "other", "reading"),
    [
        ("docs/a.md", "/docs/{}", "docs/{}.md", {"suffix": ".md"}),
        ("docs/README.md", "/docs/{}", "docs/{}.md", {"suffix": ".md"}),
        ("docs/a.md", "/img/{}.png", "web/static/img/{}.png", {"root": "web/static"}),
        ("docs/a.md", "/img/{}.png", "web/other/img/{}.png", None),
        ("docs/a.md", "/docs/{}.md", "docs/x/{}.md", None),
        ("docs/AGENTS.md", "/docs/{}", "docs/{}.md", None),
        ("NOTES.md", "/docs/{}", "docs/{}.md", None),
    ],
)
def test_links_from_a_root_without_a_site(
    page: str, links: str, other: str, reading: dict[str, str] | None, check: Any
) -> None:
    """A build may copy the pages to a site that nothing shows. What no such site explains is dead."""
    found = check({**empty(map(other.format, NAMES)), page: linking(*map(links.format, NAMES), "/docs/gone")})
    if reading:
        assert (found.findings, found.summary) == ([page], ("root-links", "/x", reading, True))
        assert found.notice["assumption"]["setting"] == 'site = { "docs" = "other" }'
    else:
        assert (found.findings, found.notices) == ([page] * (len(NAMES) + 1), [])


@pytest.mark.parametrize(
    ("page", "mixed", "is_adopted"),
    [("docs/a.md", "", True), ("a.md", "", False), ("docs/README.md", "", False), ("docs/a.md", "[a](b.md)", False)],
)
def test_links_to_pages_of_the_folder_without_a_site(page: str, mixed: str, is_adopted: bool, check: Any) -> None:
    """A site that nothing shows may serve pages without a suffix; whoever also writes one reads them on GitHub."""
    names = NAMES[:5]
    folder = page.rpartition("/")[0]
    files = empty(f"{folder}/{name}.md".lstrip("/") for name in (*names, "b"))
    found = check({**files, page: f"{linking(*names)}\n{mixed}\n"})
    if is_adopted:
        assert (found.findings, found.summary) == ([], ("page-links", "x", {"suffix": ".md"}, True))
        assert found.notice["assumption"]["setting"] == 'site = { "docs" = "other" }'
    else:
        assert (found.findings, found.notices) == ([page] * len(names), [])


def test_links_from_a_root_that_mostly_lead_somewhere(check: Any) -> None:
    """Whoever writes `/docs/part0.md` elsewhere reads the pages on GitHub, and forgot the suffix here."""
    page = linking(*(f"/docs/{name}" for name in NAMES), *(f"/docs/{name}.md" for name in NAMES))
    found = check({**empty(f"docs/{name}.md" for name in NAMES), "docs/a.md": page})
    assert (found.findings, found.notices) == (["docs/a.md"] * len(NAMES), [])


def test_links_on_a_site_that_the_settings_deny(check: Any) -> None:
    files = {"mkdocs.yml": MKDOCS, "doclint.toml": 'site = "none"\n', **empty(f"docs/x/{name}.md" for name in NAMES)}
    found = check({**files, "docs/a.md": linking(*(f"/{name}.md" for name in NAMES))})
    assert (len(found.findings), found.notices) == (len(NAMES), [])


@pytest.mark.parametrize("wrong", ["../../../{}.md", "{}.md"])
def test_links_of_the_wrong_depth(wrong: str, check: Any) -> None:
    """A `../` too many or too few everywhere is a bug of the generator, whatever else would explain it."""
    files = {"mkdocs.yml": MKDOCS, **empty(f"docs/api/{name}.md" for name in NAMES)}
    found = check({**files, "docs/api/deep/a.md": linking(*map(wrong.format, NAMES))})
    assert (found.findings, found.notices) == (["docs/api/deep/a.md"] * len(NAMES), [])


@pytest.mark.parametrize("wrong", ["../../../{}", "{}"])
def test_links_to_pages_of_the_wrong_depth(wrong: str, check: Any) -> None:
    files = {"docusaurus.config.js": DOCUSAURUS, **empty(f"docs/api/{name}.md" for name in NAMES)}
    found = check({**files, "docs/api/deep/a.md": linking(*map(wrong.format, NAMES))})
    assert (found.findings, found.notices) == (["docs/api/deep/a.md"] * len(NAMES), [])


@pytest.mark.parametrize("folder", ["docs/web", "other/web"])
def test_links_relative_to_another_folder(folder: str, check: Any) -> None:
    """A build copies these pages to where their images are."""
    images = empty(f"{folder}/img/{name}.png" for name in NAMES)
    page = linking(*(f"img/{name}.png" for name in NAMES))
    found = check({"mkdocs.yml": MKDOCS, **images, "docs/print/a.md": page, "docs/print/b.md": page})
    if folder == "docs/web":
        assert (found.findings, found.summary) == ([], ("relative-links", "x.md", {"root": folder}, False))
    else:
        assert (len(found.findings), found.notices) == (2 * len(NAMES), []), "no page of the site is there"


@pytest.mark.parametrize(
    ("page", "head", "is_held_back"),
    [("CHANGELOG.mdx", "", True), ("CHANGELOG.mdx", "---\nid: log\n---\n", True), ("CHANGELOG.md", "", False)],
)
def test_page_that_a_script_copies_to_the_site(page: str, head: str, is_held_back: bool, check: Any) -> None:
    """GitHub shows a changelog, but a suffix that only sites give a meaning to shows that it was written for one."""
    names = NAMES[:6]
    files = {"docs/docusaurus.config.js": DOCUSAURUS, **empty(f"docs/docs/{name}.mdx" for name in names)}
    found = check({**files, page: head + linking(*(f"./{name}.mdx" for name in names))})
    if is_held_back:
        assert (found.findings, found.summary) == ([], ("relative-links", "x.md", {"root": "docs/docs"}, False))
    else:
        assert (found.findings, found.notices) == ([page] * len(names), [])


def test_links_that_lack_a_folder(check: Any) -> None:
    """The generator forgot the folder below that of the page."""
    files = {"mkdocs.yml": MKDOCS, **empty(f"docs/api/{name}.md" for name in NAMES)}
    found = check({**files, "docs/a.md": linking(*(f"{name}.md" for name in NAMES))})
    assert (found.findings, found.notices) == (["docs/a.md"] * len(NAMES), [])


def test_pages_that_are_not_translated(check: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """If doclint did not know that Starlight shows the default language instead, it would see that by itself."""
    monkeypatch.setattr(Starlight, "_in_default_language", lambda _, stem: stem)
    files = {
        "astro.config.mjs": STARLIGHT % "fr: {}, de: {}",
        **empty(f"src/content/docs/g/{name}.md" for name in NAMES),
    }
    for language in ("fr", "de"):
        links = linking(*(f"/{language}/g/{name}/" for name in NAMES), f"/{language}/g/gone/")
        files[f"src/content/docs/{language}/a.md"] = links
        files[f"src/content/docs/{language}/g/there.md"] = "# Part\n"
    found = check(files)
    assert found.findings == ["src/content/docs/de/a.md", "src/content/docs/fr/a.md"]
    assert found.summary == ("links", "/x", {"locale": ""}, True)


def test_sites_of_one_language_each(check: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """If doclint did not know that sites of several languages are published together, it would see their root."""

    def of_one_language(self: MkDocs, address: Address) -> list[str]:
        return [f"{self.folder}/docs{address.path}"]

    monkeypatch.setattr(MkDocs, "candidates", of_one_language)
    files = {f"docs/{language}/mkdocs.yml": MKDOCS for language in ("en", "es")}
    images = empty(f"docs/en/docs/img/{name}.png" for name in NAMES)
    found = check({**files, **images, "docs/es/docs/a.md": linking(*(f"/img/{name}.png" for name in NAMES))})
    assert found.findings == []
    assert found.notice["assumption"]["form"] == "/x"
    assert found.notice["reading"] in (
        {"what": what, "value": value, "findings": 25, "targets": 25}
        for what, value in (("root", "docs/en/docs"), ("locale", "en"))
    )


@pytest.mark.parametrize(("prefix", "value"), [("v2/", {"prefix": "v2"}), ("", {"suffix": ".html"})])
def test_prefix_and_suffix(prefix: str, value: dict[str, str], check: Any) -> None:
    suffix = "html" if "suffix" in value else "md"
    files = {"mkdocs.yml": MKDOCS, **empty(f"docs/g/{name}.{suffix}" for name in NAMES)}
    found = check({**files, "docs/a.md": linking(*(f"/{prefix}g/{name}.md" for name in NAMES))})
    assert (found.findings, found.summary) == ([], ("links", "/x", value, True))


def test_prefix_of_addresses_that_pages_state(check: Any) -> None:
    """A page has another address than its path says, so that only the site knows what is there."""
    slugs = NAMES[:6]
    pages = {f"docs/{name}-x.md": f"---\nslug: /{name}\n---\n# Part\n" for name in slugs}
    files = {"docusaurus.config.js": DOCUSAURUS, **pages}
    found = check({**files, "docs/a.md": linking(*(f"/base/docs/{name}" for name in slugs))})
    assert (found.findings, found.summary) == ([], ("links", "/x", {"prefix": "base"}, True))


def test_web_addresses_and_wrong_case_rest_on_nothing(check: Any) -> None:
    files = {"mkdocs.yml": MKDOCS, **empty(f"docs/g/{name}.md" for name in NAMES)}
    found = check({**files, "docs/a.md": linking(*(f"g/{name.title()}.md" for name in NAMES))})
    assert (len(found.findings), found.notices) == (len(NAMES), [])


PACKAGE = {
    "package.json": '{"name": "orchard", "main": "lib/index.js", "types": "lib/index.d.ts"}',
    "src/index.ts": "export class Tree {}\n",
}


@pytest.mark.parametrize(("known", "held_back"), [("", 25), ("Tree", 0)])
def test_package_whose_sources_are_others(known: str, held_back: int, check: Any) -> None:
    names = ", ".join([*(name.title() for name in NAMES), *([known] if known else [])])
    found = check({**PACKAGE, "docs/a.md": f"```ts\nimport {{ {names} }} from 'orchard';\n```\n"}, "missing-export")
    assert len(found.findings) == len(NAMES) - held_back
    assert [notice["held_back"] for notice in found.notices] == ([held_back] if held_back else [])


@pytest.mark.parametrize(("known", "held_back"), [("", 25), ("tree", 0)])
def test_package_that_has_a_namesake(known: str, held_back: int, check: Any) -> None:
    """Examples import another package of the name, which the reader installs."""
    names = ", ".join([*NAMES, *([known] if known else [])])
    files = {"pyproject.toml": "[project]\nname = 'agents'\n", "agents/__init__.py": "tree = 1\n"}
    found = check({**files, "docs/a.md": f"```python\nfrom agents import {names}\n```\n"}, "broken-import")
    assert len(found.findings) == len(NAMES) - held_back
    assert [notice["held_back"] for notice in found.notices] == ([held_back] if held_back else [])


@pytest.mark.parametrize(
    ("source", "is_held_back"), [("class {}:\n    pass\n", True), ("class Other{}:\n    pass\n", False)]
)
def test_references_that_a_plugin_resolves(source: str, is_held_back: bool, check: Any) -> None:
    page = "# Types\n\n" + "".join(f"- [it][garden.trees.{name.title()}]\n" for name in NAMES)
    classes = "".join(source.format(name.title()) for name in NAMES)
    files = {"mkdocs.yml": MKDOCS, "garden/trees.py": classes, "docs/a.md": page}
    found = check(files, "undefined-reference")
    assert (len(found.findings), len(found.notices)) == ((0, 1) if is_held_back else (len(NAMES), 0))


FORMAT = """
name = "shelf"
marks = ["*Made by shelf*"]

[[kind]]
name = "class"
path = "classes/{symbol}.md"
title = "Class {symbol}"
source = "{symbol|snake}.py"
defines = "class"

[[kind.section]]
heading = "Summary"

[[kind.section]]
heading = "Method {symbol}"
defines = "method"
required = false
repeats = true
content = [{ shape = "signature", fence = "python", text = "def {symbol}({parameters})[ -> {returns}]" }]
"""
SHELF = {"doclint.toml": 'formats = ["shelf.toml"]\n', "shelf.toml": FORMAT}
PAGE = "# Class {}\n\n*Made by shelf*\n\n## Summary\n\nText.\n\n"


def documented(signature: str, sources: str) -> dict[str, str]:
    """Return a page for each name with a method, and its source."""
    method = f"## Method {signature.partition('(')[0]}\n\n```python\ndef {signature}\n```\n"
    pages = {f"classes/{name.title()}.md": PAGE.format(name.title()) + method for name in NAMES}
    return SHELF | pages | {f"{name}.py": sources.format(name.title()) for name in NAMES}


@pytest.mark.parametrize(("body", "is_held_back"), [("size = 1", True), ("pass", False)])
def test_parameters_that_are_words_of_the_source(body: str, is_held_back: bool, check: Any) -> None:
    """As with builders: `get(size)` stands for `get().size(...)`."""
    files = documented("get(size)", f"class {{}}:\n    def get(self):\n        {body}\n")
    found = check(files, "unknown-parameter")
    assert (len(found.findings), len(found.notices)) == ((0, 1) if is_held_back else (25, 0))


@pytest.mark.parametrize(("body", "is_held_back"), [("more = 1", True), ("pass", False)])
def test_members_that_are_words_of_the_source(body: str, is_held_back: bool, check: Any) -> None:
    found = check(documented("more()", f"class {{}}:\n    def get(self):\n        {body}\n"), "unknown-member")
    assert (len(found.findings), len(found.notices)) == ((0, 1) if is_held_back else (25, 0))
    if is_held_back:
        rest = found.notice["assumption"]
        assert (rest["subject"], rest["form"], rest["holds"], rest["refuted"]) == ("shelf", "members", 25, 25)
        assert rest["setting"] == 'ignore-formats = ["shelf"]'


@pytest.mark.parametrize(("right", "is_held_back"), [(2, True), (3, False)])
def test_results_that_are_all_wrong(right: int, is_held_back: bool, check: Any) -> None:
    files = documented("get() -> str", "class {}:\n    def get(self) -> int:\n        return 1\n")
    files |= {f"{name}.py": files[f"{name}.py"].replace("int", "str") for name in NAMES[:right]}
    found = check(files, "wrong-type")
    assert (len(found.findings), len(found.notices)) == ((0, 1) if is_held_back else (25 - right, 0))


@pytest.mark.parametrize(("right", "is_held_back"), [(2, True), (3, False)])
@pytest.mark.parametrize(
    ("rule", "old", "new"),
    [
        ("missing-section", "## Summary\n\nText.\n\n", ""),
        ("unexpected-section", "## Summary\n", "## Notes\n\nNone.\n\n## Summary\n"),
    ],
)
def test_layout_that_most_pages_have(rule: str, old: str, new: str, right: int, is_held_back: bool, check: Any) -> None:
    """As where another version of a generator writes other sections."""
    files = documented("get()", "")
    for name in NAMES[right:]:
        path = f"classes/{name.title()}.md"
        files[path] = files[path].replace(old, new)
    found = check(files, rule)
    assert (len(found.findings), len(found.notices)) == ((0, 1) if is_held_back else (25 - right, 0))


def test_sections_of_one_page_are_of_no_template(check: Any) -> None:
    files = documented("get()", "")
    files["shelf.toml"] = FORMAT.replace("[[kind]]", '[generator]\nname = "Shelf"\nversions = "1"\n\n[[kind]]', 1)
    files["classes/Part0.md"] += "".join(f"\n## Notes {one}\n\nNone.\n" for one in NAMES)
    found = check(files, "unexpected-section")
    assert (len(found.findings), len(found.notices)) == (len(NAMES), 0)


@pytest.mark.parametrize("versions", ["", "1.0"])
@pytest.mark.parametrize("own", [2, 3])
def test_sections_of_a_template_of_the_project(own: int, versions: str, check: Any) -> None:
    """Of a generator with known versions, people have few reasons to change three pages of 25 in the same way."""
    files = documented("get()", "")
    files["shelf.toml"] = FORMAT.replace(
        "[[kind]]", f'[generator]\nname = "Shelf"\nversions = "{versions}"\n\n[[kind]]', 1
    )
    for name in NAMES[:own]:
        files[f"classes/{name.title()}.md"] += "\n## Notes\n\nNone.\n"
    found = check(files, "unexpected-section")
    is_held_back = own == 3 and bool(versions)
    assert (len(found.findings), len(found.notices)) == ((0, 1) if is_held_back else (own, 0))
    if is_held_back:
        rest = found.notice["assumption"]
        assert (rest["subject"], rest["form"], rest["holds"]) == ("shelf class", "unexpected-section", 22)
        assert (
            rest["statement"]
            == "the pages are of the format `shelf`, and no template of the project changes their layout"
        )
        assert rest["setting"] == 'ignore = ["unexpected-section"]'
