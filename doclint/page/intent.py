"""What a page shows on purpose: code that fails, code of old versions, and names that stand for those of the reader."""

import re
from bisect import bisect_left

from doclint.markdown.source import Span
from doclint.page.examples import CodeExample
from doclint.page.page import Page

_COMMENT = re.compile(r"(?:#|(?<!:)//|/\*|<!--)(?P<text>.*)")
_FAILS = re.compile(
    r"^\W*(?:type |import |attribute )?errors?\b(?! handling)|^\W*+[\w.]+(?:Error|Exception)\b|"
    r"\b(?:raises?|fail(?:s|ed)?|invalid|incorrect|wrong|bad|never|"
    r"avoid|do(?:n'?t|es(?:n'?t| not)| not)|won'?t|will (?:error|crash|break)|"
    r"n(?:o|ot) (?:work|longer|available|exist|allowed|supported|possible))\b|[❌✗✘👎🚫⛔]|"
    r"@ts-(?:expect-error|ignore)\b|\[!code (?:--|error)",
    re.IGNORECASE,
)
_IS_OLD = re.compile(
    r"\b(?:deprecated|legacy|obsolete|no longer|used to (?:be|have|live|take|return|accept|support)|removed in|"
    r"previous(?:ly)?|formerly|instead of|older|"
    r"old (?:way|style|api|syntax|code|version|name|behavio\w+)|prior to|before v?\d|until v?\d|in v?\d+\.[\dx]+)\b|"
    r"\bbefore\W*\Z|\bold\W*\Z|\bv\d+(?:\.\d+)*\W*\Z|^\W*(?:before|old)\b\W*(?:$|\()",
    re.IGNORECASE,
)
_IS_NEW = re.compile(r"\b(?:after|new|now|correct|good|right|better|current)\b|[✅✓✔👍]", re.IGNORECASE)
_ERROR = re.compile(r"\b(?:ImportError|ModuleNotFoundError|AttributeError|TypeError|NameError)\b")
_PLACEHOLDER = re.compile(
    r"YOUR_|(?:[Yy]our|[Mm]y|[Nn]ew|[Ss]ome|[Cc]ustom|[Ee]xample|[Ff]oo|[Bb]ar|[Bb]az|[Dd]ummy|xx+)(?:\Z|_|[A-Z\d])|_*\Z|[A-Z]\Z"
)
_TEMPLATE = re.compile(r"[-_]template\.mdx?\Z")  # of pages that people fill in
_BEFORE, _AFTER = 400, 500  # characters around an example
_LABEL = 40  # characters of a paragraph that only says what an example shows


def is_placeholder(name: str) -> bool:
    """Whether a name stands for one that the reader gives: `your_package`, `MyClass`."""
    return any(_PLACEHOLDER.match(part) for part in name.split("."))


class Intent:
    """What a page says about one of its examples: the whole is read once, however many places are asked about."""

    def __init__(self, page: Page, example: CodeExample) -> None:
        text = page.source.text
        start, end = example.block
        before = text[max(0, start - _BEFORE) : start].rstrip().rpartition("\n\n")[2]
        is_label = len(before) <= _LABEL  # such as `**Wrong:**`
        self._is_all_on_purpose = bool(
            _TEMPLATE.search(page.path)
            or _IS_OLD.search(before)
            or _ERROR.search(before)
            or (is_label and _FAILS.search(before))
        )
        self._last_error = -1
        for error in _ERROR.finditer(text, start, min(len(text), end + _AFTER)):
            self._last_error = error.start()
        # The lines with comments that say something: where each begins and ends, and whether its code fails or is old.
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._fails: list[bool] = []
        for line, at in example.lines:
            comment = _COMMENT.search(line)
            fails = comment is not None and bool(_FAILS.search(comment["text"]) or _IS_OLD.search(comment["text"]))
            if fails or (comment is not None and _IS_NEW.search(comment["text"])):
                self._starts.append(at)
                self._ends.append(at + len(line))
                self._fails.append(fails)

    def is_on_purpose(self, place: Span) -> bool:
        """Whether the page shows that code at a place in the example fails, or that it is of an old version.

        The name of the page says so, a comment on its lines or the last one above, the paragraph before the example, or
        an exception behind it.
        """
        if self._is_all_on_purpose or place.start <= self._last_error:
            return True
        index = bisect_left(self._starts, place.end) - 1
        while index >= 0 and self._ends[index] >= place.start and not self._fails[index]:
            index -= 1
        return index >= 0 and self._fails[index]
