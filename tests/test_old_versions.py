"""Where a page speaks of old versions or of plans, its examples are not compared with the sources."""

import pytest

from doclint import lint_text

FILES = {"package.json": '{"name": "orchard", "exports": "./index.js"}', "index.js": "export const tree = 1\n"}
EXAMPLE = "```js\nimport { bush } from 'orchard'\n```\n"


def lines(path: str, text: str, *others: str) -> list[int]:
    """Return the lines of the examples that are compared."""
    files = {path: text, **FILES, **dict.fromkeys(others, "")}
    report = lint_text(text, path=path, sources=files, rules=["missing-export"])
    return [finding.start.line for finding in report.findings]


@pytest.mark.parametrize(
    "path",
    [
        "CHANGELOG.md",
        "docs/migration.mdx",
        "docs/upgrade-guide.md",
        "docs/v1-to-v2.md",
        "docs/rfcs/0001-bushes.md",
        "website/versioned_docs/version-27.0/api.md",
        "site/reference_versioned_docs/version-2/api.md",
        "website/blog/2020-03-04-basket.md",
        "docs/release-notes/index.md",
        "docs/ideas/tags.md",
        "dev/tags-sketch.md",
        "dev/v3-notes/tags.md",
    ],
)
def test_paths_of_old_pages(path: str) -> None:
    assert lines(path, EXAMPLE) == []


@pytest.mark.parametrize("path", ["README.md", "docs/chat-history.md", "docs/listen-to-changes.md", "docs/v2/api.md"])
def test_paths_of_other_pages(path: str) -> None:
    assert lines(path, EXAMPLE) == [2]


def test_folder_of_an_older_version() -> None:
    assert lines("docs/v9/api.md", EXAMPLE, "docs/v10/api.md") == []
    assert lines("docs/v10/api.md", EXAMPLE, "docs/v9/api.md") == [2]


def test_snapshot_beside_the_pages_now() -> None:
    now = ("docs/servers/api.md", "docs/tools/api.md")
    assert lines("docs/v3/servers/api.md", EXAMPLE, *now, "docs/v3/tools/api.md") == []
    assert lines("docs/v3/servers/api.md", EXAMPLE, *now) == [2]


def test_headings_above() -> None:
    text = f"# Orchard\n\n## Upgrading from 1.x\n\n### Names\n\n{EXAMPLE}\n## Before you begin\n\n{EXAMPLE}"
    assert lines("docs/a.md", text) == [14]


def test_title_in_front_matter() -> None:
    assert lines("docs/a.md", f'---\ntitle: "Release notes"\n---\n\n## Orchard\n\n{EXAMPLE}') == []
