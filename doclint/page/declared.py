"""What the sources declare of the symbols that a page documents."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.formats.documented.symbols import DocumentedSymbol
from doclint.packages.answers import DeclarationAnswer, DeclaredAt
from doclint.packages.crates import crate_of, is_plain, is_rewritten, may_declare
from doclint.packages.following import inherited, is_constructor, reexported
from doclint.packages.javascript_packages import javascript_packages
from doclint.packages.other_files import PARTIAL, files_of_parts, in_package
from doclint.page.commented_names import declared_by_comment, is_named, tagged_names
from doclint.page.declaration_index import STORED, DeclarationIndex, DeclarationIndices, fits, may_be
from doclint.page.documented_commands import DocumentedCommands
from doclint.page.documented_declarations import as_commented, as_described, as_one_request
from doclint.page.documented_settings import declared_setting
from doclint.page.lookup import Lookup, Undeclared
from doclint.page.page import Page
from doclint.page.page_source import declarations_of
from doclint.page.stated_sources import StatedSources
from doclint.repository.in_memory import Memory
from doclint.repository.repository import Repository
from doclint.repository.words import files_by_word, files_of
from doclint.source.answer import Found, Missing, Unknown
from doclint.source.api_report import exported_name, other_reports
from doclint.source.language import ECMASCRIPT, is_api_report, language_of_declarations
from doclint.source.languages.enums import as_one_enum
from doclint.source.languages.python_standard import KEEPING
from doclint.source.model import Declaration, DeclaredSignature
from doclint.source.symbols import PROVIDED, SETTINGS

_MODULE, _METHOD, _EXCEPTION, _PARAMETERS = "module", "method", "exception", ("parameter", "type-parameter")
_MEMBER_OR_NOT = frozenset({"method", "function"})  # what may be behind the heading of a class that it is not a part of
_FIELDS = frozenset({"field", "property", "enum-member"})
_CONSTANT = "constant"
_LONGEST = 1_000  # characters of a name
_MOST_DEFINITIONS = 100  # of one name, and ways to call a function
_WORD = expression(r"\w+")
_INCLUDING = frozenset({"include", "inheritdoc"})  # tags of comments of C#
_CONSTRUCTORS = ("__init__", "constructor")
_WITH_PARAMETERS = ("class", "interface", "struct", "type")  # what may have type parameters in C#
_TYPES = frozenset({*_WITH_PARAMETERS, "enum"})


def declared(page: Page, symbol: DocumentedSymbol) -> Lookup:
    """Return what the source of a documented symbol declares by its name.

    Members of what is not declared, or not known, are undetermined; so are modules and parameters, which are not
    declarations: see `signatures_of`.
    """
    return page.remembered(_Declarations).of(symbol)


def signatures_of(page: Page, symbol: DocumentedSymbol) -> tuple[DeclaredSignature, ...] | Unknown:
    """Return the ways to call a documented function, or to construct an object of a documented class.

    None of them has the parameter that binding fills.
    """
    return page.remembered(_Declarations).signatures(symbol)


def stated_source(page: Page, symbol: DocumentedSymbol) -> str | None:
    """Return the path of the source that the page says a symbol at the top of a module is in; None if it is unknown.

    The source may only import it.
    """
    source = source_of_symbol(page, symbol)
    return source.value if isinstance(source, Found) else None


def source_of_symbol(page: Page, symbol: DocumentedSymbol) -> Found[str] | Unknown:
    """Return the path of the source that the page says a symbol at the top of a module is in, or why it is unknown."""
    return page.remembered(_Declarations).sources.of(symbol)


class _LookupScope(Struct, frozen=True):
    """Where a name is looked for: a source, the declarations in it, and those around."""

    path: str
    found: Sequence[Declaration]
    outer: tuple[Declaration, ...]


class _Declarations:
    """The declarations of the symbols of one page, each looked up once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._repository = page.repository or Memory({})
        self._known: dict[DocumentedSymbol, Lookup] = {}
        self._indices = DeclarationIndices()
        self._commands = DocumentedCommands(page, self._repository)
        self.sources = StatedSources(page, self._repository, self._indices)

    def of(self, symbol: DocumentedSymbol) -> Lookup:
        if symbol not in self._known:
            found = self._find(symbol)
            if isinstance(found, Missing) and (other := _other_report(self._repository, found.what)):
                found = Unknown(f"`{other}`, of another entry point, has it")
            if isinstance(found, Missing) and self._is_named(symbol, found.what):
                found = Unknown("a comment may declare it")
            if isinstance(found, Unknown) and (own := self._by_comment(symbol)):
                found = Found(own)
            elif (
                isinstance(found, Found)
                and self._page.has_jsdoc
                and not self._is_inner(symbol)
                and tagged_names(self._repository, found.value.path).get(symbol.names[-1])
            ):
                kind, own = symbol.says("kind"), self._by_comment(symbol)
                is_type = kind is not None and kind.text == "typedef"
                found = Found(own) if own and is_type else Unknown("a comment gives its name to a type")
            elif isinstance(found, Found) and found.value.path.endswith(".rs") and is_rewritten(found.value):
                found = Unknown("an attribute may rewrite it")
            elif isinstance(found, Found) and self._stands_for_several(found.value.declaration):
                found = Unknown("it stands for several types, and pages have the members of these")
            elif isinstance(found, Found):
                whole, parts = self._completed(symbol, found.value), self._other_parts(found.value) or ()
                found = Found(found.value._replace(declaration=whole, parts=parts))
            self._known[symbol] = self._unmentioned(symbol) or found if isinstance(found, Unknown) else found
        return self._known[symbol]

    def _unmentioned(self, symbol: DocumentedSymbol) -> Missing[Undeclared] | None:
        """Return that no source has the name of a symbol, which comments of JSDoc would have even if no code has it."""
        if not self._page.has_jsdoc or symbol.section is None or _undeclarable(symbol):
            return None
        around = self.of(symbol.scope) if symbol.scope else self.sources.of(symbol)
        if not isinstance(around, Found) or not symbol.names[-1].replace("$", "_").isidentifier():
            return None
        if self.sources.is_mentioned(symbol):
            return None
        value = around.value
        path, scope = (value.path, value.declaration) if isinstance(value, DeclaredAt) else (value, None)
        return Missing(Undeclared(path, scope, None, symbol.name.text, symbol.kinds))

    def _is_named(self, symbol: DocumentedSymbol, what: Undeclared) -> bool:
        """Whether a comment of JSDoc may declare what a source lacks, or describe it if a table of no type lists it."""
        if not self._page.has_jsdoc:
            return False
        around = self.of(symbol.scope) if symbol.scope and symbol.section is None else None
        if isinstance(around, Found) and around.value.declaration.kind != "type" and not symbol.is_of_enum:
            return True
        paths = dict.fromkeys((what.path, *self.sources.files_with(symbol)))
        scope = symbol.scope.names[-1] if symbol.scope else ""
        return any(is_named(self._repository, path, what.name, scope) for path in paths)

    def _by_comment(self, symbol: DocumentedSymbol) -> DeclaredAt | None:
        """Return what a comment of JSDoc declares: in the file of its scope, or in any source if it names the scope."""
        if not self._page.has_jsdoc or _undeclarable(symbol):
            return None
        around = self.of(symbol.scope) if symbol.scope else None
        if isinstance(around, Missing):
            return None
        paths = [around.value.path] if isinstance(around, Found) else self.sources.files_with(symbol)
        own = declared_by_comment(self._repository, paths, symbol, is_placed=not isinstance(around, Unknown))
        if own or not isinstance(around, Found):
            return own
        return declared_by_comment(self._repository, self.sources.files_with(symbol), symbol, is_placed=False)

    def _completed(self, symbol: DocumentedSymbol, found: DeclaredAt) -> Declaration:
        """Return what was found with what its comment says or, for a member of a class, what is elsewhere in its
        source.
        """
        if self._page.has_jsdoc:
            is_row = symbol.section is None and found.outer
            return as_commented(found.declaration, found.outer[-1].docstring if is_row else "")
        docstrings = self._page.format.docstrings if self._page.format else None
        if found.outer and found.path.endswith((".java", ".go")) and not docstrings:
            return as_one_request(found.declaration, self._beside_type(found))
        return as_described(found.declaration) if found.outer and docstrings == "sphinx" else found.declaration

    def _beside_type(self, found: DeclaredAt) -> Mapping[str, Sequence[Declaration]]:
        """Return what is declared beside a method of Java or, in Go, beside its type."""
        source = declarations_of(self._repository, found.path, self._page.limits)
        around = source.found if source and found.path.endswith(".go") else found.outer[-1].members
        return self._indices.of(around).by_name

    def _is_inner(self, symbol: DocumentedSymbol) -> bool:
        """Whether only a comment may declare a symbol: a type or a function within something."""
        return self._page.has_jsdoc and symbol.scope is not None and "type" in symbol.kinds

    def _find(self, symbol: DocumentedSymbol) -> Lookup:
        why = _undeclarable(symbol)
        if why:
            return Unknown(why)
        if self._is_inner(symbol):
            return Unknown("a comment may declare it")
        if symbol.kinds[0] in ("command", _EXCEPTION):
            return self._commands.of(symbol) if symbol.kinds[0] == "command" else self._exception(symbol)
        if symbol.scope is None:
            return self._at_top_of_source(symbol)
        if _may_be_beside(symbol):
            return self._flat(symbol, symbol.scope)
        return self._in_scope(symbol, symbol.scope)

    def _at_top_of_source(self, symbol: DocumentedSymbol) -> Lookup:
        if symbol.kinds[0] in PROVIDED:
            return self._provided(symbol)
        if symbol.kinds[0] in SETTINGS:
            return declared_setting(self._page, symbol)
        source = self.sources.of(symbol)
        if not isinstance(source, Found):
            return source
        if self._is_name_of_another(source.value, symbol.names[0]):
            return Unknown(f"`{source.value}` has something else that is exported as `{symbol.names[0]}`")
        return self._in_stated_source(source.value, symbol)

    def _in_stated_source(self, path: str, symbol: DocumentedSymbol) -> Lookup:
        """Return what the source of a symbol declares, or a module of the package that the source is."""
        found = self._in_source(path, symbol.names, symbol)
        if isinstance(found, Missing) and found.what.other and symbol.kinds == ("type",):
            is_type = symbol.names[0] in javascript_packages(self._repository).types()
            return Unknown("packages export it as a type alone") if is_type else found
        if isinstance(found, Unknown) and path.endswith("__init__.py"):
            name, *names = _within_module(path, symbol.names)
            module = f"{path.removesuffix('__init__.py')}{name}.py"
            if names and self._repository.is_file(module):
                return self._in_source(module, names, symbol)
        return found

    def _flat(self, symbol: DocumentedSymbol, scope: DocumentedSymbol) -> Lookup:
        """Return what declares a symbol that is below a class in another one, all on one level: it is of either."""
        inner, outer = (self._in_scope(symbol, one) for one in (scope, scope.scope) if one)
        if isinstance(inner, Found) and isinstance(outer, Found):
            return Unknown("several classes of the page may have it")
        return outer if isinstance(inner, Missing) else inner

    def _in_scope(self, symbol: DocumentedSymbol, scope: DocumentedSymbol) -> Lookup:
        around = self.of(scope)
        if not isinstance(around, Found):
            return self._beside(around, symbol)
        found = self._within(around.value, scope, symbol)
        if isinstance(found, Missing) and self._is_derived(around.value, symbol.names[-1]):
            return Unknown("the generator derives it from other members")
        is_flag = isinstance(found, Missing) and symbol.kinds == ("flag",)
        may_be_added = is_flag and self._commands.may_add(around.value.declaration, symbol.name.text)
        return Unknown("a call that is not known may add it") if may_be_added else found

    def _is_derived(self, around: DeclaredAt, name: str) -> bool:
        """Whether the generator, by its format, makes a name of that of a member."""
        for before, _, after in (one.partition("{}") for one in self._page.format.derived) if self._page.format else ():
            field = name.removeprefix(before).removesuffix(after)
            if f"{before}{field}{after}" == name and field in self._indices.of(around.declaration.members).by_name:
                return True
        return False

    def _stands_for_several(self, own: Declaration) -> bool:
        """Whether something is one of several types: by its members, or because its fields lack their accessors."""
        format_ = self._page.format
        if format_ is None or not (format_.accessor or format_.alternatives):
            return False
        names = {one.name for one in own.members}
        fields = [one.name for one in own.members if one.kind == "field"] if format_.accessor else []
        if fields and not any(format_.accessor.replace("{}", name) in names for name in fields):
            return True
        return any(fnmatchcase(name, one) for one in format_.alternatives for name in names)

    def _within(self, around: DeclaredAt, scope: DocumentedSymbol, symbol: DocumentedSymbol) -> Lookup:
        """Return what the symbol around a documented one declares by its name."""
        names = symbol.names
        if symbol.kinds in ((_CONSTANT,), ("function",)) and around.path.endswith(".go"):
            return self._beside_type_of_go(around, symbol)
        # The names of the scopes may be repeated.
        scopes = scope.qualified.split(".")
        while len(names) > 1 and names[: len(scopes)] != scopes:
            scopes = scopes[1:]
        found = self._below(around, names[len(scopes) :] if len(names) > 1 else names, symbol)
        if around.declaration.kind in PROVIDED:
            # Pages of many providers list the arguments of a type and of the blocks in it one below another.
            is_clear = _is_there(found) and names[-1] not in self._page.remembered(_repeated_in, scope)
            is_nested = not is_clear and names[-1] in self._indices.of(around.declaration.members).inner_names
            return Unknown(f"a nested block of `{around.declaration.name}` has `{names[-1]}`") if is_nested else found
        is_ecmascript = language_of_declarations(around.path) in ECMASCRIPT
        if is_ecmascript and isinstance(found, Found) and self._may_be_another(around, scope, symbol, found.value):
            return Unknown("another one of its name may be static or inherited")
        if isinstance(found, Unknown) or not set(symbol.kinds) >= _MEMBER_OR_NOT:
            return found
        at_top = self._in_source(around.path, names, symbol)
        if isinstance(found, Found) and isinstance(at_top, Found):
            return Unknown("the class and the module have it")
        return found if isinstance(at_top, Missing) else at_top

    def _beside_type_of_go(self, around: DeclaredAt, symbol: DocumentedSymbol) -> Lookup:
        """Return a constant or a function that a page shows below a type of Go, and a source declares beside it."""
        name = symbol.names[-1]
        found = self._in_source(around.path, [name], symbol)
        if not isinstance(found, Missing) or _CONSTANT not in symbol.kinds:
            return found
        # Some generators prefix constants with the name of their type in the source alone.
        prefixed = self._in_source(around.path, [f"{around.declaration.name.upper()}_{name}"], symbol)
        return prefixed if isinstance(prefixed, Found) else found

    def _may_be_another(
        self, around: DeclaredAt, scope: DocumentedSymbol, symbol: DocumentedSymbol, found: DeclaredAt
    ) -> bool:
        """Whether a page may mean another member than the one that was found by its name."""
        name, words = symbol.name.text, symbol.said("modifiers")
        is_static = bool(symbol.said("static")) or "static" in (words.text.lower().split() if words else ())
        own = self._indices.of(around.declaration.members).by_name.get(name, ())
        is_other = found.declaration.is_static != is_static and any(one.is_static == is_static for one in own)
        return is_other or name in self._page.remembered(_repeated_in, scope)

    def _provided(self, symbol: DocumentedSymbol) -> Lookup:
        from doclint.packages.terraform_provider import provider_declaration

        found = provider_declaration(self._repository, symbol.kinds[0], symbol.name.text)
        return Unknown("no source registers it") if isinstance(found, Missing) else found

    def _exception(self, symbol: DocumentedSymbol) -> Lookup:
        """Return that a page has an exception which is not in the docstrings that it was made from."""
        around = self.of(symbol.scope) if symbol.scope else None
        if not isinstance(around, Found) or around.value.others or not symbol.names[-1].isidentifier():
            return Unknown("what is around it is not known")
        own, path = around.value.declaration, around.value.path
        made = [one for one in own.members if one.name in _CONSTRUCTORS]
        is_replaced = not KEEPING.issuperset(own.decorator_names)
        if is_replaced or (own.bases and not made) or b".__doc__" in (self._repository.page(path) or b""):
            return Unknown("its docstring may come from elsewhere")
        # Generators may give a field the end of the docstring around it.
        around_it = around.value.outer if own.kind in STORED else ()
        words = _words_of((own.docstring, *(one.docstring for one in (*made, *around_it))))
        if path.endswith(".cs") and (len(own.signatures) > 1 or not _INCLUDING.isdisjoint(words)):
            return Unknown("the comment of another declaration may say it")
        if not own.docstring or symbol.names[-1] in words:
            return Unknown("only a docstring says what is raised")
        return Missing(Undeclared(path, own, None, symbol.name.text, symbol.kinds))

    def _beside(self, around: Missing[Undeclared] | Unknown, symbol: DocumentedSymbol) -> Lookup:
        """Return what is declared by the name of a symbol below one that is not declared: something if that one is the
        module.
        """
        if isinstance(around, Missing):
            return Unknown("what is around it is not declared")
        return self._in_source(around.path, symbol.names, symbol) if around.path else around

    def _in_source(self, path: str, names: Sequence[str], symbol: DocumentedSymbol) -> Lookup:
        source = declarations_of(self._repository, path, self._page.limits)
        if source is None:
            return Unknown(f"`{path}` cannot be read")
        index = self._indices.of(source.found)
        # Pages of Python show no members of a variable or a function, which may have the name of its module.
        named = index.by_name.get(names[0], ())
        if all(path.endswith(".py") and one.kind not in _TYPES for one in named):
            is_module = list(names) == _module_names(path)[-len(names) :]
            if is_module and ((not named and path.endswith(".py")) or len(names) > 1 or "definition" in symbol.kinds):
                return Unknown("a module is not a declaration", path)
            names = _within_module(path, names)
            if is_api_report(path):
                names = [exported_name(names[0]), *names[1:]]
        found: Lookup = self._among(
            _LookupScope(path, source.found, ()), names[0], symbol.kinds if len(names) == 1 else ()
        )
        if _is_nothing(found):
            if source.is_broken:
                return Unknown(f"`{path}` has a syntax error")
            exported = self._exported(path, names, symbol, found)
            if isinstance(exported, Unknown) and len(names) > 1 and language_of_declarations(path) in ECMASCRIPT:
                # The first name may be that of a module, which the source exports as a whole.
                return _moved(reexported(self._repository, path, ".".join(names)), found)
            found = exported
        if _is_nothing(found) or (isinstance(found, Missing) and path.endswith(".rs")):
            found = _in_namespaces(path, index, names[0]) or _inner_class(index, names, symbol) or found
        # A struct elsewhere in the package may have the name of a method.
        if isinstance(found, Missing) and symbol.kinds == (_METHOD,):
            found = _in_types(path, index, names[0]) or found
        return self._below(found.value, names[1:], symbol) if isinstance(found, Found) else found

    def _is_name_of_another(self, path: str, name: str) -> bool:
        """Whether a package exports something else of a source of TypeScript by a name that the source has, too."""
        source = declarations_of(self._repository, path, self._page.limits)
        if source is None or language_of_declarations(path) not in ECMASCRIPT:
            return False
        by_name, names = self._indices.of(source.found).by_name, javascript_packages(self._repository).renamed()
        return name in by_name and any(one != name and one in by_name for one in names.get(name, ()))

    def _exported(self, path: str, names: Sequence[str], symbol: DocumentedSymbol, otherwise: Lookup) -> Lookup:
        if self._is_of_rustdoc:
            return otherwise  # no source of the crate has the name
        found = _moved(reexported(self._repository, path, names[0]), otherwise)
        if isinstance(found, Found) and len(names) == 1 and found.value.declaration.kind not in symbol.kinds:
            # A class and a namespace of TypeScript may have one name.
            at, other = found.value.path, found.value.declaration
            source = declarations_of(self._repository, at, self._page.limits)
            own = self._among(_LookupScope(at, source.found if source else (), ()), other.name, symbol.kinds)
            if isinstance(own, Found) or not may_be(at, other, symbol.kinds):
                return own if isinstance(own, Found) else Missing(Undeclared(at, None, other=other))
        return found

    def _below(self, found: DeclaredAt, names: Sequence[str], symbol: DocumentedSymbol) -> Lookup:
        """Return what a declaration has by the names of members, one in another."""
        for number, name in enumerate(names, 1):
            member = self._member(found, name, symbol.kinds if number == len(names) else ())
            if not isinstance(member, Found):
                return member
            found = member.value
        return Found(found)

    def _member(self, around: DeclaredAt, name: str, kinds: Sequence[str]) -> Lookup:
        own = around.declaration
        for declaration in (own, *around.others):
            scope = _LookupScope(around.path, declaration.members, (*around.outer, declaration))
            found = self._among(scope, name, kinds)
            if _is_there(found):
                return found
        parts = self._other_parts(around)
        for part in parts or ():
            scope = _LookupScope(part.path, part.declaration.members, (*part.outer, part.declaration))
            in_part = self._among(scope, name, kinds)
            if not _is_nothing(in_part):
                return in_part
            own = own._replace(bases=own.bases + part.declaration.bases)
        members = (one.declaration.members for one in (around, *(parts or ())))
        elsewhere = self._in_package(around, name)
        is_async = parts is not None and any(f"{name}Async" in self._indices.of(one).by_name for one in members)
        # Generators such as that of Godot add types to partial ones.
        is_whole = parts is not None and _TYPES.isdisjoint(kinds)
        is_closed = isinstance(elsewhere, Missing) or is_whole or self._is_closed_in_rust(around, name)
        # Clients that are asynchronous throughout are documented like those that are not.
        doubt = f"`{name}Async` may be meant" if is_async else "" if is_closed else self._doubt(around, kinds)
        if isinstance(elsewhere, Found) or doubt or not isinstance(found, Missing):
            return elsewhere if isinstance(elsewhere, Found) else Unknown(doubt) if doubt else found
        is_own = self._page.format is not None and self._page.format.own_members
        if is_own or (own.kind in ("type", _CONSTANT) and self._page.has_jsdoc):
            return found
        if self._is_of_rustdoc and around.path.endswith(".rs"):
            return found
        scopes = (*around.outer, own)
        return _moved(inherited(self._repository, around.path, scopes, name, kinds), found, scopes)

    def _in_package(self, around: DeclaredAt, name: str) -> Lookup:
        """Return a member that another file of its package gives a type of Go; missing if no file does."""
        if around.others or language_of_declarations(around.path) != "go":
            return Unknown("it is not known what is in its package")
        own, source = around.declaration, declarations_of(self._repository, around.path, self._page.limits)
        if source is None or source.is_broken:
            return Unknown(f"`{around.path}` has a syntax error")
        found = in_package(self._repository, around.path, f"{own.name}.{name}")
        if isinstance(found, Found):
            declaration = found.value.declaration._replace(name=name)
            return Found(found.value._replace(declaration=declaration, outer=(*around.outer, own)))
        is_closed = isinstance(found, Missing) and own.has_all_fields
        return Missing(Undeclared(around.path, own)) if is_closed else Unknown("other files may declare it")

    def _is_closed_in_rust(self, around: DeclaredAt, name: str) -> bool:
        """Whether no source of its crate gives a type of Rust a method of a name. Traits that it implements may."""
        own, crate = around.declaration, crate_of(self._repository, around.path) if self._is_of_rustdoc else ""
        if not crate or not own.has_all_fields or around.others or not is_plain(own):
            return False
        return not may_declare(self._repository, crate, name)

    @property
    def _is_of_rustdoc(self) -> bool:
        """Whether the page has what a crate declares, and apart from that what its types take from traits."""
        kind = self._page.kind
        return kind is not None and kind.together and any(one.text.endswith(".rs") for one in kind.source)

    def _other_parts(self, around: DeclaredAt) -> tuple[DeclaredAt, ...] | None:
        """Return the parts that a `partial` type of C# has in other files; None if not all of its parts are known."""
        own = around.declaration
        if own.is_open != PARTIAL or around.others or language_of_declarations(around.path) != "csharp":
            return None
        found: list[DeclaredAt] = []
        paths = files_of_parts(self._repository, around.path, own.name)
        for path in paths if len(paths) <= _MOST_DEFINITIONS else ():
            source = declarations_of(self._repository, path, self._page.limits)
            index = self._indices.of(source.found) if source and not source.is_broken else DeclarationIndex(())
            at_top = [((), one) for one in index.by_name.get(own.name, ())]
            match [*at_top, *index.of_namespaces.get(own.name, ())]:
                case [(outer, part)] if part.type_parameters == own.type_parameters:
                    found.append(DeclaredAt(path, part, outer))
                case _:
                    return None
        others = tuple(one for one in found if one.path != around.path)
        return others if len(others) + 1 == len(found) else None

    def _doubt(self, around: DeclaredAt, kinds: Sequence[str]) -> str:
        """Return why something may have members of some kinds that its declaration does not show; empty if it has no
        others.
        """
        name, source = around.declaration.name, declarations_of(self._repository, around.path, self._page.limits)
        if source is None or source.is_broken:
            return f"`{around.path}` has a syntax error"
        if around.others:
            return f"`{name}` is defined in several ways"
        # Fields of a variant are known.
        is_stored = around.declaration.kind in STORED and not around.declaration.members
        if is_stored or (around.declaration.kind == "type" and not around.declaration.members):
            return f"`{name}` may be another name of something with members"
        if around.declaration.has_all_fields and kinds and _FIELDS.issuperset(kinds):
            return ""
        if around.declaration.kind == "namespace" and not around.declaration.members:
            return f"`{name}` may export what is declared elsewhere"
        # Whatever code adds to a class of Python is not among those that its body declares.
        is_static = around.path.endswith(".py") and self._page.format is not None and self._page.format.own_members
        is_open = "" if is_static else around.declaration.is_open
        return f"`{name}` may have further members: {is_open}" if is_open else ""

    def _among(self, scope: _LookupScope, name: str, kinds: Sequence[str]) -> Lookup:
        """Return the last declaration of a name that fits, and those that may hold in its place."""
        is_csharp = language_of_declarations(scope.path) == "csharp"
        # Pages show the parameters of a nested type, and its source declares them apart from the name.
        named = self._indices.of(scope.found).by_name.get(name.partition("<")[0] if is_csharp else name, ())
        if len(named) > _MOST_DEFINITIONS:
            return Unknown(f"`{name}` is defined too often")
        fitting = [one for one in named if may_be(scope.path, one, kinds)]
        # A type and a constant of TypeScript may have one name, also if they are not an enumeration together.
        is_one = "enum" in kinds or language_of_declarations(scope.path) not in ECMASCRIPT
        if not is_one:
            exact = {*kinds, *(STORED if "variable" in kinds else ())}
            fitting = [one for one in fitting if one.kind in exact] or fitting
        is_generic = any(one.type_parameters for one in fitting if one.kind in _WITH_PARAMETERS)
        if is_csharp and (len(fitting) > 1 or is_generic):
            # Types of one name, perhaps in another file, differ in the number of their parameters; the overloads of a
            # method are one declaration.
            return Unknown(f"`{name}` may be defined in several ways")
        if fitting:
            last = max((at for at, one in enumerate(fitting) if not one.is_conditional), default=0)
            last = last if is_one or len({one.kind == "type" for one in fitting}) == 1 else 0
            *others, declaration = fitting[last:]
            # With `if TYPE_CHECKING` and `else`, a page may show either.
            others = [*(one for one in fitting[:last] if one.is_conditional), *others]
            return Found(DeclaredAt(scope.path, as_one_enum(declaration, fitting), scope.outer, tuple(others)))
        around = scope.outer[-1] if scope.outer else None
        return Missing(Undeclared(scope.path, around, named[-1] if named else None, name, kinds, scope.found))

    def signatures(self, symbol: DocumentedSymbol) -> tuple[DeclaredSignature, ...] | Unknown:
        found = self.of(symbol)
        if not isinstance(found, Found):
            return found if isinstance(found, Unknown) else Unknown("it is not declared")
        own = found.value.declaration
        signatures = [one for each in (own, *found.value.others) for one in each.signatures]
        if own.kind == "class" and not signatures:
            makers = (self._member(found.value, name, ()) for name in _CONSTRUCTORS)
            maker = next((one.value for one in makers if isinstance(one, Found)), None)
            if maker is None or not is_constructor(self._repository, found.value, maker.declaration):
                return Unknown(f"the constructor of `{own.name}` is not known")
            new = self._member(found.value, "__new__", ()) if maker.declaration.name == "__init__" else None
            if own.is_open and isinstance(new, Unknown):
                return new
            # A call must suit both, and pages may have either.
            both = (maker, new.value) if isinstance(new, Found) else (maker,)
            signatures = [signature for one in both for signature in one.declaration.signatures]
        if own.kind == "interface" and (own.bases or own.is_open):
            return Unknown(f"there may be further ways to call `{own.name}`")
        if len(signatures) > _MOST_DEFINITIONS:
            return Unknown(f"`{own.name}` has too many signatures")
        is_bound = own.kind in ("class", "method") and not own.is_static
        return tuple(_unbound(signatures, is_bound=is_bound)) or Unknown(f"`{own.name}` is not a function")


