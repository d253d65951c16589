"""The source that a page is about by the templates of its kind: which files these lead to, and which of them it is."""

from collections.abc import Collection, Iterator, Sequence
from fnmatch import filter as filter_names
from itertools import islice
from posixpath import basename, dirname, join, normpath, splitext
from typing import TYPE_CHECKING
from urllib.parse import unquote

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.formats.documented.symbols import DocumentedSymbol
from doclint.formats.format_set import FormatSet
from doclint.formats.schema.format import Format
from doclint.page.limits import Limits
from doclint.page.parsed_page import ParsedPage
from doclint.page.source_file import source_file_of
from doclint.page.versions import is_of_other_version
from doclint.repository.globs import MAGIC, files_matching, may_have
from doclint.repository.hosting import host_link, project_of
from doclint.repository.names import letters_of
from doclint.repository.paths import above, is_below
from doclint.repository.repository import Repository, remembered
from doclint.source.api_report import typescript_of
from doclint.source.language import is_api_report

if TYPE_CHECKING:
    from doclint.source.model import SourceDeclarations

MOST_SOURCES = 3_000
"""The sources of the symbols of one page that are looked for."""
_PACKAGE = expression(r"(?m)^[ \t]*+package[ \t]++([\w.]++)[ \t]*+;")  # of a source of Protocol Buffers
_MARK = expression(r"\W")
_DOTTED = expression(r"[^\W\d]\w*+(?:\.[^\W\d]\w*+)++(?<!\.py)")
_MOST_PAGES = 50  # of a folder
_MOST_FILES = 50  # that a template may lead to; of more, doclint does not choose one


class PossibleSource(Struct, frozen=True):
    """The files that some paths lead to: those of the first path that leads to any.

    Without files, `is_absent` says that there certainly are none: all folders were looked through.
    """

    files: tuple[str, ...]
    is_absent: bool


@remembered
def possible_source(repository: Repository, paths: tuple[str, ...]) -> PossibleSource:
    """Return the files that paths with `*` lead to, given in the order of preference."""
    are_all = True
    modules: tuple[str, ...] = ()  # rather than their packages, if the generator ran in these
    for path in paths:
        found = files_matching(repository, path)
        if files := tuple(one for one in found.files if _may_be_source(repository, path, one)):
            package = f"{path.removesuffix('.py')}/__init__.py"
            if path.startswith("**/") and package in paths:  # a module and a package may have one name
                modules += tuple(files_matching(repository, package).files)
            return PossibleSource((*files, *modules), is_absent=False)
        modules += tuple(one for one in found.files if one.endswith(".py"))
        are_all = are_all and found.all and not repository.is_ignored(path)
    alike = next(filter(None, (_spelled_alike(repository, path) for path in paths)), ())
    return PossibleSource(alike, is_absent=bool(paths) and are_all and not alike)


def _may_be_source(repository: Repository, pattern: str, file: str) -> bool:
    """Whether a pattern may mean a file that it matches.

    Not meant are a module of Python in the package of its name (the file `box/box.py` has `box.box`, and `box` is in
    `box/__init__.py`), and a page with the name of an API report, such as that of `Api` in the package `shop`.
    """
    if is_api_report(file):
        return typescript_of(repository.page(file) or b"") is not None
    folder, (stem, extension) = dirname(file), splitext(basename(file))
    if extension != ".py" or basename(folder) != stem or basename(dirname(pattern)) == stem:
        return True
    return not repository.is_file(f"{folder}/__init__.py")


def _spelled_alike(repository: Repository, path: str) -> tuple[str, ...]:
    """Return the files whose names are that of a path but for underscores, hyphens and case.

    The name of a class does not tell all words of the name of its file: `GetQR200Response` is in
    `get_qr_200_response.go` or `get_qr200_response.py`.
    """
    folder, (stem, extension) = dirname(path), splitext(basename(path))
    if MAGIC.search(stem) or not extension:
        return ()
    return tuple(_files_by_letters(repository, folder, extension).get(letters_of(stem), ()))


