"""Templates: text with named holes, the parts that patterns consist of.

Grammar: `{name}` matches one or more characters, `{name:int}` a whole number and `{name:float}` one with a fraction,
both with or without thousands separators, `{name:char}` a single character, `{name:name}` one name in code, without
dots, `{name:module}` one or several without capitals, with dots or slashes between them, `{name:names}` all but the
last of several names with dots or slashes between them, `{name:words}` any number of words, each followed by a blank,
`{name:any}` any text, which may be empty.
`{name='text'}` matches exactly that text, for a hole that only says whether it is there; a quote in it is doubled.
`{_}` matches text that nothing reads: it may be in a template several times, has types as other holes have (`{_:int}`),
and captures nothing.
`[text]` is optional. Write doubled brackets and braces for literal ones, except in the text of such a hole.

A hole ends at the first occurrence of the literal after it; the last hole reaches as far as it can. Numbers and names
are taken whole. So nothing says where a hole for any text ends that has another hole right after it.
"""

import re
from collections.abc import Container, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from posixpath import commonprefix
from typing import NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.wording import did_you_mean
from doclint.markdown.source import Span

# Whole numbers and names are atomic, because several holes that share a run of digits would take exponential time.
TYPES = {
    "str": r".+",
    "any": r".*",
    "char": r"\S",
    "name": r"(?!\d)(?:[\w$]++|\\_)++",  # some generators escape underscores twice
    "module": r"[a-z_][a-z0-9_]*+(?:[./][a-z_][a-z0-9_]*+)*+",
    "names": r"(?!\d)[\w$]++(?:[./][\w$]++(?=[./]))*+",
    "words": r"(?:[A-Za-z]++ )*+",
    "option": r" ?+-[^\s,/]++(?:, -[^\s,/]++)*+(?: / -[^\s,/]++(?:, -[^\s,/]++)*+)?+",
    "blank": r"[ \t]*+",
    "argument": r"(?!\d)[\w$-]++",
    "dashed": r"(?:-\S, )?--[^\s=\[]++",
    "int": r"(?>\d{1,3}(?:,\d{3})++|\d++)",
    "float": r"(?>\d{1,3}(?:,\d{3})++|\d++)\.\d++",
}
_FREE = "str", "any"
UNREAD = "_"
"""The name of holes for text that nothing reads."""
MARKUP = "markup"
"""The type of a hole for any inlines, which only patterns have (`doclint.formats.patterns.pattern`)."""

_TOKEN = expression(
    r"(?P<literal>[^\[\]{}]+)|(?P<doubled>\[\[|\]\]|\{\{|\}\})|(?P<bracket>[\[\]])"
    r"|\{(?P<name>[a-z][a-z0-9._-]*|_)(?::(?P<type>\w+)|='(?P<fixed>(?:[^']|'')+)')?\}"
)
HOLE = expression(r"\{[^{}]*\}")
"""A hole, whatever is in its braces."""
HOLE_NAME = expression(r"(?<!\{)\{([a-z][a-z0-9._-]*)")
"""The beginning of a hole that has a name, which is the group."""
_CERTAIN = expression(r"\{[a-z][a-z0-9._-]*='([^{}]*)'\}(?!\s?\])")  # a hole of one text that ends no optional part
_WORD = expression(r"[^\W\d_]|[\u2300-\u2BFF\U0001F000-\U0001FAFF]")  # a letter, or a pictogram
_MOST_OPTIONS = 4  # optional parts of a template, which double its variants
_NO_HOLE = 0, 0


def has_words(text: str) -> bool:
    """Whether a template or a pattern has words or pictograms of its own, besides its holes.

    >>> has_words("Class {symbol}"), has_words("\N{FILE FOLDER} {folder}"), has_words("{symbol} - {_}")
    (True, True, False)
    >>> has_words("{exception='exception'} {symbol}"), has_words("[{async='async'} ]{symbol}")
    (True, False)
    """
    return _WORD.search(HOLE.sub("", _CERTAIN.sub(r"\1", text))) is not None


def escaped(text: str) -> str:
    """Return a text as a template that only matches it.

    >>> escaped("list[int]")
    'list[[int]]'
    """
    return re.sub(r"([\[\]{}])", r"\1\1", text)


class TemplateError(ValueError):
    """A template breaks the grammar. The message quotes it."""


