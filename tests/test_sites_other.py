"""Sites of generators that doclint does not know in detail."""

import pytest
from site_faults import faults

from doclint.repository.in_memory import Memory
from doclint.sites.finder import Sites

PAGES = {
    "docs/one.md": "# One\n\n## 2. Part two\n\n## Part 3 {data-x='Part 3'}\n\n## Own {#mine}\n\n## [Named](@id here)\n",
    "docs/three.mdx": "# Three\n\n<Step title='x' />\n",
    "docs/sub/index.md": "# Sub\n",
    "docs/_quarto.yml": "",
}


@pytest.mark.parametrize(
    "link",
    [
        "[a](one.md)",
        "[a](three.md)",
        "[a](one.qmd)",
        "[a](one.html)",
        "[a](one)",
        "[a](/sub/)",
        "[a](nothing)",
        "[a](/nothing/)",
        "[a](nothing.html)",
        "![a](nothing.png)",
        "[a]({filename}none.md)",
        "[a](@ref)",
        "[a](one.md#part-two)",
        "[a](one.md#mine)",
        "[a](one.md#part-3)",
        "[a](one.md#here)",
        "[a](three.mdx#x)",
    ],
)
def test_links_that_work_or_may_work(link: str) -> None:
    assert faults({**PAGES, "docs/index.md": f"# Start\n\n{link}\n"}) == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("[a](none.md)", "none.md"),
        ("[a](sub/none.mdx#x)", "sub/none.mdx#x"),
        ("[a](one.md#none)", "docs/one.md#none"),
        ("[a](one#none)", "docs/one.md#none"),
    ],
)
def test_links_that_do_not_work(link: str, fault: str) -> None:
    assert faults({**PAGES, "docs/index.md": f"# Start\n\n{link}\n"}) == [f"docs/index.md: {fault}"]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", ["docs/a.mdx: /till/b", "docs/a.mdx: /tools"]),
        (', "redirects": [{"source": "/till/:name*", "destination": "/use"}]', ["docs/a.mdx: /tools"]),
        (', "redirects": [{"source": "/:name*", "destination": "/use"}]', []),
        (', "openapi": "api.json"', []),
    ],
)
def test_links_from_the_root_of_mintlify(settings: str, expected: list[str]) -> None:
    page = "[use](/use), [b](/till/b), [tools](/tools#a), [home](/), [image](/a.png), [c](c)\n"
    files = {"docs/mint.json": f'{{"name": "Shop"{settings}}}', "docs/use.mdx": "", "docs/a.mdx": page}
    assert [one.partition("#")[0] for one in faults(files)] == expected


def test_cover_of_docsify_is_above_the_home_page() -> None:
    files = {"docs/_coverpage.md": "# Shop\n\n[Start](#till), [Next](#none)\n", "docs/README.md": "# Till\n"}
    assert faults(files) == ["docs/_coverpage.md: #none"]


