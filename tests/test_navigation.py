"""The navigation of sites: what `dead-navigation` reads, whatever the settings are."""

import pytest

from doclint import lint_corpus


def dead(pages: dict[str, str], sources: dict[str, str]) -> list[str]:
    """Return the entries of the navigation that lead to no page."""
    findings = lint_corpus(pages, sources=sources, rules=["dead-navigation"]).findings
    return [str(finding.arguments["entry"]) for finding in findings]


@pytest.mark.parametrize(
    ("settings", "entries"),
    [
        ("nav: [index.md, a.md]", []),
        ("nav: [index.md, b.md, a.md]", ["b.md"]),
        ("nav: [index.md, {B: [{C: [b.md, a.md]}]}]", ["b.md"]),
        ("nav: [index.md, b.md]\nplugins: [gen-files]", []),
        ("nav: [index.md, '*.md', 'https://a.org/b.md', '/b.md', b/, c.html]", []),
        ("nav: &nav [index.md, b.md, *nav]", ["b.md"]),
        ("nav: 3", []),
        ("nav: [index.md, b.md", []),
    ],
)
def test_navigation_of_mkdocs(settings: str, entries: list[str]) -> None:
    assert dead({"docs/index.md": "# A\n", "docs/a.md": "# B\n"}, {"mkdocs.yml": settings + "\n"}) == entries


@pytest.mark.parametrize(
    ("entry", "there", "suggestion"),
    [
        ("guide/set-up.md", "other/set-up.md", "docs/other/set-up.md"),
        ("guide/fr/set-up.md", "guide/en/set-up.md", None),
        ("guide/fr/set-up.md", "guide/set-up.md", None),
    ],
)
def test_translations_are_not_what_an_entry_means(entry: str, there: str, suggestion: str | None) -> None:
    pages = {"docs/index.md": "# A\n", "docs/a.md": "# B\n", f"docs/{there}": "# C\n"}
    sources = {"mkdocs.yml": f"nav: [index.md, a.md, {entry}]\n"}
    [found] = lint_corpus(pages, sources=sources, rules=["dead-navigation"]).findings
    assert found.arguments["suggestion"] == suggestion


@pytest.mark.parametrize(("entry", "path"), [("b.ipynb", "docs/b.ipynb"), ("b", "docs/b.md")])
def test_path_of_an_entry_of_jupyter_book(entry: str, path: str) -> None:
    sources = {"docs/_toc.yml": f"format: jb-book\nroot: index\nchapters:\n- file: a\n- file: {entry}\n"}
    pages = {"docs/index.md": "# A\n", "docs/a.md": "# B\n"}
    [found] = lint_corpus(pages, sources=sources, rules=["dead-navigation"]).findings
    assert found.arguments["path"] == path


def test_large_navigation_is_read_to_a_limit() -> None:
    """Aliases of YAML make a large table of a small file."""
    rows = ["a: &a [x.md, index.md]"]
    rows += [f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]" for n in range(9)]
    text = "\n".join([*rows, "nav: [index.md, *j]"])
    assert dead({"docs/index.md": "# A\n"}, {"mkdocs.yml": text}) == ["x.md"]


def test_entries_of_vitepress_that_are_not_certain_are_left_out() -> None:
    sidebar = "[{base: '/x/', items: [{link: '/b'}]}, {link: dynamic()}, {link: '/c', target: '_self'}, {link: `/d`}]"
    settings = f"export default {{themeConfig: {{nav: [{{link: '/'}}, {{link: '/a#x'}}], sidebar: {sidebar}}}}}"
    pages = {"docs/index.md": "# A\n", "docs/a.md": "# B\n"}
    assert dead(pages, {"docs/.vitepress/config.ts": settings}) == ["/d"]


@pytest.mark.parametrize(
    ("copy", "found"),
    [
        ("cp README.md docs/index.md", ["guide/index.md"]),
        ("cp -R target/doc 'docs/guide'", ["index.md"]),
        ("cp README.md $ROOT/docs/use/", ["guide/index.md", "index.md"]),
    ],
)
def test_what_workflows_copy(copy: str, found: list[str]) -> None:
    sources = {
        "mkdocs.yml": "nav: [index.md, a.md, b.md, guide/index.md]\n",
        ".github/workflows/docs.yml": f"jobs:\n  site:\n    steps:\n      - run: |\n          {copy}\n",
    }
    assert sorted(dead({"docs/a.md": "# A\n", "docs/b.md": "# B\n"}, sources)) == found


@pytest.mark.parametrize(
    ("file", "settings", "is_listed"),
    [
        ("mkdocs.yml", "site_name: Shop", True),
        ("properdocs.yml", "site_name: Shop", True),
        ("zensical.toml", 'project.site_name = "Shop"', True),
        ("book.toml", 'book.src = "docs"', False),
        ("mkdocs.yml", "nav: [cli/shop.md, cli/shop_pay.md]", False),
    ],
)
def test_navigation_that_generators_make_of_folders(file: str, settings: str, *, is_listed: bool) -> None:
    help_ = "### Options\n\n```\n  -h, --help   help for {}\n```\n\n### SEE ALSO\n\n* [shop{}](shop{}.md)\t - Sell.\n"
    pages = {
        f"docs/cli/shop_{name}.md": f"## shop {name}\n\nSell.\n\n{help_.format(name, '', '')}"
        for name in ("lid", "pay")
    }
    pages["docs/cli/shop.md"] = "## shop\n\nSell.\n\n" + help_.format("shop", " pay", "_pay")
    pages["docs/index.md"] = "# Shop\n\n[shop](cli/shop.md)\n"
    found = lint_corpus(pages, sources={file: f"{settings}\n"}, rules=["unlinked-page"]).findings
    assert [one.path for one in found] == ([] if is_listed else ["docs/cli/shop_lid.md"])
