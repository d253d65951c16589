"""Documentation that Docusaurus builds.

What works and what does not was compared with the warnings of Docusaurus 3.10 about the same pages.
"""

import pytest
from site_faults import faults

import doclint

CONFIG = """
module.exports = {
  baseUrl: '/base/',
  i18n: {defaultLocale: 'en', locales: ['en', 'fr']},
  presets: [['classic', {docs: {sidebarPath: './sidebars.js'}}]],
  plugins: [['@docusaurus/plugin-client-redirects', {redirects: [{from: '/old', to: '/docs/intro'}]}]],
};
"""
HEADINGS = """# Start

## Öffnen & `x_y` C++

## Use

## Use

## Named thing {#own-id}

## Comment {/* #comment-id */}

## ![alt text](/img/x.png) image
"""
FILES = {
    "website/docusaurus.config.js": CONFIG,
    "website/sidebars.js": "module.exports = {main: [{type: 'category', link: {slug: '/made'}}]};",
    "website/versions.json": '["1.0"]',
    "website/versioned_docs/version-1.0/intro.md": "# Intro\n\n## One {#uno}\n",
    "website/docs/intro.md": HEADINGS,
    "website/docs/api.md": "---\nid: the-api\n---\n# API\n",
    "website/docs/guides/index.md": "# Guides\n",
    "website/docs/guides/01-first.md": "# First\n",
    "website/docs/guides/slugged.md": "---\nslug: custom/place\n---\n# S\n",
    "website/docs/guides/abs.md": "---\nslug: /abs-slug\n---\n# S\n",
    "website/docs/guides/doc.pdf": "",
    "website/docs/02-numbers/readme.md": "# Numbers\n",
    "website/docs/02-numbers/10-two.mdx": "# Two\n",
    "website/docs/02-numbers/2021-01-05-note.md": "# Note\n",
    "website/docs/topic/Topic.md": "# Topic\n",
    "website/docs/_part.md": "## In part\n",
    "website/blog/2020-01-02-hello.md": "# B\n",
    "website/blog/2022-05-06-dir/index.md": "# B\n",
    "website/blog/other.md": "---\nslug: my-slug\n---\n# B\n",
    "website/src/pages/react.js": "",
    "website/src/pages/page.md": "# P\n\n## Section\n",
    "website/static/img/x.png": "",
    "website/static/file.zip": "",
}


def on_page(link: str, path: str = "website/docs/links.md", **files: str) -> list[str]:
    return faults({**FILES, path: f"# Links\n\n{link}\n"})


@pytest.mark.parametrize(
    "link",
    [
        "./intro.md",
        "intro",
        "/docs/intro",
        "/docs/next/intro",
        "/base/docs/next/intro",
        "/fr/docs/next/intro",
        "the-api",
        "api.md",
        "guides",
        "guides/first",
        "guides/01-first.md",
        "guides/custom/place",
        "abs-slug",
        "numbers",
        "numbers/two",
        "/02-numbers/10-two.mdx",
        "numbers/2021-01-05-note",
        "topic",
        "/docs/next/made",
        "tags",
        "/blog",
        "/blog/2020/01/02/hello",
        "/blog/2022/05/06/dir",
        "/blog/my-slug",
        "/react",
        "/page#section",
        "/old",
        "/file.zip",
        "guides/doc.pdf",
        "@site/docs/intro.md",
        "pathname:///any/where",
        "./intro.md#öffnen--x_y-c",
        "./intro.md#use-1",
        "./intro.md#own-id",
        "./intro.md#comment-id",
        "./intro.md#alt-text-image",
        "/docs/intro#uno",
    ],
)
def test_links_that_work(link: str) -> None:
    assert on_page(f"[a]({link})") == []


@pytest.mark.parametrize(
    "link",
    [
        "./intro.mdx",
        "api",
        "/docs/api",
        "/docs/1.0/intro",
        "guides/01-first",
        "guides/slugged",
        "topic/Topic",
        "/docs/made",
        "/blog/hello",
        "/other",
        "/file2.zip",
        "guides/no.pdf",
        "@site/docs/gone.md",
    ],
)
def test_links_that_do_not_work(link: str) -> None:
    assert on_page(f"[a]({link})") == [f"website/docs/links.md: {link}"]


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("./intro.md#use-2", "website/docs/intro.md#use-2"),
        ("intro#named-thing", "website/docs/intro.md#named-thing"),
        ("/docs/intro#one", "website/versioned_docs/version-1.0/intro.md#one"),
        ("/page#part", "website/src/pages/page.md#part"),
    ],
)
def test_fragments_that_do_not_exist(link: str, fault: str) -> None:
    assert on_page(f"[a]({link})") == [f"website/docs/links.md: {fault}"]


def test_images_lie_among_static_files_or_beside_the_page() -> None:
    links = "![a](/img/x.png) ![b](../static/img/x.png) <img src='/img/x.png'> ![c](/img/y.png)"
    assert on_page(links) == ["website/docs/links.md: /img/y.png"]


def test_links_are_resolved_against_the_url_of_the_page() -> None:
    links = "[a](first) [b](./custom/place) [c](../intro) [d](intro)"
    assert on_page(links, "website/docs/guides/index.md") == ["website/docs/guides/index.md: intro"]


def test_imported_pages_are_part_of_a_page() -> None:
    page = "import Part from './_part.md';\n\n<Part/>\n\n[a](#in-part) [b](#not-in-part)"
    assert on_page(page) == ["website/docs/links.md: #not-in-part"]


