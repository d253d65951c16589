import ast
from collections.abc import Iterator
from contextlib import suppress
from textwrap import dedent
from token import OP
from tokenize import TokenError, TokenInfo, generate_tokens
from warnings import catch_warnings

from doclint import Invalid, Message, Page, Rule, Span, Violation, kit
from doclint.kit import expression
from doclint.kit.shapes import SymbolExample

from ._member_pages import fence, invalid_shop, shop_page, valid_shop

_LONGEST = 20_000  # characters of an example
_PROMPT = expression(r"(?m)^\s*(?:>>>|\.\.\.|In \[|[%!$])")
# A string that ends before a name, as no version of Python has it: a quote in it has no backslash.
_QUOTED = expression(
    r"[^\"'#]*+(?P<quote>[\"'])[^\"'\\]*+(?P=quote)(?P<word>(?!(?:and|else|for|if|in|is|not|or)\b)[^\W\d]\w*+)"
)
_CLOSING = {")": "(", "]": "[", "}": "{"}
_PRINT = expression(r"\s*print\s+[^\s=(]")


def _invalid(code: str, line: int, message: str) -> Invalid:
    return invalid_shop(shop_page(behind=(fence(code), "")), lines={line: message})


class UnparsableExample(Rule):
    """Python cannot parse the example of a symbol.

    Whoever runs it gets an error before anything happens. A template wrote a part of it with another indentation, or it
    is from the time of Python 2.

    The rule checks examples in Python that belong to a symbol according to the format of the page. It reports a line
    that is indented without a reason or not indented as it must be, `print` without parentheses, a bracket that is
    never closed, a quote in a string without a backslash, and an argument without a name behind one with a name. It
    leaves sessions with prompts alone, and whatever a later version of Python may read.
    """

    family = "examples"
    severity = "error"
    reads = {"example + symbol"}
    covers = ("J23",)
    remedy = "Parse the examples that the template writes, and indent all that it inserts like the line before it."
    messages = {
        "indent": Message("Python cannot parse the example of `{name}`: the indentation of this line is wrong"),
        "print": Message("Python cannot parse the example of `{name}`: `print` is a function since Python 3"),
        "order": Message(
            "Python cannot parse the example of `{name}`: an argument without a name is behind one with a name"
        ),
        "quote": Message(
            "Python cannot parse the example of `{name}`: the string ends before `{word}`, as its quotes have no "
            "backslashes"
        ),
        "bracket": Message("Python cannot parse the example of `{name}`: `{bracket}` is never closed"),
    }
    examples = (
        _invalid("basket = Basket()\n    fruit = 1", 14, "indent"),
        _invalid("for basket in [Basket()]:\nprint(basket)", 14, "indent"),
        _invalid("print Basket().size", 13, "print"),
        _invalid("basket = Basket(\nbasket.fill(1)", 13, "bracket"),
        _invalid("Basket().fill((1, count=1)", 13, "bracket"),
        _invalid("Basket().fill(count=1, 'pear')", 13, "order"),
        _invalid("Basket().fill('it's a pear')", 13, "quote"),
        valid_shop(shop_page(behind=(fence(">>> Basket().fill(\n...     1)"), ""))),
        valid_shop(shop_page(behind=(fence("  basket = Basket()\n  await basket.fill(...)"), ""))),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if not page.all(SymbolExample):
            return
        for symbol in kit.every_symbol(page):
            for example in symbol.examples:
                block = example.block
                found = _error(page.text(block.content)) if block.language in ("python", "py") else None
                if found is not None:
                    message, number, arguments = found
                    place = _code_of_line(page, page.source.position(block.content.start).line + number)
                    violation = Violation(place, message, name=symbol.qualified)
                    violation.arguments |= arguments
                    yield violation


def _error(text: str) -> tuple[str, int, dict[str, str]] | None:
    """Return why Python cannot parse a text: the message, the line counted from 0, and arguments of the message.

    None if it can, or if a later version of Python may be able to.
    """
    if len(text) > _LONGEST or _PROMPT.search(text):
        return None
    code = dedent(text)
    try:
        with catch_warnings(action="ignore"):
            ast.parse(code)
    except SyntaxError as error:
        return _reason(error, code)
    except (RecursionError, MemoryError, ValueError):
        pass
    return None


def _reason(error: SyntaxError, code: str) -> tuple[str, int, dict[str, str]] | None:
    number, offset = (error.lineno or 1) - 1, error.offset or 1
    line = [*code.split("\n"), ""][min(number, code.count("\n") + 1)]
    if isinstance(error, IndentationError):
        return "indent", number, {}
    if _PRINT.match(line):
        return "print", number, {}
    if quoted := _QUOTED.match(line):
        return "quote", number, {"word": quoted["word"]}
    if error.msg.startswith("positional argument follows"):
        return "order", number, {}
    if error.msg.endswith("was never closed"):
        return "bracket", number, {"bracket": line[offset - 1 : offset]}
    return _open_bracket(code)


def _open_bracket(code: str) -> tuple[str, int, dict[str, str]] | None:
    """Return the first bracket of a text that nothing closes, if something else in the brackets is wrong as well."""
    waiting: list[TokenInfo] = []
    with suppress(SyntaxError, TokenError):
        for token in generate_tokens(iter(code.splitlines(keepends=True)).__next__):
            if token.type == OP and token.string in _CLOSING.values():
                waiting.append(token)
            elif (
                token.type == OP
                and token.string in _CLOSING
                and (not waiting or waiting.pop().string != _CLOSING[token.string])
            ):
                return None
    return ("bracket", waiting[0].start[0] - 1, {"bracket": waiting[0].string}) if waiting else None


def _code_of_line(page: Page, number: int) -> Span:
    """Return the characters of a line without the white space around them."""
    span = page.source.line_span(number)
    text = page.text(span)
    start = span.start + len(text) - len(text.lstrip())
    return Span(start, max(start, span.start + len(text.rstrip())))
