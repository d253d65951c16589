from collections.abc import Iterator
from posixpath import basename

import doclint
from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation, kit
from doclint.kit import expression, misspelled_word, schema
from doclint.kit.indexes import lists_of_sections
from doclint.kit.nodes import Heading
from doclint.kit.shapes import Item, Listing

from ._member_pages import SHOP, SOURCE, fence, invalid_shop, shop_page, valid_shop
from ._pages import format_in
from ._places import gone, undeclared

_WORD = expression(r"\w+")
_ANCHOR = expression(r'name="([^"]*)"')
_LAST = expression(r"[\w$]+\Z")
_SIGNATURE = expression(r"(?s)\[((?:func|type) .{1,2000}?)\]\([<#][^()]*\)")  # an entry of gomarkdoc
_ESCAPED = expression(r"\\([!-/:-@[-`{-~])")
_FENCED = expression(r"\A(`{3,}|~{3,}).*\n|\s*(?:`{3,}|~{3,})\s*\Z")
_FURTHER = "## Function `close`\n\n" + fence("def close()")
_CLOSED = {**SHOP, "shop.py": SOURCE + "\n\ndef close(): ...\n"}

_COMMANDS = format_in("incomplete_index")
_PROGRAM = "# Program `shop`\n\n* `{}`\n\n## `shop fill`\n\n## `shop fill all`\n\n## `shop empty`\n"