def _repeated_in(_: Page, documented: DocumentedSymbol) -> frozenset[str]:
    """Return the names that one list of the members of a symbol has several times, but for parameters."""
    lists = ([one.name.text for one in each.symbols if "parameter" not in one.kinds] for each in documented.members)
    return frozenset(name for each in lists for name, number in Counter(each).items() if number > 1)


def _other_report(repository: Repository, what: Undeclared) -> str | None:
    """Return the API report of another entry point of a package (`shop-server.api.md`) that has what one lacks."""
    patterns = other_reports(what.path)
    having = files_by_word(repository, patterns).get(what.name.rpartition(".")[2].encode(), ()) if patterns else ()
    return files_of(repository, patterns)[having[0]] if having else None


@lru_cache(maxsize=4)  # a page may have many exceptions of one function
def _words_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for text in texts for word in _WORD.findall(text))


def _undeclarable(symbol: DocumentedSymbol) -> str:
    """Return why a symbol is not looked for in sources; empty if it is."""
    if _MODULE in symbol.kinds:
        return "a module is not a declaration"
    if not set(symbol.kinds).isdisjoint(_PARAMETERS):
        return "a parameter is not a declaration"
    if "function" in symbol.kinds and " " in symbol.name.text:
        return "a text may have its heading"
    if "identifier" in symbol.kinds:
        return "it may be any word of the source"
    if len(symbol.name.text) > _LONGEST:
        return "its name is too long"
    return "its name is computed" if ".[" in f".{symbol.name.text}" else ""


