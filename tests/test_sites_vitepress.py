"""Documentation that VitePress builds.

What works and what does not was compared with the dead links that VitePress 1.6 reports for the same pages, and the ids
with those on the pages that it made.
"""

import pytest
from site_faults import faults

import doclint
from doclint.markdown.document import Document
from doclint.markdown.source import Source
from doclint.repository.in_memory import Memory
from doclint.sites.vitepress import VitePress, slugify

CONFIG = """
import { defineConfig } from 'vitepress'
export default defineConfig({
  base: '/base/',
  ignoreDeadLinks: ['/ignored/page'],
  rewrites: {'pkg/a/src/index.md': 'a/index.md', 'api/moved.md': 'api/target.md'},
})
"""
ONE = """# One

## 1.2 Öffnen & `x_y`: C++

## Use

## Use

## Own {#own-id}

## a &lt;b&gt; <Badge/> :tada: c

## ![alt](/img/x.png) image

para {#para-id}

<!--@include: ./sub/_part.md-->

## 日本語の見出し（テスト）

## Use-1
"""
FILES = {
    "docs/.vitepress/config.mts": CONFIG,
    "docs/index.md": "# Home\n",
    "docs/guide/one.md": ONE,
    "docs/guide/sub/index.md": "# Sub\n",
    "docs/guide/sub/_part.md": "## In part\n",
    "docs/guide/local.png": "",
    "docs/api/moved.md": "# Moved\n",
    "docs/pkg/a/src/index.md": "# A\n\n[works](../guide/one)\n",
    "docs/public/static.html": "",
    "docs/public/img/x.png": "",
}


def on_page(link: str, path: str = "docs/guide/links.md", config: str = CONFIG) -> list[str]:
    return faults({**FILES, "docs/.vitepress/config.mts": config, path: f"# Links\n\n{link}\n"})


@pytest.mark.parametrize(
    "link",
    [
        "[a](/guide/one)",
        "[a](/guide/one.md)",
        "[a](/guide/one.html)",
        "[a](one)",
        "[a](./one.md#use-1)",
        "[a](one#_1-2-offnen-x-y-c)",
        "[a](one#own-id)",
        "[a](one#para-id)",
        "[a](one#in-part)",
        "[a](one#a-lt-b-gt-c)",
        "[a](sub/)",
        "[a](../)",
        "[a](/)",
        "[a](/ignored/page)",
        "[a](/static)",
        "[a](/api/target)",
        "[a](/a/)",
        "[a](/pkg/a/src/index.md)",
        "[a](/feed.xml)",
        "![a](/img/x.png)",
        "![a](local.png)",
        "![a](@/any.png)",
        "<a href='/base/guide/one'>a</a>",
        "<img src='/img/x.png'>",
    ],
)
def test_links_that_work(link: str) -> None:
    assert on_page(link) == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("[a](guide/one)", "guide/one"),
        ("[a](/nope)", "/nope"),
        ("[a](/base/guide/one)", "/base/guide/one"),
        ("[a](./nope.md)", "./nope.md"),
        ("[a](../README)", "../README"),
        ("![a](/img/y.png)", "/img/y.png"),
        ("![a](gone.png)", "gone.png"),
        ("[a](one#own)", "docs/guide/one.md#own"),
        ("[a](one#use-2)", "docs/guide/one.md#use-2"),
        ("[a](/guide/one.html#part)", "docs/guide/one.md#part"),
    ],
)
def test_links_that_do_not_work(link: str, fault: str) -> None:
    assert on_page(link) == [f"docs/guide/links.md: {fault}"]


def test_ids() -> None:
    site = VitePress(Memory(FILES), "docs", "docs/.vitepress")
    ids = site.fragments("docs/guide/one.md", Document(Source.from_text(ONE)))
    made = {"one", "_1-2-offnen-x-y-c", "use", "use-1", "own-id", "a-lt-b-gt-c", "image", "para-id", "use-1-1"}
    assert ids is not None
    assert ids >= made | {"日本語の見出し-テスト"}


def test_slugs() -> None:
    assert [*map(slugify, ["--flag", "Ünïcode ﬁ ½ ²", "中文 标题"])] == ["flag", "unicode-fi-1⁄2-2", "中文-标题"]


def test_components_may_add_ids() -> None:
    script = "<script setup>\nimport Card from './Card.vue'\n</script>\n\n<Card/>\n\n[a](#card)"
    own = {**FILES, "docs/a.md": script}
    with_ids, without = {"docs/Card.vue": "<p id='card'>"}, {"docs/Card.vue": "<p>"}
    assert (faults({**own, **with_ids}), faults({**own, **without})) == ([], ["docs/a.md: #card"])


