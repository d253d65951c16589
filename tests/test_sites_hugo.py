"""Documentation that Hugo builds.

What works and what does not was compared with the sites that Hugo 0.168 builds of the same pages.
"""

import pytest
from site_faults import faults

CONFIG = "baseURL = 'https://example.org/base/'\n[permalinks.page]\nposts = '/blog/:year/:slug/'\n"
FILES = {
    "hugo.toml": CONFIG,
    "content/guide/_index.md": "# Guide\n",
    "content/guide/one.md": "---\naliases: [old, /older/]\n---\n## Part two\n",
    "content/guide/Two Words.md": "# Two\n",
    "content/guide/three.md": "---\nslug: drei\n---\n# Three\n",
    "content/guide/four.md": "+++\nurl = '/vier.html'\n+++\n# Four\n",
    "content/guide/bundle/index.md": "# Bundle\n",
    "content/guide/bundle/data.csv": "",
    "content/posts/first.md": "---\ndate: 2020-02-03\n---\n# First\n",
    "static/images/logo.png": "",
}


@pytest.mark.parametrize(
    "link",
    [
        "[a](../one/)",
        "[a](../one)",
        "[a](one.md)",
        "[a](../one/#part-two)",
        "[a](/guide/one/)",
        "[a](/base/guide/one/)",
        "[a](../two-words/)",
        "[a](../drei/)",
        "[a](/vier.html)",
        "[a](../bundle/)",
        "[a](../bundle/data.csv)",
        "[a](../old/)",
        "[a](/older)",
        "[a](..)",
        "[a](/)",
        "[a](/tags/x/)",
        "[a](/posts/index.xml)",
        "[a](/blog/2020/first/)",
        "![a](/images/logo.png)",
        "<a href='../one/'>a</a>",
        '[a]({{< ref "gone.md" >}})',
        '[a][b]\n\n[b]: {{< ref "gone.md" >}}',
        '{{<img src="gone.png">}}',
        "[a](#fn:1)",
    ],
)
def test_links_that_work(link: str) -> None:
    assert faults({**FILES, "content/guide/page.md": f"# Start\n\n{link}\n"}) == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("[a](one/)", "one/"),
        ("[a](gone.md)", "gone.md"),
        ("[a](../three/)", "../three/"),
        ("[a](../one/#part-three)", "content/guide/one.md#part-three"),
        ("[a](/base/gone/)", "/base/gone/"),
        ("![a](gone.png)", "gone.png"),
        ("<a href='one/'>a</a>", "one/"),
        ("[a][b]", "b"),
    ],
)
def test_links_that_do_not_work(link: str, fault: str) -> None:
    assert faults({**FILES, "content/guide/page.md": f"# Start\n\n{link}\n"}) == [f"content/guide/page.md: {fault}"]


def test_links_of_bundles_and_lists_start_in_their_folder() -> None:
    page = "[a](one/) [b](bundle/data.csv) [c](../guide/one/) [d](../one/)\n"
    assert faults({**FILES, "content/guide/_index.md": page}) == ["content/guide/_index.md: ../one/"]


def test_hooks_decide_about_links_but_fragments_of_what_exists_count() -> None:
    page = "[a](g) [b](guide/one) [c](one.md#part-three)\n\n<a href='gone/'>d</a>\n"
    files = {**FILES, "content/guide/page.md": page, "layouts/_markup/render-link.html": "{{ .Destination }}"}
    assert faults(files) == [
        "content/guide/page.md: content/guide/one.md#part-three",
        "content/guide/page.md: gone/",
    ]


def test_a_theme_that_is_not_there_may_have_hooks() -> None:
    page = "[a](gone) [b](gone.md) [c](/base/gone/) [d](/base/gone.png)\n"
    files = {**FILES, "hugo.toml": f"theme = 'book'\n{CONFIG}", "content/guide/page.md": page}
    assert faults(files) == ["content/guide/page.md: gone.md", "content/guide/page.md: /base/gone/"]
    module = "[[module.imports]]\npath = 'example.org/book'\n"
    assert faults({**files, "hugo.toml": module}) == []
    assert faults({**files, "hugo.toml": f"{module}mounts = [{{source = 'a', target = 'assets'}}]\n"}) != []
    files["content/guide/page.md"] = "[a](gone)\n"
    assert faults({**files, "themes/book/theme.toml": ""}) == ["content/guide/page.md: gone"]
    assert faults({**files, "themes/book/layouts/_default/_markup/render-link.html": ""}) == []


