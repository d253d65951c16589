"""The subject of a page: the file or folder it is about, and the values that follow for the holes of its patterns."""

from collections.abc import Iterable, Iterator, Mapping
from posixpath import basename, dirname, splitext
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.formats.holes import SYMBOL
from doclint.source.language import language_of

if TYPE_CHECKING:
    from doclint.formats.schema.contents import When
    from doclint.formats.schema.format import Format, Kind, LanguageSpec
    from doclint.formats.schema.statements import Subjects

_UNKNOWN = "*"
_OF_LANGUAGE = frozenset({"language.type", "language.fence"})
_OF_FILE = frozenset({"path", "name", "ext", "folder"}) | _OF_LANGUAGE
_WORD = expression(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


class Subject(Struct, frozen=True):
    """A file, a folder, or (with `path` None) the repository as a whole, or a file that is not known.

    `path` is a posix path from the root of the repository; the root folder is the empty path. `ext` is the extension of
    a file with its dot, `family` the family of its language in the format. `variables` maps each hole with a known
    value to the texts that are correct there; `holes` are those of the path of the page. The two differ for `symbol`:
    other symbols of the page have the same hole, and paths often lack characters that names have.
    """

    path: str | None
    is_folder: bool
    ext: str = ""
    family: str = ""
    variables: dict[str, tuple[str, ...]] = {}
    holes: dict[str, str] = {}

    def meets(self, when: "When | None") -> bool:
        """Whether the subject meets a condition; true for None."""
        return when is None or self.family in when.family or self.ext in when.ext

    @property
    def name(self) -> str:
        """The name of the file or folder, without its path; empty for the root."""
        return basename(self.path or "")

    @property
    def folders(self) -> list[str]:
        """The names of the folders that contain the subject, the outermost first."""
        return [part for part in dirname(self.path or "").split("/") if part]

    def among(self, subjects: "Subjects", *, is_empty: bool | None) -> bool | None:
        """Whether the subject is among some files and folders; None if that is unknown.

        `is_empty` states whether the subject has no content, None if that is unknown.

        >>> from doclint.formats.schema.statements import Subjects
        >>> tests = Subjects(path=["test"], apart=["latest"])
        >>> Subject("src/test_app.py", is_folder=False).among(tests, is_empty=False)
        True
        >>> Subject("src/latest.py", is_folder=False).among(tests, is_empty=False)
        False
        """
        answers = list(self._answers(subjects))
        if subjects.empty:
            answers.append(is_empty)
        return False if False in answers else None if None in answers else True

    def _answers(self, subjects: "Subjects") -> Iterator[bool | None]:
        """Yield for each condition on the path or the type whether the subject meets it; None if that is unknown."""
        folders, name = self.folders, self.name
        for parts, names in ((subjects.path, [*folders, name]), (subjects.folders, folders), (subjects.name, [name])):
            if parts:
                yield any(_has(one, parts, subjects.apart) for one in names)
        if subjects.top:
            yield [*folders, name][0].casefold() in subjects.top
        if subjects.languages:
            language = None if self.is_folder else language_of(name)
            yield language.id in subjects.languages if language else None


def subject_of(kind: "Kind", format_: "Format", below_docs_root: str) -> Subject | None:
    """Return the subject of a page, given by its path below the docs root; None if pages of the kind lie elsewhere.

    >>> from doclint.formats.loading import builtin
    >>> format_ = builtin("repo-docs")
    >>> subject_of(format_.kind[0], format_, "src/app.py_docs.md").variables["name"]
    ('app.py',)
    """
    spans = kind.path.match(below_docs_root)
    if spans is None:
        return None
    holes = {name: below_docs_root[slice(*span)] for name, span in spans.items()}
    if kind.source:
        return source_subject(kind, format_, None, holes)
    if "path" in kind.path.names:
        subject = file_subject(holes["path"], format_) if basename(holes["path"]) else None
    elif "folder" in kind.path.names:
        subject = folder_subject(holes.pop("folder", ""), format_)
    else:
        subject = Subject(None, is_folder=True)
    if subject is None:
        return None
    subject.variables.update(_known(holes))
    subject.holes.update(holes)
    return subject


def known_holes(kind: "Kind") -> frozenset[str]:
    """Return the holes whose values follow from the paths of the pages of a kind, if they do for any such page."""
    of_path = frozenset(kind.path.names)
    if kind.source:
        return of_path | _OF_LANGUAGE
    return of_path | _OF_FILE if "path" in of_path else of_path


def file_subject(path: str, format_: "Format") -> Subject:
    """Return the file at a path as a subject."""
    folder, name = dirname(path), basename(path)
    ext = splitext(name)[1]
    spec = _language_spec(name, ext, format_)
    variables = {"path": (path,), "name": (name,), "ext": (ext,), **_folder_variables(folder, format_)}
    variables |= _types(spec, ext)
    return Subject(path, is_folder=False, ext=ext, family=spec.family if spec else "", variables=variables)


def source_subject(kind: "Kind", format_: "Format", path: str | None, holes: Mapping[str, str]) -> Subject:
    """Return the subject of a page whose kind has templates of sources, given its source if that is known.

    `holes` are those of the path of the page. The names of the parts of the source's path have no meaning on such
    pages, whose tables may well have a hole `name`.
    """
    extensions = {splitext(path)[1]} if path else {splitext(one.text)[1] for one in kind.source}
    ext = extensions.pop() if len(extensions) == 1 else ""
    spec = _language_spec(basename(path or ""), ext, format_)
    variables = _known(holes) | _types(spec, ext)
    family = spec.family if spec else ""
    return Subject(path, is_folder=False, ext=ext, family=family, variables=variables, holes=dict(holes))


def _known(holes: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {name: (value,) for name, value in holes.items() if name != SYMBOL}


def folder_subject(path: str, format_: "Format") -> Subject:
    """Return the folder at a path as a subject."""
    return Subject(path, is_folder=True, variables=_folder_variables(path, format_))


def _language_spec(name: str, ext: str, format_: "Format") -> "LanguageSpec | None":
    return format_.language.get(name) or format_.language.get(ext) or format_.language.get(_UNKNOWN)


def _types(spec: "LanguageSpec | None", ext: str) -> dict[str, tuple[str, ...]]:
    """Return what pages about files in a language say about the language."""
    return {"language.type": (spec.type.fill({"ext": ext}),), "language.fence": (spec.fence,)} if spec else {}


def _folder_variables(folder: str, format_: "Format") -> dict[str, tuple[str, ...]]:
    return {"folder": (folder,) if folder else (format_.root_name, "")}


def _has(name: str, parts: Iterable[str], apart: Iterable[str]) -> bool:
    """Whether a word of a name contains one of some parts, and none of those in `apart`."""
    words = [word.lower() for word in _WORD.findall(name)]
    return any(part in word for word in words if not any(other in word for other in apart) for part in parts)
