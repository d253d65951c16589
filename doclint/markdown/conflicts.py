"""Conflicts that a merge with Git left in a page: `<<<<<<< ours`, `=======` and `>>>>>>> theirs`."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.markdown.source import Places, Span

BEGIN = "<<<<<<< "
"""What the first marker of a conflict begins with, at the start of its line."""

_END = r"(?=[\r\n]|\Z)"
_MARKER = expression(
    rf"(?<![^\r\n])(?:(?P<begin><{{7}}\ \S)|\|{{7}}(?:\ |{_END})|={{7}}{_END}|(?P<end>>{{7}}\ \S))[^\r\n]*+"
    r"|\{(?:%-?|\{[<%])\ *+(?:(?P<close>end|/)\ *+)?(?P<tag>code|highlight|prism|raw|verbatim)",
    re.VERBOSE,
)


class Conflict(NamedTuple):
    """The lines with the markers of a conflict, from the first to the last.

    There are more than three if another conflict is in it, or what both sides began with.
    """

    markers: Sequence[Span]


def conflicts(text: str, code: Places) -> list[Conflict]:
    """Return the conflicts on a page. Those in code, and in tags of templates that show code, are examples."""
    found = []
    markers: list[Span] = []
    depth, is_shown = 0, False
    for match in _MARKER.finditer(text):
        span = Span(*match.span())
        if match["tag"]:
            is_shown = match["close"] is None
        if match["tag"] or is_shown or not (depth or match["begin"]) or code.meet(span):
            continue
        markers.append(span)
        depth += (match["begin"] is not None) - (match["end"] is not None)
        if not depth:
            found.append(Conflict(markers))
            markers = []
    return found
