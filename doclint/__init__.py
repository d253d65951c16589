"""A linter and validator for generated documentation.

What programs need is here: the functions of `doclint.api`, what they take, return and raise. It is loaded when it is
asked for, so that the command starts quickly.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from doclint.api import lint_corpus, lint_paths, lint_stream, lint_text
    from doclint.config.schema import Config
    from doclint.engine.report.report import Report
    from doclint.errors.exceptions import ConfigError, DoclintError, FormatError, PluginError, UsageError
    from doclint.formats.schema import Format
    from doclint.rule.finding import Finding
    from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

__version__ = "0.1.0"

__all__ = [
    "Config",
    "ConfigError",
    "DoclintError",
    "Finding",
    "Format",
    "FormatError",
    "Invalid",
    "Message",
    "PluginError",
    "Report",
    "Rule",
    "UsageError",
    "Valid",
    "Violation",
    "lint_corpus",
    "lint_paths",
    "lint_stream",
    "lint_text",
]

_HOMES = (
    "api",
    "config.schema",
    "engine.report.report",
    "errors.exceptions",
    "formats.schema",
    "rule.finding",
    "rule.rule",
)


def __getattr__(name: str) -> Any:
    if name in __all__:
        for home in _HOMES:
            module = import_module(f"{__name__}.{home}")
            found = getattr(module, name, None)
            if getattr(found, "__module__", None) == module.__name__:
                return found
    raise AttributeError(f"module `{__name__}` has no attribute `{name}`")
