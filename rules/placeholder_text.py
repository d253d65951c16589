import re
from collections.abc import Iterable, Iterator, Sequence, Set as AbstractSet
from typing import NamedTuple

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import expression, remembered, schema, shown_text
from doclint.kit.nodes import Block, Heading, Link, Paragraph, ThematicBreak
from doclint.kit.shapes import Prose, Stated

from ._pages import file_of

_MUCH_FILLER = 3  # paragraphs
_BEGINNING = 40  # characters by which a paragraph is known again
_LONGEST = 400  # characters of a paragraph that may be a placeholder
_MARKS = "[]()<>*_"
# The whole text of a paragraph that somebody meant to replace.
_EMPTY = expression(
    r"(?:to ?do|tbd|tba|fixme|coming soon|lorem ipsum\b.*|"
    r"(?:(?:description|documentation|details?|content|text|section|this section)\s+)?(?:is )?(?:still )?"
    r"to be (?:added|completed|defined|determined|documented|done|filled in|provided|written))[\s.!:…]*",
    re.IGNORECASE | re.DOTALL,
)
# What announces that other text will follow here.
_ANNOUNCED = expression(
    r"\b(?:would|will|should|to) (?:go|be (?:added|inserted|listed|placed|shown)) here\b|"
    r"\bgoes here\b|"
    # "When all is counted, it will be filled in" says what a program does.
    r"(?:\A|[.!?]\s)(?:(?!\b(?:after|once|when)\b)[^.!?])*?"
    r"\bwill be (?:auto-?generated|completed|detailed|documented|filled in|populated)\b"
    r"(?! (?:after|by|during|from|once|when|with) )",
    re.IGNORECASE,
)
_IN_ANNOUNCEMENTS = "here", "ll be"  # one of them; the expression takes long, and few texts announce something
# What is always in place of a text.
_FILLER = expression(r"lorem ipsum\b|\[insert [^\[\]]*\]\Z", re.IGNORECASE)
# One sentence that says what to write.
_TASK = expression(
    r"to ?do:? (?:add|complete|describe|document|explain|fill in|finish|write)\b[^.!?…]*+[\s.!…]*", re.IGNORECASE
)
# Pages and sections about what is not done yet: names and headings that have one of these words.
_PLANS = expression(
    r"(?<![a-z])(?:adrs?|change ?log|changes|draft|drafts|future|history|news|next|plan|planned|plans|proposals?|"
    r"releases?|rfcs?|roadmap|status|templates?|to[-_ ]?do|upcoming|unreleased)(?![a-z])",
    re.IGNORECASE,
)
_OPENING = "([*_Ll"  # what an announcement in brackets, or a filler, begins with
_CONCEPTS = "Key concepts and components in this folder will be detailed in the individual file documentation."
_BOOK = "# The Demo Repository: A Comprehensive Guide\n\n# Part I: Basics\n\n## Chapter 1: Parts\n\n"


