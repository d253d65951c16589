"""Sites of MyST and Jupyter Book."""

from site_faults import faults

FILES = {
    "docs/index.md": "# Start\n\n[a](#use-it) [b](one.md#use-it) [c](gone.md) [d](one.md#gone) [e](/one.md)\n",
    "docs/one.md": "# One\n\n(label)=\n## Use it\n",
}
FAULTS = ["docs/index.md: gone.md", "docs/index.md: docs/one.md#gone"]


def test_myst() -> None:
    assert faults({**FILES, "docs/myst.yml": "version: 1\n"}) == FAULTS


def test_jupyter_book() -> None:
    settings = {"docs/_config.yml": "title: Book\n", "docs/_toc.yml": "format: jb-book\nroot: index\n"}
    assert faults({**FILES, **settings}) == FAULTS


def test_other_tables_of_contents() -> None:
    assert "docs/index.md: /one.md" in faults({**FILES, "docs/_toc.yml": "- index\n"})
