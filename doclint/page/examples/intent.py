"""What a page shows on purpose: code that fails, code of old versions, and names that stand for those of the reader."""

import re
from bisect import bisect_left
from operator import itemgetter

from doclint.errors.expressions import expression
from doclint.markdown.source import Span
from doclint.page.examples.code_examples import CodeExample, Excerpt
from doclint.page.page import Page

_COMMENT = expression(r"(?:#|(?<!:)//|/\*|<!--)(?P<text>.*)")
_FAILS = expression(
    r"^\W*(?:type |import |attribute )?errors?\b(?! handling)|^\W*+[\w.]+(?:Error|Exception)\b|"
    r"\b(?:raises?|fail(?:s|ed)?|invalid|incorrect|wrong|bad|never|forbidden|prohibited|anti-?patterns?|"
    r"avoid|do(?:n'?t|es(?:n'?t| not)| not)|won'?t|will (?:error|crash|break)|"
    r"n(?:o|ot) (?:work|longer|available|exist|allowed|supported|possible))\b|[❌✗✘👎🚫⛔]|"
    r"@ts-(?:expect-error|ignore)\b|\[!code (?:--|error)",
    re.IGNORECASE,
)
_IS_OLD = expression(
    r"\b(?:deprecated|legacy|obsolete|no longer|used to (?:be|have|live|take|return|accept|support)|removed in|"
    r"previous(?:ly)?|formerly|instead of|older|"
    r"old (?:way|style|api|syntax|code|version|name|behavio\w+)|prior to|before v?\d|until v?\d|in v?\d+\.[\dx]+)\b|"
    r"\bbefore\W*\Z|\bold\W*\Z|(?<!/)\bv\d+(?:\.\d+)*\W*\Z|^\W*(?:before|old)\b\W*(?:$|\()",
    re.IGNORECASE,
)
_IS_NEW = expression(r"\b(?:after|new|now|correct|good|right|better|current|allowed)\b|[✅✓✔👍]", re.IGNORECASE)
_ERROR = expression(r"\b(?:ImportError|ModuleNotFoundError|AttributeError|TypeError|NameError)\b")
_SHOWN_ERROR = expression(rf"(?<!except )(?<!except \(){_ERROR.pattern}")
_PLACEHOLDER = expression(
    r"YOUR_|\$\$|(?:[Yy]our|[Mm]y|[Nn]ew|[Ss]ome(?:thing)?|[Cc]ustom|[Ee]xample|"
    r"[Ff]oo|[Bb]ar|[Bb]az|[Dd]ummy|xx+)(?:\Z|_|[A-Z\d])|_*\Z|[A-Z]\Z"
)
_TEMPLATE = expression(r"[-_]template\.mdx?\Z")  # of pages that people fill in
_BEFORE, _AFTER = 400, 500  # characters around an example
_LABEL = 40  # characters of a paragraph that only says what an example shows
_REST = 2_000  # characters behind a place in which an exception is looked for
_ABOVE = 100  # lines above a place in which a comment is looked for


def is_placeholder(name: str) -> bool:
    """Whether a name stands for one that the reader gives, or a build: `your_package`, `MyClass`, `$$Name`."""
    return any(_PLACEHOLDER.match(part) for part in name.split("."))


def is_on_purpose(page: Page, example: CodeExample, place: Span) -> bool:
    """Whether a page shows that code at a place in an example fails, or that it is of an old version.

    The name of the page says so, a comment on its line or above it, the paragraph before the example, or an exception
    behind it in the same section.
    """
    if _TEMPLATE.search(page.path):
        return True
    text = page.source.text
    start, end = example.block
    before = text[max(0, start - _BEFORE) : start].rstrip().rpartition("\n\n")[2]
    is_label = len(before) <= _LABEL  # such as `**Wrong:**`
    if _IS_OLD.search(before) or _ERROR.search(before) or (is_label and _FAILS.search(before)):
        return True
    if _ERROR.search(text, place.start, min(place.start + _REST, end)):
        return True
    if _SHOWN_ERROR.search(text, end, _end_of_section(page, end)):
        return True
    return _is_remarked(example, place)


def is_shown_to_fail(code: Excerpt, place: Span) -> bool:
    """Whether code itself shows that what is at a place in it fails or is old: by a comment, or an exception."""
    return _ERROR.search(code.text, place.start, place.start + _REST) is not None or _is_remarked(code, place)


def _end_of_section(page: Page, offset: int) -> int:
    """Return where the next heading behind an offset is, or how far to look for it."""
    headings = page.document.headings
    following = bisect_left(headings, offset, key=lambda one: one.start)
    end = headings[following].start if following < len(headings) else len(page.source.text)
    return min(end, offset + _AFTER)


def _is_remarked(example: Excerpt, place: Span) -> bool:
    """Whether a comment says that the code at a place fails or is old: on its lines, or the last one above."""
    last = bisect_left(example.lines, place.end, key=itemgetter(1))
    for text, start in reversed(example.lines[max(0, last - _ABOVE) : last]):
        comment = _COMMENT.search(text)
        if comment is None:
            continue
        if _FAILS.search(comment["text"]) or _IS_OLD.search(comment["text"]):
            return True
        if start + len(text) < place.start and _IS_NEW.search(comment["text"]):
            return False
    return False
