"""Documentation that MkDocs builds.

The addresses and the ids were compared with what MkDocs 1.6, Material 9 and Python-Markdown 3 write for such pages.
"""

import pytest
from site_faults import faults

from doclint.repository.in_memory import Memory
from doclint.sites.mkdocs import MkDocs
from doclint.sites.support.mkdocs_project import settings

CONFIG = """\
site_url: https://example.org/base/
theme:
  name: material
  custom_dir: over
plugins:
  - search
  - redirects:
      redirect_maps: {old.md: sub/one.md, gone.md: https://example.org}
markdown_extensions:
  - attr_list
  - pymdownx.snippets: {base_path: [includes]}
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
"""
ONE = """\
# One

## Détails: `x_y` & C++

## Icon :smile: here

## Own {#mine .c}

A paragraph.
{: #para }

[](){#empty}

!!! note
    ## Inside note

    <a id="inside-html"></a>

=== "Tab One"

    ### Inside tab

#NoSpace

## Part

## Part

--8<-- "part.md"
"""
FILES = {
    "mkdocs.yml": CONFIG,
    "docs/sub/one.md": ONE,
    "docs/sub/README.md": "# Sub\n",
    "docs/two.md": "# Two\n",
    "docs/img/p.png": "",
    "over/assets/x.png": "",
    "includes/part.md": "## From a snippet\n",
    "README.md": "# Read\n",
}


@pytest.mark.parametrize(
    "link",
    [
        "[a](sub/one.md)",
        "[a](sub/one.md/#part)",
        "[a](sub/)",
        "[a](sub/one)",
        "[a](sub/one/#part)",
        "[a](sub/index.html)",
        "[a](old/)",
        "[a](old.md)",
        "[a](gone/)",
        "[a](/base/sub/one/)",
        "[a](/elsewhere/)",
        "[a](../api/)",
        "[a](api/index.html)",
        "[a](../README.md)",
        "![a](img/p.png)",
        "<img src='img/p.png'>",
        "<img src='assets/x.png'>",
        "<a href='sub/one/#mine'>a</a>",
        "[a](sub/one.md#details-x_y-c)",
        "[a](sub/one.md#icon-here)",
        "[a](sub/one.md#mine)",
        "[a](sub/one.md#para)",
        "[a](sub/one.md#empty)",
        "[a](sub/one.md#inside-note)",
        "[a](sub/one.md#inside-html)",
        "[a](sub/one.md#inside-tab)",
        "[a](sub/one.md#nospace)",
        "[a](sub/one.md#part_1)",
        "[a](sub/one.md#from-a-snippet)",
        "[a](sub/one.md#fn:note)",
        "[a](sub/one.md#__tabbed_1_1)",
    ],
)
def test_links_that_work(link: str) -> None:
    assert faults({**FILES, "docs/index.md": f"# Start\n\n{link}\n"}) == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("[a](missing.md)", "missing.md"),
        ("[a](sub/three)", "sub/three"),
        ("[a](sub/one.html)", "sub/one.html"),
        ("![a](img/q.png)", "img/q.png"),
        ("<img src='img/q.png'>", "img/q.png"),
        ("[a](sub/one.md#part_9)", "docs/sub/one.md#part_9"),
        ("[a](sub/one/#parts)", "docs/sub/one.md#parts"),
        ("[the guide][guide]", "guide"),
    ],
)
def test_links_that_do_not_work(link: str, fault: str) -> None:
    assert faults({**FILES, "docs/index.md": f"# Start\n\n{link}\n"}) == [f"docs/index.md: {fault}"]


def test_addresses_count_from_the_url_of_a_page() -> None:
    links = "<img src='../../img/p.png'> ![a](../../img/p.png) <a href='../one/'>a</a> [b](../../two/) [c](one)\n"
    assert faults({**FILES, "docs/sub/two.md": links}) == ["docs/sub/two.md: one"]


def test_urls_that_name_files() -> None:
    config = "use_directory_urls: false\n"
    links = "[a](one.html) [b](one.html#part) [c](one) [d](../img/p.png) <a href='../two.html'>x</a>\n"
    assert faults({**FILES, "mkdocs.yml": config, "docs/sub/two.md": links}) == ["docs/sub/two.md: one"]