@remembered
def _files_by_letters(repository: Repository, folder: str, extension: str) -> dict[str, list[str]]:
    files = files_matching(repository, join(folder, f"*{extension}")).files
    return by_key((letters_of(splitext(basename(one))[0]), one) for one in files)


def promised_source(parsed: ParsedPage, repository: Repository | None) -> tuple[str, ...]:
    """Return the paths that the kind of a page promises for its source, which may have `*`; none without templates, and
    for pages about another version.
    """
    identity = parsed.identity
    if identity is None or not identity.kind.source or is_of_other_version(parsed.path, repository):
        return ()
    return parsed.candidates


def with_source(parsed: ParsedPage, repository: Repository) -> ParsedPage:
    """Return a page without the formats of which it has only weak marks and no source."""
    founded: list[ParsedPage] = []
    groundless: set[str] = set()
    for format_ in filter(parsed.needs_source, parsed.possible_formats):
        alone = parsed.within(FormatSet.of([format_])) if _may_have_source(parsed.path, format_, repository) else None
        if alone is not None and possible_source(repository, tuple(promised_source(alone, repository))).files:
            founded.append(alone)
        else:
            groundless.add(format_.name)
    formats = parsed.formats.without(groundless)
    found = parsed.within(formats)
    if len(founded) == len(found.possible_formats) == 1:
        # It was read as a page of the only format that is left.
        [found] = founded
        found.formats = formats
    return found


def _may_have_source(page: str, format_: Format, repository: Repository) -> bool:
    """Whether any file has the extension of a source of a page of some format: of several formats with the same weak
    marks, most are for other languages.
    """
    extensions = {template.extension for kind in format_.kind for template in kind.source}
    folders = ("", *above(dirname(page)))
    return "" in extensions or any(may_have(repository, folder, one) for one in extensions for folder in folders)


def absent_source(parsed: ParsedPage, repository: Repository) -> str | None:
    """Return the path of the source that the kind of a page promises if there certainly is no such file, although the
    folder has other files of its type; None otherwise.
    """
    symbols = (symbol for members in parsed.documentation for symbol in members.symbols)
    if any(linked_source(parsed.path, symbol, repository) for symbol in symbols):
        return None
    return _absent_path(parsed, promised_source(parsed, repository), repository)


def absent_sources(parsed: ParsedPage, repository: Repository) -> Iterator[tuple[DocumentedSymbol, str]]:
    """Yield the symbols whose sections promise a source of their own that certainly is not there, with its path, as
    `absent_source` finds it. Of several symbols that should be in one source, only the first one counts.
    """
    known = {(), promised_source(parsed, repository)}
    tops = [symbol for members in parsed.documentation for symbol in members.symbols]
    modules = (one for top in tops for members in top.members for one in members.symbols if "module" in one.kinds)
    for symbol in (*tops, *modules):
        if symbol.files in known or linked_source(parsed.path, symbol, repository):
            continue
        if len(known) > MOST_SOURCES:
            break
        known.add(symbol.files)
        path = _absent_path(parsed, symbol.files, repository, symbol)
        if path is not None:
            yield symbol, path


def _absent_path(
    parsed: ParsedPage, paths: Sequence[str], repository: Repository, symbol: DocumentedSymbol | None = None
) -> str | None:
    """Return the first of some paths beside which there are other files, if certainly none leads to a file. Files in a
    folder found by `**` count if they may have the package of the symbol.
    """
    if parsed.identity is None or is_of_other_version(parsed.path, repository):
        return None
    # What a build leaves there, and git ignores, are pages.
    paths = [one for one in paths if not (one.startswith(("doc/", "docs/")) and repository.is_ignored(one))]
    if not possible_source(repository, tuple(paths)).is_absent:
        return None
    # The generator may have run in another folder, and a module may be a package today, also one without a file.
    others = (one.lstrip("*/") for path in paths for one in (path, f"{path.removesuffix('.py')}/__init__.py"))
    if any(files_matching(repository, f"**/{path}").files or _is_package(repository, path) for path in others):
        return None
    docs = parsed.identity.format.docs_folder
    for path in paths:
        if basename(dirname(path)) == "**":
            # Nothing says which folder the file should be in, unless pages in the same folder have such files.
            if _is_usual(parsed.path, path, repository):
                return path
            continue
        beside = files_matching(repository, join(dirname(path), f"*{splitext(path)[1]}")).files
        if symbol and path.startswith("**"):
            beside = [one for one in beside if _may_have_package(repository, one, symbol)]
        if any(not docs or not is_below(one, docs) for one in beside):
            return path
    return None


