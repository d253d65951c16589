"""How pages match a format while it is edited: what `doclint formats test` would say of some of them.

Its functions run in the worker, which keeps the project of a root and its pages until files change.
"""

import asyncio
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path as FilePath

from click import unstyle
from lsprotocol import types
from msgspec import Struct
from msgspec.structs import replace

from doclint.config import files
from doclint.config.project import Project, formats_of, nested_root
from doclint.engine.format_test.document import FormatObservation
from doclint.engine.format_test.format_choice import ChosenFormat
from doclint.engine.format_test.observing import Observing
from doclint.engine.format_test.run import CountOptions, document_of, may_be_of_any, observe
from doclint.errors import toml
from doclint.errors.exceptions import DoclintError, FormatError
from doclint.errors.validation import Path
from doclint.errors.wording import counted
from doclint.formats.format_set import FormatSet
from doclint.formats.loading import builtins, load, parse
from doclint.formats.reading.element_names import name_of
from doclint.formats.schema.format import Format
from doclint.output import format_test
from doclint.server.documents import OpenDocument, uri_of
from doclint.server.server import DoclintServer
from doclint.server.toml.file import TomlFile
from doclint.server.worker import Worker

_MOST_PAGES = 300  # that are looked at; a generator writes them all alike
_LONGEST = 2.0  # seconds in which pages are read
_FREE = "prose"  # nothing is wrong if there is none
_AT_LEAST = 95.0  # per cent, as `doclint formats test` has it by default


class PartMatch(Struct, frozen=True):
    """How often a part of a format is on the pages that were read: its keys in the file, and a sentence."""

    keys: Path
    text: str


class FormatMatch(Struct, frozen=True):
    """How pages match a format: on each part, what to change, and a report for people."""

    parts: Sequence[PartMatch] = ()
    observations: Sequence[FormatObservation] = ()
    report: str = ""


class _OpenRoot(Struct, frozen=True):
    """A project without the formats that it configures, these formats, and the paths of all pages."""

    project: Project
    formats: Sequence[Format]
    pages: Sequence[str]


_roots: dict[FilePath, _OpenRoot] = {}


def forget() -> None:
    """Take note that files changed on the disk."""
    _roots.clear()


def match(text: str, file: FilePath | None, root: FilePath) -> FormatMatch | None:
    """Return how pages below a root match a format with a text; None if the format has mistakes.

    Only some pages are read, from all over the tree, and only as many as there is time for.
    """
    try:
        format_ = parse(toml.parse(text), "the format", text)
        chosen = _chosen(format_, text, file, root)
    except (ValueError, DoclintError):
        return None
    seen = observe(chosen, CountOptions(1, _until_time_is_up), at_least=_AT_LEAST)
    test = document_of(chosen, seen)
    known = len(_roots[root].pages)
    lead = f"Read: {counted(test.pages, 'page')} of the format. The tree has {counted(known, 'page')} of any.\n\n"
    report = lead + unstyle("\n".join(format_test.render(test, has_all=True))) + "\n"
    return FormatMatch(list(_parts(seen, chosen)), test.observations, report)


def _chosen(format_: Format, text: str, file: FilePath | None, root: FilePath) -> ChosenFormat:
    """Return the format with its project and the pages to read."""
    around = _roots.get(root)
    if around is None:
        around = _roots[root] = _open(root)
    own = formats_of(around.project.settings.config, FormatSet.of([format_])).loaded
    others = [one for one in around.formats if one.name != format_.name]
    formats = around.project.formats.without({format_.name}).with_loaded([*own, *others])
    project = replace(around.project, formats=formats)
    return ChosenFormat(own, file, project, _sample(project, own, around.pages), text)


def _open(root: FilePath) -> _OpenRoot:
    """Return what is around the format; what is broken in the configuration does not count."""
    try:
        project = _project(root, files.load(root))
        pages = project.pages()
    except DoclintError:
        project = _project(root, files.Settings())
        pages = project.pages()
    return _OpenRoot(project, list(_loaded(project)), pages)


def _project(root: FilePath, settings: files.Settings) -> Project:
    formats = builtins(settings.config.ignore_formats)
    return Project(root, settings, formats, has_local_rules=False, is_other_root=nested_root(root).is_other)


def _loaded(project: Project) -> Iterator[Format]:
    for path in project.settings.config.formats:
        try:
            yield load(path, project.root)
        except FormatError:
            continue


def _sample(project: Project, formats: Sequence[Format], pages: Sequence[str]) -> Sequence[str]:
    """Return some of the pages that may be of a format, from all over the tree; if none may be, some of all pages."""
    rooted = [one for one in formats if one.docs_root is not None]
    if rooted:
        found = [path for path in pages if any(one.below(path) is not None for one in rooted)]
    else:
        repository = project.repository()
        marked = (path for path in _spread(pages) if may_be_of_any(path, formats, repository))
        found = list(islice(_until_time_is_up(marked, 0), _MOST_PAGES))
    return _spread(found or pages)[:_MOST_PAGES]


