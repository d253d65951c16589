"""A lexer with states: what a character begins depends on where it is, such as within a label."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_BOUNDARY = r"(?a:\b)"  # as in JavaScript, whose words are ASCII


class Lexeme(NamedTuple):
    """A piece of a diagram: its kind, and its half-open range of characters."""

    kind: str
    start: int
    end: int


class _LexerState(NamedTuple):
    match: re.Pattern[str]
    actions: list[tuple[str, str]]  # by the number of the group: the kind of the token, and the move


class Lexicon:
    r"""The tokens of a language, as a text a state.

    Each line has a kind of token, a move and a regular expression, of which the first one that matches counts. The move
    `+name` enters a state, `-` leaves it (`--` leaves two), `=name` replaces it, `.` stays. Tokens of the kind `_` are
    left out. Groups must not capture. A line that is only the name of a state stands for its lines.

    >>> lexicon = Lexicon({
    ...     "main": "OPEN +text \\[ \n blanks \n NAME . \\w+",
    ...     "text": "CLOSE - \\] \n TEXT . [^\\]]+",
    ...     "blanks": "_ . \\s+",
    ... })
    >>> [token.kind for token in lexicon.tokens("a [b c]")]
    ['NAME', 'OPEN', 'TEXT', 'CLOSE', 'EOF']
    """

    def __init__(self, states: dict[str, str], flags: str = "") -> None:
        self._states = states
        self._flags = flags
        self._compiled: dict[str, _LexerState] = {}

    def _lines(self, name: str) -> Iterator[list[str]]:
        for line in self._states[name].strip().splitlines():
            parts = line.split(None, 2)
            yield from [parts] if len(parts) > 1 else self._lines(parts[0])

    def _state(self, name: str) -> _LexerState:
        if name not in self._compiled:
            lines = [*self._lines(name)]
            pattern = "|".join(f"({expression.strip()})" for _, _, expression in lines).replace(r"\b", _BOUNDARY)
            actions = [("", ""), *((kind, move) for kind, move, _ in lines)]
            self._compiled[name] = _LexerState(re.compile(self._flags + pattern), actions)
        return self._compiled[name]

    def tokens(self, text: str) -> Iterator[Lexeme]:
        """Yield the tokens of a text. The last one is of the kind `EOF`, or `""` where no token begins."""
        states = ["main"]
        match, actions = self._state("main")
        position, length, scan = 0, len(text), match.match
        while position < length:
            found = scan(text, position)
            if found is None:
                yield Lexeme("", position, position + 1)
                return
            kind, move = actions[found.lastindex or 0]
            end = found.end()
            if kind != "_":
                yield Lexeme(kind, position, end)
            position = end
            if move != ".":
                _make(move, states)
                match, actions = self._state(states[-1])
                scan = match.match
        yield Lexeme("EOF", length, length)


def _make(move: str, states: list[str]) -> None:
    if move[0] == "-":
        del states[max(1, len(states) - len(move)) :]
    elif move[0] == "=":
        states[-1] = move[1:]
    else:
        states.append(move[1:])
