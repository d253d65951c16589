import re
from collections.abc import Iterator

from doclint.nodes import Block, Heading, List, Paragraph, plain_text
from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid
from doclint.source import Span

_HEAD = 200  # characters of a text in which it says what it is
_CLAIM = re.compile(
    r"(?:(?:this|here|below|following) (?:is|are) )?(?:the |a |an )?(?:complete|entire|exhaustive|full)"
    r"(?: \w+){0,3}? (?:catalog|catalogue|content|contents|index|inventory|list|listing|set|source|table)\b",
    re.IGNORECASE,
)
_CUT = re.compile(
    r"\W*(?:(?:\.\.\.|…) ?(?:and )?|and )[\d,]+ (?:more|others?)\b|"
    r"\W*(?:note: )?(?:content|list|output|source|file)? ?(?:is |was )?truncated (?:after|at|because|due|for|here)\b|"
    r"\W*(?:only|showing|shows) the first [\d,]+\b",
    re.IGNORECASE,
)


class FalseCompleteness(Rule):
    """A list is said to be complete, and ends with "... and 28,187 more files".

    The sentence was written when the tree was small, the limit came later. Whoever searches the list and finds nothing
    believes that there is nothing. Say how much is shown, or drop the claim.

    The claim stands at the beginning of a paragraph or is the heading, the other at the beginning of a paragraph or of
    the last item of a list below it, both in one section. What a page says of lists elsewhere is not judged.
    """

    id = "false-completeness"
    family = "content"
    severity = "warning"
    covers = ("F23",)
    remedy = "Promise completeness only where nothing is cut, or write how much there is."
    messages = {"cut": Message('"{claim}" is contradicted below it: "{cut}"', key=("claim",))}
    examples = (
        Invalid(
            "# Files\n\nComplete list of all files:\n\n- a.py\n- b.py\n\n*... and 28,187 more files*\n",
            lines=(3,),
        ),
        Invalid("## Full index\n\n- a.py\n- b.py\n- … and 7 more\n", lines=(1,)),
        Invalid("The complete source of the file:\n\n    x = 1\n\n*Note: Content truncated due to size*\n", lines=(1,)),
        Valid("# Files\n\nA list of files:\n\n- a.py\n\n*... and 7 more files (see index.md for the complete list)*\n"),
        Valid("# Files\n\nComplete list of all files:\n\n- a.py\n\n# More\n\n... and 7 more\n"),
        Valid("See the complete list of files.\n\n- ... and 7 more\n"),
        Valid("Complete list of the functions:\n\n- and 7 others can be had by `more`.py\n- truncate\n"),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        claim: tuple[Span, str] | None = None
        for block in page.document.blocks:
            text = _text(block)
            if isinstance(block, Heading) or _CLAIM.match(text):
                claim = (Span(block.start, block.end), text) if _CLAIM.match(text) else None
            elif claim is not None and _CUT.match(_last(block)):
                yield Finding(claim[0], "cut", claim=claim[1].rstrip(":."), cut=_last(block))
                claim = None


def _text(block: Block) -> str:
    """The beginning of a heading or a paragraph."""
    return block.text[:_HEAD].strip() if isinstance(block, Heading | Paragraph) else ""


def _last(block: Block) -> str:
    """The beginning of a paragraph, or of the last item of a list."""
    if isinstance(block, List) and block.items:
        return plain_text(block.items[-1].inlines)[:_HEAD].strip()
    return _text(block)
