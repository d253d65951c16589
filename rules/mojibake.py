from bisect import bisect_right
from collections.abc import Iterator
from itertools import groupby

from doclint.markdown.mojibake import Mojibake as Damage
from doclint.markdown.mojibake import repaired
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation


class Mojibake(Rule):
    """Text was read in the wrong encoding and written again: `â†’` for an arrow.

    UTF-8 that some step took for Windows-1252 (or another encoding of single bytes) and saved leaves two or three
    strange characters for each one that was there. Headings get other anchors, and sizes no longer match. The step that
    collects or writes the pages has to be told that they are UTF-8.

    Damage is recognised and repaired by ftfy; the repaired text is in the message. Genuine accents, dashes and box
    drawings are no damage. Text in code is left alone: it may be there to show what damage looks like.
    """

    id = "mojibake"
    family = "encoding"
    severity = "error"
    covers = ("H01",)
    in_quotes = True
    remedy = (
        'Name the encoding (`encoding="utf-8"`) wherever pages are read, copied, collected and written: '
        "one such step takes UTF-8 for another encoding."
    )
    messages = {
        "mojibake": Message("`{found}` should read `{repaired}`: UTF-8 was taken for another encoding", key=("damage",))
    }
    examples = (
        Invalid("# Map\n\n## Keyword â†’ Section\n", lines=(3,), fixed="# Map\n\n## Keyword → Section\n"),
        Invalid(
            "A cafÃ© and a naÃ¯ve dÃ©jÃ\xa0 vu.\n\nItâ€™s.\n",
            lines=(1, 3),
            fixed="A café and a naïve déjà vu.\n\nIt’s.\n",
        ),
        Valid("A café, a naïve déjà vu, ÆØÅ, Übergröße: → … — “quoted” 東京 ├── ©®\n"),
        Valid("`â€™` and\n\n```\nâ€™\n```\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        document, source = page.document, page.source
        if not document.mojibake:
            return
        code = [block.span for block in document.code_blocks]
        if page.kind is None:
            code += [span.span for span in document.code_spans]
        outside = _outside(document.mojibake, sorted(code))
        for _, group in groupby(outside, key=lambda found: source.position(found.span.start).line):
            on_line = list(group)
            span = Span(on_line[0].span.start, on_line[-1].span.end)
            found = source.text[slice(*span)]
            mended = repaired(found, {one.text: one.repaired for one in on_line})
            fix = Fix(tuple(Edit(one.span, one.repaired) for one in on_line), safe=True)
            damage = " ".join(_visible(one.text) for one in on_line)
            yield Violation(span, "mojibake", fix=fix, found=_visible(found), repaired=_visible(mended), damage=damage)


def _outside(damage: list[Damage], spans: list[Span]) -> Iterator[Damage]:
    starts = [span.start for span in spans]
    for one in damage:
        index = bisect_right(starts, one.span.start)
        if index == 0 or spans[index - 1].end <= one.span.start:
            yield one


def _visible(text: str) -> str:
    """The text with what cannot be seen under its number."""
    return "".join(character if character.isprintable() else f"<U+{ord(character):04X}>" for character in text)