@pytest.mark.parametrize("setting", ["relative_to_docs", "warn"])
def test_links_from_the_root_are_known_if_they_count_from_the_folder_of_pages(setting: str) -> None:
    config = f"validation:\n  links:\n    absolute_links: {setting}\n"
    found = faults({**FILES, "mkdocs.yml": config, "docs/index.md": "[a](/sub/one.md) [b](/none.md)\n"})
    assert found == (["docs/index.md: /none.md"] if setting == "relative_to_docs" else [])


@pytest.mark.parametrize(
    ("slugify", "id_"),
    [
        ("!!python/name:markdown.extensions.toc.slugify_unicode", "中文"),
        ("!!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower, percent_encode: true}}", "%25E4%25B8%25AD"),
        ("!!python/name:my_slugs.slugify", "anything"),
    ],
)
def test_slugs_that_are_configured(slugify: str, id_: str) -> None:
    config = f"markdown_extensions:\n  - toc:\n      slugify: {slugify}\n"
    files = {"mkdocs.yml": config, "docs/a.md": "# 中文\n\n## 中\n", "docs/index.md": f"[a](a.md#{id_})\n"}
    assert faults(files) == []


@pytest.mark.parametrize(
    "plugins", ["[gen-files]", "[mine]", "[search, {monorepo: {}}]\nnav: [{Other: '!include other/mkdocs.yml'}]"]
)
def test_pages_that_a_plugin_may_make_are_unknown(plugins: str) -> None:
    files = {**FILES, "mkdocs.yml": f"plugins: {plugins}\n", "docs/index.md": "[a](reference/a.md) ![b](b.png)\n"}
    assert faults(files) == []


@pytest.mark.parametrize(
    ("hook", "found"),
    [
        ("def on_files(files, config):\n    pass\n", ["docs/index.md: docs/two.md#c"]),
        ("def on_page_markdown(markdown, **kwargs):\n    pass\n", ["docs/index.md: b.md"]),
        ("def on_post_build(config):\n    pass\n", ["docs/index.md: b.md", "docs/index.md: docs/two.md#c"]),
        (None, []),
    ],
)
def test_hooks_make_unknown_what_they_may_change(hook: str | None, found: list[str]) -> None:
    files = {**FILES, "mkdocs.yml": "hooks: [hooks.py]\n", "docs/index.md": "[a](b.md) [b](two.md#c)\n"}
    assert sorted(faults(files | ({"hooks.py": hook} if hook else {}))) == sorted(found)


def test_posts_of_a_blog_are_made_but_other_pages_are_not() -> None:
    files = {
        **FILES,
        "mkdocs.yml": "plugins: [material/blog]\n",
        "docs/index.md": "[a](blog/archive/2024.md) [b](c.md)\n",
    }
    assert faults(files) == ["docs/index.md: c.md"]


def test_references_to_objects_are_known_to_mkdocstrings() -> None:
    files = {
        **FILES,
        "mkdocs.yml": "plugins: [mkdocstrings]\n",
        "docs/api.md": "# API\n\n::: package.module\n",
        "docs/index.md": "[`f`][package.module.f] [`g`][] [h](api.md#package.module.h) [i](two.md#package.module.i)\n",
    }
    assert faults(files) == ["docs/index.md: docs/two.md#package.module.i"]


def test_text_of_macros_has_unknown_ids() -> None:
    files = {**FILES, "mkdocs.yml": "plugins: [macros]\n", "docs/m.md": "{{ table() }}\n", "docs/n.md": "# N\n"}
    assert faults({**files, "docs/index.md": "[a](m.md#x) [b](n.md#x)\n"}) == ["docs/index.md: docs/n.md#x"]


def test_included_files_bring_ids() -> None:
    config = """\
plugins: [include-markdown]
markdown_extensions:
  - pymdownx.snippets:
      base_path: !relative $config_dir
"""
    index = (
        '# Start\n\n{% include-markdown "../README.md" %}\n\n--8<--\nincludes/part.md:1:2\n--8<--\n\n'
        "[a](#read) [b](#from-a-snippet) [c](#none)\n"
    )
    assert faults({**FILES, "mkdocs.yml": config, "docs/index.md": index}) == ["docs/index.md: #none"]


