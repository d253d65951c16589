from doclint.api.fix import (
    CorpusFixes as CorpusFixes,
    TextFixes as TextFixes,
    fix_corpus as fix_corpus,
    fix_text as fix_text,
)
from doclint.api.lint import (
    lint_corpus as lint_corpus,
    lint_paths as lint_paths,
    lint_stream as lint_stream,
    lint_text as lint_text,
)
from doclint.api.read import read_page as read_page
from doclint.api.render import render as render
from doclint.config.schema import Config as Config
from doclint.engine.report.report import Report as Report
from doclint.errors.exceptions import (
    ConfigError as ConfigError,
    DoclintError as DoclintError,
    FormatError as FormatError,
    PluginError as PluginError,
    UsageError as UsageError,
)
from doclint.formats.documented.symbols import DocumentedSymbol as DocumentedSymbol
from doclint.formats.patterns.pattern import Capture as Capture
from doclint.formats.reading.outline import Section as Section
from doclint.formats.schema.format import Format as Format
from doclint.markdown.document import Document as Document
from doclint.markdown.source import Edit as Edit, Fix as Fix, Source as Source, Span as Span
from doclint.output.page.contents import PageContents as PageContents
from doclint.page.claims import RelatedLines as RelatedLines
from doclint.page.page import Page as Page
from doclint.page.source_file import SourceFile as SourceFile
from doclint.repository.repository import Repository as Repository
from doclint.rule.finding import Finding as Finding
from doclint.rule.message import Message as Message
from doclint.rule.rule import (
    Corpus as Corpus,
    CorpusRule as CorpusRule,
    Fact as Fact,
    Invalid as Invalid,
    Note as Note,
    RepositoryRule as RepositoryRule,
    Rule as Rule,
    SourceRule as SourceRule,
    Valid as Valid,
)
from doclint.rule.violation import Violation as Violation
from doclint.source.language import Language as Language
from doclint.source.model import Declaration as Declaration
from doclint.source.symbols import Symbol as Symbol

__all__: list[str]
__version__: str
