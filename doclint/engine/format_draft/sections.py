"""The sections of a kind of page as tables of a format file."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from doclint.engine.format_draft.contents import PROSE, draft_content
from doclint.engine.format_draft.outlines import SectionNode
from doclint.engine.format_draft.patterns import heading_patterns
from doclint.engine.format_draft.sequences import evenly, in_order, listed, one_or_more
from doclint.engine.format_draft.tables import COMMENT
from doclint.engine.format_draft.templates import draft_template
from doclint.formats.patterns.template import has_words
from doclint.formats.schema.sections import key_of
from doclint.markdown.nodes import Heading, HtmlBlock

_MOST_HEADINGS = 1_000  # of a section
_LOWEST = 6
_NAMES = 3  # that a comment shows


def draft_sections(parent: SectionNode) -> list[dict[str, Any]]:
    """Return the sections below another one, or of the page, in their order."""
    order = in_order(body.below for body in parent.bodies)
    repeated = {of for body in parent.bodies for of, count in Counter(body.below).items() if count > 1}
    # A section whose headings are names takes all that sections behind it could have.
    nodes = [parent.children[of] for of in sorted(order, key=lambda of: of.role == "names")]
    return [_section(node, _levels(parent), repeats=node.of in repeated) for node in nodes]


def _section(node: SectionNode, above: Sequence[int], *, repeats: bool) -> dict[str, Any]:
    headings = [body.heading for body in node.bodies if body.heading is not None]
    patterns = heading_patterns([heading.children for heading in evenly(headings, _MOST_HEADINGS)])
    table: dict[str, Any] = {"heading": one_or_more(patterns)}
    levels = _levels(node)
    if levels != [min(level + 1, _LOWEST) for level in above or [1]]:
        table["level"] = one_or_more(levels)
    before = _before(node)
    if before:
        table["before"] = one_or_more(before)
    is_fixed = node.of is None or node.of.role == "fixed"
    table |= {"repeats": True} if repeats or not is_fixed else {}
    table |= {} if is_fixed else {COMMENT: _names(headings)}
    content = draft_content(node.bodies)
    if content != [PROSE]:
        table["content"] = content
    children = draft_sections(node)
    return table | ({"child": children} if children else {})


def _names(headings: Sequence[Heading]) -> str:
    shown = ", ".join(f"`{text}`" for text in list(dict.fromkeys(heading.text for heading in headings))[:_NAMES])
    return f"Such as {shown}. If these are names of code, write `{{symbol}}` and `defines`."


def _levels(node: SectionNode) -> list[int]:
    return sorted({body.heading.level for body in node.bodies if body.heading is not None})


def _before(node: SectionNode) -> list[str]:
    """Return the patterns of the blocks in front of the headings, with an empty one if some have none."""
    there = [body for body in node.bodies if body.before is not None]
    texts = [_source(body.page.document.source.text, body.before) for body in evenly(there, _MOST_HEADINGS)]
    text = draft_template(texts) if texts else ""
    return [] if not text else [text] if len(there) == len(node.bodies) else [text, ""]


def _source(text: str, block: Any) -> str:
    return block.text.rstrip() if isinstance(block, HtmlBlock) else text[block.start : block.end]


def give_keys(sections: Sequence[dict[str, Any]], prefix: str, used: set[str]) -> None:
    """Give a key to each section that would have none by its heading, or that of another section."""
    for section in sections:
        first = listed(section["heading"])[0]
        automatic = prefix + key_of(first)
        words = key_of(first) if has_words(first) else ""
        base = words or "section"
        names = (automatic, base, f"{prefix}{base}", *(f"{prefix}{base}-{number}" for number in range(2, 1000)))
        key = next(name for name in names[not words :] if name not in used)
        used.add(key)
        if key != automatic:
            section["key"] = key
        give_keys(section.get("child", []), f"{key}.", used)