def _module_names(path: str) -> list[str]:
    """Return the names of the folders of a source and of the module that it is."""
    return path.rpartition(".")[0].removesuffix("/__init__").split("/")


def _may_be_beside(symbol: DocumentedSymbol) -> bool:
    """Whether a symbol may be beside what it seems to be below: both have headings of one level in a class."""
    scope = symbol.scope
    if scope is None or scope.scope is None or scope.section is None or symbol.section is None:
        return False
    return symbol.section.heading.level == scope.section.heading.level


def _within_module(path: str, names: Sequence[str]) -> Sequence[str]:
    """Return the names of a symbol and its scopes without those of the module that a source is: `shop.basket.Basket`
    is `Basket` in `src/shop/basket.py`.
    """
    module = _module_names(path)
    lengths = range(min(len(module), len(names) - 1), 0, -1)
    return next((names[length:] for length in lengths if list(names[:length]) == module[-length:]), names)


def _in_namespaces(path: str, index: DeclarationIndex, name: str) -> Found[DeclaredAt] | Unknown | None:
    """Return what the namespaces of a source declare by a name, as pages do not always say which one they mean."""
    named = index.of_namespaces.get(name, ())
    if len(named) > 1:
        return Unknown(f"several namespaces of `{path}` have `{name}`")
    return Found(DeclaredAt(path, named[0][1], named[0][0])) if named else None


