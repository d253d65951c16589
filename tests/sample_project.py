"""A tree of pages that depend on each other, on their sources and on the configuration in all ways that there are."""

import shutil
from pathlib import Path

from tree import write

PAGES = Path(__file__).parent / "pages"
LOCAL_RULE = '''
from doclint import Invalid, Message, Rule, Valid, Violation

class Shouting(Rule):
    """A heading is all capitals."""

    id = "shouting"
    family = "house"
    severity = "info"
    messages = {"loud": Message("`{text}` shouts", key=("text",))}
    examples = (Invalid("# LOUD\\n", lines=(1,)), Valid("# Quiet\\n"))
    most: int = 3

    def check(self, page):
        for heading in page.document.headings:
            if heading.text.isupper() and len(heading.text) > self.most:
                yield Violation(heading.span, "loud", text=heading.text)
'''
FORMAT = """
name = "house"
docs-root = "site"

[[kind]]
name = "module"
path = "{path}.page.md"
title = "Module {name}"

[[kind.section]]
heading = "Names"
content = [{ shape = "symbols", defines = "function", item = "`{symbol}`" }]
"""
CONFIGURATION = """
select = ["default"]
formats = ["house/format.toml"]
local-rules = ["house/shouting.py", "house/words.toml"]
exclude = ["docs/draft.md"]
extend = "house/base.toml"

[rules.broken-link]
allow = ["later/*.md"]

[severity]
shouting = "warning"

[per-file-ignores]
"docs/odd.md" = ["broken-link"]

[[suppress]]
path = "docs/old.md"
rule = "broken-link"
"""
GUIDE = """\
# Guide

See [a part](other.md#part), [an alias](alias.md#part), [the source](../src/basket.py) and [later](later/on.md).

![a picture](img/apple.png) of [all pictures](img), [below](#below).

LOUD

## BELOW

We utilize it.

<!-- doclint: allow-next-line broken-link -- it comes later -->
See [what comes](coming.md).
"""
FILES: dict[str, str | bytes] = {
    "doclint.toml": CONFIGURATION,
    "house/base.toml": 'ignore = ["untidy-whitespace"]\n',
    "house/format.toml": FORMAT,
    "house/shouting.py": LOCAL_RULE,
    "house/words.toml": '[house-words]\ndescription = "Not here."\nwords = { utilize = "use" }\n',
    "docs/guide.md": GUIDE,
    "docs/other.md": "# Other\n\n## Part\n\n[There](guide.md#below)\n",
    "docs/odd.md": "# Odd\n\n[Gone](gone.md)\n",
    "docs/old.md": "# Old\n\n[Gone](gone.md)\n",
    "docs/draft.md": "# Draft\n\n[Gone](gone.md)\n",
    "docs/café.md": "# Café\n\nThe café is open.\n",
    "docs/img/apple.png": b"\x89PNG",
    "site/src/basket.py.page.md": "# Module basket.py\n\n## Names\n\n- `empty`\n- `full`\n",
}


def lay_out(root: Path) -> Path:
    """Lay out the tree."""
    shutil.copytree(PAGES, root, dirs_exist_ok=True)
    for path, text in FILES.items():
        write(root, path, text)
    (root / "docs" / "alias.md").symlink_to("other.md")
    return root


class Snapshot:
    """What there is below a root, to be restored."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files = _content(root)

    def restore(self) -> None:
        """Make all as it was, without a touch of what is as it was."""
        now = _content(self.root)
        for path in sorted(now, reverse=True):
            if now[path] != self.files.get(path):
                place = self.root / path
                place.rmdir() if now[path] is None else place.unlink()
        for path, was in self.files.items():
            if path in now and now[path] == was:
                continue
            place = self.root / path
            if was is None:
                place.mkdir()
            elif isinstance(was, str):
                place.symlink_to(was)
            else:
                place.write_bytes(was)


def _content(root: Path) -> dict[str, bytes | str | None]:
    """By path what is in a file, where a link leads, None for a folder; folders come before what is in them."""
    found: dict[str, bytes | str | None] = {}
    for place in sorted(root.rglob("*")):
        path = place.relative_to(root).as_posix()
        if place.is_symlink():
            found[path] = str(place.readlink())
        else:
            found[path] = None if place.is_dir() else place.read_bytes()
    return found
