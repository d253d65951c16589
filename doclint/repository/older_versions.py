"""Older versions of generated wikis, which their generator keeps beside the current one."""

from doclint.errors.expressions import expression
from doclint.repository.exclusions import PatternGroup
from doclint.repository.repository import Repository

_CURRENT = expression(rb"(?:versions/)?([\w-][\w.-]{0,99})\s*\Z")
_ZREAD = ".zread/wiki"


def older_versions(repository: Repository) -> PatternGroup | None:
    """Return what leaves out all versions of a wiki of Zread but the one that its file `current` names.

    None if there is no such file, or if no folder has the version.
    """
    match = _CURRENT.match(repository.page(f"{_ZREAD}/current") or b"")
    version = f"{_ZREAD}/versions/{match[1].decode()}" if match else ""
    if not version or not repository.is_folder(version):
        return None
    patterns = (f"/{_ZREAD}/versions/*/", f"!/{version}/")
    return PatternGroup("older page", "versions of a wiki besides the current one", patterns)
