"""The exceptions that doclint raises for errors that users can fix.

DoclintError            the base; messages name the file, the key and the value
├── BaselineError       a baseline cannot be read or written
├── ConfigError         a configuration cannot be read or is invalid
├── FormatError         a format cannot be read or is invalid
├── PluginError         a rule, or a package of rules, is broken
└── UsageError          the arguments of a call are invalid
"""


class DoclintError(Exception):
    """The base of all errors meant for users. The command line prints them without a traceback and exits with 2."""


class BaselineError(DoclintError):
    """A baseline cannot be read or written."""


class ConfigError(DoclintError):
    """A configuration cannot be read or is invalid."""


class FormatError(DoclintError):
    """A format cannot be read or is invalid."""


class PluginError(DoclintError):
    """A rule, or a package of rules, is broken."""


class UsageError(DoclintError):
    """The arguments of a call are invalid: a path does not exist, or nothing has a name."""
