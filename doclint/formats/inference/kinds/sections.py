"""The sections of a kind: their headings, how often and in which order they occur, and what they define."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from doclint.formats.inference.contents.drafted_content import draft_content
from doclint.formats.inference.drafts import DraftElement, DraftSection
from doclint.formats.inference.kinds.trees import BodySample, SectionInstance, SectionNode, section_tree
from doclint.formats.inference.samples import DraftPlace, SectionSample, TextSample
from doclint.formats.inference.sequences import evenly, listed, one_or_more
from doclint.formats.inference.texts.heading_patterns import heading_patterns
from doclint.formats.inference.texts.naming import is_code, kinds_from, kinds_of, name_in
from doclint.formats.inference.texts.plain_templates import draft_template
from doclint.formats.inference.texts.word_shapes import tokens
from doclint.formats.patterns.covering import covers
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.template import has_words
from doclint.formats.schema.contents import SYMBOL
from doclint.formats.schema.sections import key_of
from doclint.markdown.nodes import CodeBlock, HtmlBlock

_ALWAYS = 0.97  # share of the sections above from which a section is required
_IN_ORDER = 0.9  # share of the pages on which two sections must be in the order of the draft
_CODE = 0.3  # share of the headings that must look like code for them to name symbols
_MOST_SAMPLES = 400  # of a section
_MOST_HEADINGS = 4  # patterns of one
_FREE_TEXT = {"shape": "prose"}


class DraftBody(NamedTuple):
    """The content above the first section, the sections, and whether other headings may be between them."""

    content: list[DraftElement]
    sections: list[DraftSection]
    is_open: bool
    comment: str


def draft_body(samples: Sequence[BodySample], place: DraftPlace) -> DraftBody:
    """Return what is between the title and the footer of some pages of one kind."""
    tree = section_tree(samples)
    content = _content(tree.root, place, is_named=False)
    sections = _sections(tree.root, place)
    _give_keys(sections, "", set())
    comment = ""
    if tree.pages_with_others:
        shown = ", ".join(f"`{text}`" for text in tree.others)
        having = (
            f"{tree.pages_with_others:,} of {len(samples):,} pages {'has' if tree.pages_with_others == 1 else 'have'}"
        )
        comment = f"{having} other headings, which are read as text: {shown}."
    if content is None:
        # Unlike a section, a kind without a content has no free text.
        content = [DraftElement(dict(_FREE_TEXT), len(samples))]
    return DraftBody(content, sections, bool(tree.pages_with_others), comment)


def _sections(parent: SectionNode, place: DraftPlace) -> list[DraftSection]:
    """Return the sections below another one, in their order."""
    nodes = _ordered(parent)
    found = [_section(node, parent, place) for node in nodes]
    _add_disorder(found, nodes)
    return _uncovered(found)


def _section(node: SectionNode, parent: SectionNode, place: DraftPlace) -> DraftSection:
    """Return one section with all below it."""
    table, comment = _table(node, parent, place)
    defines = tuple(listed(table.get("defines", [])))
    own = DraftPlace((*place.headings, _words(node)), (*place.scopes, *([defines] if defines else ())))
    section = DraftSection(table, _content(node, own, is_named=bool(defines)), comment=comment)
    section.children = _sections(node, own)
    return section


def _content(node: SectionNode, place: DraftPlace, *, is_named: bool) -> list[DraftElement] | None:
    """Return the content of a section; None for free text."""
    instances = evenly(node.instances, _MOST_SAMPLES)
    knowns = [dict(one.sample.known) | (_known(one, node) if is_named else {}) for one in instances]
    samples = [SectionSample(one.sample.page, one.blocks, known) for one, known in zip(instances, knowns, strict=True)]
    elements = draft_content(samples, place)
    is_free = [element.table for element in elements] == [_FREE_TEXT] and not elements[0].comment
    return None if is_free else elements


def _table(node: SectionNode, parent: SectionNode, place: DraftPlace) -> tuple[dict[str, Any], str]:
    """Return the keys of a section, and the comment on it."""
    assert node.of is not None
    defines = _defines(node, place)
    knowns = [dict(one.sample.known) | (_known(one, node) if defines else {}) for one in node.instances]
    headings = _headings(node, knowns)
    table: dict[str, Any] = {"heading": one_or_more(headings)}
    comments = [_guess(defines)] if defines else []
    if not any(SYMBOL in Pattern(heading).names for heading in headings):
        defines, comments = [], []
    levels = sorted(set(node.levels))
    if levels != [min(max(set(parent.levels) - {0}, default=1) + 1, 6)] or len(set(parent.levels)) > 1:
        table["level"] = one_or_more(levels)
    before = _before(node, knowns)
    if before:
        table["before"] = one_or_more(before)
    repeats = node.of.role != "fixed" or _repeats(node)
    of = {id(one.parent) for one in node.instances}
    if len(of) < _ALWAYS * len(parent.instances):
        table["required"] = False
    if len(of) < len(parent.instances):
        comments.append(f"In {len(of):,} of {len(parent.instances):,} places.")
    if repeats:
        table["repeats"] = True
    if defines:
        table["defines"] = one_or_more(defines)
    return table, "\n".join(comments)


def _words(node: SectionNode) -> str:
    return node.of.words.strip() if node.of else ""


def _known(one: SectionInstance, node: SectionNode) -> dict[str, str]:
    """Return the name in a heading, if there is one."""
    name = name_in(one.heading, tokens(_words(node)))
    return {SYMBOL: name} if name else {}


def _headings(node: SectionNode, knowns: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the patterns of the headings of a section."""
    samples = [
        TextSample(one.sample.page, one.heading.children, known)
        for one, known in zip(node.instances, knowns, strict=True)
    ]
    return heading_patterns(evenly(samples, _MOST_SAMPLES), _MOST_HEADINGS) or ["{_:markup}"]


