"""Documentation sets of docfx and Microsoft Learn."""

import json

import pytest
from site_faults import faults

DOCFX = {
    "metadata": [{"src": ["src/*.csproj"], "dest": "api"}],
    "build": {"content": [{"files": "**/*.md", "src": "articles", "dest": "docs"}]},
}
FILES = {
    "set/docfx.json": json.dumps(DOCFX),
    "set/intro.md": "# Intro\n\n## Set up\n\n[!INCLUDE [note](includes/note.md)]\n",
    "set/includes/note.md": "## Noted\n",
    "set/articles/first.md": "# First\n",
    "set/Images/logo.png": "",
}


@pytest.mark.parametrize(
    "link",
    [
        "[a](intro.md#set-up)",
        "[a](intro.md#noted)",
        "[a](~/intro.md)",
        "[a](intro.html)",
        "[a](docs/first.md)",
        "[a](docs/first.html)",
        "[a](api/System.String.html)",
        "[a](/azure/storage)",
        "[a](xref:System.String)",
        "<xref href='System.String'>a</xref>",
        "![a](images/Logo.png)",
        "# [Linux](#tab/linux)",
    ],
)
def test_links_that_work(link: str) -> None:
    assert faults({**FILES, "set/a.md": f"# A\n\n{link}\n"}) == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("[a](gone.md)", "gone.md"),
        ("[a](~/gone.md)", "~/gone.md"),
        ("![a](images/gone.png)", "images/gone.png"),
        ("[a](intro.md#gone)", "set/intro.md#gone"),
    ],
)
def test_links_that_do_not_work(link: str, fault: str) -> None:
    assert faults({**FILES, "set/a.md": f"# A\n\n{link}\n"}) == [f"set/a.md: {fault}"]


def test_pages_that_are_made_of_sources() -> None:
    """If some are in the repository, all of them are."""
    made = [{"dest": "api", "outputFormat": "markdown"}]
    files = {"set/docfx.json": json.dumps({**DOCFX, "metadata": made}), "set/a.md": "# A\n\n[b](api/Shop.Box.md)\n"}
    assert faults(files) == []
    assert faults({**files, "set/api/Shop.Basket.md": "# Basket\n"}) == ["set/a.md: api/Shop.Box.md"]


def test_learn() -> None:
    publishing = {
        "docsets_to_publish": [{"build_source_folder": "docs"}],
        "dependent_repositories": [{"path_to_root": "shared-content"}],
    }
    redirections = {"redirections": [{"source_path": "docs/old.md", "redirect_url": "/learn/new"}]}
    files = {
        ".openpublishing.publish.config.json": json.dumps(publishing),
        ".openpublishing.redirection.json": json.dumps(redirections),
        "docs/a.md": "[old](old.md) [gone](gone.md) [!INCLUDE [x](~/shared-content/x.md)]\n\n[b](#from-there)\n",
    }
    assert faults(files) == ["docs/a.md: gone.md"]


def test_redirections_that_the_configuration_names() -> None:
    """Learn ignores case, and reads the paths of a file from its folder."""
    moved = {"redirections": [{"source_path": "../set/Old-Page.md"}, {"source_path_from_root": "/set/older.md"}]}
    publishing = {
        "docsets_to_publish": [{"build_source_folder": "set"}],
        "redirection_files": ["moved/.openpublishing.redirection.set.json"],
    }
    files = {
        ".openpublishing.publish.config.json": json.dumps(publishing),
        "moved/.openpublishing.redirection.set.json": json.dumps(moved),
        "set/docfx.json": "{}",
        "set/a.md": "[old](old-page.md) [older](older.md) [gone](gone.md)\n",
    }
    assert faults(files) == ["set/a.md: gone.md"]


def test_redirections_that_are_too_large() -> None:
    files = {".openpublishing.redirection.json": " " * 1_000_001 + "{}", "docfx.json": "{}"}
    assert faults({**files, "a.md": "[gone](gone.md)\n"}) == []


def test_headings_without_a_letter() -> None:
    page = "# $^\n\n# $$\n\n[a](#section-1) [b](#section-2)\n"
    assert faults({"docfx.json": "{}", "a.md": page}) == ["a.md: #section-2"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"build": 1}', '{"build": {"content": [1, {"src": 2}]}}', "[" * 99999]
)
def test_broken_configurations_are_no_error(text: str) -> None:
    assert faults({"docfx.json": text, "a.md": "[a](gone.md)\n"}) == ["a.md: gone.md"]
