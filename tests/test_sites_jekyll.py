"""Documentation that Jekyll builds, also on GitHub Pages.

What works and what does not was compared with the sites that Jekyll 4.3 builds of the same pages, with the plug-ins
that GitHub Pages enables.
"""

import pytest
from site_faults import faults

from doclint.repository.in_memory import Memory
from doclint.sites.finder import Sites

MATTER = "---\ntitle: x\n---\n"
CONFIG = """\
baseurl: /base
plugins: [jekyll-redirect-from]
collections:
  notes: {output: true}
  terms: {output: true, permalink: "/t/:title/"}
defaults:
- scope: {path: fancy}
  values: {permalink: "/nice/:basename/"}
exclude: [secret]
"""
FILES = {
    "_config.yml": CONFIG,
    "index.md": MATTER,
    "guide/one.md": f"{MATTER}## Part two\n",
    "_layouts/default.html": "<main id='main'>{{ content }}</main>",
    "guide/two.md": "---\npermalink: /zwei/\n---\n# Two\n",
    "guide/three.md": "---\nredirect_from: [/old/page, /older.html]\n---\n",
    "guide/sub/index.md": MATTER,
    "_posts/2020-02-03-hello-World.md": MATTER,
    "_posts/2020-02-04-cats.md": "---\ncategories: A b\n---\n",
    "blog/_posts/2021-01-02-nested.md": MATTER,
    "_notes/x/note.md": MATTER,
    "_terms/term.md": MATTER,
    "fancy/page.md": MATTER,
    "assets/style.scss": "---\n---\n",
}


@pytest.mark.parametrize(
    "link",
    [
        "[a](one.html)",
        "[a](one)",
        "[a](one.md)",
        "[a](one.md#part-two)",
        "[a](one.html#part-two)",
        "[a](two.md)",
        "[a](../zwei/)",
        "[a](/base/zwei/)",
        "[a](/base/guide/one.html)",
        "[a](/zwei)",
        "[a](sub/)",
        "[a](/base/old/page)",
        "[a](/base/older.html)",
        "[a](/base/2020/02/03/hello-World.html)",
        "[a](/base/a/b/2020/02/04/cats.html)",
        "[a](/base/blog/2021/01/02/nested.html)",
        "[a](/base/notes/x/note.html)",
        "[a](/base/t/term/)",
        "[a](/base/nice/page/)",
        "[a](/base/assets/style.css)",
        "[a](/base/)",
        "[a](/base/feed.xml)",
        "[a](/another-project/)",
        "<a href='one.html'>a</a>",
        "[a]({% link guide/gone.md %})",
        "[a][b]\n\n[b]: {{ site.baseurl }}{% link guide/gone.md %}",
        "[a](#fn:1)",
        "[a](one.md#main)",
    ],
)
def test_links_that_work(link: str) -> None:
    assert faults({**FILES, "guide/page.md": f"{MATTER}# Start\n\n{link}\n"}) == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("[a](gone.md)", "gone.md"),
        ("[a](gone)", "gone"),
        ("[a](two.html)", "two.html"),
        ("[a](/base/gone.html)", "/base/gone.html"),
        ("[a](/base/fancy/page.html)", "/base/fancy/page.html"),
        ("[a](/base/2020/02/04/cats.html)", "/base/2020/02/04/cats.html"),
        ("[a](one.html#part-three)", "guide/one.md#part-three"),
        ("<img src='gone.png'>", "gone.png"),
        ("[a][b]", "b"),
    ],
)
def test_links_that_do_not_work(link: str, fault: str) -> None:
    assert faults({**FILES, "guide/page.md": f"{MATTER}# Start\n\n{link}\n"}) == [f"guide/page.md: {fault}"]


def test_links_start_at_the_url_of_the_page() -> None:
    config = "permalink: pretty\n"
    page = f"{MATTER}[a](../two/) [b](two/) [c](two.md)\n"
    files = {"_config.yml": config, "one.md": page, "two.md": MATTER, "index.md": f"{MATTER}[a](two/) [b](../two/)\n"}
    assert faults(files) == ["one.md: two/"]
    own = "---\npermalink: /far/away/\n---\n[a](../../two/) [b](../two/)\n"
    assert faults({**files, "one.md": own}) == ["one.md: ../two/"]


def test_pages_that_jekyll_does_not_process_are_read_on_the_host() -> None:
    page = "[a](other) [b](other.md)\n"
    files = {"_config.yml": "title: x\n", "other.md": MATTER, "page.md": page, "README.md": page, "_x/page.md": page}
    on_host = ["README.md: other", "_x/page.md: other", "_x/page.md: other.md"]
    assert faults(files) == on_host
    files["Gemfile"] = "gem 'jekyll'\n"
    assert faults(files) == [*on_host, "page.md: other"]
    assert faults({**files, "_config.yml": "plugins: [jekyll-optional-front-matter]\n"}) == on_host
    assert faults({**files, "_config.yml": "exclude: [page.md]\n"}) == [*on_host, "page.md: other"]