def test_links_in_included_files_count_from_the_page_that_includes_them() -> None:
    part = "[a](two.md) [b](#start) [c](none.md)\n"
    files = {**FILES, "docs/parts/part.md": part, "docs/index.md": '# Start\n\n--8<-- "docs/parts/part.md"\n'}
    assert faults({**files, "mkdocs.yml": ""}) == ["docs/parts/part.md: none.md"]


def test_pages_that_the_site_includes_are_part_of_it() -> None:
    log = "# Log\n\n[a](two.md) [b](docs/two.md) [c][docs.two.f] [d](none.md)\n"
    files = {
        **FILES,
        "mkdocs.yml": "plugins: [autorefs]\nmarkdown_extensions: [pymdownx.snippets]\n",
        "CHANGELOG.md": log,
    }
    found = ["CHANGELOG.md: docs.two.f", "CHANGELOG.md: none.md", "CHANGELOG.md: two.md"]
    assert sorted(faults(files)) == found
    assert faults({**files, "docs/log.md": "--8<-- 'CHANGELOG.md'\n"}) == ["CHANGELOG.md: none.md"]


def test_definitions_of_snippets_that_are_appended_to_each_page() -> None:
    config = "markdown_extensions:\n  - pymdownx.snippets: {base_path: includes, auto_append: [refs.md]}\n"
    refs = {"includes/refs.md": "--8<--\nlinks.md\n--8<--\n", "includes/links.md": "[term]: https://example.org\n"}
    files = {**FILES, **refs, "mkdocs.yml": config, "docs/index.md": "[a][term] [b][other]\n"}
    assert faults(files) == ["docs/index.md: other"]


def test_folders_of_snippets_are_part_of_the_site() -> None:
    part = "[a](two.md) [b](../README.md) [c](#start)\n"
    assert faults({**FILES, "includes/part.md": part, "docs/two.md": "# Start\n\n--8<-- 'part.md'\n"}) == []
    assert faults({**FILES, "includes/part.md": "[a](gone.md)\n"}) == ["includes/part.md: gone.md"]


@pytest.mark.parametrize("missing", ["--8<-- 'none.md'", "--8<-- 'https://example.org/a.md'"])
def test_pages_that_include_what_is_not_there_have_unknown_ids(missing: str) -> None:
    assert faults({**FILES, "docs/index.md": f"# Start\n\n{missing}\n\n[a](#x)\n"}) == []


def test_translations_fall_back_to_the_default_language() -> None:
    config = "plugins:\n  - i18n:\n      languages: [{locale: en, default: true}, {locale: fr}]\n"
    files = {
        "mkdocs.yml": config,
        "docs/a.md": "# A\n\n[b](b.md) [c](c.md) ![p](p.png)\n",
        "docs/a.fr.md": "# A\n\n[b](b.md#titre) [c](c.md) <a href='../b/'>b</a>\n",
        "docs/b.en.md": "# B\n",
        "docs/b.fr.md": "# Titre\n",
        "docs/p.en.png": "",
    }
    assert faults(files) == ["docs/a.fr.md: c.md", "docs/a.md: c.md"]


def test_translations_in_folders_fall_back_too() -> None:
    config = "plugins:\n  - i18n: {docs_structure: folder, languages: [{locale: fr}, {locale: en, default: true}]}\n"
    files = {
        "mkdocs.yml": config,
        "docs/en/a.md": "# A\n",
        "docs/en/img/p.png": "",
        "docs/fr/b.md": "[a](a.md) [c](c.md) ![p](img/p.png) <img src='../img/p.png'>\n",
    }
    assert faults(files) == ["docs/fr/b.md: c.md"]


@pytest.mark.parametrize(
    ("config", "text"),
    [
        ("mkdocs.yaml", "docs_dir: pages\n"),
        ("properdocs.yml", "docs_dir: !ENV [DOCS, pages]\n"),
        ("zensical.toml", '[project]\ndocs_dir = "pages"\n'),
        ("mkdocs.yml", "INHERIT: config/base.yml\n"),
    ],
)
def test_folder_of_pages(config: str, text: str) -> None:
    files = {config: text, "config/base.yml": "docs_dir: pages\n", "pages/a.md": "", "docs/a.md": "", "docs/b.md": ""}
    assert faults({**files, "pages/b.md": "[a](../a/)\n", "docs/c.md": "[a](../a/)\n"}) == ["docs/c.md: ../a/"]