@pytest.mark.parametrize(
    ("version", "is_slug"),
    [("2.0.0-alpha.19", True), ("^2.1.0", True), ("next", True), ("^1.6.3", False), ("catalog:", False)],
)
def test_fragments_of_links_are_slugs_since_version_2(version: str, is_slug: bool) -> None:
    packages = {"package.json": f'{{"devDependencies": {{"vitepress": "{version}"}}}}'}
    link = "#\u30bf\u30b0-tag--\u30ac"
    page = f"# \u30bf\u30b0: Tag & \u30ac\n\n[a]({link}) [b](#\u30bf\u30b0-gone) <a href='{link}'>c</a>\n"
    missing = [link, "#\u30bf\u30b0-gone", *([] if is_slug else [link])]
    assert sorted(faults({**FILES, **packages, "docs/links.md": page})) == sorted(
        f"docs/links.md: {one}" for one in missing
    )


def test_anchor_that_looks_the_same_is_said_to_differ() -> None:
    page = "# \u30bf\u30b0\n\n[a](#\u30bf\u30b0)\n"
    [finding] = doclint.lint_corpus(
        {"docs/links.md": page}, sources={"docs/.vitepress/config.mts": CONFIG}, rules=["broken-anchor"]
    ).findings
    assert finding.message == (
        "This page has no heading `#\u30bf\u30b0`; "
        "did you mean `#\u30bf\u30af\u3099`? It looks the same, but is Unicode in the form NFD"
    )


def test_own_slugs_are_unknown() -> None:
    config = CONFIG.replace("base:", "markdown: {anchor: {slugify: mine}}, base:")
    assert on_page("[a](one#any)", config=config) == []


def test_pages_in_another_folder() -> None:
    config = "export default {srcDir: 'src'}"
    files = {
        "docs/.vitepress/config.js": config,
        "docs/src/a.md": "[a](/b) [b](/c)\n",
        "docs/src/b.md": "# B\n",
        "docs/README.md": "[a](/src/b) [b](src/b.md)\n",
    }
    assert faults(files) == ["docs/README.md: /src/b", "docs/src/a.md: /c"]


def test_excluded_pages_and_those_in_the_root_are_read_where_they_lie() -> None:
    config = "export default {srcExclude: ['**/README.md', 'drafts/**']}"
    page = "[a](src) [b](/guide) [c](gone)\n"
    files = {
        ".vitepress/config.js": config,
        "INDEX.md": page,
        "src/README.md": "[a](../drafts) [b](/guide)\n",
        "drafts/a.md": "[a](../src) [b](/guide) [c](/gone)\n",
        "guide.md": "# G\n",
        "src/main.ts": "",
    }
    assert faults(files) == ["INDEX.md: gone", "drafts/a.md: /gone", "src/README.md: /guide"]


def test_parts_are_read_on_the_pages_that_include_them() -> None:
    """The guide, "Markdown Extensions", "Markdown File Inclusion": parts may be excluded, or outside of `srcDir`."""
    files = {
        "docs/.vitepress/config.js": "export default {srcDir: 'src', srcExclude: ['parts/*']}",
        "docs/src/guide/a.md": "## Top\n\n<!--@include: ../parts/b.md-->\n<!--@include: ../../more/c.md-->\n",
        "docs/src/parts/b.md": "[a](./a) [b](/guide/a) [c](./gone) [top](#top)\n",
        "docs/more/c.md": "[a](./a) [b](/guide/a) [c](./gone) [top](#top)\n",
        "docs/more/d.md": "[b](/guide/a)\n",
    }
    assert faults(files) == ["docs/more/c.md: ./gone", "docs/more/d.md: /guide/a", "docs/src/parts/b.md: ./gone"]


def test_dynamic_routes_are_unknown() -> None:
    files = {**FILES, "docs/packages/[name].md": "# P\n", "docs/a.md": "[a](/packages/any) [b](./packages/x.md)\n"}
    assert faults(files) == []


def rewritten(rewrites: str, page: str, path: str = "docs/en/guide/start.md", **more: str) -> list[str]:
    """Return the links that doclint reports on one page of a site with rewrites."""
    files = {
        "docs/.vitepress/config.ts": f"export default {{rewrites: {rewrites}}}",
        "docs/en/index.md": "# Home\n",
        "docs/en/guide/install.md": "# Install\n\n## Use\n",
        "docs/en/commands/target.md": "# Target\n",
        "docs/zh/guide/install.md": "# Install\n",
    }
    return [one.partition(": ")[2] for one in faults({**files, **more, path: page})]


def test_patterns_of_rewrites() -> None:
    """The guide, "Routing", "Route Rewrites": links are written for the addresses that pages have then."""
    page = """
[a](/guide/install) [b](./install.md#use) [c](../commands/target) [d](/) [e](/zh/guide/install) [f](/en/guide/install)
[g](./nope.md) [h](../guide/nope) [i](/guide/sub/nope) [j](/commands/install) [k](/zh/nope) [l](./install#nope)
"""
    found = ["./nope.md", "../guide/nope", "/guide/sub/nope", "/commands/install", "/zh/nope"]
    found.append("docs/en/guide/install.md#nope")
    assert sorted(rewritten("{'en/:rest*': ':rest*'}", page)) == sorted(found)


