"""Pages as tests of pytest: one for each page, and one for all pages of a root together."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from doclint.api.render import render
from doclint.engine.check_run import CheckRun, Resources
from doclint.engine.plan import Plan, Request, make_plans
from doclint.engine.report import baseline
from doclint.engine.report.report import Report
from doclint.errors.exceptions import DoclintError
from doclint.markdown.source import printable
from doclint.output.paths import path_from_here
from doclint.output.terminal import safe
from doclint.repository.paths import absolute
from doclint.rule.message import Severity
from doclint.rule.rule import CorpusRule
from doclint.source.language import is_markdown

_NAME = "doclint"


class FindingsError(Exception):
    """The findings because of which a test fails, as text."""


class PageTest(pytest.Item):
    """A test that fails if a report, which `find` makes when the test runs, has a finding that is severe enough."""

    def __init__(self, *, find: Callable[[], Report], **options: Any) -> None:
        super().__init__(**options)
        self._find = find

    def runtest(self) -> None:
        """Raise FindingsError if there are findings, and DoclintError if a configuration is broken."""
        report = self._find()
        least: Severity = self.config.getoption("--doclint-fail-on")
        if report.reaches(least) or report.has_failed:
            raise FindingsError(render(report, max_per_cause=0))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the findings; a traceback would show how doclint found them."""
        is_told = isinstance(excinfo.value, FindingsError | DoclintError)
        return str(excinfo.value) if is_told else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the page, and what headings show."""
        return Path(safe(str(self.path))), None, self.nodeid.removesuffix(f"::{_NAME}")


class PageFile(pytest.File):
    """A page, which is one test."""

    def __init__(self, *, find: Callable[[], Report], **options: Any) -> None:
        super().__init__(**options)
        self._find = find

    def collect(self) -> Iterator[PageTest]:
        """Yield the test."""
        yield PageTest.from_parent(self, name=_NAME, find=self._find)


class RootTests:
    """The pages of a root, and what doclint found on them: all pages at once, when the first test runs."""

    def __init__(self, plan: Plan, *, is_worker: bool) -> None:
        self.plan = plan
        self._is_worker = is_worker
        self._is_whole = plan.is_whole
        self._collected: set[str] = set()
        self._chosen: set[str] = set()
        self._found: Report | None = None

    def choose(self, collected: set[str], chosen: set[str], *, is_whole: bool) -> None:
        """Keep which pages are tests, which of these will run, and whether that of all pages together will."""
        self._collected, self._chosen, self._is_whole = collected, chosen, is_whole

    def page(self, path: str) -> Report:
        """Return the report on a page."""
        # Each process of pytest-xdist runs some tests, and does not know which.
        found = self._check([path], is_whole=False) if self._is_worker else self._all()
        name, together = printable(path), self._rules_together(found)
        findings = [one for one in found.findings if one.path == name and one.rule not in together]
        of_page = replace(found, paths=[name], findings=findings, is_whole=True, left_out={}, notes=())
        return replace(of_page, assumptions=(), failed=(), held_back=[])

    def together(self) -> Report:
        """Return the report of the rules about all pages together, and on the pages without a test."""
        found = self._all()
        names, together = set(map(printable, self._collected)), self._rules_together(found)
        return replace(found, findings=[one for one in found.findings if one.path not in names or one.rule in together])

    def _all(self) -> Report:
        if self._found is None:
            pages = self.plan.pages if self._is_whole else sorted(self._chosen)
            self._found = self._check(pages, is_whole=self._is_whole)
        return self._found

    def _check(self, pages: Sequence[str], *, is_whole: bool) -> Report:
        # A page that crashes the parser must not end pytest. Where pytest-xdist runs, it replaces a process that dies.
        resources = Resources(None, has_cache=True, is_careful=not self._is_worker)
        run = CheckRun(replace(self.plan, pages=pages, is_whole=is_whole), resources)
        report = run.report()
        file = baseline.file_of(self.plan.project, None)
        known = baseline.load(file) if file else None
        # The comparison is about the whole run, so that no report on a page shows it.
        return report if known is None else replace(run.compare(known, report).applied(report), baseline=None)

    @staticmethod
    def _rules_together(report: Report) -> set[str]:
        return {rule.id for rule in report.rules if isinstance(rule, CorpusRule)}


class PageTests:
    """The hooks of pytest that make tests of pages. The pages are those that `doclint check` finds at the paths."""

    def __init__(self, config: pytest.Config) -> None:
        is_worker = hasattr(config, "workerinput")
        paths = list(_paths(config))
        try:
            plans = make_plans(Request(paths)) if paths else []
        except DoclintError as error:
            raise pytest.UsageError(f"doclint: {error}") from error
        self._roots = [RootTests(plan, is_worker=is_worker) for plan in plans]
        self._places = {root.plan.root / page: (root, page) for root in self._roots for page in root.plan.pages}
        self._names: dict[Path, Path] = {}
        self._tests: dict[str, tuple[RootTests, str]] = {}

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> PageFile | None:
        """Return a page for a file that is one."""
        place = absolute(file_path)
        # pytest follows links to folders, also in circles.
        if place not in self._places or self._names.setdefault(place, file_path) != file_path:
            return None
        root, page = self._places[place]
        named: dict[str, Any] = {}
        if file_path.as_posix() != safe(file_path.as_posix()):  # pytest prints the name as it is
            named = {"nodeid": safe(path_from_here(page, root.plan.root.as_posix()))}
        file: PageFile = PageFile.from_parent(parent, path=file_path, find=partial(root.page, page), **named)
        self._tests[f"{file.nodeid}::{_NAME}"] = root, page
        return file

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add the tests of all pages together."""
        whole = [root for root in self._roots if root.plan.is_whole and root.plan.pages]
        items += [
            PageTest.from_parent(session, name=_NAME, nodeid=_together(root), find=root.together) for root in whole
        ]

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Keep which tests are left after `-k` and the like, so that doclint checks no other pages."""
        left = {item.nodeid for item in session.items}
        for root in self._roots:
            mine = {name: page for name, (owner, page) in self._tests.items() if owner is root}
            chosen = {page for name, page in mine.items() if name in left}
            root.choose(set(mine.values()), chosen, is_whole=_together(root) in left)


def _together(root: RootTests) -> str:
    """Return the name of the test of all pages of a root together."""
    folder = path_from_here("", root.plan.root.as_posix())
    return f"{folder}/all-pages::{_NAME}".removeprefix("./")


def _paths(config: pytest.Config) -> Iterator[Path]:
    """Yield the folders and the pages among the arguments of pytest."""
    for argument in config.args:
        path = config.invocation_params.dir / argument.partition("::")[0]
        if path.is_dir() or (path.is_file() and is_markdown(path.name)):
            yield path