@pytest.mark.parametrize(
    ("page", "files", "site"),
    [
        ("docs/a.md", {"docs/_quarto.yml": ""}, "Quarto"),
        ("docs/a.md", {".gitbook.yaml": "root: ./docs/\n"}, "GitBook"),
        ("other/a.md", {".gitbook.yaml": "root: ./docs/\n", "docs/a.md": ""}, "none"),
        ("guide/a.md", {"guide/SUMMARY.md": ""}, "GitBook"),
        ("docs/sub/a.md", {"docs/sub/SUMMARY.md": "", "mkdocs.yml": ""}, "MkDocs"),
        ("src/a.md", {"src/SUMMARY.md": "", "book.toml": ""}, "mdBook"),
        ("docs/a.md", {"docs/index.html": "<script src='docsify.min.js'>"}, "docsify"),
        ("docs/a.md", {"docs/index.html": "<html>"}, "none"),
        ("content/a.mdx", {"next.config.mjs": "", "package.json": '{"dependencies": {"nextra": "4"}}'}, "Next.js"),
        ("content/a.mdx", {"next.config.mjs": "", "package.json": "{}"}, "none"),
        ("README.md", {"next.config.mjs": "", "package.json": '{"nextra": 1}'}, "none"),
        ("a/b.md", {"docs.json": '{"$schema": "https://mintlify.com/docs.json"}'}, "Mintlify"),
        ("README.md", {"mint.json": "{}"}, "none"),
        (".github/a.md", {"mint.json": "{}"}, "none"),
        ("posts/a.md", {".eleventy.js": 'module.exports = {dir: {input: "posts"}}'}, "Eleventy"),
        ("content/a.md", {"config.toml": 'base_url = "/"\n'}, "Zola"),
        ("content/a.md", {"config.toml": 'other = "/"\n'}, "none"),
        ("docs/src/a.md", {"docs/make.jl": "makedocs()"}, "Documenter"),
        ("docs/resources/a.md", {"terraform-registry-manifest.json": "{}"}, "Terraform Registry"),
        ("docs/a.md", {"go.mod": "require github.com/hashicorp/terraform-plugin-framework v1"}, "Terraform Registry"),
        ("docs/a.md", {"docs/.vuepress/config.js": ""}, "VuePress"),
        ("Home.md", {"_Sidebar.md": ""}, "GitHub wiki"),
        ("docs/zh/a.md", {"website/rspress.config.ts": "root: DOCS"}, "Rspress"),
        ("other/a.md", {"website/rspress.config.ts": "root: DOCS"}, "none"),
    ],
)
def test_evidence(page: str, files: dict[str, str], site: str) -> None:
    found = Sites().of(page, Memory({page: "", **files}))
    assert found.description.partition(",")[0] == site


def test_pages_of_terraform_registry() -> None:
    files = {
        "terraform-registry-manifest.json": "{}",
        "docs/index.md": "# Provider\n\n[a](resources/a) [b](resources/b.md)\n",
        "docs/resources/a.md": "[i](../index.html) [b](b.html) [i](../index#provider) [j](../index#none)\n",
    }
    assert faults(files) == ["docs/index.md: resources/b.md", "docs/resources/a.md: docs/index.md#none"]


def test_ids_of_arguments_in_a_registry() -> None:
    """The plug-in `anchorLinks` for pages of HashiCorp gives ids to headings and to items that begin with code."""
    text = "# Set ((#set, #put))\n\n* `my_name` - (Required) A `size`.\n- `name`\n- `name` ((#other)) - Of a block.\n"
    links = " ".join(f"[x](#{one})" for one in ("put", "set", "my_name", "name", "name-1", "other", "size", "myname"))
    files = {"docs/a.md": f"{text}\n{links}\n"}
    assert faults({"terraform-registry-manifest.json": "{}", **files}) == [
        f"docs/a.md: #{one}" for one in ("size", "myname")
    ]


def test_pages_of_zola_from_the_root_of_its_content() -> None:
    files = {
        "config.toml": "base_url = '/'\n",
        "content/a/_index.md": "# A\n",
        "content/b.md": "[a](@/a/_index.md#b)\n",
    }
    assert faults(files) == ["content/b.md: content/a/_index.md#b"]


def test_old_ids_of_documenter() -> None:
    files = {"doc/make.jl": "using Documenter\nmakedocs()\n", "doc/src/a.md": "# A\n\n## Loop the tree\n\n## Stop\n"}
    links = "[a](a.md#Loop-the-tree-1) [b](a.md#Stop) [c](a.md#Go-1)\n"
    assert faults({**files, "doc/src/index.md": links}) == ["doc/src/index.md: doc/src/a.md#Go-1"]


@pytest.mark.parametrize(
    ("config", "expected"),
    [("mix.exs", []), ("_quarto.yml", ["guides/start.md: testing.md"])],
)
def test_generators_that_find_pages_by_name(config: str, expected: list[str]) -> None:
    files = {config: "{:ex_doc}", "guides/cookbooks/testing.md": "# Testing\n"}
    assert faults({**files, "guides/start.md": "[a](testing.md)\n"}) == expected
