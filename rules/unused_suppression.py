from collections.abc import Iterator

from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation


class UnusedSuppression(Rule):
    """A directive, or one of the rules it names, suppresses nothing.

    What it was for is mended, or was generated anew elsewhere; left there, it hides the next defect. Where several
    directives are about one finding, the one for the fewest lines counts: all that are reported can go at once, and
    nothing comes back.

    Only rules that ran on the page are judged: not those that are deselected or ignored, nor those that had no
    repository to look at; a family only if all of its rules ran. Findings of this rule cannot be suppressed on the
    page, or there would be no end to it: use the configuration, or `--ignore`.
    """

    id = "unused-suppression"
    family = "suppressions"
    severity = "warning"
    needs = frozenset({"suppressions"})
    remedy = "Take the directive out of the template, or out of the text that is copied onto the page."
    messages = {
        "unused": Message("`{verb}`: there is nothing here that `{name}` reports", key=("verb", "name")),
        "duplicate": Message("`{verb}` names `{name}` twice", key=("verb", "name")),
    }
    examples = (
        Invalid(
            "<!-- doclint: allow-next-line broken-link -->\n[a](a.md)\n",
            files={"docs/a.md": ""},
            beside=("broken-link",),
            lines=(1,),
            messages=("unused",),
        ),
        Invalid(
            "<!-- doclint: allow-next-line broken-link, broken-link -->\n[a](a.md)\n",
            beside=("broken-link",),
            lines=(1,),
            messages=("duplicate",),
        ),
        Invalid(
            "<!-- doclint: allow-file broken-link -->\n<!-- doclint: allow-next-line broken-link -->\n[a](a.md)\n",
            beside=("broken-link",),
            lines=(1,),
        ),
        Valid("<!-- doclint: allow-next-line broken-link -->\n\n[a](a.md)\n", beside=("broken-link",)),
        Valid("<!-- doclint: allow-next-line mojibake, links -->\n[a](a.md)\n", beside=("broken-link",)),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for directive in page.suppressions.directives.found:
            seen = set()
            for name in directive.names:
                if name.text in seen:
                    yield Violation(name.span, "duplicate", verb=directive.verb, name=name.text)
                seen.add(name.text)
        for directive, name in page.suppressions.unused():
            yield Violation(name.span, "unused", verb=directive.verb, name=name.text)