class Token(Struct, frozen=True):
    """A literal (with an empty type), or the name of a hole with its type, and the only text of such a hole if any."""

    text: str
    type: str = ""
    fixed: str = ""

    @property
    def literal(self) -> str:
        """The only text that the token matches; empty if there are several."""
        return self.fixed if self.type else self.text

    @property
    def shown(self) -> str:
        """What a message has in place of the token if its value is not known: the part of its name after the dot."""
        return self.literal or shown(self.text)


def shown(hole: str) -> str:
    """Return what a message has in place of a hole whose value is not known.

    >>> shown("size.bytes"), shown(UNREAD)
    ('<bytes>', '…')
    """
    return "…" if hole == UNREAD else f"<{hole.rpartition('.')[2]}>"


class Template:
    """A compiled template.

    >>> size = Template("{size.bytes:int} bytes[ ({size.kb:float} KB)]")
    >>> size.names
    ('size.bytes', 'size.kb')
    >>> size.match("13,269 bytes")
    {'size.bytes': Span(start=0, end=6)}
    >>> size.match("13 bites") is None
    True
    >>> Template("{name}[ {optional='[optional]'}]").match("size [optional]")
    {'name': Span(start=0, end=4), 'optional': Span(start=5, end=15)}
    >>> Template("{_} of {count:int} {_}").match("2 of 3 apples")
    {'count': Span(start=5, end=6)}
    """

    def __init__(self, text: str, *, only_filled: bool = False) -> None:
        """Compile a template. What is `only_filled`, and matches nothing, may have holes for any text side by side,
        and one hole several times.

        Raises TemplateError if the text is not a template.
        """
        self.text = text
        self._variants = [_Variant(tokens) for tokens in _variants(text)]
        self.names = self._variants[0].names
        self.has_unread = self._variants[0].has_unread
        self.around = self._variants[0].around if len(self._variants) == 1 else None
        # The only hole of a template without any other text, as many are.
        self.hole = self.around.name if self.around and not self.around.before and not self.around.after else ""
        if len(set(self.names)) < len(self.names) and not only_filled:
            raise TemplateError(f"`{text}` has two holes of one name")
        if self.around is None and not only_filled:
            endless = next((hole for variant in self._variants for hole in variant.endless()), None)
            if endless:
                raise TemplateError(f"`{text}` {unclear_end(endless)}")

    def match(self, value: str) -> dict[str, Span] | None:
        """Return the span of each hole in a value if all of the value matches, else None."""
        for variant in self._variants:
            spans = variant.match(value)
            if spans is not None:
                return spans
        return None

    def match_start(self, value: str) -> tuple[dict[str, Span], int] | None:
        """Return the span of each hole, and where the match ends, if the beginning of a value matches, else None.

        >>> Template("{type}: ").match_start("int: 1: 2")
        ({'type': Span(start=0, end=3)}, 5)
        """
        for variant in self._variants:
            found = variant.match_start(value)
            if found is not None:
                return found
        return None

    @property
    def ends_with_text(self) -> bool:
        """Whether every text that matches the template ends with a literal."""
        return all(variant.tokens and variant.tokens[-1].literal for variant in self._variants)

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the template as text: holes with a value are filled, others become `<name>`, the part of
        their name after the dot. An optional part is included if all of its holes have a value.

        >>> Template("{size.bytes:int} bytes[ ({size.kb:float} KB)]").fill({"size.bytes": "7"})
        '7 bytes'
        """
        if self.around is not None and self.around.name in values:
            name, before, after = self.around
            return f"{before}{values[name]}{after}"
        tokens = self._variant_for(values).tokens
        return "".join([values.get(one.text, one.shown) if one.type else one.text for one in tokens])

    def parts(self, known: Container[str]) -> list[tuple[str, bool]]:
        """Return the literals and the names of holes, each with whether it is a hole.

        Optional parts are left out unless all of their holes are known.
        """
        return [(token.text, bool(token.type)) for token in self._variant_for(known).tokens]

    @property
    def alternatives(self) -> list[list[Token]]:
        """The tokens of the template with and without its optional parts; first with all of them."""
        return [variant.tokens for variant in self._variants]

    def _variant_for(self, known: Container[str]) -> "_Variant":
        """Return the variant with the most optional parts whose holes are all known."""
        for variant in self._variants:
            if not variant.has_unread and all(map(known.__contains__, variant.names)):
                return variant
        return self._variants[-1]

    def texts(self, values: Mapping[str, str]) -> Iterator[str]:
        """Yield the text of each variant whose holes all have a value.

        >>> list(Template("[{folder}/]index.md").texts({"folder": "src"}))
        ['src/index.md', 'index.md']
        """
        for variant in self._variants:
            if not variant.has_unread and values.keys() >= set(variant.names):
                yield "".join(values[token.text] if token.type else token.text for token in variant.tokens)

    @cached_property
    def beginning(self) -> str:
        """The beginning that all texts that match the template have in common.

        >>> Template("{size:int} bytes").beginning, Template("bytes: [{kb:float} KB, ]{size:int}").beginning
        ('', 'bytes: ')
        """
        return commonprefix([variant.beginning for variant in self._variants])

    @property
    def fixed(self) -> str | None:
        """The only text that matches the template; None if there are several."""
        return None if self.names or self.has_unread or len(self._variants) > 1 else self.beginning

    def literals(self, value: str) -> int:
        """Return how many characters of a value that matches are not in holes.

        >>> Template("[{folder}/]{_}.md").literals("src/app.md"), Template("[{folder}/]{_}.md").literals("app.md")
        (4, 3)
        """
        matching = (one for one in self._variants if one.match(value) is not None)
        return sum(len(token.text) for token in next(matching).tokens if not token.type)

    @cached_property
    def may_be_empty(self) -> bool:
        """Whether the template matches the empty string."""
        return self.match("") is not None


class Around(NamedTuple):
    """The literals around the only hole of a template, or a template without a hole (then `name` is empty).

    Most templates have this form, and it is matched without a regular expression.
    """

    name: str
    before: str
    after: str

    def find(self, value: str) -> tuple[int, int] | None:
        """Return the range of the hole in a value, (0, 0) if there is no hole; None if the value does not match."""
        name, before, after = self
        if not name:
            return _NO_HOLE if value == before else None
        end = len(value) - len(after)
        if end <= len(before) or not value.startswith(before) or not value.endswith(after):
            return None
        if value.find("\n", len(before), end) >= 0:
            return None
        return len(before), end


class _Variant:
    """A template with some of its optional parts left out."""

    __slots__ = ("_beginning_regex", "_regex", "around", "has_unread", "names", "tokens")

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        holes = [token.text for token in tokens if token.type]
        self.names = tuple(name for name in holes if name != UNREAD)
        self.has_unread = len(self.names) < len(holes)
        self._regex: re.Pattern[str] | None = None
        self._beginning_regex: re.Pattern[str] | None = None
        self.around = self._text_around() if all(token.type in ("", "str") for token in tokens) else None

    @property
    def beginning(self) -> str:
        """The literal that the variant begins with; empty if it begins with a hole."""
        return self.tokens[0].literal if self.tokens else ""

    def endless(self) -> Iterator[str]:
        """Yield the holes for any text that have another hole right after them, instead of a literal."""
        for hole, behind in pairwise(self.tokens):
            if hole.type in _FREE and behind.type and not behind.literal:
                yield hole.text

    def match(self, value: str) -> dict[str, Span] | None:
        if self.around is not None:
            span = self.around.find(value)
            return None if span is None else {self.around.name: Span(*span)} if self.names else {}
        if self._regex is None:
            self._regex = re.compile("".join(_regex(self.tokens)))
        match = self._regex.fullmatch(value)
        return self._spans(match) if match else None

    def match_start(self, value: str) -> tuple[dict[str, Span], int] | None:
        if self._beginning_regex is None:
            self._beginning_regex = re.compile("".join(_regex(self.tokens, is_whole=False)))
        match = self._beginning_regex.match(value)
        return (self._spans(match), match.end()) if match else None

    def _spans(self, match: re.Match[str]) -> dict[str, Span]:
        return {name: Span(*match.span(group)) for group, name in enumerate(self.names, 1)}

    def _text_around(self) -> Around | None:
        """Return the literals around the only hole; None if there are several holes."""
        holes = [token.text for token in self.tokens if token.type]
        if len(holes) > 1:
            return None
        place = next((index for index, token in enumerate(self.tokens) if token.type), len(self.tokens))
        before, after = self.tokens[:place], self.tokens[place + 1 :]
        name = holes[0] if holes else ""
        return Around(name, "".join(token.text for token in before), "".join(token.text for token in after))


def _regex(tokens: list[Token], *, is_whole: bool = True) -> Iterator[str]:
    """Yield the regular expression of each token.

    A hole for any text never runs past the literal after it, so that matching never backtracks. If the match need not
    be `is_whole`, this is also true of the last hole.
    """
    for index, token in enumerate(tokens):
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        is_last = is_whole and index + 2 == len(tokens)
        group = "(?:" if token.text == UNREAD else "("
        if not token.type:
            yield re.escape(token.text)
        elif token.fixed:
            yield f"({re.escape(token.fixed)})"
        elif token.type not in _FREE or following is None or (not following.type and is_last):
            yield f"{group}{TYPES[token.type]})"
        else:
            yield f"{group}(?:(?!{re.escape(following.literal)}).){TYPES[token.type][1]}+)"


def _variants(text: str) -> Iterator[list[Token]]:
    """Yield the tokens of each variant, the one with all optional parts first."""
    parts: list[tuple[bool, list[Token]]] = [(False, [])]
    for kind, token in _tokens(text):
        if kind != "bracket":
            parts[-1][1].append(token)
        elif parts[-1][0] == (token.text == "["):
            raise TemplateError(f"the brackets of `{text}` do not pair")
        else:
            parts.append((token.text == "[", []))
    if parts[-1][0]:
        raise TemplateError(f"the brackets of `{text}` do not pair")
    options = sum(is_optional for is_optional, _ in parts)
    if options > _MOST_OPTIONS:
        raise TemplateError(f"`{text}` has more than {_MOST_OPTIONS} optional parts")
    for choice in range(2**options):
        left_out = iter(choice >> number & 1 for number in range(options))
        yield _joined(token for optional, tokens in parts if not (optional and next(left_out)) for token in tokens)


def _joined(tokens: Iterator[Token]) -> list[Token]:
    """Return the tokens with adjacent literals joined."""
    result: list[Token] = []
    for token in tokens:
        if result and not token.type and not result[-1].type:
            result[-1] = Token(result[-1].text + token.text)
        else:
            result.append(token)
    return result


def _tokens(text: str) -> Iterator[tuple[str, Token]]:
    """Yield pairs of a kind ("literal", "bracket" or "hole") and a token."""
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise TemplateError(_stray(text, position))
        position = match.end()
        if match["name"]:
            form = match["type"] or "str"
            if form == MARKUP:
                why = "there is no markup in code, in a path or in the target of a link"
                raise TemplateError(f"`{match.group()}` of `{text}`: {why}; write `{{{match['name']}:any}}`")
            if form not in TYPES:
                known = [*TYPES, MARKUP]
                hint = did_you_mean(form, known) or f"; known: {', '.join(known)}"
                raise TemplateError(f"`{text}` has a hole of the unknown type `{form}`{hint}")
            fixed = (match["fixed"] or "").replace("''", "'")
            if fixed and match["name"] == UNREAD:
                raise TemplateError(f"`{match.group()}` of `{text}` reads nothing: write `{fixed}` without a hole")
            yield "hole", Token(match["name"], "fixed" if fixed else form, fixed)
        elif match["bracket"]:
            yield "bracket", Token(match["bracket"])
        else:
            yield "literal", Token(match["literal"] or match["doubled"][0])


def unclear_end(hole: str) -> str:
    """Return the end of the message for a hole for any text with another hole right after it."""
    advice = f"put a text between it and the next hole, or give it a type that ends by itself: `{{{hole}:name}}`"
    return f"does not say where the hole `{hole}` ends; {advice}"


def _stray(text: str, position: int) -> str:
    """Return the message for a brace that belongs to no hole."""
    brace = text[position]
    hole = HOLE.match(text, position)
    name = hole.group()[1:-1] if hole else ""
    if "|" in name:
        return f"`{text}` has the hole `{{{name}}}`, but only holes of `source` have filters"
    plain = re.sub(r"[^a-z0-9._:-]+", "-", name.strip().lower())
    if hole and plain != name and _TOKEN.fullmatch(f"{{{plain}}}"):
        return f"`{text}` has the hole `{{{name}}}`; names of holes have small letters only: `{{{plain}}}`"
    if hole and not name.strip():
        return f"`{text}` has a hole without a name; for any text, write `{{_}}`"
    return f"`{text}` has a stray `{brace}` at character {position + 1}; for a brace in the text, write `{brace * 2}`"
