import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from doclint.markdown.nodes import Block, Heading, List, Paragraph, plain_text
from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._index import indexes, is_of_files

_TEXTS = (Heading, Paragraph)
_HEAD = 200  # characters of a text in which it says what it is
_CLAIM = re.compile(
    r"(?:(?:this|here|below|following) (?:is|are) )?(?:the |a |an )?(?:complete|entire|exhaustive|full)"
    r"(?: \w+){0,3}? (?:catalog|catalogue|content|contents|index|inventory|list|listing|set|source|table)\b",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"(?:it is complete[:;,.] )?(?:each|every|all(?: of)?(?: the)?) (?:[\w-]+ ){1,6}?(?:is|are) "
    r"(?:covered|documented|found|included|indexed|listed|shown)\b",
    re.IGNORECASE,
)
# What a claim is about that is made for all of a page, and what of it only a source has.
_WHOLE = re.compile(r"\b(?:all|each|every)\b[\w -]*?\b(?:files?|keywords?|pages?|sources?|symbols?)\b", re.IGNORECASE)
_NAMES = re.compile(r"\b(?:all|each|every)\b[\w -]*?\b(?:classes|functions?|keywords?|symbols?)\b", re.IGNORECASE)
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
    the last item of a list below it, both in one section. A claim of all files or keywords that has no list in its own
    section is one about the page. What a page says of lists elsewhere is not judged. An index that is said to have all
    keywords, and has the names of files, is not complete either.
    """

    id = "false-completeness"
    family = "content"
    severity = "warning"
    covers = ("F23",)
    remedy = "Promise completeness only where nothing is cut, or write how much there is."
    messages = {
        "cut": Message('"{claim}" is contradicted below it: "{cut}"', key=("claim",)),
        "files": Message('"{claim}" is not so: what this index lists are the names of files', key=("claim",)),
    }
    examples = (
        Invalid(
            "# Files\n\nComplete list of all files:\n\n- a.py\n- b.py\n\n*... and 28,187 more files*\n",
            lines=(3,),
        ),
        Invalid("## Full index\n\n- a.py\n- b.py\n- … and 7 more\n", lines=(1,)),
        Invalid("The complete source of the file:\n\n    x = 1\n\n*Note: Content truncated due to size*\n", lines=(1,)),
        Invalid(
            "# All\n\nEvery file is found below.\n\n## A\n\n- a.py\n\n## B\n\n- b.py\n- ... and 7 more\n",
            lines=(3,),
        ),
        Invalid(
            "# Subtree Keyword Index: `src/`\n\n## Scope\n\nAll keywords are listed.\n\n## Keywords\n\n"
            + "".join(f"### {name}\n\n- [`{name}.py`](./{name}.py_docs.md)\n\n" for name in ("a", "b", "c", "d")),
            "docs/src/sub.md",
            lines=(5,),
            messages=("files",),
        ),
        Valid("# All\n\nAll files are listed:\n\n- a.py\n\n## More\n\n- b.py\n- ... and 7 more\n"),
        Valid("# Files\n\nA list of files:\n\n- a.py\n\n*... and 7 more files (see index.md for the complete list)*\n"),
        Valid("# Files\n\nComplete list of all files:\n\n- a.py\n\n# More\n\n... and 7 more\n"),
        Valid("See the complete list of files.\n\n- ... and 7 more\n"),
        Valid("Complete list of the functions:\n\n- and 7 others can be had by `more`.py\n- truncate\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        claim: _Claim | None = None
        has_files: bool | None = None  # instead of keywords
        for block in page.document.blocks:
            text = _text(block)
            if _is_claim(text) or (isinstance(block, Paragraph) and _is_claim_of_all(text)):
                claim = _Claim(Span(block.start, block.end), text.rstrip(":."))
                if _NAMES.search(text):
                    if has_files is None:
                        has_files = any(is_of_files(page, index) for index in indexes(page))
                    if has_files:
                        yield Violation(claim.span, "files", claim=claim.text)
                        claim = None
            elif claim is None:
                continue
            elif isinstance(block, Heading):
                claim.is_of_page |= not claim.has_list and _WHOLE.search(claim.text) is not None
                claim = claim if claim.is_of_page else None
            elif _CUT.match(_last(block)):
                yield Violation(claim.span, "cut", claim=claim.text, cut=_last(block))
                claim = None
            elif isinstance(block, List):
                claim.has_list = True


@dataclass
class _Claim:
    """What is said to be complete: what follows in the section, where that has a list, or all of the page."""

    span: Span
    text: str
    has_list: bool = False
    is_of_page: bool = False


@lru_cache(maxsize=1024)  # most of what generators write is on many pages
def _is_claim(text: str) -> bool:
    return _CLAIM.match(text) is not None


@lru_cache(maxsize=1024)
def _is_claim_of_all(text: str) -> bool:
    return _ALL.match(text) is not None


def _text(block: Block) -> str:
    """The beginning of a heading or a paragraph."""
    return block.text[:_HEAD].strip() if isinstance(block, _TEXTS) else ""


def _last(block: Block) -> str:
    """The beginning of a paragraph, or of the last item of a list."""
    if isinstance(block, List) and block.items:
        return plain_text(block.items[-1].inlines)[:_HEAD].strip()
    return _text(block)
