import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.formats.schema import ProseContent
from doclint.formats.shapes import Prose, Stated
from doclint.markdown.nodes import Link, Paragraph
from doclint.rule.caching import remembered

from ._pages import FILE_PAGE, file_page
from ._statements import shown

_LONGEST = 400  # characters of a paragraph that may be a placeholder
_MARKS = "[]()<>*_"
# The whole text of a paragraph that somebody meant to replace.
_EMPTY = re.compile(
    r"(?:to ?do|tbd|tba|fixme|coming soon|lorem ipsum\b.*|"
    r"(?:(?:description|documentation|details?|content|text|section|this section)\s+)?(?:is )?(?:still )?"
    r"to be (?:added|completed|defined|determined|documented|done|filled in|provided|written))[\s.!:…]*",
    re.IGNORECASE | re.DOTALL,
)
# What announces that other text will follow here.
_ANNOUNCED = re.compile(
    r"\b(?:would|will|should|to) (?:go|be (?:added|inserted|listed|placed|shown)) here\b|"
    r"\bgoes here\b|"
    r"\bwill be (?:auto-?generated|completed|detailed|documented|filled in|populated)\b",
    re.IGNORECASE,
)
_CONCEPTS = "Key concepts and components in this folder will be detailed in the individual file documentation."
_BOOK = "# The Demo Repository: A Comprehensive Guide\n\n# Part I: Basics\n\n## Chapter 1: Parts\n\n"


class PlaceholderText(Rule):
    """A text announces content instead of giving it: "[Diagrams would go here]", "TBD".

    The generator is not finished. The reader finds a heading that promises something and nothing below it, and the next
    run will not change that. Write the content, or leave the section out.

    On pages of a known format the rule reports texts that the format marks as placeholders, prose that announces what
    will be there, and prose that is only a note in brackets. On other pages, which somebody may still be writing, it
    reports only paragraphs that are a placeholder as a whole. It leaves alone fences, docstrings and lists of things to
    do.
    """

    id = "placeholder-text"
    family = "content"
    severity = "error"
    covers = ("G01",)
    remedy = "Write the content, or leave the section out until there is some."
    messages = {"placeholder": Message('"{text}" is a placeholder; write the content or leave it out', key=("text",))}
    examples = (
        Invalid(f"# Documentation: `src/`\n\n## Key Concepts\n\n{_CONCEPTS}\n", "docs/src/doc.md", lines=(5,)),
        Invalid(f"{_BOOK}[Diagrams of all parts]\n", "docs/comprehensive_book.md", lines=(7,)),
        Invalid(
            file_page("a.py", "## Related Files\n\n(Links to them will be populated later.)\n"), FILE_PAGE, lines=(5,)
        ),
        Invalid("# Parts\n\n**TBD**\n\n## Diagrams\n\n*(The diagrams would go here.)*\n", lines=(3, 7)),
        Invalid("Lorem ipsum dolor sit amet.\n", lines=(1,)),
        Valid("# Plans\n\n**Coming soon:**\n\n- More fruit\n"),
        Valid("# Plans\n\nTODO: the list of the parts, once they are known.\n\n- [ ] TBD\n- TODO\n"),
        Valid("The table will be populated by the first run; its rows go here and there.\n"),
        Valid("[parts]\n\n[parts]: parts.md\n\n[1] A note.\n\n```\nTBD\n```\n"),
        Valid(
            file_page("a.py", "## High-Level Overview\n\nThe cache will be populated later.\n\nIt has classes.\n"),
            FILE_PAGE,
        ),
        Valid(f"{_BOOK}Parts are listed in [chapter 2](#chapter-2).\n", "docs/comprehensive_book.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        marked = [statement.span for statement in page.all(Stated) if statement.spec.role == "placeholder"]
        starts = {span.start for span in marked}
        suspects = [block for block in page.document.blocks if isinstance(block, Paragraph) and _is_suspect(block)]
        prose = _generated_prose(page) if suspects else None
        found = (block.span for block in suspects if block.start not in starts and _is_placeholder(block, prose))
        for span in (*found, *marked):
            yield Violation(span, "placeholder", text=shown(page, span))


def _generated_prose(page: Page) -> set[int] | None:
    """Return where the prose begins that the generator writes itself; None on a page of no known format."""
    if page.identity is None:
        return None
    copied = {section.key for section, content in page.expects(ProseContent) if content.of}
    return {shape.start for shape in page.all(Prose) if shape.section not in copied}


def _is_suspect(paragraph: Paragraph) -> bool:
    return paragraph.end - paragraph.start <= _LONGEST and any(_form_of(paragraph.text))


def _is_placeholder(paragraph: Paragraph, prose: AbstractSet[int] | None) -> bool:
    form = _form_of(paragraph.text)
    if form.is_empty:
        return True
    if prose is None:
        return form.is_announced and form.is_in_brackets
    is_note = form.is_note and not any(isinstance(child, Link) for child in paragraph.children)
    return paragraph.start in prose and (is_note or form.is_announced)


class _Form(NamedTuple):
    """What a text looks like: only a placeholder, an announcement, a text in brackets, a note in square brackets."""

    is_empty: bool = False
    is_announced: bool = False
    is_in_brackets: bool = False
    is_note: bool = False


@remembered
def _form_of(text: str) -> _Form:
    text = text.strip()
    if text.endswith(":"):
        return _Form()  # it introduces what follows
    bare, ends = text.strip(_MARKS).strip(), text[:1] + text[-1:]
    is_empty, is_announced = _EMPTY.fullmatch(bare) is not None, _ANNOUNCED.search(bare) is not None
    return _Form(is_empty, is_announced, ends in ("[]", "()"), ends == "[]" and " " in bare)
