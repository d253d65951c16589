"""doclint for programs: pages in, typed findings out.

No function reads a disk or looks for a configuration unless its arguments say so. All functions can be called
from several threads at once. They raise the errors of `doclint.errors`; a defect of a page is never an error.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from doclint.api import arguments
from doclint.api.arguments import (
    AnyPath,
    ConfigLike,
    FormatLike,
    RuleLike,
    Settled,
    Sources,
    Text,
    repository_of,
    sources_of,
)
from doclint.config.project import Project
from doclint.engine.check_run import CheckRun, Resources
from doclint.engine.gather import gather
from doclint.engine.linter import Linter
from doclint.engine.page_result import found_of
from doclint.engine.plan import Plan, Request, make_plan
from doclint.engine.report.report import Report
from doclint.engine.suppressions import ConfigSuppressions, today
from doclint.errors.exceptions import UsageError
from doclint.markdown.source import printable
from doclint.repository.in_memory import Memory, Overlay
from doclint.repository.repository import Repository

if TYPE_CHECKING:
    from concurrent.futures import Executor


class GivenPages:
    """Lints pages one by one among the same sources, so that what many pages refer to is read only once."""

    def __init__(self, how: Settled, sources: Sources) -> None:
        project = how.project
        selection = project.selection(how.select)
        self.linter = Linter(selection, project.formats, project.settings.config.limits, project.sites)
        self.suppressions = ConfigSuppressions(project.settings, today())
        self._base = repository_of(sources, project)

    def around(self, path: str, text: Text) -> Repository | None:
        """Return the sources with a page in its place; None if they are not known."""
        return self._base and Overlay(self._base, {path: text})

    def report(self, path: str, text: Text) -> Report:
        """Return the report on one page."""
        repository = self.around(path, text)
        found = self.linter.text(path, text, repository)
        report = Report(
            root="",
            paths=[printable(path)],
            rules=self.linter.selection.rules_of([path]),
            # Whoever shows the findings shows the lines of the page, too.
            repository=repository or Memory({path: text}),
        )
        return self.suppressions.apply(gather(report, [found_of(found)]))


def corpus(how: Settled, pages: dict[str, bytes], sources: Sources, jobs: int | None = None) -> CheckRun:
    """Return a run over pages that are, with the sources, the whole repository."""
    found = sources_of(sources)
    project = replace(how.project, root=found) if isinstance(found, Path) else how.project
    texts = pages if isinstance(found, Path) else {**(found or {}), **pages}
    order = sorted(pages)  # rules about all pages together depend on it
    is_closed = not isinstance(found, Path)
    plan = Plan(project, project.selection(how.select), order, is_whole=True, texts=texts, is_closed=is_closed)
    return CheckRun(plan, Resources(jobs or 1))


def lint_text(
    text: Text,
    *,
    path: str = "page.md",
    config: ConfigLike = None,
    format: FormatLike | Sequence[FormatLike] | None = None,  # noqa: A002 - what everybody would call it
    rules: Iterable[RuleLike] | None = None,
    sources: Sources = None,
) -> Report:
    r"""Lint one page.

    `path` is the place of the page in its repository, in posix form from the root; it decides which kinds of page it
    can be. `config` has the keys of the configuration file. `format` is the name of a built-in format, a table or a
    model, or several of these; by default, all built-in formats. `rules` are ids, families or classes; by default,
    those that the configuration selects. `sources` are the other files of the repository by path, or its folder;
    without them, rules that need the repository do not run.

    A defect of the page raises nothing, whatever the page holds. Raises ConfigError, FormatError, PluginError or
    UsageError if an argument is wrong.

    >>> lint_text("# A\n\n[b][c]\n").findings[0].message
    'The label `c` is not defined'
    """
    arguments.text_of(text, "`text`")
    place = arguments.place_of(path, "`path`")
    return GivenPages(arguments.settled(config, format, rules), sources).report(place, text)


def lint_corpus(
    pages: Mapping[str, Text],
    *,
    config: ConfigLike = None,
    format: FormatLike | Sequence[FormatLike] | None = None,  # noqa: A002 - what everybody would call it
    rules: Iterable[RuleLike] | None = None,
    sources: Sources = None,
    jobs: int | None = None,
) -> Report:
    r"""Lint pages, given by path, as one repository: links between them are checked.

    `jobs` is the number of worker processes for many pages; by default, there are none. The other arguments and the
    errors are those of `lint_text`. Rules about all pages together run as well.

    >>> report = lint_corpus({"a.md": "[b](b.md), [c](c.md)\n", "b.md": "# B\n"})
    >>> [(finding.path, finding.start.column, finding.rule) for finding in report.findings]
    [('a.md', 12, 'broken-link')]
    """
    how = arguments.settled(config, format, rules)
    jobs = arguments.jobs_of(jobs, None, how.project.given)
    return replace(corpus(how, arguments.pages_of(pages), sources, jobs).report(), root="")


def lint_stream(
    pages: Iterable[tuple[str, Text]],
    *,
    config: ConfigLike = None,
    format: FormatLike | Sequence[FormatLike] | None = None,  # noqa: A002 - what everybody would call it
    rules: Iterable[RuleLike] | None = None,
    sources: Sources = None,
) -> Iterator[tuple[str, Report]]:
    r"""Lint pages as they come, as pairs of path and text, and yield the report of each before taking the next.

    The arguments and the errors are those of `lint_text`; what is wrong with a pair raises when its turn comes. Links
    between the pages are not checked, unless they are among the sources.

    >>> for path, report in lint_stream([("a.md", "# A\n"), ("b.md", "[c][]\n")]):
    ...     print(path, len(report.findings))
    a.md 0
    b.md 1
    """
    arguments.check_stream(pages)
    around = GivenPages(arguments.settled(config, format, rules), sources)
    pairs = map(arguments.page_of, pages)
    return ((path, around.report(arguments.place_of(path, "path"), text)) for path, text in pairs)


def lint_paths(
    paths: Iterable[AnyPath],
    *,
    root: AnyPath = ".",
    config: ConfigLike = None,
    format: FormatLike | Sequence[FormatLike] | None = None,  # noqa: A002 - what everybody would call it
    rules: Iterable[RuleLike] | None = None,
    discover: bool = False,
    jobs: int | None = None,
    executor: "Executor | None" = None,
) -> Report:
    """Lint files, and the pages in folders, of the repository at a root.

    With `discover`, the configuration files of the repository apply and its local rules run, as on the command line;
    `config` and `format` then cannot be given. Without paths there are no pages to lint. The other arguments and the
    errors are those of `lint_text`; a path that does not exist raises UsageError, and a page that cannot be read is a
    finding.

    `jobs` is the number of worker processes for many pages; by default, there are none. With an `executor`, which stays
    open, its workers lint the pages: they need doclint, the packages of rules, and the files of the repository at the
    same path. `jobs` is then the number of its workers, by default the number of processors of this machine.
    """
    places = arguments.paths_of(paths)
    place = arguments.root_of(root)
    if discover:
        if config is not None or format is not None:
            raise UsageError("`discover` reads the configuration that is there; `config` and `format` say otherwise")
        given, select = arguments.rules_of(rules)
        how = Settled(replace(Project.find(root=place), given=given), select)
    else:
        how = arguments.settled(config, format, rules, root=place)
    project = how.project
    jobs = arguments.jobs_of(jobs, executor, project.given)
    request = Request(places, how.select)
    plan = make_plan(project, request) if places else Plan(project, project.selection(how.select), [])
    if executor is None:
        return CheckRun(plan, Resources(jobs or 1)).report()
    from doclint.engine.workers import cores, shared

    return CheckRun(plan, Resources(jobs or cores(), shared(executor))).report()
