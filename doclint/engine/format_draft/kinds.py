"""The kinds of a draft, each from a group of pages that look alike."""

from collections import Counter
from collections.abc import Sequence
from posixpath import basename, commonpath, commonprefix, dirname
from typing import Any

from doclint.engine.format_draft.contents import PROSE, draft_content
from doclint.engine.format_draft.headings import words_of
from doclint.engine.format_draft.outlines import SectionNode, outline_of_pages
from doclint.engine.format_draft.pages import SamplePage
from doclint.engine.format_draft.patterns import FREE, UNKNOWN, Known, draft_template, pattern_of, patterns_of
from doclint.engine.format_draft.sequences import evenly, in_order, listed, one_or_more
from doclint.engine.format_draft.writing import COMMENT
from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.template import escaped, has_words
from doclint.formats.reading.headings import find_footer
from doclint.formats.schema.sections import key_of
from doclint.markdown.nodes import Block, Heading, Paragraph, ThematicBreak
from doclint.repository.repository import Repository

_SHARE = 0.9  # share of the pages that end with the footer, or have a key of the front matter
_TITLED = 0.8  # share of the pages that have a title if the kind has one
_MIRRORED = 0.7  # share of the pages that are about a file of the repository if all are meant to be
_LOWEST_TITLE = 2
_MOST_TITLES = 8  # patterns
_LONGEST = 200  # characters of a value of the front matter
_MOST_HEADINGS = 1_000  # of a section
_LOWEST = 6
_PAGE = "{page}"
_NAMES = 3  # that a comment shows
_SEPARATOR = expression(r"[._-]")


def draft_kind(pages: Sequence[SamplePage], name: str, docs_root: str, repository: Repository) -> dict[str, Any]:
    """Return the kind of some pages below a docs root."""
    path, known = _path([page.path.removeprefix(f"{docs_root}/") for page in pages], repository)
    titles = _titles(pages, known.values)
    title = _title_patterns(titles, known.hole)
    of_title = {id(heading) for heading, _ in titles if title}
    blocks = [[block for block in page.document.blocks if id(block) not in of_title] for page in pages]
    footer = _footer(blocks)
    root = outline_of_pages([(page, _above(one, footer)) for page, one in zip(pages, blocks, strict=True)])
    level = min((heading.level for heading, _ in titles if title), default=1)
    shown = dict.fromkeys(f"`{page.path}`" for page in (pages[0], pages[-1]))
    sections = _sections(root)
    _give_keys(sections, "", set())
    front_matter = _front_matter(pages, known)
    table: dict[str, Any] = {
        COMMENT: f"{len(pages):,} pages, such as {' and '.join(shown)}.",
        "name": name,
        "path": path if _PAGE in f"{title}{front_matter}" else path.replace(_PAGE, "{_}"),
        "title": one_or_more(title) if title else "",
        "title-level": level if level > 1 else 0,
        "front-matter": front_matter,
        "open": root.has_others,
        "footer": footer,
        "content": draft_content(root.bodies),
        "section": sections,
    }
    return {key: value for key, value in table.items() if value}


def _path(paths: Sequence[str], repository: Repository) -> tuple[str, Known]:
    """Return the template of some paths below the docs root, and the value of its hole in each of them.

    Pages about files of the repository have the paths of these, and then an ending: `{path}_docs.md`.
    """
    common = commonprefix([path[::-1] for path in paths])[::-1]
    endings = [common[match.start() :] for match in _SEPARATOR.finditer(common) if "/" not in common[match.start() :]]
    for ending in endings:
        subjects = [path.removesuffix(ending) for path in paths]
        if all(subjects) and sum(map(repository.is_file, subjects)) >= _MIRRORED * len(paths):
            return f"{{path}}{escaped(ending)}", Known("path", subjects)
    ending = next((ending for ending in endings if not any(path.endswith(f"/{ending}") for path in paths)), "")
    folders = [dirname(path) for path in paths]
    above = commonpath(folders) if all(folders) else ""
    between = "" if set(folders) == {above} else "[{_}/]" if above in folders else "{_}/"
    folder = (f"{escaped(above)}/" if above else "") + between
    names = {basename(path) for path in paths}
    if len(names) == 1:
        return folder + escaped(names.pop()), UNKNOWN
    stems = [basename(path).removesuffix(ending) for path in paths]
    return f"{folder}{_PAGE}{escaped(ending)}", Known("page", stems)


