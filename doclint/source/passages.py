"""Passages: comments and strings of a source as opposed to its code, and what of a configuration says what it does."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.source import line_starts
from doclint.source.branches import blank_passages
from doclint.source.parsing import HopelessError
from doclint.source.symbol_collector import nodes_of_passages
from doclint.source.symbols import Passage, PlaceKind
from doclint.source.trees import Node, grammars, is_known
from doclint.source.words import Vocabulary

_DIRECTIVE = expression(rb"[ \t]{0,99}#[ \t]{0,99}(?:if|ifdef|ifndef|elif|define|undef|endif|error|warning)\b")
_MOST = 200  # mentions of a name that are listed
_DEFINE = expression(rb"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(?:\((?:[^()\\\n]|\\\r?\n)*+\))?", re.MULTILINE)
# One part of a directive's line. An unclosed string ends with the line, an unclosed comment with the source.
_PART = expression(
    rb"""
    (?P<end> \r?\n )
    | (?P<blank> \\\r?\n | [ \t\f\v\r]+ | //(?:[^\\\n]|\\[\s\S])*+ | /\*(?:[^*]|\*(?!/))*+(?:\*/)? )
    | "(?:[^"\\\n]|\\.)*+"? | '(?:[^'\\\n]|\\.)*+'? | [^\s"'/\\]+ | .
    """,
    re.VERBOSE,
)
# A quoted text, which may have a `#`, or a comment.
_COMMENT = expression(rb"(?P<kept>\"(?:[^\"\\\n]|\\.)*+\"?|'[^'\n]*+')|(?:(?<=[ \t])|^)[#;].*", re.MULTILINE)
_CMAKE_COMMENT = expression(rb"(?P<kept>\"(?:[^\"\\]|\\[\s\S])*+\"?)|#\[\[[\s\S]*?(?:\]\]|\Z)|#.*")
_COMMENTS = {
    "cmake": _CMAKE_COMMENT,
    **dict.fromkeys(("docker", "ini", "make", "requirements", "toml", "yaml"), _COMMENT),
}
_WORD = expression(rb"[^\s\"'(){}\[\],;=:]++")
# `*name` refers to another part of a YAML file.
_REFERENCE = expression(rb"\*\w+")
_TARGET = expression(rb"\b(?:add_executable|add_library|add_custom_target)\s*\(\s*([\w.+-]++)", re.IGNORECASE)
_NAME = expression(rb"[\w.+-]+")
# A text of several words that people read.
_LABEL = expression(rb"^[ \t-]*(?:name|title|description|summary):[ \t]+(?![|>&*!])\S+[ \t]+\S.*", re.MULTILINE)


class Mention(Struct, frozen=True):
    """A place where a name occurs in a source: its first byte, its line (1-based), and what it is part of."""

    start: int
    line: int
    place: PlaceKind


class Passages:
    r"""A source in a language, given by its id, divided into code and passages.

    `found` are the passages, as `read` returns them. `has_directives` is true if the language has a preprocessor.

    >>> data = b"# a class of\ndef run(): ...\n"
    >>> source = Passages("python", data, read("python", data))
    >>> source.mentions("class")
    [Mention(start=4, line=1, place='comment')]
    >>> source.code
    b'            \ndef run(): ...\n'
    """

    def __init__(self, language: str, data: bytes, found: Sequence[Passage]) -> None:
        self.language = language
        self.data = data
        self.found = found
        self.has_directives = bool(grammars()[language].get("branches"))
        self._starts = [passage.start for passage in self.found]

    @cached_property
    def _lines(self) -> list[int]:
        return line_starts(self.data)

    def mentions(self, name: str) -> list[Mention]:
        """Return the first 200 places where a name occurs as a whole word, in the order of the source."""
        return [self.mention(start) for start in self.vocabulary.starts(name)[:_MOST]]

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of the source, passages included."""
        return Vocabulary(self.data)

    def at(self, place: int) -> Passage | None:
        """Return the passage that has a byte; None for a byte of code."""
        index = bisect_right(self._starts, place) - 1
        return self.found[index] if index >= 0 and place < self.found[index].end else None

    def mention(self, start: int) -> Mention:
        """Return the mention of a name that begins at a byte."""
        line = bisect_right(self._lines, start)
        passage = self.at(start)
        if passage is not None:
            return Mention(start, line, passage.place)
        is_directive = self.has_directives and _DIRECTIVE.match(self.data, self.line_start(line))
        return Mention(start, line, "directive" if is_directive else "code")

    def line_start(self, line: int) -> int:
        """Return the byte at which a line (1-based) begins."""
        return self._lines[line - 1]

    @cached_property
    def code(self) -> bytes:
        """The source with blanks in place of its passages."""
        if self.language == "python":  # whose passages come from a scan, too
            from doclint.source.languages.python_text import scan

            return scan(self.data).code
        return blank_passages(self.data, self.found)

    def text_in(self, *places: PlaceKind) -> bytes:
        """Return the text of all passages of some kinds, one after the other, separated by line feeds."""
        return b"\n".join([self.data[one.start : one.end] for one in self.found if one.place in places])