def test_components_may_add_ids() -> None:
    page = "import Table from '@site/src/Table';\n\n<Table/>\n\n[a](#row)"
    with_ids = {**FILES, "website/src/Table.js": "export default () => <p id={x}/>", "website/docs/a.md": page}
    without = {**FILES, "website/src/Table.js": "export default () => <p/>", "website/docs/a.md": page}
    assert (faults(with_ids), faults(without)) == ([], ["website/docs/a.md: #row"])


def test_rendered_code_is_part_of_a_page() -> None:
    page = """```mdx-code-block
import Part from './_part.md';

<details id="more">

<Part/>

</details>
```

```html
<p id="shown"></p>
```

[a](#more) [b](#in-part) [c](#shown) [d](#less)
"""
    assert on_page(page) == ["website/docs/links.md: #shown", "website/docs/links.md: #less"]


def test_parts_may_link_to_places_on_the_pages_that_import_them() -> None:
    page = "[a](#more) [b](intro.md#more)\n"
    assert on_page(page, "website/docs/_part.mdx") == ["website/docs/_part.mdx: website/docs/intro.md#more"]


def test_translations_fall_back() -> None:
    path = "website/i18n/fr/docusaurus-plugin-content-docs/current/guides/01-first.md"
    page = "# Un\n\n[a](../intro.md) [b](custom/place) [c](/docs/next/intro) [d](../gone.md)\n"
    assert on_page(page, path) == [f"{path}: ../gone.md"]


def test_documents_elsewhere_and_several_instances() -> None:
    config = """export default {
      presets: [['@docusaurus/preset-classic', {docs: {path: '../docs', routeBasePath: '/'}, blog: false}]],
      plugins: [['@docusaurus/plugin-content-docs', {id: 'more', path: '../more', routeBasePath: 'm'}]],
    };"""
    files = {
        "website/docusaurus.config.mjs": config,
        "docs/one.md": "# One\n\n[a](/m/two) [b](/one) [c](/docs/one) [d](two)\n",
        "more/two.md": "# Two\n\n[a](/one#one) [b](one)\n",
        "README.md": "[a](docs/one.md) [b](/one)\n",
    }
    assert faults(files) == ["README.md: /one", "docs/one.md: /docs/one", "docs/one.md: two", "more/two.md: one"]


@pytest.mark.parametrize(
    ("ignored", "expected"),
    [
        ("/docs-site/docs\n", ["docs/a/b.md: /guide/gone"]),
        ("", ["docs/a/b.md: /guide/a/b", "docs/a/b.md: /guide/gone", "docs/a/b.md: /img/x.png"]),
        ("docs\n", ["docs/a/b.md: /guide/a/b", "docs/a/b.md: /guide/gone", "docs/a/b.md: /img/x.png"]),
    ],
)
def test_documents_that_a_script_copies_to_the_site(ignored: str, expected: list[str]) -> None:
    config = "export default {baseUrl: '/guide/', presets: [['classic', {docs: {routeBasePath: '/'}}]]};"
    files = {
        ".gitignore": ignored,
        "docs-site/docusaurus.config.js": config,
        "docs-site/static/img/x.png": "",
        "docs/a/b.md": "[a](/guide/a/b) [b](/guide/gone) [c](/img/x.png)\n",
    }
    assert faults(files) == expected


def test_documents_that_a_script_changes() -> None:
    files = {
        ".gitignore": "docs_built\n",
        "docusaurus.config.js": "export default {presets: [['classic', {docs: {path: 'docs_built'}}]]};",
        "docs/a/b.md": "[a](../made/x.md) [b](gone.md) [c](a/c.md) [d](/docs/made/x) [e](c.md)\n",
        "docs/a/c.md": "# C\n",
        "docs/made/index.md": "# Made\n",
    }
    assert faults(files) == ["docs/a/b.md: gone.md"]


def test_site_with_documents_of_its_own_shows_nothing_about_others() -> None:
    files = {
        "docs-site/docusaurus.config.js": CONFIG,
        "docs-site/docs/a.md": "# A\n",
        "docs/b.md": "变量**（重要）**字\n",
    }
    others = {path: text for path, text in files.items() if not path.endswith(".md")}
    pages = {path: text for path, text in files.items() if path.endswith(".md")}
    found = doclint.lint_corpus(pages, sources=others, rules=["unrendered-emphasis"]).findings
    assert [one.path for one in found] == ["docs/b.md"]


def test_plugins_may_make_pages() -> None:
    config = "export default {presets: [['classic', {}]], plugins: ['docusaurus-plugin-other']};"
    files = {
        "docusaurus.config.ts": config,
        "docs/a/b.md": "[a](/api/x) [b](/docs/made/x) [c](./x.md) [d](/docs/a/x)\n",
    }
    assert faults(files) == ["docs/a/b.md: ./x.md", "docs/a/b.md: /docs/a/x"]


@pytest.mark.parametrize("config", ["", "export default (", "module.exports = require('./other')", "\0\xff"])
def test_settings_that_cannot_be_read(config: str) -> None:
    files = {"docusaurus.config.js": config, "docs/a.md": "[a](/api/x) [b](b) [c](./b.md)\n", "docs/b.md": "# B\n"}
    assert faults(files) == []


def test_the_settings_of_doclint_name_the_site() -> None:
    files = {"web/docs/a.md": "---\nslug: /x\n---\n[a](/docs/b) [b](/docs/x)\n"}
    assert faults(files, site={"web": "docusaurus"}) == ["web/docs/a.md: /docs/b"]


def test_redirects_of_the_host_are_unknown() -> None:
    files = {**FILES, "website/static/_redirects": "/docs/was /docs/intro\n"}
    page = "[a](/docs/was) [b](/docs/gone)\n"
    assert faults({**files, "website/docs/links.md": page}) == ["website/docs/links.md: /docs/gone"]