def _titles(pages: Sequence[SamplePage], values: Sequence[str]) -> list[tuple[Heading, str]]:
    """Return the titles of some pages, each with the value of the hole in the path of its page.

    There are none if few pages have one, or if most have several headings that begin like their title.
    """
    pairs = zip(pages, values or [""] * len(pages), strict=True)
    firsts = [(page.headings[0], value) for page, value in pairs if page.headings]
    levels = Counter(heading.level for heading, _ in firsts if heading.level <= _LOWEST_TITLE)
    level, count = next(iter(levels.most_common(1)), (0, 0))
    again = sum(_comes_again(page, level) for page in pages)
    is_titled = count >= _TITLED * len(pages) and again * 2 <= len(pages)
    return [(heading, value) for heading, value in firsts if heading.level == level] if is_titled else []


def _comes_again(page: SamplePage, level: int) -> bool:
    """Whether another heading of a page begins with the same word as its title."""
    firsts = [words_of(heading.text)[:1] for heading in page.headings if heading.level == level]
    return any(firsts[:1]) and firsts[0] in firsts[1:]


def _title_patterns(titles: Sequence[tuple[Heading, str]], hole: str) -> list[str]:
    """Return the pattern of some titles, or those of titles that begin with the same word and markup.

    There are none if there is nothing to say.
    """
    groups = by_key(((*words_of(one[0].text)[:1], *map(type, one[0].children[:1])), one) for one in titles)
    for several in ([titles], list(groups.values())[: _MOST_TITLES + 1]):
        found = [
            pattern_of([title.children for title, _ in group], Known(hole, [value for _, value in group]))
            for group in several
            if group
        ]
        if 0 < len(found) <= _MOST_TITLES and all(has_words(text) or f"{{{hole}}}" in text for text in found):
            return list(dict.fromkeys(found))
    return [pattern_of([title.children for title, _ in titles])] if titles and titles[0][0].level == 1 else []


def _above(blocks: Sequence[Block], footer: Sequence[str]) -> Sequence[Block]:
    start, _, captures = find_footer(blocks, [Pattern(text) for text in footer])
    return blocks if captures is None else blocks[:start]


def _footer(pages: Sequence[Sequence[Block]]) -> list[str]:
    """Return the pattern of the paragraph that nearly all of some pages end with, and of a thematic break above it."""
    last = [blocks[-1].children for blocks in pages if blocks and isinstance(blocks[-1], Paragraph)]
    pattern = pattern_of(last) if len(last) >= _SHARE * len(pages) > 1 else ""
    breaks = sum(isinstance(block, ThematicBreak) for blocks in pages for block in blocks[-2:-1])
    return [*["---"] * (breaks >= _SHARE * len(pages)), pattern] if has_words(pattern) else []


def _front_matter(pages: Sequence[SamplePage], known: Known) -> dict[str, str]:
    """Return the templates of the values that nearly all pages have, by key. One that only varies is left out."""
    found: dict[str, str] = {}
    for key in dict.fromkeys(key for page in pages for key in page.front_matter):
        texts = [page.front_matter.get(key, "") for page in pages]
        numbers = [number for number, text in enumerate(texts) if text and len(text) <= _LONGEST and "\n" not in text]
        if len(numbers) >= _SHARE * len(pages) and len(numbers) == len(pages) - texts.count(""):
            own = Known(known.hole, [known.values[number] for number in numbers if known.values])
            text = draft_template([texts[number] for number in numbers], own)
            found |= {key: text} if text not in FREE else {}
    return found


def _sections(parent: SectionNode) -> list[dict[str, Any]]:
    """Return the sections below another one, or of the page, in their order."""
    order = in_order(body.below for body in parent.bodies)
    repeated = {of for body in parent.bodies for of, count in Counter(body.below).items() if count > 1}
    # A section whose headings are names takes all that sections after it could have.
    nodes = [parent.children[of] for of in sorted(order, key=lambda of: of.role == "names")]
    return [_section(node, parent.levels or [1], repeats=node.of in repeated) for node in nodes]


def _section(node: SectionNode, above: Sequence[int], *, repeats: bool) -> dict[str, Any]:
    headings = node.headings
    rows = [heading.children for heading in evenly(headings, _MOST_HEADINGS)]
    table: dict[str, Any] = {"heading": one_or_more(patterns_of(rows, is_heading=True))}
    if node.levels != [min(level + 1, _LOWEST) for level in above]:
        table["level"] = one_or_more(node.levels)
    if node.of is not None and node.of.role != "fixed":
        shown = list(dict.fromkeys(f"`{heading.text}`" for heading in headings))[:_NAMES]
        table[COMMENT] = f"Such as {', '.join(shown)}. If these are names of code, write `{{symbol}}` and `defines`."
        repeats = True
    table |= {"repeats": True} if repeats else {}
    content, children = draft_content(node.bodies), _sections(node)
    table |= {"content": content} if content != [PROSE] else {}
    return table | ({"child": children} if children else {})


def _give_keys(sections: Sequence[dict[str, Any]], prefix: str, used: set[str]) -> None:
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
        _give_keys(section.get("child", []), f"{key}.", used)
