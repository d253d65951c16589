"""The search for all mistakes in a format, and the error that lists them."""

from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import ValidationError

from doclint.errors import toml
from doclint.errors.exceptions import FormatError, FormatMistake
from doclint.errors.validation import Mistake, short
from doclint.errors.wording import counted
from doclint.formats.mistakes.checks import mistakes_in
from doclint.formats.mistakes.places import place_of, quoted
from doclint.formats.mistakes.repairs import Repaired
from doclint.formats.mistakes.unread import unread_holes
from doclint.formats.mistakes.written import Written
from doclint.formats.schema.format import Format
from doclint.formats.schema.sharing import with_shared

_MOST_ROUNDS = 8
_MOST = 200  # mistakes that are looked for
_SHOWN = 50


class Search:
    """The search for the mistakes in the data of a file; `format` is the format if it has none that pydantic finds."""

    def __init__(self, data: object) -> None:
        self.format: Format | None = None
        self._data = data

    def mistakes(self) -> Iterator[Mistake]:
        """Yield all mistakes, with their paths in the file.

        A mistake can hide others. So the search repairs each as far as it is clear what was meant, and cuts out what is
        not clear. It then goes on, but leaves out mistakes that may follow from such a cut.
        """
        if not isinstance(self._data, dict):
            yield Mistake((), f"a format is a table, not {short(self._data)}")
            return
        use, written = with_shared(self._data), Written(self._data)
        yield from use.mistakes
        repaired = Repaired(use.data, use.unclear) if use.unclear else None
        for _ in range(_MOST_ROUNDS):
            data = repaired.data if repaired else use.data
            try:
                format_ = Format.from_table(data)
                break
            except ValidationError:
                from doclint.formats.mistakes.schema_mistakes import SchemaMistakes

                repaired = repaired or Repaired(use.data)
                found = SchemaMistakes(repaired.data)
                for mistake in found.mistakes:
                    if not repaired.is_cut(mistake.path):
                        yield Mistake(written.path(repaired.written(mistake.path)), mistake.text)
                if not found.repairs:
                    return
                repaired.apply(found.repairs)
                if len(repaired.cuts) > _MOST:
                    return
        else:
            return
        if repaired is None and not use.mistakes:
            self.format = format_
        for mistake in _beyond_schema(format_, repaired):
            path = repaired.written(mistake.path) if repaired else mistake.path
            yield Mistake(written.path(path), mistake.text)


def _beyond_schema(format_: Format, repaired: Repaired | None) -> Iterator[Mistake]:
    """Yield the mistakes that the schema cannot find and that follow from no cut."""
    cuts = repaired.cuts if repaired else ()
    if any(cut[0] == "shared" or (cut[0] == "kind" and cut[2:] == ("name",)) for cut in cuts):
        return  # anything may refer to these
    for found_in, is_unread in ((mistakes_in, False), (unread_holes, True)):
        for mistake in found_in(format_):
            if repaired is None or not repaired.may_cause(mistake.path, is_unread=is_unread):
                yield mistake


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
