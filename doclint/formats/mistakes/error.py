"""The error for a format with mistakes."""

from collections.abc import Iterable, Iterator
from itertools import islice

from doclint.errors import toml
from doclint.errors.exceptions import FormatError, FormatMistake
from doclint.errors.mistakes import Mistake
from doclint.errors.wording import counted
from doclint.formats.mistakes.places import place_of, quoted

_MOST = 200  # mistakes that are looked for
_SHOWN = 50


def error_of(mistakes: Iterable[Mistake], data: object, where: str, text: str | None) -> FormatError | None:
    """Return the error that has all mistakes in a format, ordered by their lines; None if there are none.

    Their paths are those of `data`, the content of the file `where`, which has the `text`.
    """
    found = list(islice(_different(mistakes), _MOST))
    if not found:
        return None
    from doclint.errors.toml_places import TomlPlaces

    lines = TomlPlaces(text) if text is not None else None
    located = [FormatMistake(one.path, lines.line(one.path) if lines else None, _message(one, data)) for one in found]
    located.sort(key=lambda one: one.line or 0)
    return FormatError("\n".join(_shown(located, where)), located)


def error_of_syntax(error: ValueError, where: str, text: str) -> FormatError:
    """Return the error for a file whose text is not TOML, as `doclint.errors.toml` says."""
    place = toml.place_of(error)
    if place is None:
        return FormatError(f"{where}: {error}")
    line, column = place
    written = quoted(text.split("\n")[line - 1])
    message = f"this is not TOML: {toml.without_place(error)}, at character {column} of {written}"
    return FormatError(f"{where}:{line}: {message}", [FormatMistake((), line, message)])


def _different(mistakes: Iterable[Mistake]) -> Iterator[Mistake]:
    """Yield each mistake once: one in a shared part comes with each use of it."""
    seen: set[Mistake] = set()
    for mistake in mistakes:
        if mistake not in seen:
            seen.add(mistake)
            yield mistake


def _message(mistake: Mistake, data: object) -> str:
    place = place_of(mistake.path, data)
    # A text from a file can have lines.
    return " ".join((f"{place}: {mistake.text}" if place else mistake.text).splitlines())


def _shown(mistakes: list[FormatMistake], where: str) -> Iterator[str]:
    are_all = len(mistakes) < _MOST
    if len(mistakes) > 1:
        yield f"{where} has {len(mistakes)}{'' if are_all else ' or more'} mistakes"
    for _, line, message in mistakes[:_SHOWN]:
        yield f"{where}:{line}: {message}" if line else f"{where}: {message}"
    if len(mistakes) > _SHOWN:
        others = len(mistakes) - _SHOWN
        yield f"and {counted(others, 'other') if are_all else f'{others} or more others'}"