def _before(node: SectionNode, knowns: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the patterns of the blocks in front of the headings; with an empty one if some have none."""
    if not node.has_before:
        return []
    pairs = [(one, known) for one, known in zip(node.instances, knowns, strict=True) if one.before is not None]
    text = draft_template([_source(one) for one, _ in pairs], [known for _, known in pairs])
    if not text:
        return []
    return [text] if len(pairs) == len(node.instances) else [text, ""]


def _source(one: SectionInstance) -> str:
    """Return the text of the block in front of a heading."""
    block = one.before
    if isinstance(block, HtmlBlock):
        return block.text.rstrip()
    return one.sample.page.document.source.text[block.start : block.end] if block else ""


def _defines(node: SectionNode, place: DraftPlace) -> list[str]:
    """Return what the headings of a section name, most likely; nothing if they name nothing of code."""
    if node.of is None or node.of.role == "fixed":
        return []
    above = node.parent.of if node.parent else None
    said = kinds_of(_words(node)) or (kinds_of(above.words) if above and above.role == "fixed" else [])
    if said:
        return list(said)
    code = [_signature(one) for one in node.instances]
    names = [name_in(one.heading) for one in node.instances]
    likely = sum(is_code(one.heading) for one in node.instances)
    if node.of.role == "worded" or max(likely, sum(map(bool, code))) < _CODE * len(node.instances):
        return []
    has_members = any(child.role == "names" for child in node.children)
    return list(kinds_from(names, code, place.defines, has_members=has_members))


def _signature(one: SectionInstance) -> str:
    """Return the beginning of the first fence of a section."""
    block = next((block for block in one.blocks[:3] if isinstance(block, CodeBlock)), None)
    return block.text[:200] if block else ""


def _guess(defines: Sequence[str]) -> str:
    kinds = " or ".join(f"`{kind}`" for kind in defines)
    return f"A guess: that the headings name symbols of the kind {kinds}."


def _repeats(node: SectionNode) -> bool:
    """Whether there are several such sections below one heading."""
    return max(Counter(id(one.parent) for one in node.instances).values()) > 1


def _ordered(parent: SectionNode) -> list[SectionNode]:
    """Return the sections below another one in the order that most pages have."""
    nodes = list(parent.children.values())
    first = [_firsts(node) for node in nodes]
    wins = [0] * len(nodes)
    for one, other in combinations(range(len(nodes)), 2):
        before, behind = _compared(first[one], first[other])
        wins[one] += before > behind
        wins[other] += behind > before
    places = [sum(one.number for one in node.instances) / len(node.instances) for node in nodes]
    return [nodes[index] for index in sorted(range(len(nodes)), key=lambda index: (-wins[index], places[index]))]


def _firsts(node: SectionNode) -> dict[int, int]:
    """Return the place of the first such section in each section above it."""
    found: dict[int, int] = {}
    for one in node.instances:
        found.setdefault(id(one.parent), one.number)
    return found


def _compared(one: Mapping[int, int], other: Mapping[int, int]) -> tuple[int, int]:
    """Return how often one of two sections is before the other one, and how often behind it."""
    both = one.keys() & other.keys()
    before = sum(one[place] < other[place] for place in both)
    return before, len(both) - before


def _add_disorder(sections: Sequence[DraftSection], nodes: Sequence[SectionNode]) -> None:
    """Say of sections that they are not in the order of the draft on many pages."""
    first = [_firsts(node) for node in nodes]
    for index, section in enumerate(sections[1:], 1):
        before, behind = _compared(first[index - 1], first[index])
        if behind > (1 - _IN_ORDER) * (before + behind):
            text = f"It comes before the section above in {behind:,} of {before + behind:,} places."
            section.comment = "\n".join(part for part in (section.comment, text) if part)


def _uncovered(sections: Sequence[DraftSection]) -> list[DraftSection]:
    """Return sections in an order in which none takes all headings of one behind it."""
    found: list[DraftSection] = []
    for section in sections:
        place = next((index for index, other in enumerate(found) if _covers(other, section)), len(found))
        found.insert(place, section)
    return found


def _covers(one: DraftSection, other: DraftSection) -> bool:
    """Whether all headings of one of two sections that repeat are also headings of the other one."""
    if not (one.table.get("repeats") and other.table.get("repeats")) or one.table.get("level") != other.table.get(
        "level"
    ):
        return False
    return any(
        covers(Pattern(text), Pattern(listed(other.table["heading"])[0])) for text in listed(one.table["heading"])
    )


def _give_keys(sections: Sequence[DraftSection], prefix: str, used: set[str]) -> None:
    """Give a key to each section that would have none by its heading, or that of another section."""
    for section in sections:
        heading = section.table["heading"]
        first = listed(heading)[0]
        automatic = prefix + key_of(first)
        words = key_of(first) if has_words(first) else ""
        base = words or next(iter(listed(section.table.get("defines", []))), "section")
        names = (automatic, base, f"{prefix}{base}", *(f"{prefix}{base}-{number}" for number in range(2, 1000)))
        key = next(name for name in names[not words :] if name not in used)
        used.add(key)
        if key != automatic:
            section.table = {"heading": heading, "key": key, **section.table}
        _give_keys(section.children, f"{key}.", used)
