"""Files in TOML: what the server does for configurations and for formats."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path, Path as FilePath
from typing import TypeVar

from doclint.config import files
from doclint.errors.exceptions import DoclintError
from doclint.errors.expressions import expression
from doclint.formats.loading import BUILTIN, file_of_builtin
from doclint.repository.paths import absolute
from doclint.server.documents import OpenDocument, Service
from doclint.server.open_project import root_of
from doclint.server.server import DoclintServer
from doclint.server.toml.file import LONGEST, TomlFile
from doclint.server.toml.matching import LiveMatch
from doclint.server.toml.mistakes import FileMistake, mistakes_of, of_mistake, of_observations
from doclint.server.toml.schema import FileKind, FileSchema, schema_of

_Answer = TypeVar("_Answer")
_SETTLING = 0.1  # seconds without a change before a file is checked
_KIND = expression(r"(?m)^[ \t]*+\[\[[ \t]*+kind[ \t]*+\]\]")
_TELLING = expression(
    r"(?m)^[ \t]*+(?:docs-root|marks|weak-marks|path|shape)[ \t]*+=|\[\[kind\.section\]\]|\bshape[ \t]*+="
)


class TomlService(Service):
    """Checks configurations and formats as they change."""

    sort = "toml"
    SHOW_MATCH = "doclint.showMatch"
    """The command that shows the report on the format of a document."""

    def __init__(self, server: DoclintServer) -> None:
        self.server = server
        self._roots: dict[Path, Path] = {}
        self._named: dict[Path, dict[Path, FileKind]] = {}
        self._files: dict[str, tuple[OpenDocument, TomlFile | None]] = {}
        self._warm: dict[FileKind, asyncio.Task[FileSchema]] = {}  # schemas, so that the first answer is soon there
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._mistakes: dict[str, tuple[OpenDocument, Sequence[FileMistake]]] = {}
        self.matches = LiveMatch(server, self._publish)

        @server.command(self.SHOW_MATCH)
        async def show_match(uri: str) -> None:
            await self.matches.show(uri)

    def takes(self, document: OpenDocument) -> bool:
        """Whether a document is a configuration or a format."""
        return self._kind(document) is not None

    def changed(self, document: OpenDocument) -> None:
        """Check the file soon."""
        kind = self._kind(document)
        if kind is not None and kind not in self._warm:
            self._warm[kind] = asyncio.ensure_future(asyncio.to_thread(schema_of, kind))
        before = self._checks.get(document.uri)
        if before is not None:
            before.cancel()
        self._checks[document.uri] = asyncio.ensure_future(self._check(document))

    def closed(self, document: OpenDocument) -> None:
        """Forget the file, and what was found in it."""
        check = self._checks.pop(document.uri, None)
        if check is not None:
            check.cancel()
        self._files.pop(document.uri, None)
        self._mistakes.pop(document.uri, None)
        self.matches.forget(document.uri)
        self.server.publish(document.uri, [])

    def saved(self, document: OpenDocument) -> None:
        """Check all files again if it is a configuration, which may name others."""
        if self._kind(document) == "config":
            self._renew()

    def settings_changed(self) -> None:
        """Check all files again."""
        self._renew()

    def files_changed(self, paths: Sequence[Path]) -> None:
        """Check all files again, as they may depend on others."""
        # The text of an open file is that of the editor, but pages count as they are on the disk.
        opened = {document.path for document in self.server.documents.values() if self.takes(document)}
        if not opened.issuperset(paths):
            self.matches.files_changed()
            self._renew()

    def stop(self) -> None:
        """End what matches formats."""
        self.matches.stop()

    async def ask(
        self, document: OpenDocument, function: Callable[[TomlFile, int], _Answer], offset: int
    ) -> _Answer | None:
        """Return what a function of a file and an offset answers, without making other messages wait."""
        file = self.file(document)
        return await asyncio.to_thread(function, file, offset) if file else None

    def mistakes(self, document: OpenDocument) -> Sequence[FileMistake] | None:
        """Return the mistakes in this version of a document; None if it is not checked yet."""
        known, mistakes = self._mistakes.get(document.uri, (None, ()))
        return mistakes if known is document else None

    async def _check(self, document: OpenDocument) -> None:
        """Check a version of a file once it has not changed for a while, and show what is wrong."""
        await asyncio.sleep(_SETTLING)
        file = self.file(document)
        if file is None:
            return
        call = self.server.workers.usual.call(mistakes_of, file.text, file.kind, file.path, file.root)
        found = await self.server.logged(call, document.uri, "is not checked")
        if found is None or self.server.documents.get(document.uri) is not document:
            return
        self._mistakes[document.uri] = document, found
        if file.kind == "format" and not found and not is_builtin(file.path):
            self.matches.update(document, file)
        self._publish(document)

    def _publish(self, document: OpenDocument) -> None:
        """Show the mistakes of a document or, without any, what pages show about the format."""
        file = self.file(document)
        mistakes = self.mistakes(document)
        if file is None or mistakes is None:
            return
        positions = document.positions
        shown = [of_mistake(one, positions) for one in mistakes]
        match = self.matches.found(document.uri)
        if match and not mistakes and file.root:
            shown += of_observations(match.observations, file, positions, file.root)
            self.server.refresh_lenses()
        self.server.publish(document.uri, shown, document.version)

    def _renew(self) -> None:
        self._roots.clear()
        self._named.clear()
        for document in self.server.documents.values():
            if self.takes(document):
                self.changed(document)

    def file(self, document: OpenDocument) -> TomlFile | None:
        """Return a document as a file; None if it is too long."""
        known = self._files.get(document.uri)
        if known is not None and known[0] is document:
            return known[1]
        kind, text = self._kind(document), document.positions.source.text
        path = absolute(document.path) if document.path else None
        file = TomlFile(text, kind, path, self._root(path)) if kind and len(text) <= LONGEST else None
        self._files[document.uri] = document, file
        return file

    def _kind(self, document: OpenDocument) -> FileKind | None:
        """Return what a document is; an open one stays that, also while it does not look like it."""
        _, known = self._files.get(document.uri, (None, None))
        if known is not None:
            return known.kind
        path = absolute(document.path) if document.path else None
        if document.language != "toml" and (path is None or path.suffix != ".toml"):
            return None
        root = self._root(path)
        if root is not None and root not in self._named:
            self._named[root] = named_files(root)
        return kind_of(path, document.text, self._named.get(root, {}) if root else {})

    def _root(self, path: Path | None) -> Path | None:
        """Return the root of a file; for one that was never saved, the first folder of the workspace."""
        folders = self.server.folders
        if path is None:
            return folders[0].resolve() if folders else None
        if path.parent not in self._roots:
            found = root_of(path, folders)
            self._roots[path.parent] = found.place if found else path.parent.resolve()
        return self._roots[path.parent]


def kind_of(path: FilePath | None, text: str, named: dict[FilePath, FileKind]) -> FileKind | None:
    """Return what a file is, given those that configurations name; None if doclint does not read it."""
    if path is not None:
        if path.name in files.FILES:
            return "config"
        if path in named:
            return named[path]
        if is_builtin(path):
            return "format"
    return "format" if _KIND.search(text) and _TELLING.search(text) else None


def is_builtin(path: FilePath | None) -> bool:
    """Whether a file is that of a format that comes with doclint."""
    return path is not None and path.stem in BUILTIN and path == file_of_builtin(path.stem)


def named_files(root: FilePath) -> dict[FilePath, FileKind]:
    """Return the files that the configuration of a root names: formats, and configurations that it extends."""
    try:
        settings = files.load(root)
    except DoclintError:
        return {}
    found: dict[FilePath, FileKind] = {root / layer.where: "config" for layer in settings.layers}
    return found | {root / name: "format" for name in settings.table.get("formats", ())}
