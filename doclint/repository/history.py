"""What the history of a repository says: files that are gone or have changed, and names that a change removed."""

import os
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname
from typing import NamedTuple

from msgspec import Struct

from doclint.errors.exceptions import UsageError
from doclint.errors.expressions import expression
from doclint.repository.paths import above, read_regular

_MOST_COMMITS = 5_000
_MOST_BYTES = 5_000_000
_MOST_REFS = 5_000_000  # bytes of a file of packed refs
_COMMIT = expression(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_REF = expression(rb"ref: (refs/(?!.*\.\.)[^\s\0\\]+)\Z")
_HEADER = "\x01"  # what a commit begins with in the log, which no letter for a change is
_DELETIONS = ("-z", "--name-status", "--diff-filter=DR", "--find-renames=100%", "--relative")
# Whatever the configuration of git says, the log has only this, and no program runs.
_PLAIN = (
    *("--no-ext-diff", "--no-textconv", "--no-color", "--no-show-signature", "--no-mailmap", "--no-notes"),
    *("--no-decorate", "--ignore-submodules=all", f"--format={_HEADER}%h %cs", "--abbrev=10", f"-O{os.devnull}"),
)


class Deletion(NamedTuple):
    """The commit that deleted a file, abbreviated, with its date, and the new path if it renamed the file."""

    commit: str
    date: str
    new_path: str = ""


class RemovedName(Struct, frozen=True):
    """A name that sources defined at a commit, and that none defines now.

    `owner` are the names of the classes around it, with dots, and `path` and `line` the place where it was defined.
    `suggestion` is the name that seems to have replaced it. If the `kind` is `extra`, `owner` is the distribution; if
    it is `endpoint`, the name are the segments of the path, and `owner` the methods.
    """

    name: str
    owner: str
    path: str
    line: int
    commit: str
    suggestion: str = ""
    kind: str = "name"


class Changes(Struct, frozen=True):
    """Changed files, as posix paths from the root.

    `present` were added or modified, `deleted` no longer exist. A renamed file is deleted under its old name and
    present under its new one. `base` is the commit that they are compared with.
    """

    present: frozenset[str]
    deleted: frozenset[str]
    base: str = ""


def changes_since(revision: str, root: Path) -> Changes:
    """Return the files below a root that differ from the merge base of a revision and HEAD, in the working tree.

    Ignored files and submodules are left out. Raises UsageError if git, the repository or the revision does not exist.
    """
    if not revision or revision[0] in "-^" or "\0" in revision:
        raise UsageError(f"`{revision}` is not a revision")
    from doclint.repository.git import Git

    git = Git(root)
    if revision == "HEAD" and not git.commit(revision):  # before the first commit
        files = git.fields(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        return Changes(frozenset(path for path in files if not path.endswith("/")), frozenset())
    base = git.base(revision)
    fields = iter(
        git.fields(
            ["diff", "--name-status", "-z", "--relative", "--no-renames", "--no-ext-diff", "--no-textconv"]
            + ["--no-color", "--ignore-submodules=all", f"-O{os.devnull}", base, "--"]
        )
    )
    status = {path: letter for letter, path in zip(fields, fields, strict=True)}
    untracked = git.fields(["ls-files", "-z", "--others", "--exclude-standard"])
    # A file that git no longer tracks can still exist.
    present = {path for path in untracked if not path.endswith("/")}
    present |= {path for path, letter in status.items() if letter != "D"}
    return Changes(frozenset(present), frozenset(status.keys() - present), base)


class CheckedOut(Struct, frozen=True):
    """The commit that is checked out, empty if there is none, and whether its history is complete."""

    commit: str = ""
    is_complete: bool = True


def head(root: Path) -> str:
    """Return the commit that is checked out; empty if there is none, or if its history is not complete."""
    found = checked_out(root)
    return found.commit if found.is_complete else ""


def checked_out(root: Path) -> CheckedOut:
    """Return what is checked out.

    The files of git say so without git: `HEAD` names a ref, which has a file of its own or a line of `packed-refs`
    (gitrepository-layout of git 2.47). git is asked where a root has no such files: below the top of a repository, in
    a linked working tree, with refs in tables.
    """
    folder = root / ".git"
    try:
        if folder.is_dir() and not folder.is_symlink():
            found = _plain_head(folder)
            if found:
                return CheckedOut(found, not (folder / "shallow").exists())
        elif not any((place / ".git").exists() for place in (root, *root.parents)):
            return CheckedOut()
    except OSError:
        return CheckedOut()
    return _asked_head(root)


def _plain_head(folder: Path) -> str:
    """Return the commit that the files in a `.git` name; empty if they do not."""
    content = _content(folder, "HEAD")
    ref = _REF.match(content)
    if ref is not None:
        content = _content(folder, ref[1].decode(errors="surrogateescape")) or _packed(folder, ref[1])
    return content.decode() if _COMMIT.match(content) else ""


def _packed(folder: Path, ref: bytes) -> bytes:
    lines = (line.partition(b" ") for line in _content(folder, "packed-refs", _MOST_REFS).splitlines())
    return next((commit for commit, _, name in lines if name == ref), b"")


def _content(folder: Path, name: str, size: int = 4096) -> bytes:
    """Return what a file in a `.git` has, without blanks around it; nothing for a link that leads out of it."""
    path = folder / name
    try:
        is_inside = path.resolve().is_relative_to(folder.resolve())
        return ((read_regular(str(path), size) if is_inside else None) or b"").strip()
    except (OSError, RuntimeError, ValueError):
        return b""


def _asked_head(root: Path) -> CheckedOut:
    from doclint.repository.git import Git

    try:
        git = Git(root)
        return CheckedOut(git.commit("HEAD"), not git.is_shallow)
    except UsageError:
        return CheckedOut()


def origin(root: Path, commit: str) -> str:
    """Return the address of the remote `origin` if one of its branches has a commit, else an empty text."""
    from doclint.repository.git import Git

    try:
        return Git(root).origin(commit)
    except UsageError:
        return ""


def deletions(root: Path, commit: str) -> dict[str, Deletion]:
    """Return the last deletion of each file below a root in the history of a commit, by its path from the root.

    A folder has the last deletion of a file in it. Only the last 5,000 commits count. There are none without git.
    """
    from doclint.repository.git import Git

    try:
        git = Git(root)
        # `git log --max-count` does not count commits that show nothing, and would read a history to its beginning.
        commits = git.commits(commit, _MOST_COMMITS)
        if not commits:
            return {}
        fields = git.first_fields(["log", "--stdin", "--no-walk=unsorted", *_DELETIONS, *_PLAIN], commits, _MOST_BYTES)
    except (UsageError, OSError):
        return {}
    found: dict[str, Deletion] = {}
    for path, deletion in _entries(iter(fields)):
        for place in above(path):
            if place in found:
                break
            found[place] = deletion if place == path else deletion._replace(new_path="")
    return found


def renames(root: Path, commit: str) -> dict[str, str]:
    """Return the new paths of the files below a root that a commit renamed, as git takes them for the same: at least
    half of a file is. To look for these in each commit would take too long, and so would one with many new files.
    """
    from doclint.repository.git import Git

    options = ["log", "--stdin", "--no-walk", "-z", "--name-status", "--diff-filter=R", "--find-renames=50%", "-l200"]
    try:
        fields = Git(root).first_fields([*options, "--relative", *_PLAIN], [commit], _MOST_BYTES)
    except (UsageError, OSError):
        return {}
    return {path: deletion.new_path for path, deletion in _entries(iter(fields))}


def tracked(root: Path) -> frozenset[str]:
    """Return the files below a root in git's index, and the folders that they are in, with a slash; none without git.

    A submodule is one of the files.
    """
    from doclint.repository.git import Git

    try:
        files = Git(root).fields(["ls-files", "-z", "--cached"])
    except UsageError:
        return frozenset()
    found: set[str] = set()
    for file in files:
        found.add(file)
        for folder in above(dirname(file)):
            if f"{folder}/" in found:
                break
            found.add(f"{folder}/")
    return frozenset(found)


def _entries(fields: Iterator[str]) -> Iterator[tuple[str, Deletion]]:
    """Yield the path of each file that a commit deleted or renamed, the last commit first."""
    deletion = Deletion("", "")
    for field in fields:
        status = field.lstrip("\n")
        if status.startswith(_HEADER):
            deletion = Deletion(*status.removeprefix(_HEADER).split(" ", 1))
        elif status:
            path = next(fields, "")
            new_path = next(fields, "") if status.startswith("R") else ""
            yield path, deletion._replace(new_path=new_path)
