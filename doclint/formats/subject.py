"""The subject of a page: what it is about, and so what its variables ought to hold."""

from dataclasses import dataclass, field
from posixpath import basename, dirname, splitext

from doclint.formats.schema import Format, Kind, When

_UNKNOWN = "*"


@dataclass(frozen=True, slots=True)
class Subject:
    """A file, a folder, or (with `path` None) the repository as a whole.

    `path` is from the root of the repository, in posix form; the root folder is the empty path. `variables` maps each
    hole with a known value to the texts that are right there.
    """

    path: str | None
    is_folder: bool
    ext: str = ""
    family: str = ""
    variables: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def meets(self, when: When | None) -> bool:
        """Whether a condition holds for it, if there is one."""
        return when is None or self.family in when.family or self.ext in when.ext


def subject_of(kind: Kind, format_: Format, below_docs_root: str) -> Subject | None:
    """The subject of the page with that path below the docs root, if it is where pages of the kind lie.

    >>> from doclint.formats import builtin
    >>> format_ = builtin("repo-docs")
    >>> subject_of(format_.kind[0], format_, "src/app.py_docs.md").variables["name"]
    ('app.py',)
    """
    spans = kind.page.match(below_docs_root)
    if spans is None:
        return None
    holes = {name: below_docs_root[slice(*span)] for name, span in spans.items()}
    if "path" in kind.page.names:
        subject = file_subject(holes["path"], format_) if basename(holes["path"]) else None
    elif "folder" in kind.page.names:
        subject = folder_subject(holes.pop("folder", ""), format_)
    else:
        subject = Subject(None, is_folder=True)
    if subject is not None:
        subject.variables.update({name: (value,) for name, value in holes.items()})
    return subject


def file_subject(path: str, format_: Format) -> Subject:
    """The file at that path as a subject."""
    folder, name = dirname(path), basename(path)
    ext = splitext(name)[1]
    spec = format_.language.get(ext) or format_.language.get(_UNKNOWN)
    variables = {"path": (path,), "name": (name,), "ext": (ext,), **_shown(folder, format_)}
    if spec:
        variables |= {"language.type": (spec.type.fill({"ext": ext}),), "language.fence": (spec.fence,)}
    return Subject(path, is_folder=False, ext=ext, family=spec.family if spec else "", variables=variables)


def folder_subject(path: str, format_: Format) -> Subject:
    """The folder at that path as a subject."""
    return Subject(path, is_folder=True, variables=_shown(path, format_))


def _shown(folder: str, format_: Format) -> dict[str, tuple[str, ...]]:
    return {"folder": (folder,) if folder else (format_.root_name, "")}
