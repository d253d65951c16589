"""The worker of an editor: it has the texts of open documents, and what is around them."""

from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from doclint.server import checks
from doclint.server.checks import EditorSetup
from doclint.server.worker import Worker


class PageWorker(Worker):
    """A worker that keeps what `doclint.server.checks` keeps."""

    def __init__(self) -> None:
        super().__init__()
        self._setup = EditorSetup()
        self._texts: dict[Path, str] = {}
        self._unsent: dict[Path, str | None] = {}
        self._informed: ProcessPoolExecutor | None = None

    def use(self, setup: EditorSetup) -> None:
        """Say what is around the pages from the next call on."""
        if setup != self._setup:
            self._setup, self._informed = setup, None

    def put(self, path: Path, text: str | None) -> None:
        """Give the text of an open document; None once it is closed."""
        self._unsent[path] = text
        if text is None:
            self._texts.pop(path, None)
        else:
            self._texts[path] = text

    def _prepare(self, pool: ProcessPoolExecutor) -> None:
        is_informed = pool is self._informed
        if is_informed and not self._unsent:
            return
        texts: Mapping[Path, str | None] = self._unsent if is_informed else {**self._texts}
        pool.submit(checks.put, self._setup, texts)
        self._unsent, self._informed = {}, pool
