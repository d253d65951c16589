"""`doclint check --watch`, in processes of its own: rounds, what starts one, and how it ends."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from tree import write

from doclint.cli.main import run_cli

_PATIENCE = 60  # seconds for a round on a busy machine
_QUIET = 2  # seconds in which a change that starts a round would have started it
BROKEN = "# A page\n\nSee [b](b.md).\n"
WAITING = "doclint: waiting for changes; Ctrl-C ends this\n"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals of a terminal")


class Watcher:
    """A running command, and what it has printed."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self._text = ""

    def round(self) -> str:
        """Wait for the end of the next round, and return what it printed."""
        assert self.process.stdout is not None
        end = time.monotonic() + _PATIENCE
        while WAITING not in self._text:
            assert time.monotonic() < end, self._text
            if select.select([self.process.stdout], [], [], 1)[0]:
                self._text += os.read(self.process.stdout.fileno(), 65536).decode()
            assert self.process.poll() is None, self._text
        printed, _, self._text = self._text.partition(WAITING)
        return printed

    def is_quiet(self) -> bool:
        """Whether nothing is printed for a while."""
        assert self.process.stdout is not None
        return not self._text and not select.select([self.process.stdout], [], [], _QUIET)[0]

    def interrupt(self) -> tuple[int, str]:
        """Interrupt the command, and return its exit code and what it still printed."""
        self.process.send_signal(signal.SIGINT)
        out, _ = self.process.communicate(timeout=_PATIENCE)
        return self.process.returncode, out.decode()


@contextmanager
def watching(
    root: Path, *arguments: str, command: Sequence[str] = (sys.executable, "-m", "doclint")
) -> Iterator[Watcher]:
    run = [*command, "check", "--watch", *arguments]
    with subprocess.Popen(run, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        try:
            yield Watcher(process)
        finally:
            process.kill()


def test_changes_of_pages_sources_and_the_configuration_start_a_round(root: Path) -> None:
    write(root, ".gitignore", "/build/\n*.log\n")
    write(root, "docs/a.md", BROKEN)
    with watching(root, "--output-format", "concise") as watcher:
        assert watcher.round() == (
            "docs/a.md:3:5: error broken-link: The link `b.md` leads to `docs/b.md`, which does not exist\n"
        )
        write(root, "docs/b.md", "# B\n")
        assert watcher.round() == ""
        write(root, "new/deep/c.md", "# C\n\nSee [d](d.md).\n")
        assert "new/deep/c.md:3:5: error broken-link" in watcher.round()
        write(root, "new/deep/d.md", "# D\n")
        assert watcher.round() == ""
        write(root, "doclint.toml", "ignroe = []\n")
        assert "there is no setting `ignroe`; did you mean `ignore`?" in watcher.round()
        write(root, "doclint.toml", "")
        assert watcher.round() == ""
        write(root, "build/out.md", BROKEN)
        write(root, "docs/run.log", "x")
        assert watcher.is_quiet()
        assert watcher.interrupt() == (0, "")


def test_outputs_of_the_run_itself_start_none(root: Path) -> None:
    write(root, "docs/a.md", BROKEN)
    with watching(root, "--output-format", "concise", "--output-format", "json=docs/report.json") as watcher:
        watcher.round()
        assert (root / "docs/report.json").exists()
        assert watcher.is_quiet()


def test_module_of_the_working_directory_does_not_run(root: Path) -> None:
    write(root, "docs/a.md", "# A\n")
    write(root, "click.py", "raise SystemExit('a stranger runs')\n")
    command = Path(sys.executable).with_name("doclint")
    if not command.exists():
        pytest.skip("doclint is not installed as a command")
    with watching(root, command=[str(command)]) as watcher:
        assert "1 page checked, nothing found." in watcher.round()
        assert watcher.interrupt()[0] == 0


def test_library_that_is_missing_is_named(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    assert run_cli(["check", "--watch"]) == 2
    assert capsys.readouterr().err == (
        "doclint: --watch needs the package `watchfiles`; `pip install 'doclint[watch]'` adds it\n"
    )
