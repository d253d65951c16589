from doclint.errors.expressions import expression as expression
from doclint.errors.wording import misspelled_word as misspelled_word, plural as plural
from doclint.formats.kinds import candidates as candidates, page_at as page_at
from doclint.formats.patterns.pattern import Captures as Captures
from doclint.formats.reading.fences import Fence as Fence
from doclint.formats.reading.levels import longest_ascent as longest_ascent
from doclint.formats.reading.outline import Disorder as Disorder
from doclint.kit.documented import (
    FIELD_KINDS as FIELD_KINDS,
    PARAMETER_KINDS as PARAMETER_KINDS,
    Compared as Compared,
    can_say as can_say,
    compared as compared,
    every_symbol as every_symbol,
    spec_of as spec_of,
)
from doclint.kit.format_assumptions import as_word as as_word, format_assumption as format_assumption
from doclint.kit.history import is_about_history as is_about_history
from doclint.kit.indexes import indexes_of as indexes_of
from doclint.kit.information import has_no_information as has_no_information, is_default as is_default
from doclint.kit.lists import (
    expected_symbols as expected_symbols,
    lines_of_symbols as lines_of_symbols,
    listed_symbols as listed_symbols,
    removal as removal,
    without_entries as without_entries,
)
from doclint.kit.stated_types import StatedType as StatedType, stated_types_of as stated_types_of
from doclint.kit.statements import (
    generated_prose as generated_prose,
    generated_texts as generated_texts,
    shown_text as shown_text,
)
from doclint.markdown.html import Attribute as Attribute, elements as elements, unescaped as unescaped
from doclint.markdown.mojibake import repaired as repaired
from doclint.markdown.parser import parse as parse
from doclint.markdown.rows import BAR as BAR, cells as cells
from doclint.markdown.slugs import slug as slug
from doclint.markdown.source import REPLACEMENT as REPLACEMENT, Places as Places, Undecodable as Undecodable
from doclint.markdown.suppressions import is_silent as is_silent
from doclint.page.citations import citations as citations
from doclint.page.declared import declared as declared
from doclint.page.examples.code_examples import CodeExample as CodeExample, examples_of as examples_of
from doclint.page.examples.misuses import (
    MissingAttribute as MissingAttribute,
    MissingImport as MissingImport,
    UnboundCall as UnboundCall,
    WrongCall as WrongCall,
)
from doclint.page.examples.python_uses import python_uses as python_uses
from doclint.page.examples.undefined_names import undefined_names as undefined_names
from doclint.page.folder import (
    described_beside as described_beside,
    folder_contents as folder_contents,
    is_about_docs as is_about_docs,
)
from doclint.page.links import (
    destination_span as destination_span,
    linked_paths as linked_paths,
    links_and_definitions as links_and_definitions,
    target_of as target_of,
    with_path as with_path,
)
from doclint.page.page_source import declarations_of as declarations_of
from doclint.repository.paths import is_below as is_below
from doclint.repository.repository import remembered as remembered
from doclint.rule.message import Argument as Argument, Severity as Severity
from doclint.rule.rule import MemberRule as MemberRule
from doclint.rule.violation import MOST_RELATED as MOST_RELATED, lines_of as lines_of
from doclint.source.answer import Found as Found, Missing as Missing
from doclint.source.compare.types import TYPING_ALIASES as TYPING_ALIASES, contradicts as contradicts
from doclint.source.compare.values import contradicts_value as contradicts_value
from doclint.source.language import (
    is_markdown as is_markdown,
    language_of as language_of,
    languages_of_fence as languages_of_fence,
)
from doclint.source.lookup import fitting as fitting
from doclint.source.model import DeclaredParameter as DeclaredParameter

from . import documented as documented, parameters as parameters

__all__: list[str]
