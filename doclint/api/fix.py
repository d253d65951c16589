"""Fixes for programs: texts in, fixed texts out. Nothing is written."""

from collections.abc import Iterable, Mapping, Sequence
from typing import AnyStr, Generic

from msgspec import Struct
from msgspec.structs import replace

from doclint.api import arguments
from doclint.api.arguments import ConfigLike, FormatLike, RuleLike, Sources
from doclint.api.lint import GivenPages, corpus
from doclint.engine.fixes.apply import Fixer, TextTargets
from doclint.engine.report.report import Report
from doclint.markdown.source import printable
from doclint.rule.finding import Finding


class TextFixes(Struct, Generic[AnyStr], frozen=True):
    """A page after its fixes.

    `text` is of the type that was given. `fixed` are the findings that were fixed, with their places at that time, and
    `report` has the findings that are left. `refusal` says why no fix was made although some were possible; it is empty
    otherwise.
    """

    text: AnyStr
    fixed: list[Finding]
    report: Report
    refusal: str = ""


class CorpusFixes(Struct, Generic[AnyStr], frozen=True):
    """Pages after their fixes.

    `pages` has the pages that were changed, by the paths that were given; each is of the type that was given. `fixed`
    are the findings that were fixed, with their places at that time, and `report` has the findings that are left.
    `refusals` says by page why no fix was made although some were possible.
    """

    pages: dict[str, AnyStr]
    fixed: list[Finding]
    report: Report
    refusals: dict[str, str]


def fix_text(
    text: AnyStr,
    *,
    path: str = "page.md",
    config: ConfigLike = None,
    format: FormatLike | Sequence[FormatLike] | None = None,  # noqa: A002 - what everybody would call it
    rules: Iterable[RuleLike] | None = None,
    sources: Sources = None,
    unsafe: bool = False,
) -> TextFixes[AnyStr]:
    r"""Make the safe fixes of one page, or with `unsafe` all fixes. The other arguments and the errors are those of
    `lint_text`.

    The page reads as before outside the fixes; if it would not, the text stays unchanged.

    >>> fixed = fix_text("# Caf\u00c3\u00a9\n\n[b][c]\n")
    >>> fixed.text, [finding.rule for finding in fixed.fixed], [finding.rule for finding in fixed.report.findings]
    ('# Café\n\n[b][c]\n', ['mojibake'], ['undefined-reference'])
    """
    data = arguments.data_of(text, "`text`")
    place = arguments.place_of(path, "`path`")
    given = GivenPages(arguments.settled(config, format, rules), sources)
    targets = TextTargets({place: data}, lambda texts: given.around(place, texts[place]))
    fixer = Fixer(given.linter, given.suppressions, targets, [place], unsafe=unsafe)
    report, summary = fixer.fix(given.report(place, data), lambda: given.report(place, targets.texts[place]))
    refusal = summary.refused.get(printable(place), "")
    return TextFixes(_like(text, targets.texts[place]), summary.findings, report, refusal)


def fix_corpus(
    pages: Mapping[str, AnyStr],
    *,
    config: ConfigLike = None,
    format: FormatLike | Sequence[FormatLike] | None = None,  # noqa: A002 - what everybody would call it
    rules: Iterable[RuleLike] | None = None,
    sources: Sources = None,
    jobs: int | None = None,
    unsafe: bool = False,
) -> CorpusFixes[AnyStr]:
    r"""Make the safe fixes of pages, or with `unsafe` all fixes. The other arguments and the errors are those of
    `lint_corpus`.

    >>> fixed = fix_corpus({"a.md": "# A\n\n[b](B.md)\n", "b.md": "# B\n"})
    >>> fixed.pages
    {'a.md': '# A\n\n[b](b.md)\n'}
    """
    how = arguments.settled(config, format, rules)
    jobs = arguments.jobs_of(jobs, None, how.project.given)
    before = arguments.pages_of(pages)
    run = corpus(how, before, sources, jobs)
    texts, report, summary = run.fix(run.report(), unsafe=unsafe)
    places = {path: arguments.place_of(path, "path") for path in pages}
    changed = {path: place for path, place in places.items() if texts[place] != before[place]}
    fixed = {path: _like(pages[path], texts[place]) for path, place in changed.items()}
    return CorpusFixes(fixed, summary.findings, replace(report, root=""), summary.refused)


def _like(given: AnyStr, data: bytes) -> AnyStr:
    """Return the content of a page in the type that was given."""
    return data if isinstance(given, bytes) else data.decode(errors="surrogatepass")
