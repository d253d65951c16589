"""What the worker does for the server: it checks pages, and answers questions about them.

The functions run in a process of its own, one after the other. What they keep there, the texts of open documents and
warm projects, the server can send again at any time. A page is given by its file, or by a name if it has none, and by
its text.
"""

import gc
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import TypeVar

from msgspec import Struct

from doclint.engine.report.claims import ClaimCounts, total
from doclint.errors.exceptions import DoclintError
from doclint.errors.grouping import by_key
from doclint.repository.discovery import place_of
from doclint.repository.paths import absolute
from doclint.rule.finding import Finding
from doclint.rule.rule import CorpusRule
from doclint.server.documents import PageText
from doclint.server.open_page import OpenPage
from doclint.server.open_project import OpenProject, root_of
from doclint.server.settings import DEFAULT_SETTINGS, EditorSettings

_Answer = TypeVar("_Answer")
_THRESHOLD = 20_000  # new objects between two collections of garbage
_RECENT = 0.5  # seconds for which files are taken to be as they were if nothing says which change


class EditorSetup(Struct, frozen=True):
    """What is around the pages: the folders of the workspace, and the settings of the editor.

    Unless the disk `is_watched`, nothing says which files change.
    """

    folders: tuple[Path, ...] = ()
    settings: EditorSettings = DEFAULT_SETTINGS
    is_watched: bool = True


class CheckedPage(Struct, frozen=True):
    """What is known of a page after a check.

    `root` is that of its project; None for a page without one. `problem` says what is wrong with the configuration; if
    it was never right, the page is not checked. `rule_pages` is the address of the manuals of rules that the
    configuration sets. `claims` are counted only if the editor asks for them.
    """

    findings: Sequence[Finding] = ()
    root: Path | None = None
    problem: str = ""
    is_checked: bool = True
    rule_pages: str = ""
    claims: ClaimCounts | None = None


class _WorkerState:
    """What the worker keeps."""

    def __init__(self) -> None:
        self.setup = EditorSetup()
        self.texts: dict[Path, str] = {}
        self.projects: dict[Path | None, OpenProject] = {}
        self.last: OpenPage | None = None
        self.renewed = 0.0
        self.is_cold = True


_state = _WorkerState()


def put(setup: EditorSetup, texts: Mapping[Path, str | None]) -> None:
    """Keep what the editor says, and texts of open documents; None for one that was closed."""
    if setup != _state.setup:
        _state.projects.clear()
    _state.setup, _state.last = setup, None
    for path, text in ((absolute(path), text) for path, text in texts.items()):
        if text is None:
            _state.texts.pop(path, None)
        else:
            _state.texts[path] = text


def renew(paths: Sequence[Path]) -> None:
    """Take note that files changed on the disk; without paths, any may have."""
    _state.last, _state.renewed = None, monotonic()
    places = list(map(absolute, paths))
    for root, project in _state.projects.items():
        below = [path.relative_to(root).as_posix() for path in places if path.is_relative_to(root)] if root else []
        if below:
            project.renew(below)
        elif not paths:
            project.reload()


def check(given: PageText) -> CheckedPage:
    """Check a page."""
    if not _state.setup.is_watched and monotonic() - _state.renewed > _RECENT:
        renew(())
    project: OpenProject | None = None
    try:
        project = _project_of(given)
        page = _page(given, project)
        if page is None:
            return CheckedPage((), project.root, project.problem, is_checked=False)
        findings = [] if page.is_left_out else page.findings
        has_claims = _state.setup.settings.claims and not page.is_left_out
        claims = total(page.report.judged) if has_claims else None
        address = page.loaded.project.settings.config.rule_pages or ""
        _keep_loaded()
    except DoclintError as error:
        return CheckedPage((), project.root if project else None, str(error), is_checked=False)
    return CheckedPage(findings, project.root, project.problem, rule_pages=address, claims=claims)


def check_all(given: PageText) -> tuple[Path | None, dict[str, list[Finding]]]:
    """Return the root of a page, and what rules about all pages find there as the files are, by path.

    The result is empty if there is no root, or no configuration to check with.
    """
    try:
        project = _project_of(given)
        if project.loaded is None or project.root is None:
            return None, {}
        report = project.loaded.report_on_all()
    except DoclintError:  # what is wrong is shown with the page
        return None, {}
    about_all = {rule.id for rule in report.rules if isinstance(rule, CorpusRule)}
    return project.root, by_key((one.path, one) for one in report.findings if one.rule in about_all)


def _keep_loaded() -> None:
    """Leave what the first check of a project has loaded to later ones, without looking for garbage in it: that takes
    100 ms now and then, which is longer than a check.
    """
    if _state.is_cold:
        gc.freeze()
        gc.set_threshold(_THRESHOLD)
        _state.is_cold = False


def ask(given: PageText, function: Callable[..., _Answer], *args: object) -> _Answer | None:
    """Return what a function answers of a page; None if there is no configuration to read it with."""
    page = _page(given)
    return function(page, *args) if page else None


def _project_of(given: PageText) -> OpenProject:
    root = root_of(absolute(given.file), _state.setup.folders) if given.file else None
    place = root.place if root else None
    if place not in _state.projects:
        _state.projects[place], _state.is_cold = OpenProject(root, _state.setup.settings), True
    return _state.projects[place]


def _page(given: PageText, project: OpenProject | None = None) -> OpenPage | None:
    """Return a page in its project; None if there is no configuration to read it with."""
    project = project or _project_of(given)
    if project.loaded is None:
        return None
    root = project.root
    path = place_of(given.file, root) if given.file and root else given.name
    others = {
        place.relative_to(root).as_posix(): text
        for place, text in (_state.texts.items() if root else ())
        if root and place.is_relative_to(root)
    }
    page = OpenPage(project, project.loaded, path, given.text, others)
    if page != _state.last:  # the next question is most often about the same page
        _state.last = page
    return _state.last
