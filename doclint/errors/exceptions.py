"""What doclint raises.

DoclintError            the user can mend it: the text names the file, the key, the value
├── BaselineError       a baseline that cannot be read or written
├── ConfigError         a configuration that cannot be read or that says something impossible
├── FormatError         the same for a format
├── PluginError         a rule, or a package of rules, that is broken
└── UsageError          a call that makes no sense
"""


class DoclintError(Exception):
    """Base of all errors meant for users: the command line prints them without a traceback and exits with 2."""


class BaselineError(DoclintError):
    """A baseline that cannot be read, or that cannot be written."""


class ConfigError(DoclintError):
    """A configuration that cannot be read, or that says something impossible."""


class FormatError(DoclintError):
    """A format that cannot be read, or that says something impossible."""


class PluginError(DoclintError):
    """A rule, or a package of rules, that is broken."""


class UsageError(DoclintError):
    """A call that makes no sense: a path that is not there, a name that nothing has."""