def test_an_example_has_the_theme_that_it_is_in() -> None:
    config = "theme = 'book'\nthemesDir = '../..'\n"
    files = {
        "exampleSite/hugo.toml": config,
        "exampleSite/content/page.md": "[a](gone) [b](/x.png)\n",
        "static/x.png": "",
    }
    assert faults({**files, "layouts/single.html": ""}) == ["exampleSite/content/page.md: gone"]
    assert faults({**files, "layouts/_markup/render-link.html": ""}) == []


def test_the_hook_of_hugo_finds_pages_and_resources() -> None:
    config = "[markup.goldmark.renderHooks.link]\nuseEmbedded = 'fallback'\n"
    page = "[a](bundle) [b](/guide/three) [c](posts/first) [d](logo.svg) [e](gone)\n"
    files = {**FILES, "hugo.toml": config, "assets/logo.svg": "", "content/guide/page.md": page}
    assert faults(files) == ["content/guide/page.md: gone"]
    assert faults({**files, "content/guide/bundle/index.md": "[a](one) [b](gone)\n", "content/guide/page.md": ""}) == [
        "content/guide/bundle/index.md: gone"
    ]


def test_languages_have_folders_or_suffixes() -> None:
    config = "defaultContentLanguage = 'en'\n[languages.en]\n[languages.de]\ncontentDir = 'inhalt'\n[languages.fr]\n"
    files = {
        "hugo.toml": config,
        "content/one.md": "# One\n\n[a](/de/eins/) [b](/fr/deux/) [c](/de/zwei/)\n",
        "content/deux.fr.md": "# Deux\n\n[a](/fr/) [b](../one/) [c](../trois/)\n",
        "inhalt/eins.md": "# Eins\n\n[a](/one/) [b](/de/) [c](../eins/#zwei)\n",
    }
    assert faults(files) == [
        "content/deux.fr.md: ../trois/",
        "content/one.md: /de/zwei/",
        "inhalt/eins.md: inhalt/eins.md#zwei".replace("inhalt/eins.md#", "#"),
    ]


def test_mounts_bring_folders_together() -> None:
    mounts = "[[module.mounts]]\nsource = '../docs'\ntarget = 'content/docs'\n"
    mounts += "[[module.mounts]]\nsource = 'content'\ntarget = 'content'\n"
    files = {
        "website/hugo.toml": mounts,
        "website/content/start.md": "[a](/docs/guide/) [b](/guide/)\n",
        "docs/guide.md": "# Guide\n\n[a](/start/) [b](../../start/) [c](/docs/start/)\n",
    }
    assert faults(files) == ["docs/guide.md: /docs/start/", "website/content/start.md: /guide/"]


def test_shortcodes_bring_text_and_ids() -> None:
    page = '{{% include "part.md" %}}\n\n{{< note >}}\n## Inner\n{{< /note >}}\n\n[a](#part) [b](#inner) [c](#no)\n'
    files = {
        "hugo.toml": "",
        "content/page.md": page,
        "content/part.md": "## Part\n",
        "layouts/shortcodes/include.html": "{{ .Page.GetPage (.Get 0) | .RenderShortcodes }}",
        "layouts/shortcodes/note.html": "<div class='note'>{{ .Inner }}</div>",
    }
    assert faults(files) == ["content/page.md: #no"]
    assert faults({**files, "layouts/shortcodes/note.html": "<h2 id='{{ .Get 0 }}'>"}) == []
    assert faults({**files, "content/page.md": "{{< of-a-theme >}}\n\n[a](#no)\n"}) == []
    assert faults({**files, "content/page.md": "{{< figure src='x.png' >}}\n\n[a](#no)\n"}) == ["content/page.md: #no"]


def test_fragments_of_a_part_are_those_of_the_pages_that_include_it() -> None:
    files = {
        "hugo.toml": "",
        "content/page.md": '## Install\n\n{{% include "part.md" %}}\n',
        "content/part.md": "[a](#install)\n",
        "content/other.md": "[a](#install)\n",
        "layouts/shortcodes/include.html": "{{ .Page.GetPage (.Get 0) | .RenderShortcodes }}",
    }
    assert faults(files) == ["content/other.md: #install"]


