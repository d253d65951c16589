"""Hover: what the text under the cursor means; in TOML, what the key, the value or the hole there means."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from doclint.engine.report.report import Report
from doclint.errors.exceptions import UsageError
from doclint.errors.toml_places import Range
from doclint.errors.validation import Path
from doclint.formats.holes import hole_tables, meaningful_holes, names_for
from doclint.formats.patterns.template import HOLE, HOLE_NAME
from doclint.markdown.source import Span
from doclint.output.addresses import page_of_rule
from doclint.rule import manual, registry
from doclint.rule.finding import ENGINE, Finding, since
from doclint.server import checks, protocol as types
from doclint.server.feature import Feature, PageQuestion, TomlQuestion
from doclint.server.markup import code, fenced, link
from doclint.server.open_page import OpenPage
from doclint.server.source_places import FoundPlace, citation_at, place_at, related_places
from doclint.server.toml.explanation import of_key, of_rule
from doclint.server.toml.file import FileSpot, TomlFile, spot_at
from doclint.server.toml.holes import FORMS, place_of
from doclint.server.toml.names import names_of_values
from doclint.server.worker import WorkerDiedError
from doclint.source.language import language_of

_PATIENCE = 2.0  # seconds that a hover waits for the commits of its findings


async def _of_page(asked: PageQuestion) -> types.Hover | None:
    """Return the findings at an offset with their manuals, and the lines of the source that the text is about."""
    offset = asked.offset
    span = await asked.ask(_cited_span, offset)
    here = await asked.service.findings(asked.document, *(span or (offset, offset)))
    since = await _known_soon(asked, here) if here and asked.server.settings.blame else [""] * len(here)
    parts, span = await asked.ask(_explained, offset, here, since) or ([], None)
    if not parts:
        return None
    kind = types.MarkupKind.Markdown if asked.server.shows_markdown else types.MarkupKind.PlainText
    content = types.MarkupContent(kind, "\n\n---\n\n".join(parts))
    return types.Hover(content, asked.positions.range(span) if span else None)


async def _known_soon(asked: PageQuestion, findings: Sequence[Finding]) -> Sequence[str]:
    """Return since when findings are there, or that this is still looked for: the next hover may say it."""
    done, _ = await asyncio.wait({asyncio.ensure_future(_asked_since(asked, findings))}, timeout=_PATIENCE)
    return done.pop().result() if done else ["looking for the commit that made this true ..."] * len(findings)


async def _asked_since(asked: PageQuestion, findings: Sequence[Finding]) -> Sequence[str]:
    nothing = [""] * len(findings)
    with suppress(WorkerDiedError):
        found = await asked.server.workers.patient.call(checks.ask, asked.document.page, _since, findings)
        return found or nothing
    return nothing


def _since(page: OpenPage, findings: Sequence[Finding]) -> list[str]:
    """Return since when each of some findings is there; empty for what no commit can change."""
    from doclint.engine.blame import blamed

    new = [one for one in findings if one not in page.since]
    if new and page.repository is not None:
        plan = replace(page.loaded.run.plan, pages=[page.path])
        rules = page.loaded.linter.selection.rules_of([page.path])
        with suppress(UsageError):  # there may be no git
            found = blamed(plan, Report("", findings=new, rules=rules), now=page.repository).findings
            page.since.update((one, since(dated.since)) for one, dated in zip(new, found, strict=True) if dated.since)
    return [page.since.get(one, "") for one in findings]


def _cited_span(page: OpenPage, offset: int) -> Span | None:
    """Return the span of the citation at an offset, without its ends: what is wrong with it may be at its lines."""
    citation = citation_at(page.page, offset)
    return Span(citation.span.start + 1, citation.span.end - 1) if citation else None


def _explained(
    page: OpenPage, offset: int, findings: Sequence[Finding], since: Sequence[str]
) -> tuple[list[str], Span | None]:
    """Return texts about an offset of a page, and the span that they are about if that is not a finding."""
    place = place_at(page, offset)
    places = related_places(page, findings) or ([place] if place else [])
    parts = [_of_place(one) for one in places if one.excerpt] + [
        _of_finding(one, page, when) for one, when in zip(findings, since, strict=True)
    ]
    return parts, None if findings or not places else places[0].place.span


def _of_place(found: FoundPlace) -> str:
    language = language_of(found.place.path)
    shown = fenced(f"{found.place.path}:{found.place.first}", "text")
    return f"{shown}\n{fenced(found.excerpt, language.id if language else 'text')}"


def _of_finding(finding: Finding, page: OpenPage, since: str) -> str:
    project = page.loaded.project
    address = page_of_rule(finding.rule, project.settings.config.rule_pages or "")
    shown = "\n".join(filter(None, [f"{finding.severity}: {finding.sentence}", since]))
    about = "\n\n".join(filter(None, [_manual(finding.rule, page).strip(), link(finding.rule, address)]))
    return f"{fenced(shown, 'text')}\n{about}"


def _manual(rule: str, page: OpenPage) -> str:
    """Return the manual of a rule, as `doclint explain` shows it; empty if there is no such rule."""
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


class Explained(Struct, frozen=True):
    """An explanation in Markdown, and the span of what it explains."""

    text: str
    span: Range


def explanation_at(file: TomlFile, offset: int) -> Explained | None:
    """Return what is at an offset, explained; None if nothing is known of it."""
    spot = spot_at(file, offset)
    if spot is None:
        return None
    if spot.role == "value":
        return _of_value(file, spot, offset)
    text = _of_key(file, spot.path, spot.name)
    return Explained(text, spot.span) if text else None


def _of_key(file: TomlFile, path: Path, name: str) -> str:
    """Return what a key of the table at a path means; for the options of a rule, the rule comes first."""
    key = file.schema.keys(file.nodes(path)).get(name)
    if file.kind == "config" and name in registry.rules():
        return of_rule(name, file.written("rule-pages"))
    return of_key(key, path, file) if key else ""


def _of_value(file: TomlFile, spot: FileSpot, offset: int) -> Explained | None:
    nodes = file.nodes(spot.path)
    if any(node.get("format") in FORMS for node in nodes):
        return _of_hole(file, spot, offset)
    text = _of_name(file, spot) or _of_shape(file, spot) or _of_key_of_value(file, spot.path)
    return Explained(text, spot.span) if text else None


def _of_name(file: TomlFile, spot: FileSpot) -> str:
    """Return what a name stands for: that of a rule, a family, a format, a message ..."""
    named = next((one for one in names_of_values(file, spot.path) if one.name == spot.name), None)
    if named is None:
        return ""
    lead = f"{code(named.name)}: {named.detail}" if named.detail else code(named.name)
    return of_rule(named.name, file.written("rule-pages")) or "\n\n".join(filter(None, [lead, named.documentation]))


def _of_shape(file: TomlFile, spot: FileSpot) -> str:
    """Return what an element of a shape is."""
    if spot.path[-1:] != ("shape",):
        return ""
    tables = (node for node in file.nodes(spot.path[:-1]) if "shape" in node.get("properties", ()))
    table = next((one for one in tables if one["properties"]["shape"].get("const") == spot.name), None)
    return f"`{spot.name}`: {table['description']}" if table else ""


def _of_key_of_value(file: TomlFile, path: Path) -> str:
    """Return what the key means whose value, or an item of whose value, is at a path."""
    last = max((index for index, part in enumerate(path) if isinstance(part, str)), default=None)
    return _of_key(file, path[:last], str(path[last])) if last is not None else ""


def _of_hole(file: TomlFile, spot: FileSpot, offset: int) -> Explained | None:
    start, end = spot.span
    for match in HOLE.finditer(file.text, start, end):
        name = HOLE_NAME.match(match[0])
        if match.start() <= offset <= match.end() and name:
            return Explained(_of_hole_named(file, spot.path, name[1]), match.span())
    text = _of_key_of_value(file, spot.path)
    return Explained(text, spot.span) if text else None


def _of_hole_named(file: TomlFile, path: Path, name: str) -> str:
    kinds = dict.fromkeys(file.written("kind", index, "name") for index in file.indexes("kind"))
    hole = next((one for one in meaningful_holes() if name in names_for(one, kinds)), None)
    if hole is None:
        return f"{code(f'{{{name}}}')}: a hole of this format, without a meaning of its own."
    place = place_of(file, path)
    if place not in hole.where:
        where = ", ".join(hole_tables().places[one] for one in hole.where)
        return f"`{{{name}}}` has no meaning here. In {where}: {hole.meaning}"
    need = hole.where[place]
    about = f"It has this meaning {hole_tables().needs[need]}." if need else ""
    return "\n\n".join(filter(None, [f"`{{{name}}}`: {hole.meaning}", about, f"Example: `` {hole.example} ``"]))
