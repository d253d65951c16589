"""git, the program, which `history` asks.

The repository may be untrusted, including its `.git` folder. So git must not run any program that the repository's
configuration names: hooks, file system monitors, filters, external diffs or transports.
"""

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Any, Self

from msgspec import Struct

from doclint.errors.exceptions import UsageError
from doclint.errors.expressions import expression

_QUIET = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    # Never fetch missing objects, by any protocol.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
}
# A configuration can name pipes for git to read, to which no one writes. No real repository takes so long.
_LONGEST = 300  # seconds
_PIECE = 1_000_000  # bytes that are read and dropped at a time
# In a git hook these variables are set, for a repository that may be another one than that of the root.
_HOOK_VARIABLES = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE"}
_BLAMED = expression(
    rb"^(?P<commit>[0-9a-f]{40,64}) \d+ (?P<line>\d+).*\n(?:[a-z].*\n)*?filename (?P<path>.*)$", re.MULTILINE
)
_SHALLOW = "; the clone is shallow: fetch more of its history (`git fetch --unshallow`, or `fetch-depth: 0` in CI)"


class LineOrigin(Struct, frozen=True):
    """The commit that wrote a line, and the path of the file there, from the folder in which git runs."""

    commit: str
    path: str


class Git:
    """The program git, run in a folder of a repository. Raises UsageError if there is no git, or no repository."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.program = _program()
        # A folder of the repository may look like a repository of its own, with a configuration.
        self.settings = ["core.fsmonitor=false", f"core.hooksPath={os.devnull}", "safe.bareRepository=explicit"]
        answer = self._run(["rev-parse", "--is-inside-work-tree", "--is-shallow-repository"])
        if answer.returncode or not answer.stdout.startswith(b"true"):
            raise UsageError(f"`{root}` is not in the working tree of a git repository{_reason(answer)}")
        self.is_shallow = answer.stdout.endswith(b"true\n")
        self.hint = _SHALLOW if self.is_shallow else ""
        self.settings += self._without_filters()

    def base(self, revision: str) -> str:
        """Return the last commit that HEAD and a revision have in common."""
        commit = self.commit(revision)
        if not commit:
            raise UsageError(f"git knows no revision `{revision}`{self.hint}")
        base = self._run(["merge-base", commit, "HEAD"])
        if base.returncode:
            raise UsageError(f"`{revision}` and HEAD have no history in common{_reason(base)}{self.hint}")
        return base.stdout.decode().strip()

    def fields(self, arguments: Sequence[str]) -> list[str]:
        """Return the fields that a command with the option `-z` prints."""
        done = self._run(arguments)
        if done.returncode:
            raise UsageError(f"git cannot list what has changed{_reason(done)}")
        return [os.fsdecode(field) for field in done.stdout.split(b"\0")[:-1]]

    def commit(self, revision: str) -> str:
        """Return the commit of a revision; empty if there is none."""
        done = self._run(["rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"])
        return "" if done.returncode else done.stdout.decode().strip()

    def origin(self, commit: str) -> str:
        """Return the address of the remote `origin` if one of its branches has a commit; empty otherwise."""
        branch = self._run(["for-each-ref", "--count=1", f"--contains={commit}", "refs/remotes/origin/"])
        return (
            self._run(["remote", "get-url", "origin"]).stdout.decode(errors="replace").strip() if branch.stdout else ""
        )

    def commits(self, commit: str, most: int) -> list[str]:
        """Return a commit and those before it, the last ones first."""
        done = self._run(["rev-list", f"--max-count={most}", commit, "--"])
        return [] if done.returncode else done.stdout.decode().split()

    def content(self, commit: str, path: str, size: int | None) -> bytes | None:
        """Return the first bytes of a file of a commit, or all of them for None; None if it has no such file.

        The path is from the folder in which git runs.
        """
        return self._first(["cat-file", "blob", f"{commit}:./{path}"], b"", size)

    def mainline(self, since: str, most: int) -> list[str]:
        """Return HEAD and its first parents, the last ones first, down to the commit that has `since` among its own.

        It is the last one, unless there are more than `most`, or HEAD does not descend from it.
        """
        plain = self._run(["rev-list", "--first-parent", f"--max-count={most}", "HEAD", "--"]).stdout.decode().split()
        if since in plain:
            return plain[: plain.index(since) + 1]
        within = ["rev-list", "--first-parent", "--ancestry-path", f"--max-count={most}", f"{since}..HEAD", "--"]
        return self._run(within).stdout.decode().split() or plain

    def origins(self, path: str, data: bytes) -> dict[int, LineOrigin]:
        """Return where each line of a file comes from, by line, 1-based; without lines not committed yet.

        The content of the file is `data`, whatever is on the disk.

        The path is from the folder in which git runs.
        """
        arguments = ["blame", "--line-porcelain", "--no-textconv", "--ignore-revs-file=", "--contents=-", "--", path]
        heads = _BLAMED.finditer(self._first(arguments, data, None) or b"")
        prefix = self._run(["rev-parse", "--show-prefix"]).stdout.removesuffix(b"\n")
        return {
            int(one["line"]): LineOrigin(one["commit"].decode(), os.fsdecode(one["path"].removeprefix(prefix)))
            for one in heads
            if one["commit"].strip(b"0")
        }

    def subject(self, commit: str) -> list[str]:
        """Return the abbreviated id of a commit, its author's date (`2026-03-14`), its subject and its own date."""
        form = "--format=%h%x00%as%x00%s%x00%cs%x00"
        plain = ["--no-patch", "--no-show-signature", "--no-color", "--no-notes", "--abbrev=10"]
        return self.fields(["show", *plain, form, commit, "--"])[:4]

    def first_fields(self, arguments: Sequence[str], commits: Sequence[str], most: int) -> list[str]:
        """Return the fields among the first bytes that a command with the options `-z` and `--stdin` prints about some
        commits; none if it fails, or takes too long.
        """
        data = self._first(arguments, "".join(f"{one}\n" for one in commits).encode(), most)
        return [os.fsdecode(field) for field in (data or b"").split(b"\0")[:-1]]

    def _first(self, arguments: Sequence[str], given: bytes, most: int | None) -> bytes | None:
        """Return the first bytes that a command prints that reads others; None if it fails, or takes too long."""
        with self.started(arguments) as process, limited(process):
            assert process.stdin is not None and process.stdout is not None  # noqa: PT018 - they are pipes
            with suppress(BrokenPipeError):
                process.stdin.write(given)
                process.stdin.close()
            data = process.stdout.read(-1 if most is None else most)
            is_cut = bool(process.stdout.read(1))
            if is_cut:
                process.kill()
        return data if is_cut or not process.returncode else None

    def started(self, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
        """Start a command whose input and output are pipes."""
        surroundings = {**self._surroundings, "stdin": subprocess.PIPE}
        return subprocess.Popen(  # noqa: S603 - no shell, and every argument is checked
            self._command(arguments), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **surroundings
        )

    def _without_filters(self) -> Iterator[str]:
        """Yield settings that switch off every filter. Otherwise git runs filters to see whether a file has changed."""
        done = self._run(["config", "-z", "--name-only", "--get-regexp", r"^filter\."])
        names = {os.fsdecode(key).rpartition(".")[0] for key in done.stdout.split(b"\0") if key}
        for name in sorted(names):
            if "=" in name:
                raise UsageError(
                    f"The configuration of git has `{name}`, whose `=` keeps doclint from switching it off"
                )
            yield from (f"{name}.clean=", f"{name}.process=", f"{name}.required=false")

    def _run(self, arguments: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
        try:
            return subprocess.run(  # noqa: S603 - no shell, and the revision is checked
                self._command(arguments), capture_output=True, check=False, timeout=_LONGEST, **self._surroundings
            )
        except subprocess.TimeoutExpired as error:
            raise UsageError(f"git has not answered for {_LONGEST} seconds") from error
        except OSError as error:
            raise UsageError(f"Cannot run git: {error.strerror}") from error

    def _command(self, arguments: Sequence[str]) -> list[str]:
        return [self.program, *(part for setting in self.settings for part in ("-c", setting)), *arguments]

    @property
    def _surroundings(self) -> dict[str, Any]:
        """How each process is started."""
        environment = {name: value for name, value in os.environ.items() if name not in _HOOK_VARIABLES}
        return {"cwd": self.root, "env": environment | _QUIET, "stdin": subprocess.DEVNULL}


@contextmanager
def limited(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Kill a process if the block, which waits for what it prints, takes too long."""
    end = Timer(_LONGEST, process.kill)
    end.start()
    try:
        yield
    finally:
        end.cancel()


class Blobs:
    """The files of commits, read by one process of git, because to start one takes long. It ends with the block.

    `asked` is the number of files that it was asked for.
    """

    def __init__(self, git: Git) -> None:
        self.asked = 0
        self._process = git.started(["cat-file", "--batch"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._process.kill()
        self._process.communicate()

    def content(self, commit: str, path: str, size: int | None) -> bytes | None:
        """Return the first bytes of a file of a commit; see `Git.content`."""
        self.asked += 1
        if "\n" in path:  # which ends a name
            return None
        with limited(self._process):
            return self._content(commit, path, size)

    def _content(self, commit: str, path: str, size: int | None) -> bytes | None:
        given, found = self._process.stdin, self._process.stdout
        assert given is not None and found is not None  # noqa: PT018 - they are pipes
        try:
            given.write(f"{commit}:./{path}\n".encode(errors="surrogateescape"))
            given.flush()
        except (BrokenPipeError, UnicodeEncodeError):
            return None
        kind, _, length = found.readline().decode(errors="replace").rstrip("\n").rpartition(" ")
        if not length.isdecimal() or " " not in kind:
            return None
        left = int(length)
        data = found.read(left if size is None else min(size, left))
        left -= len(data)
        while left > 0:
            left -= len(found.read(min(left, _PIECE)) or b" " * left)
        found.read(1)
        return data if kind.endswith(" blob") else None


def _program() -> str:
    """Return the path of git. Relative folders of the search path are skipped: the repository could have a git of its
    own there.
    """
    name = "git.exe" if os.name == "nt" else "git"
    places = (Path(folder, name) for folder in os.get_exec_path() if Path(folder).is_absolute())
    found = next((place for place in places if place.is_file() and os.access(place, os.X_OK)), None)
    if found is None:
        raise UsageError("Cannot find git, which lists what has changed")
    return str(found)


def _reason(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the first line of git's error message, as the end of a sentence."""
    line = done.stderr.decode(errors="replace").strip().partition("\n")[0]
    return f": {line}" if line else ""
