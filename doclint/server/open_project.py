"""A project whose pages are open in an editor, kept warm: its settings, rules and formats, and what was read of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from doclint.config.files import find_root, has_settings
from doclint.config.given import GivenSettings
from doclint.config.project import Project, Root, nested_root
from doclint.engine.check_run import CheckRun
from doclint.engine.gather import gather
from doclint.engine.linter import Linter
from doclint.engine.plan import Plan
from doclint.engine.report import baseline
from doclint.engine.report.report import Report
from doclint.errors.exceptions import DoclintError
from doclint.markdown.source import Source, printable
from doclint.page.page import Page
from doclint.repository.in_memory import Overlay
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding
from doclint.server.settings import EditorSettings


@dataclass(frozen=True)
class _Loaded:
    """A project as its configuration was when it was last read without a mistake."""

    run: CheckRun
    linter: Linter

    @classmethod
    def of(cls, root: Root, settings: EditorSettings) -> "_Loaded":
        """Load the project at a root. Raises DoclintError if a configuration, a format or a rule is broken."""
        given = GivenSettings(root.place / settings.config if settings.config else None)
        project = Project.at(root, local_rules=settings.local_rules, given=given)
        plan = Plan(project, project.selection(settings.select), [])
        run = CheckRun(plan)
        _ = run.suppressions, project.exclusions  # this reports mistakes in them at once
        return cls(run, Linter.of(plan))


class OpenProject:
    """The project at a root, with the settings of the editor.

    If its configuration is broken, what it was before stays in use, and `problem` says what is wrong. Before it was
    ever right, no page is checked.
    """

    def __init__(self, root: Root, settings: EditorSettings) -> None:
        self.root = root.place
        self.problem = ""
        self._root = root
        self._settings = settings
        self._loaded: _Loaded | None = None
        self._files: Repository | None = None
        self.reload()

    def reload(self) -> None:
        """Read the configuration again."""
        self._files = None
        try:
            self._loaded, self.problem = _Loaded.of(self._root, self._settings), ""
        except DoclintError as error:
            self.problem = str(error)

    def renew(self, paths: Sequence[str]) -> None:
        """Forget what was read of the repository, because files in it changed; read the configuration if it is one."""
        if any(path.endswith(".toml") or path in self._deciding for path in paths):
            self.reload()
        elif self._files is not None and not all(map(self._files.is_ignored, paths)):
            self._files = None

    @property
    def _deciding(self) -> set[str]:
        """The files besides TOML that decide how pages are checked."""
        config = self.project.settings.config if self._loaded else None
        return {*config.local_rules, config.baseline or ""} if config else set()

    @property
    def project(self) -> Project:
        """The project. There must be one."""
        assert self._loaded is not None, "somebody asks only for pages of a project that was loaded"
        return self._loaded.run.plan.project

    @property
    def is_loaded(self) -> bool:
        """Whether there is a configuration to check pages with."""
        return self._loaded is not None

    @property
    def files(self) -> Repository:
        """The files of the repository, which are read again only if they changed."""
        if self._files is None:
            self._files = self.project.repository()
        return self._files

    def leaves_out(self, path: str) -> bool:
        """Whether the configuration leaves a page out, or doclint does by default."""
        return self.project.exclusions.of(path) is not None

    def repository(self, texts: Mapping[str, str]) -> Repository:
        """Return the files of the repository, with the texts of the editor in the place of those on the disk."""
        return Overlay(self.files, texts) if texts else self.files

    def page(self, path: str, text: str, repository: Repository) -> Page:
        """Return a page."""
        assert self._loaded is not None, "somebody asks only for pages of a project that was loaded"
        return self._loaded.linter.read(path, Source.from_text(text), repository)

    def findings(self, path: str, text: str, repository: Repository) -> list[Finding]:
        """Check a page, as `doclint check` does if it is named. Raises ConfigError if that of its folder is broken."""
        assert self._loaded is not None, "somebody asks only for pages of a project that was loaded"
        run, linter = self._loaded.run, self._loaded.linter
        run = replace(run, plan=replace(run.plan, pages=[path]))
        found = linter.text(path, text, repository)
        report = Report(
            root=self.root.as_posix(),
            paths=[printable(path)],
            rules=linter.selection.rules_of([path]),
            repository=repository,
        )
        report = run.suppressions.apply(gather(report, [(found.findings, found.suppressed)]))
        file = baseline.file_of(self.project, None)
        return report.findings if file is None else run.compare(baseline.load(file), report).applied(report).findings


def root_of(page: Path, folders: Sequence[Path]) -> Root | None:
    """Return the root of a page: that of its repository or its configuration, or else the folder of the workspace.

    None for a page that is in neither: doclint does not look around it.
    """
    found = find_root(page.parent)
    if found is not None:
        return nested_root(found.resolve())
    around = max(
        (folder for folder in folders if page.is_relative_to(folder)), key=lambda one: len(one.parts), default=None
    )
    return None if around is None else Root(around.resolve(), has_settings)
