"""The result of a format test for people: figures, what to change in the format, and what no page has."""

from collections import Counter
from collections.abc import Iterator
from posixpath import split

import click

from doclint.engine.format_test.document import FormatObservation, FormatTest, KindCoverage
from doclint.errors.wording import counted, plural
from doclint.output.causes import shown_places
from doclint.output.paths import path_from_here, shown_folder
from doclint.output.terminal import safe

_FEW = 20  # observations of each part of the output, unless all are wanted
_FEW_FREE_TEXTS = 5
_UNUSED = ("unused-section", "unused-element", "unused-alternative", "unfilled-hole", "kind-without-page", "idle-rule")


def render(test: FormatTest, *, has_all: bool = False, is_quiet: bool = False) -> Iterator[str]:
    """Yield the lines of the output. Unless it `has_all`, a part shows only the first of many observations.

    A quiet output has only what to change, and is empty if there is nothing.
    """
    if is_quiet:
        for one in test.observations:
            yield from _observation(one, test) if one.is_mistake else ()
        return
    yield from _figures(test)
    others = [one for one in test.observations if not one.is_mistake]
    parts = (
        ("What to change in the format:", [one for one in test.observations if one.is_mistake], _FEW),
        ("Exceptions and notes:", [one for one in others if one.code not in (*_UNUSED, "free-text")], _FEW),
        ("What no page has:", [one for one in others if one.code in _UNUSED], _FEW),
        ("Free text:", [one for one in others if one.code == "free-text"], _FEW_FREE_TEXTS),
    )
    for title, observations, few in parts:
        if observations:
            yield ""
            yield click.style(title, bold=True)
            shown = observations if has_all else observations[:few]
            for one in shown:
                yield from _observation(one, test)
            hidden = len(observations) - len(shown)
            if hidden:
                yield f"  ... and {hidden:,} more; `--all` shows them."
    yield from _rules(test, has_all=has_all)
    yield ""
    yield _verdict(test)


def _figures(test: FormatTest) -> Iterator[str]:
    where = f" below {' and '.join(map(shown_folder, test.docs_roots))}" if test.docs_roots else ""
    file = f" ({_file(test)})" if test.file else ""
    yield safe(f"{test.format}{file}: {counted(test.pages, 'page')}{where}")
    if not test.pages:
        return
    rows: list[tuple[str, ...]] = [("", "pages", "described", "free text", "nothing", "symbols")]
    rows += [_row(kind) for kind in test.kinds]
    none = test.pages - sum(kind.pages for kind in test.kinds)
    if none:
        rows.append(("(no kind)", f"{none:,}", "", "", "", ""))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    yield ""
    for row in rows:
        cells = [
            row[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(row[1:5], widths[1:5], strict=True)),
        ]
        yield safe(f"  {'  '.join(cells)}  {row[5]}".rstrip())


def _row(kind: KindCoverage) -> tuple[str, ...]:
    lines = Counter(kind.lines)
    described = lines.total() - lines["free-text"] - lines["nothing"]
    shares = [_share(number, lines.total()) for number in (described, lines["free-text"], lines["nothing"])]
    symbols = ", ".join(_symbols(name, number) for name, number in sorted(kind.symbols.items()))
    return kind.name, f"{kind.pages:,}", *shares, symbols


def _symbols(name: str, number: int) -> str:
    return f"{number:,} {name if number == 1 else ' or '.join(plural(one) for one in name.split(' or '))}"


def _share(number: int, total: int) -> str:
    return f"{number / total:.1%}" if total else ""


def _observation(one: FormatObservation, test: FormatTest) -> Iterator[str]:
    number = f":{one.line}" if one.line else ""
    where = ", ".join(f"{what} `{name}`" for what, name in (("kind", one.kind), ("section", one.section)) if name)
    place = f"{_file(test)}{number}" if test.file and one.keys else ""
    lead = ": ".join(part for part in (place, where) if part)
    figures = f" ({counted(one.lines, 'line')} on {counted(one.pages, 'page')})" if one.lines else ""
    yield safe(f"  {lead}: {one.message}{figures}" if lead else f"  {one.message}{figures}")
    if one.hint:
        yield safe(f"      {one.hint}")
    if one.places and one.code != "free-text":
        yield "      " + click.style(safe(shown_places(one.places, test.root)), dim=True)


def _file(test: FormatTest) -> str:
    folder, name = split(test.file)
    return path_from_here(name, folder)


def _rules(test: FormatTest, *, has_all: bool) -> Iterator[str]:
    """Yield how many rules read the format, and which do not if the output `has_all`."""
    if not test.rules and not test.idle_rules:
        return
    yield ""
    reading = f"{counted(len(test.rules), 'rule')} {'reads' if len(test.rules) == 1 else 'read'} parts of the format"
    ending = ":" if has_all else "; `--all` lists them."
    yield f"{reading} on these pages, {len(test.idle_rules):,} have nothing to read{ending}"
    if has_all:
        yield f"  {', '.join(test.idle_rules)}"


def _verdict(test: FormatTest) -> str:
    mistakes = sum(one.is_mistake for one in test.observations)
    lines = sum((Counter(kind.lines) for kind in test.kinds), Counter())
    share = f" It takes {_share(lines.total() - lines['nothing'], lines.total())} of the lines." if lines else ""
    if not mistakes:
        return f"The format is right for these pages.{share}"
    return f"The format is not right for these pages: {counted(mistakes, 'thing')} to change.{share}"
