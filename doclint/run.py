"""Many pages: read each, judge it, gather what was found."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from doclint.corpus import together
from doclint.judge import Judge
from doclint.project import Project
from doclint.report import Report
from doclint.repository import Folder, Overlay, Repository
from doclint.selection import Selection
from doclint.source import printable
from doclint.verdict import Verdict


def run(
    project: Project,
    selection: Selection,
    paths: Sequence[str],
    *,
    texts: Mapping[str, bytes] | None = None,
    watch: Callable[[Sequence[str]], Iterable[str]] = iter,
    is_whole: bool = False,
) -> Report:
    """Lint the pages at these paths, given in posix form from the root.

    `texts` holds pages that are read in place of what lies on disk. `watch` sees each path as its turn comes. If these
    are all pages, `is_whole`, rules about all of them together run as well. Raises ConfigError if a folder of a page
    has a broken configuration, before anything is read.
    """
    most = project.settings.config.max_page_size
    repository: Repository = Folder(project.root, most)
    if texts:
        repository = Overlay(repository, texts)
    judge = Judge(selection, project.formats, most, is_whole)
    report = Report(
        root=project.root.as_posix(),
        paths=[printable(path) for path in paths],
        rules=selection.rules_of(paths),
        repository=repository,
        is_whole=is_whole,
    )
    return gather(report, (judge.file(path, repository) for path in watch(paths)), judge)


def gather(report: Report, verdicts: Iterable[Verdict], judge: Judge) -> Report:
    """The report with what there is to say of its pages, one by one and, if they are all pages, together."""
    verdicts = list(verdicts)
    if judge.is_whole:
        assert report.repository is not None, "all pages lie in one"
        verdicts.append(judge.pages(together(one.notes for one in verdicts), report.repository))
    problems = [problem for verdict in verdicts for problem in verdict.problems]
    problems.sort(key=lambda problem: problem.order)
    return replace(report, problems=problems, suppressed=sum(verdict.suppressed for verdict in verdicts))
