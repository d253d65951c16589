import re
from collections.abc import Iterator

from msgspec import Struct

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import expression, indexes_of, remembered
from doclint.kit.indexes import is_of_files
from doclint.kit.nodes import Block, Heading, Inline, List, Paragraph, plain_text

_LONGEST = 200  # characters at the beginning of a text that are looked at
_CLAIM = expression(
    r"(?:(?:this|here|below|following) (?:is|are) )?(?:the |a |an )?(?:complete|entire|exhaustive|full)"
    r"(?: \w+){0,3}? (?:catalog|catalogue|content|contents|index|inventory|list|listing|set|source|table)\b",
    re.IGNORECASE,
)
_ALL = expression(
    r"(?:it is complete[:;,.] )?(?:each|every|all(?: of)?(?: the)?) (?:[\w-]+ ){1,6}?(?:is|are) "
    r"(?:covered|documented|found|included|indexed|listed|shown)\b",
    re.IGNORECASE,
)
# What claims about a whole page are about, and what only a source has.
_WHOLE = expression(r"\b(?:all|each|every)\b[\w -]*?\b(?:files?|keywords?|pages?|sources?|symbols?)\b", re.IGNORECASE)
_NAMES = expression(r"\b(?:all|each|every)\b[\w -]*?\b(?:classes|functions?|keywords?|symbols?)\b", re.IGNORECASE)
_CUT = expression(
    r"\W*(?:(?:\.\.\.|…) ?(?:and )?|and )[\d,]+ (?:more|others?)\b|"
    r"\W*(?:note: )?(?:content|list|output|source|file)? ?(?:is |was )?truncated (?:after|at|because|due|for|here)\b|"
    r"\W*(?:only|showing|shows) the first [\d,]+\b",
    re.IGNORECASE,
)
# How Markdown begins that may say so: there may be markup between the words.
_MAYBE_CUT = expression(
    r"[\W_]*+(?:(?:and[\W_]++)?\d[\d,]*+[\W_]++(?:more|other)|(?:note[\W_]++)?"
    r"(?:(?:content|file|list|output|source)[\W_]++)?(?:(?:is|was)[\W_]++)?truncated|"
    r"(?:only|showing|shows)[\W_]++the[\W_]++first)",
    re.IGNORECASE,
)


class FalseCompleteness(Rule):
    """A page says that a list is complete, and the list ends with "... and 28,187 more files".

    The sentence is from a time when the tree was small, and the limit came later. A reader who does not find something
    in the list believes that it does not exist. Write how many entries the list shows, or drop the claim.

    The claim must be a heading or begin a paragraph, and the contradiction must begin a paragraph or the last item of a
    list below it, in the same section. If a section claims to have all files or keywords but has no list, the claim is
    about the page. The rule ignores what a page says about lists elsewhere. It also reports indexes that claim to have
    all keywords and consist of names of files.
    """

    family = "content"
    severity = "warning"
    reads = {"markdown", "section.index"}
    covers = ("F23",)
    remedy = "Claim completeness only if nothing is left out, or write how much there is."
    messages = {
        "cut": Message('The page says "{claim}", but below it "{cut}"', key=("claim",)),
        "files": Message('The page says "{claim}", but its index has only names of files', key=("claim",)),
    }
    examples = (
        Invalid("# Files\n\nComplete list of all files:\n\n- a.py\n\n*... and 28,187 more files*\n", lines=(3,)),
        Invalid("## Full index\n\n- a.py\n- b.py\n- … and 7 more\n", lines=(1,)),
        Invalid("The complete source of the file:\n\n    x = 1\n\n*Note: Content truncated due to size*\n", lines=(1,)),
        Invalid(
            "# All\n\nEvery file is found below.\n\n## A\n\n- a.py\n\n## B\n\n- b.py\n- ... and 7 more\n",
            lines=(3,),
        ),
        Invalid(
            "# Subtree Keyword Index: `src/`\n\n## Scope\n\nAll keywords are listed.\n\n## Keywords\n\n"
            + "".join(f"### {name}\n\n- [`{name}.py`](./{name}.py_docs.md)\n\n" for name in "abcd"),
            "docs/src/sub.md",
            lines={5: "files"},
        ),
        Valid("# All\n\nAll files are listed:\n\n- a.py\n\n## More\n\n- b.py\n- ... and 7 more\n"),
        Valid("# Files\n\nA list of files:\n\n- a.py\n\n*... and 7 more files (see index.md for the complete list)*\n"),
        Valid("# Files\n\nComplete list of all files:\n\n- a.py\n\n# More\n\n... and 7 more\n"),
        Valid("See the complete list of files.\n\n- ... and 7 more\n"),
        Invalid("# ![Logo](a.svg) Full list of files\n\n- a.py\n- ... and 7 more\n", lines=(1,)),
        Invalid("<img title='a > b'> **All** files are listed\n\n- a.py\n- ... and 7 more\n", lines=(1,)),
        Invalid("{/* Made. */} All files are listed.\n\n- a.py\n- ... and 7 more\n", "docs/a.mdx", lines=(1,)),
        Valid("Complete list of the functions:\n\n- and 7 others can be had by `more`.py\n- truncate\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if page.kind is None and not _may_be_cut(page):
            return
        claim: _Claim | None = None
        for block in page.document.blocks:
            text = _text_of(block)
            kind = _claim_in(text)
            if kind == "list" or (kind == "all" and type(block) is Paragraph):
                claim = _Claim(block.span, text.rstrip(":."))
                if _NAMES.search(text) and page.remembered(_has_index_of_files):
                    yield Violation(claim.span, "files", claim=claim.text)
                    claim = None
            elif claim is None:
                continue
            elif isinstance(block, Heading):
                claim.is_about_page |= not claim.has_list and _WHOLE.search(claim.text) is not None
                claim = claim if claim.is_about_page else None
            elif _CUT.match(cut := _last_text_of(block)):
                yield Violation(claim.span, "cut", claim=claim.text, cut=cut)
                claim = None
            elif isinstance(block, List):
                claim.has_list = True


class _Claim(Struct):
    """A claim that something is complete: the rest of its section, or the page if the section does not have a list."""

    span: Span
    text: str
    has_list: bool = False
    is_about_page: bool = False


def _may_be_cut(page: Page) -> bool:
    """Whether a block may say that something is cut: few pages have one, and plain text takes longer to look at."""
    text = page.source.text
    for block in page.document.blocks:
        first: Block | Inline | None = block if isinstance(block, Paragraph) else None
        if isinstance(block, List) and block.items:
            first = next(iter(block.items[-1].inlines), None)
        if first is not None and _MAYBE_CUT.match(text, first.start):
            return True
    return False


def _has_index_of_files(page: Page) -> bool:
    return any(is_of_files(page, index) for index in indexes_of(page))


@remembered
def _claim_in(text: str) -> str:
    """Return what a text claims to be complete: a `list`, `all` of something, or nothing, which is empty."""
    return "list" if _CLAIM.match(text) else "all" if _ALL.match(text) else ""


def _text_of(block: Block) -> str:
    """Return the beginning of a heading or a paragraph; empty for other blocks."""
    return block.text[:_LONGEST].strip() if type(block) is Paragraph or type(block) is Heading else ""


def _last_text_of(block: Block) -> str:
    """Return the beginning of a paragraph, or of the last item of a list."""
    if isinstance(block, List) and block.items:
        return plain_text(block.items[-1].inlines)[:_LONGEST].strip()
    return _text_of(block)