def _in_types(path: str, index: DeclarationIndex, name: str) -> Found[DeclaredAt] | None:
    """Return the method of a type in a source by its name, as pages do not always name the type, or not as it is.

    The types that have it may be an interface and what implements it.
    """
    named = [(types, one) for types, one in index.of_types.get(name, ()) if fits(one, (_METHOD,))]
    if not named:
        return None
    *others, (types, method) = named
    return Found(DeclaredAt(path, method, types, tuple(one for _, one in others)))


def _inner_class(index: DeclarationIndex, names: Sequence[str], symbol: DocumentedSymbol) -> Unknown | None:
    """Return that a symbol may be a class in a class, as headings do not always tell what is around one, or that any
    definition may be a member.
    """
    if "definition" in symbol.kinds and len(names) == 1 and names[0] in index.inner_names:
        return Unknown(f"something has a member `{names[0]}`")
    is_inner = "class" in symbol.kinds and len(names) == 1 and names[0] in index.classes
    return Unknown(f"a class has a class `{names[0]}`") if is_inner else None


def _moved(answer: DeclarationAnswer, otherwise: Lookup, outer: tuple[Declaration, ...] = ()) -> Lookup:
    """Return a declaration that is in another source or class than was thought."""
    if isinstance(answer, Found):
        return Found(answer.value._replace(outer=outer or answer.value.outer))
    return answer if isinstance(answer, Unknown) else otherwise


def _is_there(found: Lookup) -> bool:
    """Whether a source declares a name, though it may be something else than the page says."""
    return isinstance(found, Found) or (isinstance(found, Missing) and found.what.other is not None)


def _is_nothing(found: Lookup) -> bool:
    return isinstance(found, Missing) and found.what.other is None


def _unbound(signatures: Sequence[DeclaredSignature], *, is_bound: bool) -> Iterator[DeclaredSignature]:
    """Yield signatures without the parameter that binding fills.

    If there is only `*args` to take it in a method that `is_bound`, pages may have that or not: Sphinx leaves it out.
    """
    for one in signatures:
        parameters = tuple(parameter for parameter in one.parameters if not parameter.is_bound)
        yield one._replace(parameters=parameters)
        if is_bound and parameters == one.parameters and parameters and parameters[0].kind == "var-positional":
            yield one._replace(parameters=parameters[1:])