def test_ids_are_those_of_hugo() -> None:
    config = "[markup.goldmark.parser]\nautoDefinitionTermID = true\nattribute.block = true\n"
    page = """\
## With [link](/) and `a_b` -- *c*

## Attributes {.wide}

## Own {#own}

## Own

Some `term.one`
: What it is

A quote
{#quoted}

[a](#with-link-and-a_b--c) [b](#attributes) [c](#own-1) [d](#some-termone) [e](#quoted) [f](#attributes-wide)
"""
    assert faults({"hugo.toml": config, "content/page.md": page}) == ["content/page.md: #attributes-wide"]


@pytest.mark.parametrize(
    ("config", "text", "beside"),
    [
        ("config.toml", "title = 'x'\n", "content/x.md"),
        ("config.yaml", "theme: x\n", "src/x.md"),
        ("config/app.toml", "theme = 'x'\n", "content/x.md"),
    ],
)
def test_other_files_of_these_names_are_no_site(config: str, text: str, beside: str) -> None:
    assert faults({config: text, beside: "", "content/page.md": "[a](../x/)\n"}) == ["content/page.md: ../x/"]


@pytest.mark.parametrize(
    "config", ["docs/hugo.yaml", "docs/config.toml", "docs/config.json", "docs/config/_default/hugo.toml"]
)
def test_sites_are_found_in_subfolders(config: str) -> None:
    text = {"toml": "title = 'x'\nbaseURL = '/'", "yaml": "baseURL: /", "json": '{"baseURL": "/"}'}
    files = {config: text[config.rpartition(".")[2]], "docs/content/page.md": "[a](../x/)\n", "docs/content/x.md": ""}
    assert faults(files) == []
    assert faults(files, site="none") == ["docs/content/page.md: ../x/"]


@pytest.mark.parametrize(("environment", "is_read"), [("production", True), ("staging", False)])
def test_settings_of_production_take_precedence(environment: str, is_read: bool) -> None:
    files = {
        "config/_default/hugo.toml": "baseURL = 'https://localhost/'\nlanguageCode = 'en'\n",
        f"config/{environment}/hugo.toml": "baseURL = 'https://example.org/garden/'\n",
        "content/page.md": "[a](/garden/x/)\n",
        "content/x.md": "",
    }
    assert faults(files) == ([] if is_read else ["content/page.md: /garden/x/"])


@pytest.mark.parametrize(
    ("layout", "works"),
    [
        ("baseof.html", True),
        ("partials/a.html", True),
        ("shortcodes/a.html", False),
        ("_markup/render-link.html", False),
    ],
)
def test_ids_of_layouts_are_on_every_page(layout: str, works: bool) -> None:
    files = {"hugo.toml": "", f"layouts/{layout}": "<main class='a' id=\"start\">{{ .Content }}</main>"}
    files |= {"content/page.md": "[a](/x/#start)\n", "content/x.md": "# X\n"}
    assert faults(files) == ([] if works else ["content/page.md: content/x.md#start"])


def test_settings_name_the_site() -> None:
    files = {"site/content/page.md": "[a](../x/)\n", "site/content/x.md": ""}
    assert faults(files) == ["site/content/page.md: ../x/"]
    assert faults(files, site={"site": "hugo"}) == []


@pytest.mark.parametrize(
    "config", ["= broken", "languages = 1\n[module]\nmounts = 'x'\npermalinks = []\n", "theme = [1]"]
)
def test_hostile_settings_are_no_error(config: str) -> None:
    assert faults({"hugo.toml": config, "content/page.md": "[a](../x/)\n", "content/x.md": ""}) == []


def test_nothing_is_known_of_settings_that_cannot_be_read() -> None:
    assert faults({"hugo.toml": "= broken", "content/page.md": "[a](/gone/)\n"}) == []
    assert faults({"hugo.toml": "", "content/page.md": "[a](/gone/)\n"}) == ["content/page.md: /gone/"]


def test_redirects_of_the_host_are_unknown() -> None:
    redirects = "/was/* /guide/:splat\n/old-home / 301\n"
    files = {**FILES, "hugo.toml": "", "static/_redirects": redirects}
    page = "[a](/was/x/) [b](/old-home) [c](/new)\n"
    assert faults({**files, "content/guide/page.md": page}) == ["content/guide/page.md: /new"]
