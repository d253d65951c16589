"""What rules share: how to read what a page says, and how to compare it with its repository.

Each name is loaded when it is asked for. The modules `nodes`, `shapes` and `schema` have the parts of a page and of a
format, `parameters` and `examples` what pages say of functions and show as code.
"""

from importlib import import_module

TYPE_CHECKING = False  # `typing` takes long to load; type checkers know the name
if TYPE_CHECKING:
    from doclint.errors.expressions import expression
    from doclint.errors.wording import misspelled_word, plural
    from doclint.formats.kinds import candidates, page_at
    from doclint.formats.patterns.pattern import Captures
    from doclint.formats.reading.fences import Fence
    from doclint.formats.reading.levels import longest_ascent
    from doclint.formats.reading.outline import Disorder
    from doclint.kit.documented import FIELD_KINDS, PARAMETER_KINDS, Compared, can_say, compared, every_symbol, spec_of
    from doclint.kit.format_assumptions import as_word, format_assumption
    from doclint.kit.history import is_about_history
    from doclint.kit.indexes import indexes_of
    from doclint.kit.information import has_no_information, is_default
    from doclint.kit.lists import expected_symbols, lines_of_symbols, listed_symbols, removal, without_entries
    from doclint.kit.member_rule import MemberRule
    from doclint.kit.stated_types import StatedType, stated_types_of
    from doclint.kit.statements import generated_prose, generated_texts, shown_text
    from doclint.markdown.html import Attribute, elements, unescaped
    from doclint.markdown.mojibake import repaired
    from doclint.markdown.parser import parse
    from doclint.markdown.rows import BAR, cells
    from doclint.markdown.slugs import slug
    from doclint.markdown.source import REPLACEMENT, Places, Undecodable
    from doclint.markdown.suppressions import is_silent
    from doclint.page.citations import citations
    from doclint.page.declared import declared
    from doclint.page.examples.code_examples import CodeExample, examples_of
    from doclint.page.examples.misuses import MissingAttribute, MissingImport, UnboundCall, WrongCall
    from doclint.page.examples.python_uses import python_uses
    from doclint.page.examples.undefined_names import undefined_names
    from doclint.page.folder import described_beside, folder_contents, is_about_docs
    from doclint.page.links import destination_span, linked_paths, links_and_definitions, target_of, with_path
    from doclint.page.page_source import declarations_of
    from doclint.repository.paths import is_below
    from doclint.repository.repository import remembered
    from doclint.rule.message import Argument, Severity
    from doclint.rule.violation import MOST_RELATED, lines_of
    from doclint.source.answer import Found, Missing
    from doclint.source.compare.types import TYPING_ALIASES, contradicts
    from doclint.source.compare.values import contradicts_value
    from doclint.source.language import is_markdown, language_of, languages_of_fence
    from doclint.source.lookup import fitting
    from doclint.source.model import DeclaredParameter

__all__ = [
    "BAR",
    "FIELD_KINDS",
    "MOST_RELATED",
    "PARAMETER_KINDS",
    "REPLACEMENT",
    "TYPING_ALIASES",
    "Argument",
    "Attribute",
    "Captures",
    "CodeExample",
    "Compared",
    "DeclaredParameter",
    "Disorder",
    "Fence",
    "Found",
    "MemberRule",
    "Missing",
    "MissingAttribute",
    "MissingImport",
    "Places",
    "Severity",
    "StatedType",
    "UnboundCall",
    "Undecodable",
    "WrongCall",
    "as_word",
    "can_say",
    "candidates",
    "cells",
    "citations",
    "compared",
    "contradicts",
    "contradicts_value",
    "declarations_of",
    "declared",
    "described_beside",
    "destination_span",
    "elements",
    "every_symbol",
    "examples_of",
    "expected_symbols",
    "expression",
    "fitting",
    "folder_contents",
    "format_assumption",
    "generated_prose",
    "generated_texts",
    "has_no_information",
    "indexes_of",
    "is_about_docs",
    "is_about_history",
    "is_below",
    "is_default",
    "is_markdown",
    "is_silent",
    "language_of",
    "languages_of_fence",
    "lines_of",
    "lines_of_symbols",
    "linked_paths",
    "links_and_definitions",
    "listed_symbols",
    "longest_ascent",
    "misspelled_word",
    "page_at",
    "parse",
    "plural",
    "python_uses",
    "remembered",
    "removal",
    "repaired",
    "shown_text",
    "slug",
    "spec_of",
    "stated_types_of",
    "target_of",
    "undefined_names",
    "unescaped",
    "with_path",
    "without_entries",
]

_MODULES = {
    "errors.expressions": ("expression",),
    "errors.wording": ("misspelled_word", "plural"),
    "formats.kinds": ("candidates", "page_at"),
    "formats.patterns.pattern": ("Captures",),
    "formats.reading.fences": ("Fence",),
    "formats.reading.levels": ("longest_ascent",),
    "formats.reading.outline": ("Disorder",),
    "kit.documented": ("FIELD_KINDS", "PARAMETER_KINDS", "Compared", "can_say", "compared", "every_symbol", "spec_of"),
    "kit.lists": ("expected_symbols", "lines_of_symbols", "listed_symbols", "removal", "without_entries"),
    "kit.format_assumptions": ("as_word", "format_assumption"),
    "kit.history": ("is_about_history",),
    "kit.indexes": ("indexes_of",),
    "kit.information": ("has_no_information", "is_default"),
    "kit.member_rule": ("MemberRule",),
    "kit.stated_types": ("StatedType", "stated_types_of"),
    "kit.statements": ("generated_prose", "generated_texts", "shown_text"),
    "markdown.html": ("Attribute", "elements", "unescaped"),
    "markdown.mojibake": ("repaired",),
    "markdown.parser": ("parse",),
    "markdown.rows": ("BAR", "cells"),
    "markdown.slugs": ("slug",),
    "markdown.source": ("REPLACEMENT", "Places", "Undecodable"),
    "markdown.suppressions": ("is_silent",),
    "page.citations": ("citations",),
    "page.declared": ("declared",),
    "source.answer": ("Found", "Missing"),
    "page.examples.code_examples": ("CodeExample", "examples_of"),
    "page.examples.misuses": ("MissingAttribute", "MissingImport", "UnboundCall", "WrongCall"),
    "page.examples.python_uses": ("python_uses",),
    "page.examples.undefined_names": ("undefined_names",),
    "page.folder": ("described_beside", "folder_contents", "is_about_docs"),
    "page.links": ("destination_span", "linked_paths", "links_and_definitions", "target_of", "with_path"),
    "page.page_source": ("declarations_of",),
    "repository.paths": ("is_below",),
    "repository.repository": ("remembered",),
    "rule.message": ("Argument", "Severity"),
    "rule.violation": ("MOST_RELATED", "lines_of"),
    "source.compare.types": ("TYPING_ALIASES", "contradicts"),
    "source.compare.values": ("contradicts_value",),
    "source.language": ("is_markdown", "language_of", "languages_of_fence"),
    "source.lookup": ("fitting",),
    "source.model": ("DeclaredParameter",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __dir__() -> list[str]:
    return [*__all__]


if not TYPE_CHECKING:  # type checkers would take every name for one that is there

    def __getattr__(name: str) -> object:
        if name not in _MODULE_OF:
            raise AttributeError(f"module `{__name__}` has no attribute `{name}`")
        found = globals()[name] = getattr(import_module(f"doclint.{_MODULE_OF[name]}"), name)
        return found