def _is_package(repository: Repository, path: str) -> bool:
    """Whether a folder with sources of Python, or with folders that have some, is in place of a module at a path."""
    name = path.removesuffix(".py")
    return any(f"/{one}".endswith(f"/{name}") for one in _folders_of_python(repository).get(basename(name), ()))


@remembered
def _folders_of_python(repository: Repository) -> dict[str, list[str]]:
    """Return the folders with sources of Python, also one folder further down, by their names."""
    files = files_matching(repository, "**/*.py").files
    every = {folder for path in files for folder in islice(above(dirname(path)), 2)}
    return by_key((basename(one), one) for one in sorted(every))


def _is_usual(page: str, source: str, repository: Repository) -> bool:
    """Whether other pages in the folder of a page have a source of their own name, as a path says of this page."""
    stem, extension = splitext(basename(source))
    if splitext(basename(page))[0].removesuffix(extension) != stem:
        return False
    names = (splitext(one)[0] for one in islice(repository.listing(dirname(page)) or (), _MOST_PAGES))
    others = (one.removesuffix(extension) for one in names)
    paths = (join(dirname(source), one + extension) for one in others if one != stem and not MAGIC.search(one))
    return sum(bool(files_matching(repository, path).files) for path in paths) > 1


def may_be_about(parsed: ParsedPage, paths: Collection[str], repository: Repository) -> bool:
    """Whether one of some files, or a file in one of some folders, may be a source of what a page documents, whether or
    not it still exists.
    """
    every = [symbol for members in parsed.documentation for top in members.symbols for symbol in top.walk()]
    several = {promised_source(parsed, repository), *(tuple(symbol.files) for symbol in every)}
    for pattern in {pattern for patterns in several for pattern in patterns}:
        # `*` also matches a slash here, so that more files match than the pattern means.
        if pattern in paths or (MAGIC.search(pattern) and filter_names(paths, pattern.replace("**/", "*"))):
            return True
    found = {file for patterns in several for file in possible_source(repository, patterns).files}
    linked = (linked_source(parsed.path, symbol, repository) for symbol in every)
    return any(place in paths for one in (*found, *linked) if one for place in (*above(one), ""))


def linked_source(page: str, symbol: DocumentedSymbol, repository: Repository) -> str | None:
    """Return the file of the repository that the page at a path links for a symbol, or names by its path; None without
    one.

    An address on a host counts if it is in the project that the repository is or was, or if that is not known.
    """
    if is_of_other_version(page, repository):
        return None
    link, path = symbol.says("source.link"), symbol.says("source.path")
    addresses = [one.text for one in (link, path) if one]
    found = (place for one in addresses for place in _places(page, one, repository) if repository.is_file(place))
    return next(found, None)


def _places(page: str, address: str, repository: Repository) -> Iterator[str]:
    """Yield the paths from the root that an address on a page, or a path, may mean."""
    there = host_link(address)
    if there is not None:
        project = project_of(repository).name
        # The project may be a fork, or have another owner today.
        if not project or basename(there.project) == basename(project):
            yield there.path
    elif "://" not in address:
        own = unquote(address.partition("#")[0].partition("?")[0], errors="surrogateescape")
        below = normpath(join(dirname(page), own)) if not own.startswith("/") else own.lstrip("/")
        yield from (one for one in (below, own) if not one.startswith(("/", "../")))