class IncompleteIndex(Rule):
    """The index of a page lacks a symbol that has a section, or has one without a section.

    Readers of the index do not find what is there, or look for what is not.

    The rule checks lists and tables whose format says that they list the sections of the page (`lists = "sections"`).
    If an index has any symbol of one kind of section, it should have all of them, and so of all sections below the one
    that it is in. An index in the section of a symbol lists the sections of its members, and one of a command those of
    its commands; of these, `missing-member` reports entries without a section. Entries of gomarkdoc are signatures,
    which should be those of the sections.
    """

    family = "members"
    severity = "warning"
    of_template = True
    consults = {"repository"}
    reads = {"listing.lists = sections + symbol"}
    covers = ("K16",)
    yields_to = (
        *("broken-anchor", "broken-link", "unknown-member", "misplaced-signature"),
        *("misordered-parameters", "missing-parameter", "unknown-parameter", "wrong-type"),
    )
    remedy = "Write the index and the sections from one list."
    messages = {
        "missing": Message("The index leaves out {names}, which the page documents below", key=("names",)),
        "unknown": Message("The index has `{name}`, but the page has no section about it", key=("name",)),
        "renamed": Message("The index has `{name}`, but the section in its place is about `{right}`", key=("name",)),
    }
    examples = (
        invalid_shop(
            shop_page(index=("Basket", "fill", "Color", "empty"), behind=("", _FURTHER)), files=_CLOSED, lines=(3,)
        ),
        valid_shop(shop_page(index=("Basket", "fill", "Color", "empty"), behind=("", _FURTHER))),
        invalid_shop(shop_page(index=("Basket", "fill", "Color", "empty", "Shelf")), lines={7: "unknown"}),
        invalid_shop(
            shop_page(index=("Basket", "fill", "Color", "empty", "closes"), behind=("", _FURTHER)), lines={7: "renamed"}
        ),
        valid_shop(shop_page(index=("Basket", "fill", "Color", "empty"))),
        Invalid(_PROGRAM.format("fill"), "docs/cli.md", format=_COMMANDS, lines={3: "missing"}),
        Valid(_PROGRAM.format("fill`\n* `empty"), "docs/cli.md", format=_COMMANDS),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if not page.documented:
            return

        placed = lists_of_sections(page)
        if not any(one.items for _, one in placed):
            return
        every = [symbol for symbol in kit.every_symbol(page) if symbol.section]
        owners = {id(symbol.section): symbol for symbol in every}
        inner = {members.span: owner for owner, members in kit.documented.every_list(page) if owner and owner.section}
        by_owner: dict[tuple[doclint.DocumentedSymbol | None, int], tuple[list[Listing], set[int]]] = {}
        for section, index in placed:
            # On pages of jsdoc-to-markdown, the sections of what is global follow those of the last module.
            level = section.heading.level if section else 0
            inside = {id(child) for child in (section.children if section else ()) if child.heading.level > level}
            owner = inner.get(index.span) or owners.get(id(section))
            own, below = by_owner.setdefault((owner, id(section) if page.has_jsdoc and inside else 0), ([], set()))
            own.append(index)
            below |= inside
        commands: dict[str, list[doclint.DocumentedSymbol]] = {}
        for symbol in every:
            commands.setdefault(symbol.name.text.rpartition(" ")[0], []).append(symbol)
        for (owner, _), (own, below) in by_owner.items():
            group = owner or page.documented[0]
            if group.kinds[0] == "command":
                # `missing-member` reports what the source has and the page only in the index.
                found = self._check(page, own, commands.get(group.name.text, []), is_inside=True)
                yield from (one for one in found if one.message != "unknown")
                continue
            if owner and isinstance(kit.declared(page, owner), kit.Missing):
                continue  # as what it has is not known
            sections = [symbol for symbol in every if owner is None or symbol.scope is owner]
            if (differing := _differing_signatures(page, own, sections)) is not None:
                yield from differing
                continue
            nested = [symbol for symbol in sections if id(symbol.section) in below]
            yield from self._check(page, own, nested or sections, is_inside=bool(nested))

    def _check(
        self, page: Page, indexes: list[Listing], sections: list["doclint.DocumentedSymbol"], *, is_inside: bool
    ) -> Iterator[Violation]:
        entries = {_name(item): item for index in indexes for item in index.items}
        if page.has_jsdoc and not is_inside:
            # The anchors say what is global, and what is of which module.
            around = {_LAST.sub("", _target(item)) for item in entries.values()}
            sections = [one for one in sections if _around(page, one) in around and not _is_global_enum(page, one)]
        known = {name for symbol in sections for name in _names(symbol)}
        unknown = [
            (name, item)
            for name, item in entries.items()
            if name and name not in known and not _leads_to_anchor(page, item)
        ]
        # An entry with another name than its target is for `misleading-link`.
        targets = {word for item in entries.values() for word in _WORD.findall(_target(item))[-1:]}
        listed = {id(symbol.section and symbol.section.place) for symbol in sections if entries.keys() & _names(symbol)}
        missing = {
            symbol.name.text: symbol
            for symbol in sections
            if (is_inside or id(symbol.section and symbol.section.place) in listed)
            and not (entries.keys() | targets) & _names(symbol)
        }
        near = (missing.get(misspelled_word(name, missing) or "") for name, _ in unknown)
        rights = list(missing.values()) if len(missing) == len(unknown) else [*near]
        for (name, item), right in zip(unknown, rights, strict=True):
            # That a link leads nowhere is for `broken-anchor`.
            if "target" not in item.captures and name not in page.remembered(gone):
                violation = Violation(item.span, "renamed" if right else "unknown", name=name)
                violation.following_from(page.remembered(_hidden).get(name))
                if right:
                    violation.arguments["right"] = right.name.text
                    violation.following_from(_head_of(right))
                yield violation
        # `unknown-member` reports sections about what the source lacks.
        paired = set(map(id, rights))
        left = [one for one in missing.values() if id(one) not in paired]
        names = tuple(one.name.text for one in left if not isinstance(kit.declared(page, one), kit.Missing))
        if names:
            yield Violation(_place_of_index(page, indexes, next(iter(missing.values()))), "missing", names=names)


def _place_of_index(page: Page, indexes: list[Listing], symbol: "doclint.DocumentedSymbol") -> Span:
    """Return the beginning of the index before a section, or the heading of that index if there is nothing below it."""
    elements = {id(one.element) for one in indexes}
    empty = [span for span, element in page.remembered(_without_entries) if id(element) in elements]
    places = sorted([*(one.span for one in indexes), *empty])
    start, end = next((one for one in reversed(places) if one.start < symbol.span.start), indexes[0].span)
    first = page.source.text.find("\n", start, end)
    return Span(start, first if first > 0 else end)  # as what is wrong with the entries is another matter


def _without_entries(page: Page) -> "list[tuple[Span, schema.Content]]":
    """Return the headings with nothing below them, each with an index that belongs there."""
    empty = ((one.heading.span, one.place.spec) for one in page.sections if one.place and one.is_empty)
    lists = ((span, content) for span, spec in empty for content in schema.flat(spec.content))
    return [(span, content) for span, content in lists if getattr(content, "lists", "") == "sections"]


def _hidden(page: Page) -> dict[str, Span]:
    """Return the names in headings below symbols that the source lacks, each with the place of that symbol's name."""
    absent = ((one.name.span, one.section) for one, _ in page.remembered(undeclared) if one.section)
    blocks = ((span, block) for span, section in absent for block in section.blocks)
    return {word: span for span, one in blocks if isinstance(one, Heading) for word in _WORD.findall(one.text)}


def _differing_signatures(
    page: Page, indexes: list[Listing], sections: list["doclint.DocumentedSymbol"]
) -> list[Violation] | None:
    """Return what an index of whole signatures has in other words than the sections; None if it is another index.

    Where sections and entries differ in number, only what has the words of no entry is certain.
    """
    found = ((item, _SIGNATURE.search(page.text(item.span))) for index in indexes for item in index.items)
    entries = {_plain(match[1]): item for item, match in found if match}
    shown = {
        f"type {one.name.text}"
        if "type" in one.kinds
        else _plain(_FENCED.sub("", page.text(one.signatures[0].shape.span))): one
        for one in sections
        if "type" in one.kinds or one.signatures
    }
    if 2 * len(entries.keys() & shown.keys()) <= len(entries):
        return None
    missing = [one for text, one in shown.items() if text not in entries]
    unknown = [text for text in entries if text not in shown]
    if not unknown and missing:
        place = _place_of_index(page, indexes, missing[0])
        return [Violation(place, "missing", names=tuple(one.name.text for one in missing))]
    if len(missing) != len(unknown):
        return None if unknown else []
    rights = [text for text in shown if text not in entries]
    pairs = zip(unknown, rights, missing, strict=True)
    return [
        Violation(entries[name].span, "renamed", name=name, right=right).following_from(_head_of(one))
        for name, right, one in pairs
    ]


def _plain(text: str) -> str:
    return " ".join(_ESCAPED.sub(r"\1", text).split())


def _target(item: Item) -> str:
    return item.captures["target"].text.removeprefix("#") if "target" in item.captures else ""


def _around(page: Page, symbol: "doclint.DocumentedSymbol") -> str:
    """Return what is in front of the last name of the anchor of a symbol: `Basket+` of `Basket+put`."""
    before = symbol.section and symbol.section.before
    found = _ANCHOR.search(page.text(before.span)) if before else None
    return _LAST.sub("", found[1]) if found else ""


def _is_global_enum(page: Page, symbol: "doclint.DocumentedSymbol") -> bool:
    """Whether jsdoc-to-markdown leaves out a symbol where it lists what is global."""
    kind = symbol.says("kind")
    return kind is not None and kind.text == "enum" and not _around(page, symbol)


def _leads_to_anchor(page: Page, item: Item) -> bool:
    target = _target(item).removeprefix(f"{basename(page.path)}#")
    return bool(target) and target in (page.parsed.anchors or page.document.anchors)


def _head_of(symbol: "doclint.DocumentedSymbol") -> Span:
    """Return the place from the name of a section to its last signature."""
    ends = (one.shape.span.end for one in symbol.signatures)
    return Span(symbol.name.span.start, max(symbol.name.span.end, *ends, 0))


def _name(item: Item) -> str:
    capture = item.captures.get("symbol") or next(iter(item.captures.values()), None)
    return capture.text.removesuffix("()") if capture else ""


def _names(symbol: "doclint.DocumentedSymbol") -> set[str]:
    """Return the names that an index may call a symbol: with or without its scopes."""
    name = symbol.name.text.removesuffix("()")
    return {name, name.rpartition(".")[2], name.rpartition(" ")[2], symbol.qualified}
