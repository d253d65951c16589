"""The kinds of a draft, each from a group of pages that look alike."""

from collections import Counter
from collections.abc import Mapping, Sequence
from posixpath import basename
from typing import Any

from doclint.engine.format_draft.contents import PROSE, draft_content
from doclint.engine.format_draft.headings import title_patterns, titles_of
from doclint.engine.format_draft.outlines import SectionNode, outline_of_pages
from doclint.engine.format_draft.pages import SamplePage
from doclint.engine.format_draft.paths import PAGE, DraftPath, draft_path
from doclint.engine.format_draft.patterns import draft_template, heading_patterns, pattern_of
from doclint.engine.format_draft.sequences import evenly, in_order, listed, one_or_more
from doclint.engine.format_draft.writing import COMMENT
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.template import has_words
from doclint.formats.reading.headings import find_footer
from doclint.formats.schema.sections import key_of
from doclint.markdown.nodes import Block, Heading, HtmlBlock, Paragraph, ThematicBreak
from doclint.repository.repository import Repository

_SHARE = 0.9  # share of the pages that end with the footer, or have a key of the front matter
_MOST_FOOTER = 4  # blocks of a footer
_LONGEST = 200  # characters of a value of the front matter
_MOST_HEADINGS = 1_000  # of a section
_LOWEST = 6
_NAMES = 3  # that a comment shows


class KindDrafter:
    """Drafts kinds of pages below one docs root.

    With separators, thematic breaks between sections are not content.
    """

    def __init__(self, docs_root: str, repository: Repository, *, has_separators: bool) -> None:
        self._docs_root = docs_root
        self._repository = repository
        self._has_separators = has_separators

    def kind(self, pages: Sequence[SamplePage], name: str) -> dict[str, Any]:
        """Return the kind of some pages."""
        path = draft_path([self._below(page) for page in pages], self._repository)
        titles = titles_of(pages)
        title = title_patterns(titles, _known(path)) if titles else []
        of_title = {id(heading) for heading in titles if title}
        blocks = [self._body(page, of_title) for page in pages]
        footer = _footer(blocks)
        root = outline_of_pages([(page, _without_footer(one, footer)) for page, one in zip(pages, blocks, strict=True)])
        levels = [heading.level for heading in titles if title and heading]
        shown = dict.fromkeys(f"`{page.path}`" for page in (pages[0], pages[-1]))
        sections = draft_sections(root)
        give_keys(sections, "", set())
        table: dict[str, Any] = {
            COMMENT: f"{len(pages):,} pages, such as {' and '.join(shown)}.",
            "name": name,
            "path": path.text,
            "title": one_or_more(title) if title else "",
            "title-level": min(levels) if levels and min(levels) > 1 else 0,
            "front-matter": _front_matter(pages, path.values),
            "open": root.has_others,
            "footer": footer,
            "content": draft_content(root.bodies),
            "section": sections,
        }
        _drop_unread(table)
        return {key: value for key, value in table.items() if value}

    def _below(self, page: SamplePage) -> str:
        return page.path[len(self._docs_root) :].lstrip("/") if self._docs_root else page.path

    def _body(self, page: SamplePage, of_title: set[int]) -> list[Block]:
        """Return the blocks of a page without its title, and without thematic breaks if they only separate."""
        blocks = [block for block in page.document.blocks if id(block) not in of_title]
        return [one for one in blocks if not isinstance(one, ThematicBreak)] if self._has_separators else blocks


def _known(path: DraftPath) -> list[Mapping[str, str]]:
    """Return the values of holes that follow from the path of each page."""
    return [known | ({"name": basename(known["path"])} if "path" in known else {}) for known in path.values]


def _without_footer(blocks: Sequence[Block], footer: Sequence[str]) -> Sequence[Block]:
    start, _, captures = find_footer(blocks, [Pattern(text) for text in footer])
    return blocks if captures is None else blocks[:start]


def _footer(bodies: Sequence[Sequence[Block]]) -> list[str]:
    """Return the patterns of the blocks that nearly all of some pages end with."""
    found: list[str] = []
    for number in range(1, _MOST_FOOTER + 1) if len(bodies) > 1 else ():
        last = [blocks[-number] for blocks in bodies if len(blocks) >= number]
        if sum(isinstance(block, ThematicBreak) for block in last) >= _SHARE * len(bodies):
            return ["---", *found] if found else []
        texts = [block.children for block in last if isinstance(block, Paragraph)]
        pattern = pattern_of(texts) if len(texts) >= _SHARE * len(bodies) else ""
        if not has_words(pattern):
            break
        found.insert(0, pattern)
    return found


def _front_matter(pages: Sequence[SamplePage], knowns: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Return the templates of the values that nearly all pages have, by key.

    `knowns` are the values of holes of each page. A value that only varies says nothing, and is left out.
    """
    found: dict[str, str] = {}
    for key in dict.fromkeys(key for page in pages for key in page.front_matter):
        pairs = [(page.front_matter.get(key, ""), known) for page, known in zip(pages, knowns, strict=True)]
        there = [(text, known) for text, known in pairs if text and len(text) <= _LONGEST and "\n" not in text]
        if len(there) >= _SHARE * len(pages) and len(there) == sum(bool(text) for text, _ in pairs):
            text = draft_template([text for text, _ in there], [known for _, known in there])
            found |= {key: text} if text not in ("", "{_}", "{_:any}") else {}
    return found


def _drop_unread(table: dict[str, Any]) -> None:
    """Write `{_}` for the hole of the path that nothing else on the pages has."""
    hole = f"{{{PAGE}}}"
    if hole not in f"{table['title']}{table['front-matter']}":
        table["path"] = table["path"].replace(hole, "{_}")


def draft_sections(parent: SectionNode) -> list[dict[str, Any]]:
    """Return the sections below another one, or of the page, in their order."""
    order = in_order(body.below for body in parent.bodies)
    repeated = {of for body in parent.bodies for of, count in Counter(body.below).items() if count > 1}
    # A section whose headings are names takes all that sections after it could have.
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
