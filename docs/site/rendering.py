"""Pages from templates."""

import re
from collections.abc import Iterable
from difflib import unified_diff
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

import doclint
from doclint.markdown.source import printable

_MOST_LINES_OF_CHANGED = 12


def fence(text: str | bytes, language: str = "text") -> str:
    """Return a text as a fenced code block that no fence in it can close."""
    shown = "\n".join(_lines(text))
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{language}\n{shown}\n{ticks}"


def change(before: str | bytes, after: str | bytes) -> str:
    """Return a changed text as a code block: the whole text if it is short, what differs otherwise."""
    old, new = _lines(before), _lines(after)
    if len(new) <= _MOST_LINES_OF_CHANGED:
        return fence(after)
    changed = list(unified_diff(old, new, n=2, lineterm=""))[2:]
    return fence("\n".join(changed), "diff")


def code(text: str) -> str:
    """Return a text as a code span, also in a cell of a table."""
    ticks = "``" if "`" in text else "`"
    blank = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{blank}{text}{blank}{ticks}".replace("|", "\\|")


def cell(text: str) -> str:
    """Return Markdown as a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def toctree(entries: Iterable[str]) -> str:
    """Return the directive that makes pages those below the page that it is on, without a list on the page."""
    return "\n".join(["```{toctree}", ":hidden:", *entries, "```"])


def _lines(text: str | bytes) -> list[str]:
    text = text if isinstance(text, str) else text.decode(errors="backslashreplace")
    return [printable(line) for line in text.rstrip("\n").splitlines()]


def rendered(template: str, **values: Any) -> str:
    """Return a template filled with some values, without the blank lines that its statements leave."""
    text = _ENVIRONMENT.get_template(template).render(**values)
    return doclint.fix_text(text, rules=["untidy-whitespace"]).text


_ENVIRONMENT = Environment(  # what it writes is Markdown
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,  # noqa: S701
)
_ENVIRONMENT.filters |= {"fence": fence, "change": change, "code": code, "cell": cell, "toctree": toctree}
