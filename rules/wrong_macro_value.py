import re
from collections.abc import Collection, Iterator, Sequence

from doclint.formats.pattern import Capture
from doclint.formats.shapes import Symbols
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

_MOST = 50  # definitions of a macro; which of more is meant nobody can tell
_LONGEST = 1_000  # characters of one in a message
_NAME = re.compile(r"[A-Za-z_]\w*")
_WITH_PARAMETERS = re.compile(r"\A\([^()]*\)")
_CUT = re.compile(r"(?:\.\.\.|…|\\)$")
_NOTHING = frozenset({"", "-", "defined", "empty", "none", "novalue", "nothing"})

_FORMAT = """
name = "headers"
docs-root = "docs"

[[kind]]
name = "header"
page = "{path}.md"
title = "Header `{path}`"

[[kind.section]]
heading = "Macros"
content = [{ shape = "symbols", kind = "macro", item = ["`{symbol}` = `{value}`", "`{symbol}`"] }]
"""
_SOURCE = """\
#ifndef SHOP_H
#define SHOP_H
#define APPLES 12  /* a
                      dozen */
#define GREET \\
    "hello" \\
    "world"
#ifdef DEBUG
#define PEARS 1
#else
#define PEARS 2
#endif
#define SUM(a, b) ((a) + (b))
#undef SUM
#endif
"""


def _macros(*items: str) -> str:
    """A page with a list of macros; the first one stands on line 5."""
    return "# Header `shop.h`\n\n## Macros\n\n" + "".join(f"- {item}\n" for item in items)


class WrongMacroValue(Rule):
    """A macro is said to stand for something else than the source defines it as.

    It comes from looking for `#define`, a name and white space: in an include guard the white space is the end of the
    line, and the next line becomes the value. Or a comment behind the value is taken for a part of it.

    Of a macro that has several definitions, as in the branches of an `#if`, each is right. White space makes no
    difference, and a value may be cut with an ellipsis. Macros that the source does not define are left alone.
    """

    id = "wrong-macro-value"
    family = "symbols"
    severity = "error"
    covers = ("F25",)
    needs = frozenset({"source"})
    remedy = (
        r"Match the value on the line of the `#define` only (`[ \t]+`, since `\s+` goes on to the next "
        "line), and end it before a comment."
    )
    messages = {
        "wrong": Message("`{macro}` is defined as {right}, not as `{value}`[ (as copied in `{copy}`)]", key=("macro",)),
        "nothing": Message(
            "`{macro}` is defined without a value, not as `{value}`[ (as copied in `{copy}`)]", key=("macro",)
        ),
    }
    examples = (
        Invalid(
            _macros("`SHOP_H` = `#define APPLES 12`", "`APPLES` = `12 /* a`", "`PEARS` = `3`"),
            "docs/shop.h.md",
            lines=(5, 6, 7),
            messages=("nothing", "wrong"),
            files={"shop.h": _SOURCE},
            format=_FORMAT,
        ),
        Valid(
            _macros(
                "`SHOP_H`",
                "`APPLES` = `12`",
                '`GREET` = `"hello" "world"`',
                "`PEARS` = `1`",
                "`PEARS` = `2`",
                "`SUM` = `((a)+(b))`",
                "`SUM` = `(a, b) ((a) + ...`",
                "`PLUMS` = `7`",
            ),
            "docs/shop.h.md",
            files={"shop.h": _SOURCE},
            format=_FORMAT,
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        source_file = page.source_file
        named = [item for group in page.all(Symbols) if "macro" in group.kinds for item in group.items]
        claims = [(item["symbol"], item["value"]) for item in named if "value" in item.captures]
        # Behind the end of a cut copy, there may be other definitions.
        if not claims or source_file is None or not source_file.complete or source_file.macros is None:
            return
        squeezed: dict[str, frozenset[str]] = {}
        for symbol, value in claims:
            name = symbol_name[0] if (symbol_name := _NAME.match(symbol.text)) else ""
            values = source_file.macros.get(name, ())
            if not values or len(values) > _MOST:
                continue
            if name not in squeezed:
                squeezed[name] = frozenset(map(_squeezed, values))
            if not _is_right(value, squeezed[name]):
                yield _violation(symbol, value, values, source_file.copy)


def _violation(symbol: Capture, value: Capture, values: Sequence[str], copy: str | None) -> Violation:
    right = tuple(dict.fromkeys(one[:_LONGEST] for one in values if one))
    message = "wrong" if right else "nothing"
    return Violation(value.span, message, macro=symbol.text, value=value.text, right=right, copy=copy)


def _is_right(value: Capture, values: Collection[str]) -> bool:
    said = _squeezed(value.text)
    if "" in values and said.strip("()*_").lower() in _NOTHING:
        return True
    # The list may name the parameters, here or with the name.
    return any(_is_one_of(text, values) for text in {said, _WITH_PARAMETERS.sub("", said)})


def _is_one_of(text: str, values: Collection[str]) -> bool:
    """Whether a text is one of some values, or the beginning of one."""
    if text in values:
        return text != ""
    beginning = _CUT.sub("", text)
    return beginning != text and any(value.startswith(beginning) for value in values if value)


def _squeezed(text: str) -> str:
    return "".join(text.split())