def test_ids_are_those_of_kramdown() -> None:
    headings = "# 1. A `x--y` -- b_c\n\n## Own {#own}\n\n## Next\n{: #after .wide}\n\n# Same\n\n# Same\n\n"
    links = "[a](#1-a-x--y--b_c) [b](#own) [c](#after) [d](#same-1) [e](#next) [f](#same-2)\n"
    files = {"_config.yml": "title: x\n", "page.md": f"{MATTER}{headings}{links}"}
    assert faults(files) == ["page.md: #next", "page.md: #same-2"]
    assert faults({**files, "_config.yml": "kramdown: {auto_ids: false}\n"}) == [
        "page.md: #1-a-x--y--b_c",
        "page.md: #same-1",
        "page.md: #next",
        "page.md: #same-2",
    ]
    page = f"{MATTER}# 1. Use *it*\n\n[a](#use-it) [b](#1-use-it)\n"
    assert faults({"_config.yml": "kramdown: {input: kramdown}\n", "page.md": page}) == ["page.md: #1-use-it"]
    assert faults({"_config.yml": "markdown: CommonMark\n", "page.md": page}) == []


def test_a_closing_tag_ends_html() -> None:
    """The syntax of kramdown, "HTML Blocks": a block ends with its closing tag."""
    page = f"{MATTER}# A\n\n<div>\n\n</div>\n## Use `it`\n\n[a](#use-it) [b](#gone)\n"
    assert faults({"_config.yml": "title: x\n", "page.md": page}) == ["page.md: #gone"]
    assert faults({"page.md": page}, site="none") == ["page.md: #use-it", "page.md: #gone"]


def test_line_break_begins_no_html_block() -> None:
    """Kramdown 2.4, `HTML_SPAN_ELEMENTS`: the fence behind a line break begins code."""
    links = "[a](#if) [b](#when) [c](#gone)\n\n"
    page = f"{MATTER}{links}<br>\n```lisp\n(pick)\n```\n<br>\n## `(if)`\n<a id='when'></a>\n\nText.\n"
    assert faults({"_config.yml": "title: x\n", "page.md": page}) == ["page.md: #gone"]
    assert faults({"page.md": page}, site="none") == ["page.md: #if", "page.md: #gone"]


def test_liquid_includes_text() -> None:
    page = (
        f"{MATTER}{{% include part.md %}}\n\n{{% include_relative near.md %}}\n\n[a](#part) [b](#near) [c](#no) [d][]\n"
    )
    files = {"_config.yml": "title: x\n", "docs/page.md": page, "_includes/part.md": "# Part\n\n[d]: x\n"}
    files["docs/near.md"] = "# Near\n"
    assert faults(files) == ["docs/page.md: #no"]
    assert faults({**files, "_includes/part.md": "# {{ include.title }}\n\n[d]: x\n"}) == []
    assert faults({**files, "docs/page.md": f"{MATTER}{{% include of-theme.html %}}\n[a](#no)\n"}) == []
    loop = f"{MATTER}{{% for x in site.data.y %}}\n## {{{{ x.name }}}}\n{{% endfor %}}\n[a](#no)\n"
    assert faults({**files, "docs/page.md": loop}) == []
    shown = f"{MATTER}{{% raw %}}{{% include of-theme.html %}}{{% endraw %}}\n[a](#no)\n"
    assert faults({**files, "docs/page.md": shown}) == ["docs/page.md: #no"]


def test_links_in_includes_start_where_they_are_included() -> None:
    include = "[a](guide/gone.html)\n"
    assert faults({**FILES, "_includes/part.md": f"{MATTER}{include}"}) == []


def test_plug_ins_of_the_site_may_make_pages() -> None:
    page = f"{MATTER}[a](made.html)\n"
    files = {"_config.yml": "title: x\n", "page.md": page, "_plugins/tag.rb": "class Tag < Liquid::Tag\nend\n"}
    assert faults(files) == ["page.md: made.html"]
    assert faults({**files, "_plugins/make.rb": "class Make < Jekyll::Generator\nend\n"}) == []


@pytest.mark.parametrize("folder", ["", "docs/"])
def test_sites_are_found_in_any_folder(folder: str) -> None:
    files = {f"{folder}page.md": f"{MATTER}[a](other) [b](/other.html)\n", f"{folder}other.md": MATTER}
    assert faults(files, site="none") == [f"{folder}page.md: other", f"{folder}page.md: /other.html"]
    assert faults({**files, f"{folder}_config.yml": "title: x\n"}) == []
    assert faults({**files, "_config.yml": "source: docs\n"} if folder else files, site={"": "jekyll"}) == []
    assert len(faults({**files, f"{folder}_config.yml": ""}, site="none")) == 2


@pytest.mark.parametrize(
    "others", [{"_toc.yml": ""}, {"_config.yml": "launch_buttons: {}\n"}, {"_config.yml": "skip_render: x\n"}]
)
def test_other_tools_have_a_file_of_that_name(others: dict[str, str]) -> None:
    files = {"_config.yml": "title: x\n", "page.md": MATTER}
    assert Sites().of("page.md", Memory(files)).id == "jekyll"
    assert Sites().of("page.md", Memory({**files, **others})).id != "jekyll"


@pytest.mark.parametrize(
    "config", ["[", "- x\n", "!!bool x\n", "collections: [1, x]\ndefaults: x\npermalink: {}\nplugins: 1\nkramdown: 2\n"]
)
def test_hostile_settings_are_no_error(config: str) -> None:
    files = {"_config.yml": config, "page.md": f"{MATTER}[a](other.html)\n", "other.md": MATTER}
    assert faults(files) == []
