"""Which files in TOML doclint reads."""

from pathlib import Path as FilePath

from doclint.config import files
from doclint.errors.exceptions import DoclintError
from doclint.errors.expressions import expression
from doclint.formats.loading import BUILTIN, file_of_builtin
from doclint.server.toml.schema import FileKind

_KIND = expression(r"(?m)^[ \t]*+\[\[[ \t]*+kind[ \t]*+\]\]")
_TELLING = expression(
    r"(?m)^[ \t]*+(?:docs-root|marks|weak-marks|path|shape)[ \t]*+=|\[\[kind\.section\]\]|\bshape[ \t]*+="
)


def kind_of(path: FilePath | None, text: str, named: dict[FilePath, FileKind]) -> FileKind | None:
    """Return what a file is, given those that configurations name; None if doclint does not read it."""
    if path is not None:
        if path.name in files.FILES:
            return "config"
        if path in named:
            return named[path]
        if is_builtin(path):
            return "format"
    return "format" if _KIND.search(text) and _TELLING.search(text) else None


def is_builtin(path: FilePath | None) -> bool:
    """Whether a file is that of a format that comes with doclint."""
    return path is not None and path.stem in BUILTIN and path == file_of_builtin(path.stem)


def named_files(root: FilePath) -> dict[FilePath, FileKind]:
    """Return the files that the configuration of a root names: formats, and configurations that it extends."""
    try:
        settings = files.load(root)
    except DoclintError:
        return {}
    found: dict[FilePath, FileKind] = {root / layer.where: "config" for layer in settings.layers}
    return found | {root / name: "format" for name in settings.table.get("formats", ())}
