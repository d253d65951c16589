from collections.abc import Collection, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from posixpath import basename, dirname, join
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint import Invalid, Message, Page, RelatedLines, Span, Valid, Violation, kit
from doclint.kit import MemberRule, expression, misspelled_word, schema
from doclint.kit.nodes import plain_text
from doclint.repository.paths import above
from doclint.source.api_report import exported_name
from doclint.source.languages.python_standard import KEEPING
from doclint.source.symbols import SETTINGS

from ._member_pages import FIELDS, invalid_shop, shop_page, valid_shop
from ._provider_pages import ARGUMENTS, BASKET, SCHEMA, generated_page, provider, written_page
from ._remedies import INSPECT
from ._split_lists import SplitLists

if TYPE_CHECKING:
    from doclint import Declaration, DocumentedSymbol
    from doclint.formats.documented.symbols import Members

_STORED = frozenset({"field", "property", "variable", "constant"})
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
_KINDS = {
    "class": frozenset({"class", "struct"}),
    "constant": _STORED,
    "enum-member": frozenset({"enum-member"}),
    "field": _STORED,
    "function": frozenset({"function", "method"}),
    "method": frozenset({"function", "method"}),
    "property": _STORED,
    "variable": _STORED,
}
"""The kinds of declarations that a page may call one of a kind; any other kind is called what it is."""
_WORD = expression(r"\w+")
_INNER = expression(r"[.\[]")  # between a setting and one in it, for which the row of the outer one may stand
_MADE = ("constructor",)
_COMPUTED = "["  # `[Symbol.iterator]`, which pages write in several ways
# Tags of TSDoc, JSDoc, TypeDoc and Sphinx.
_HIDDEN = expression(r"(?m)^\s*(?:@(?:alias|alpha|hidden|ignore|name|internal|private|protected)\b|:meta private:)")
# A comment that is about something else than what it precedes.
_ASIDE = expression(r"(?m)^\s*@(?:access|callback|event|external|file|fileoverview|lends|module|overview|typedef)\b")
# Settings of pydoc-markdown, each with what they have.
_PYDOC_SETTINGS = {"pydoc-markdown.yml": b"", "pydoc-markdown.yaml": b"", "pyproject.toml": b"tool.pydoc-markdown"}
_MOST = 3  # documented members, of which a list that has all but one is not a choice
# A source of Go that not all systems have, that calls C, or that no program has; and one that its name limits to some.
_NOT_ALL = expression(rb'(?m)^(?://go:build|//[ \t]*\+build|import[ \t]+"C")')
_OF_SYSTEM = expression(
    r"_(?:aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows"
    r"|386|amd64|arm|arm64|loong64|mips\w*|ppc64\w*|riscv64|s390x|wasm)\.go$"
)
_ELSEWHERE = expression(r"::|<")  # in the name of a specialization, or of what a class declares itself


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
        from doclint.kit.documented import unread

        seen: set[tuple[str, int]] = set()
        for owner, members in _distinct_lists(page):
            for around in _arounds(page, owner, members) if members.spec.complete else ():
                lists = page.remembered(_Lists)
                present = [*lists.names_beside(owner, members), lists.names_of_inner(around)]
                present += [unread(page, each) for each in lists.alike(members)]
                is_read = members.symbols or not SETTINGS.isdisjoint(members.spec.defines)
                present += [] if is_read else [page.remembered(_words_above, owner)]
                present.append(page.remembered(_dead_anchors))
                present += [page.remembered(_names_in_code)] if members.spec.elsewhere else []
                every = _asked(page, owner, members, around)
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
                unknown = page.remembered(_unknown, owner, tuple(members.spec.defines if members.symbols else ()))
                paths = [around.path] if members.spec.complete == "most" else unknown.values()
                if not new or len(missing) <= sum(path in paths for path in unknown.values()):
                    continue
                names = [one.name for one in missing]
                meant = {misspelled_word(name, names, by_words=name.startswith("-")) for name in unknown}
                if missing := [one for one in missing if one.name not in meant]:
                    yield Violation(
                        members.span,
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
    from doclint.kit.documented import every_list

    seen: set[tuple[object, ...]] = set()
    for owner, members in every_list(page):
        key = id(members.spec), *(members.symbols[0].files if members.symbols else ())
        if SETTINGS.isdisjoint(members.spec.defines) or key not in seen:
            yield owner, members
        seen.add(key)


def _asked(page: Page, owner: "DocumentedSymbol | None", members: "Members", around: "_Around") -> list["Declaration"]:
    """Return what a list should have by the choice of its format, and by that of whoever ran the generator."""
    every = wanted(around.members, members.spec, around.own_names)
    if owner is not None and not members.symbols and members.span == owner.span:
        is_shown = not {"module", "command"}.isdisjoint(owner.kinds) or _shows_members(page, owner, around)
        every = [one for one in every if is_shown and not _may_be_replaced(one)]
    if owner is not None and (("module" in owner.kinds and _has_parts(page)) or _is_reference(page, owner)):
        return []
    if members.spec.complete == "public" and around.path.endswith(".py"):
        # What imports a module lists what is a function then.
        every = [one for one in every if one.kind == "method" or not _may_be_replaced(one)]
    is_partial = _excludes_undocumented(page, around.path)
    return [one for one in every if one.docstring or not is_partial]


def _is_reference(page: Page, owner: "DocumentedSymbol") -> bool:
    """Whether a property of a module of JSDoc only names a class, which has a section of its own."""
    stated = owner.says("kind") if page.has_jsdoc else None
    found = kit.declared(page, owner) if stated and stated.text != "class" else None
    return isinstance(found, kit.Found) and found.value.declaration.kind == "class"


def _has_other_reports(page: Page, path: str) -> bool:
    """Whether a package has API reports of other entry points, which the page may be about."""
    from doclint.repository.globs import files_matching
    from doclint.source.api_report import other_reports

    repository = page.repository
    return repository is not None and any(files_matching(repository, one).files for one in other_reports(path))


def _excludes_undocumented(page: Page, source: str) -> bool:
    """Whether the settings of TypeDoc leave out what has no comment."""
    from doclint.packages.typedoc import excludes_undocumented
    from doclint.source.language import language_of_declarations

    repository = page.repository if language_of_declarations(source) == "typescript" else None
    return repository is not None and any(excludes_undocumented(repository, one) for one in (page.path, source))


def _shows_members(page: Page, owner: "DocumentedSymbol", around: "_Around") -> bool:
    """Whether members of a class that has none on a page would be there: a class in it may have taken them, that of
    an enumeration may be empty, and there may be nothing of what a module imports.
    """
    from doclint.page.declared import stated_source

    is_enum = any(one.kind == "enum-member" for one in around.members)
    return not is_enum and not owner.of_kind("class") and around.path == stated_source(page, owner)


def _has_parts(page: Page) -> bool:
    """Whether settings of pydoc-markdown name the contents of pages, which may be parts of modules."""
    if page.repository is None or page.format is None or page.format.name != "pydoc-markdown":
        return False
    for folder in (*above(page.path), ""):
        for name, word in _PYDOC_SETTINGS.items():
            settings = page.repository.read(join(folder, name)) or b""
            if word in settings and b"contents" in settings:
                return True
    return False


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


class _Around(Struct, frozen=True):
    """A class or a module with what it declares."""

    name: str
    path: str
    members: "tuple[Declaration, ...]"
    bases: tuple[str, ...] = ()

    @property
    def own_names(self) -> set[str]:
        """The names that members do not have of their own: that of a constructor of C++ and Java, which is the name of
        the class, and those of embedded fields of Go, which are bases.
        """
        return {name.rpartition(".")[2] for name in (self.name, *self.bases)}


def _arounds(page: Page, owner: "DocumentedSymbol | None", members: "Members") -> Iterator[_Around]:
    """Yield what a list should have all members of: all sources that may declare settings, or one class or module."""
    from doclint.packages.settings import DeclaredSettings
    from doclint.page.documented_settings import settings_of

    if "command" in members.spec.defines and isinstance(members.spec, schema.SectionSpec):
        yield from _apps(page, members)
        return
    if SETTINGS.isdisjoint(members.spec.defines):
        around = list(_around(page, owner, members))
        yield from around or (_exporting(page, members) if owner is None else ())
        found = kit.declared(page, owner) if owner else None
        for part in found.value.parts if isinstance(found, kit.Found) else ():
            yield _Around(owner.qualified if owner else "", part.path, part.declaration.members, part.declaration.bases)
        return
    first = next(iter((*members.symbols, *page.documented)), None)
    settings = settings_of(page, first) if first else None
    by_path: dict[str, list[Declaration]] = {}
    shown = _shown(page, page.remembered(_Lists).alike(members))
    # Of several kinds, pages may leave all of one out, and generators all settings without a description.
    defined = members.spec.defines
    kinds = defined if len(defined) == 1 else {one.kind for one in shown} or defined[:1]
    has_bare = members.spec.complete == "all" or "setting" not in defined or not all(one.docstring for one in shown)
    names = {one.name for one in shown}
    for one in settings.of_kinds(*kinds) if isinstance(settings, DeclaredSettings) else ():
        own = one.declaration
        if not own.docstring and (
            not has_bare or any(own.name[: at.start()] in names for at in _INNER.finditer(own.name))
        ):
            continue
        by_path.setdefault(one.path, []).append(one.declaration)
    yield from (_Around(path, path, tuple(found)) for path, found in by_path.items())


def _shown(page: Page, lists: "Iterable[Members]") -> "list[Declaration]":
    """Return what the sources declare of the symbols in some lists."""
    answers = (kit.declared(page, one) for members in lists for one in members.symbols)
    return [one.value.declaration for one in answers if isinstance(one, kit.Found)]


def _apps(page: Page, members: "Members") -> Iterator[_Around]:
    """Yield the apps that have the commands of a page, with the commands that users call like these."""
    from doclint.packages.commands import beside

    present = {symbol.name.text for symbol in members.symbols}
    seen: set[tuple[str, str]] = set()
    for symbol in members.symbols if page.repository else ():
        found = kit.declared(page, symbol)
        above, _, last = symbol.name.text.rpartition(" ")
        if not isinstance(found, kit.Found) or (above, found.value.path) in seen:
            continue
        if page.repository and found.value.declaration.name == last:
            seen.add((above, found.value.path))
            every = beside(page.repository, found.value, page.limits.source_work)
            own = tuple(one._replace(name=f"{above} {one.name}") for one in every)
            # The command of another app may have the same name.
            if sum(one.name in present for one in own) * 2 >= len(own):
                yield _Around(above, found.value.path, own)


def _around(page: Page, owner: "DocumentedSymbol | None", members: "Members") -> Iterator[_Around]:
    """Yield what a list should have all members of, or the files that it has most members of; nothing if unknown."""
    from doclint.page.declared import stated_source

    if owner is not None and "module" not in owner.kinds:
        found = kit.declared(page, owner)
        if isinstance(found, kit.Found) and not found.value.others:
            own = found.value.declaration
            # The page of a class whose type is exported, but not its constructor, is that of an interface.
            has_static = own.kind != "class" or owner.kinds[0] != "interface"
            every = own.members if has_static else tuple(one for one in own.members if not one.is_static)
            yield _Around(owner.qualified, found.value.path, every, own.bases)
            return
        if "definition" not in owner.kinds or isinstance(found, kit.Found):
            return  # A definition may be a module.
    answers = [(kit.declared(page, symbol), stated_source(page, symbol)) for symbol in members.symbols]
    known = [(one.value, stated) for one, stated in answers if isinstance(one, kit.Found)]
    is_asked = members.spec.complete != "imported" or any(one.symbols for one in _lists_of(page, owner))
    is_shown = is_asked or page.remembered(_shows_modules)
    is_empty = owner is not None and "module" in owner.kinds and not answers and is_shown
    path = stated_source(page, owner) if owner and is_empty else None
    if path and page.repository and (source := kit.declarations_of(page.repository, path, page.limits)):
        yield _Around(path, path, source.found)
        return
    types = {answer.outer[-1].name: answer for answer, _ in known if answer.outer}
    if len(types) == 1 and all(answer.outer for answer, _ in known):
        ((name, answer),) = types.items()
        yield _Around(name, answer.path, answer.outer[-1].members, answer.outer[-1].bases)
        return
    # A module that imports some symbols of another one need not have all of them.
    paths = dict.fromkeys(answer.path for answer, stated in known if not answer.outer and answer.path == stated)
    if paths and page.kind and page.kind.together and all(path.endswith(".go") for path in paths):
        folders = {dirname(path) for path in paths}
        yield from page.remembered(_package, *folders) if len(folders) == 1 else ()
        return
    for path in paths if len(paths) == 1 or members.spec.complete == "most" else ():
        source = kit.declarations_of(page.repository, path, page.limits) if page.repository else None
        if source:
            yield _Around(path, path, source.found)


def _package(page: Page, folder: str) -> list[_Around]:
    """Return what a package of Go exports on all systems, and its page lacks.

    What makes a type is below that on pages, so it is absent where the type is. A page has most of a package.
    """
    from doclint.packages.other_files import files_of_package

    symbols = kit.every_symbol(page)
    shown = (one.shape.captures.get("symbol") for symbol in symbols for one in symbol.signatures)
    listed = {*(one.names[-1] for one in symbols), *(one.text for one in shown if one)}
    repository = page.repository
    found: dict[str, Sequence[Declaration]] = {}
    for path in files_of_package(repository, folder) if repository else ():
        source = kit.declarations_of(repository, path, page.limits) if repository else None
        is_partial = repository is None or _NOT_ALL.search(repository.page(path) or b"") or _OF_SYSTEM.search(path)
        if source and not is_partial:
            found[path] = [one for one in source.found if "." not in one.name]
    # Of what makes a type that is not exported, pages have nothing.
    absent = {one.name for own in found.values() for one in own if one.name not in listed and one.kind != "function"}
    for path, own in found.items():
        results = ((one, _WORD.findall(one.signatures[0].returns) if one.signatures else ()) for one in own)
        found[path] = [one for one, words in results if one.is_public and absent.isdisjoint(words)]
    has_functions = any("function" in one.spec.defines for one in page.documentation)
    names = {one.name for own in found.values() for one in own}
    # As many as the page has and the package lacks were renamed.
    other = {one.names[-1] for one in symbols if one.section and "method" not in one.kinds} - names
    if not len(other) < len(names - listed) <= len(names) / 2:
        return []
    every: list[_Around] = []
    for path, own in found.items():
        absent_here = [one for one in own if one.name not in listed]
        # A page has functions that make a type below that, and may have no list of others.
        made = [one._replace(kind="type") for one in absent_here if one.kind == "function" and not has_functions]
        every.append(_Around(path, path, (*absent_here, *made)))
    return every


def _shows_modules(page: Page) -> bool:
    """Whether directives have asked for the members of modules: several show some, and one that has some shows none."""
    from doclint.kit.documented import every_list
    from doclint.page.declared import stated_source

    lists = [(one, members) for one, members in every_list(page) if one is not None and "module" in one.kinds]
    shown, hidden = {one for one, members in lists if members.symbols}, set()
    for one, members in lists:
        path = stated_source(page, one) if one not in shown else None
        source = kit.declarations_of(page.repository, path, page.limits) if page.repository and path else None
        hidden |= {one} if source and wanted(source.found, members.spec, ()) else set()
    return len(shown) > 1 and len(hidden) == 1


def _exporting(page: Page, members: "Members") -> Iterator[_Around]:
    """Yield the files that declare what an entry point of JavaScript or TypeScript exports, each with all of that."""
    from doclint.packages.following import reexported
    from doclint.packages.javascript_packages import javascript_packages
    from doclint.page.declared import stated_source
    from doclint.source.language import ECMASCRIPT, language_of_declarations

    entries = {stated_source(page, symbol) for symbol in members.symbols}
    entry = entries.pop() if len(entries) == 1 else None
    if entry is None or page.repository is None or language_of_declarations(entry) not in ECMASCRIPT:
        return
    answers = (kit.declared(page, symbol) for symbol in page.documented)
    paths = [one.value.path for one in answers if isinstance(one, kit.Found) and not one.value.outer]
    names = javascript_packages(page.repository).names_from(entry)
    # All that a file declares may be left out, but the page of a namespace has nothing of most files.
    if 2 * len(names & {symbol.names[-1] for symbol in page.documented}) > len(names):
        offered = (reexported(page.repository, entry, name) for name in names)
        paths += [one.value.path for one in offered if isinstance(one, kit.Found) and not one.value.outer]
    for path in dict.fromkeys(paths):
        source = kit.declarations_of(page.repository, path, page.limits)
        exported = ((one, reexported(page.repository, entry, one.name)) for one in (source.found if source else ()))
        own = [one for one, to in exported if isinstance(to, kit.Found) and to.value.path == path]
        yield _Around(path, path, tuple(own))


def _may_be_replaced(declaration: "Declaration") -> bool:
    """Whether a decorator may put something without its docstring in the place of a function."""
    return declaration.kind in ("function", "method") and not KEEPING.issuperset(declaration.decorator_names)


class _Lists:
    """The names in the lists of a page, so that many lists do not each go through all of them."""

    def __init__(self, page: Page) -> None:
        self._by_name: dict[str, list[DocumentedSymbol]] = {}
        for symbol in page.documented:
            self._by_name.setdefault(symbol.names[-1], []).append(symbol)
        self._by_spec: dict[int, set[str]] = {}
        self._page = page
        for each in page.documentation:
            self._by_spec.setdefault(id(each.spec), set()).update(_names_of([each]))

    def names_beside(self, owner: "DocumentedSymbol | None", members: "Members") -> "Iterable[Collection[str]]":
        """Return the names in lists of what a list belongs to, and in those of its kind that have lost their scope."""
        if not SETTINGS.isdisjoint(members.spec.defines):
            return (_names_of(self.alike(members)),)
        if owner is None:
            return self._by_spec.values()
        # A heading on the wrong level ends the scope of those after it, and that of a class in the class may take them.
        return self._page.remembered(_names_below, owner), self._by_spec.get(id(members.spec), ())

    def alike(self, members: "Members") -> "list[Members]":
        """Return a list; of settings or outputs all lists of the page, as one may be called like the other."""
        if SETTINGS.isdisjoint(members.spec.defines):
            return [members]
        return [each for each in self._page.documentation if each.spec.defines == members.spec.defines]

    def names_of_inner(self, around: _Around) -> set[str]:
        """Return the names in lists of classes in a class that a page shows on its level: they may take others."""
        inner = {one.name for one in around.members if one.kind == "class"}
        return _names_of(each for name in inner for symbol in self._by_name.get(name, ()) for each in symbol.members)


def _lists_of(page: Page, owner: "DocumentedSymbol | None") -> "Sequence[Members]":
    """Return the lists of something, or those of the page that belong to nothing on it."""
    return owner.members if owner else page.documentation


def _names_below(_: Page, owner: "DocumentedSymbol") -> set[str]:
    return _names_of(each for symbol in owner.walk() for each in symbol.members)


def _words_above(page: Page, owner: "DocumentedSymbol | None") -> Collection[str]:
    """Return the words of the text above the first list of something, where values of an enumeration often are."""
    from doclint.kit.documented import words_of_prose

    return words_of_prose(page, Span(owner.span.start if owner else 0, _lists_of(page, owner)[0].span.start))


def _split_names(page: Page, owner: "DocumentedSymbol | None") -> Collection[str]:
    """Return the names in what may be the rest of the lists of something."""
    return page.remembered(SplitLists).names(_lists_of(page, owner))


def _unknown(page: Page, owner: "DocumentedSymbol | None", kinds: tuple[str, ...]) -> dict[str, str]:
    """Return the symbols in some lists that their source lacks, with its path. Without `kinds`, all lists count."""
    alike = (one for each in _lists_of(page, owner) if kinds in ((), (*each.spec.defines,)) for one in each.symbols)
    found = ((one.name.text, kit.declared(page, one)) for one in alike)
    return {name: one.what.path for name, one in found if isinstance(one, kit.Missing)}


def _names_of(lists: "Iterable[Members]") -> set[str]:
    """Return the names of the symbols in lists, and those that their signatures have, without parameters."""
    symbols = [symbol for each in lists if "parameter" not in each.spec.defines for symbol in each.symbols]
    shown = (one.shape.captures.get("symbol") for symbol in symbols for one in symbol.signatures)
    names = (name for each in symbols for name in (each.names[-1], each.name.text, exported_name(each.names[-1])))
    return {*names, *(one.text.rpartition(".")[2] for one in shown if one)}


def wanted(
    declarations: "Sequence[Declaration]", spec: "schema.Defining", apart: Collection[str]
) -> "list[Declaration]":
    """Return what a list has to have of some declarations, in the order of the source, apart from some names."""
    kinds = frozenset[str]().union(*(_KINDS.get(kind, frozenset({kind})) for kind in spec.defines))
    found = {
        one.name: one
        for one in declarations
        if one.kind in kinds
        and not one.is_conditional
        and one.name not in _MADE
        and one.name not in apart
        and not one.name.startswith(_COMPUTED)
        and not _ELSEWHERE.search(one.name)
        and not (one.kind in ("field", "property") and not one.name.replace("$", "_").isidentifier())
        and not (one.name.startswith("__") and one.name.endswith("__"))
        and (one.is_public or spec.complete in ("most", "all"))
        and not (spec.complete == "most" and (not one.docstring or _ASIDE.search(one.docstring)))
        and (spec.complete not in ("documented", "imported") or (one.docstring and not one.is_assigned))
        and not (spec.complete == "imported" and _may_be_replaced(one))
        and not (spec.complete != "all" and _HIDDEN.search(one.docstring))
        and not any(fnmatchcase(one.name, pattern) for pattern in spec.omits)
    }
    return list(found.values())
