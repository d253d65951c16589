"""Which site a page is on: by configurations in the repository, and by the settings."""

import json
from pathlib import Path

import pytest
from site_faults import RULES, faults

import doclint
from doclint.cli.main import run_cli
from doclint.repository.in_memory import Memory
from doclint.sites.finder import Sites
from doclint.sites.registry import installed

SPHINX = "extensions = ['myst_parser']\n"


def site_of(page: str, files: dict[str, str], given: dict[str, str] | None = None) -> str:
    site = Sites(given).of(page, Memory({page: "", **files}))
    return f"{site.id} {site.config or ''}".strip()


@pytest.mark.parametrize(
    ("page", "site"),
    [
        ("docs/a.md", "sphinx docs/conf.py"),
        ("docs/guide/a.md", "sphinx docs/conf.py"),
        ("README.md", "none"),
        ("other/a.md", "none"),
        ("packages/one/docs/a.md", "docfx packages/one/docs/docfx.json"),
        ("packages/one/a.md", "none"),
    ],
)
def test_configurations_decide(page: str, site: str) -> None:
    files = {"docs/conf.py": SPHINX, "docs/guide/b.md": "", "packages/one/docs/docfx.json": "{}"}
    assert site_of(page, files) == site


def test_configurations_beside_the_pages_decide_too() -> None:
    build = {"build": {"content": [{"files": "**/*.md", "src": "../docs"}]}}
    assert site_of("docs/guide/a.md", {"website/docfx.json": json.dumps(build)}) == "docfx website/docfx.json"


def test_innermost_folder_of_pages_wins() -> None:
    files = {"docfx.json": "{}", "docs/conf.py": SPHINX}
    assert site_of("docs/a.md", files) == "sphinx docs/conf.py"
    assert site_of("a.md", files) == "docfx docfx.json"


def test_settings_decide_before_configurations() -> None:
    files = {"docfx.json": "{}", "docs/conf.py": SPHINX}
    assert site_of("docs/a.md", files, {"": "none"}) == "none"
    assert site_of("docs/a.md", files, {"docs": "docfx"}) == "docfx"
    assert site_of("docs/a.md", files, {"docs/": "sphinx", "": "none"}) == "sphinx docs/conf.py"


def test_unknown_sites_are_errors(root: Path) -> None:
    (root / "doclint.toml").write_text('site = "sphnix"\n')
    with pytest.raises(doclint.ConfigError, match="`site`: no site is called `sphnix`; did you mean `sphinx`"):
        doclint.lint_paths([root], root=root, discover=True)


def test_without_a_site_links_mean_what_they_mean_on_the_host() -> None:
    pages = {"docs/a.md": "[b](b) [b](b.html) [b](/docs/b.md) [b](/b.md) [b](b.md#x)\n", "docs/b.md": "# X\n"}
    assert faults(pages) == ["docs/a.md: b", "docs/a.md: b.html", "docs/a.md: /b.md"]


def test_generated_pages_are_made_for_the_host() -> None:
    page = "# Documentation: `app.py`\n\n[label](far-label)\n"
    files = {"docs/conf.py": SPHINX, "docs/b.md": "(far-label)=\n# B\n", "app.py": ""}
    assert faults({**files, "docs/app.py_docs.md": page}) == ["docs/app.py_docs.md: far-label"]


def test_what_a_build_makes_may_be_missing() -> None:
    files = {".gitignore": "docs/api/\n", "docs/a.md": "[a](api/index.html) [b](gone.html)\n"}
    assert faults(files) == ["docs/a.md: gone.html"]


@pytest.mark.parametrize("id_", installed())
def test_sites_survive_nonsense(id_: str) -> None:
    class_ = installed()[id_]
    for text in ("", "\0", "{", "[", "- - -", "a: &a [*a]", "x = [", "[[[", "export default {", '"' * 9, "é" * 9):
        for name in class_.evidence:
            files = {name: text, "a.md": f"[x](gone.md#y) [z][w] {text}\n"}
            assert all("failed" not in one for one in faults(files))


def test_front_matter_is_for_a_site_whose_configuration_is_elsewhere() -> None:
    links = "[b](b) [b](/x/b/) [b](b.html) [b](b.md#name) [b](b.md#gone) [c](c.md)\n"
    files = {"docs/a.md": f"---\ntitle: A\n---\n\n{links}", "docs/b.md": "---\ntitle: Name\n---\n\nText.\n"}
    assert faults(files) == ["docs/a.md: docs/b.md#gone", "docs/a.md: c.md"]
    assert len(faults(files, site="none")) == 6


