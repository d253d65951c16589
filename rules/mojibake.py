from collections.abc import Iterator
from itertools import groupby

from doclint import Edit, Fix, Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import Places, repaired


class Mojibake(Rule):
    """Text was decoded with the wrong encoding and written again: `â†’` for an arrow.

    A step that takes UTF-8 for Windows-1252 (or another single-byte encoding) and saves the text leaves two or three
    strange characters for each original one. Headings get other anchors, and sizes no longer match. Find the step that
    collects or writes the pages, and set its encoding to UTF-8.

    doclint uses ftfy to recognize and repair the damage; the message has the repaired text. Genuine accents, dashes and
    box drawings are not damage. doclint ignores code, which may show what damage looks like.
    """

    family = "encoding"
    severity = "error"
    covers = ("H01",)
    in_quotes = True
    remedy = (
        'Name the encoding (`encoding="utf-8"`) wherever you read, copy, collect and write pages: one such step takes '
        "UTF-8 for another encoding."
    )
    advice = "Save the page as UTF-8, and restore the text: some program took its UTF-8 for another encoding."
    messages = {
        "mojibake": Message(
            "`{found}` should read `{repaired}`: UTF-8 was taken for another encoding", key=("damage",)
        ),
        "mark": Message("`{found}` is a byte order mark in UTF-8 taken for another encoding: delete it"),
    }
    examples = (
        Invalid("# Map\n\n## Keyword â†’ Section\n", lines=(3,), fixed="# Map\n\n## Keyword → Section\n"),
        Invalid(
            "A cafÃ© and a naÃ¯ve dÃ©jÃ\xa0 vu.\n\nItâ€™s.\n",
            lines=(1, 3),
            fixed="A café and a naïve déjà vu.\n\nIt’s.\n",
        ),
        Invalid("# Map\n\nA ï»¿map.\n", lines=(3,), fixed="# Map\n\nA map.\n"),
        Invalid("→ a â†’ b\n\nA cafÃ©.\n", lines=(1, 3), fixed="→ a → b\n\nA café.\n"),
        Valid("A café, a naïve déjà vu, ÆØÅ, Übergröße: → … — “quoted” 東京 ├── ©®\n"),
        Valid("`â€™` and\n\n```\nâ€™\n```\n"),
        Valid("| decode('Ã¼') | ü |\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        document, source = page.document, page.source
        if not document.mojibake:
            return
        code = [block.span for block in document.code_blocks]
        if page.kind is None:
            code += [span.span for span in document.code_spans]
        in_code = Places(code)
        outside = [one for one in document.mojibake if not in_code.meet(Span(one.span.start, one.span.start))]
        for _, group in groupby(outside, key=lambda found: source.position(found.span.start).line):
            on_line = list(group)
            span = Span(on_line[0].span.start, on_line[-1].span.end)
            text = repaired(page.text(span), {one.text: one.repaired for one in on_line})
            # A line with the same letters in both forms is about encodings.
            if text.isalpha() and text in page.text(source.line_at(span.start)):
                continue
            yield Violation(
                span,
                "mojibake" if text else "mark",
                fix=Fix(tuple(Edit(one.span, one.repaired) for one in on_line), safe=True),
                found=_visible(page.text(span)),
                repaired=_visible(text),
                damage=" ".join(_visible(one.text) for one in on_line),
            )


def _visible(text: str) -> str:
    """Return a text with the numbers of characters that cannot be seen."""
    return "".join(character if character.isprintable() else f"<U+{ord(character):04X}>" for character in text)
