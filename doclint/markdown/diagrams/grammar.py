"""Grammars whose rules are regular expressions of tokens and of other rules, parsed with one token of lookahead; and
lexers with states: what a character begins depends on where it is, such as within a label.

This is LL(1) with a table, as CPython's parser was before version 3.9. The stack is a list, so no text is nested too
deep. `lark` would do, too, but costs more to import (195 million instructions) than all that happens here.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression

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


_SYMBOL = expression(r"\w+|[()|?*+]")
_START = -1

Handler = Callable[[list[Lexeme]], None]


class _Phrase(Struct, frozen=True):
    """Part of a rule: the places at which it can begin and end, and whether it can be empty."""

    first: tuple[int, ...]
    last: tuple[int, ...]
    empty: bool


class _Rule:
    """A rule as an automaton: a place is a symbol of its text, by its index, or `_START`."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.symbols: list[str] = []
        self.follow: dict[int, list[int]] = {_START: []}
        self._words = _SYMBOL.findall(text)[::-1]
        whole = self._alternatives()
        self.follow[_START] += whole.first
        self.ends = frozenset(whole.last)
        self.steps: dict[int, dict[str, tuple[int, _Rule | None]]] = {}

    def _alternatives(self) -> _Phrase:
        parts = [self._sequence()]
        while self._words and self._words[-1] == "|":
            self._words.pop()
            parts.append(self._sequence())
        first = tuple(place for part in parts for place in part.first)
        return _Phrase(first, tuple(place for part in parts for place in part.last), any(part.empty for part in parts))

    def _sequence(self) -> _Phrase:
        whole = _Phrase((), (), empty=True)
        while self._words and self._words[-1] not in "|)":
            part = self._repeated()
            self._join(whole.last, part.first)
            first = whole.first + part.first if whole.empty else whole.first
            last = whole.last + part.last if part.empty else part.last
            whole = _Phrase(first, last, whole.empty and part.empty)
        return whole

    def _repeated(self) -> _Phrase:
        word = self._words.pop()
        if word == "(":
            part = self._alternatives()
            self._words.pop()
        else:
            self.symbols.append(word)
            place = len(self.symbols) - 1
            self.follow[place] = []
            part = _Phrase((place,), (place,), empty=False)
        while self._words and self._words[-1] in "?*+":
            mark = self._words.pop()
            if mark != "?":
                self._join(part.last, part.first)
            part = replace(part, empty=part.empty or mark != "+")
        return part

    def _join(self, last: Iterable[int], first: Iterable[int]) -> None:
        for place in last:
            self.follow[place] += first


class Stop(Struct, frozen=True):
    """The token that cannot follow the one `before` it, the kinds of tokens that can, and the rule that they are in."""

    token: Lexeme
    expected: frozenset[str]
    rule: str
    before: Lexeme


class Grammar:
    r"""Rules, one a line: `name: symbols`; indented lines continue a rule.

    Names of tokens are in upper case, those of rules in lower case. The first rule is that of the whole text. `|`, `?`,
    `*`, `+` and parentheses mean what they mean in regular expressions. No rule matches nothing, and one token decides
    between alternatives.

    >>> grammar = Grammar('''
    ... document: item* EOF
    ... item: NAME | OPEN item* CLOSE
    ... ''')
    >>> kinds = ["NAME", "OPEN", "NAME", "EOF"]
    >>> stop = grammar.parse([Lexeme(kind, 0, 0) for kind in kinds], {})
    >>> stop.token.kind, sorted(stop.expected)
    ('EOF', ['CLOSE', 'NAME', 'OPEN'])
    """

    def __init__(self, notation: str) -> None:
        lines = [line.partition(":") for line in notation.strip().replace("\n ", " ").splitlines()]
        self._rules = {name.strip(): _Rule(name.strip(), text) for name, _, text in lines}
        self._first: dict[str, frozenset[str]] = {}
        self._start = lines[0][0].strip()

    def first(self, symbol: str) -> frozenset[str]:
        """Return the kinds of tokens that a symbol can begin with."""
        rule = self._rules.get(symbol)
        if rule is None:
            return frozenset((symbol,))
        if symbol not in self._first:
            kinds = [self.first(rule.symbols[place]) for place in rule.follow[_START]]
            self._first[symbol] = frozenset().union(*kinds)
        return self._first[symbol]

    def _steps(self, rule: _Rule, place: int) -> dict[str, tuple[int, _Rule | None]]:
        """Return, by the kind of the next token, the next place of a rule and the rule that is there."""
        if place not in rule.steps:
            rule.steps[place] = {
                kind: (following, self._rules.get(rule.symbols[following]))
                for following in reversed(rule.follow[place])
                for kind in self.first(rule.symbols[following])
            }
        return rule.steps[place]

    def conflicts(self) -> list[str]:
        """Return the rules between whose alternatives one token does not decide."""
        found = []
        for name, rule in self._rules.items():
            for places in rule.follow.values():
                kinds = [kind for place in set(places) for kind in self.first(rule.symbols[place])]
                if len(kinds) > len(set(kinds)):
                    found.append(name)
        return found

    def parse(self, tokens: Iterable[Lexeme], handlers: dict[str, Handler]) -> Stop | None:
        """Parse tokens and call the handler of each rule with its tokens, once it is complete.

        Return the first token that cannot be where it is, None if there is none.
        """
        stack: list[tuple[_Rule, int, list[Lexeme]]] = []
        rule, place = self._rules[self._start], _START
        held: list[Lexeme] = []  # of the innermost rule that has a handler
        last = Lexeme("", 0, 0)
        for token in tokens:
            kind = token.kind
            while True:
                step = self._steps(rule, place).get(kind)
                if step is None:
                    if place not in rule.ends or not stack:
                        return Stop(token, frozenset(self._steps(rule, place)), rule.name, last)
                    if rule.name in handlers:
                        handlers[rule.name](held)
                    rule, place, held = stack.pop()
                elif step[1] is None:
                    place = step[0]
                    held.append(token)
                    last = token
                    break
                else:
                    stack.append((rule, step[0], held))
                    rule, place = step[1], _START
                    held = [] if rule.name in handlers else held
        return None
