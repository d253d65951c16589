"""Wikis that models write, as their sources and pages change: each change is one finding."""

import pytest
from format_trees import FormatTree
from golden_trees import trees

SOURCE = "garden/beds.py"
BEDS = (
    "class Bed:\n    def __init__(self, rows):\n        self.rows = rows\n\n    def sow(self, plant):\n        pass\n"
)
FILES = {SOURCE: BEDS + "\n\n# Beds are sown in spring.\n" * 5, "go.mod": "module github.com/me/garden\n"}
HOST = f"https://github.com/me/garden/blob/main/{SOURCE}"

PAGES = {
    "qoder": (
        "qoder",
        "en",
        ".qoder/repowiki/en/content/Garden/Garden.md",
        f"`sow` [beds.py:5-6](file://{SOURCE}#L5-L6)",
    ),
    "qoder in Chinese": (
        "qoder",
        "zh",
        ".qoder/repowiki/zh/content/菜园.md",
        f"`sow` [beds.py:5-6](file://{SOURCE}#L5-L6)",
    ),
    "deepwiki": ("deepwiki", "exports", "docs/wiki/1-garden.md", f"`sow` [{SOURCE}:5-6]()"),
    "gcode": ("gcode", "wiki", "wiki/code/beds.md", f"`sow` [{SOURCE}:5-6]"),
    "codeboarding": (
        "wikis",
        "folders",
        ".codeboarding/on_boarding.md",
        f'- <a href="{HOST}#L5-L6" target="_blank" rel="noopener noreferrer">`garden.beds.Bed.sow` (5:6)</a>',
    ),
    "codeboarding in lists": (
        "wikis",
        "folders",
        ".codeboarding/on_boarding.md",
        f"- `Bed.sow()` ([L5-L6]({HOST}#L5-L6))",
    ),
    "links to lines": ("deepwiki", "exports", "docs/wiki/1-garden.md", f"[Bed.sow](../../{SOURCE}#L5-L6)"),
    "zread": (
        "wikis",
        "folders",
        ".zread/wiki/versions/2026-03-01-080000/2-beds.md",
        f"`sow` [beds.py]({SOURCE}#L5-L6)",
    ),
}
"""For each family a golden tree of it, a page, and how such a page cites a function."""

SOWING = "class Bed:\n    def sow(self, plant):\n        pass\n"
CHANGES: dict[str, tuple[dict[str, str | None], str]] = {
    "a file is renamed": ({SOURCE: None, "garden/plots.py": FILES[SOURCE]}, "dead-citation"),
    "a file grew shorter": ({SOURCE: "ROWS = 3\n"}, "impossible-range"),
    "a function moved": ({SOURCE: "# Beds are dug in autumn.\n" * 20 + FILES[SOURCE]}, "misplaced-range"),
    "a function moved to another file": (
        {SOURCE: FILES[SOURCE].replace("sow(", "dig_up("), "garden/sowing.py": SOWING},
        "misplaced-range",
    ),
}
NAMED = {"codeboarding", "codeboarding in lists", "links to lines"}
"""The forms that name the function in the citation: only these say in which file it is."""


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("family", PAGES)
def test_changes_are_reported_once(family: str, change: str) -> None:
    format_, tree, page, text = PAGES[family]
    files = {path: data for path, data in trees(format_)[tree].files.items() if not path.endswith(".py")}
    written = files[page].replace(b"beds.py", b"README.md") + f"\n\n{text}\n".encode()
    sources = {path: data.encode() for path, data in FILES.items()}
    before = FormatTree(
        {**files, **sources, "README.md": b"# Garden\n" * 9, "garden/README.md": b"#\n" * 9, page: written}
    )
    changes, rule = CHANGES[change]
    found = before.new([page], {path: None if data is None else data.encode() for path, data in changes.items()})
    if family == "links to lines" and rule == "dead-citation":
        rule = "broken-link"
    expected = [] if change == "a function moved to another file" and family not in NAMED else [rule]
    assert [one.rule for one in found] == expected, [one.message for one in found]
    assert all(SOURCE in one.message for one in found)
