"""What the sources declare of the symbols that a page documents."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from doclint.errors.suggestions import misspelled_word
from doclint.formats.documented.symbols import DocumentedSymbol
from doclint.packages.following import Followed, inherited, reexported
from doclint.page.declaration_index import DeclarationIndex, DeclarationIndices
from doclint.page.declared_kinds import STORED, fits, is_confused
from doclint.page.nested_blocks import NestedBlocks
from doclint.page.page import Page
from doclint.page.page_source import declarations_of
from doclint.page.request_builders import as_documented
from doclint.page.stated_sources import StatedSources
from doclint.repository.in_memory import Memory
from doclint.source.api_report import exported_name
from doclint.source.language import is_api_report, language_of_declarations
from doclint.source.languages.ecmascript_enums import as_enum
from doclint.source.model import Declaration, DeclaredSignature
from doclint.source.provided_kinds import PROVIDED

_ECMASCRIPT = ("javascript", "typescript", "tsx")
_MODULE, _METHOD, _PARAMETERS = "module", "method", ("parameter", "type-parameter")
_MEMBER_OR_NOT = frozenset({"method", "function"})  # what may be behind the heading of a class that it is not a part of
_FIELDS = frozenset({"field", "property"})
_LONGEST = 1_000  # characters of a name
_MOST_COMPARED = 1_000  # declarations in which a similar name is looked for
_MOST_DEFINITIONS = 100  # of one name, and ways to call a function
_CONSTRUCTORS = ("__init__", "constructor")


class Declared(NamedTuple):
    """The declaration of a documented symbol: the path of its source from the root, and the symbols around it.

    For several definitions of one name of which any may hold, `others` are those besides the last one.
    """

    path: str
    declaration: Declaration
    outer: tuple[Declaration, ...] = ()
    others: tuple[Declaration, ...] = ()


class Undeclared(NamedTuple):
    """A documented symbol that its source certainly does not declare.

    `path` is that of the source, `scope` what is around it there, with the declarations `beside` it, `name` its name
    and `kinds` what the page says it is. `other` is what has that name there and is something else than the page says.
    """

    path: str
    scope: Declaration | None
    other: Declaration | None = None
    name: str = ""
    kinds: Sequence[str] = ()
    beside: Sequence[Declaration] = ()

    @property
    def nearest(self) -> str:
        """The nearest name beside it of something that fits; empty if there is none, or if there are too many."""
        if len(self.beside) > _MOST_COMPARED:
            return ""
        return misspelled_word(self.name, {one.name for one in self.beside if fits(one, self.kinds)}) or ""


class Undetermined(NamedTuple):
    """Nothing is known of a documented symbol, `because` of this: "the page names no source".

    A symbol that turns out to be a module has the path of its source as `module`.
    """

    because: str
    module: str = ""


Lookup: TypeAlias = Declared | Undeclared | Undetermined


def declared(page: Page, symbol: DocumentedSymbol) -> Lookup:
    """Return what the source of a documented symbol declares by its name.

    Members of what is not declared, or not known, are undetermined; so are modules and parameters, which are not
    declarations: see `signatures_of`.
    """
    return page.derived(_Declarations).of(symbol)


def signatures_of(page: Page, symbol: DocumentedSymbol) -> tuple[DeclaredSignature, ...] | Undetermined:
    """Return the ways to call a documented function, or to construct an object of a documented class.

    None of them has the parameter that binding fills.
    """
    return page.derived(_Declarations).signatures(symbol)


def stated_source(page: Page, symbol: DocumentedSymbol) -> str | None:
    """Return the path of the source that the page says a symbol at the top of a module is in; None if it is unknown.

    The source may only import it.
    """
    return page.derived(_Declarations).sources.of(symbol).path or None


class _LookupScope(NamedTuple):
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
        self._blocks = NestedBlocks(self._indices)
        self.sources = StatedSources(page, self._repository, self._indices)

    def of(self, symbol: DocumentedSymbol) -> Lookup:
        if symbol not in self._known:
            found = self._find(symbol)
            if isinstance(found, Declared) and found.outer and found.path.endswith(".java"):
                found = found._replace(declaration=as_documented(found.declaration, found.outer))
            self._known[symbol] = found
        return self._known[symbol]

    def _find(self, symbol: DocumentedSymbol) -> Lookup:
        why = _undeclarable(symbol)
        if why:
            return Undetermined(why)
        if symbol.scope is None:
            return self._at_top_of_source(symbol)
        if _may_be_beside(symbol):
            return self._flat(symbol, symbol.scope)
        return self._in_scope(symbol, symbol.scope)

    def _at_top_of_source(self, symbol: DocumentedSymbol) -> Lookup:
        if symbol.kinds[0] in PROVIDED:
            return self._provided(symbol)
        source = self.sources.of(symbol)
        return self._in_source(source.path, symbol.names, symbol) if source.path else Undetermined(source.because)

    def _flat(self, symbol: DocumentedSymbol, scope: DocumentedSymbol) -> Lookup:
        """Return what declares a symbol that is below a class in another one, all on one level: it is of either."""
        inner, outer = (self._in_scope(symbol, one) for one in (scope, scope.scope) if one)
        if isinstance(inner, Declared) and isinstance(outer, Declared):
            return Undetermined("several classes of the page may have it")
        return outer if isinstance(inner, Undeclared) else inner

    def _in_scope(self, symbol: DocumentedSymbol, scope: DocumentedSymbol) -> Lookup:
        around = self.of(scope)
        return self._within(around, scope, symbol) if isinstance(around, Declared) else self._beside(around, symbol)

    def _within(self, around: Declared, scope: DocumentedSymbol, symbol: DocumentedSymbol) -> Lookup:
        """Return what the symbol around a documented one declares by its name."""
        names = symbol.names
        # The names of the scopes may be repeated.
        scopes = scope.qualified.split(".")
        while len(names) > 1 and names[: len(scopes)] != scopes:
            scopes = scopes[1:]
        found = self._below(around, names[len(scopes) :] if len(names) > 1 else names, symbol)
        if around.declaration.kind in PROVIDED:
            is_here = isinstance(found, Declared) or (isinstance(found, Undeclared) and found.other is not None)
            doubt = self._blocks.doubt(around.declaration, scope, names[-1], is_here=is_here)
            return Undetermined(doubt) if doubt else found
        if isinstance(found, Undetermined) or not set(symbol.kinds) >= _MEMBER_OR_NOT:
            return found
        at_top = self._in_source(around.path, names, symbol)
        if isinstance(found, Declared) and isinstance(at_top, Declared):
            return Undetermined("the class and the module have it")
        return found if isinstance(at_top, Undeclared) else at_top

    def _provided(self, symbol: DocumentedSymbol) -> Lookup:
        """Return a type of a Terraform provider."""
        from doclint.packages.terraform_provider import provider_declaration

        found = provider_declaration(self._repository, symbol.kinds[0], symbol.name.text)
        return Declared(found.path, found.declaration) if found.declaration else Undetermined(found.because)

    def _beside(self, around: Undeclared | Undetermined, symbol: DocumentedSymbol) -> Lookup:
        """Return what is declared by the name of a symbol below one that is not declared: something if that one is the
        module.
        """
        if isinstance(around, Undeclared):
            return Undetermined("what is around it is not declared")
        return self._in_source(around.module, symbol.names, symbol) if around.module else around

    def _in_source(self, path: str, names: Sequence[str], symbol: DocumentedSymbol) -> Lookup:
        source = declarations_of(path, self._repository, self._page.limits)
        if source is None:
            return Undetermined(f"`{path}` cannot be read")
        index = self._indices.of(source.found)
        if names[0] not in index.by_name:
            if (len(names) > 1 or "definition" in symbol.kinds) and _is_module(path, names):
                return Undetermined("a module is not a declaration", path)
            names = _within_module(path, names)
            if is_api_report(path):
                names = [exported_name(names[0]), *names[1:]]
        found: Lookup = self._among(
            _LookupScope(path, source.found, ()), names[0], symbol.kinds if len(names) == 1 else ()
        )
        if isinstance(found, Undeclared) and found.other is None:
            if source.is_broken:
                return Undetermined(f"`{path}` has a syntax error")
            exported = self._exported(path, names, symbol, found)
            if isinstance(exported, Undetermined) and len(names) > 1 and language_of_declarations(path) in _ECMASCRIPT:
                # The first name may be that of a module, which the source exports as a whole.
                return _moved(reexported(self._repository, path, ".".join(names)), found)
            found = exported
        if isinstance(found, Undeclared) and found.other is None:
            found = _in_namespaces(path, index, names[0]) or _inner_class(index, names, symbol) or found
        if isinstance(found, Undeclared) and found.other is None and symbol.kinds == (_METHOD,):
            found = _in_types(path, index, names[0]) or found
        return self._below(found, names[1:], symbol) if isinstance(found, Declared) else found

    def _exported(self, path: str, names: Sequence[str], symbol: DocumentedSymbol, otherwise: Undeclared) -> Lookup:
        """Return what a source exports of another one."""
        found = _moved(reexported(self._repository, path, names[0]), otherwise)
        if isinstance(found, Declared) and len(names) == 1 and not fits(found.declaration, symbol.kinds):
            return Undeclared(found.path, None, other=found.declaration)
        return found

    def _below(self, found: Declared, names: Sequence[str], symbol: DocumentedSymbol) -> Lookup:
        """Return what a declaration has by the names of members, one in another."""
        for number, name in enumerate(names, 1):
            member = self._member(found, name, symbol.kinds if number == len(names) else ())
            if not isinstance(member, Declared):
                return member
            found = member
        return found

    def _member(self, around: Declared, name: str, kinds: Sequence[str]) -> Lookup:
        own = around.declaration
        for declaration in (own, *around.others):
            scope = _LookupScope(around.path, declaration.members, (*around.outer, declaration))
            found = self._among(scope, name, kinds)
            if isinstance(found, Declared) or (isinstance(found, Undeclared) and found.other is not None):
                return found
        doubt = self._doubt(around, kinds)
        if doubt or not isinstance(found, Undeclared):
            return Undetermined(doubt) if doubt else found
        scopes = (*around.outer, own)
        return _moved(inherited(self._repository, around.path, scopes, name, kinds), found, scopes)

    def _doubt(self, around: Declared, kinds: Sequence[str]) -> str:
        """Return why something may have members of some kinds that its declaration does not show; empty if it has no
        others.
        """
        name, source = around.declaration.name, declarations_of(around.path, self._repository, self._page.limits)
        if source is None or source.is_broken:
            return f"`{around.path}` has a syntax error"
        if around.others:
            return f"`{name}` is defined in several ways"
        if around.declaration.kind in STORED or (around.declaration.kind == "type" and not around.declaration.members):
            return f"`{name}` may be another name of something with members"
        if around.declaration.has_all_fields and kinds and _FIELDS.issuperset(kinds):
            return ""
        if around.declaration.kind == "namespace" and not around.declaration.members:
            return f"`{name}` may export what is declared elsewhere"
        is_open = around.declaration.is_open
        return f"`{name}` may have further members: {is_open}" if is_open else ""

    def _among(self, scope: _LookupScope, name: str, kinds: Sequence[str]) -> Lookup:
        """Return the last declaration of a name that fits, and those that may hold in its place."""
        named = self._indices.of(scope.found).by_name.get(name, ())
        if len(named) > _MOST_DEFINITIONS:
            return Undetermined(f"`{name}` is defined too often")
        fitting = [one for one in named if fits(one, kinds) and not is_confused(scope.path, one, kinds)]
        if fitting:
            last = max((at for at, one in enumerate(fitting) if not one.is_conditional), default=0)
            *others, declaration = fitting[last:]
            # With `if TYPE_CHECKING` and `else`, a page may show either.
            others = [*(one for one in fitting[:last] if one.is_conditional), *others]
            return Declared(scope.path, as_enum(declaration, fitting), scope.outer, tuple(others))
        around = scope.outer[-1] if scope.outer else None
        return Undeclared(scope.path, around, named[-1] if named else None, name, kinds, scope.found)

    def signatures(self, symbol: DocumentedSymbol) -> tuple[DeclaredSignature, ...] | Undetermined:
        found = self.of(symbol)
        if not isinstance(found, Declared):
            return found if isinstance(found, Undetermined) else Undetermined("it is not declared")
        own = found.declaration
        signatures = [one for each in (own, *found.others) for one in each.signatures]
        if own.kind == "class" and not signatures:
            makers = (self._member(found, name, ()) for name in _CONSTRUCTORS)
            maker = next((one for one in makers if isinstance(one, Declared)), None)
            if maker is None:
                return Undetermined(f"the constructor of `{own.name}` is not known")
            new = self._member(found, "__new__", ()) if maker.declaration.name == "__init__" else None
            if own.is_open and isinstance(new, Undetermined):
                return new
            # A call must suit both, and pages may have either.
            both = (maker, new) if isinstance(new, Declared) else (maker,)
            signatures = [signature for one in both for signature in one.declaration.signatures]
        if own.kind == "interface" and (own.bases or own.is_open):
            return Undetermined(f"there may be further ways to call `{own.name}`")
        if len(signatures) > _MOST_DEFINITIONS:
            return Undetermined(f"`{own.name}` has too many signatures")
        is_bound = own.kind in ("class", "method") and not own.is_static
        return tuple(_unbound(signatures, is_bound=is_bound)) or Undetermined(f"`{own.name}` is not a function")


def _undeclarable(symbol: DocumentedSymbol) -> str:
    """Return why a symbol is not looked for in sources; empty if it is."""
    if _MODULE in symbol.kinds:
        return "a module is not a declaration"
    if not set(symbol.kinds).isdisjoint(_PARAMETERS):
        return "a parameter is not a declaration"
    if len(symbol.name.text) > _LONGEST:
        return "its name is too long"
    return "its name is computed" if ".[" in f".{symbol.name.text}" else ""


def _module_names(path: str) -> list[str]:
    """Return the names of the folders of a source and of the module that it is."""
    return path.rpartition(".")[0].removesuffix("/__init__").split("/")


def _is_module(path: str, names: Sequence[str]) -> bool:
    """Whether a dotted name is that of the module that a source is."""
    return list(names) == _module_names(path)[-len(names) :]


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


def _in_namespaces(path: str, index: DeclarationIndex, name: str) -> Declared | Undetermined | None:
    """Return what the namespaces of a source declare by a name, as pages do not always say which one they mean."""
    named = index.of_namespaces.get(name, ())
    if len(named) > 1:
        return Undetermined(f"several namespaces of `{path}` have `{name}`")
    return Declared(path, named[0][1], named[0][0]) if named else None


def _in_types(path: str, index: DeclarationIndex, name: str) -> Declared | None:
    """Return the method of a type in a source by its name, as pages do not always name the type, or not as it is.

    The types that have it may be an interface and what implements it.
    """
    named = [(types, one) for types, one in index.of_types.get(name, ()) if fits(one, (_METHOD,))]
    if not named:
        return None
    *others, (types, method) = named
    return Declared(path, method, types, tuple(one for _, one in others))


def _inner_class(index: DeclarationIndex, names: Sequence[str], symbol: DocumentedSymbol) -> Undetermined | None:
    """Return that a symbol may be a class in a class, as headings do not always tell what is around one."""
    is_inner = "class" in symbol.kinds and len(names) == 1 and names[0] in index.classes
    return Undetermined(f"a class has a class `{names[0]}`") if is_inner else None


def _moved(answer: Followed, otherwise: Undeclared, outer: tuple[Declaration, ...] = ()) -> Lookup:
    """Return a declaration that is in another source or class than was thought."""
    if answer.because:
        return Undetermined(answer.because)
    return Declared(answer.path, answer.declaration, outer) if answer.declaration else otherwise


def _unbound(signatures: Sequence[DeclaredSignature], *, is_bound: bool) -> Iterator[DeclaredSignature]:
    """Yield signatures without the parameter that binding fills.

    If there is only `*args` to take it in a method that `is_bound`, pages may have that or not: Sphinx leaves it out.
    """
    for one in signatures:
        parameters = tuple(parameter for parameter in one.parameters if not parameter.is_bound)
        yield one._replace(parameters=parameters)
        if is_bound and parameters == one.parameters and parameters and parameters[0].kind == "var-positional":
            yield one._replace(parameters=parameters[1:])
