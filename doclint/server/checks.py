"""What the worker does for the server: it checks pages, and answers questions about them.

The functions run in a process of its own, one after the other. What they keep there, the texts of open documents and
warm projects, the server can send again at any time. A page is given by its file, or by a name if it has none, and by
its text.
"""

import gc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from doclint.errors.exceptions import DoclintError
from doclint.markdown.source import Edit, Span
from doclint.repository.discovery import place_of
from doclint.repository.paths import absolute
from doclint.rule.finding import ENGINE, Finding
from doclint.server.open_page import OpenPage
from doclint.server.open_project import OpenProject, root_of
from doclint.server.page_actions import PageAction, PageActions, fixed, id_of, smallest_edit
from doclint.server.pages_about import PageMention, mentions_of
from doclint.server.settings import DEFAULT_SETTINGS, EditorSettings
from doclint.server.source_places import SourcePlace, excerpt, links_of, place_at

_THRESHOLD = 20_000  # new objects between two collections of garbage
_RECENT = 0.5  # seconds for which files are taken to be as they were if nothing says which change


class EditorSetup(NamedTuple):
    """What is around the pages: the folders of the workspace, and the settings of the editor.

    Unless the disk `is_watched`, nothing says which files change.
    """

    folders: tuple[Path, ...] = ()
    settings: EditorSettings = DEFAULT_SETTINGS
    is_watched: bool = True


class PageText(NamedTuple):
    """A text of a page: a file on the disk, or a name if it is none."""

    file: Path | None
    name: str
    text: str


@dataclass(frozen=True)
class CheckedPage:
    """What is known of a page after a check.

    `root` is that of its project; None for a page without one. `problem` says what is wrong with the configuration; if
    it was never right, the page is not checked. `rule_pages` is the address of the manuals of rules that the
    configuration sets.
    """

    findings: Sequence[Finding] = ()
    root: Path | None = None
    problem: str = ""
    is_checked: bool = True
    rule_pages: str = ""


class FoundPlace(NamedTuple):
    """A place that the text of a page is about, its file, and the first lines of the place."""

    place: SourcePlace
    file: Path
    excerpt: str = ""


class FoundMention(NamedTuple):
    """A place on a page that is about a source, and the file of the page."""

    mention: PageMention
    file: Path


class OutlineEntry(NamedTuple):
    """A heading of a page: its text, its level (1 to 6), its span, and the end of its section."""

    text: str
    level: int
    span: Span
    end: int


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
        address = page.loaded.project.settings.config.rule_pages or ""
        _keep_loaded()
    except DoclintError as error:
        return CheckedPage((), project.root if project else None, str(error), is_checked=False)
    return CheckedPage(findings, project.root, project.problem, rule_pages=address)


def _keep_loaded() -> None:
    """Leave what the first check of a project has loaded to later ones, without looking for garbage in it: that takes
    100 ms now and then, which is longer than a check.
    """
    if _state.is_cold:
        gc.freeze()
        gc.set_threshold(_THRESHOLD)
        _state.is_cold = False


def actions(given: PageText, ids: Sequence[str]) -> list[PageAction]:
    """Return what can be done about the findings with some ids."""
    page = _page(given)
    if page is None:
        return []
    makers = PageActions(page.page, page.loaded.project.rules, page.read, page.found_by)
    chosen = [finding for finding in page.findings if id_of(finding) in ids]
    return [action for finding in chosen for action in makers.of(finding)]


def fix_all(given: PageText) -> tuple[Edit | None, str]:
    """Return the edit that makes all safe fixes of a page, and why there is none although some were possible."""
    page = _page(given)
    if page is None or page.is_left_out:
        return None, ""
    after, refusal = fixed(given.text, page.read_to_fix, page.lint)
    return smallest_edit(page.page.source.text, after), refusal


def manual(given: PageText, rule: str) -> str:
    """Return the manual of a rule, as `doclint explain` shows it; empty if there is no such rule."""
    from doclint.output.rules import RuleDocument
    from doclint.testing import fix_kinds

    if rule in ENGINE:
        return ENGINE[rule]
    page = _page(given)
    found = page.loaded.project.rules.get(rule) if page else None
    return RuleDocument.of(found, fix_kinds(found)).manual if found else ""


def place(given: PageText, offset: int) -> FoundPlace | None:
    """Return what the text at an offset of a page is about."""
    page = _page(given)
    found = place_at(page.page, offset) if page else None
    if page is None or found is None or page.repository is None or page.project.root is None:
        return None
    return FoundPlace(found, page.project.root / found.path, excerpt(found, page.repository))


def related(given: PageText, ids: Sequence[str]) -> list[FoundPlace]:
    """Return the lines of sources from which the findings with some ids follow."""
    page = _page(given)
    root = page.project.root if page else None
    if page is None or page.repository is None or root is None:
        return []
    lines = [one for finding in page.findings if id_of(finding) in ids for one in finding.related]
    places = [SourcePlace(Span(0, 0), one.path, max(one.start, 1), max(one.end, 1)) for one in dict.fromkeys(lines)]
    return [FoundPlace(one, root / one.path, excerpt(one, page.repository)) for one in places]


def links(given: PageText) -> list[FoundPlace]:
    """Return the files of the repository that the links of a page lead to."""
    page = _page(given)
    root = page.project.root if page else None
    return [FoundPlace(one, root / one.path) for one in links_of(page.page)] if page and root else []


def outline(given: PageText) -> list[OutlineEntry]:
    """Return the headings of a page."""
    page = _page(given)
    if page is None:
        return []
    headings = page.page.document.headings
    ends = [len(page.page.source.text)] * len(headings)
    waiting: list[int] = []
    for index, heading in enumerate(headings):
        while waiting and headings[waiting[-1]].level >= heading.level:
            ends[waiting.pop()] = heading.start
        waiting.append(index)
    return [OutlineEntry(one.text, one.level, one.span, end) for one, end in zip(headings, ends, strict=True)]


def mentions(given: PageText) -> list[FoundMention]:
    """Return what pages say of a source, which is given as a page would be."""
    source = _page(given)
    root = source.project.root if source else None
    if source is None or source.repository is None or root is None:
        return []
    found = mentions_of(source.path, source.loaded.project, source.repository)
    return [FoundMention(one, root / one.page) for one in found]


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
