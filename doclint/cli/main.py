"""The entry point of the command line. The commands are in the other modules of this package, grouped by subject."""

import os
import sys

from doclint import __version__
from doclint.cli import startup, supervisor


def main() -> None:
    """Run doclint and exit: 0 for a clean run, 1 for findings, 2 for anything else."""
    startup.pause_garbage_collection()
    startup.leave_out_pydantic_plugins()
    arguments = sys.argv[1:]
    has_crashed = supervisor.supervise(arguments)
    startup.leave(run_cli(arguments, has_crashed=has_crashed))


def run_cli(arguments: list[str], *, has_crashed: bool = False) -> int:
    """Run doclint with some arguments, and return the exit code.

    If the run `has_crashed` before, every page is left to a worker.
    """
    import click

    from doclint.cli.commands import cli
    from doclint.cli.common import CLEAN, TROUBLE, echo_err
    from doclint.errors.exceptions import DoclintError

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = cli.main(arguments, prog_name="doclint", standalone_mode=False, obj=has_crashed)
        return code if isinstance(code, int) else CLEAN
    except DoclintError as error:
        echo_err(f"doclint: {error}")
    except click.ClickException as error:
        from doclint.cli import usage

        echo_err(usage.message(error))
    except (click.Abort, KeyboardInterrupt):
        click.echo("doclint: interrupted", err=True)
    except BrokenPipeError:
        # The reader has closed the pipe; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        echo_err(f"doclint: {error}")
    except SystemExit:  # of click, if the reader has closed the pipe
        raise
    except BaseException as error:  # noqa: BLE001 - findings have the exit code that an uncaught exception would give
        _report_bug(error, arguments)
    return TROUBLE


def _report_bug(error: BaseException, arguments: list[str]) -> None:
    from doclint.cli.common import echo_err

    echo_err(f"doclint {__version__}: this is a bug in doclint: {type(error).__name__}: {error}")
    if "-v" in arguments or "--verbose" in arguments:
        import traceback

        echo_err("".join(traceback.format_exception(error)))
    else:
        echo_err("Please report it, with what doclint prints with -v.")
