"""doclint for programs: pages in, typed findings out.

No function reads a disk or looks for a configuration unless its arguments say so. All functions can be called
from several threads at once. They raise the errors of `doclint.errors`; a defect of a page is never an error.
"""

import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from doclint.config.files import Settings
from doclint.config.files import parse as parse_settings
from doclint.config.project import Project, formats_of, sites_of
from doclint.config.schema import Config
from doclint.config.selection import Selection
from doclint.engine.check_run import CheckRun, Resources
from doclint.engine.corpus_rules import merge_notes
from doclint.engine.gather import gather
from doclint.engine.linter import Linter
from doclint.engine.plan import Plan, Request, make_plan
from doclint.engine.report.report import Report
from doclint.engine.suppressions import ConfigSuppressions, today
from doclint.errors.exceptions import UsageError
from doclint.errors.suggestions import did_you_mean
from doclint.formats.loading import BUILTIN, builtin, builtins
from doclint.formats.loading import parse as parse_format
from doclint.formats.schema import Format
from doclint.markdown.source import printable
from doclint.page.limits import Limits
from doclint.repository.disk import Folder
from doclint.repository.in_memory import Memory, Overlay
from doclint.repository.paths import inner
from doclint.repository.repository import Repository
from doclint.rule import registry
from doclint.rule.registry import Rules
from doclint.rule.rule import Rule

if TYPE_CHECKING:
    from concurrent.futures import Executor

Text: TypeAlias = str | bytes
ConfigLike: TypeAlias = Config | Mapping[str, Any] | None
FormatLike: TypeAlias = str | Format | Mapping[str, Any]
RuleLike: TypeAlias = str | type[Rule]
Sources: TypeAlias = Mapping[str, Text] | str | PathLike[str] | None

