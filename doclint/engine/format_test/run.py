"""A format test: reads the pages of a format once, and says what they show about it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from posixpath import dirname
from typing import TypeAlias

from doclint import __version__
from doclint.engine.format_test.content_observations import observations_on_contents
from doclint.engine.format_test.document import FormatObservation, FormatTest, KindCoverage
from doclint.engine.format_test.format_choice import ChosenFormat
from doclint.engine.format_test.kind_observations import observations_on_kinds
from doclint.engine.format_test.observing import Observing
from doclint.engine.format_test.page_tally import count_page
from doclint.engine.format_test.placed_parts import PlacedParts
from doclint.engine.format_test.rule_observations import observations_on_rules
from doclint.engine.format_test.source_observations import observations_on_sources
from doclint.engine.format_test.tally import FormatTally, KindTally
from doclint.errors.wording import counted
from doclint.formats.schema.format import Format, Kind
from doclint.markdown.source import printable
from doclint.rule.reads import is_unlimited
from doclint.rule.rule import Rule

PageProgress: TypeAlias = Callable[[Iterable[str], int], Iterable[str]]
"""A function that takes the paths of pages as they are read and their number, and passes the paths on."""


def test_format(chosen: ChosenFormat, *, at_least: float, progress: PageProgress) -> FormatTest:
    """Read the pages of a format, and return what they show about it.

    What differs on more than the share that `at_least` leaves, in per cent, is a mistake of the format.
    """
    formats, project, pages = chosen.formats, chosen.project, chosen.pages
    format_ = formats[0]
    inside = [path for path in pages if any(one.below(path) is not None for one in formats)]
    parts = PlacedParts(format_)
    seen = Observing(format_, parts, _counted(chosen, parts, inside, progress), at_least, chosen.lines)
    rules = list(project.rules.values())
    found = _observations(seen, formats, pages, rules)
    return FormatTest(
        doclint=__version__,
        root=printable(project.root.as_posix()),
        format=format_.name,
        file=printable(chosen.file.as_posix() if chosen.file else ""),
        docs_roots=[printable(one.docs_folder) for one in formats],
        pages=len(inside),
        pages_elsewhere=len(pages) - len(inside),
        at_least=at_least,
        is_right=not any(one.is_mistake for one in found),
        kinds=[_coverage(kind, seen.tally.kinds.get(kind.name) or KindTally()) for kind in format_.kind],
        rules=sorted(rule.id for rule in rules if rule.id in seen.tally.read_by and not is_unlimited(rule)),
        idle_rules=sorted(rule.id for rule in rules if rule.id not in seen.tally.read_by),
        observations=found,
    )


def _counted(chosen: ChosenFormat, parts: PlacedParts, pages: Sequence[str], progress: PageProgress) -> FormatTally:
    tally = FormatTally()
    project = chosen.project
    repository = project.repository()
    rules = list(project.rules.values())
    for path in progress(pages, len(pages)):
        data = repository.page(path)
        if data is not None:
            count_page(tally, parts, rules, project.page(path, data, repository))
    return tally


def _observations(
    seen: Observing, formats: Sequence[Format], pages: Sequence[str], rules: Sequence[type[Rule]]
) -> list[FormatObservation]:
    """Return what the pages show: mistakes of the format first."""
    if not seen.tally.pages:
        folders = " or ".join(f"`{one.docs_folder}/`" if one.docs_folder else "the root" for one in formats)
        message = f"there is no page below {folders}, where the format has its pages"
        hint = _elsewhere(pages)
        return [seen.observation("no-page", message, is_mistake=True, keys=("docs-root",), hint=hint)]
    every = [*observations_on_kinds(seen), *observations_on_contents(seen), *observations_on_sources(seen)]
    every += observations_on_rules(seen, rules)
    return sorted(every, key=lambda one: not one.is_mistake)


def _elsewhere(pages: Sequence[str]) -> str:
    """Return where the pages are that are not in the folder of the format."""
    if not pages:
        return "there is no page anywhere"
    folder, number = Counter(map(dirname, pages)).most_common(1)[0]
    return f"of {counted(len(pages), 'page')} elsewhere, {number:,} are in `{folder or '.'}`"


def _coverage(kind: Kind, counts: KindTally) -> KindCoverage:
    return KindCoverage(
        name=kind.name,
        path=kind.path.text,
        pages=counts.pages,
        lines=dict(sorted(counts.lines.items())),
        symbols=dict(counts.symbols),
        sources=dict(counts.sources),
    )
