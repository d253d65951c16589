"""The search for all mistakes in a format."""

from collections.abc import Iterator

from pydantic import ValidationError

from doclint.errors.mistakes import Mistake
from doclint.errors.validation import short
from doclint.formats.mistakes.checks import mistakes_in
from doclint.formats.mistakes.repairs import Repaired
from doclint.formats.mistakes.written import Written
from doclint.formats.schema.format import Format
from doclint.formats.schema.sharing import with_shared

_MOST_ROUNDS = 5


class Search:
    """The search for the mistakes in the data of a file; `format` is the format if it has none that pydantic finds."""

    def __init__(self, data: object) -> None:
        self.format: Format | None = None
        self._data = data

    def mistakes(self) -> Iterator[Mistake]:
        """Yield all mistakes, with their paths in the file.

        A mistake can hide others. So the search repairs each as far as it is clear what was meant, and goes on. If it
        is not clear, the format is not checked further than by the schema, because other parts may refer to that one.
        """
        if not isinstance(self._data, dict):
            yield Mistake((), f"a format is a table, not {short(self._data)}")
            return
        use, written = with_shared(self._data), Written(self._data)
        yield from use.mistakes
        repaired = None
        for _ in range(_MOST_ROUNDS):
            try:
                format_ = Format.model_validate(repaired.data if repaired else use.data)
                break
            except ValidationError as error:
                from doclint.formats.mistakes.schema_mistakes import SchemaMistakes

                repaired = repaired or Repaired(use.data)
                found = SchemaMistakes(error, repaired.data)
                for mistake in found.mistakes:
                    yield Mistake(written.path(repaired.written(mistake.path)), mistake.text)
                if not found.repairs:
                    return
                repaired.apply(found.repairs)
        else:
            return
        if not use.is_complete:
            return
        if repaired is None and not use.mistakes:
            self.format = format_
        for mistake in mistakes_in(format_):
            path = repaired.written(mistake.path) if repaired else mistake.path
            yield Mistake(written.path(path), mistake.text)
