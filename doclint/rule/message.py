"""What a message of a rule says, and how its arguments are shown."""

from collections.abc import Mapping
from functools import cache
from itertools import count
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.formats.patterns.template import Template
from doclint.page.claims import ClaimKind

Severity: TypeAlias = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""The most severe first."""
Argument: TypeAlias = str | int | tuple[str, ...] | None

# Between letters of other scripts and pictograms, joiners and variation selectors change how these look.
_INVISIBLE = expression(r"[\u00AD\u200B\u2060\uFEFF]|(?<![^\x00-\x7F])(?:[\u200C\u200D]|[\uFE00-\uFE0F](?!\u20E3))")
_BACKTICKS = expression("`+")
_LONGEST = 200  # characters of an argument in a message
_MANY = 5  # entries of a list in a message
_COPIED = " (as copied in `{copy}`)"
_COPIED_HERE = " (by the copy on this page)"


class Message(Struct, frozen=True):
    """A message of a rule: text with `{name}` for each argument, and `[...]` around what is left out without arguments.

    `key` names the arguments that identify a finding from one run to the next: no counts, no lines, nothing that a new
    run of the generator changes although the defect is the same. With `severity` None the severity of the rule applies,
    with an empty `remedy` its remedy. `advice` is what to do by hand on a page of no known format, if `remedy` does not
    suit its author. `claims` is what the claim is about that it refutes, if that is not what its rule says. With
    `by_reason`, its causes are its reasons alone, whatever the kinds and sections of the pages.
    """

    text: str
    key: tuple[str, ...] = ()
    severity: Severity | None = None
    remedy: str = ""
    advice: str = ""
    claims: ClaimKind | None = None
    by_reason: bool = False

    def format(self, arguments: Mapping[str, Argument], *, copied_in: str = "", page: str = "") -> str:
        r"""Return the text with its arguments. They may hold anything: nothing in them is expanded again.

        With `copied_in`, the path of the page whose copy of the source proves the message, the text ends with it, or
        says that the copy is on the page of the finding itself, whose path is `page`.

        >>> Message("`{name}` is a {kind}[; did you mean `{suggestion}`?]").format({"name": "{kind}", "kind": "class"})
        '`{kind}` is a class'
        >>> Message("it hides {headings}").format({"headings": tuple("ABCDEFG")})
        'it hides `A`, `B`, `C`, `D`, `E` and 2 more'
        >>> Message("`{anchor}`").format({"anchor": "#\N{VARIATION SELECTOR-16}-use"})
        '`#U+FE0F-use`'
        """
        text = self.text
        if copied_in and "{copy}" not in text:
            text, arguments = text + (_COPIED_HERE if copied_in == page else _COPIED), {**arguments, "copy": copied_in}
        known = tuple([name for name, value in arguments.items() if value or value == 0])
        parts = _parts(text, known)
        return "".join([_shown(arguments[one], in_code=in_code) if is_hole else one for one, is_hole, in_code in parts])


@cache
def _parts(text: str, known: tuple[str, ...]) -> list[tuple[str, bool, bool]]:
    """Return the parts of a message with some arguments: texts and names, each with whether it is a name, in code."""
    parts = Template(text).parts(known)
    ends = ["", *(one for one, _ in parts), ""]
    return [
        (one, is_hole, ends[index].endswith("`") and ends[index + 2].startswith("`"))
        for index, (one, is_hole) in enumerate(parts)
    ]


def _shown(value: Argument, *, in_code: bool) -> str:
    if isinstance(value, tuple):
        rest = f" and {len(value) - _MANY} more" if len(value) > _MANY else ""
        return ", ".join(f"`{_shown(one, in_code=True)}`" for one in value[:_MANY]) + rest
    text = str(value)
    if not text.isascii():
        text = _INVISIBLE.sub(lambda match: f"U+{ord(match.group()):04X}", text)
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 1]}…"
    if not in_code or "`" not in text:
        return text
    # A code span that contains backticks needs longer fences (CommonMark 0.31.2, section 6.1); one is there already.
    runs = {len(run) for run in _BACKTICKS.findall(text)}
    more = "`" * (next(length for length in count(2) if length not in runs) - 1)
    return f"{more} {text} {more}"
