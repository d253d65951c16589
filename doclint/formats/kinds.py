"""The kind of a page, determined by its path and by its content, never by the path alone."""

from collections.abc import Iterable, Iterator
from posixpath import basename, dirname, normpath
from typing import NamedTuple

from doclint.formats.headings import find_footer, find_title, heading_match
from doclint.formats.schema import Format, Kind
from doclint.formats.subject import Subject, subject_of
from doclint.markdown.document import Document
from doclint.markdown.nodes import Heading

_SEVERAL = 3  # sections that suffice to identify a page
_SUBJECTS = frozenset({"path", "folder"})
WHOSE = ("page", "parent")
"""The first parts of the names of holes that lead to pages: `page.KIND`, `parent.KIND`."""
_LONGEST = 4096  # characters of a path


class Identity(NamedTuple):
    """The format and the kind of a page, and its subject."""

    format: Format
    kind: Kind
    subject: Subject


def candidates(path: str, formats: Iterable[Format]) -> Iterator[Identity]:
    """Yield each kind whose pages can lie at a path from the repository root, in the order of the formats."""
    for format_ in formats:
        below = format_.below(path)
        if below is None:
            continue
        for kind in format_.kind:
            subject = subject_of(kind, format_, below)
            if subject is not None:
                yield Identity(format_, kind, subject)


def pages_of(path: str, formats: Iterable[Format]) -> Iterator[str]:
    """Yield each path at which a page about a file or folder can lie: the inverse of `candidates`.

    All paths are from the root of the repository, and the root itself is the empty path. There are none for a path that
    is not in its shortest form or leads out of the root, nor for kinds whose paths have more than the subject: see
    `Kind.says_more`.
    """
    if not _is_inside(path):
        return
    for format_ in formats:
        for kind in format_.kind:
            for below in kind.page.texts({name: path for name in _SUBJECTS if name in kind.page.names}):
                subject = subject_of(kind, format_, below)
                if subject is not None and subject.path == path:
                    yield format_.at(below)


def page_at(kind: Kind, format_: Format, path: str) -> str | None:
    """Return the path of the page of a kind about a file or folder; all paths are from the root of the repository.

    Return None if the kind is about something else, or the paths of its pages say more than what they are about.
    """
    if len(kind.page.names) != 1 or kind.page.names[0] not in _SUBJECTS:
        return None
    below = next(kind.page.texts({kind.page.names[0]: path} if path else {}), None)
    return None if below is None else format_.at(below)


def described_files(page: str, formats: Iterable[Format]) -> Iterator[str]:
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
            spans = kind.page.match(below) if kind.is_about_file else None
            path = below[slice(*spans["path"])] if spans else ""
            if basename(path):
                yield path


def lead_of(hole: str, subject: Subject, format_: Format) -> str | None:
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
    return format_.at(kind.page.fill(dict.fromkeys(_SUBJECTS, about) if about else {}))


def _is_inside(path: str) -> bool:
    """Whether a path from the root is in its shortest form and does not lead out."""
    if len(path) > _LONGEST or path in (".", "..") or path.startswith(("/", "../")):
        return False
    return not path or normpath(path) == path


def identify(path: str, document: Document, formats: Iterable[Format]) -> Identity | None:
    """Return the kind of a page at a path: the one whose title it has, or else the one with most sections on the page.

    Without a title, the page must have the footer of the format, or at least three and half of the sections that the
    kind requires. Return None if no kind fits.
    """
    best: tuple[tuple[bool, float, bool], Identity] | None = None
    for candidate in candidates(path, formats):
        title, captures = find_title(document.blocks, candidate.kind)
        if captures is not None and title is not None and title.level == 1:
            return candidate
        present, required = _sections(document, candidate.kind)
        has_footer = find_footer(document.blocks, candidate.format.footer_of(candidate.kind))[2] is not None
        if not (captures or has_footer or (present >= _SEVERAL and present * 2 >= required)):
            continue
        evidence = (captures is not None, present / max(required, 1), has_footer)
        if best is None or evidence > best[0]:
            best = evidence, candidate
    return best[1] if best else None


def _sections(document: Document, kind: Kind) -> tuple[int, int]:
    """Count the required sections of a kind that a page has, and all required sections."""
    required = [place for place in kind.sections if place.spec.required and not place.spec.repeats]
    headings = [block for block in document.blocks if isinstance(block, Heading)]
    present = [place for place in required if any(heading_match(place, heading) is not None for heading in headings)]
    return len(present), len(required)
