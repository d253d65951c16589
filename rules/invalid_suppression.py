from collections.abc import Iterator

from doclint.errors.suggestions import misspelled_word
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation


class InvalidSuppression(Rule):
    """A comment that is meant as a suppression says something impossible.

    A directive with a mistake suppresses less than its author thinks, or nothing. What a directive can say:

        <!-- doclint: allow-next-line RULE, RULE -- reason -->
        <!-- doclint: allow RULE, RULE -- reason --> ... <!-- doclint: end-allow -->
        <!-- doclint: allow-file RULE, RULE -- reason -->

    RULE is the id of a rule, or a family; at least one has to be named. `end-allow` ends the innermost block; if it
    names rules, they must be those of the block. Comments in code and in quoted pages are no directives. What other
    linters read is left alone. Findings of this rule cannot be suppressed on the page.
    """

    id = "invalid-suppression"
    family = "suppressions"
    severity = "error"
    needs = frozenset({"suppressions"})
    remedy = (
        "Write directives as `doclint explain invalid-suppression` shows them; one that comes with copied text "
        "belongs into a fence."
    )
    messages = {
        "no-colon": Message("This suppresses nothing: write `doclint: {text}`, with a colon", key=("text",)),
        "unclosed-comment": Message("The comment is never closed: it hides the rest of the page"),
        "unknown-verb": Message(
            "A directive begins with `allow`, `end-allow`, `allow-next-line` or `allow-file`[, not with `{text}`]"
            "[; did you mean `{suggestion}`?]",
            key=("text",),
        ),
        "no-name": Message("`{text}` has to name the rules that it is about", key=("text",)),
        "no-separator": Message(
            "`{text}` is no rule: names are separated by commas, and ` -- ` begins the reason", key=("text",)
        ),
        "never-ended": Message("The block suppresses nothing: no `end-allow` ends it"),
        "nothing-to-end": Message("There is no block that `end-allow` could end"),
        "other-end": Message("The block that ends here is about {expected}, not about `{text}`", key=("text",)),
        "unknown-name": Message("No rule or family is called `{name}`[; did you mean `{suggestion}`?]", key=("name",)),
        "immune": Message("Findings of `{name}` cannot be suppressed on the page", key=("name",)),
    }
    examples = (
        Invalid("# A\n\n<!-- doclint: allow-file broken-lnk -->\n", lines=(3,), messages=("unknown-name",)),
        Invalid("<!-- doclint allow-file links -->\n", lines=(1,), messages=("no-colon",)),
        Invalid("# A\n\n<!-- doclint: allow-file links\n\n# B\n", lines=(3,), messages=("unclosed-comment",)),
        Invalid("<!-- doclint: alow-file links -->\n\n<!-- doclint: -->\n", lines=(1, 3), messages=("unknown-verb",)),
        Invalid("<!-- doclint: allow-file -- old -->\n", lines=(1,), messages=("no-name",)),
        Invalid("<!-- doclint: allow-file links is old -->\n", lines=(1,), messages=("no-separator",)),
        Invalid("<!-- doclint: allow links -->\n\n[a](b.md)\n", lines=(1,), messages=("never-ended",)),
        Invalid("a\n<!-- doclint: end-allow -->\n", lines=(2,), messages=("nothing-to-end",)),
        Invalid(
            "<!-- doclint: allow links -->\n\n<!-- doclint: end-allow encoding -->\n",
            lines=(3,),
            messages=("other-end",),
        ),
        Invalid("<!-- doclint: allow-file suppressions, rule-failed -->\n", lines=(1, 1), messages=("immune",)),
        Valid("<!-- doclint: allow links -- old -->\n\n[a](b.md)\n\n<!-- doclint: end-allow links -->\n"),
        Valid("`<!-- doclint: allow-file -->` and\n\n```\n<!-- doclint: end-allow -->\n```\n"),
        Valid("<!-- doclint is not asked --> <!-- markdownlint-disable MD013 -->\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        known = page.suppressions.members
        for mistake in page.suppressions.directives.mistakes:
            yield Violation(
                mistake.span,
                mistake.kind,
                text=mistake.text,
                expected=mistake.expected,
                suggestion=misspelled_word(mistake.text, mistake.expected),
            )
        for directive in page.suppressions.directives.found:
            for name in directive.names:
                if name.text not in known and page.suppressions.is_complete:
                    suggestion = misspelled_word(name.text, known)
                    yield Violation(name.span, "unknown-name", name=name.text, suggestion=suggestion)
                elif name.text in known and page.suppressions.is_immune(name.text):
                    yield Violation(name.span, "immune", name=name.text)
