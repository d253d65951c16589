"""Texts of others in the Markdown that editors show: nothing in them is markup, and links lead to the web only."""

from urllib.parse import quote

from doclint.errors.expressions import expression
from doclint.output.terminal import without_controls

_OF_ADDRESSES = ":/?#&=%@+,;~{}"  # besides letters, digits and `_.-`
_TICKS = expression(r"`+")


def code(text: str) -> str:
    """Return a text as code in a line."""
    clean = without_controls(text)
    ticks = "`" * (1 + _longest_ticks(clean))
    blank = " " if clean.startswith("`") or clean.endswith("`") else ""
    return f"{ticks}{blank}{clean}{blank}{ticks}"


def fenced(text: str, language: str) -> str:
    """Return a text in a fence that it cannot close."""
    clean = "\n".join(map(without_controls, text.split("\n")))
    fence = "`" * max(3, 1 + _longest_ticks(clean))
    return f"{fence}{language}\n{clean}\n{fence}"


def link(title: str, address: str) -> str:
    """Return a link to an address on the web; empty for any other address.

    Editors also follow links to commands of their own, and a repository must not start those.
    """
    if not address.startswith(("https://", "http://")):
        return ""
    return f"[{title}]({quote(address, safe=_OF_ADDRESSES, errors='replace')})"


def _longest_ticks(text: str) -> int:
    return max((len(run) for run in _TICKS.findall(text)), default=0)
