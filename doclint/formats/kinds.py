"""The paths of pages: the kinds that a page can be of by its path, and the pages about a file or folder."""

from collections.abc import Iterable, Iterator
from itertools import islice
from posixpath import basename, dirname, normpath
from typing import TYPE_CHECKING, NamedTuple

from doclint.formats.subject import Subject, subject_of
from doclint.repository.paths import above, folder_around

if TYPE_CHECKING:
    from doclint.formats.schema.format import Format, Kind

_SUBJECTS = frozenset({"path", "folder"})
WHOSE = ("page", "parent")
"""The first parts of the names of holes that lead to pages: `page.KIND`, `parent.KIND`."""
LEADING = tuple(f"{whose}." for whose in WHOSE)
"""What the names of these holes begin with."""
_LONGEST = 4096  # characters of a path
_MOST_FOLDERS = 8  # above a page in which its source is looked for
_README = "readme"


class Identity(NamedTuple):
    """The format and the kind of a page, and its subject.

    `source_folders` are those that the templates of sources count from, the first ones first.
    """

    format: "Format"
    kind: "Kind"
    subject: Subject
    source_folders: tuple[str, ...] = ("",)


def candidates(path: str, formats: "Iterable[Format]") -> Iterator[Identity]:
    """Yield each kind whose pages can lie at a path from the repository root, in the order of the formats.

    The pages of a format without a docs root may be in any folder. Then the identity has the format with the folder of
    this page, and sources count from that folder, or else from the nearest one above it. A `README.md` is
    not about a symbol of that name: it introduces a folder, and may well have the headings of the pages there. Of a
    format with `folders`, the identity has the format with the folder around these.
    """
    for format_ in formats:
        if format_.docs_root is not None:
            yield from _candidates_below(path, format_)
        elif not format_.folders:
            yield from _candidates_anywhere(path, format_)
        elif (around := folder_around(path, format_.folders)) is not None:
            source_folders = (around, "") if around else ("",)
            yield from _candidates_below(path, format_.in_folder(around), source_folders)


def _candidates_below(path: str, format_: "Format", source_folders: tuple[str, ...] = ("",)) -> Iterator[Identity]:
    below = format_.below(path)
    if below is None:
        return
    for kind in format_.kind:
        subject = subject_of(kind, format_, below)
        if subject is not None:
            yield Identity(format_, kind, subject, source_folders)


def _candidates_anywhere(path: str, format_: "Format") -> Iterator[Identity]:
    parts = path.split("/")
    for kind in format_.kind:
        number = kind.path.text.count("/") + 1
        folder = "/".join(parts[:-number])
        # As many slashes as the template has leave none for its holes.
        subject = subject_of(kind, format_, "/".join(parts[-number:])) if number <= len(parts) else None
        if subject is not None and _README not in map(str.lower, subject.holes.values()):
            yield Identity(format_.in_folder(folder), kind, subject, (*islice(above(folder), _MOST_FOLDERS), ""))


def pages_of(path: str, formats: "Iterable[Format]") -> Iterator[str]:
    """Yield each path at which a page about a file or folder can lie: the inverse of `candidates`.

    All paths are from the root of the repository, and the root itself is the empty path. There are none for a path that
    is not in its shortest form or leads out of the root, nor for kinds whose paths have more than the subject: see
    `Kind.says_more`.
    """
    if not _is_inside(path):
        return
    for format_ in formats:
        for kind in format_.kind:
            for below in kind.path.texts({name: path for name in _SUBJECTS if name in kind.path.names}):
                subject = subject_of(kind, format_, below)
                if subject is not None and subject.path == path:
                    yield format_.at(below)


def page_at(kind: "Kind", format_: "Format", path: str) -> str | None:
    """Return the path of the page of a kind about a file or folder; all paths are from the root of the repository.

    Return None if the kind is about something else, or the paths of its pages say more than what they are about.
    """
    if len(kind.path.names) != 1 or kind.path.names[0] not in _SUBJECTS or kind.path.has_unread:
        return None
    below = next(kind.path.texts({kind.path.names[0]: path} if path else {}), None)
    return None if below is None else format_.at(below)


def described_files(page: str, formats: "Iterable[Format]") -> Iterator[str]:
    """Yield the files that a page with that path is about, if it is what its path promises: one for each fitting kind.

    All paths are from the root of the repository. This is what `candidates` yields of files, without the subjects.

    >>> from doclint.formats.loading import builtin
    >>> list(described_files("docs/src/app.py_kw.md", [builtin("repo-docs")]))
    ['src/app.py']
    """
    for format_ in formats:
        below = format_.below(page)
        if below is None:
            continue
        for kind in format_.kind:
            spans = kind.path.match(below) if kind.is_about_file else None
            if spans and basename(path := below[slice(*spans["path"])]):
                yield path


def lead_of(hole: str, subject: Subject, format_: "Format") -> str | None:
    """Return the path, from the root of the repository, that a hole `page.KIND` or `parent.KIND` leads to on a page
    with a subject; None if there can be no such page, and for any other hole.

    >>> from doclint.formats.loading import builtin
    >>> format_ = builtin("repo-docs")
    >>> subject = subject_of(format_.kind[0], format_, "src/core/app.py_docs.md")
    >>> [lead_of(hole, subject, format_) for hole in ("page.file-kw", "page.folder-doc", "parent.folder-index")]
    ['docs/src/core/app.py_kw.md', 'docs/src/core/doc.md', 'docs/src/index.md']
    """
    whose, _, name = hole.partition(".")
    kind = format_.kinds.get(name) if whose in WHOSE else None
    if kind is None or kind.says_more:
        return None
    folder = subject.path if subject.is_folder or subject.path is None else dirname(subject.path)
    about = folder if not kind.is_about_file else None if subject.is_folder else subject.path
    if whose == "parent":
        about = dirname(folder) if folder and kind.is_about_folder else None  # nothing contains the root
    if about is None and (kind.is_about_file or kind.is_about_folder):
        return None
    return format_.at(kind.path.fill(dict.fromkeys(_SUBJECTS, about) if about else {}))


def _is_inside(path: str) -> bool:
    """Whether a path from the root is in its shortest form and does not lead out."""
    if len(path) > _LONGEST or path in (".", "..") or path.startswith(("/", "../")):
        return False
    return not path or normpath(path) == path
