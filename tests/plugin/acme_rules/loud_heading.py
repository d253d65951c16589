from collections.abc import Iterator

from doclint import Invalid, Message, Rule, Valid, Violation
from doclint.page.page import Page


class LoudHeading(Rule):
    """A heading is written in capitals.

    It reads as if somebody shouted.
    """

    id = "loud-heading"
    family = "acme"
    severity = "info"
    messages = {"loud": Message("`{text}` shouts", key=("text",))}
    examples = (
        Invalid("# READ ME\n", lines=(1,)),
        Invalid("# OK\n", options={"shortest": 2}, lines=(1,)),
        Valid("# Read me\n"),
        Valid("# OK\n"),
    )

    shortest: int = 4

    def check(self, page: Page) -> Iterator[Violation]:
        for heading in page.document.headings:
            if heading.text.isupper() and len(heading.text) >= self.shortest:
                yield Violation(heading.span, "loud", text=heading.text)