def test_configurations_of_other_folders_count_too() -> None:
    files = {"mkdocs.yml": "docs_dir: a\n", "mkdocs.public.yml": "docs_dir: b\n", "a/x.md": "", "b/x.md": ""}
    pages = {"a/y.md": "[x](../x/)\n", "b/z.md": "[x](../x/)\n", "d/v.md": "[x](../x/)\n"}
    assert faults({**files, **pages}) == ["d/v.md: ../x/"]
    hidden = {".ci/site/mkdocs.yml": "docs_dir: ../../a\n", "a/x.md": ""}
    assert faults({**hidden, **pages}) == ["b/z.md: ../x/", "d/v.md: ../x/"]
    assert faults({**hidden, "README.md": "[x](/a/x.md)\n"}) == []


REFERENCES = "plugins: [mkdocstrings]\n"


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"mkdocs-online.yml": REFERENCES}, []),
        ({"mkdocs.yml": "site_name: A\n", "mkdocs-online.yml": REFERENCES}, ["docs/a.md: my.name"]),
        ({"mkdocs-common.yml": "site_name: A\n", "mkdocs-online.yml": f"INHERIT: mkdocs-common.yml\n{REFERENCES}"}, []),
        ({"mkdocs_data.yml": "name: A\n"}, ["docs/a.md: my.name"]),
    ],
)
def test_configurations_under_other_names(files: dict[str, str], found: list[str]) -> None:
    """The guide of MkDocs, "Configuration": `-f` names any file, and `INHERIT` another one."""
    assert faults({**files, "docs/a.md": "See [that][my.name].\n"}) == found


def test_a_site_for_each_language() -> None:
    """A script builds the pages of each language with the configuration of the first one."""
    links = (
        '<img src="/img/x.png"> [b](b.md) [b](../b/) [c](c.md) [d](d.md) ![y](/img/y.png) <img src="../img/x.png">\n'
    )
    files = {
        "docs/en/mkdocs.yml": "validation: {links: {absolute_links: relative_to_docs}}\n",
        "docs/en/docs/img/x.png": "",
        "docs/en/docs/b.md": "# B\n",
        "docs/pt-br/docs/a.md": links,
        "docs/pt-br/docs/c.md": "# C\n",
        "docs/other/docs/a.md": "[b](/img/x.png)\n",
        "docs/fr/mkdocs.yml": "INHERIT: ../en/mkdocs.yml\n",
        "docs/fr/docs/a.md": '[b](b.md) <img src="/img/x.png"> [c](c.md)\n',
    }
    assert faults(files) == [
        "docs/fr/docs/a.md: c.md",
        "docs/other/docs/a.md: /img/x.png",
        "docs/pt-br/docs/a.md: d.md",
        "docs/pt-br/docs/a.md: /img/y.png",
    ]


@pytest.mark.parametrize(
    "config",
    [
        "a: &a [*a]\nb: {<<: *a}\n",
        "plugins: 1\nmarkdown_extensions: [1, {2: 3}]\nnav: &n [*n]\nhooks: {}\ntheme: [1]\nvalidation: 1\n",
        "plugins: {redirects: {redirect_maps: [1]}, i18n: {languages: [1, {locale: 2}]}, blog: 1}\n",
        "site_url: 'http://[x'\ndocs_dir: ../../..\n",
        "? [a, {b: c}]\n: !x y\n",
        "[" * 3000,
        "\0",
    ],
)
def test_configurations_that_nobody_can_read_are_no_errors(config: str) -> None:
    files = {"mkdocs.yml": config, "docs/a.md": "# A\n", "docs/index.md": "[a](a.md) [b][c]\n\n--8<-- 'x'\n"}
    assert faults(files) == ["docs/index.md: c"] or faults(files) == []


def test_merge_keys_do_not_grow() -> None:
    lines = ["a0: &a0 {k0: v}", *(f"a{n}: &a{n} {{<<: *a{n - 1}, k{n}: v}}" for n in range(1, 60))]
    assert settings(Memory({"mkdocs.yml": "\n".join(lines)}), "mkdocs.yml") == {}


def test_files_that_inherit_from_each_other() -> None:
    files = {"mkdocs.yml": "INHERIT: b.yml\na: &a {x: *a}\n", "b.yml": "INHERIT: mkdocs.yml\na: &a {x: *a}\n"}
    assert MkDocs(Memory(files), "", "mkdocs.yml").content == ("docs",)
