from collections.abc import Collection, Iterable, Iterator
from posixpath import basename
from typing import TYPE_CHECKING

from doclint import Invalid, Message, Page, RelatedLines, Span, Valid, Violation, kit
from doclint.kit import MemberRule, expression, misspelled_word
from doclint.kit.nodes import plain_text
from doclint.repository.globs import files_matching
from doclint.source.api_report import exported_name, other_reports
from doclint.source.symbols import SETTINGS

from ._member_pages import FIELDS, invalid_shop, shop_page, valid_shop
from ._names import FLAG
from ._provider_pages import ARGUMENTS, BASKET, SCHEMA, generated_page, provider, written_page
from ._remedies import INSPECT
from ._split_lists import SplitLists
from ._wanted_members import MemberScope, emptied_section, lists_alike, lists_of, scopes_of, wanted_members

if TYPE_CHECKING:
    from doclint import Declaration, DocumentedSymbol
    from doclint.formats.documented.symbols import Members

_WRITTEN = "website/docs/r/basket.md"
_OPTIONAL = "### Optional\n\n- `size` (Number)"
_SPLIT = "### Optional\n\n- `colour` (String) A description\n\nof several paragraphs:\n"
_MODEL = """\
# Hours

{}

## Properties
Name | Type | Description | Notes
------------ | ------------- | ------------- | -------------

[[Back to Model list]](../README.md) [[Back to API list]](../README.md) [[Back to README]](../README.md)
"""
_HOURS = {"README.md": "", "shop/models/hours.py": "class Hours:\n    open = 'open'\n    closed = 'closed'\n"}
_WORD = expression(r"\w+")
_MOST = 3  # documented members, of which a list that has all but one is not a choice