_OF_FILES = ("baseline", "extend", "formats", "local-rules")
"""Keys of the configuration that name files, which these functions do not read."""


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

    >>> lint_text("# A\n\n[b][c]\n").findings[0].message
    'The label `c` is not defined'
    """
    [(_, report)] = lint_stream([(path, text)], config=config, format=format, rules=rules, sources=sources)
    return report


def lint_corpus(
    pages: Mapping[str, Text],
    *,
    config: ConfigLike = None,
    format: FormatLike | Sequence[FormatLike] | None = None,  # noqa: A002 - what everybody would call it
    rules: Iterable[RuleLike] | None = None,
    sources: Sources = None,
) -> Report:
    r"""Lint pages, given by path, as one repository: links between them are checked. Arguments as for `lint_text`.

    >>> report = lint_corpus({"a.md": "[b](b.md), [c](c.md)\n", "b.md": "# B\n"})
    >>> [(finding.path, finding.start.column, finding.rule) for finding in report.findings]
    [('a.md', 12, 'broken-link')]
    """
    linter, config_suppressions = _linter(config, format, rules, is_whole=True)
    texts = {inner(path): text for path, text in sorted(pages.items(), key=itemgetter(0))}
    repository: Repository
    if sources is None or isinstance(sources, Mapping):
        repository = Memory({**(sources or {}), **texts}, linter.limits.file_bytes)
    else:
        repository = Overlay(_folder(sources, linter.limits), texts)
    paths = sorted(texts)  # rules about all pages together depend on their order
    report = Report(root="", paths=[printable(path) for path in paths], repository=repository, is_whole=True)
    results = [linter.text(path, texts[path], repository) for path in paths]
    results.append(linter.pages(merge_notes(one.notes for one in results), repository))
    return config_suppressions.apply(gather(report, ((one.findings, one.suppressed) for one in results)))


def lint_stream(
    pages: Iterable[tuple[str, Text]],
    *,
    config: ConfigLike = None,
    format: FormatLike | Sequence[FormatLike] | None = None,  # noqa: A002 - what everybody would call it
    rules: Iterable[RuleLike] | None = None,
    sources: Sources = None,
) -> Iterator[tuple[str, Report]]:
    r"""Lint pages as they come, as pairs of path and text, and yield the report of each before taking the next.

    Arguments as for `lint_text`. Links between the pages are not checked, unless they are among the sources.

    >>> for path, report in lint_stream([("a.md", "# A\n"), ("b.md", "[c][]\n")]):
    ...     print(path, len(report.findings))
    a.md 0
    b.md 1
    """
    linter, config_suppressions = _linter(config, format, rules)
    base: Repository | None = None
    if sources is not None:
        most = linter.limits.file_bytes
        base = Memory(sources, most) if isinstance(sources, Mapping) else _folder(sources, linter.limits)

    def report(path: str, text: Text) -> Report:
        found = linter.text(inner(path), text, base and Overlay(base, {path: text}))
        return config_suppressions.apply(gather(Report("", [path]), [(found.findings, found.suppressed)]))

    return ((path, report(path, text)) for path, text in pages)


def lint_paths(
    paths: Iterable[str | PathLike[str]],
    *,
    root: str | PathLike[str] = ".",
    config: ConfigLike = None,
    format: FormatLike | Sequence[FormatLike] | None = None,  # noqa: A002 - what everybody would call it
    rules: Iterable[RuleLike] | None = None,
    discover: bool = False,
    jobs: int | None = None,
    executor: "Executor | None" = None,
) -> Report:
    """Lint files, and the pages in folders, of the repository at a root.

    With `discover`, the configuration files of the repository apply and its local rules run, as on the command line;
    `config` and `format` then cannot be given. Without paths there are no pages to lint. The other arguments are those
    of `lint_text`.

    `jobs` is the number of worker processes for many pages; by default, there are none. With an `executor`, which stays
    open, its workers lint the pages: they need doclint, the packages of rules, and the files of the repository at the
    same path. `jobs` is then the number of its workers, by default the number of processors of this machine.
    """
    place = Path(root).resolve()
    given, select = _rules(rules)
    if jobs is not None and jobs < 1:
        raise UsageError(f"`jobs` is {jobs}; it must be at least 1")
    if executor is not None or (jobs or 1) > 1:
        _check_findable(given)
    if discover:
        if config is not None or format is not None:
            raise UsageError("`discover` reads the configuration that is there; `config` and `format` say otherwise")
        project = replace(Project.find(root=place), given=given)
    else:
        settings = _settings(config)
        project = Project(place, settings, _formats(settings.config, format), given, is_isolated=True)
    places = [Path(path) for path in paths]
    plan = make_plan(project, Request(places, select)) if places else Plan(project, project.selection(select), [])
    if executor is None:
        return CheckRun(plan, Resources(jobs or 1)).report()
    from doclint.engine.workers import cores, shared

    return CheckRun(plan, Resources(jobs or cores(), shared(executor))).report()


def _check_findable(rules: Iterable[type[Rule]]) -> None:
    """Raise UsageError if workers, which look for classes by module and name, cannot find a rule."""
    for rule in rules:
        try:
            pickle.dumps(rule)
        except Exception as error:
            what = (
                f"`rules` has `{rule.__qualname__}`, which workers cannot find: define it at the top level of a module"
            )
            raise UsageError(what) from error


def _linter(
    config: ConfigLike,
    format_: FormatLike | Sequence[FormatLike] | None,
    rules: Iterable[RuleLike] | None,
    *,
    is_whole: bool = False,
) -> tuple[Linter, ConfigSuppressions]:
    """Return what lints given pages, and what the configuration suppresses."""
    settings = _settings(config)
    given, select = _rules(rules)
    selection = Selection(Rules([*registry.rules().values(), *given]), settings, select=select)
    linter = Linter(selection, _formats(settings.config, format_), settings.config.limits, sites_of(settings), is_whole)
    return linter, ConfigSuppressions(settings, today())


def _folder(path: str | PathLike[str], limits: Limits) -> Folder:
    if not Path(path).is_dir():
        raise UsageError(f"`sources` is `{path}`, which is not a folder")
    return Folder(Path(path), limits.file_bytes)


def _settings(config: ConfigLike) -> Settings:
    if config is None:
        return Settings()
    table = config.model_dump(by_alias=True, exclude_unset=True) if isinstance(config, Config) else config
    layer = parse_settings(table, "config")
    for key in _OF_FILES:
        if key in layer.table:
            raise UsageError(f"`config` has `{key}`, which names files; only `lint_paths` with `discover` reads them")
    return Settings((layer,))


def _formats(config: Config, given: FormatLike | Sequence[FormatLike] | None) -> tuple[Format, ...]:
    if given is None:
        return formats_of(config, builtins())
    several = [given] if isinstance(given, str | Format | Mapping) else given
    return formats_of(config, map(_format, several))


def _format(given: FormatLike) -> Format:
    if isinstance(given, Format):
        return given
    if not isinstance(given, str):
        return parse_format(given, "format")
    if given not in BUILTIN:
        raise UsageError(f"There is no built-in format `{given}`{did_you_mean(given, BUILTIN)}")
    return builtin(given)


def _rules(given: Iterable[RuleLike] | None) -> tuple[tuple[type[Rule], ...], list[str] | None]:
    """Return the rules that are given as classes, and the names to select, or None to select by configuration."""
    if given is None:
        return (), None
    if isinstance(given, str):
        raise UsageError(f"`rules` is {given!r}; it must be a list of rules")
    several = list(given)
    wrong = next((rule for rule in several if not isinstance(rule, str | type)), None)
    if wrong is not None:
        raise UsageError(f"`rules` has {wrong!r}, which is not an id, a family or a class")
    classes = [rule for rule in several if not isinstance(rule, str)]
    for rule in classes:
        registry.check(rule)
    names = [rule if isinstance(rule, str) else rule.id for rule in several]
    return tuple(classes), names
