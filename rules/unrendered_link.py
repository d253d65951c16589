from collections.abc import Iterator

from msgspec import Struct

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import expression
from doclint.kit.nodes import Text

from ._templates import TEMPLATE

_BETWEEN = expression(r"\\?\](?:\(|(?P<gap>[ \t])\((?=https?://))")
_INNER = expression(r"(?:[^()\\\r\n]|\\.|\((?:[^()\\\r\n]|\\.)*+\))*+")
_NEXT_LINE = expression(r"(?:\r\n?|\n)[ \t>]*+[^()\s]++\)")
# What a link leads to, as text without one does not look: a URL, a path, or a fragment.
_ADDRESS = expression(
    r"<?(?:https?://[^\s/]|mailto:|\.{0,2}/[\w.]|#[\w-]++\Z"
    r"|[\w./%-]*\w\.(?:gif|html?|jpe?g|md|mdx|pdf|png|svg)(?![\w.]))"
)
_URL = expression(r"https?://\w")
_TITLE = expression(r"""\S++[ \t]++(?P<quote>["']).*(?P=quote)[ \t]*+\Z""")
_BRACKET = expression(r"[\[\]]|(?:\r\n|\r(?!\n)|\n)[ \t>]*[\r\n]")
_WORD = expression(r"\w")
_LETTER = expression(r"[^\W\d_]")
_LONGEST = 500  # characters of a text or a destination
# Pages for Doxygen, whose links may lead to `@ref name` and go on on the next line.
_READ_ELSEWHERE = frozenset({"line", "nested", "spaces", "swapped", "title"})
_DOXYGEN = expression(r"[@\\](?:ref|subpage|page|mainpage|tableofcontents)\b")


class _Half(Struct, frozen=True):
    """What looks like a link. `label` is what is in the brackets, None if one is missing, and `inner` in parentheses.

    Of parentheses that are not closed, `inner` is what is before a blank; with `has_rest` the next line closes them.
    With `is_index`, the brackets follow a word, as an index does.
    """

    span: Span
    label: str | None
    inner: str
    is_closed: bool
    has_rest: bool
    has_gap: bool
    is_escaped: bool
    is_index: bool


class UnrenderedLink(Rule):
    r"""Markdown does not read a link as one, so the page shows its brackets and its address.

    The reader sees markup, and has to copy the address. Often there is a space between the brackets
    (`[guide] (https://example.org)`), the destination has a space or continues on the next line, or a parenthesis is
    missing after it. Generators also escape the brackets of links in comments of the source (`\[guide\](guide.md)`).

    The rule reports what has an address in its parentheses, or one in its brackets that belongs there. It ignores what
    the parser of a site reads as a link: kramdown and Python-Markdown accept destinations with spaces. It also leaves
    alone templates and pages for Doxygen.
    """

    family = "links"
    severity = "error"
    needs = {"rendering"}
    covers = ("J08",)
    consults = {"repository"}
    yields_to = ("unfenced-source", "undefined-reference", "broken-code-span")
    remedy = "Write links as Markdown reads them, and escape nothing in text that is Markdown already."
    advice = "Write the link as `[text](destination)`, without spaces and line endings in or before the destination."
    messages = {
        "space": Message("`{link}` is not a link, because there is a space before its parentheses", key=("link",)),
        "escaped": Message("`{link}` is not a link, because its brackets are escaped", key=("link",)),
        "unclosed": Message("`{link}` is not a link, because no parenthesis closes its destination", key=("link",)),
        "line": Message("`{link}` is not a link, because its destination continues on the next line", key=("link",)),
        "swapped": Message("`{link}` is not a link; the text belongs in the brackets", key=("link",)),
        "title": Message("`{link}` is not a link, because its title has quotation marks in it", key=("link",)),
        "spaces": Message("`{link}` is not a link, because its destination has a space", key=("link",)),
        "nested": Message("`{link}` is not a link, because its text has a link in it", key=("link",)),
        "brackets": Message("`{link}` is not a link, because its brackets do not match", key=("link",)),
    }
    examples = (
        Invalid(
            "See the [guide] (https://example.org/guide).\n",
            lines={1: "space"},
            fixed="See the [guide](https://example.org/guide).\n"
        ),
        Invalid(
            "It takes \\[JSON\\](https://json.org/), and \\[this\\](https://example.org/a_b_c\n",
            lines={1: ("escaped", "unclosed")},
            fixed="It takes [JSON](https://json.org/), and [this](https://example.org/a_b_c)\n"
        ),
        Invalid(
            "A [load balancer](https://example.org/load_(computing) (or two), see [#1](./a.md.\n",
            lines={1: ("unclosed", "unclosed")},
        ),
        Invalid("See the [guide](https://example.org/\nguide.html) there.\n", lines={1: "line"}),
        Invalid(
            "See [guide.md](the guide) and [#use](its use).\n",
            lines={1: ("swapped", "swapped")},
            fixed="See [the guide](guide.md) and [its use](#use).\n",
        ),
        Invalid('[a](./a.md "The "A" page")\n', lines={1: "title"}),
        Invalid("[a](./a b.md)\n", lines={1: "spaces"}, fixed="[a](<./a b.md>)\n"),
        Invalid("[a.md](file://src/a b.md)\n", lines={1: "spaces"}),
        Invalid("[a [b](b.md) c](./c.md)\n", lines={1: "nested"}),
        Invalid("See this](./c.md).\n", lines={1: "brackets"}),
        Valid("[a](b.md), `[a] (b.md)`, [A-Z](x y), f[0](x, y), \\[x\\](y), operator\\[\\](int), [1] (https://a.org)\n"),
        Valid("A list[str] (https://a.org) and args[0](see https://a.org there).\n"),
        Valid("[a]({{ url }}/a b), [b](/{{ version }}/c d.md), [c]({{< ref \"a.md\" >}})\n"),
        Valid("[a](./a b.md) [a [b](b.md) c](./c.md)\n", "docs/a.md", files={"mkdocs.yml": "site_name: A\n"}),
        Valid("[core](@ref gapi_core), [b](https://example.org/\nguide.html)\n"),
    )  # fmt: skip

    def check(self, page: Page) -> Iterator[Violation]:
        texts = page.document.texts() if "]" in page.document.visible else ()
        nodes = [node for node in texts if "]" in node.text and _BETWEEN.search(node.text)]
        if not nodes or _DOXYGEN.search(page.source.text):
            return
        for half in (half for node in nodes for half in _halves(page, node)):
            message, new = _checked(half)
            if message and not (message in _READ_ELSEWHERE and page.site and page.site.dialect != "gfm"):
                fix = page.replace(half.span, new, safe=False) if new else None
                yield Violation(half.span, message, fix=fix, link=" ".join(page.text(half.span).split()))


