"""The exceptions that doclint raises for errors that users can fix.

DoclintError            the base; messages name the file, the key and the value
├── BaselineError       a baseline cannot be read or written
├── ConfigError         a configuration cannot be read or is invalid
├── FormatError         a format cannot be read or is invalid
├── PluginError         a rule, or a package of rules, is broken
└── UsageError          the arguments of a call are invalid
"""

from collections.abc import Iterable
from typing import NamedTuple


class DoclintError(Exception):
    """The base of all errors meant for users. The command line prints them without a traceback and exits with 2."""


class BaselineError(DoclintError):
    """A baseline cannot be read or written."""


class ConfigError(DoclintError):
    """A configuration cannot be read or is invalid."""


class FormatMistake(NamedTuple):
    """A mistake in a format: the path of keys and indexes (0-based) to it, its line (1-based), and what is wrong.

    There is no line if the format does not come from a file.
    """

    path: tuple[str | int, ...]
    line: int | None
    message: str


class FormatError(DoclintError):
    """A format cannot be read or is invalid.

    If it is invalid, `mistakes` has all of them, each with its `path` of keys and indexes (0-based), its `line` in the
    file (1-based; None if there is none) and its `message`, and the text of the error has a line for each.
    """

    def __init__(self, message: str, mistakes: Iterable[FormatMistake] = ()) -> None:
        super().__init__(message)
        self.mistakes = tuple(mistakes)


class PluginError(DoclintError):
    """A rule, or a package of rules, is broken."""


class UsageError(DoclintError):
    """The arguments of a call are invalid: a value has a wrong type, a name is unknown, or a path does not exist."""
