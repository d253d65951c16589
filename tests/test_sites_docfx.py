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


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"build": 1}', '{"build": {"content": [1, {"src": 2}]}}', "[" * 99999]
)
def test_broken_configurations_are_no_error(text: str) -> None:
    assert faults({"docfx.json": text, "a.md": "[a](gone.md)\n"}) == ["a.md: gone.md"]
