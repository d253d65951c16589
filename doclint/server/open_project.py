"""A project whose pages are open in an editor, kept warm: its settings, rules and formats, and what was read of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from doclint.config.files import Settings, find_root, has_settings
from doclint.config.given import GivenSettings
from doclint.config.project import Project, Root, nested_root
from doclint.config.selection import Selection
from doclint.engine.brake import NO_BRAKE, Brake
from doclint.engine.check_run import CheckRun, Resources
from doclint.engine.gather import gather
from doclint.engine.linter import Linter
from doclint.engine.page_result import PageResult, found_of
from doclint.engine.plan import Plan, Request, make_plan
from doclint.engine.report import baseline
from doclint.engine.report.report import Report
from doclint.errors.exceptions import DoclintError, UsageError
from doclint.formats.loading import builtins
from doclint.markdown.source import printable
from doclint.repository.in_memory import Overlay
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding
from doclint.server.settings import EditorSettings


class LoadedProject(Struct, frozen=True):
    """A project as its configuration was when it was last read without a mistake, and what checks its pages."""

    run: CheckRun
    linter: Linter
    _brakes: dict[int | None, Brake] = {}

    @classmethod
    def of(cls, root: Root | None, settings: EditorSettings) -> "LoadedProject":
        """Load the project at a root, or one without a root, which has the default settings.

        Raises DoclintError if a configuration, a format or a rule is broken.
        """
        if root is None:
            project = Project(Path(), Settings(), builtins(), is_isolated=True)
        else:
            given = GivenSettings(root.place / settings.config if settings.config else None)
            project = Project.at(root, local_rules=settings.local_rules, given=given)
        plan = Plan(project, _selection(project, settings), [])
        run = CheckRun(plan, Resources(has_cache=root is not None))
        _ = run.suppressions, project.exclusions  # this reports mistakes in them at once
        return cls(run, replace(Linter.of(plan), has_claims=settings.claims))

    @property
    def project(self) -> Project:
        """The project."""
        return self.run.plan.project

    def report(self, path: str, result: PageResult, repository: Repository | None) -> Report:
        """Return the report that `doclint check` makes of a result, without suppressed findings and the baseline's.

        Raises BaselineError if the baseline cannot be read.
        """
        rules = self.linter.selection.rules_of([path])
        report = Report(self.project.root.as_posix(), [printable(path)], rules=rules, repository=repository)
        found = found_of(result)
        report = self.run.suppressions.apply(gather(report, [found], self.brake_for(found.findings)))
        return _without_known(replace(self.run, plan=replace(self.run.plan, pages=[path])), report)

    def report_on_all(self) -> Report:
        """Check all pages of the project as the files are, and return the report, without what a baseline knows.

        Raises DoclintError as `CheckRun.report` does, and if the baseline cannot be read.
        """
        plan = replace(make_plan(self.project, Request()), selection=self.linter.selection)
        run = CheckRun(plan, Resources(has_cache=True))
        return _without_known(run, run.report())

    def brake_for(self, findings: Sequence[Finding]) -> Brake:
        """Return the brake for some findings, by what the last run over all pages left in the cache."""
        if not self.project.settings.config.brake or not any(finding.rests_on for finding in findings):
            return NO_BRAKE
        state = self.run.cache_state()
        if state not in self._brakes:
            self._brakes.clear()
            self._brakes[state] = Brake.of(self.run.last_counts())
        return self._brakes[state]


def _without_known(run: CheckRun, report: Report) -> Report:
    """Return a report of a run without the findings of a baseline. Raises BaselineError if that cannot be read."""
    file = baseline.file_of(run.plan.project, None)
    return report if file is None else run.compare(baseline.load(file), report).applied(report)


def _selection(project: Project, settings: EditorSettings) -> Selection:
    """Return the selection of rules. Raises UsageError if the editor names one that does not exist."""
    try:
        return project.selection(settings.select)
    except UsageError as error:
        raise UsageError(f"The setting `select` of the editor: {error}") from error


class OpenProject:
    """The project at a root, with the settings of the editor; without a root, for pages of no repository.

    If its configuration is broken, what it was before stays in use, and `problem` says what is wrong. Before it was
    ever right, `loaded` is None, and no page is checked.
    """

    def __init__(self, root: Root | None, settings: EditorSettings) -> None:
        self.root = root.place if root else None
        self.problem = ""
        self.loaded: LoadedProject | None = None
        self._root = root
        self._settings = settings
        self._files: Repository | None = None
        self.reload()

    def reload(self) -> None:
        """Read the configuration again."""
        self._files = None
        try:
            self.loaded, self.problem = LoadedProject.of(self._root, self._settings), ""
        except DoclintError as error:
            self.problem = str(error)

    def renew(self, paths: Sequence[str]) -> None:
        """Forget what was read of the repository, because files in it changed; read the configuration if it is one."""
        if any(path.endswith(".toml") or path in self._deciding for path in paths):
            self.reload()
        elif any(map(self._matters, paths)):
            self._files = None

    def _matters(self, path: str) -> bool:
        """Whether a change of a file may change an answer. Builds write much that git ignores and no page is about."""
        files = self._files
        return files is not None and (files.has_answered(path) or not files.is_ignored(path))

    @property
    def _deciding(self) -> set[str]:
        """The files besides TOML that decide how pages are checked."""
        config = self.loaded.project.settings.config if self.loaded else None
        return {*config.local_rules, config.baseline or baseline.DEFAULT} if config else set()

    def repository(self, texts: Mapping[str, str]) -> Repository | None:
        """Return the files of the repository, with the texts of the editor in the place of those on the disk.

        What was read of them before is kept until they change. None without a root.
        """
        if self.loaded is None or self.root is None:
            return None
        if self._files is None:
            self._files = self.loaded.project.repository()
        return Overlay(self._files, texts)


def root_of(page: Path, folders: Sequence[Path]) -> Root | None:
    """Return the root of a page: that of its repository or its configuration, or else the folder of the workspace.

    No folder of the path of the page may be a link. None for a page that is in neither: doclint does not look around
    it.
    """
    found = find_root(page.parent)
    if found is not None:
        return nested_root(found.resolve())
    around = [folder for folder in map(Path.resolve, folders) if page.is_relative_to(folder)]
    return Root(max(around, key=lambda one: len(one.parts)), has_settings) if around else None
