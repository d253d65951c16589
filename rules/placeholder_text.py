import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from doclint.formats.schema import ProseContent, SectionSpec
from doclint.formats.shapes import Prose, Stated
from doclint.markdown.nodes import Link, Paragraph
from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page
from ._statements import shown

_LONGEST = 400  # characters of a paragraph that may be nothing but a placeholder
_MARKS = "[]()<>*_"
# What a paragraph that was meant to be replaced is, all of it.
_EMPTY = re.compile(
    r"(?:to ?do|tbd|tba|fixme|coming soon|lorem ipsum\b.*|"
    r"(?:(?:description|documentation|details?|content|text|section|this section)\s+)?(?:is )?(?:still )?"
    r"to be (?:added|completed|defined|determined|documented|done|filled in|provided|written))[\s.!:…]*",
    re.IGNORECASE | re.DOTALL,
)
# What announces that something else will stand there.
_ANNOUNCED = re.compile(
    r"\b(?:would|will|should|to) (?:go|be (?:added|inserted|listed|placed|shown)) here\b|"
    r"\bgoes here\b|"
    r"\bwill be (?:auto-?generated|completed|detailed|documented|filled in|populated)\b",
    re.IGNORECASE,
)
_FOLDER = "# Documentation: `src/`\n\n## Key Concepts\n\n"
_CONCEPTS = "Key concepts and components in this folder will be detailed in the individual file documentation."
_BOOK = "# The Demo Repository: A Comprehensive Guide\n\n# Part I: Basics\n\n## Chapter 1: Parts\n\n"


class PlaceholderText(Rule):
    """A text announces content instead of giving it: "[Diagrams would go here]", "TBD".

    The generator was never finished there. The reader finds a heading that promises something, and nothing under it,
    and the next run will not change that. Write what is announced, or drop the section.

    On pages of a format the texts that it marks as placeholders are reported, and prose that announces what will be
    there, or that is nothing but a note in brackets. On other pages, which people may still be writing, only a
    paragraph that as a whole stands for another one. Fences, docstrings and lists of things to do are left alone.
    """

    id = "placeholder-text"
    family = "content"
    severity = "error"
    covers = ("G01",)
    remedy = "Write the content, or leave the section out until there is one."
    messages = {
        "placeholder": Message('"{text}" announces content that is not there: write it or drop it', key=("text",)),
    }
    examples = (
        Invalid(
            f"{_FOLDER}{_CONCEPTS}\n",
            "docs/src/doc.md",
            lines=(5,),
        ),
        Invalid(f"{_BOOK}[Diagrams of all parts]\n", "docs/comprehensive_book.md", lines=(7,)),
        Invalid(
            file_page("a.py", "## Related Files\n\n(Links to them will be populated later.)\n"),
            "docs/a.py_docs.md",
            lines=(5,),
        ),
        Invalid("# Parts\n\n**TBD**\n\n## Diagrams\n\n*(The diagrams would go here.)*\n", lines=(3, 7)),
        Invalid("Lorem ipsum dolor sit amet.\n", lines=(1,)),
        Valid("# Plans\n\n**Coming soon:**\n\n- More fruit\n"),
        Valid("# Plans\n\nTODO: the list of the parts, once they are known.\n\n- [ ] TBD\n- TODO\n"),
        Valid("The table will be populated by the first run; its rows go here and there.\n"),
        Valid("[parts]\n\n[parts]: parts.md\n\n[1] A note.\n\n```\nTBD\n```\n"),
        Valid(
            file_page("a.py", "## High-Level Overview\n\nThe cache will be populated later.\n\nIt has classes.\n"),
            "docs/a.py_docs.md",
        ),
        Valid(f"{_BOOK}Parts are listed in [chapter 2](#chapter-2).\n", "docs/comprehensive_book.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        marked = [statement for statement in page.all(Stated) if statement.spec.role == "placeholder"]
        told = {statement.start for statement in marked}
        suspects = [block for block in page.document.blocks if isinstance(block, Paragraph) and _is_suspect(block)]
        free = _free(page) if suspects else None
        for block in suspects:
            if block.start not in told and _is_placeholder(block, free):
                yield _violation(page, Span(block.start, block.end))
        for statement in marked:
            yield _violation(page, statement.span)


def _free(page: Page) -> set[int] | None:
    """Where the free texts of a page begin that the generator wrote; None where people may have written all of it."""
    if page.identity is None:
        return None
    copied = {section.key for section in page.sections if section.place and _has_copies(section.place.spec)}
    return {shape.start for shape in page.all(Prose) if shape.section not in copied}


def _has_copies(section: SectionSpec) -> bool:
    """Whether a section has texts that are copied from elsewhere."""
    return any(isinstance(content, ProseContent) and content.of for content in section.content)


def _is_suspect(paragraph: Paragraph) -> bool:
    return paragraph.end - paragraph.start <= _LONGEST and any(_form(paragraph.text))


def _is_placeholder(paragraph: Paragraph, free: AbstractSet[int] | None) -> bool:
    form = _form(paragraph.text)
    if form.is_empty:
        return True
    if free is None:
        return form.is_announced and form.is_in_brackets
    is_note = form.is_note and not any(isinstance(one, Link) for one in paragraph.children)
    return paragraph.start in free and (is_note or form.is_announced)


class _Form(NamedTuple):
    """What a text looks like: nothing but a placeholder, something that announces what comes, a note in brackets."""

    is_empty: bool = False
    is_announced: bool = False
    is_in_brackets: bool = False
    is_note: bool = False


@lru_cache(maxsize=1024)  # most of what generators write is on many pages
def _form(text: str) -> _Form:
    text = text.strip()
    if text.endswith(":"):
        return _Form()  # what is announced stands below
    bare, ends = text.strip(_MARKS).strip(), text[:1] + text[-1:]
    is_empty, is_announced = _EMPTY.fullmatch(bare) is not None, _ANNOUNCED.search(bare) is not None
    return _Form(is_empty, is_announced, ends in ("[]", "()"), ends == "[]" and " " in bare)


def _violation(page: Page, span: Span) -> Violation:
    return Violation(span, "placeholder", text=shown(page, span))
