"""Which formats and kinds the pages of a project have, and why some pages have none, as a document."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from posixpath import commonpath, dirname
from typing import Literal, TypeAlias

from doclint import __version__
from doclint.config.project import Project
from doclint.engine.brake import Assumed
from doclint.engine.isolation import survives
from doclint.engine.report.forms import UncomparedPages, by_format
from doclint.engine.report.schema import AssumptionDocument
from doclint.errors.settings_table import JsonForm
from doclint.errors.wording import counted
from doclint.formats.fit import Fit, TitleFit, best
from doclint.markdown.source import printable
from doclint.output.notices import assumed
from doclint.output.page.candidates import evidence_of, reason_of
from doclint.output.paths import path_from_here, shown_folder
from doclint.output.terminal import safe
from doclint.page.compared import Uncompared, uncompared
from doclint.page.page import Page

Why: TypeAlias = Literal["unlike", "unfit", "unclear", "unread"]
"""Why a page is of no kind: `OtherPage` has the meanings."""

PageProgress: TypeAlias = Callable[[Iterable[str], int], Iterable[str]]
"""A function that takes the paths of pages as they are read and their number, and passes the paths on."""


class RecognizedKind(JsonForm, frozen=True):
    """A kind of page, and the pages that are of it."""

    name: str
    pages: list[str]


class RecognizedFormat(JsonForm, frozen=True):
    """A format, and its kinds that have pages."""

    name: str
    kinds: list[RecognizedKind]
    uncompared: list[UncomparedPages]


class OtherPage(JsonForm, frozen=True):
    """A page of no kind."""

    path: str
    why: Why
    format: str
    kind: str
    reason: str


class RecognitionDocument(JsonForm, frozen=True):
    """Which formats and kinds the pages of a project have, and why some pages have none."""

    version: str
    root: str
    formats: list[RecognizedFormat]
    others: list[OtherPage]
    assumptions: list[AssumptionDocument] = []


def recognize(
    project: Project,
    paths: Sequence[str],
    progress: PageProgress,
    assumptions: Iterable[Assumed] = (),
    *,
    is_careful: bool = False,
) -> RecognitionDocument:
    """Return which formats and kinds some pages of a project have, with the counts of what doclint assumes.

    If it `is_careful`, because an earlier run crashed, a page that would crash this process is not read.
    """
    repository = project.repository()
    pages: dict[str, dict[str, list[str]]] = {}
    others: list[OtherPage] = []
    silent: list[Uncompared] = []
    for path in progress(sorted(paths), len(paths)):
        data = repository.page(path)
        page = None if data is None else project.page(path, data, repository)
        if page is None or (is_careful and not survives(lambda page=page: uncompared(page))):  # type: ignore[misc]
            others.append(_other(path, "unread", "it cannot be read"))
        elif (found := page.parsed.recognized) is None:
            others.append(_unrecognized(page))
        else:
            kinds = pages.setdefault(found.format.name, {one.name: [] for one in found.format.kind})
            kinds[found.kind.name].append(printable(path))
            silent += [one for one in (uncompared(page),) if one]
    return RecognitionDocument(
        version=__version__,
        root=printable(project.root.as_posix()),
        formats=sorted((_format(name, kinds, silent) for name, kinds in pages.items()), key=_number, reverse=True),
        others=others,
        assumptions=[AssumptionDocument.of(*pair) for pair in assumptions],
    )


def _format(name: str, kinds: dict[str, list[str]], silent: Iterable[Uncompared]) -> RecognizedFormat:
    found = [RecognizedKind(name=kind, pages=pages) for kind, pages in kinds.items() if pages]
    return RecognizedFormat(name=name, kinds=found, uncompared=by_format(one for one in silent if one.format == name))


def _number(format_: RecognizedFormat) -> int:
    return sum(len(kind.pages) for kind in format_.kinds)


def _unrecognized(page: Page) -> OtherPage:
    fits = page.parsed.fits
    if len(best(fits)) > 1:
        return _other(page.path, "unclear", reason_of(page), fits[0])
    nearest = next(filter(_is_like, fits), None)
    if nearest is None:
        return _other(page.path, "unlike", "no format has such pages, by their paths and texts")
    return _other(page.path, "unfit", evidence_of(nearest, page.rendered), nearest)


def _is_like(fit: Fit) -> bool:
    """Whether more than its path, and a section as any page may have it, speaks for a page being of a kind."""
    has_sections = fit.present > 1 or fit.present == fit.required > 0
    is_marked = fit.identity.format.is_anywhere
    return is_marked or has_sections or fit.title is not TitleFit.NONE or fit.has_footer or fit.has_front_matter


def _other(path: str, why: Why, reason: str, nearest: Fit | None = None) -> OtherPage:
    return OtherPage(
        path=printable(path),
        why=why,
        format=nearest.identity.format.name if nearest else "",
        kind=nearest.identity.kind.name if nearest else "",
        reason=printable(reason),
    )


_FEW = 3  # pages of each part, unless all are wanted
_FEW_FOLDERS = 4
_ORDER = ("unclear", "unfit", "unread", "unlike")


def render(found: RecognitionDocument, assumptions: Iterable[Assumed] = (), *, has_all: bool = False) -> Iterator[str]:
    """Yield the lines of the output, with the counts of what doclint assumes.

    Unless it `has_all`, it names folders, and the first pages of no kind only.
    """
    for format_ in found.formats:
        yield from _lines_of(format_, found.root, has_all=has_all)
        yield ""
    yield from _assumed(assumptions)
    if not found.others:
        yield "Every page is of a known kind." if found.formats else "There are no pages."
        return
    yield f"{counted(len(found.others), 'page')} of no known kind:"
    ordered = sorted(found.others, key=lambda one: (_ORDER.index(one.why), one.format, one.kind))
    hidden = 0
    for _, group in groupby(ordered, key=attrgetter("why", "format", "kind")):
        pages = list(group)
        yield safe(f"  {_why(pages)}:")
        if pages[0].why == "unlike" and not has_all and len(pages) > _FEW:
            yield from map(safe, _folders([one.path for one in pages], found.root))
            continue
        shown = pages if has_all else pages[:_FEW]
        hidden += len(pages) - len(shown)
        for one in shown:
            yield safe(f"      {path_from_here(one.path, found.root)}")
            reasons = one.reason.split("; ") if one.why in ("unfit", "unclear") else ()
            yield from (safe(f"          {reason}") for reason in reasons)
    if hidden:
        yield f"{counted(hidden, 'page')} more; `--all` lists all pages."


def _assumed(assumptions: Iterable[Assumed]) -> Iterator[str]:
    if lines := list(assumed(assumptions)):
        yield "What doclint assumes, and how often that was wrong in the last check of all pages:"
        yield from (f"  {line}" for line in lines)
        yield ""


def _lines_of(format_: RecognizedFormat, root: str, *, has_all: bool) -> Iterator[str]:
    yield safe(f"{format_.name}: {counted(sum(len(kind.pages) for kind in format_.kinds), 'page')}")
    rows = [(kind, f"{len(kind.pages):,}") for kind in format_.kinds]
    widths = max(len(kind.name) for kind, _ in rows), max(len(number) for _, number in rows)
    for kind, number in rows:
        where = "" if has_all else f"  {_place(kind.pages, root)}"
        yield safe(f"  {kind.name.ljust(widths[0])}  {number.rjust(widths[1])}{where}")
        yield from (safe(f"      {path_from_here(page, root)}") for page in (kind.pages if has_all else ()))
    for one in format_.uncompared:
        such = f"{'such as ' if one.pages > 1 else ''}{path_from_here(one.example, root)}"
        yield safe(f"  {counted(one.pages, 'page')} compared with no source, {such}: {one.because}")


def _why(pages: Sequence[OtherPage]) -> str:
    """Return why some pages, for the same reason, are of no kind."""
    is_, does, fits = ("is", "does", "fits") if len(pages) == 1 else ("are", "do", "fit")
    number, first = counted(len(pages), "page"), pages[0]
    match first.why:
        case "unfit":
            return f"{number} {is_} nearest to `{first.kind}` of `{first.format}`, but {does} not fit it"
        case "unclear":
            return f"{number} {fits} several kinds alike"
        case "unread":
            return f"{number} cannot be read"
    return f"{number} {does} not look like those of any format"


def _place(pages: Sequence[str], root: str) -> str:
    """Return where some pages are: the only one, their folder, or the folder that has all of their folders."""
    if len(pages) == 1:
        return path_from_here(pages[0], root)
    folders = set(map(dirname, pages))
    top = shown_folder(path_from_here(commonpath(folders), root) if all(folders) else "")
    return top if len(folders) == 1 else f"{counted(len(folders), 'folder')} of {top}"


def _folders(pages: Sequence[str], root: str) -> Iterator[str]:
    """Yield the folders of some pages with their numbers, those with the most pages first, and how many others are."""
    folders = Counter(map(dirname, pages)).most_common()
    rows = [
        (number, shown_folder(folder and path_from_here(folder, root))) for folder, number in folders[:_FEW_FOLDERS]
    ]
    if others := folders[_FEW_FOLDERS:]:
        rows.append((sum(number for _, number in others), counted(len(others), "other folder")))
    width = len(f"{max(number for number, _ in rows):,}")
    yield from (f"      {f'{number:,}'.rjust(width)}  {name}" for number, name in rows)
