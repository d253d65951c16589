import re
from collections.abc import Iterator
from functools import partial
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Message, Page, SourceFile, SourceRule, Span, Valid, Violation
from doclint.formats.holes import SNIPPET
from doclint.kit import expression, lines_of

from ._pages import format_in

_FORMAT = format_in("cut_snippet")
_PAGE = "# Words of a.c\n\n## Words\n\n- **Context**: `{}`\n"
_FILES = {"a.c": "#define LIMIT 12\nint run_all(void);\n"}
_valid = partial(Valid, path="docs/a.c_words.md", files=_FILES, format=_FORMAT)
_invalid = partial(Invalid, path="docs/a.c_words.md", files=_FILES, format=_FORMAT)
_WORD = expression(r"\w")
_MANY = 100  # occurrences of a snippet that are checked


class CutSnippet(SourceRule):
    """A snippet of the source is cut in the middle of a word.

    The rest of the word looks like a misspelling, and the name that the snippet should show may be gone. Generators
    take a fixed number of characters around a name; let them take whole words or lines, or mark the cut with an
    ellipsis, as the fix does.

    doclint looks the snippet up in the source to see whether it is cut. The format says what a snippet is: what the
    hole `snippet` holds.
    """

    family = "source"
    severity = "info"
    reads = {"{source.snippet}"}
    covers = ("B19",)
    remedy = "Cut a snippet between words, and mark the place with an ellipsis."
    messages = {
        "cut": Message("The snippet ends in the middle of `{word}`; end it with an ellipsis", key=("word",)),
        "more": Message("doclint checks only the first {most} snippets of a page (`rules.cut-snippet.most`)"),
    }
    examples = (
        _invalid(_PAGE.format("LIMIT 12 int run_a"), lines=(5,), fixed=_PAGE.format("LIMIT 12 int run_a…")),
        _invalid(f"{_PAGE.format('LIMIT 12')}- **Before**: `int run_a`\n", options={"most": 1}, lines={6: "more"}),
        _valid(_PAGE.format("LIMIT 12 int run_all")),
        _valid(_PAGE.format("LIMIT 12 int")),
        _valid(_PAGE.format("int x_a")),
    )

    most: Annotated[int, Meta(ge=1, description="Snippets of a page that are looked up in the source.")] = 1_000

    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        snippets = page.captures.get(SNIPPET, ())
        for snippet in snippets[: self.most]:
            cut = _cut_word(" ".join(snippet.text.split()), source.remembered(_words))
            if cut:
                word, words = cut
                is_exact = page.text(snippet.span) == snippet.text
                fix = page.replace(Span(snippet.end, snippet.end), "…", safe=True) if is_exact else None
                lines = source.remembered(_lines_of_words)[words]
                related = lines_of(source, lines[0], lines[-1])
                yield Violation(snippet.span, "cut", fix=fix, related=related, word=word)
        for snippet in snippets[self.most : self.most + 1]:
            yield Violation(snippet.span, "more", most=self.most)


def _words(source: SourceFile) -> str:
    return " ".join(source.text.split())


def _lines_of_words(source: SourceFile) -> list[int]:
    return [number for number, line in enumerate(source.text.split("\n"), 1) for _ in line.split()]


def _cut_word(snippet: str, text: str) -> tuple[str, slice] | None:
    """Return the word that a snippet of a text ends in the middle of, wherever the text has the snippet, and which
    words of the text the snippet has.
    """
    if not snippet or not _WORD.match(snippet[-1]):
        return None
    cut = None
    place = text.find(snippet)
    for _ in range(_MANY):
        if place < 0:
            break
        start = end = place + len(snippet)
        if not _WORD.match(text, end):
            return None
        while start > place and _WORD.match(text, start - 1):
            start -= 1
        word = None if cut else re.match(r"\w{1,200}", text[start : start + 200])
        if word:
            first = text.count(" ", 0, place)
            cut = word.group(), slice(first, first + snippet.count(" ") + 1)
        place = text.find(snippet, place + 1)
    return cut
