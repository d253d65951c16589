"""The parameters of documented functions: what pages list, and what the sources declare."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.errors.wording import misspelled_word
from doclint.formats.documented.documented_signature import DocumentedParameter
from doclint.formats.documented.symbols import DocumentedSymbol, Members
from doclint.formats.patterns.pattern import Capture
from doclint.kit.documented import CONSTRUCTORS, Compared, bare, can_say, compared, may_inherit, other_name, unread
from doclint.markdown.source import Span
from doclint.page.declared import signatures_of
from doclint.page.documented_declarations import described_parameters
from doclint.page.page import Page
from doclint.page.page_source import declarations_of
from doclint.repository.repository import remembered
from doclint.source.answer import Unknown
from doclint.source.brackets import CodeText
from doclint.source.languages.python_standard import PLAIN_DECORATORS
from doclint.source.model import OMITTED, Declaration, DeclaredParameter, DeclaredSignature

_PLAIN = frozenset(name.rpartition(".")[2] for name in PLAIN_DECORATORS)
_BOUND = ("self", "cls", "this")
_MODIFIED = r"(?:(?:const|in|out)\s+)*"
_VARIANCE = expression(rf"^{_MODIFIED}")
_TYPE_PARAMETER = expression(rf"\s*{_MODIFIED}(\w+)")
_HEADED = expression(r"\n[ \t]*\n[ \t]+\S[^\n]*:\s*\Z")
_ENTRY = expression(r"(?m)^(?:[^\w\n<]|</?\w++>)*+(\w++)|\b(\w++):")
_LINE = expression(r"(?m)^[ \t]*+(\w++)(?: \([^\n]*?\))?:")
_OBJECT_FIELD = expression(r"\b(\w++)\??:")
_NOTED = expression(r"(?:- )?(?P<name>\w++)(?:[\s(\[]|\Z)")
_WORD = expression(r"\w+")
_TOGETHER = expression(r",\s*+")  # in an entry of several parameters
_ANY = expression(r"\(\*\w+, \*\*\w+\)\Z")
_UNNAMED = ("__namedParameters", "{", "[")  # what TypeDoc and API Documenter show of a destructured parameter


class StatedParameter(Struct, frozen=True):
    """A parameter that a page lists, with what it says about it. `is_required` is None if it does not say that."""

    name: str
    span: Span
    symbol: Capture
    type: Capture | None = None
    default: Capture | None = None
    is_required: bool | None = None


class StatedParameters(Struct, frozen=True):
    """The parameters of a function in one place of a page: a signature, a table, a list or sections.

    If it `is_ordered`, it never has an order of its own. If the list `is_complete`, it has all of them but those that
    `omits` names, and perhaps the `unread` ones. Unless it `has_variadic` ones, such as `**options`, it lacks them or
    has what they take. Unless it `has_omittable` ones, it may lack those that need not be given. Unless it
    `has_keyword` ones, it may lack those that can be given by their names only. The parameters that its docstring
    lists, if the list has these, are `described`, with their types and in their order; its `text` may have others.
    """

    span: Span
    stated: tuple[StatedParameter, ...]
    is_complete: bool
    is_signature: bool
    is_ordered: bool = True
    has_variadic: bool = False
    has_omittable: bool = True
    has_keyword: bool = True
    omits: tuple[str, ...] = ()
    unread: frozenset[str] = frozenset()
    described: Mapping[str, str] = {}
    text: str = ""

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.stated]


class Signatures(Struct, frozen=True):
    """A documented function or class with what declares its parameters, and the lists of them on a page."""

    symbol: Compared
    declared: tuple[DeclaredSignature, ...]
    lists: tuple[StatedParameters, ...]

    @property
    def is_plain(self) -> bool:
        """Whether no decorator may have given it another signature."""
        return is_plain_function(self.symbol.declaration, self.symbol.types.dialect)

    @property
    def by_name(self) -> dict[str, list[DeclaredParameter]]:
        """The parameters of all signatures by their names."""
        return by_key((one.name, one) for signature in self.declared for one in signature.parameters)

    @property
    def bound(self) -> frozenset[str]:
        """The names that the parameter which binding fills may have on a page."""
        parameters = (one for signature in self.symbol.declaration.signatures for one in signature.parameters)
        return frozenset(_BOUND) | {one.name for one in parameters if one.is_bound}

    @property
    def takes_any(self) -> bool:
        """Whether the function takes keywords or arguments that its signature does not name."""
        return any(one.kind.startswith("var-") for signature in self.declared for one in signature.parameters)

    def nearest(self, stated: StatedParameters) -> DeclaredSignature:
        """Return the signature that has most of the listed parameters, and fewest others."""
        known = {parameter.name for one in self.declared for parameter in one.parameters}
        names = {*stated.names, *(known & stated.unread)}

        def distance(signature: DeclaredSignature) -> tuple[int, int]:
            own = {parameter.name for parameter in signature.parameters}
            return len(names - own), len(own - names)

        return min(self.declared, key=distance)


def is_plain_function(function: Declaration, dialect: str) -> bool:
    """Whether no decorator may have given a function another signature, by the language that its types are of."""
    return dialect != "python" or _PLAIN.issuperset(function.decorator_names)


@remembered
def signatures(page: Page) -> list[Signatures]:
    """Return the functions and classes whose parameters a page lists, if it is certain how to call them."""
    every = []
    for one in compared(page):
        called = _called(one.declaration)
        lists = tuple(_lists(page, one, called))
        found = signatures_of(page, one.symbol) if lists else ()
        if not found or isinstance(found, Unknown):
            continue
        # Destructured parameters have no names.
        if all(each.name.isidentifier() for signature in found for each in signature.parameters):
            every.append(Signatures(replace(one, declaration=called), (*found, *_with_fields(page, one, found)), lists))
    return every


def _called(declaration: Declaration) -> Declaration:
    """Return what has the parameters of a symbol: the constructor of a class if that is its own, else the symbol."""
    made = [one for one in declaration.members if one.name in CONSTRUCTORS and one.kind == "method"]
    return made[0] if made and declaration.kind == "class" else declaration


def _with_fields(page: Page, one: Compared, found: Sequence[DeclaredSignature]) -> Iterator[DeclaredSignature]:
    """Yield the signatures of a function in TypeScript with the fields of an object in place of that parameter, as
    pages may list either: `get(id)` for `get(request: GetRequest)`.
    """
    source = None
    if one.types.dialect == "typescript" and page.repository is not None:
        source = declarations_of(page.repository, one.path, page.limits)
    types = {each.name: each for each in source.found if each.kind == "interface"} if source else {}
    for signature in found:
        first = signature.parameters[0] if signature.parameters else None
        type_ = types.get(first.type) if first else None
        if first is not None and type_ is not None:
            fields = tuple(
                DeclaredParameter(
                    each.name, "keyword-only", each.type, is_required=first.is_required and not each.is_optional
                )
                for each in type_.members
                if each.kind in ("field", "property")
            )
            others = (DeclaredParameter("", "var-keyword", is_required=False),) if type_.bases else ()
            yield signature._replace(parameters=(*fields, *signature.parameters[1:], *others))


def is_omitted(parameter: DeclaredParameter, stated: StatedParameters) -> bool:
    """Whether a list need not have a parameter: a private one, or one that the format leaves out."""
    if not stated.has_variadic and parameter.kind.startswith("var-"):
        return True
    if not stated.has_keyword and parameter.kind == "keyword-only":
        return True
    if not parameter.is_required and (not stated.has_omittable or parameter.default == OMITTED):
        return True
    if parameter.name in stated.unread:
        return True
    return parameter.name.startswith("_") or any(fnmatchcase(parameter.name, pattern) for pattern in stated.omits)


def _lists(page: Page, one: Compared, called: Declaration) -> Iterator[StatedParameters]:
    """Yield the parameters in the lists and signatures of a symbol; `called` is what has them in the source."""
    declared = [parameter for each in called.signatures for parameter in each.parameters]
    known = {normalize("NFKC", parameter.name): parameter.name for parameter in declared}
    fields = {name for each in declared if "{" in each.type for name in _OBJECT_FIELD.findall(each.type)} - {*known}
    docstrings = (one.declaration.docstring, called.docstring) if one.types.dialect == "python" else ()
    inner = {name for text in docstrings for name in _in_entries(text)}
    for members in one.symbol.members:
        if "parameter" in members.spec.defines:
            # Headings end at level 6: those of the fields of an object follow that of the parameter there.
            symbols = [each for each in members.symbols if not each.section or bare(each.name) not in fields]
            symbols = [each for each in symbols if bare(each.name) in known or bare(each.name) not in inner]
            items = _of_first_list(page, symbols, known)
            listed = tuple(_listed(page, each, members.spec, known) for each in items)
            described = _described(page, one, called, members) if members.spec.complete == "documented" else {}
            yield StatedParameters(
                members.span,
                listed,
                members.spec.complete == "all" or bool(described),
                is_signature=False,
                is_ordered=members.spec.ordered or bool(described),
                omits=tuple(members.spec.omits),
                unread=unread(page, members),
                described=described,
                text=f"{one.declaration.docstring} {called.docstring}" if described else "",
            )
    for signature in one.symbol.signatures:
        # That of a class may be that of `__new__` of a base, which takes anything: Python prefers it.
        is_any = one.declaration.kind == "class" and _ANY.search(signature.shape.code.text)
        is_inherited = is_any and may_inherit(page, one, "")
        if signature.parameters is not None and not other_name(one, signature) and not is_inherited:
            hidden = {*signature.shape.hides}
            is_clear = hidden.isdisjoint({"defaults", "omittable", "optional"})
            has_types = any(each.type for each in signature.parameters)
            own = tuple(
                StatedParameter(
                    _declared_name(name, known),
                    name.span,
                    name,
                    each.type,
                    each.default,
                    _says_required(each, has_types=has_types) if is_clear else None,
                )
                for each in signature.parameters
                if bare(name := _name_of(each, known)) not in ("", "/")
            )
            place = signature.shape.captures.get("symbol") or signature.shape
            yield StatedParameters(
                place.span,
                own,
                is_complete=True,
                is_signature=True,
                omits=signature.shape.omits,
                has_variadic="variadic" not in hidden,
                has_omittable="omittable" not in hidden,
                has_keyword="keyword" not in hidden,
            )


def _described(page: Page, one: Compared, called: Declaration, members: Members) -> Mapping[str, str]:
    """Return the parameters that the docstring of a list has, but not those with which a line of the section begins, or
    that have a colon there: an entry may be in the text of another one, or a text may divide the list.
    """
    own = described_parameters(one.declaration.docstring)
    other = {} if called is one.declaration else described_parameters(called.docstring)
    section = one.symbol.section
    if own and other:
        return {}  # the list may be that of a class or of its constructor
    listed = {bare(each.name) for each in members.symbols}
    ends = [block.end for block in section.blocks] if section else [len(page.source.text)]
    end = max(members.span.end, *ends, 0)
    entries = _ENTRY.findall(page.text(Span(members.span.start, end)).replace("\\", ""))
    others = {first or named for first, named in entries}
    return {name: type_ for name, type_ in (own or other).items() if name in listed or name not in others}


def _in_entries(docstring: str) -> set[str]:
    """Return the words in front of colons in what a docstring says of its parameters: generators may take these words
    for parameters.
    """
    own = described_parameters(docstring)
    return {*_LINE.findall(docstring)} - own.keys() if own else set()


def _of_first_list(
    page: Page, symbols: Sequence[DocumentedSymbol], known: Mapping[str, str]
) -> Iterator[DocumentedSymbol]:
    """Yield the items of a list, but after one that ends with the heading of another list only known parameters:
    generators that do not know a section of a docstring, such as `Required Permissions:`, take it for a text below the
    last parameter.
    """
    is_first = True
    for symbol in symbols:
        if is_first or normalize("NFKC", bare(symbol.name)) in known:
            yield symbol
        is_first = is_first and not _HEADED.search(page.text(symbol.span))


def _declared_name(stated: Capture, known: Mapping[str, str]) -> str:
    """Return a name as its source writes it: to Python, compatible characters such as `ϵ` and `ε` are the same. What a
    docstring has beside it, as in `weights [rows, columns]`, is not a part of it.
    """
    name = bare(stated)
    first = match["name"] if (match := _NOTED.match(name)) else ""
    return known.get(normalize("NFKC", name), first if first in known else name)


def _says_required(parameter: DocumentedParameter, *, has_types: bool) -> bool | None:
    """Return whether a parameter of a signature must be given; None if the signature leaves it open.

    Beside types, quartodoc shows no default of a parameter without one.
    """
    if parameter.setter is not None:
        return None
    if parameter.is_optional or parameter.default is not None:
        return False
    return None if has_types and not parameter.type else True


def _name_of(parameter: DocumentedParameter, known: Collection[str]) -> Capture:
    """Return what names a parameter: the method that sets it, if only that is wrong."""
    setter, name = parameter.setter, parameter.name
    if setter is None or name.text not in known or bare(setter).casefold() == name.text.casefold():
        return name
    return setter


def _listed(page: Page, symbol: DocumentedSymbol, spec: object, known: Mapping[str, str]) -> StatedParameter:
    required: bool | None = None
    is_required = symbol.says("required") is not None
    if can_say(page, spec, "optional"):
        required = symbol.says("optional") is None and symbol.said("default") is None
        if required and not is_required and can_say(page, spec, "required"):
            required = None  # a page may also leave it open
    elif can_say(page, spec, "required"):
        required = is_required
    # A member of an object that is a parameter belongs to that parameter: `options.size`.
    name = _declared_name(symbol.name, known)
    return StatedParameter(name, symbol.name.span, symbol.name, symbol.said("type"), symbol.said("default"), required)


class ParameterDifference(Struct, frozen=True):
    """How the names in a list differ from those in the most similar signature.

    `renamed` are the listed parameters that the function lacks, each with the one that is in its place. `unknown`
    are those without one, and `missing` are the parameters that the list lacks, without those that have another name.
    """

    renamed: tuple[tuple[StatedParameter, DeclaredParameter], ...]
    unknown: tuple[StatedParameter, ...]
    missing: tuple[DeclaredParameter, ...]


def difference(function: Signatures, stated: StatedParameters) -> ParameterDifference:
    """Return how the names in a list differ from those that the function declares, as far as that is certain."""
    known = {one.name for signature in function.declared for one in signature.parameters}
    names = {one.name.partition(".")[0] for one in stated.stated}
    if names == known or (not function.is_plain and not names & known):
        return ParameterDifference((), (), ())
    own = function.nearest(stated).parameters
    unnamed = {number for number, one in enumerate(stated.stated) if one.name.startswith(_UNNAMED)}
    unknown = [
        one
        for number, one in enumerate(stated.stated)
        if not known.issuperset(_TOGETHER.split(one.name.partition(".")[0]))
        and number not in unnamed
        and not (number == 0 and one.name in function.bound)
    ]
    missing = [
        one
        for number, one in enumerate(own)
        if one.name not in names and number not in unnamed and not is_omitted(one, stated)
    ]
    elsewhere = {name for one in function.lists if one is not stated for name in one.names}
    renamed = _renamed(unknown, missing, stated.names, [one.name for one in own], elsewhere)
    old, new = {one.name for one, _ in renamed}, {one.name for _, one in renamed}
    unknown = [one for one in unknown if one.name not in old]
    missing = [one for one in missing if one.name not in new and (not stated.described or one.name in stated.described)]
    if function.takes_any and not stated.has_variadic:
        # A list that was made from a docstring has no keywords but those in it.
        words = _WORD.findall(stated.text)
        unknown = [one for one in unknown if words and one.name.isidentifier() and one.name not in words]
    # Whatever a decorator does, a signature with some of the parameters is that of the source, not of a wrapper.
    is_certain = stated.is_complete and (function.is_plain or stated.is_signature)
    is_overload = any({one.name for one in signature.parameters} <= names for signature in function.declared)
    is_known = is_certain and not is_overload
    return ParameterDifference(renamed, tuple(unknown), tuple(missing) if is_known else ())


def _renamed(
    unknown: Sequence[StatedParameter],
    missing: Sequence[DeclaredParameter],
    stated: list[str],
    declared: list[str],
    elsewhere: Collection[str],
) -> tuple[tuple[StatedParameter, DeclaredParameter], ...]:
    """Return the parameters that only have another name: if not all, those of which other lists have the right one, or
    those with a similar one, or in the same place.
    """
    only_here = [one for one in unknown if one.name not in elsewhere]
    right = [one for one in missing if one.name in elsewhere]
    for old, new in ((unknown, missing), (only_here, right)):
        if old and len(old) == len(new):
            return tuple(zip(old, new, strict=True))
    by_name = {one.name: one for one in missing}
    near = {one.name: misspelled_word(one.name, by_name) or "" for one in unknown}
    behind = {_before(name, declared): name for name in reversed(by_name) if name not in near.values()}
    rights = (near[one.name] or behind.get(_before(one.name, stated)) for one in unknown)
    return tuple((one, by_name[right]) for one, right in zip(unknown, rights, strict=True) if right)


def _before(name: str, names: list[str]) -> str:
    at = names.index(name)
    return names[at - 1] if at else ""


class TypeParameters(Struct, frozen=True):
    """A documented symbol of TypeScript with type parameters: those that a page lists and the source lacks, and the
    names of those that the page leaves out. The others have an `order` on the page, and a `right` one.
    """

    symbol: Compared
    span: Span
    unknown: tuple[Capture, ...]
    missing: tuple[str, ...]
    order: tuple[str, ...]
    right: tuple[str, ...]


def type_parameters(page: Page) -> Iterator[TypeParameters]:
    """Yield the symbols whose type parameters a page lists or shows, if their source declares some."""
    for one in compared(page):
        function = (each.type_parameters for each in one.declaration.signatures)
        own = [names for names in (one.declaration.type_parameters, *function) if names]
        if not own or one.types.dialect != "typescript":
            continue
        around = (each.type_parameters for each in one.outer)
        known = {name for names in (*own, *around) for name in names}
        seen: set[str] = set()
        for listed in filter(None, _type_parameter_lists(one)):
            stated = {_VARIANCE.sub("", each.text): each for each in listed}
            unknown = tuple(name for text, name in stated.items() if text not in known | seen)
            is_sure = len(own) == 1
            missing = tuple(name for name in own[0] if is_sure and name not in stated and name not in seen)
            order = tuple(name for name in stated if name in own[0])
            has_order = is_sure and not unknown and seen.isdisjoint(order)
            right = tuple(name for name in own[0] if name in stated) if has_order else order
            yield TypeParameters(one, listed[0].span, unknown, missing, order, right)
            seen.update(missing, order if order != right else (), (name for name in stated if name not in known))


def _type_parameter_lists(one: Compared) -> Iterator[list[Capture]]:
    """Yield the type parameters in the lists of a symbol, and those in each of its signatures."""
    lists = [members.symbols for members in one.symbol.members if "type-parameter" in members.spec.defines]
    yield [symbol.name for symbols in lists for symbol in symbols]
    for signature in one.symbol.signatures:
        span = signature.shape.spans.get("type-parameters")
        code = signature.shape.code
        pieces = CodeText(code.text).split(",", span) if span and not other_name(one, signature) else ()
        found = (_TYPE_PARAMETER.match(code.text, *piece) for piece in pieces)
        yield [Capture(name[1], *code.place(Span(*name.span(1)))) for name in found if name]
