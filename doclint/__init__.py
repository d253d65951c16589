"""A linter and validator for generated documentation.

Everything that programs and rules need is here. Each name is loaded when it is asked for, so that the command starts
quickly.
"""

from importlib import import_module

TYPE_CHECKING = False  # `typing` takes long to load; type checkers know the name
if TYPE_CHECKING:
    from doclint.api.fix import CorpusFixes, TextFixes, fix_corpus, fix_text
    from doclint.api.lint import lint_corpus, lint_paths, lint_stream, lint_text
    from doclint.api.read import read_page
    from doclint.api.render import render
    from doclint.config.schema import Config
    from doclint.engine.report.report import Report
    from doclint.errors.exceptions import ConfigError, DoclintError, FormatError, PluginError, UsageError
    from doclint.formats.documented.symbols import DocumentedSymbol
    from doclint.formats.patterns.pattern import Capture
    from doclint.formats.reading.outline import Section
    from doclint.formats.schema.format import Format
    from doclint.markdown.document import Document
    from doclint.markdown.source import Edit, Fix, Source, Span
    from doclint.output.page.contents import PageContents
    from doclint.page.claims import RelatedLines
    from doclint.page.page import Page
    from doclint.page.source_file import SourceFile
    from doclint.repository.repository import Repository
    from doclint.rule.finding import Finding
    from doclint.rule.message import Message
    from doclint.rule.rule import Corpus, CorpusRule, Fact, Invalid, Note, RepositoryRule, Rule, SourceRule, Valid
    from doclint.rule.violation import Violation
    from doclint.source.language import Language
    from doclint.source.model import Declaration
    from doclint.source.symbols import Symbol

__version__ = "0.1.0"

__all__ = [
    "Capture",
    "Config",
    "ConfigError",
    "Corpus",
    "CorpusFixes",
    "CorpusRule",
    "Declaration",
    "DoclintError",
    "Document",
    "DocumentedSymbol",
    "Edit",
    "Fact",
    "Finding",
    "Fix",
    "Format",
    "FormatError",
    "Invalid",
    "Language",
    "Message",
    "Note",
    "Page",
    "PageContents",
    "PluginError",
    "RelatedLines",
    "Report",
    "Repository",
    "RepositoryRule",
    "Rule",
    "Section",
    "Source",
    "SourceFile",
    "SourceRule",
    "Span",
    "Symbol",
    "TextFixes",
    "UsageError",
    "Valid",
    "Violation",
    "fix_corpus",
    "fix_text",
    "lint_corpus",
    "lint_paths",
    "lint_stream",
    "lint_text",
    "read_page",
    "render",
]

_MODULES = {
    "api.fix": ("CorpusFixes", "TextFixes", "fix_corpus", "fix_text"),
    "api.lint": ("lint_corpus", "lint_paths", "lint_stream", "lint_text"),
    "api.read": ("read_page",),
    "api.render": ("render",),
    "config.schema": ("Config",),
    "engine.report.report": ("Report",),
    "errors.exceptions": ("ConfigError", "DoclintError", "FormatError", "PluginError", "UsageError"),
    "formats.documented.symbols": ("DocumentedSymbol",),
    "formats.patterns.pattern": ("Capture",),
    "formats.reading.outline": ("Section",),
    "formats.schema.format": ("Format",),
    "markdown.document": ("Document",),
    "markdown.source": ("Edit", "Fix", "Source", "Span"),
    "output.page.contents": ("PageContents",),
    "page.claims": ("RelatedLines",),
    "page.page": ("Page",),
    "page.source_file": ("SourceFile",),
    "repository.repository": ("Repository",),
    "rule.rule": ("Corpus", "CorpusRule", "Fact", "Note", "Invalid", "Valid", "RepositoryRule", "Rule", "SourceRule"),
    "rule.finding": ("Finding",),
    "rule.message": ("Message",),
    "rule.violation": ("Violation",),
    "source.language": ("Language",),
    "source.model": ("Declaration",),
    "source.symbols": ("Symbol",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


if not TYPE_CHECKING:  # type checkers would take every name for one that is there

    def __getattr__(name: str) -> object:
        if name not in _MODULE_OF:
            raise AttributeError(f"module `{__name__}` has no attribute `{name}`")
        found = globals()[name] = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
        return found
