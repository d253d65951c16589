"""A run in a process of its own, so that a page that crashes a parser cannot end the command silently.

Most parsers that doclint uses are written in C or Rust, and pages and sources may be hostile. So the command forks
before it loads much: a child does the work, and this process waits and exits as the child does. If the child crashes, a
second one does the work again and leaves every page to a worker; the report then names the page that ended its worker.
Nothing is reported twice, because a run writes its report last. If the second child crashes as well, a message says so,
and the exit code is 2.

This takes 2 % of a run over one page, mostly because the system copies what is loaded before the fork.

The command forks only on Linux, as workers do, and not under a debugger or profiler. Elsewhere a crash ends it, as it
ends any program, after `faulthandler` has shown the place in the code.
"""

import os
import signal
import sys
from itertools import pairwise

from doclint.cli import startup

TYPE_CHECKING = False  # `typing` takes long to load; type checkers know the name
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType
    from typing import NoReturn

_TROUBLE = 2  # the exit code; `common`, which names it as well, takes long to load
_SERVER = "server"
"""The command that needs no child: it has a worker of its own, and cannot read again what an editor has sent."""
_CRASHES = {"SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGKILL", "SIGSEGV", "SIGSYS", "SIGTRAP"}
"""The signals that end a process that crashes. SIGKILL is among them because the system sends it for want of memory."""

_report_pipe: int | None = None
"""In a child: the pipe in which it notes that it begins to write its report."""


def supervise(arguments: "Sequence[str]") -> bool:
    """Return in the process that must do the run. If that is a child, this process waits for it and exits as it does.

    The result is whether every page must be left to a worker, because the run has crashed before.
    """
    if not _can_fork() or arguments[:1] == [_SERVER]:
        _show_crashes()
        return False
    try:
        return _run_in_child(arguments)
    except (KeyboardInterrupt, ChildProcessError):
        _exit_with("interrupted")


def begin_report() -> None:
    """Note that the report begins: if the run crashes from here on, it must not start again."""
    if _report_pipe is not None:
        os.write(_report_pipe, b"\n")


def _run_in_child(arguments: "Sequence[str]") -> bool:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # if it is ignored, the system does not say how a child ended
    try:
        rewinds = _keep_standard_input(arguments)
        child = _Child.fork(rewinds=rewinds)
    except OSError:  # the system allows no more processes or pipes
        return False
    if child is None:
        return False
    crash = child.wait()
    if child.has_begun_report():
        _exit_with(f"the run crashed ({crash}) while it wrote its report")
    _print(f"the run crashed ({crash}); it starts again, with every page in a process of its own")
    try:
        child = _Child.fork(rewinds=rewinds)
    except OSError as error:
        _exit_with(f"cannot start again: {error.strerror}")
    if child is not None:
        _exit_with(f"the run crashed again ({child.wait()}), while it was not checking a page; there is no report")
    return True


class _Child:
    """A child process.

    It ends when the pipe `lifeline` is closed, at the latest when this process ends. If it has begun its report, there
    is something to read in `report_pipe`.
    """

    def __init__(self, process: int, lifeline: int, report_pipe: int) -> None:
        self.process = process
        self.lifeline = lifeline
        self.report_pipe = report_pipe

    @classmethod
    def fork(cls, *, rewinds: bool) -> "_Child | None":
        """Fork. Return the child, or None in the child, for which `rewinds` rewinds standard input. Raises OSError."""
        if rewinds:
            os.lseek(0, 0, os.SEEK_SET)
        watched, lifeline = os.pipe()
        report_pipe, noted = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        process = os.fork()
        if not process:
            os.close(lifeline)
            os.close(report_pipe)
            _prepare_child(watched, noted)
            return None
        os.close(watched)
        os.close(noted)
        return cls(process, lifeline, report_pipe)

    def wait(self) -> str:
        """Wait for the child. If it crashes, return the name of the signal, otherwise exit as it does.

        The first interrupt is passed on to the child. Raises KeyboardInterrupt at the second one.
        """
        try:
            _, status = os.waitpid(self.process, 0)
        except KeyboardInterrupt:
            os.kill(self.process, signal.SIGINT)
            _, status = os.waitpid(self.process, 0)
        code = os.waitstatus_to_exitcode(status)
        if code >= 0:
            os._exit(code)
        name = signal.Signals(-code).name
        if name not in _CRASHES:
            signal.signal(-code, signal.SIG_DFL)
            os.kill(os.getpid(), -code)
        return name

    def has_begun_report(self) -> bool:
        """Whether the child, which has ended, had begun its report."""
        try:
            return bool(os.read(self.report_pipe, 1))
        except BlockingIOError:  # nothing is there, but a worker of the child still runs
            return False


def _can_fork() -> bool:
    """Whether a fork is safe, and hides nothing from a debugger or profiler."""
    has_threads = len(sys._current_frames()) > 1  # noqa: SLF001 - `threading` takes long to load
    return sys.platform == "linux" and not has_threads and not startup.is_observed()


def _show_crashes() -> None:
    """Make a crash show the place in the Python code on standard error."""
    import faulthandler
    from contextlib import suppress

    with suppress(OSError, RuntimeError, ValueError):  # there is no standard error, or it is not a file
        faulthandler.enable()


def _keep_standard_input(arguments: "Sequence[str]") -> bool:
    """Replace standard input by a file if the run reads it, so that a second child can read it, too.

    Return whether it is a file now. Raises OSError.
    """
    if sys.stdin is None or not _reads_standard_input(arguments):
        return False
    from shutil import copyfileobj
    from tempfile import TemporaryFile

    with TemporaryFile() as copy, open(0, "rb", closefd=False) as stdin:
        copyfileobj(stdin, copy)
        copy.flush()
        os.dup2(copy.fileno(), 0)
    return True


def _reads_standard_input(arguments: "Sequence[str]") -> bool:
    """Whether an option, or the path `-`, asks for a page from standard input."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    paths = (path for before, path in pairwise(arguments) if before not in {"-o", "--output-file"})
    return "-" in paths or any(option.startswith("--stdin-filename") for option in options)


def _prepare_child(lifeline: int, report_pipe: int) -> None:
    """Make this process a child: it ends with its parent, and is interrupted once.

    A terminal interrupts both processes, and the parent passes interrupts on, so a child may get two for one.
    """
    import fcntl

    global _report_pipe  # noqa: PLW0603 - a process becomes a child once
    _report_pipe = report_pipe
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not if it is ignored
        signal.signal(signal.SIGINT, _interrupt_once)
    # The system sends this signal, which ends the process, when the parent has closed its end of the pipe.
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC)


def _interrupt_once(_number: int, _frame: "FrameType | None") -> "NoReturn":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _exit_with(message: str) -> "NoReturn":
    _print(message)
    os._exit(_TROUBLE)


def _print(message: str) -> None:
    from contextlib import suppress

    with suppress(OSError):  # there is no standard error
        os.write(2, f"doclint: {message}\n".encode())
