import re
from collections.abc import Iterator

from pydantic import Field

from doclint.formats.pattern import Capture
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

_FORMAT = """
name = "contexts"
docs-root = "docs"

[[kind]]
name = "file"
page = "{path}_words.md"
title = "Words of {path}"

[[kind.section]]
heading = "Words"
content = [{ shape = "fields", items = [
    { key = "Context", value = "`{snippet}`" },
    { key = "Before", value = "`{snippet}`", optional = true },
] }]
"""
_PAGE = "# Words of a.c\n\n## Words\n\n- **Context**: `{}`\n"
_SOURCE = "#define LIMIT 12\nint run_all(void);\n"
_WORD = re.compile(r"\w")
_MANY = 100  # places of a snippet that are looked at


class CutSnippet(Rule):
    """A piece of the source is cut in the middle of a word.

    It looks like a misspelling, and may hide the name that it is to show. Generators take so many characters around a
    name; they should take words or lines, or say with dots that something is left out, as the fix does.

    Where the piece stands in the source tells whether it is cut. The format says what such a piece is, by a hole called
    `snippet`.
    """

    id = "cut-snippet"
    family = "source"
    severity = "info"
    covers = ("B19",)
    needs = frozenset({"source"})
    remedy = "Cut a snippet between words, and mark the place with an ellipsis."
    messages = {
        "cut": Message(
            "The piece of the source ends in the middle of `{word}`[ (as copied in `{copy}`)]", key=("word",)
        ),
        "more": Message("Only the first {most} pieces of the source are looked for (`rules.cut-snippet.most`)"),
    }
    examples = (
        Invalid(
            _PAGE.format("LIMIT 12 int run_a"),
            "docs/a.c_words.md",
            files={"a.c": _SOURCE},
            format=_FORMAT,
            lines=(5,),
            fixed=_PAGE.format("LIMIT 12 int run_a…"),
        ),
        Invalid(
            f"{_PAGE.format('LIMIT 12')}- **Before**: `int run_a`\n",
            "docs/a.c_words.md",
            options={"most": 1},
            files={"a.c": _SOURCE},
            format=_FORMAT,
            lines=(6,),
            messages=("more",),
        ),
        Valid(_PAGE.format("LIMIT 12 int run_all"), "docs/a.c_words.md", files={"a.c": _SOURCE}, format=_FORMAT),
        Valid(_PAGE.format("LIMIT 12 int"), "docs/a.c_words.md", files={"a.c": _SOURCE}, format=_FORMAT),
        Valid(_PAGE.format("int x_a"), "docs/a.c_words.md", files={"a.c": _SOURCE}, format=_FORMAT),
    )

    most: int = Field(default=1_000, ge=1, description="Pieces on a page that are looked for in the source.")

    def check(self, page: Page) -> Iterator[Violation]:
        source_file = page.source_file
        snippets = page.captures.get("snippet", ())
        if source_file is None or not snippets:
            return
        text = " ".join(source_file.data.decode(errors="replace").split())
        for snippet in snippets[: self.most]:
            word = _cut_word(" ".join(snippet.text.split()), text)
            if word:
                yield Violation(snippet.span, "cut", fix=_dots(page, snippet), word=word, copy=source_file.copy)
        for snippet in snippets[self.most : self.most + 1]:
            yield Violation(snippet.span, "more", most=self.most)


def _cut_word(snippet: str, text: str) -> str | None:
    """The word in the middle of which a piece of a text ends, wherever it stands there."""
    if not snippet or not _WORD.match(snippet[-1]):
        return None
    word = None
    place = text.find(snippet)
    for _ in range(_MANY):
        if place < 0:
            break
        end = place + len(snippet)
        if not _WORD.match(text, end):
            return None
        start = end
        while start > place and _WORD.match(text, start - 1):
            start -= 1
        word = word or re.match(r"\w{1,200}", text[start : start + 200])
        place = text.find(snippet, place + 1)
    return word.group() if word else None


def _dots(page: Page, snippet: Capture) -> Fix | None:
    if page.source.text[slice(*snippet.span)] != snippet.text:
        return None
    return Fix((Edit(Span(snippet.end, snippet.end), "…"),), safe=True)