def source_of(
    paths: Sequence[str], symbols: Collection[DocumentedSymbol], repository: Repository, limits: Limits
) -> str | None:
    """Return the file that some paths lead to; of several, the one that declares most of some symbols.

    None if there is none, or if several that differ declare equally many.
    """
    files = possible_source(repository, tuple(paths)).files
    named = [one for one in symbols if one.says("full-name")]
    if named and len(files) <= _MOST_FILES:
        files = tuple(
            path for path in files if path in paths or all(_may_have_package(repository, path, one) for one in named)
        )
    if len(files) <= 1 or len(files) > _MOST_FILES:
        return files[0] if len(files) == 1 else None
    names = {symbol.name.text.partition(".")[0] for symbol in symbols}
    sources = {path: declarations_of(repository, path, limits) for path in files}
    scores = {path: len(names & {one.name for one in own.found}) if own else 0 for path, own in sources.items()}
    most = max(scores.values())
    best = [path for path, score in scores.items() if score == most]
    if any("definition" in symbol.kinds for symbol in symbols):
        # Their names are full: they begin with a package, and modules within it may have its name.
        packages = [dirname(one) for one in best if basename(one) == "__init__.py"]
        best = [join(one, "__init__.py") for one in packages if all(is_below(each, one) for each in best)] or best
    return best[0] if len(best) == 1 or len({repository.page(path) for path in best}) == 1 else None


def _may_have_package(repository: Repository, path: str, symbol: DocumentedSymbol) -> bool:
    """Whether a source may be in the package of a symbol, as the full name on its page says, with any marks in it."""
    full, name = symbol.says("full-name"), _MARK.sub("-", symbol.name.text)
    package = _MARK.sub("-", full.text).removesuffix(name) if full else ""
    return not package.endswith("-") or package == _package(repository, path)


@remembered
def _package(repository: Repository, path: str) -> str:
    found = _PACKAGE.search((repository.page(path) or b"").decode(errors="replace"))
    return _MARK.sub("-", f"{found[1]}.") if found else ""


def is_within_package(parsed: ParsedPage, paths: Sequence[str], found: str, repository: Repository) -> bool:
    """Whether a file that some paths lead to in any folder is in a package whose modules the page, or pages beside it,
    write with dots: they would write the module of that file with dots, too.
    """
    if not paths or not paths[0].endswith(".py") or basename(dirname(paths[0])) != "**":
        return False
    names = parsed.dotted_modules
    if parsed.identity and "module" in parsed.identity.kind.path.names:
        names = [*names, *_dotted_in(repository, dirname(parsed.path))]
    packages = _packages(repository, tuple(islice(filter(_DOTTED.fullmatch, names), _MOST_PAGES)))
    own = splitext(basename(paths[0]))[0]
    is_at_top = any(_without_end(found) == join(root, own) for root in packages)
    return not is_at_top and any(is_below(found, one) for several in packages.values() for one in several)


@remembered
def _dotted_in(repository: Repository, folder: str) -> list[str]:
    names = (splitext(one)[0] for one in repository.listing(folder) or ())
    return [one for one in names if _DOTTED.fullmatch(one)]


@remembered
def _packages(repository: Repository, modules: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the folders in which some modules with dots are, each with the packages there that have these."""
    found: list[tuple[str, str]] = []
    for name in modules:
        path = name.replace(".", "/")
        files = possible_source(repository, (f"**/{path}.py", f"**/{path}/__init__.py")).files
        roots = (_without_end(file).removesuffix(path).rstrip("/") for file in files)
        found += ((root, join(root, name.partition(".")[0])) for root in roots)
    return by_key(found)


def _without_end(file: str) -> str:
    return splitext(file)[0].removesuffix("/__init__")


def declarations_of(repository: Repository, path: str, limits: Limits) -> "SourceDeclarations | None":
    """Return what a source of the repository declares; None if that is not known."""
    return repository.remembered(_declarations, path, limits.source_work)


def _declarations(repository: Repository, path: str, work: int) -> "SourceDeclarations | None":
    data = repository.page(path)
    return None if data is None else source_file_of(path, data, work=work, memo=repository.memo).declarations
