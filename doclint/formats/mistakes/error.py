"""The error for a format with mistakes."""

from collections.abc import Iterable, Iterator
from itertools import islice

from doclint.errors.exceptions import FormatError, FormatMistake
from doclint.errors.mistakes import Mistake

_MOST = 200  # mistakes that are looked for
_SHOWN = 50


def error_of(mistakes: Iterable[Mistake], data: object, where: str, text: str | None) -> FormatError | None:
    """Return the error that has all mistakes in a format, ordered by their lines; None if there are none.

    Their paths are those of `data`, the content of the file `where`, which has the `text`.
    """
    found = list(islice(dict.fromkeys(mistakes), _MOST))
    if not found:
        return None
    from doclint.errors.toml_lines import TomlLines

    lines = TomlLines(text) if text is not None else None
    located = [FormatMistake(one.path, lines.line(one.path) if lines else None, _message(one, data)) for one in found]
    located.sort(key=lambda one: one.line or 0)
    return FormatError("\n".join(_shown(located, where)), located)


def _message(mistake: Mistake, data: object) -> str:
    from doclint.formats.mistakes.places import place_of

    place = place_of(mistake.path, data)
    # A text from a file can have lines.
    return " ".join((f"{place}: {mistake.text}" if place else mistake.text).splitlines())


def _shown(mistakes: list[FormatMistake], where: str) -> Iterator[str]:
    for _, line, message in mistakes[:_SHOWN]:
        yield f"{where}:{line}: {message}" if line else f"{where}: {message}"
    more = len(mistakes) - _SHOWN
    if more > 0:
        yield f"{where}: and {more}{' or' * (len(mistakes) == _MOST)} more mistakes"
