"""The contents of a page for people: its kind, and line by line what took what."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence

import click
from msgspec import Struct

from doclint.errors.wording import counted, shortened
from doclint.markdown.source import Source
from doclint.output.page.candidates import NO_MATCH
from doclint.output.page.contents import (
    PageAssumption,
    PageCandidate,
    PageCitation,
    PageContents,
    PageDiagram,
    PageSubject,
    PageSymbol,
)
from doclint.output.page.line_map import MapRow, map_of
from doclint.output.terminal import safe

_LABELS = 11  # characters of the column of labels and lines
_NAMES = 28  # characters of the column that names what took the lines
_LEAST = 20  # characters of any text
_MOST_LISTED = 25  # symbols or citations
_MANY_KINDS = 3  # so many kinds say nothing
_MOST_KINDS = 3  # kinds to show besides that of the page
_NO_KIND = "handwritten page (matches no known format)"
_SITE = "site"


class ShowOptions(Struct, frozen=True):
    """How to show a page, in lines of so many columns: all of it, or only the sections with a key."""

    width: int
    is_whole: bool = False
    section: str = ""


def render(contents: PageContents, source: Source, shown_path: str, options: ShowOptions) -> Iterator[str]:
    """Yield the lines that show the contents of a page, with escape sequences for colors."""
    rows = map_of(contents, source, section=options.section, is_whole=options.is_whole)
    if options.section:
        yield from _map(rows, options)
        return
    yield from _head(contents, shown_path, options)
    yield from _with_blank(_map(rows, options))
    yield from _with_blank(_absent(contents))
    yield from _with_blank(_listed("Symbols", [*_declared(contents.symbols, 1)], options))
    yield from _with_blank(_listed("Citations", [*map(_cited, contents.citations)], options))
    yield from _with_blank(_listed("Diagrams", [*map(_drawn, contents.diagrams)], options))
    yield from _with_blank(_facts(contents, options))


def _with_blank(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines, if there are any, after a blank one."""
    for number, line in enumerate(lines):
        if not number:
            yield ""
        yield line


def _head(contents: PageContents, shown_path: str, options: ShowOptions) -> Iterator[str]:
    shown_kind = click.style(safe(_kind(contents)), fg="green" if contents.kind else "yellow")
    yield f"{click.style(safe(shown_path), bold=True)}: {shown_kind}"
    if not contents.kind:
        yield from _assumed([one for one in contents.assumptions if one.about == _SITE], options)
    if contents.candidates or options.is_whole or not contents.reason.startswith(NO_MATCH):
        yield from _labelled("because", contents.reason, options)
    for one in contents.candidates:
        if one.is_chosen:
            yield from _labelled("", one.reason, options)
    yield from _others([one for one in contents.candidates if not one.is_chosen], options)
    if contents.instructions and contents.kind:
        yield from _labelled("for", f"agents, as instructions: {contents.instructions}", options)
    if contents.subject is not None:
        yield from _labelled("about", _about(contents.subject), options)
    if contents.is_free:
        yield from _labelled("checked", "as a page of no format: such pages share nothing else", options)
    elif contents.kind:
        yield from _labelled("lines", _taken(contents), options)


def _others(candidates: Sequence[PageCandidate], options: ShowOptions) -> Iterator[str]:
    shown = candidates if options.is_whole else candidates[:_MOST_KINDS]
    for one in shown:
        yield from _labelled("not", f"`{one.kind}` of `{one.format}`: {one.reason}", options)
    if len(candidates) > len(shown):
        yield from _labelled("", f"and {len(candidates) - len(shown)} more (--all)", options)


def _kind(contents: PageContents) -> str:
    if contents.kind:
        return f"`{contents.kind}` of `{contents.format}`"
    return f"instructions for agents: {contents.instructions}" if contents.instructions else _NO_KIND


def _assumed(assumptions: Iterable[PageAssumption], options: ShowOptions) -> Iterator[str]:
    for one in assumptions:
        yield from _labelled(one.about, one.value, options)


def _about(subject: PageSubject) -> str:
    if subject.path is not None:
        return f"`{subject.path}/`" if subject.is_folder else f"`{subject.path}`"
    holes = ", ".join(f"{name} = {text}" for name, text in subject.holes.items())
    files = " or ".join(f"`{path}`" for path in subject.files)
    return "; ".join(filter(None, (holes, f"its source could be {files}" if files else ""))) or "the repository"


def _taken(contents: PageContents) -> str:
    lines = [(part.end_line - part.line + 1, part.taker) for part in contents.parts if part.taker != "around"]
    total = sum(count for count, _ in lines)
    free = sum(count for count, taker in lines if taker == "nothing")
    return f"{total - free} of {total} taken; blank lines do not count"


def _labelled(label: str, text: str, options: ShowOptions) -> Iterator[str]:
    """Yield a text after a label, on as many lines as it needs."""
    width = max(options.width - _LABELS, _LEAST)
    for number, line in enumerate(textwrap.wrap(safe(text), width, break_on_hyphens=False)):
        yield click.style(f"  {'' if number else label:<{_LABELS - 2}}", dim=True) + line


