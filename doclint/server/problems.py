"""Problems of configurations: shown on the file, and to the user once."""

from pathlib import Path

from lsprotocol import types

from doclint.errors.expressions import expression
from doclint.output.terminal import without_controls
from doclint.server.diagnostics import SOURCE
from doclint.server.documents import uri_of
from doclint.server.server import DoclintServer

_PLACE = expression(r"(?P<file>[^:\n]+?\.\w+)(?::(?P<line>\d+))?: ")
_LAST = 1_000_000  # a column behind the end of any line


class Problems:
    """What is wrong with the configuration of each root, as it was shown last."""

    def __init__(self, server: DoclintServer) -> None:
        self._server = server
        self._shown: dict[Path | None, str] = {}

    def show(self, root: Path | None, problem: str, *, is_checked: bool) -> None:
        """Show what is wrong with the configuration of a root, and take back what is no longer; empty for nothing.

        `is_checked` says whether an earlier configuration is in use, with which pages are checked.
        """
        before = self._shown.get(root, "")
        self._shown[root] = problem
        if before and before != problem:
            self._publish(root, before, [])
        if problem and problem != before:
            meanwhile = "uses the configuration from before" if is_checked else "checks no page that it is for"
            self._server.show(f"{problem}\nUntil this is fixed, doclint {meanwhile}.")
        if problem:
            # Once more even if it is the same: the file may have been closed, and its diagnostics with it.
            self._publish(root, problem, [problem])

    def _publish(self, root: Path | None, about: str, problems: list[str]) -> None:
        """Show problems on the file that a problem is about; nothing if it is open, as what shows it knows more."""
        place = _place(about, root) if root else None
        if place is not None and uri_of(place[0]) not in self._server.documents:
            self._server.publish(uri_of(place[0]), [_diagnostic(one, place[1]) for one in problems])


def _place(problem: str, root: Path) -> tuple[Path, int] | None:
    """Return the file below a root that a problem names, and the line (1-based); None if it names none."""
    found = _PLACE.match(problem)
    if found is None or not (root / found["file"]).is_file():
        return None
    return root / found["file"], int(found["line"] or 1)


def _diagnostic(problem: str, line: int) -> types.Diagnostic:
    return types.Diagnostic(
        range=types.Range(types.Position(line - 1, 0), types.Position(line - 1, _LAST)),
        message=without_controls(_PLACE.sub("", problem, count=1)),
        severity=types.DiagnosticSeverity.Error,
        source=SOURCE,
    )
