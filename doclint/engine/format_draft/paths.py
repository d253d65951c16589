"""The paths of the pages of a kind: the template of them, and what its holes say of each page."""

from collections import Counter
from collections.abc import Callable, Sequence
from posixpath import basename, commonpath, dirname, splitext
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.formats.patterns.template import escaped
from doclint.repository.repository import Repository

_MIRRORED = 0.7  # share of the pages that are about a file or folder of the repository if all are meant to be
_SEPARATOR = expression(r"[._-]")
PAGE = "page"
"""The hole for the part of a path that names the page, if it names nothing else."""


class DraftPath(NamedTuple):
    """The template of the paths of some pages, and the values of its holes by page."""

    text: str
    values: list[dict[str, str]]


def draft_path(paths: Sequence[str], repository: Repository) -> DraftPath:
    """Return the template of some paths below the docs root."""
    return _mirror_of_files(paths, repository) or _mirror_of_folders(paths, repository) or _named(paths)


def _mirror_of_files(paths: Sequence[str], repository: Repository) -> DraftPath | None:
    """Return the template of pages about files, whose paths begin with those of the files: `{path}_docs.md`."""
    for ending in _endings(paths):
        subjects = [path.removesuffix(ending) for path in paths]
        if all(subjects) and _share(subjects, repository.is_file) >= _MIRRORED:
            return DraftPath(f"{{path}}{escaped(ending)}", [{"path": path} for path in subjects])
    return None


def _endings(paths: Sequence[str]) -> list[str]:
    """Return the endings that all paths have in common and that begin with a separator, the longest one first."""
    shortest = min(paths, key=len)
    common = next(
        (shortest[place:] for place in range(len(shortest)) if all(path.endswith(shortest[place:]) for path in paths)),
        "",
    )
    return [common[match.start() :] for match in _SEPARATOR.finditer(common) if "/" not in common[match.start() :]]


def _mirror_of_folders(paths: Sequence[str], repository: Repository) -> DraftPath | None:
    """Return the template of pages about folders, in a folder of the same path: `[{folder}/]index.md`."""
    names = {basename(path) for path in paths}
    folders = [dirname(path) for path in paths]
    if (
        len(names) > 1
        or len(set(folders)) < 2
        or _share([one for one in folders if one], repository.is_folder) < _MIRRORED
    ):
        return None
    name = escaped(names.pop())
    return DraftPath(
        f"[{{folder}}/]{name}" if "" in folders else f"{{folder}}/{name}", [{"folder": one} for one in folders]
    )


def _share(subjects: Sequence[str], is_there: Callable[[str], bool]) -> float:
    return sum(map(is_there, subjects)) / len(subjects) if subjects else 0.0


def _named(paths: Sequence[str]) -> DraftPath:
    """Return the template of pages that mirror nothing: the folders and the names that they have in common."""
    folders = [dirname(path) for path in paths]
    common = commonpath(folders) if all(folders) else ""
    below = {folder[len(common) :].strip("/") for folder in folders}
    between = "" if below == {""} else "[{_}/]" if "" in below else _between(below)
    folder = (f"{escaped(common)}/" if common else "") + between
    names = [basename(path) for path in paths]
    if len(set(names)) == 1:
        return DraftPath(folder + escaped(names[0]), [{} for _ in paths])
    begin, end = _around(names)
    values = [{PAGE: name[len(begin) : len(name) - len(end)]} for name in names]
    return DraftPath(f"{folder}{escaped(begin)}{{{PAGE}}}{escaped(end)}", values)


def _between(folders: set[str]) -> str:
    """Return the template of the folders between those that all paths begin with and the pages: `{_}/resources/`."""
    last = {basename(folder) for folder in folders}
    if len(last) == 1 and all("/" in folder for folder in folders):
        return f"{{_}}/{escaped(last.pop())}/"
    return "{_}/"


def _around(names: Sequence[str]) -> tuple[str, str]:
    """Return what all names begin and end with, up to a separator; there is something between them in each name."""
    end = next(iter(_endings(names)), "")
    stems = [name.removesuffix(end) for name in names]
    if not all(stems):
        end = splitext(names[0])[1] if len({splitext(name)[1] for name in names}) == 1 else ""
        stems = [name.removesuffix(end) for name in names]
    begins = Counter(stem[: match.end()] for stem in stems for match in _SEPARATOR.finditer(stem))
    shared = (begin for begin, count in begins.items() if count >= len(stems))
    begin = max(
        (one for one in shared if all(stem.startswith(one) and stem != one for stem in stems)), key=len, default=""
    )
    return begin, end
