"""What a list of members should have all of: the members of a class or a module, by what its format says."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from posixpath import basename, dirname, join
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint import Page, Section, Span, kit
from doclint.kit import expression, schema
from doclint.repository.paths import above
from doclint.source.language import ECMASCRIPT, language_of_declarations
from doclint.source.symbols import SETTINGS

from ._places import lists_below, sections_until

if TYPE_CHECKING:
    from doclint import Declaration, DocumentedSymbol
    from doclint.formats.documented.symbols import Members

_STORED = frozenset({"field", "property", "variable", "constant"})
_KINDS = {
    "class": frozenset({"class", "struct"}),
    "constant": _STORED,
    "enum-member": frozenset({"enum-member"}),
    "field": _STORED,
    "function": frozenset({"function", "method"}),
    "interface": frozenset({"interface", "trait"}),
    "method": frozenset({"function", "method"}),
    "property": _STORED,
    "variable": _STORED,
}
"""The kinds of declarations that a page may call one of a kind; any other kind is called what it is."""
# The heading of the list of attributes in a docstring of Python.
_ATTRIBUTES = expression(r"(?m)^[ \t]*+Attributes(?::|\n[ \t]*+-+)[ \t]*+$")
_CACHES = frozenset({"cache", "lru_cache"})  # decorators that put an object in place of a function
_WORD = expression(r"\w+")
_INNER = expression(r"[.\[]")  # between a setting and one in it, for which the row of the outer one may stand
_MADE = ("constructor",)
_COMPUTED = "["  # `[Symbol.iterator]`, which pages write in several ways
# Tags of TSDoc, JSDoc, TypeDoc and Sphinx.
_HIDDEN = expression(r"(?m)^\s*(?:@(?:alias|alpha|hidden|ignore|name|internal|private|protected)\b|:meta private:)")
# A comment that is about something else than what it precedes.
_ASIDE = expression(r"(?m)^\s*@(?:access|callback|event|external|file|fileoverview|lends|module|overview|typedef)\b")
# A source of Go that not all systems have, that calls C, or that no program has; and one that its name limits to some.
_NOT_ALL = expression(rb'(?m)^(?://go:build|//[ \t]*\+build|import[ \t]+"C")')
_OF_SYSTEM = expression(
    r"_(?:aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows"
    r"|386|amd64|arm|arm64|loong64|mips\w*|ppc64\w*|riscv64|s390x|wasm)\.go$"
)
_OF_COMPILER = expression(r"path\b|.*\bproc_macro")  # modules that are elsewhere, and functions that are macros
_ELSEWHERE = expression(r"::|<")  # in the name of a specialization, or of what a class declares itself


def wanted_members(
    page: Page, owner: "DocumentedSymbol | None", members: "Members", around: "MemberScope"
) -> list["Declaration"]:
    """Return what a list should have by the choice of its format, and by that of whoever ran the generator."""
    every = _wanted(around.members, members.spec, around.own_names)
    if owner is not None and not members.symbols and members.span == owner.span:
        is_shown = not {"module", "command"}.isdisjoint(owner.kinds) or _shows_members(page, owner, around)
        every = [one for one in every if is_shown and not kit.documented.may_be_replaced(one)]
    if _has_parts(page, members.span) if owner is None or "module" in owner.kinds else _is_reference(page, owner):
        return []
    if members.spec.complete == "public" and around.path.endswith(".py"):
        # Generators that import a module list what is a function at run time.
        every = [one for one in every if one.kind == "method" or not kit.documented.may_be_replaced(one)]
        every = [one for one in every if _CACHES.isdisjoint(one.decorator_names)]
    found = kit.declared(page, owner) if owner and not isinstance(members.spec, schema.SectionSpec) else None
    if isinstance(found, kit.Found) and _ATTRIBUTES.search(found.value.declaration.docstring):
        every = [one for one in every if one.kind not in _STORED]  # the list may be that of the docstring
    is_partial = _excludes_undocumented(page, around.path)
    return [one for one in every if one.docstring or not is_partial]


def _is_reference(page: Page, owner: "DocumentedSymbol") -> bool:
    """Whether a property of a module of JSDoc only names a class, which has a section of its own."""
    stated = owner.says("kind") if page.has_jsdoc else None
    found = kit.declared(page, owner) if stated and stated.text != "class" else None
    return isinstance(found, kit.Found) and found.value.declaration.kind == "class"


def _excludes_undocumented(page: Page, source: str) -> bool:
    """Whether the settings of TypeDoc leave out what has no comment."""
    from doclint.packages.typedoc import excludes_undocumented

    repository = page.repository if language_of_declarations(source) == "typescript" else None
    return repository is not None and any(excludes_undocumented(repository, one) for one in (page.path, source))


def _shows_members(page: Page, owner: "DocumentedSymbol", around: "MemberScope") -> bool:
    """Whether members of a class that has none on a page would be there: a class in it may have taken them, that of
    an enumeration may be empty, and there may be nothing of what a module imports.
    """
    from doclint.page.declared import stated_source

    is_enum = any(one.kind == "enum-member" for one in around.members)
    return not is_enum and not owner.of_kind("class") and around.path == stated_source(page, owner)


def _has_parts(page: Page, list_: Span) -> bool:
    """Whether settings around a page say which parts of modules it has, or which are in a list."""
    chosen = page.format.parts_in if page.format else {}
    number = sections_until(page, list_.start) if chosen else 0
    heading = page.sections[number - 1].heading.text.replace(" ", "") if number else ""
    sought = {name: [one.replace("{}", heading).encode() for one in words] for name, words in chosen.items()}
    places = [(join(folder, name), words) for folder in (*above(page.path), "") for name, words in sought.items()]
    found = ((page.repository.read(path) or b"", words) for path, words in places) if page.repository else ()
    return any(settings and all(word in settings for word in words) for settings, words in found)


def emptied_section(page: Page, owner: "DocumentedSymbol | None", missing: "Sequence[Declaration]") -> Section | None:
    """Return the section with nothing below it that all missing members belong to; None if any belongs elsewhere."""
    around = owner.section.children if owner and owner.section else page.outline.sections if page.outline else []
    lists = [(one, one.heading.text.lower(), lists_below(one)) for one in _outside_of_symbols(around)]
    places = set()
    for each in missing:
        fitting = [(one, text) for one, text, specs in lists if any(_may_have(spec, each) for spec in specs)]
        # Of sections for several kinds, one may be called like the kind: `Fields`, `Properties`.
        named = [one for one, text in fitting if text.startswith(each.kind[:-1])]
        found = named or [one for one, _ in fitting if one.is_empty]
        places.add(found[0].heading.start if found and found[0].is_empty else None)
    return next((one for one, *_ in lists if places == {one.heading.start}), None)


def _outside_of_symbols(sections: Iterable[Section]) -> Iterator[Section]:
    """Yield some sections and those below them, but not what is below a symbol."""
    for one in sections:
        yield one
        if one.place is None or not one.place.spec.defines:
            yield from _outside_of_symbols(one.children)


def _may_have(spec: "schema.Defining", one: "Declaration") -> bool:
    """Whether a list may have what a source declares, by its kind and by whether it is required."""
    is_of_kind = any(one.kind in _KINDS.get(kind, (kind,)) for kind in spec.defines)
    return is_of_kind and (
        spec.states not in ("required", "optional") or (spec.states == "optional") == one.is_optional
    )


class MemberScope(Struct, frozen=True):
    """A class or a module with what it declares; if it `is_whole`, the page has a section for each member."""

    name: str
    path: str
    members: "tuple[Declaration, ...]"
    bases: tuple[str, ...] = ()
    is_whole: bool = False

    @property
    def own_names(self) -> set[str]:
        """The names that members do not have of their own: that of a constructor of C++ and Java, which is the name of
        the class, and those of embedded fields of Go, which are bases.
        """
        return {name.rpartition(".")[2] for name in (self.name, *self.bases)}


def scopes_of(page: Page, owner: "DocumentedSymbol | None", members: "Members") -> Iterator[MemberScope]:
    """Yield what a list should have all members of: all sources that may declare settings, or one class or module."""
    from doclint.packages.settings import DeclaredSettings
    from doclint.page.documented_settings import settings_of

    if "command" in members.spec.defines and isinstance(members.spec, schema.SectionSpec):
        yield from _apps(page, members)
        return
    if SETTINGS.isdisjoint(members.spec.defines):
        around = list(_scope_of(page, owner, members))
        yield from around or (_exporting(page, members) if owner is None else ())
        found = kit.declared(page, owner) if owner else None
        for part in found.value.parts if isinstance(found, kit.Found) else ():
            yield MemberScope(
                owner.qualified if owner else "", part.path, part.declaration.members, part.declaration.bases
            )
        return
    first = next(iter((*members.symbols, *page.documented)), None)
    settings = settings_of(page, first) if first else None
    by_path: dict[str, list[Declaration]] = {}
    shown = _shown(page, lists_alike(page, members))
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
    yield from (MemberScope(path, path, tuple(found)) for path, found in by_path.items())


def lists_of(page: Page, owner: "DocumentedSymbol | None") -> "Sequence[Members]":
    """Return the lists of something, or those of the page that belong to nothing on it."""
    return owner.members if owner else page.documentation


def lists_alike(page: Page, members: "Members") -> "list[Members]":
    """Return a list; of settings or outputs all lists of the page, as one may be called like the other."""
    if SETTINGS.isdisjoint(members.spec.defines):
        return [members]
    return [each for each in page.documentation if each.spec.defines == members.spec.defines]


def _shown(page: Page, lists: "Iterable[Members]") -> "list[Declaration]":
    """Return what the sources declare of the symbols in some lists."""
    answers = (kit.declared(page, one) for members in lists for one in members.symbols)
    return [one.value.declaration for one in answers if isinstance(one, kit.Found)]


def _apps(page: Page, members: "Members") -> Iterator[MemberScope]:
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
                yield MemberScope(above, found.value.path, own)


def _scope_of(page: Page, owner: "DocumentedSymbol | None", members: "Members") -> Iterator[MemberScope]:
    """Yield what a list should have all members of, or the files that it has most members of; nothing if unknown."""
    from doclint.page.declared import stated_source

    if owner is not None and "module" not in owner.kinds:
        found = kit.declared(page, owner)
        if isinstance(found, kit.Found) and not found.value.others:
            own = found.value.declaration
            # The page of a class whose type is exported, but not its constructor, is that of an interface.
            has_static = own.kind != "class" or owner.kinds[0] != "interface"
            # API Extractor leaves the accessors of interfaces out.
            is_plain = own.kind != "interface" or language_of_declarations(found.value.path) not in ECMASCRIPT
            shown = (one for one in own.members if is_plain or one.kind != "property")
            every = tuple(one for one in shown if has_static or not one.is_static)
            yield MemberScope(owner.qualified, found.value.path, every, own.bases)
            return
        if "definition" not in owner.kinds or isinstance(found, kit.Found):
            return  # A definition may be a module.
    answers = [(kit.declared(page, symbol), stated_source(page, symbol)) for symbol in members.symbols]
    known = [(one.value, stated) for one, stated in answers if isinstance(one, kit.Found)]
    is_asked = members.spec.complete != "imported" or any(one.symbols for one in lists_of(page, owner))
    is_shown = is_asked or page.remembered(_shows_modules)
    is_empty = owner is not None and "module" in owner.kinds and not answers and is_shown
    path = stated_source(page, owner) if owner and is_empty else None
    if path and page.repository and (source := kit.declarations_of(page.repository, path, page.limits)):
        yield MemberScope(path, path, source.found)
        return
    types = {answer.outer[-1].name: answer for answer, _ in known if answer.outer}
    if len(types) == 1 and all(answer.outer for answer, _ in known):
        ((name, answer),) = types.items()
        yield MemberScope(name, answer.path, answer.outer[-1].members, answer.outer[-1].bases)
        return
    # A module that imports some symbols of another one need not have all of them.
    paths = dict.fromkeys(answer.path for answer, stated in known if not answer.outer and answer.path == stated)
    if paths and page.kind and page.kind.together and all(path.endswith(".go") for path in paths):
        folders = {dirname(path) for path in paths}
        yield from page.remembered(_package, *folders) if len(folders) == 1 else ()
        return
    of_kind = page.kind.source if page.kind and page.kind.together else ()
    if (paths or is_empty) and of_kind and all(path.endswith(".rs") for path in paths or (one.text for one in of_kind)):
        yield from page.remembered(_of_crate)
        return
    for path in paths if len(paths) == 1 or members.spec.complete == "most" else ():
        source = kit.declarations_of(page.repository, path, page.limits) if page.repository else None
        if source:
            yield MemberScope(path, path, source.found)


def _package(page: Page, folder: str) -> list[MemberScope]:
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
    # Pages leave out what returns an unexported type, or has it.
    absent = {one.name for own in found.values() for one in own if one.name not in listed and one.kind != "function"}
    for path, own in found.items():
        results = ((one, _WORD.findall(one.signatures[0].returns) if one.signatures else ()) for one in own)
        found[path] = [one for one, words in results if one.is_public and absent.isdisjoint((one.type, *words))]
    has_functions = any("function" in one.spec.defines for one in page.documentation)
    names = {one.name for own in found.values() for one in own}
    # As many as the page has and the package lacks were renamed.
    other = {one.names[-1] for one in symbols if one.section and "method" not in one.kinds} - names
    if not len(other) < len(names - listed) <= len(names) / 2:
        return []
    every: list[MemberScope] = []
    for path, own in found.items():
        absent_here = [one for one in own if one.name not in listed]
        # A page has functions that make a type below that, and may have no list of others.
        made = [one._replace(kind="type") for one in absent_here if one.kind == "function" and not has_functions]
        every.append(MemberScope(path, path, (*absent_here, *made)))
    return every


def _of_crate(page: Page) -> list[MemberScope]:
    """Return the sources of the modules of a crate that its page has, whose public items all have sections, and other
    sources of which it has most: programs show private modules, too.
    """
    from doclint.packages.crates import root_of

    crate = next((one.name.text for one in page.documented if "module" in one.kinds), "")
    waiting, every = [root_of(page.repository, crate)] if page.repository else [], list[MemberScope]()
    headings = {one.text for one in page.document.headings}
    answers = [kit.declared(page, one) for one in kit.every_symbol(page)]
    shown = Counter(one.value.path for one in answers if isinstance(one, kit.Found) and not one.value.outer)
    for path in filter(None, waiting):
        folder = dirname(path) if path == waiting[0] or basename(path) == "mod.rs" else path.removesuffix(".rs")
        found = _declared(page, path)
        public = (one for one in found if one.kind == "namespace" and one.is_public and not one.is_conditional)
        named = [one.name for one in public if f"Module {one.name}" in headings]
        files = [join(folder, f"{name}{end}") for name in named for end in (".rs", "/mod.rs")]
        waiting += [file for file in files if file not in waiting]
        every.append(MemberScope(path, path, found, is_whole=True))
    for path in sorted(shown.keys() - set(waiting)):
        found = _declared(page, path)
        names = {one.name for one in found if one.is_public and one.kind != "namespace"}
        every += [MemberScope(path, path, found)] if 2 * shown[path] >= len(names) else []
    return every


def _declared(page: Page, path: str) -> "tuple[Declaration, ...]":
    """Return what a source of Rust declares, but for macros and modules elsewhere."""
    source = kit.declarations_of(page.repository, path, page.limits) if page.repository else None
    found = source.found if source and not source.is_broken else ()
    return tuple(one for one in found if not any(map(_OF_COMPILER.match, one.decorators)))


def _shows_modules(page: Page) -> bool:
    """Whether directives have asked for the members of modules: several show some, and one that has some shows none."""
    from doclint.page.declared import stated_source

    named = ((one, members) for one, members in kit.documented.every_list(page) if one is not None)
    lists = [(one, members) for one, members in named if "module" in one.kinds]
    shown, hidden = {one for one, members in lists if members.symbols}, set()
    for one, members in lists:
        path = stated_source(page, one) if one not in shown else None
        source = kit.declarations_of(page.repository, path, page.limits) if page.repository and path else None
        hidden |= {one} if source and _wanted(source.found, members.spec, ()) else set()
    return len(shown) > 1 and len(hidden) == 1


def _exporting(page: Page, members: "Members") -> Iterator[MemberScope]:
    """Yield the files that declare what an entry point of JavaScript or TypeScript exports, each with all of that."""
    from doclint.packages.following import reexported
    from doclint.packages.javascript_packages import javascript_packages
    from doclint.page.declared import stated_source

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
        yield MemberScope(path, path, tuple(own))


def _wanted(
    declarations: "Sequence[Declaration]", spec: "schema.Defining", apart: Collection[str]
) -> "list[Declaration]":
    """Return what a list has to have of some declarations, in the order of the source, apart from some names."""
    kinds = frozenset[str]().union(*(_KINDS.get(kind, frozenset({kind})) for kind in spec.defines))
    conditional = {one.name for one in declarations if one.is_conditional}  # for type checkers, too
    found = {
        one.name: one
        for one in declarations
        if one.kind in kinds
        and one.name not in conditional
        and one.name not in _MADE
        and one.name not in apart
        and not one.name.startswith(_COMPUTED)
        and not _ELSEWHERE.search(one.name)
        and not (one.kind in ("field", "property") and not one.name.replace("$", "_").isidentifier())
        and not (one.name.startswith("__") and one.name.endswith("__"))
        and (one.is_public or spec.complete in ("most", "all"))
        and not (spec.complete == "most" and (not one.docstring or _ASIDE.search(one.docstring)))
        and (spec.complete not in ("documented", "imported") or (one.docstring and not one.is_assigned))
        and not (spec.complete == "imported" and kit.documented.may_be_replaced(one))
        and not (spec.complete != "all" and _HIDDEN.search(one.docstring))
        and not any(fnmatchcase(one.name, pattern) for pattern in spec.omits)
    }
    return list(found.values())
