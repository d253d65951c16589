"""The kind of a page: all formats are asked, and their order decides nothing."""

from itertools import permutations
from pathlib import Path

import pytest

from doclint.config.project import Project
from doclint.errors.exceptions import FormatError
from doclint.formats.fit import TitleFit, fits
from doclint.formats.loading import builtins, load, parse
from doclint.formats.schema import Format
from doclint.markdown.source import Source
from doclint.page.parsed_page import ParsedPage

TESTS = Path(__file__).parent
CORPUS = (TESTS.parents[1] / "shared" / "corpus").resolve()
FORMATS = [*builtins(), *(load(path.name, path.parent) for path in sorted((TESTS / "formats").glob("*.toml")))]
TREES = [TESTS / "labelled" / "ferry", TESTS / "pages", *(CORPUS / name for name in ("seeds", "pybind11"))]
WILD = [CORPUS / "wild" / name for name in ("openapi-client", "typedoc-form", "lazydocs", "terraform-random")]


def described(name: str, **kind: object) -> Format:
    table = {"name": name, "docs-root": "", "kind": [{"name": f"of-{name}", "page": "{name}.md", **kind}]}
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
            "kind": [{"name": "start", "page": "index.md", "title": "Start", "section": [{"heading": "Use"}]}],
        },
        "exact",
    )
    loose = described("loose", title="Start", section=[{"heading": "Use"}])
    assert kind_of("index.md", "# Start\n\n## Use\n", exact, loose) == "start"


@pytest.mark.parametrize("root", [*TREES, *WILD], ids=lambda root: root.name)
def test_the_order_of_formats_decides_nothing(root: Path) -> None:
    if not root.is_dir():
        pytest.skip(f"no pages at {root}")
    for path in sorted(root.rglob("*.md"))[::5]:
        source, name = Source.from_bytes(path.read_bytes()), path.relative_to(root).as_posix()
        one, other = (ParsedPage(name, source, order).identity for order in (FORMATS, FORMATS[::-1]))
        assert (one and (one.format.name, one.kind.name)) == (other and (other.format.name, other.kind.name)), name


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
    assert Project.find(root=tmp_path).formats == ()
    settings.write_text('ignore-formats = ["repo-doc"]\n', encoding="utf-8")
    with pytest.raises(FormatError, match=r"doclint\.toml.*`ignore-formats`: .*`repo-doc`; did you mean `repo-docs`"):
        Project.find(root=tmp_path)
