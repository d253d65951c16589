"""The reference of the programming interface: a page for each part of it, and the list of all names."""

import inspect
from collections.abc import Iterator
from typing import NamedTuple

from rendering import rendered
from site_page import SitePage

import doclint
import doclint.kit
import doclint.rule.rule
import doclint.sites.site
import doclint.testing

_IN = (doclint, doclint.kit, doclint.testing, doclint.rule.rule, doclint.sites.site)
_MODULES = {module.__name__: module for module in _IN}


def _is_documented(value: object) -> bool:
    """Whether a value has a docstring of its own: constants and other names of a type have none."""
    return inspect.isroutine(value) or inspect.isclass(value)


class _Name(NamedTuple):
    """A name of the interface, with the directive that documents it and the first sentence of its docstring."""

    name: str
    module: str
    directive: str
    summary: str


class _Part(NamedTuple):
    """A part of the interface, which is a page: its name and title, text in front, and the names, by module."""

    page: str
    title: str
    text: str
    modules: dict[str, list[str]]
    has_members: bool = True

    @property
    def names(self) -> list[_Name]:
        return [_name(name, module) for module, names in self.modules.items() for name in names]


_PARTS = (
    _Part(
        "check",
        "Checking and fixing pages",
        "[The programming interface](../api.md) has examples of these.",
        {
            "doclint": [
                *("lint_text", "lint_corpus", "lint_stream", "lint_paths"),
                *("fix_text", "fix_corpus", "TextFixes", "CorpusFixes"),
            ]
        },
    ),
    _Part(
        "findings",
        "Findings",
        "[What is returned](../api.md#what-is-returned) lists the attributes in short.",
        {"doclint": ["Report", "Finding", "RelatedLines", "render"]},
    ),
    _Part(
        "read",
        "Reading pages",
        "[Reading a page](../api.md#reading-a-page) has examples, and lists the attributes of `PageContents`.",
        {"doclint": ["read_page", "PageContents"]},
    ),
    _Part(
        "configuration",
        "Configuration and formats",
        "[Settings](../settings/index.md) and [Format reference](../format-reference.md) list their keys.",
        {"doclint": ["Config", "Format"]},
        has_members=False,
    ),
    _Part(
        "exceptions",
        "Exceptions",
        "[What is raised](../api.md#what-is-raised) says when, with examples.",
        {"doclint": ["DoclintError", "ConfigError", "FormatError", "PluginError", "UsageError"]},
    ),
    _Part(
        "rules",
        "Rules",
        "[Writing a rule](../../CONTRIBUTING.md#writing-a-rule) explains how these work together.",
        {
            "doclint": [
                *("Rule", "SourceRule", "RepositoryRule", "CorpusRule"),
                *("Message", "Violation", "Fix", "Edit", "Span"),
            ]
        },
    ),
    _Part(
        "pages",
        "What rules read",
        "A rule gets a page, and with it the source file and the repository. A rule about all pages gets a corpus.",
        {
            "doclint": [
                *("Page", "SourceFile", "Repository", "Corpus", "Note", "Fact", "Source", "Document", "Section"),
                *("Capture", "Language", "Symbol", "Declaration", "DocumentedSymbol"),
            ]
        },
    ),
    _Part(
        "kit",
        "What rules share",
        "[A package of rules](../configuration.md#rules-of-your-own) shows where they belong.",
        {"doclint.kit": [name for name in doclint.kit.__all__ if _is_documented(getattr(doclint.kit, name))]},
        has_members=False,
    ),
    _Part(
        "testing",
        "Tests of rules",
        "The examples of a rule are its tests: [For authors of rules](../api.md#for-authors-of-rules) shows one.",
        {
            "doclint": ["Invalid", "Valid"],
            "doclint.rule.rule": ["Example"],
            "doclint.testing": ["check_rule", "check_example", "findings_of", "fixed"],
        },
    ),
    _Part(
        "sites",
        "Site generators",
        "[Sites](../sites.md) shows how to add a generator that doclint does not know.",
        {"doclint.sites.site": ["Site"]},
    ),
)


def pages() -> Iterator[SitePage]:
    """Yield the pages."""
    for part in _PARTS:
        yield SitePage.made(f"api-reference/{part.page}.md", rendered("api-part.md.j2", part=part))
    yield SitePage.made("api-reference/index.md", rendered("api-reference.md.j2", parts=_PARTS))


def _name(name: str, module: str) -> _Name:
    value = getattr(_MODULES[module], name)
    is_exception = isinstance(value, type) and issubclass(value, Exception)
    directive = "autoexception" if is_exception else "autoclass" if isinstance(value, type) else "autofunction"
    summary, _, _ = (inspect.getdoc(value) or "").partition("\n\n")
    first, point, _ = " ".join(summary.split()).partition(". ")
    return _Name(name, module, directive, first + point.strip())
