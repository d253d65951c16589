"""Documentation that Sphinx builds from Markdown.

What works and what does not was compared with the warnings of Sphinx 8 and MyST-Parser 4 on the same pages.
"""

import pytest
from site_faults import faults

from doclint.sites.sphinx import docutils_id

CONF = "extensions = ['myst_parser']\n"
FILES = {
    "docs/conf.py": CONF,
    "docs/sub/one.md": "# One\n\n## Part two\n\n(far-label)=\n### Deep\n\n$$ a $$ (eq)\n\n[words]{#inline}\n",
    "docs/two.rst": "Two\n===\n\n.. _rst-label:\n",
    "docs/sub/data.csv": "",
    "docs/_static/logo.png": "",
    "README.md": "# Read\n",
}


@pytest.mark.parametrize(
    "link",
    [
        "[a](sub/one.md)",
        "[a](sub/one)",
        "[a](/sub/one.md)",
        "[a](sub/one.md#part-two)",
        "[a](sub/one.md#far-label)",
        "[a](#far-label)",
        "[a](#rst-label)",
        "[a](#eq)",
        "[a](#inline)",
        "[a](far-label)",
        "[a](module.function)",
        "[a](two.rst)",
        "[a](sub/data.csv)",
        "[a](../README.md)",
        "[a](genindex.html)",
        "[a](project:sub/one.md)",
        "<a href='sub/one.html'>a</a>",
        "![a](/_static/logo.png)",
        "<img src='_static/logo.png'>",
    ],
)
def test_links_that_work(link: str) -> None:
    assert faults({**FILES, "docs/index.md": f"# Start\n\n{link}\n"}) == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("[a](missing.md)", "missing.md"),
        ("[a](two.md)", "two.md"),
        ("[a](sub/gone.html)", "sub/gone.html"),
        ("![a](gone.png)", "gone.png"),
        ("[a](sub/one.md#part-three)", "docs/sub/one.md#part-three"),
        ("[a](#no-label)", "#no-label"),
    ],
)
def test_links_that_do_not_work(link: str, fault: str) -> None:
    assert faults({**FILES, "docs/index.md": f"# Start\n\n{link}\n"}) == [f"docs/index.md: {fault}"]


def test_labels_of_other_projects_are_unknown() -> None:
    conf = "extensions = ['myst_parser', 'sphinx.ext.intersphinx']\n"
    files = {**FILES, "docs/conf.py": conf, "docs/index.md": "# Start\n\n[a](#no-label) [b](sub/one.md#no-label)\n"}
    assert faults(files) == ["docs/index.md: docs/sub/one.md#no-label"]


def test_pages_that_document_objects_have_unknown_ids() -> None:
    api = "# API\n\n```{automodule} package.module\n```\n"
    assert faults({**FILES, "docs/api.md": api, "docs/index.md": "[a](api.md#package.module.f)\n"}) == []


def test_pages_that_the_site_includes_are_part_of_it() -> None:
    index = "# Start\n\n```{include} ../CHANGELOG.md\n```\n\n[a](#version-1)\n"
    files = {**FILES, "docs/index.md": index, "CHANGELOG.md": "# Version 1\n\n[a](far-label) [b](gone.md)\n"}
    assert faults(files) == ["CHANGELOG.md: gone.md"]


def test_redirects_are_pages_in_html() -> None:
    conf = f"{CONF}rediraffe_redirects = {{'old.md': 'sub/one.md'}}\n"
    assert faults({**FILES, "docs/conf.py": conf, "docs/index.md": "<a href='old.html'>a</a>\n"}) == []


def test_other_files_of_that_name_are_no_site() -> None:
    files = {**FILES, "docs/conf.py": "extensions = ['sphinx.ext.autodoc']\n", "docs/index.md": "[a](far-label)\n"}
    assert faults(files) == ["docs/index.md: far-label"]


def test_an_extension_may_read_markdown() -> None:
    index = "Start\n=====\n\n.. toctree::\n\n   sub/one\n   two\n"
    files = {**FILES, "docs/conf.py": "extensions = ['ours']\n", "docs/index.rst": index}
    assert faults({**files, "docs/sub/page.md": "[a](one.html) [b](gone.html)\n"}) == ["docs/sub/page.md: gone.html"]


def test_settings_say_otherwise() -> None:
    files = {"docs/index.md": "[a](label)\n\n(label)=\n# Start\n"}
    assert faults(files) == ["docs/index.md: label"]
    assert faults(files, site="sphinx") == []
    assert faults({**files, "docs/conf.py": CONF}, site={"docs": "none"}) == ["docs/index.md: label"]


def test_ids_are_those_of_docutils() -> None:
    nodes = pytest.importorskip("docutils.nodes", reason="compares with Docutils")
    for text in ("Détails: `x_y` & C++", "2.1 Use", "Ærø", "  A -- b  ", "Größe", "42", "ﬁne", "a.b:c"):
        assert docutils_id(text) == nodes.make_id(text)
