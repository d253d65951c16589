from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation

_NEXT_LINE = "<!-- doclint: allow-next-line broken-link -->\n"


class UnusedSuppression(Rule):
    """A directive, or one of the rules that it names, suppresses nothing.

    Somebody fixed the defect, or the generator now writes it elsewhere. If the directive stays, it hides the next
    defect. If several directives are about one finding, the one for the fewest lines counts, so you can delete all
    that are reported at once without bringing a finding back.

    The rule considers only rules that ran on the page: not those that are deselected or ignored, nor those that lacked
    a repository. It considers a family only if all of its rules ran. You cannot suppress findings of this rule on the
    page; use the configuration or `--ignore`.
    """

    family = "suppressions"
    severity = "warning"
    needs = {"suppressions"}
    remedy = "Delete the directive from the template, or from the text that the generator copies onto the page."
    advice = "Delete what the directive does not need, or the whole directive."
    messages = {
        "unused": Message("`{name}` reports nothing here; delete it from `{verb}`", key=("verb", "name")),
        "duplicate": Message("`{verb}` names `{name}` twice", key=("verb", "name")),
    }
    examples = (
        Invalid(f"{_NEXT_LINE}[a](a.md)\n", files={"docs/a.md": ""}, beside=("broken-link",), lines={1: "unused"}),
        Invalid(
            "<!-- doclint: allow-next-line broken-link, broken-link -->\n[a](a.md)\n",
            beside=("broken-link",),
            lines={1: "duplicate"},
        ),
        Invalid(
            f"<!-- doclint: allow-file broken-link -->\n{_NEXT_LINE}[a](a.md)\n", beside=("broken-link",), lines=(1,)
        ),
        Valid(f"{_NEXT_LINE}\n[a](a.md)\n", beside=("broken-link",)),
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
