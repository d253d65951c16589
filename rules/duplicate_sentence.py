from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import expression, schema, shown_text
from doclint.kit.nodes import Paragraph
from doclint.kit.shapes import Claim

from ._pages import FILE_PAGE, file_page, purpose_page

_SENTENCE_END = expression(r"(?<=[.!?])\s+(?=[A-Z])")
_WORD = expression(r"\w+")
_LONG = "The answer to each request is kept for as long as the server says so."
_SHORT = purpose_page("It is kept here. It is kept here.")
_TWICE = file_page(
    "tests/a.py",
    "## File Purpose\n\nThis file is part of the **testing infrastructure**.\n\n"
    "## Architecture & Design\n\n### Role in Demo Architecture\n\n"
    "This file is located in `tests`, which is part of the **testing infrastructure**.\n",
)


class DuplicateSentence(Rule):
    """A page says the same thing twice in the same words.

    A generator writes one sentence into two sections, or somebody pasted a text and never shortened it. The reader
    looks for a difference and finds none.

    The rule compares sentences of paragraphs, without regard to case and punctuation, if they are long enough to say
    something, and statements that repeat each other by the format. It leaves alone lists, tables, quotes and fences,
    and pages of unknown formats, because people repeat themselves on purpose. It is in the strict profile.
    """

    family = "content"
    severity = "info"
    profile = "strict"
    reads = {"claims + statement.repeats", "kind"}
    covers = ("F27",)
    remedy = "Say a thing in one section, and leave it out of the others."
    messages = {
        "sentence": Message('The page says "{sentence}" more than once', key=("sentence",)),
        "claim": Message('"{sentence}" only repeats "{before}"', key=("sentence",)),
    }
    examples = (
        Invalid(
            purpose_page(f"{_LONG}\n\n## Dependencies\n\nNot all is kept. **{_LONG}**"),
            FILE_PAGE,
            lines={9: "sentence"},
        ),
        Invalid(_TWICE, "docs/tests/a.py_docs.md", lines={11: "claim"}),
        Invalid(_SHORT, FILE_PAGE, options={"words": 4}, lines=(5,)),
        Valid(purpose_page(f"{_LONG}\n\n- {_LONG}\n\n> {_LONG}\n\n```\n{_LONG}\n```"), FILE_PAGE),
        Valid(purpose_page(f"{_LONG}\n\n{_LONG.replace('server', 'client')}"), FILE_PAGE),
        Valid(_SHORT, FILE_PAGE),
        Valid(f"# Cache\n\n{_LONG}\n\n{_LONG}\n"),
        Valid(_TWICE.partition("## Arch")[0], "docs/tests/a.py_docs.md"),
    )

    words: Annotated[int, Meta(ge=2, description="Number of words below which a sentence is not compared.")] = 8

    def check(self, page: Page) -> Iterator[Violation]:
        if page.identity is None:
            return
        yield from _check_claims(page)
        seen: set[tuple[str, ...]] = set()
        for block in page.document.blocks:
            for sentence in _SENTENCE_END.split(block.text) if isinstance(block, Paragraph) else ():
                words = tuple(_WORD.findall(sentence.casefold()))
                if words in seen:
                    yield Violation(block.span, "sentence", sentence=sentence.strip())
                elif len(words) >= self.words:
                    seen.add(words)


def _check_claims(page: Page) -> Iterator[Violation]:
    earlier: dict[str, Claim] = {}
    for claim in page.all(Claim):
        repeats = claim.spec.repeats if isinstance(claim.spec, schema.ClaimSpec) else []
        before = next((earlier[name] for name in repeats if name in earlier), None)
        if before is not None:
            yield Violation(
                claim.span, "claim", sentence=shown_text(page, claim.span), before=shown_text(page, before.span)
            )
        earlier[f"{claim.of}.{claim.key}"] = claim