def test_site_of_a_page_is_shown(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "docs" / "conf.py").write_text(SPHINX)
    (root / "docs" / "a.md").write_text("# A\n")
    (root / "b.md").write_text("---\ntitle: B\n---\n")
    shown = []
    for path in ("docs", "docs/a.md", "b.md", "."):
        run_cli(["config", path])
        shown.append(capsys.readouterr().out.splitlines()[-1])
    assert shown == [
        "# site of `docs/index.md`: Sphinx, because of `docs/conf.py`",
        "# site of `docs/a.md`: Sphinx, because of `docs/conf.py`",
        "# site of `b.md`: another generator, because the page has front matter",
        "# site of `index.md`: none, links mean what they mean on GitHub",
    ]


@pytest.mark.parametrize("matter", ["", "---\ntitle: A\n---\n\n"])
def test_translations_that_a_build_puts_beside_the_pages_of_a_site(matter: str) -> None:
    files = {
        "docs/guide/a.md": "# A\n",
        "docs/b.md": "# B\n",
        "i18n/fr/guide/a.md": f"{matter}[b](../b.md) [c](c.md)\n",
    }
    assert faults(files) == ["i18n/fr/guide/a.md: ../b.md", "i18n/fr/guide/a.md: c.md"]
    assert faults({**files, "mkdocs.yml": "site_name: x\n"}) == ["i18n/fr/guide/a.md: c.md"]


MKDOCS = "site_name: A\n"
DOCUSAURUS = "module.exports = { title: 'A', baseUrl: '/b/', presets: [['classic', {}]] };"
STARLIGHT = "export default { base: '/b', integrations: [starlight({ title: 'A' })], markdown: { %s } };"


@pytest.mark.parametrize(
    ("config", "text", "folder", "links"),
    [
        ("mkdocs.yml", MKDOCS, "docs", {"[a](manaul.md)": "./manual.md", "<a href='manaul.md'>": "../manual/"}),
        ("mkdocs.yml", f"{MKDOCS}use_directory_urls: false\n", "docs", {"<a href='manaul.md'>": "manual.html"}),
        (
            "docusaurus.config.js",
            DOCUSAURUS,
            "docs",
            {
                "[a](./manaul.md)": "./manual.md",
                "<a href='/b/docs/manaul'>": "/b/docs/manual",
                "<a href='./manaul'>": "./manual",
            },
        ),
        (".vitepress/config.mts", "export default {}", "guide", {"<a href='./manaul.html'>": "./manual.html"}),
        (
            "_config.yml",
            "title: A\n",
            "guide",
            {"[a](manaul.md)": "./manual.md", "<a href='manaul.md'>": "manual.html"},
        ),
        (
            "hugo.toml",
            "baseURL = 'https://x.org/b/'\n",
            "content/x",
            {"[a](manaul.md)": "./manual.md", "[a](../manaul/)": "../manual/", "[a](/b/x/manaul/)": "/b/x/manual/"},
        ),
        (
            "astro.config.mjs",
            STARLIGHT % "",
            "src/content/docs/x",
            {"[a](/x/manaul)": "/b/x/manual", "[a](manaul.md)": "../manual/", "[a](./../manaul)": "../manual"},
        ),
        (
            "astro.config.mjs",
            STARLIGHT % "rehypePlugins: [relative]",
            "src/content/docs/x",
            {"[a](/x/manaul)": "/x/manual", "[a](/b/x/manaul)": "/b/x/manual", "[a](manaul.md)": "./manual.md"},
        ),
    ],
)
def test_suggestions_are_links_as_the_site_needs_them(
    config: str, text: str, folder: str, links: dict[str, str]
) -> None:
    """Only some generators make URLs of the paths of files."""
    page, start = f"{folder}/a.md", "---\ntitle: A\n---\n\n"
    body = start + "".join(f"{link}x</a>\n\n" if "<" in link else f"{link}\n\n" for link in links)
    pages = {page: body, f"{folder}/manual.md": f"{start}# Manual\n"}
    report = doclint.lint_corpus(pages, sources={config: text}, rules=RULES)
    assert [one.arguments["suggestion"] for one in report.findings] == [*links.values()]