class MissingMember(MemberRule):
    """A list that should have all members of a class or a module lacks some.

    Readers take the list for complete.

    The format says by `complete` which members a list should have: all `public` ones, those of them that are
    `documented` by a docstring, `imported` (documented, and under no decorator that doclint does not know), or `all`.
    If the list may be a choice from those with a docstring (`most`), it lacks one only if it has all others.
    Inherited members may be absent, and so may constructors, names with two underscores at each end,
    specializations of templates, functions of Python in whose place an unknown decorator may put something else, and
    what the format `omits`. A member counts wherever the page documents it, also in a
    list that goes on after a description of several paragraphs, and in the text above an empty list. What is declared
    only under a condition may be absent, too, and a field with a quoted name; unless the list should have `all`, so may
    what its comment calls private, protected, internal or hidden.
    """

    family = "members"
    severity = "error"
    reads = {"symbol + symbol.complete", "symbol.elsewhere"}
    covers = ("K13",)
    remedy = INSPECT
    messages = {
        "missing": Message("The page leaves out {names} of `{scope}` ({place})", key=("scope",)),
    }
    examples = (
        invalid_shop(shop_page(fields=FIELDS[:1]), lines=(9,)),
        Invalid(written_page(ARGUMENTS[1]), _WRITTEN, files=provider("basket"), lines=(5,)),
        Invalid(
            generated_page().replace(_OPTIONAL, f"{_SPLIT}- The `size` is not there."),
            BASKET,
            files=provider("basket", schema=f'{SCHEMA}\t\t\t"colour": {{Type: schema.TypeString, Optional: true}},\n'),
            lines=(8,),
        ),
        Valid(generated_page().replace(_OPTIONAL, f"{_SPLIT}- `size` (Number)"), BASKET, files=provider("basket")),
        valid_shop(shop_page()),
        Invalid(_MODEL.format("When it is open."), "docs/Hours.md", files=_HOURS, lines=(6,)),
        Valid(_MODEL.format("One of:   - open: until six.  - closed: at night."), "docs/Hours.md", files=_HOURS),
        Valid(written_page(ARGUMENTS[1], note="Its `owner` pays.\n\n"), _WRITTEN, files=provider("basket")),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        seen: set[tuple[str, int]] = set()
        for owner, members in _distinct_lists(page):
            for around in scopes_of(page, owner, members) if members.spec.complete else ():
                lists = page.remembered(_Lists)
                present = [*lists.names_beside(owner, members), lists.names_of_inner(around)]
                present += [kit.documented.unread(page, each) for each in lists_alike(page, members)]
                is_read = members.symbols or not SETTINGS.isdisjoint(members.spec.defines) or around.is_whole
                present += [] if is_read else [page.remembered(_words_above, owner)]
                present.append(page.remembered(_dead_anchors))
                present += [page.remembered(_names_in_code)] if members.spec.elsewhere else []
                every = wanted_members(page, owner, members, around)
                absent = (one for one in every if not any(form in names for names in present for form in _forms(one)))
                missing = [one for one in absent if one.name not in page.remembered(_split_names, owner)]
                if 2 * len(missing) > len(every) and _has_other_reports(page, around.path):
                    continue
                if members.spec.complete == "most":
                    missing = [one for one in missing if not _is_default(page, around.path, one)]
                    if len(missing) != 1 or len(every) < _MOST:
                        continue
                # A table and the sections below it may both be complete.
                new = any((around.path, one.line) not in seen for one in missing)
                seen.update((around.path, one.line) for one in missing)
                # As many members as the page has and the source lacks were renamed.
                # What may be called counts as a method, too.
                is_of_kind = members.symbols and not any(one.signatures for one in missing)
                unknown = page.remembered(_unknown, owner, tuple(members.spec.defines if is_of_kind else ()))
                paths = [around.path] if members.spec.complete == "most" else unknown.values()
                if not new or len(missing) <= sum(path in paths for path in unknown.values()):
                    continue
                names = [one.name for one in missing]
                meant = {misspelled_word(name, names, by_words=name.startswith("-")) for name in unknown}
                flags = {flag for name in unknown for flag in FLAG.findall(name)}
                missing = [one for one in missing if flags.isdisjoint(FLAG.findall(one.name))]
                if missing := [one for one in missing if one.name not in meant]:
                    emptied = emptied_section(page, owner, missing)
                    yield Violation(
                        emptied.heading.span if emptied else members.span,
                        "missing",
                        related=[RelatedLines(around.path, one.start, one.end) for one in missing],
                        names=tuple(one.name for one in missing),
                        scope=around.name,
                        place=str(RelatedLines(around.path, missing[0].line)),
                    )
                    if not members.symbols:
                        break


def _distinct_lists(page: Page) -> "Iterator[tuple[DocumentedSymbol | None, Members]]":
    """Yield the lists of a page, but one of those of settings that should have the same: a chart may have thousands."""
    seen: set[tuple[object, ...]] = set()
    for owner, members in kit.documented.every_list(page):
        key = id(members.spec), *(members.symbols[0].files if members.symbols else ())
        if SETTINGS.isdisjoint(members.spec.defines) or key not in seen:
            yield owner, members
        seen.add(key)


def _has_other_reports(page: Page, path: str) -> bool:
    """Whether a package has API reports of other entry points, which the page may be about."""
    repository = page.repository
    return repository is not None and any(files_matching(repository, one).files for one in other_reports(path))


def _is_default(page: Page, path: str, one: "Declaration") -> bool:
    """Whether a module of JavaScript exports something by default: pages may give it the name of the module."""
    from doclint.packages.following import reexported

    found = reexported(page.repository, path, "default") if page.repository else None
    return isinstance(found, kit.Found) and found.value.path == path and found.value.declaration.name == one.name


def _forms(one: "Declaration") -> set[str]:
    """Return the names that a page may have of something: Typer shows an argument in capitals, or as it is."""
    return {one.name, one.name.lower()} if one.kind == "argument" else {one.name}


def _names_in_code(page: Page) -> frozenset[str]:
    """Return the names that code spans of a page have."""
    return frozenset(word for span in page.document.code_spans for word in _WORD.findall(span.text))


def _dead_anchors(page: Page) -> frozenset[str]:
    """Return the names of members that a page links to and lacks, which `broken-anchor` reports."""
    own = [one for one in page.document.links if one.fragment and one.path in ("", basename(page.path))]
    links, anchors = [(one.fragment, plain_text(one.children)) for one in own], page.parsed.anchors
    # Without anchors that are names, no link shows that a member was there.
    are_names = any("." in one for one in anchors or ())
    dead = (one for one in links if anchors is not None and one[0] not in anchors and ("." not in one[0] or are_names))
    return frozenset(name for fragment, text in dead for name in (fragment.rpartition(".")[2], text))


class _Lists:
    """The names in the lists of a page, so that many lists do not each go through all of them."""

    def __init__(self, page: Page) -> None:
        self._by_name: dict[str, list[DocumentedSymbol]] = {}
        for symbol in kit.every_symbol(page):
            self._by_name.setdefault(symbol.names[-1], []).append(symbol)
        self._by_spec: dict[int, set[str]] = {}
        self._page = page
        for each in page.documentation:
            self._by_spec.setdefault(id(each.spec), set()).update(_names_of([each]))

    def names_beside(self, owner: "DocumentedSymbol | None", members: "Members") -> "Iterable[Collection[str]]":
        """Return the names in lists of what a list belongs to, and in those of its kind that have lost their scope."""
        if not SETTINGS.isdisjoint(members.spec.defines):
            return (_names_of(lists_alike(self._page, members)),)
        if owner is None:
            return self._by_spec.values()
        # A heading on the wrong level ends the scope of those after it, and that of a class in the class may take them.
        # Sphinx has a heading for each overload of a constructor, and the members below the last one.
        alike = (one for one in self._by_name.get(owner.names[-1], ()) if one.qualified == owner.qualified)
        below = (self._page.remembered(_names_below, one) for one in (owner, *alike))
        return *below, self._by_spec.get(id(members.spec), ())

    def names_of_inner(self, around: MemberScope) -> set[str]:
        """Return the names in lists of classes in a class that a page shows on its level: they may take others."""
        inner = {one.name for one in around.members if one.kind == "class"}
        return _names_of(each for name in inner for symbol in self._by_name.get(name, ()) for each in symbol.members)


def _names_below(_: Page, owner: "DocumentedSymbol") -> set[str]:
    return _names_of(each for symbol in owner.walk() for each in symbol.members)


def _words_above(page: Page, owner: "DocumentedSymbol | None") -> Collection[str]:
    """Return the words of the text above the first list of something, where values of an enumeration often are."""
    start = owner.span.start if owner else 0
    return kit.documented.words_of_prose(page, Span(start, lists_of(page, owner)[0].span.start))


def _split_names(page: Page, owner: "DocumentedSymbol | None") -> Collection[str]:
    """Return the names in what may be the rest of the lists of something."""
    return page.remembered(SplitLists).names(lists_of(page, owner))


def _unknown(page: Page, owner: "DocumentedSymbol | None", kinds: tuple[str, ...]) -> dict[str, str]:
    """Return the symbols in some lists that their source lacks, with its path. Without `kinds`, all lists count."""
    alike = (one for each in lists_of(page, owner) if kinds in ((), (*each.spec.defines,)) for one in each.symbols)
    found = ((one.name.text, kit.declared(page, one)) for one in alike)
    return {name: one.what.path for name, one in found if isinstance(one, kit.Missing)}


def _names_of(lists: "Iterable[Members]") -> set[str]:
    """Return the names of the symbols in lists, and those that their signatures have, without parameters."""
    symbols = [symbol for each in lists if "parameter" not in each.spec.defines for symbol in each.symbols]
    shown = (one.shape.captures.get("symbol") for symbol in symbols for one in symbol.signatures)
    names = (name for each in symbols for name in (each.names[-1], each.name.text, exported_name(each.names[-1])))
    return {*names, *(one.text.rpartition(".")[2] for one in shown if one)}
