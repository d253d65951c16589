from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation

_CONFLICT = "1. Mix it.\n<<<<<<< HEAD\n2. Bake it.\n=======\n2. Roast it.\n>>>>>>> 82edf2d (Roast)\n3. Eat it.\n"
_BOTH = "<<<<<<< ours\nRye.\n<<<<<<< HEAD\n||||||| 1a2b3c4\n=======\n>>>>>>> b\n=======\nOats.\n>>>>>>> theirs\n"


class ConflictMarker(Rule):
    """The page has the markers that Git writes where a merge needs a decision, so it shows both versions.

    Readers see `<<<<<<< HEAD` and lists whose items come twice, `=======` makes a heading of the line above it, and
    what a program reads from the page, such as front matter, may not be valid. The rule reports conflicts that have
    all of their markers, and reads none in code, which may explain them. Other rules read the text without them.
    """

    family = "structure"
    severity = "error"
    covers = ("A17",)
    remedy = "Stop the generator, or its commit, when a merge leaves conflicts in the pages or in what it reads."
    advice = "Decide which version is right, and remove the other one with the markers."
    messages = {
        "conflict": Message(
            "`{marker}` begins a conflict that a merge left, up to line {last}; keep one version", key=("marker",)
        )
    }
    examples = (
        Invalid(_CONFLICT, lines=(2,)),
        Invalid(f"# A\n\n{_BOTH}\n{_BOTH}".replace("\n", "\r\n"), lines=(3, 13)),
        Invalid("Rye\n<<<<<<< HEAD\n[a](#rye)\n=======\n[b](#oats)\n>>>>>>> 82edf2d\n\n# Rye\n\n# Oats\n", lines=(2,)),
        Invalid("---\n<<<<<<< a\ntitle: A\n=======\ntitle: B\n>>>>>>> b\n---\n\n# A\n", lines=(2,)),
        Valid(f"```\n{_CONFLICT}```\n\n<pre>\n{_CONFLICT}</pre>\n"),
        Valid("{% highlight text %}\n" + _CONFLICT + "{% endhighlight %}\n"),
        Valid("<CodeBlock>{`\n" + _CONFLICT + "`}</CodeBlock>\n", "docs/a.mdx"),
        Valid("Rye\n=======\n\n>>>>>>> Rye?\n\n<<<<<<<\n\n<<<<<<< a\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for ((first, *_, last),) in page.rendered.conflicts:
            yield Violation(first, "conflict", marker=page.text(first), last=page.source.position(last.start).line)
