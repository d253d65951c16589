"""The command line: arguments in, exit code out. One module for the commands of one subject; no logic."""

import gc
import os
import sys
from typing import NoReturn

_PATIENCE = 5.0  # seconds for what is to be done at the end


def main() -> None:
    """Run doclint and exit: 0 for clean, 1 for findings, 2 for anything else."""
    # What start-up makes stays to the end; looking through it for garbage takes a twentieth of a short run. That of
    # pages is looked for again, once the first one comes.
    gc.disable()
    code = run_cli(sys.argv[1:])
    if sys.gettrace() is None and sys.getprofile() is None:
        _leave(code)
    sys.exit(code)


def _leave(code: int) -> NoReturn:
    """End at once: to take apart what is loaded takes a fifth of a short run."""
    import atexit
    import threading
    from contextlib import suppress

    # What others want to be done at the end may wait for workers that were interrupted in the midst of something.
    last = threading.Thread(target=atexit._run_exitfuncs, daemon=True)  # noqa: SLF001
    last.start()
    last.join(_PATIENCE)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError):  # whoever listened was told, or has gone
                stream.flush()
    os._exit(code)


def run_cli(arguments: list[str]) -> int:
    """Run doclint with some arguments; the exit code."""
    import click

    from doclint.cli.commands import cli
    from doclint.cli.common import CLEAN, TROUBLE, tell
    from doclint.errors.exceptions import DoclintError

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = cli.main(arguments, prog_name="doclint", standalone_mode=False)
        return code if isinstance(code, int) else CLEAN
    except DoclintError as error:
        tell(f"doclint: {error}")
    except click.ClickException as error:
        import io

        shown = io.StringIO()
        error.show(shown)
        tell(shown.getvalue().removesuffix("\n"))
    except (click.Abort, KeyboardInterrupt):
        click.echo("doclint: interrupted", err=True)
    except BrokenPipeError:
        # The reader has seen enough; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        tell(f"doclint: {error}")
    except Exception as error:  # noqa: BLE001 - findings have the exit code that an uncaught exception would give
        _report_bug(error, arguments)
    return TROUBLE


def _report_bug(error: Exception, arguments: list[str]) -> None:
    from doclint import __version__
    from doclint.cli.common import tell

    tell(f"doclint {__version__}: this is a bug of doclint: {type(error).__name__}: {error}")
    if "-v" in arguments or "--verbose" in arguments:
        import traceback

        tell("".join(traceback.format_exception(error)))
    else:
        tell("With -v it shows where; please report it.")
