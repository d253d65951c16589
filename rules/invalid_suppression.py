from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import misspelled_word


class InvalidSuppression(Rule):
    """A comment that is meant to suppress findings has a mistake.

    Such a directive suppresses less than its author thinks, or nothing. These are the directives:

        <!-- doclint: allow-next-line RULE, RULE -- reason -->
        <!-- doclint: allow RULE, RULE -- reason --> ... <!-- doclint: end-allow -->
        <!-- doclint: allow-file RULE, RULE -- reason -->

    RULE is the id of a rule or a family; name at least one. `end-allow` ends the innermost block; if it names rules,
    they must be those of the block. Comments in code and in quoted pages are not directives. The rule leaves comments
    for other linters alone. You cannot suppress findings of this rule on the page.
    """

    family = "suppressions"
    severity = "error"
    needs = {"suppressions"}
    remedy = (
        "Write directives as `doclint explain invalid-suppression` shows them; put those that come with copied text "
        "into a fence."
    )
    advice = "Write directives as `doclint explain invalid-suppression` shows them."
    messages = {
        "no-colon": Message(
            "The comment suppresses nothing; write `doclint: {text} RULE`, with a colon", key=("text",)
        ),
        "unclosed-comment": Message("The comment is never closed, so it hides the rest of the page"),
        "unknown-verb": Message(
            "A directive begins with `allow`, `end-allow`, `allow-next-line` or `allow-file`[, not with `{text}`]"
            "[; did you mean `{suggestion}`?]",
            key=("text",),
        ),
        "no-name": Message("`{text}` does not name the rules to suppress", key=("text",)),
        "no-separator": Message(
            "`{text}` is not the name of a rule; separate names with commas, and begin the reason with ` -- `",
            key=("text",),
        ),
        "never-ended": Message("The block suppresses nothing, because no `end-allow` ends it"),
        "nothing-to-end": Message("`end-allow` has no block to end"),
        "other-end": Message("`end-allow` names `{text}`, but the block that it ends names {expected}", key=("text",)),
        "unknown-name": Message("`{name}` is not a rule or a family[; did you mean `{suggestion}`?]", key=("name",)),
        "immune": Message("Findings of `{name}` cannot be suppressed on the page", key=("name",)),
    }
    examples = (
        Invalid("# A\n\n<!-- doclint: allow-file broken-lnk -->\n", lines={3: "unknown-name"}),
        Invalid("<!-- doclint allow-file links -->\n", lines={1: "no-colon"}),
        Invalid(
            "<!-- dolint: allow links -->\n\n<!-- doclint-disable-line -->\n", lines={1: "no-colon", 3: "no-colon"}
        ),
        Invalid("# A\n\n<!-- doclint: allow-file links\n\n# B\n", lines={3: "unclosed-comment"}),
        Invalid(
            "<!-- doclint: alow-file links -->\n\n<!-- doclint: -->\n", lines={1: "unknown-verb", 3: "unknown-verb"}
        ),
        Invalid("<!-- doclint: allow-file -- old -->\n", lines={1: "no-name"}),
        Invalid("<!-- doclint: allow-file links is old -->\n", lines={1: "no-separator"}),
        Invalid("<!-- doclint: allow links -->\n\n[a](b.md)\n", lines={1: "never-ended"}),
        Invalid("a\n<!-- doclint: end-allow -->\n", lines={2: "nothing-to-end"}),
        Invalid("<!-- doclint: allow links -->\n\n<!-- doclint: end-allow encoding -->\n", lines={3: "other-end"}),
        Invalid("<!-- doclint: allow-file suppressions, rule-failed -->\n", lines={1: ("immune", "immune")}),
        Valid("<!-- doclint: allow links -- old -->\n\n[a](b.md)\n\n<!-- doclint: end-allow links -->\n"),
        Valid("`<!-- doclint: allow-file -->` and\n\n```\n<!-- doclint: end-allow -->\n```\n"),
        Valid("<!-- doclint is not asked --> <!-- markdownlint-disable MD013 --> <!-- docling: allow more -->\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        suppressions = page.suppressions
        for kind, span, text, expected in suppressions.directives.mistakes:
            suggestion = misspelled_word(text, expected)
            yield Violation(span, kind, text=text, expected=expected, suggestion=suggestion)
        for name in (name for directive in suppressions.directives.found for name in directive.names):
            is_known = name.text in suppressions.members
            if not is_known and suppressions.is_complete:
                suggestion = misspelled_word(name.text, suppressions.members)
                yield Violation(name.span, "unknown-name", name=name.text, suggestion=suggestion)
            elif is_known and suppressions.is_immune(name.text):
                yield Violation(name.span, "immune", name=name.text)