@pytest.mark.parametrize(
    ("rewrites", "source"),
    [
        ("{'packages/:pkg/src/:slug*': ':pkg/:slug*'}", "packages/a/src/b.md"),
        ("{'packages/:pkg/README.md': ':pkg/b.md'}", "packages/a/README.md"),
        ("{'x/:rest(.*)': ':rest'}", "x/a/b.md"),
        ("{'x/(.*)': '(.*)'}", "x/a/b.md"),
        ("{'x/:one/:one.md': 'a/:one.md'}", "x/b/b.md"),
        ("{'X/:one?/b.md': 'a/:one?/b.md'}", "x/b.md"),
        ("{'y/:rest+': 'z/:rest+', 'x/:one.txt.md': 'a/:one.md'}", "x/b.txt.md"),
    ],
)
def test_kinds_of_patterns(rewrites: str, source: str) -> None:
    assert rewritten(rewrites, "[a](/a/b) [b](/a/c)\n", "docs/page.md", **{f"docs/{source}": "# B\n"}) == ["/a/c"]


def test_what_is_missing_is_named_by_its_path_in_the_repository() -> None:
    files = {
        "docs/.vitepress/config.ts": "export default {rewrites: {'en/:rest*': ':rest*'}}",
        "docs/en/guide/install.md": "# Install\n",
    }
    found = doclint.lint_corpus({**files, "docs/en/a.md": "[a](/guide/instal)\n"}, rules=("broken-link",)).findings
    shown = [(one.arguments["path"], one.arguments["suggestion"]) for one in found]
    assert shown == [("docs/en/guide/instal.md", "./guide/install.md")]


def test_dynamic_routes_below_a_rewrite_are_unknown() -> None:
    page = "[a](/any/) [b](/guide/any)\n"
    routes = {"docs/en/[pkg]/index.md": "# P\n", "docs/en/guide/[name].md": "# P\n"}
    assert rewritten("{'en/:rest*': ':rest*'}", page, **routes) == []


@pytest.mark.parametrize(
    "rewrites",
    [
        "(id) => id.replace(/^en/, '')",
        "make()",
        "{...more}",
        "{[key]: 'a.md'}",
        "{'en/x.md': name}",
        "{'en/:a-:b.md': ':a/:b.md'}",
        "{'en/:a(\\\\d+).md': ':a.md'}",
        "{'^en/(.*)': '(.*)'}",
        "{'en/:a*/x/:b*': ':a*/:b*'}",
        "{'en/:a': ':b'}",
        "{':a*': 'x/:a*'}",
    ],
)
def test_rewrites_that_cannot_be_read(rewrites: str) -> None:
    """A link may lead to any page of such a name, and one from the root to any page."""
    files = {"docs/01-my_setup.md": "# Setup\n", "packages/shop/README.md": "# Shop\n"}
    page = "[a](./target) [b](../x/my-setup.md) [c](./shop.md) [d](/nope) [e](../other/) [f](./nope.md) [g](nope)\n"
    assert rewritten(rewrites, page, **files) == ["./nope.md", "nope"]


def test_hostile_rewrites_end() -> None:
    long, many = "/:a?" * 40, ", ".join(f"'{n}/:a*/b': ':a*'" for n in range(5000))
    for rewrites in (f"{{'x{long}/y': ':a'}}", f"{{{many}}}", "{'" + "(.*)" * 500 + "': 'a'}"):
        assert rewritten(rewrites, f"[a](./nope) [b](./{'a/' * 1000}nope)\n")


def test_what_a_build_left_is_no_site() -> None:
    files = {"docs/.vitepress/cache/x": "", "docs/a.md": "[a](b) [b](/docs/b.md)\n", "docs/b.md": "# B\n"}
    assert faults(files) == ["docs/a.md: b"]


@pytest.mark.parametrize("config", ["", "export default (", "export default load()", "\0"])
def test_settings_that_cannot_be_read(config: str) -> None:
    assert on_page("[a](/guide/one) [b](one) ![c](/img/x.png)", config=config) == []


@pytest.mark.parametrize("part", ["<!--@include:", "<!--@include: ", "import a from\n", "{#", "# a <!-- #", "`"])
def test_hostile_pages_end(part: str) -> None:
    text = f"<script setup>\n{part * 30_000}"
    site = VitePress(Memory(FILES), "docs", "docs/.vitepress")
    assert site.includes("docs/a.md", text).paths == ()


def test_redirects_of_the_host_are_unknown() -> None:
    """The manuals of Netlify, "Redirects", and Vercel, "Redirects": all else is a page that does not exist."""
    vercel = '{"redirects": [{"source": "/old/:page(.*)"}], "headers": [{"source": "/guide/(.*)"}]}'
    files = {
        "docs/.vitepress/config.js": "export default {}",
        "docs/public/_redirects": "/a /b\n/* /404\n/guide/* /404 404\n",
        "vercel.json": vercel,
    }
    page = "[a](/a) [b](/old/b) [c](/guide/c) [d](./a)\n"
    assert faults({**files, "docs/x/y.md": page}) == ["docs/x/y.md: /guide/c", "docs/x/y.md: ./a"]
