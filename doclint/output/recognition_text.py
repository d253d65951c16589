"""Which formats and kinds the pages of a project have, for people."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from posixpath import commonpath, dirname

from doclint.engine.brake import Assumed
from doclint.errors.wording import counted
from doclint.output.notices import assumed
from doclint.output.paths import path_from_here, shown_folder
from doclint.output.recognition import OtherPage, RecognitionDocument, RecognizedFormat
from doclint.output.terminal import safe

_FEW = 3  # pages of each part, unless all are wanted
_FEW_FOLDERS = 4
_ORDER = ("unclear", "unfit", "unread", "unlike")


def render(found: RecognitionDocument, assumptions: Iterable[Assumed] = (), *, has_all: bool = False) -> Iterator[str]:
    """Yield the lines of the output, with the counts of what doclint assumes.

    Unless it `has_all`, it names folders, and the first pages of no kind only.
    """
    for format_ in found.formats:
        yield from _format(format_, found.root, has_all=has_all)
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


def _format(format_: RecognizedFormat, root: str, *, has_all: bool) -> Iterator[str]:
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
