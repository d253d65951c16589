"""What is true at a place of the repository: what a model needs to know before it writes about it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from posixpath import basename, dirname

from doclint.config.project import Project
from doclint.errors.exceptions import UsageError
from doclint.errors.wording import did_you_mean
from doclint.mcp.workspace import Workspace
from doclint.output.terminal import safe
from doclint.packages.scripts import RUNNERS
from doclint.page.page_source import declarations_of
from doclint.page.source_file import SourceFile, source_file_of
from doclint.repository.discovery import place_of
from doclint.repository.names import names_of
from doclint.repository.repository import Repository
from doclint.source.language import is_markdown, language_of
from doclint.source.model import Declaration, DeclaredParameter, DeclaredSignature, SourceDeclarations

_MOST = 200  # lines of an answer
_NEAR = 5  # paths to suggest
_STARS = {"var-positional": "*", "var-keyword": "**"}


def describe(workspace: Workspace, path: str, name: str) -> str:
    """Return what is at a path.

    That is what a source declares, or only its declarations of a name (`Class.method`), with their members; the
    headings of a page with their anchors; the scripts of a manifest; or what a folder contains. Raises UsageError if
    the path does not exist or is outside, or if the source does not declare the name.
    """
    workspace.enter()
    file = workspace.file(path)
    project = workspace.project_of(file)
    place, repository = place_of(file, project.root), project.repository()
    listing = repository.listing(place)
    if listing is not None:
        return _text(
            [f"{path or '.'} is a folder", *(f"{one}/" if folder else one for one, folder in sorted(listing.items()))]
        )
    data = repository.page(place)
    if data is None:
        raise UsageError(f"`{path}` does not exist{_nearest(repository, place)}")
    return _text(_file(project, repository, place, data, name))


def _nearest(repository: Repository, path: str) -> str:
    there = list(islice(names_of(repository).paths(basename(path)), _NEAR))
    if there:
        return f"; {', '.join(f'`{one}`' for one in there)} has this name"
    return did_you_mean(basename(path), list(repository.listing(dirname(path)) or ()))


def _file(project: Project, repository: Repository, path: str, data: bytes, name: str) -> Iterator[str]:
    source = source_file_of(path, data, work=project.settings.config.limits.source_work)
    lines = data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
    language = language_of(path)
    yield f"{path}: {language.name if language else 'no known language'}, {lines:,} lines, {len(data):,} bytes"
    if is_markdown(path):
        yield from _headings(project, repository, path, data)
        return
    yield from _scripts(repository, path)
    found = declarations_of(repository, path, project.settings.config.limits)
    if found is None:
        yield from _symbols(source)
    elif name:
        yield from _named(found, path, name)
    else:
        yield from _outline(found)


def _headings(project: Project, repository: Repository, path: str, data: bytes) -> Iterator[str]:
    parsed = project.page(path, data, repository).parsed
    for heading, anchor in parsed.rendered.slugged_headings:
        shown = f" (#{anchor})" if anchor and anchor in (parsed.anchors or ()) else ""
        line = parsed.rendered.source.position(heading.start).line
        yield f"line {line}: {'#' * heading.level} {heading.text.strip()}{shown}"


def _scripts(repository: Repository, path: str) -> Iterator[str]:
    for program, runner in RUNNERS.items():
        if basename(path) in runner.files:
            found = runner.read(repository, path)
            names = ", ".join(sorted(found.names)) or "none"
            yield f"{program} runs: {names}{'' if found.is_complete else ' (and what other files add)'}"


def _symbols(source: SourceFile) -> Iterator[str]:
    """Yield the symbols of a source whose declarations are not read."""
    for symbol in source.symbols.found if source.symbols else ():
        yield f"line {symbol.line}: {symbol.kind} {symbol.qualified}"


def _outline(found: SourceDeclarations) -> Iterator[str]:
    if found.is_broken:
        yield "There is a syntax error, so declarations may be missing."
    yield from _openness(found.is_open)
    for one in found.found:
        yield _shown(one)
        for member in one.members:
            if member.is_public:
                yield f"  {_shown(member)}"


def _named(found: SourceDeclarations, path: str, name: str) -> Iterator[str]:
    several = _declared(found.found, name.replace("::", ".").replace("#", ".").split("."))
    if not several:
        known = [one.name for one in found.found]
        near = did_you_mean(name, known) or (f"; it declares {', '.join(known[:20])}" if known else "")
        raise UsageError(f"`{path}` does not declare `{name}`{near}")
    for one in several:
        yield _shown(one)
        yield from (f"  {line}" for line in one.docstring.splitlines())
        yield from (f"  {line}" for line in _openness(one.is_open))
        yield from (f"  {_shown(member)}" for member in one.members)


def _declared(found: Iterable[Declaration], names: Sequence[str]) -> list[Declaration]:
    several = [one for one in found if one.name == names[0]]
    return several if len(names) == 1 else _declared((own for one in several for own in one.members), names[1:])


def _openness(why: str) -> Iterator[str]:
    if why:
        yield f"There may be more: {why}."


def _shown(one: Declaration) -> str:
    lines = f"line {one.line}" if one.end <= one.start else f"lines {one.start}-{one.end}"
    words = ["async"] * one.is_async + ["static"] * one.is_static + [one.kind]
    bases = f"({', '.join(one.bases)})" if one.bases else ""
    calls = " or ".join(dict.fromkeys(_signature(each) for each in one.signatures))
    type_ = f": {one.type}" if one.type else ""
    value = f" = {one.value}" if one.value is not None else ""
    private = "" if one.is_public else ", not public"
    return f"{' '.join(words)} {one.name}{bases}{calls}{type_}{value} ({lines}{private})"


def _signature(signature: DeclaredSignature) -> str:
    parameters: list[str] = []
    before = ""
    for one in signature.parameters:
        if before == "positional-only" != one.kind:
            parameters.append("/")
        if one.kind == "keyword-only" and before not in ("keyword-only", "var-positional"):
            parameters.append("*")
        parameters.append(_parameter(one))
        before = one.kind
    returns = f" -> {signature.returns}" if signature.returns else ""
    return f"({', '.join(parameters)}){returns}"


def _parameter(one: DeclaredParameter) -> str:
    optional = "" if one.is_required or one.default is not None or one.kind in _STARS else "?"
    type_ = f": {one.type}" if one.type else ""
    default = f" = {one.default}" if one.default is not None else ""
    return f"{_STARS.get(one.kind, '')}{one.name}{optional}{type_}{default}"


def _text(lines: Iterable[str]) -> str:
    shown = [safe(line) for line in lines]
    more = [f"[{len(shown) - _MOST:,} more lines; ask for a name]"] if len(shown) > _MOST else []
    return "\n".join([*shown[:_MOST], *more])
