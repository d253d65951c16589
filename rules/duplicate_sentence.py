import re
from collections.abc import Iterator

from pydantic import Field

from doclint.formats.schema import ClaimSpec
from doclint.formats.shapes import Claim
from doclint.markdown.nodes import Paragraph
from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page
from ._statements import shown

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_WORD = re.compile(r"\w+")
_LONG = "The answer to each request is kept for as long as the server says so."
_TWICE = file_page(
    "tests/a.py",
    "## File Purpose\n\nThis file is part of the **testing infrastructure**.\n\n"
    "## Architecture & Design\n\n### Role in Demo Architecture\n\n"
    "This file is located in `tests`, which is part of the **testing infrastructure**.\n",
)


class DuplicateSentence(Rule):
    """A page says the same thing twice, in the same words.

    A generator puts a sentence into two sections, or a text was pasted and never cut down. The reader looks for the
    difference, and there is none.

    Compared are the sentences of paragraphs, in any case and without punctuation, if they are long enough to say
    something, and statements of which the format says that one repeats the other. Lists, tables, quotes and fences are
    left alone, and so are pages of no format: people repeat themselves on purpose. The rule is a strict one.
    """

    id = "duplicate-sentence"
    family = "content"
    severity = "info"
    profile = "strict"
    covers = ("F27",)
    remedy = "Say a thing in one section, and leave it out of the others."
    messages = {
        "sentence": Message('"{sentence}" stands on the page before', key=("sentence",)),
        "claim": Message('"{sentence}" says only what "{before}" says', key=("sentence",)),
    }
    examples = (
        Invalid(
            file_page("a.py", f"## File Purpose\n\n{_LONG}\n\n## Dependencies\n\nNot all is kept. **{_LONG}**\n"),
            "docs/a.py_docs.md",
            lines=(9,),
            messages=("sentence",),
        ),
        Invalid(_TWICE, "docs/tests/a.py_docs.md", lines=(11,), messages=("claim",)),
        Invalid(
            file_page("a.py", "## File Purpose\n\nIt is kept here. It is kept here.\n"),
            "docs/a.py_docs.md",
            options={"words": 4},
            lines=(5,),
        ),
        Valid(
            file_page("a.py", f"## File Purpose\n\n{_LONG}\n\n- {_LONG}\n\n> {_LONG}\n\n```\n{_LONG}\n```\n"),
            "docs/a.py_docs.md",
        ),
        Valid(
            file_page("a.py", f"## File Purpose\n\n{_LONG}\n\n{_LONG.replace('server', 'client')}\n"),
            "docs/a.py_docs.md",
        ),
        Valid(file_page("a.py", "## File Purpose\n\nIt is kept here. It is kept here.\n"), "docs/a.py_docs.md"),
        Valid(f"# Cache\n\n{_LONG}\n\n{_LONG}\n"),
        Valid(_TWICE.partition("## Arch")[0], "docs/tests/a.py_docs.md"),
    )

    words: int = Field(default=8, ge=2, description="Sentences with fewer words are not compared.")

    def check(self, page: Page) -> Iterator[Violation]:
        if page.identity is None:
            return
        yield from _claims(page)
        seen: set[tuple[str, ...]] = set()
        for block in page.document.blocks:
            if not isinstance(block, Paragraph):
                continue
            for sentence in _SENTENCE_END.split(block.text):
                key = tuple(_WORD.findall(sentence.casefold()))
                if len(key) < self.words:
                    continue
                if key in seen:
                    yield Violation(Span(block.start, block.end), "sentence", sentence=sentence.strip())
                seen.add(key)


def _claims(page: Page) -> Iterator[Violation]:
    """Statements that say what another one before them has said."""
    said: dict[str, Claim] = {}
    for claim in page.all(Claim):
        repeats = claim.spec.repeats if isinstance(claim.spec, ClaimSpec) else []
        before = next((said[name] for name in repeats if name in said), None)
        if before is not None:
            yield Violation(claim.span, "claim", sentence=shown(page, claim.span), before=shown(page, before.span))
        said[f"{claim.of}.{claim.key}"] = claim
