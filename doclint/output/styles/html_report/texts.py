"""Texts in the data of the report: each once, and as JSON that can be in an element of HTML."""

import json

from doclint.output.terminal import safe_json

_FOR_HTML = {ord(character): f"\\u{ord(character):04x}" for character in "<>&"}


class Texts:
    """Texts by number, each once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text."""
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def all(self) -> list[str]:
        """The texts in the order of their numbers."""
        return list(self._numbers)


def for_html(content: object) -> str:
    """Return a value as JSON that can be in an element of HTML, whatever is in it."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return safe_json(text).translate(_FOR_HTML)
