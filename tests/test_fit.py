"""The kind of a page: all formats are asked, and their order decides nothing."""

from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from doclint.config.project import Project
from doclint.errors.exceptions import FormatError
from doclint.formats.fit import TitleFit, fits
from doclint.formats.loading import builtins, load, parse
from doclint.formats.schema.format import Format
from doclint.markdown.source import Source
from doclint.page.page_source import with_source
from doclint.page.parsed_page import ParsedPage
from doclint.repository.disk import Folder

TESTS = Path(__file__).parent
CORPUS = (TESTS.parents[1] / "shared" / "corpus").resolve()
FORMATS = [*builtins().every(), *(load(path.name, path.parent) for path in sorted((TESTS / "formats").glob("*.toml")))]
OWN = [TESTS / "labelled" / "ferry", TESTS / "pages"]
REAL = {
    "seeds": {"file-docs": 4, "file-kw": 1},
    "click": {"file-docs": 186, "file-kw": 186, "folder-doc": 12, "folder-index": 12, "folder-sub": 12},
    "pybind11": {"file-docs": 60, "file-kw": 60, "folder-doc": 12, "folder-index": 12, "folder-sub": 12},
    "wild/haystack": {"modules": 268},
    "wild/firebase": {"class": 404, "index": 1, "package": 19},
    "wild/hugo-docs": {"command": 44},
    "wild/lazydocs": {"module": 1, "overview": 1},
    "wild/openapi-client": {"api": 15, "model": 374},
    "wild/projen": {"api": 17},
    "wild/typedoc-form": {"class": 11, "function": 41, "interface": 46, "module": 7, "type": 77, "variable": 16},
}
"""How many pages of each kind the trees of the corpus have, if all formats are loaded; the others are of none."""
OTHERS = ("book", "deepwiki-open", "docker-py", "jest", "myst-parser", "uv", "vite")


def described(name: str, **kind: object) -> Format:
    path = "{name}.md" if "{name}" in str(kind) else "{_}.md"
    table = {"name": name, "docs-root": "", "kind": [{"name": f"of-{name}", "path": path, **kind}]}
    return parse(table, name)


def kind_of(path: str, text: str, *formats: Format) -> str:
    """Return the name of the kind, which is the same in any order of the formats; empty without one."""
    pages = [ParsedPage(path, Source(text), order) for order in permutations(formats)]
    kinds = {page.identity.kind.name if page.identity else "" for page in pages}
    assert len(kinds) == 1
    return kinds.pop()


PLAIN = described("plain", title="{name}", section=[{"heading": "Use"}])
WORDY = described("wordy", title="Class {name}", section=[{"heading": "Fields"}])
UNTITLED = described("untitled", section=[{"heading": "Fields"}, {"heading": "Use"}])


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("# Soup\n\n## Use\n", "of-plain"),
        ("# Class Soup\n\n## Use\n", "of-wordy"),
        ("# Soup\n\n## Fields\n\n## Use\n", "of-plain"),
        ("## Fields\n\n## Use\n", "of-untitled"),
        ("# Bread\n", ""),
        ("# Soup\n", ""),
        ("Soup\n", ""),
        ("", ""),
    ],
)
def test_evidence_decides(text: str, kind: str) -> None:
    assert kind_of("Soup.md", text, PLAIN, WORDY, UNTITLED) == kind


def test_nothing_decides_between_two_kinds_that_fit_alike() -> None:
    twin = described("twin", title="{name}", section=[{"heading": "Use"}])
    assert kind_of("Soup.md", "# Soup\n\n## Use\n", PLAIN, twin) == ""
    assert kind_of("Soup.md", "# Class Soup\n", PLAIN, twin, WORDY) == "of-wordy"


def test_the_more_exact_path_decides_last() -> None:
    exact = parse(
        {
            "name": "exact",
            "docs-root": "",
            "kind": [{"name": "start", "path": "index.md", "title": "Start", "section": [{"heading": "Use"}]}],
        },
        "exact",
    )
    loose = described("loose", title="Start", section=[{"heading": "Use"}])
    assert kind_of("index.md", "# Start\n\n## Use\n", exact, loose) == "start"


def kinds_in(root: Path) -> Counter[str]:
    """Return how many pages of each kind a tree has, after finding each page's kind in two orders of the formats."""
    found: Counter[str] = Counter()
    repository = Folder(root)
    for path in sorted(root.rglob("*.md")):
        source, name = Source.from_bytes(path.read_bytes()), path.relative_to(root).as_posix()
        orders = (ParsedPage(name, source, order) for order in (FORMATS, FORMATS[::-1]))
        one, other = (with_source(page, repository).identity for page in orders)
        assert (one and (one.format.name, one.kind.name)) == (other and (other.format.name, other.kind.name)), name
        found.update([one.kind.name] if one else [])
    return found


@pytest.mark.parametrize("root", OWN, ids=lambda root: root.name)
def test_the_order_of_formats_decides_nothing(root: Path) -> None:
    assert kinds_in(root)


@pytest.mark.parametrize("tree", [*REAL, *(f"wild/{name}" for name in OTHERS)])
def test_real_pages_have_the_right_kind(tree: str) -> None:
    if not (CORPUS / tree).is_dir():
        pytest.skip(f"no pages at {CORPUS / tree}")
    assert kinds_in(CORPUS / tree) == REAL.get(tree, {})


def test_titles_of_other_levels_and_values_are_weaker() -> None:
    def title(text: str) -> TitleFit:
        page = ParsedPage("Soup.md", Source(text), [PLAIN])
        return fits("Soup.md", page.rendered, [PLAIN])[0].title

    assert [title(text) for text in ("# Soup", "# Bread", "## Soup", "Soup")] == [
        TitleFit.RIGHT,
        TitleFit.ANY,
        TitleFit.OTHER_LEVEL,
        TitleFit.NONE,
    ]


def test_a_built_in_format_can_be_switched_off(tmp_path: Path) -> None:
    settings = tmp_path / "doclint.toml"
    settings.write_text('ignore-formats = ["repo-docs"]\n', encoding="utf-8")
    assert "repo-docs" not in Project.find(root=tmp_path).formats.names
    settings.write_text('ignore-formats = ["repo-doc"]\n', encoding="utf-8")
    with pytest.raises(FormatError, match=r"doclint\.toml.*`ignore-formats`: .*`repo-doc`; did you mean `repo-docs`"):
        Project.find(root=tmp_path)