def _spread(pages: Sequence[str]) -> Sequence[str]:
    """Return pages in an order in which the first ones are from all over the tree."""
    step = max(1, len(pages) // _MOST_PAGES)
    return [path for start in range(step) for path in pages[start::step]]


def _until_time_is_up(pages: Iterable[str], _number: int) -> Iterator[str]:
    """Pass on pages for some seconds after the first one, which also loads what all need."""
    end = None
    for path in pages:
        yield path
        now = time.monotonic()
        end = end or now + _LONGEST
        if now > end:
            return


def _parts(seen: Observing, chosen: ChosenFormat) -> Iterator[PartMatch]:
    """Yield how often the kinds, sections and elements of a format are on the pages, in the order of the file."""
    for index, kind in enumerate(seen.format.kind):
        tally = seen.tally.kind(kind.name)
        total = tally.lines.total()
        share = tally.lines["nothing"] / total if total else 0
        unread = f"; nothing takes {share:.1%} of their lines" if share else ""
        text = f"{tally.pages:,} of {counted(seen.tally.pages, 'page')} read{unread}"
        yield PartMatch(chosen.lines.place(("kind", index)), text)
    # What several sections share is in the file once.
    taken, absent, names = Counter[Path](), Counter[Path](), dict[Path, str]()
    for number, part in enumerate(seen.parts.parts):
        if part.is_heading or part.is_element:
            keys = chosen.lines.place(part.keys)
            taken[keys] += seen.tally.taken[number]
            absent[keys] += seen.tally.absent[number]
            names[keys] = "section" if part.is_heading else name_of(part.spec)
    for keys, name in names.items():
        missing = f", absent {counted(absent[keys], 'time')}" if absent[keys] and name != _FREE else ""
        yield PartMatch(keys, f"{name}: {counted(taken[keys], 'time')}{missing}")


_SETTLING = 0.4  # seconds without a change before pages are read


class _Matched(Struct):
    """A format that is open: its newest text, what is under way, and what was found last."""

    document: OpenDocument
    file: TomlFile
    task: asyncio.Task[None]
    found: FormatMatch | None = None


class LiveMatch:
    """Matches pages with formats in a process of its own, because that takes longer than to check a page.

    `changed` is called with a document once something else is known of it. While one format is matched, the next one
    waits; of each, only the newest text counts.
    """

    def __init__(self, server: DoclintServer, changed: Callable[[OpenDocument], None]) -> None:
        self._server = server
        self._changed = changed
        self._worker = Worker()
        self._turn = asyncio.Lock()
        self._formats: dict[str, _Matched] = {}
        self._is_outdated = False
        self._reports: tempfile.TemporaryDirectory[str] | None = None

    def update(self, document: OpenDocument, file: TomlFile) -> None:
        """Match pages with the new text of a format, soon."""
        before = self._formats.get(document.uri)
        if before is not None:
            before.task.cancel()
        task = asyncio.ensure_future(self._match(document, file))
        self._formats[document.uri] = _Matched(document, file, task, before.found if before else None)

    def files_changed(self) -> None:
        """Take note that pages may have changed on the disk; what is found next is about the new ones."""
        self._is_outdated = True

    def forget(self, uri: str) -> None:
        """Forget a format that was closed."""
        before = self._formats.pop(uri, None)
        if before is not None:
            before.task.cancel()

    def found(self, uri: str) -> FormatMatch | None:
        """Return what was found last; None if nothing was yet, or if the format has had mistakes ever since."""
        known = self._formats.get(uri)
        return known.found if known else None

    def stop(self) -> None:
        """End the process, and remove the reports."""
        self._worker.stop()
        if self._reports is not None:
            self._reports.cleanup()

    async def show(self, uri: str) -> None:
        """Show the report on a format in the editor."""
        found = self.found(uri)
        if found is None:
            self._server.show("no page has been compared with this format yet", types.MessageType.Info)
            return
        self._reports = self._reports or tempfile.TemporaryDirectory(prefix="doclint-")
        stem = re.sub(r"[^\w-]", "_", FilePath(uri).stem) or "format"
        path = FilePath(self._reports.name) / f"{stem}.txt"
        await asyncio.to_thread(path.write_text, found.report, "utf-8")
        await self._server.window_show_document_async(types.ShowDocumentParams(uri_of(path), take_focus=False))

    async def _compared(self, file: TomlFile, root: FilePath) -> FormatMatch | None:
        if self._is_outdated:
            self._is_outdated = False
            await self._worker.call(forget)
        return await self._worker.call(match, file.text, file.path, root)

    async def _match(self, document: OpenDocument, file: TomlFile) -> None:
        await asyncio.sleep(_SETTLING)
        async with self._turn:
            if file.root is None:
                return
            call = self._compared(file, file.root)
            found = await self._server.logged(call, document.uri, "is not compared with pages")
        known = self._formats.get(document.uri)
        if known is not None and known.document is document and found is not None:
            known.found = found
            self._changed(document)
