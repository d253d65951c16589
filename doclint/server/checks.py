"""What the worker does for the server: it checks pages, and answers questions about them.

The functions run in a process of its own, one after the other. What they keep there, the texts of open pages and warm
projects, the server can send again at any time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from doclint.config.files import Settings
from doclint.config.project import Project
from doclint.engine.linter import Linter
from doclint.errors.exceptions import DoclintError, UsageError
from doclint.formats.loading import builtins
from doclint.page.page import Page
from doclint.repository.discovery import place_of
from doclint.repository.paths import absolute
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding
from doclint.server.open_project import OpenProject, root_of
from doclint.server.settings import DEFAULT_SETTINGS, EditorSettings


class Around(NamedTuple):
    """What is around the pages: the folders of the workspace, and the settings of the editor."""

    folders: tuple[Path, ...] = ()
    settings: EditorSettings = DEFAULT_SETTINGS


@dataclass(frozen=True)
class CheckedPage:
    """What is known of a page after a check.

    `root` is that of its project; None for a page without one. `problem` says what is wrong with the configuration.
    """

    findings: Sequence[Finding] = ()
    root: Path | None = None
    problem: str = ""


class PageInProject(NamedTuple):
    """A page, ready to be read, and its project."""

    project: OpenProject
    path: str
    page: Page
    repository: Repository


class _State:
    """What the worker keeps."""

    def __init__(self) -> None:
        self.around = Around()
        self.texts: dict[Path, str] = {}
        self.projects: dict[Path, OpenProject] = {}


_state = _State()


def put(around: Around, texts: Mapping[Path, str | None]) -> None:
    """Keep what is around the pages, and texts of open documents; None for one that was closed."""
    if around != _state.around:
        _state.projects.clear()
    _state.around = around
    for path, text in ((absolute(path), text) for path, text in texts.items()):
        if text is None:
            _state.texts.pop(path, None)
        else:
            _state.texts[path] = text


def renew(paths: Sequence[Path]) -> None:
    """Take note that files changed on the disk. Without paths, any may have."""
    places = list(map(absolute, paths))
    for project in _state.projects.values():
        below = [path.relative_to(project.root).as_posix() for path in places if path.is_relative_to(project.root)]
        if below:
            project.renew(below)
        elif not paths:
            project.reload()


def check(place: Path | None, name: str, text: str) -> CheckedPage:
    """Check a page with a text, at a place of the disk or under a name only."""
    try:
        project = _project_of(place) if place else None
        if place is None or project is None:
            return CheckedPage(_alone(name, text))
    except DoclintError as error:
        return CheckedPage(problem=str(error))
    if not project.is_loaded:
        return CheckedPage(root=project.root, problem=project.problem)
    try:
        path = place_of(place, project.root)
        if project.leaves_out(path):
            return CheckedPage(root=project.root, problem=project.problem)
        found = project.findings(path, text, _around(project, path, text))
    except DoclintError as error:
        return CheckedPage(root=project.root, problem=str(error))
    return CheckedPage(found, project.root, project.problem)


def page_in_project(place: Path, text: str) -> PageInProject | None:
    """Return a page with a text, ready to be read; None if nothing is known around it."""
    project = _project_of(place)
    if project is None or not project.is_loaded:
        return None
    try:
        path = place_of(place, project.root)
    except UsageError:
        return None
    repository = _around(project, path, text)
    return PageInProject(project, path, project.page(path, text, repository), repository)


def _around(project: OpenProject, path: str, text: str) -> Repository:
    """Return the repository with the texts of open documents, and one of them, a page, with a text."""
    root = project.root
    texts = {
        place.relative_to(root).as_posix(): other for place, other in _state.texts.items() if place.is_relative_to(root)
    }
    return project.repository({**texts, path: text})


def _project_of(place: Path) -> OpenProject | None:
    root = root_of(place, _state.around.folders)
    if root is None:
        return None
    if root.place not in _state.projects:
        _state.projects[root.place] = OpenProject(root, _state.around.settings)
    return _state.projects[root.place]


def _alone(name: str, text: str) -> Sequence[Finding]:
    """Check a page by itself, with the default settings: without a repository, which it does not belong to."""
    project = Project(Path(), Settings(), builtins(), is_isolated=True)
    linter = Linter(
        project.selection(_state.around.settings.select), project.formats, project.settings.config.limits, project.sites
    )
    return linter.text(name, text, None).findings