class PlaceholderText(Rule):
    """A text announces content instead of giving it: "[Diagrams would go here]", "TBD".

    The generator is not finished. The reader finds a heading that promises something and nothing below it, and the next
    run will not change that. Write the content, or leave the section out.

    On pages of a known format the rule reports texts that the format marks as placeholders, prose that announces what
    will be there, and prose that is only a note in brackets. On other pages, which somebody may still be writing, it
    reports only paragraphs that are nothing but a placeholder, and "TODO" and the like only where a section has nothing
    else and neither the section nor the page is about plans or releases. It leaves alone fences, what a fence of the
    page shows how to write, docstrings and lists of things to do.
    """

    family = "content"
    severity = "error"
    reads = {"markdown", "statement.role = placeholder"}
    covers = ("G01",)
    remedy = "Write the content, or leave the section out until there is some."
    messages = {"placeholder": Message('"{text}" is a placeholder; write the content or leave it out', key=("text",))}
    examples = (
        Invalid(f"# Documentation: `src/`\n\n## Key Concepts\n\n{_CONCEPTS}\n", "docs/src/doc.md", lines=(5,)),
        Invalid(f"{_BOOK}[Diagrams of all parts]\n", "docs/comprehensive_book.md", lines=(7,)),
        Invalid(*file_of("a.py", "## Related Files\n\n(Links to them will be populated later.)\n"), lines=(5,)),
        Invalid("# Parts\n\n**TBD**\n\n## Diagrams\n\n*(The diagrams would go here.)*\n", lines=(3, 7)),
        Invalid("Lorem ipsum dolor sit amet.\n", lines=(1,)),
        Invalid("# Parts\n\nText.\n\n[Insert the diagram]\n\n## Use\n\nTODO: write this section.\n", lines=(5, 9)),
        Valid("Lorem ipsum.\n\n" * 3),
        Valid("```html\n<p>Lorem ipsum dolor sit.</p>\n```\n\nLorem ipsum dolor sit.\n"),
        Invalid("```html\n<p>Dolor sit.</p>\n```\n\nLorem ipsum dolor sit.\n", lines=(5,)),
        Valid("# Parts\n\n(The rows will be populated by the first run.)\n"),
        Valid("# Parts\n\nTBD\n\nThe list of the parts is long.\n\n## Roadmap\n\nTBD\n"),
        Valid("# Parts\n\nTBD\n", "docs/proposals/parts.md"),
        Valid("# Parts\n\nTODO: write about the large parts. They break easily.\n"),
        Valid("# Release 2.0\n\nComing soon.\n\n## Unreleased\n\nTo be determined.\n"),
        Valid("# Plans\n\n**Coming soon:**\n\n- More fruit\n"),
        Valid("# Plans\n\nTODO: the list of the parts, once they are known.\n\n- [ ] TBD\n- TODO\n"),
        Valid("The table will be populated by the first run; its rows go here and there.\n"),
        Valid(
            *file_of(
                "a.py", "## High-Level Overview\n\n(The rows are blank. When all is read, they will be filled in.)\n"
            )
        ),
        Valid("[parts]\n\n[parts]: parts.md\n\n[1] A note.\n\n```\nTBD\n```\n"),
        Valid(*file_of("a.py", "## High-Level Overview\n\nThe cache will be populated later.\n\nIt has classes.\n")),
        Valid(f"{_BOOK}Parts are listed in [chapter 2](#chapter-2).\n", "docs/comprehensive_book.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if page.identity is None:
            found: Iterable[Span] = _unwritten(page)
        else:
            marked = {statement.span for statement in page.all(Stated) if statement.spec.role == "placeholder"}
            found = [*_unfilled(page, {span.start for span in marked}), *sorted(marked)]
        for span in found:
            yield Violation(span, "placeholder", text=shown_text(page, span))


def _unfilled(page: Page, marked: AbstractSet[int]) -> Iterator[Span]:
    """Yield the placeholders on a page of a known format, except those that the format marks."""
    paragraphs = (block for block in page.document.blocks if type(block) is Paragraph)
    suspects = [one for one in paragraphs if one.end - one.start <= _LONGEST and any(_form_of(one.text))]
    if suspects:
        copied = {section.key for section, content in page.expects(schema.ProseContent) if content.of}
        prose = {shape.start for shape in page.all(Prose) if not shape.of and shape.section not in copied}
        for block in suspects:
            if block.start not in marked and (_form_of(block.text).is_empty or _is_note(block, prose)):
                yield block.span


def _is_note(paragraph: Paragraph, prose: AbstractSet[int]) -> bool:
    """Whether a paragraph is prose of the generator that announces something or is only a note in brackets."""
    form = _form_of(paragraph.text)
    is_note = form.is_note and not any(isinstance(child, Link) for child in paragraph.children)
    return paragraph.start in prose and (is_note or form.is_announced)


def _unwritten(page: Page) -> Iterator[Span]:
    """Yield the placeholders on a page of no known format.

    A page that is full of filler shows what pages look like.
    """
    text, blocks = page.source.text, page.document.blocks
    filler: list[Span] = []
    for number, block in enumerate(blocks):
        if not isinstance(block, Paragraph) or block.end - block.start > _LONGEST:
            continue
        if text[block.start] in _OPENING:
            form = _form_of(block.text)
            if form.is_filler:
                if not _is_rendered_example(page, block):
                    filler.append(block.span)
                continue
            if form.is_announced and form.is_in_brackets:
                yield block.span
                continue
        if _is_all(blocks, number):
            form = _form_of(block.text)
            if (form.is_empty or form.is_task) and not _is_about_plans(page, blocks[number - 1]):
                yield block.span
    if len(filler) < _MUCH_FILLER:
        yield from filler


def _is_rendered_example(page: Page, block: Paragraph) -> bool:
    """Whether a fence of the page shows how to write a paragraph."""
    beginning = page.text(block.span)[:_BEGINNING].partition("\n")[0]
    return any(beginning in code.text for code in page.document.code_blocks)


def _is_all(blocks: Sequence[Block], number: int) -> bool:
    """Whether a block is all that the section below a heading has."""
    if not number or not isinstance(blocks[number - 1], Heading):
        return False
    return number + 1 == len(blocks) or isinstance(blocks[number + 1], Heading | ThematicBreak)


def _is_about_plans(page: Page, heading: Block) -> bool:
    """Whether a page, or the section below a heading of it, is about what is not done yet."""
    title, *_ = page.document.headings
    names = page.path, title.text, page.text(heading.span)
    return any(_PLANS.search(name) for name in names)


class _Form(NamedTuple):
    """What a text looks like: only a placeholder, an announcement, a text in brackets, a note in square brackets.

    A filler is always a placeholder, such as an instruction to insert something; a task says what to write.
    """

    is_empty: bool = False
    is_announced: bool = False
    is_in_brackets: bool = False
    is_note: bool = False
    is_filler: bool = False
    is_task: bool = False


@remembered
def _form_of(text: str) -> _Form:
    text = text.strip()
    if text.endswith(":"):
        return _Form()  # it introduces what follows
    bare, ends = text.strip(_MARKS).strip(), text[:1] + text[-1:]
    may_announce = any(words in bare.lower() for words in _IN_ANNOUNCEMENTS)
    return _Form(
        is_empty=_EMPTY.fullmatch(bare) is not None,
        is_announced=may_announce and _ANNOUNCED.search(bare) is not None,
        is_in_brackets=ends in ("[]", "()"),
        is_note=ends == "[]" and " " in bare,
        is_filler=_FILLER.match(text) is not None,
        is_task=_TASK.fullmatch(bare) is not None,
    )