def read(language: str, data: bytes, work: int = 1) -> list[Passage] | None:
    """Return the outermost passages of a source in a language, given by its id, in the order of the source.

    None if doclint has no grammar for the language, the grammar is not installed, or the source takes more than `work`
    times the work that real sources take.
    """
    if not is_known(language):
        return None
    if language == "python":
        from doclint.source.languages.python_text import scan

        return scan(data).passages
    try:
        return [*_outermost(_passages(language, nodes_of_passages(language, data, work)))]
    except HopelessError:
        return None


def _passages(language: str, found: "Iterable[Node]") -> Iterator[Passage]:
    """Yield the comments and strings among the nodes of a source, in its order. They may be in each other."""
    places: dict[str, PlaceKind] = dict.fromkeys(grammars()[language]["comments"], "comment")
    strings = frozenset(grammars()[language]["strings"])
    docstrings: set[int] = set()  # the bytes at which the parts of strings begin that are statements
    for node in found:
        place = places.get(node.type)
        if place is not None:
            yield Passage(node.start_byte, node.end_byte, place)
        elif node.type in strings:
            yield Passage(node.start_byte, node.end_byte, "docstring" if node.start_byte in docstrings else "string")
        elif node.type == "expression_statement":
            literals = [child for child in node.named_children if "string" in child.type]
            docstrings.update(part.start_byte for literal in literals for part in literal.named_children)


def _outermost(passages: Iterable[Passage]) -> Iterator[Passage]:
    end = 0
    for passage in passages:
        if passage.start >= end:
            end = passage.end
            yield passage


def macro_values(source: Passages) -> Mapping[str, tuple[str, ...]]:
    r"""Return the values of each macro that a source defines, by the macro's name, in the order of its definitions.

    The value of a macro that is defined as nothing is empty. Values have no comments, and continued lines are joined.

    >>> from doclint.source.passages import read
    >>> source = b"#define A 1 // one\n#define B\n#if X\n#define A (2 + \\\n 3)\n#endif\n"
    >>> dict(macro_values(Passages("c", source, read("c", source))))
    {'A': ('1', '(2 + 3)'), 'B': ('',)}
    """
    found: dict[str, list[str]] = {}
    end = 0
    for match in _DEFINE.finditer(source.data):
        if match.start() >= end and source.at(match.end()) is None:
            value, end = _value(source.data, match.end())
            found.setdefault(match[1].decode(), []).append(value)
    return {name: tuple(texts) for name, texts in found.items()}


def _value(data: bytes, start: int) -> tuple[str, int]:
    """Return the value of a macro whose name ends at `start`, and the byte at which the value ends."""
    parts: list[bytes] = []
    end = start
    while (match := _PART.match(data, end)) and not match["end"]:
        parts.append(b" " if match["blank"] else match[0])
        end = match.end()
    return b" ".join(b"".join(parts).split()).decode(errors="replace"), end


def what_it_does(language: str, data: bytes) -> bytes:
    r"""Return what of a configuration or data, in a language given by its id, says what the file does.

    That is the text without comments, patterns for paths, labels of several words in YAML, and the names of targets in
    CMake. A list of patterns, such as `.gitignore`, says nothing.

    >>> what_it_does("yaml", b"paths: ['**/cache/*']  # not a cache\nname: Fill the cache\nuses: *cache\n").split()
    [b'paths:', b"['", b"']", b'uses:', b'*cache']
    >>> what_it_does("cmake", b"add_library(fast-cache a.cpp)\ninstall(TARGETS fast-cache)\n").split()
    [b'add_library(', b'a.cpp)', b'install(TARGETS', b')']
    """
    if language == "ignore":
        return b""
    comment = _COMMENTS.get(language)
    if comment:
        data = comment.sub(lambda match: match["kept"] or b" ", data)
    if language == "yaml":
        data = _LABEL.sub(b" ", data)
    if b"*" in data:
        data = _WORD.sub(lambda word: word[0] if b"*" not in word[0] or _REFERENCE.fullmatch(word[0]) else b" ", data)
    targets = set(_TARGET.findall(data)) if language == "cmake" else None
    return _NAME.sub(lambda name: b" " if name[0] in targets else name[0], data) if targets else data
