"""What a client asks about: paths in the one folder that doclint may read for it."""

import os
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from doclint.config.project import Project, by_root, nested_root
from doclint.engine.check_run import CheckRun, Resources
from doclint.engine.plan import Request, make_plans
from doclint.errors.exceptions import UsageError


class Workspace(Struct, frozen=True):
    """A folder, with all links resolved, outside of which nothing is read or written.

    The Python modules that its configuration names under `local-rules` run only with `local_rules`.
    """

    folder: Path
    local_rules: bool = False

    def enter(self) -> None:
        """Make the folder the working directory, so that paths in answers are relative to it."""
        os.chdir(self.folder)

    def file(self, path: str) -> Path:
        """Return the file or folder at a path, whether or not it exists. Raises UsageError if it is outside."""
        if "\0" in path:
            raise UsageError("the path has a NUL character")
        place = self.folder / path
        if not place.resolve().is_relative_to(self.folder):
            raise UsageError(f"`{path}` is outside of `{self.folder}`, which is all that doclint may read here")
        return place

    def runs(self, paths: Sequence[str], text: str | None, rules: Sequence[str]) -> list[CheckRun]:
        """Return the runs that check pages below some paths, by default all, or a text in the place of the only path.

        Raises UsageError if that is not one path, or if a path or a rule does not exist, and the errors of a broken
        configuration.
        """
        files = [self.file(path) for path in paths or [""]]
        if text is not None and len(paths) != 1:
            raise UsageError("a text needs one path, the page that it belongs to")
        data = None if text is None else text.encode(errors="surrogatepass")
        request = Request(
            files if data is None else (), list(rules) or None, text=None if data is None else (files[0], lambda: data)
        )
        root = None if all(map(self._is_in_repository, files)) else self.folder
        plans = make_plans(request, root=root, local_rules=self.local_rules)
        return [CheckRun(plan, Resources(has_cache=True)) for plan in plans]

    def project_of(self, file: Path) -> Project:
        """Return the project that a file belongs to. Raises the errors of a broken configuration."""
        [root] = by_root([file]) if self._is_in_repository(file) else [nested_root(self.folder)]
        return Project.at(root, local_rules=False)

    def _is_in_repository(self, file: Path) -> bool:
        """Whether a folder around a file that is not outside is a repository: else, its root is not looked for."""
        return any((place / ".git").exists() for place in (file, *file.parents) if place.is_relative_to(self.folder))
