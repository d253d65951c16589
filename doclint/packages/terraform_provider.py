"""Terraform providers: the resources, data sources and so on that the sources of a repository register, by their names.

A type of the SDK is registered in a map of names and functions (`"shop_basket": resourceBasket()`), or in a comment
(`// @SDKResource("shop_basket")`); one of the framework has a method `Metadata` that gives its name and a method
`Schema`. Sources of the facts: terraform-plugin-sdk v2 (`schema.Provider`), terraform-plugin-framework 1
(`resource.Resource`), and "Adding a New Resource" of the AWS provider's contributor guide.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from posixpath import dirname

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.errors.wording import misspelled_word
from doclint.packages.answers import DeclarationAnswer
from doclint.packages.go_packages import GoFound, GoPackages, GoScope
from doclint.packages.terraform_schemas import SchemaReader
from doclint.repository.globs import files_matching
from doclint.repository.repository import Repository, remembered
from doclint.source.answer import Found, Unknown
from doclint.source.languages.go_values import GoCall, GoName, GoUnknown
from doclint.source.symbols import ProvidedKind
from doclint.source.trees import is_known

_MOST_SOURCES = 12_000
_SKIPPED = expression(r"_test\.go$|(?:^|/)(?:vendor|testdata|node_modules|examples)/")
_PLUGINS = (b"terraform-plugin", b"terraform/helper/schema", b"pluginsdk", b"schema.Resource")
# In a map of structs, a function may add arguments to each: `"shop_basket": {Resource: WithNamespace(basket())}`.
_ENTRY = expression(
    rb'"([a-z]\w*_\w+)"[ \t]*:[ \t]*(?:\{\s*+Resource:[ \t]*(\w+\((?!\)))?)?([A-Za-z_]\w*+(?:\.\w++)?)\(\)'
)
_MAP = expression(
    rb"(?i)(?<!\w)\w{0,40}?(resources?_?(?:map|registry)|data_?sources?_?(?:map|registry)|data_?sources|resources)\b"
)
_TABLE = expression(rb"\bmap\[string\]\*?(?:\w+\.)?((?:Attribute|Block|Schema|Type|Value)\b)?")  # of arguments, or else
_CHANGED = expression(rb"(?i)\brange [\w.()]{0,100}?(?:resources?_?map|data_?sources?_?map)\b")
_COMMENT = expression(
    rb'(?m)^//[ \t]*@SDK(Resource|DataSource)\([ \t]*"(\w+)"[^\n]*\n(?:[ \t]*//[^\n]*\n){0,20}func (\w+)\(\)'
)
_METADATA = expression(
    rb"(?m)^func \((?:\w+[ \t]+)?\*?(\w+)\) Metadata\([^)]{0,300}?\b(\w+)\.MetadataRequest\b[^)]{0,300}+\)[ \t]*\{"
)
_TYPE_NAME = expression(
    rb"\.TypeName[ \t]*=[ \t]*"
    rb'(?:[\w.]*ProviderTypeName[ \t]*\+[ \t]*"(_\w+)"(?![ \t]*\+)|"(\w+)"|fmt\.Sprintf\("%s(_\w+)")'
)
_MODULE = expression(rb"(?m)^module[ \t]+\S*/terraform-provider-([a-z0-9]+)(?:/v\d+)?\s*$")
_CONSTRUCTOR = expression(rb"(?m)^func (New\w+)\([^)\n]{0,300}\)[ \t]*[\w.]++[ \t]*\{\s*return &(\w+)\{")
_NEW = expression(rb"\bNew\w+")
_IF = expression(rb"(?m)^(\t++)if [^\n]*\{\n(?:(?:\1\t[^\n]*+)?\n)++")
_QUOTED = expression(rb'["`](?:%s)?((?=\w*_)[a-z_]\w*)(?:%s)?["`]')
_PARTS = expression(rb'ProviderTypeName[ \t]*\+[ \t]*(?:"_"|[a-z]|"\w+"[ \t]*\+)|"%s_\w*%s"')
_LIST_SCHEMA = "ListResourceConfigSchema"  # what only list resources have, whose names come as those of resources
_PACKAGE = expression(rb'"([\w./-]++)"')
_SEVERAL = 3  # types of a kind, fewer of which do not show how sources register them
_LONGEST_METHOD = 2_000  # bytes of a method that gives a name
_OF_PACKAGE: dict[bytes, ProvidedKind] = {
    b"resource": "resource",
    b"datasource": "data-source",
    b"ephemeral": "ephemeral-resource",
    b"action": "action",
    b"list": "list-resource",
}


class ProviderType(Struct, frozen=True):
    """A type that a provider registers: its kind, its name, and where it is.

    A name that begins with an underscore lacks the name of the provider, which is not known. `symbol` is the function
    that returns a resource of the SDK, or the type of the framework that has the method `Schema`; `path` is the source
    that names it. If it `is_changed`, the provider may add arguments to all of its types. One of the framework whose
    constructor nothing uses, or only under a condition, `is_unused`: users may not have it.
    """

    kind: ProvidedKind
    name: str
    path: str
    symbol: str
    is_framework: bool
    is_changed: bool = False
    is_unused: bool = False


def provider_declaration(repository: Repository, kind: str, name: str) -> DeclarationAnswer:
    """Return the declaration of a type of a provider in a repository, given by the kind and the name of the type.

    Unless the sources register one such type, and its schema consists of literals, nothing is known.
    """
    return declaration_and_steps(repository, kind, name)[0]


@remembered
def declaration_and_steps(repository: Repository, kind: str, name: str) -> tuple[DeclarationAnswer, int]:
    """Return what `provider_declaration` returns, and how many steps it took to read it: see `GoPackages`."""
    types = provider_types(repository)
    names = {name, "_" + name.partition("_")[2]}
    found = [type_ for one in names for type_ in types.get((kind, one), ())]
    found = found if len(found) == 1 else _listed(repository, found) or found
    if len(found) != 1 or not is_known("go"):
        return Unknown(f"{'several sources register' if found else 'no source registers'} `{name}`"), 0
    packages = GoPackages(repository)
    return _read(packages, found[0], name), packages.steps


def _listed(repository: Repository, types: list[ProviderType]) -> list[ProviderType]:
    """Return which of several types of one name are in packages that the source of a provider imports."""
    imported = _imported_by_providers(repository) if types else frozenset()
    return [one for one in types if any(path.endswith(f"/{dirname(one.path)}".encode()) for path in imported)]


@remembered
def _imported_by_providers(repository: Repository) -> frozenset[bytes]:
    """Return the paths of packages in the sources of providers, and what else they have in quotes."""
    sources = (repository.page(path) or b"" for path in files_matching(repository, "**/*.go").files)
    providers = (one for one in sources if b"provider.MetadataRequest" in one)
    return frozenset(path for one in providers for path in _PACKAGE.findall(one))


@remembered
def provider_types(repository: Repository) -> Mapping[tuple[str, str], list[ProviderType]]:
    """Return all types that the sources of a repository register, by kind and name; none if there are too many."""
    files = [path for path in files_matching(repository, "**/*.go").files if not _SKIPPED.search(path)]
    found: dict[tuple[str, str], list[ProviderType]] = {}
    types: list[ProviderType] = []
    providers: set[str] = set()
    uses: Counter[bytes] = Counter()
    constructors: dict[tuple[str, str], bytes] = {}
    for path in files if len(files) <= _MOST_SOURCES else ():
        data = repository.page(path) or b""
        if any(one in data for one in _PLUGINS):
            methods = [*_metadata(data)]
            providers.update(name for package, _, name in methods if package == b"provider")
            types += dict.fromkeys((*_of_sdk(path, data), *_of_framework(path, methods)))
            uses.update(_NEW.findall(_IF.sub(b"", data)))
            constructors.update(((path, one[2].decode()), one[1]) for one in _CONSTRUCTOR.finditer(data))
    own = _name_of_provider(repository, providers, types)
    for type_ in types:
        name = own + type_.name if type_.name.startswith("_") else type_.name
        is_unused = type_.is_framework and uses[constructors.get((type_.path, type_.symbol), b"")] == 1
        found.setdefault((type_.kind, name), []).append(replace(type_, name=name, is_unused=is_unused))
    return found


@remembered
def is_unregistered(repository: Repository, kind: str, name: str) -> bool:
    """Whether the provider of a repository certainly has no type of a kind and a name: no source or test has that name.

    The sources must register several types of the kind, and all types of the repository must be of one provider.
    """
    types = provider_types(repository)
    own = {name.partition("_")[0] for _, name in types}
    known = sum(one == kind for one, _ in types)
    provider, _, rest = name.partition("_")
    if own != {provider} or known < _SEVERAL or not rest or (kind, name) in types:
        return False
    names, beginnings, has_parts = _quoted_names(repository)
    if not names.isdisjoint((name, f"_{rest}", *([rest] if has_parts else ()))):
        return False
    starts = tuple(one for one in beginnings if len(one) > (1 if one.startswith("_") else len(provider) + 1))
    return not name.startswith(starts) and not f"_{rest}".startswith(starts)


def nearest_type(repository: Repository, kind: str, name: str) -> str:
    """Return the name of the type of a kind that is nearest to another name; empty if none is near."""
    return misspelled_word(name, [one for of, one in provider_types(repository) if of == kind]) or ""


@remembered
def _quoted_names(repository: Repository) -> tuple[frozenset[str], tuple[str, ...], bool]:
    """Return the names that sources and tests have in quotes, those that end with an underscore, to which something may
    be added, and whether sources put the names of types together from the provider's and others.
    """
    names: set[bytes] = set()
    has_parts = False
    for path in files_matching(repository, "**/*.go").files:
        data = repository.page(path) or b""
        names.update(_QUOTED.findall(data))
        has_parts = has_parts or _PARTS.search(data) is not None
    known = frozenset(name.decode() for name in names)
    return known, tuple(name for name in known if name.endswith("_")), has_parts


def _read(packages: GoPackages, type_: ProviderType, name: str) -> DeclarationAnswer:
    package, _, function = type_.symbol.rpartition(".")
    value = GoFound(GoCall(GoName(package), function), GoScope(type_.path))
    if type_.is_framework:
        getter = _LIST_SCHEMA if type_.kind == "list-resource" else "Schema"
        method = packages.declaration(dirname(type_.path), f"{type_.symbol}.{getter}")
        if method is None:
            return Unknown(f"`{type_.symbol}` has no method `{getter}` that doclint reads")
        response = method.body.parameters[-1] if method.body.parameters else "resp"
        schema = method.body.only_value(f"{response}.Schema", 1) or GoUnknown(f"`{type_.symbol}.Schema` computes it")
        value = GoFound(schema, GoScope(method.path, method.body))
    read = SchemaReader(packages).read(type_.kind, name, value)
    if isinstance(read, Found) and type_.is_changed:
        open_ = read.value.declaration._replace(is_open="the provider may add arguments to it")
        return Found(read.value._replace(declaration=open_))
    return read


def _name_of_provider(repository: Repository, stated: Collection[str], types: Iterable[ProviderType]) -> str:
    """Return the name in front of those of types: that of the method of the provider, of most types, or of the module.

    It is empty if a repository has several providers, or if nothing names the one that it has.
    """
    if stated:
        return next(iter(stated)) if len(stated) == 1 else ""
    names = Counter(type_.name.partition("_")[0] for type_ in types if not type_.name.startswith("_"))
    module = _MODULE.search(repository.page("go.mod") or b"")
    return names.most_common(1)[0][0] if names else module[1].decode() if module else ""


def _of_sdk(path: str, data: bytes) -> Iterator[ProviderType]:
    for match in _COMMENT.finditer(data) if b"@SDK" in data else ():
        kind: ProvidedKind = "resource" if match[1] == b"Resource" else "data-source"
        yield ProviderType(kind, match[2].decode(), path, match[3].decode(), is_framework=False, is_changed=True)
    entries = [*_ENTRY.finditer(data)]
    if not entries:
        return
    is_changed = _CHANGED.search(data) is not None
    maps = [(one.start(), b"data" in one[1].lower()) for one in _MAP.finditer(data)]
    tables = [(one.start(), one[1] is not None) for one in _TABLE.finditer(data)]
    for match in entries:
        table = bisect_left(tables, (match.start(), False))
        if table and tables[table - 1][1]:
            continue  # an argument, whose schema a function returns
        function = match[3].decode()
        before = bisect_left(maps, (match.start(), False))
        is_data = "datasource" in function.lower().replace("_", "") or (before > 0 and maps[before - 1][1])
        if is_data or before:
            kind = "data-source" if is_data else "resource"
            adds = is_changed or match[2] is not None
            yield ProviderType(kind, match[1].decode(), path, function, is_framework=False, is_changed=adds)


def _metadata(data: bytes) -> Iterator[tuple[bytes, str, str]]:
    """Yield what the methods `Metadata` of a source are about, by its package, their types, and the names they give."""
    for match in _METADATA.finditer(data) if b"MetadataRequest" in data else ():
        end = data.find(b"\n}", match.end(), match.end() + _LONGEST_METHOD)
        names = [b"".join(one) for one in _TYPE_NAME.findall(data[match.end() : end])] if end >= 0 else []
        if len(names) == 1:
            is_list = b"%s) %s(" % (match[1], _LIST_SCHEMA.encode()) in data
            yield b"list" if is_list else match[2], match[1].decode(), names[0].decode()


def _of_framework(path: str, methods: Iterable[tuple[bytes, str, str]]) -> Iterator[ProviderType]:
    for package, symbol, name in methods:
        kind = _OF_PACKAGE.get(package)
        if kind:
            yield ProviderType(kind, name, path, symbol, is_framework=True)
