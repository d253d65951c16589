"""Which places of a page are about old versions."""

import pytest
from doclint_rules._history import is_about_history

from doclint import Page
from doclint.markdown.source import Source
from doclint.repository.in_memory import Memory


def page(path: str, text: str, *others: str) -> Page:
    return Page(path, Source.from_text(text), repository=Memory({path: text} | dict.fromkeys(others, "")))


@pytest.mark.parametrize(
    "path",
    [
        "CHANGELOG.md",
        "docs/migration.mdx",
        "docs/upgrade-guide.md",
        "docs/v1-to-v2.md",
        "website/versioned_docs/version-27.0/api.md",
        "site/reference_versioned_docs/version-2/api.md",
        "website/blog/2020-03-04-basket.md",
        "docs/release-notes/index.md",
    ],
)
def test_paths_of_old_pages(path: str) -> None:
    assert is_about_history(page(path, "# Basket\n"), 5)


@pytest.mark.parametrize("path", ["README.md", "docs/chat-history.md", "docs/listen-to-changes.md", "docs/v2/api.md"])
def test_paths_of_other_pages(path: str) -> None:
    assert not is_about_history(page(path, "# Basket\n"), 5)


def test_folder_of_an_older_version() -> None:
    beside = "docs/v10/api.md"
    assert is_about_history(page("docs/v9/api.md", "# Basket\n", beside), 5)
    assert not is_about_history(page(beside, "# Basket\n", "docs/v9/api.md"), 5)


def test_headings_above() -> None:
    text = "# Basket\n\n## Upgrading from 1.x\n\n### Names\n\nold\n\n## Before you begin\n\nnew\n"
    assert is_about_history(page("docs/a.md", text), text.index("old"))
    assert not is_about_history(page("docs/a.md", text), text.index("new"))


def test_title_in_front_matter() -> None:
    text = '---\ntitle: "Release notes"\n---\n\n## Basket\n\nText.\n'
    assert is_about_history(page("docs/a.md", text), text.index("Text"))
