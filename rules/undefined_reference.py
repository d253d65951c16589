import re
from collections.abc import Iterator

from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid
from doclint.suggest import similar_word

_NO_LABEL = re.compile(r"[\W\d_]*\Z")


class UndefinedReference(Rule):
    """A reference link whose label is defined nowhere: the page shows the brackets.

    Full references (`[text][label]`) and collapsed ones (`[label][]`) are reported. A lone `[label]` is ordinary text
    as often as not, and so are brackets behind a word (`matrix[i][j]`) and labels without a letter (`[1][2]`); they are
    left alone.
    """

    id = "undefined-reference"
    family = "links"
    severity = "error"
    messages = {"undefined": Message("No definition has the label `{label}`{hint}", key=("label",))}
    examples = (
        Invalid("See [the guide][guide] and [faq][].\n", lines=(1, 1)),
        Invalid("See ![logo][lgoo].\n\n[logo]: https://example.org/logo.png\n", lines=(1,)),
        Valid("See [the guide][guide] and [FAQ][].\n\n[guide]: /g\n[faq]: /f\n"),
        Valid("A [note], an item `x[a][b]`, x[a][b], [0][1] and \\[a][b\\].\n"),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        text = page.source.text
        labels = [definition.label for definition in page.document.definitions]
        for reference in page.document.missing_references:
            before = text[reference.start - 1 : reference.start]
            if _NO_LABEL.match(reference.label) or before.isalnum() or before in ("]", ")", "_", "\\"):
                continue
            near = similar_word(reference.label, labels) if labels else None
            hint = f"; did you mean `{near}`?" if near else ""
            yield Finding(reference.span, "undefined", label=reference.label, hint=hint)