def _halves(page: Page, node: Text) -> Iterator[_Half]:
    """Yield what has an address in a text."""
    text = page.source.text
    for between in _BETWEEN.finditer(text, node.start, min(len(text), node.end + 1)):
        inner = _INNER.match(text, between.end(), between.end() + _LONGEST)[0]  # type: ignore[index]
        near = text.rfind("[", max(0, between.start() - _LONGEST), between.start())
        last = text[near + 1 : between.start()] if near >= 0 else ""
        if not (_URL.search(inner) or _ADDRESS.match(inner) or _ADDRESS.match(last)):
            continue
        end = between.end() + len(inner)
        is_closed = text.startswith(")", end)
        has_rest = not is_closed and _NEXT_LINE.match(text, end) is not None
        inner = inner if is_closed else inner.partition(" ")[0]
        start = _start_of_label(text, between.start())
        span = Span(between.start() if start is None else start, between.end() + len(inner) + is_closed)
        label = None if start is None else text[start + 1 : between.start()]
        is_escaped = between[0][0] == "\\" or (start is not None and text[start - 1 : start] == "\\")
        span = Span(span.start - (is_escaped and text[span.start - 1 : span.start] == "\\"), span.end)
        is_index = start is not None and _WORD.match(text, start - 1, start) is not None
        yield _Half(span, label, inner, is_closed, has_rest, between["gap"] is not None, is_escaped, is_index)


def _start_of_label(text: str, end: int) -> int | None:
    """Return the offset of the bracket that belongs to one at an offset; None if there is none near."""
    depth = 0
    for bracket in reversed(list(_BRACKET.finditer(text, max(0, end - _LONGEST), end))):
        if bracket[0] not in "[]":
            return None
        depth += 1 if bracket[0] == "]" else -1
        if depth < 0:
            return bracket.start()
    return None


def _checked(half: _Half) -> tuple[str, str]:
    """Return the id of the message about half a link, and the link as it would be right; both can be empty."""
    label, inner = half.label or "", half.inner
    has_address = _ADDRESS.match(inner) is not None
    if TEMPLATE.search(label + inner) or (half.label is None and not has_address):
        return "", ""
    if half.label is None:
        return "brackets", ""
    if "](" in label:
        return ("nested", "") if has_address else ("", "")
    return _checked_whole(half, label, inner, has_address=has_address)


def _checked_whole(half: _Half, label: str, inner: str, *, has_address: bool) -> tuple[str, str]:
    right = f"[{label}]({inner})"
    if half.has_gap:
        is_text = not half.is_index and (_LETTER.search(label) is not None or "#" in label)
        return ("space", right if half.is_closed else "") if is_text else ("", "")
    if not has_address:
        is_whole = half.is_closed and not half.is_escaped and not half.is_index
        return _checked_without_address(label, inner) if is_whole else ("", "")
    if not half.is_closed:
        is_whole = inner[-1:].isalnum() and not half.has_rest
        return "line" if half.has_rest else "unclosed", right if is_whole else ""
    if half.is_escaped:
        return "escaped", right
    if " " in inner and not _TITLE.match(inner):
        return "spaces", f"[{label}](<{inner}>)" if "<" not in inner else ""
    return "title" if _TITLE.match(inner) else "brackets", ""


def _checked_without_address(label: str, inner: str) -> tuple[str, str]:
    if _ADDRESS.match(label) and "://" not in inner:
        return "swapped", f"[{inner}]({label})"
    return "spaces" if " " in inner else "", ""
