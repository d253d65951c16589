"""What git says has changed since a revision.

The repository may be a stranger's, archive of its `.git` folder and all, so git runs nothing that its configuration
names: no hook, file system monitor, filter, external diff or transport.
"""

import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from doclint.errors.exceptions import UsageError

_QUIET = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    # What is not there is not fetched, by any protocol.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
}
# A git hook that runs doclint has these set, for a repository that need not be the one of the root.
_OF_ANOTHER = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE"}
_SHALLOW = "; the clone is shallow: fetch more of its history (`git fetch --unshallow`, or `fetch-depth: 0` in CI)"


class Changes(NamedTuple):
    """Files that are other than before, as posix paths from the root. A renamed file is one of each.

    `present` were added or modified, `deleted` are no longer there.
    """

    present: frozenset[str]
    deleted: frozenset[str]


def changes_since(revision: str, root: Path) -> Changes:
    """What has changed below a root between the point where the history of HEAD left that of a revision, and the
    files as they lie there.

    Files that git ignores and submodules are left out. Raises UsageError where git, the repository or the revision is
    not to be had.
    """
    if not revision or revision[0] in "-^" or "\0" in revision:
        raise UsageError(f"`{revision}` is no revision")
    git = _Git(root)
    base = git.base(revision)
    fields = iter(
        git.fields(
            ["diff", "--name-status", "-z", "--relative", "--no-renames", "--no-ext-diff", "--no-textconv"]
            + ["--no-color", "--ignore-submodules=all", base, "--"]
        )
    )
    status = {path: letter for letter, path in zip(fields, fields, strict=True)}
    untracked = git.fields(["ls-files", "-z", "--others", "--exclude-standard"])
    # What git no longer tracks can still be there.
    there = {path for path in untracked if not path.endswith("/")}
    there |= {path for path, letter in status.items() if letter != "D"}
    return Changes(frozenset(there), frozenset(status.keys() - there))


class _Git:
    """git, in a folder of a repository."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.program = _program()
        self.settings = ["core.fsmonitor=false", f"core.hooksPath={os.devnull}"]
        memo = self._ask(["rev-parse", "--is-inside-work-tree", "--is-shallow-repository"])
        if memo.returncode or not memo.stdout.startswith(b"true"):
            raise UsageError(f"`{root}` is not in the working tree of a git repository{_reason(memo)}")
        self.hint = _SHALLOW if memo.stdout.endswith(b"true\n") else ""
        self.settings += self._without_filters()

    def base(self, revision: str) -> str:
        """The last commit that HEAD and the revision have in common."""
        commit = self._ask(["rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"])
        if commit.returncode:
            raise UsageError(f"git knows no revision `{revision}`{self.hint}")
        base = self._ask(["merge-base", commit.stdout.decode().strip(), "HEAD"])
        if base.returncode:
            raise UsageError(f"`{revision}` and HEAD have no history in common{_reason(base)}{self.hint}")
        return base.stdout.decode().strip()

    def fields(self, arguments: Sequence[str]) -> list[str]:
        """What git answers with `-z`."""
        done = self._ask(arguments)
        if done.returncode:
            raise UsageError(f"git cannot tell what has changed{_reason(done)}")
        return [os.fsdecode(field) for field in done.stdout.split(b"\0")[:-1]]

    def _without_filters(self) -> Iterator[str]:
        """Settings that switch off every filter; without, git runs them to see whether a file has changed."""
        done = self._ask(["config", "-z", "--name-only", "--get-regexp", r"^filter\."])
        names = {os.fsdecode(key).rpartition(".")[0] for key in done.stdout.split(b"\0") if key}
        for name in sorted(names):
            if "=" in name:
                raise UsageError(f"The configuration of git has `{name}`, which cannot be switched off")
            yield from (f"{name}.clean=", f"{name}.process=", f"{name}.required=false")

    def _ask(self, arguments: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
        settings = [part for setting in self.settings for part in ("-c", setting)]
        environment = {name: value for name, value in os.environ.items() if name not in _OF_ANOTHER}
        try:
            return subprocess.run(  # noqa: S603 - no shell, and what a user says comes after a check
                [self.program, *settings, *arguments],
                cwd=self.root,
                env=environment | _QUIET,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
        except OSError as error:
            raise UsageError(f"git cannot be run: {error.strerror}") from error


def _program() -> str:
    """Where git is. Folders of the search path that depend on the working directory could hold a stranger's."""
    name = "git.exe" if os.name == "nt" else "git"
    places = (Path(folder, name) for folder in os.get_exec_path() if Path(folder).is_absolute())
    found = next((place for place in places if place.is_file() and os.access(place, os.X_OK)), None)
    if found is None:
        raise UsageError("There is no git, which tells what has changed")
    return str(found)


def _reason(done: subprocess.CompletedProcess[bytes]) -> str:
    """What git says of a failure, if anything."""
    said = done.stderr.decode(errors="replace").strip().partition("\n")[0]
    return f": {said}" if said else ""