def _map(rows: Sequence[MapRow], options: ShowOptions) -> Iterator[str]:
    names = min(_NAMES, options.width // 3)
    rest = max(options.width - _LABELS - names - 1, _LEAST)
    for row in rows:
        numbers = f"{row.first}" if row.first == row.last else f"{row.first}-{row.last}"
        name = click.style(f"{cut(safe(row.name), names):<{names}}", fg=None if row.is_sound else "yellow")
        text = click.style(cut(safe(row.text), rest), bold=row.is_heading)
        yield click.style(f"{numbers:>{_LABELS - 2}}  ", dim=True) + f"{name} {text}"
        if row.details:
            yield " " * (_LABELS + names + 1) + click.style(cut(safe(row.details), rest), dim=True)


def cut(text: str, width: int) -> str:
    """Return a text of at most so many columns of a terminal, with an ellipsis in place of the rest."""
    if text.isascii():
        return shortened(text, width)
    from wcwidth import wcwidth

    taken = kept = 0
    for index, character in enumerate(text):
        taken += max(0, wcwidth(character))
        if taken < width:
            kept = index + 1
        elif taken > width:
            return f"{text[:kept]}…"
    return text


def _absent(contents: PageContents) -> Iterator[str]:
    if contents.absent_sections:
        yield click.style("Sections that the format requires and that are not there:", bold=True)
    for section in contents.absent_sections:
        place = f", before line {section.line}" if section.line else ""
        yield f"  {'#' * section.level} {safe(section.heading)} [{safe(section.key)}]{place}"


def _listed(title: str, lines: Sequence[str], options: ShowOptions) -> Iterator[str]:
    """Yield a title and the first of some lines, if there are any."""
    most = len(lines) if options.is_whole else _MOST_LISTED
    if lines:
        yield click.style(f"{title}:", bold=True)
    for line in lines[:most]:
        yield cut(safe(line), options.width)
    if len(lines) > most:
        yield f"  and {len(lines) - most} more (--all)"


def _declared(symbols: Sequence[PageSymbol], depth: int) -> Iterator[str]:
    """Yield symbols and their members, each with its lines and with what the page says about its type."""
    for symbol in symbols:
        lines = f"{symbol.line}" if symbol.line == symbol.end_line else f"{symbol.line}-{symbol.end_line}"
        kinds = "/".join(symbol.kinds) if len(symbol.kinds) < _MANY_KINDS else "symbol"
        said = {" extends ": ", ".join(symbol.bases), ": ": symbol.type, " = ": symbol.default or symbol.value}
        said[" -> "] = symbol.returns
        more = "".join(f"{mark}{text}" for mark, text in said.items() if text)
        yield f"{'  ' * depth}{lines}: {kinds} {symbol.name}{more}"
        yield from _declared(symbol.members, depth + 1)


def _cited(citation: PageCitation) -> str:
    """Return a citation with its line on the page: `3: src/a.py:1-2, 9 symbol`."""
    lines = ", ".join(one.text.replace("L", "") for one in citation.lines)
    place = f"{citation.path}:{lines}" if lines else citation.path
    absent = {None: "git does not know the commit", False: "not in the repository", True: ""}[citation.exists]
    return " ".join(filter(None, (f"  {citation.line}: {place}", citation.symbol, absent and f"({absent})")))


def _drawn(diagram: PageDiagram) -> str:
    """Return a diagram with its lines and what it has: `3-9: class, 2 nodes, 1 edge, 5 members`."""
    counts = {"node": {one.id for one in diagram.nodes}, "edge": diagram.edges, "member": diagram.members}
    parts = [counted(len(several), name) for name, several in counts.items() if several]
    if not diagram.parses:
        parts.append("does not parse")
    return f"  {diagram.line}-{diagram.end_line}: {', '.join([diagram.type, *parts])}"


def _facts(contents: PageContents, options: ShowOptions) -> Iterator[str]:
    if contents.parameters:
        values = ", ".join(f"{name} = {value}" for name, value in contents.parameters.items())
        yield from _labelled("values", values, options)
    shown = [] if contents.kind else [_SITE]
    subject = contents.subject and contents.subject.path
    others = [one for one in contents.assumptions if one.about not in shown and one.value != subject]
    yield from _assumed(others, options)
    if contents.links:
        inside = sum(link.path is not None for link in contents.links)
        elsewhere = len(contents.links) - inside
        yield from _labelled("links", f"{inside} into the repository, {elsewhere} elsewhere", options)
    idle = contents.idle_rules if contents.kind and not contents.is_free else {}
    if idle and not options.is_whole:
        yield from _labelled("rules", "--all shows which have nothing to read here", options)
    for number, (id_, reason) in enumerate(idle.items() if options.is_whole else ()):
        yield from _labelled("" if number else "rules", f"{id_} has nothing to read: {reason}", options)
