import re
from collections.abc import Iterator

from doclint.errors.suggestions import misspelled_word
from doclint.markdown.nodes import MissingReference
from doclint.markdown.source import Edit, Fix
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

_AFTER_TAGS = re.compile(r" ?[-:\u2013\u2014]")
_NO_LABEL = re.compile(r"[\W\d_]*\Z")
_HASH = re.compile(r"(?=[a-f]*\d)[\da-f]{6,40}")
# `- [fix] ...`: a tag by itself.
_TAG = re.compile(r"^[ \t]*[-*+][ \t]+\[([^\[\]\n]{1,60})\][ \t:](?!\()", re.MULTILINE)
_PLAIN = re.compile(r"[^\[\]\\\r\n]+\Z")


class UndefinedReference(Rule):
    """A reference link whose label is defined nowhere: the page shows the brackets.

    Full references (`[text][label]`) and collapsed ones (`[label][]`) are reported. A lone `[label]` is ordinary text
    as often as not, and so are brackets behind a word (`matrix[i][j]`), labels without a letter (`[1][2]`), words in
    front of a link (`[Optional][Guide](guide.md)`), three in a row (`[day][month][year]`), the hashes of commits, and
    tags that begin an entry of a list (`[breaking][fix] - ...`, or `[fix][api] ...` beside `[fix] ...`); they are left
    alone.
    """

    id = "undefined-reference"
    family = "links"
    severity = "error"
    yields_to = ("unfenced-source",)
    remedy = (
        "Write the definition of each label that the page uses, and escape brackets in text that is copied onto it."
    )
    messages = {
        "undefined": Message("No definition has the label `{label}`[; did you mean `{suggestion}`?]", key=("label",))
    }
    examples = (
        Invalid("See [the guide][guide] and [faq][].\n", lines=(1, 1)),
        Invalid(
            "See ![the logo][bigogo] and [biglog][].\n\n[biglogo]: https://example.org/logo.png\n",
            lines=(1, 1),
            fixed="See ![the logo][biglogo] and [biglog][biglogo].\n\n[biglogo]: https://example.org/logo.png\n",
        ),
        Valid("See [the guide][guide] and [FAQ][].\n\n[guide]: /g\n[faq]: /f\n"),
        Valid("- [breaking][fix] - `a` is gone\n- [new][api]: `b`\n"),
        Valid("[Optional][Guide](guide.md)\n"),
        Valid("- [List][Menu] Has a style\n- [Menu] Has a name\n- Menus of lists [0cc58ce][a4b7d8d]\n"),
        Valid("1. [Code][Operator][Value]\n"),
        Valid("A [note], an item `x[a][b]`, x[a][b], [0][1] and \\[a][b\\].\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if not page.document.missing_references:
            return
        text = page.source.text
        firsts = {item.inlines[0].start for item in page.document.list_items if item.inlines}
        labels = [definition.label for definition in page.document.definitions]
        tags = set(_TAG.findall(text))
        for reference in page.document.missing_references:
            before = text[reference.start - 1 : reference.start]
            if _NO_LABEL.match(reference.label) or before.isalnum() or before in ("]", ")", "_", "\\"):
                continue
            if text.startswith(("(", "["), reference.end) or _HASH.fullmatch(reference.label):
                continue
            first = text[reference.start + 1 : reference.end].partition("]")[0]
            is_tagged = _AFTER_TAGS.match(text, reference.end) or not tags.isdisjoint({first, reference.label})
            if reference.start in firsts and is_tagged:
                continue
            suggestion = misspelled_word(reference.label, labels)
            fix = _fix(text, reference, suggestion) if suggestion and _PLAIN.match(suggestion) else None
            yield Violation(reference.span, "undefined", fix=fix, label=reference.label, suggestion=suggestion)


def _fix(text: str, reference: MissingReference, label: str) -> Fix:
    """The reference with another label. All of it is edited, because all of it becomes a link."""
    shown = text[reference.start : reference.end].rpartition("[")[0]
    return Fix((Edit(reference.span, f"{shown}[{label}]"),), safe=False)
