"""Hover: what the text under the cursor means."""

from __future__ import annotations

from collections.abc import Sequence

from doclint.markdown.source import Span
from doclint.output.addresses import page_of_rule
from doclint.rule.finding import ENGINE, Finding
from doclint.server import protocol as types
from doclint.server.feature import Feature, PageQuestion, TomlQuestion
from doclint.server.markup import fenced, link
from doclint.server.open_page import OpenPage
from doclint.server.source_places import FoundPlace, citation_at, place_at, related_places
from doclint.server.toml.hover import explanation_at
from doclint.source.language import language_of


async def _of_page(asked: PageQuestion) -> types.Hover | None:
    """Return the findings at an offset with their manuals, and the lines of the source that the text is about."""
    offset = asked.offset
    span = await asked.ask(_cited_span, offset)
    here = await asked.service.findings(asked.document, *(span or (offset, offset)))
    parts, span = await asked.ask(_explained, offset, here) or ([], None)
    if not parts:
        return None
    kind = types.MarkupKind.Markdown if asked.server.shows_markdown else types.MarkupKind.PlainText
    content = types.MarkupContent(kind, "\n\n---\n\n".join(parts))
    return types.Hover(content, asked.positions.range(span) if span else None)


def _cited_span(page: OpenPage, offset: int) -> Span | None:
    """Return the span of the citation at an offset, without its ends: what is wrong with it may be at its lines."""
    citation = citation_at(page.page, offset)
    return Span(citation.span.start + 1, citation.span.end - 1) if citation else None


def _explained(page: OpenPage, offset: int, findings: Sequence[Finding]) -> tuple[list[str], Span | None]:
    """Return texts about an offset of a page, and the span that they are about if that is not a finding."""
    place = place_at(page, offset)
    places = related_places(page, findings) or ([place] if place else [])
    parts = [_of_place(one) for one in places if one.excerpt] + [_of_finding(one, page) for one in findings]
    return parts, None if findings or not places else places[0].place.span


def _of_place(found: FoundPlace) -> str:
    language = language_of(found.place.path)
    shown = fenced(f"{found.place.path}:{found.place.first}", "text")
    return f"{shown}\n{fenced(found.excerpt, language.id if language else 'text')}"


def _of_finding(finding: Finding, page: OpenPage) -> str:
    project = page.loaded.project
    address = page_of_rule(finding.rule, project.settings.config.rule_pages or "")
    about = "\n\n".join(filter(None, [_manual(finding.rule, page).strip(), link(finding.rule, address)]))
    return f"{fenced(f'{finding.severity}: {finding.sentence}', 'text')}\n{about}"


def _manual(rule: str, page: OpenPage) -> str:
    """Return the manual of a rule, as `doclint explain` shows it; empty if there is no such rule."""
    from doclint.rule import manual
    from doclint.testing import fix_kinds

    found = page.loaded.project.rules.get(rule)
    return manual.page(found, fix_kinds(found)) if found else ENGINE.get(rule, "")


async def _of_toml(asked: TomlQuestion) -> types.Hover | None:
    """Return what the key, the value or the hole at an offset means."""
    found = await asked.service.ask(asked.document, explanation_at, asked.offset)
    if found is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, found.text)
    return types.Hover(content, asked.positions.range(found.span))


FEATURE = Feature("textDocument/hover", page=_of_page, toml=_of_toml)
