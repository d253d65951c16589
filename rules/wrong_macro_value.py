from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from doclint import Capture, Invalid, Message, Page, RelatedLines, SourceFile, SourceRule, Symbol, Valid, Violation
from doclint.kit import expression, lines_of_symbols

from ._pages import format_in

_MOST = 50  # definitions of a macro; with more, no value is wrong
_LONGEST = 1_000  # characters of one in a message
_NAME = expression(r"[A-Za-z_]\w*")
_WITH_PARAMETERS = expression(r"\A\([^()]*\)")
_CUT = expression(r"(?:\.\.\.|…|\\)$")
_NOTHING = frozenset({"", "-", "defined", "empty", "none", "novalue", "nothing"})

_FORMAT = format_in("wrong_macro_value")
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
    """Return a page with a list of macros; the first one is on line 5."""
    return "# Header `shop.h`\n\n## Macros\n\n" + "".join(f"- {item}\n" for item in items)


class WrongMacroValue(SourceRule):
    """A page gives a macro another value than the source.

    Readers rely on a value that the macro does not have. It comes from a pattern of `#define`, a name and white space:
    in an include guard the white space is the end of the line, so the next line becomes the value. Or a comment after
    the value becomes a part of it.

    If a macro has several definitions, as in the branches of an `#if`, each of them is right. doclint ignores
    differences in white space, values that are cut with an ellipsis, and macros that the source does not define.
    """

    family = "symbols"
    severity = "error"
    claims = "value"
    reads = {"{value} of symbols of macro"}
    covers = ("F25",)
    remedy = (
        r"Match the value on the line of the `#define` only (`[ \t]+`, since `\s+` goes on to the next "
        "line), and end it before a comment."
    )
    messages = {
        "wrong": Message("The page says that `{macro}` is `{value}`, but it is defined as {right}", key=("macro",)),
        "nothing": Message(
            "The page says that `{macro}` is `{value}`, but it is defined without a value", key=("macro",)
        ),
    }
    examples = (
        Invalid(
            _macros("`SHOP_H` = `#define APPLES 12`", "`APPLES` = `12 /* a`", "`PEARS` = `3`"),
            "docs/shop.h.md",
            lines={5: "nothing", 6: "wrong", 7: "wrong"},
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

    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        named = [item for group in page.symbol_lists if "macro" in group.kinds for item in group.items]
        claims = [(item["symbol"], item["value"]) for item in named if "value" in item.captures]
        # After the end of a cut copy, there may be other definitions.
        macros = source.macros or {} if claims and source.complete else {}
        squeezed: dict[str, frozenset[str]] = {}
        for symbol, value in claims:
            name = symbol_name[0] if (symbol_name := _NAME.match(symbol.text)) else ""
            values = macros.get(name, ())
            if not values or len(values) > _MOST:
                continue
            if name not in squeezed:
                squeezed[name] = frozenset(map(_squeezed, values))
            is_right = _is_right(value, squeezed[name])
            if is_right and page.claims is None:
                continue
            lines = lines_of_symbols(source, source.remembered(_definitions).get(name, ()))
            if is_right:
                page.claim("value", value.span, related=lines)
            else:
                yield _violation(symbol, value, values, lines)


def _definitions(source: SourceFile) -> Mapping[str, list[Symbol]]:
    found: dict[str, list[Symbol]] = {}
    for symbol in source.symbols.found if source.symbols else ():
        if symbol.kind == "macro":
            found.setdefault(symbol.name, []).append(symbol)
    return found


def _violation(symbol: Capture, value: Capture, values: Sequence[str], related: Iterable[RelatedLines]) -> Violation:
    right = tuple(dict.fromkeys(one[:_LONGEST] for one in values if one))
    message = "wrong" if right else "nothing"
    return Violation(value.span, message, related=related, macro=symbol.text, value=value.text, right=right)


def _is_right(value: Capture, values: Collection[str]) -> bool:
    stated = _squeezed(value.text)
    if "" in values and stated.strip("()*_").lower() in _NOTHING:
        return True
    # The list may name the parameters, here or with the name.
    return any(_is_one_of(text, values) for text in {stated, _WITH_PARAMETERS.sub("", stated)})


def _is_one_of(text: str, values: Collection[str]) -> bool:
    """Whether a text is one of some values, or the beginning of one."""
    if text in values:
        return text != ""
    beginning = _CUT.sub("", text)
    return beginning != text and any(value.startswith(beginning) for value in values if value)


def _squeezed(text: str) -> str:
    return "".join(text.split())
