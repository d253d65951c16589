"""Declarations of Protocol Buffers, for which there is no grammar of tree-sitter with wheels.

A message is a struct, and a service an interface. The type of a field begins with its label (`repeated string`), and
that of a method is its request. Source of the facts: "Protocol Buffers Language Specification" (Proto2 and Proto3).
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.source.model import (
    LONGEST_TEXT,
    OMITTED,
    Declaration,
    DeclarationKind,
    DeclaredSignature,
    SourceDeclarations as Declarations,
)
from doclint.source.parsing import HopelessError

_LARGEST = 2_000_000  # bytes of a source
_DEEPEST = 32  # messages in each other, which is what protoc takes
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_TOKEN = expression(
    r"(?P<comment>//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?)|\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?"
    r"|\.?[A-Za-z_]\w*+(?:\.[A-Za-z_]\w*+)*+|[\d.](?:[\w.]|(?<=[eE])[+-])*+|\S"
)
_MARK = expression(r"(?m)^[ \t]*+(?:/\*++(?!/)|//++|\*(?!/))?[ \t]?|[ \t]*+\*/")
# Of a statement whose tokens have a blank between them.
_TYPE = expression(r"(?:(?:export|local) )?(?P<word>message|enum|service|extend|oneof) (?P<name>[\w.]+)\Z")
_FIELD = expression(
    r"(?:(?P<label>optional|repeated|required) )?(?:map < (?P<key>[\w.]+) , (?P<value>[\w.]+) >|(?P<type>[\w.]+)) "
    r"(?P<name>\w+) = (?P<number>\w+)(?: \[.*)?\Z",
    re.DOTALL,
)
_VALUE = expression(r"(?P<name>\w+) = (?P<number>(?:- )?\w+)(?: \[.*)?\Z", re.DOTALL)
_METHOD = expression(
    r"rpc (?P<name>\w+) \( (?P<request>(?:stream )?[\w.]+) \) returns \( (?P<response>(?:stream )?[\w.]+) \)\Z"
)
_DEFAULT = expression(
    r"(?<=[\[,]) default = (?P<value>\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|(?:- )?[\w.+-]+)(?= [\],])"
    r"|\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'"
)
_SYNTAX = expression(r"syntax = [\"']proto3|edition = ")
# Values of an enumeration may have these names: `import = 1`.
_OTHER = expression(r"(?:edition|syntax) = [\"']|(?:extensions|import|option|package|reserved)(?: (?!=)|\Z)")
_KINDS: dict[str, DeclarationKind] = {"enum": "enum", "service": "interface"}


class _ProtoError(ValueError):
    """The source has a syntax error, or is too deep."""


class _ProtoStatement(Struct, frozen=True):
    """The text of a statement up to its semicolon or its body, its first and its last token, and those of the body."""

    text: str
    first: int
    last: int
    body: tuple[int, int] | None


def declarations(_: str, data: bytes, work: int = 1, **_options: bool) -> Declarations:
    """Return the messages, enums, services and extensions of a source. Raises HopelessError if it is too long."""
    if len(data) > work * _LARGEST:
        raise HopelessError("the source is too long")
    try:
        return Declarations(tuple(_ProtoReader(data.decode("utf-8", "replace")).read()))
    except _ProtoError:
        return Declarations((), is_broken=True)


class _ProtoReader:
    """Reads one source. Raises _ProtoError where it cannot."""

    def __init__(self, text: str) -> None:
        self._tokens: list[str] = []
        self._lines: list[int] = []
        self._comments: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)  # by the token after them
        line, last = 1, 0
        for match in _TOKEN.finditer(text):
            line += text.count("\n", last, match.start())
            last = match.start()
            if match["comment"]:
                self._comments[len(self._tokens)].append((line, match[0]))
            else:
                self._tokens.append(match[0])
                self._lines.append(line)
        self._ends = self._brackets()
        self._label = ""

    def _brackets(self) -> dict[int, int]:
        """Return the closing bracket for each opening one."""
        found, waiting = {}, []
        for number, token in enumerate(self._tokens):
            if token in _CLOSING:
                waiting.append(number)
            elif token in _CLOSING.values():
                if not waiting or _CLOSING[self._tokens[waiting[-1]]] != token:
                    raise _ProtoError
                found[waiting.pop()] = number
        if waiting:
            raise _ProtoError
        return found

    def read(self) -> Iterator[Declaration]:
        statements = list(self._statements(0, len(self._tokens)))
        # Descriptors call a field of a oneof optional, too.
        self._label = "" if any(_SYNTAX.match(one.text) for one in statements) else "optional"
        for one in statements:
            yield from self._declared(one, 0)

    def _statements(self, start: int, end: int) -> Iterator[_ProtoStatement]:
        """Yield the statements between two tokens that are not empty."""
        first = at = start
        while at < end:
            last = self._ends.get(at, at)
            if self._tokens[at] in (";", "{"):
                if at > first:
                    body = (at + 1, last) if last > at else None
                    yield _ProtoStatement(" ".join(self._tokens[first:at]), first, last, body)
                first = last + 1
            at = last + 1
        if first < end:
            raise _ProtoError

    def _declared(self, one: _ProtoStatement, depth: int, base: str = "") -> Iterator[Declaration]:
        """Yield what a statement at the top or in a message declares, or in an extension of some base."""
        match = _TYPE.match(one.text) if one.body else None
        if match is None:
            if not _OTHER.match(one.text):
                yield from self._field(one, depth, base)
        elif match["word"] in ("extend", "oneof"):
            yield from self._inside(one, depth, match["name"] if match["word"] == "extend" else "")
        elif match["word"] == "message":
            yield self._made(one, "struct", match["name"], members=tuple(self._inside(one, depth)))
        else:
            read = self._value if match["word"] == "enum" else self._method
            inner = (each for each in self._statements(*one.body or (0, 0)) if not _OTHER.match(each.text))
            yield self._made(one, _KINDS[match["word"]], match["name"], members=tuple(map(read, inner)))

    def _inside(self, one: _ProtoStatement, depth: int, base: str = "") -> Iterator[Declaration]:
        if depth > _DEEPEST:
            raise _ProtoError
        for each in self._statements(*one.body or (0, 0)):
            yield from self._declared(each, depth + 1, base)

    def _field(self, one: _ProtoStatement, depth: int, base: str) -> Iterator[Declaration]:
        """Yield a field, and the message that a group or a map is as well."""
        match = _FIELD.match(one.text)
        if match is None or (one.body and match["type"] != "group"):
            raise _ProtoError
        name, type_, label = match["name"], match["type"], match["label"] or self._label
        if match["key"]:
            label, type_ = "repeated", "".join(part[:1].upper() + part[1:] for part in name.split("_")) + "Entry"
            pair = (
                self._made(one, "field", each, f"{self._label} {match[each]}".lstrip()) for each in ("key", "value")
            )
            yield self._made(one, "struct", type_, members=tuple(pair))
        elif one.body:
            name, type_ = name.lower(), name
            yield self._made(one, "struct", type_, members=tuple(self._inside(one, depth)))
        default = next((each["value"] for each in _DEFAULT.finditer(one.text) if each["value"]), None)
        value = _decimal(match["number"]) if base else default
        yield self._made(one, "field", name, f"{label} {type_}".lstrip(), value)

    def _value(self, one: _ProtoStatement) -> Declaration:
        match = _VALUE.match(one.text)
        if match is None:
            raise _ProtoError
        return self._made(one, "enum-member", match["name"], value=_decimal(match["number"]))

    def _method(self, one: _ProtoStatement) -> Declaration:
        match = _METHOD.match(one.text)
        if match is None:
            raise _ProtoError
        made = self._made(one, "method", match["name"], match["request"])
        return made._replace(signatures=(DeclaredSignature((), match["response"]),))

    def _made(
        self,
        one: _ProtoStatement,
        kind: DeclarationKind,
        name: str,
        type_: str = "",
        value: str | None = None,
        *,
        members: tuple[Declaration, ...] = (),
    ) -> Declaration:
        start, end = self._lines[one.first], self._lines[one.last]
        short = OMITTED if len(type_) > LONGEST_TEXT else type_
        value = OMITTED if value and len(value) > LONGEST_TEXT else value
        docstring = self._docstring(one)
        return Declaration(kind, name, start, start, end, type=short, value=value, docstring=docstring, members=members)

    def _docstring(self, one: _ProtoStatement) -> str:
        """Return the comment above a statement, and the one behind its semicolon or its opening bracket."""
        behind, _ = self._attached(one.body[0] if one.body else one.last + 1)
        return "\n".join(_MARK.sub("", text).strip() for text in (*self._attached(one.first)[1], *behind))

    def _attached(self, at: int) -> tuple[Sequence[str], Sequence[str]]:
        """Return the comment that belongs to what ends before a token, and the one that belongs to what begins there.

        Lines of `//` are one comment, each block is one. As in protoc (`Tokenizer::NextWithComments`), the last one
        belongs to what it touches below, and else the first one to what it touches above.
        """
        above = self._lines[at - 1] if at else -1
        below, following = (self._lines[at], self._tokens[at]) if at < len(self._tokens) else (0, "}")
        groups: list[tuple[int, list[str]]] = []
        end, is_apart = above, True
        for start, text in self._comments.get(at, ()):
            is_block = text.startswith("/*")
            if is_block or is_apart or start > end + 1:
                groups.append((start, []))
            groups[-1][1].append(text)
            end, is_apart = start + text.count("\n"), is_block or (start == above and len(groups) == 1)
        is_beside = len(groups) == 1 and groups[0][0] == above
        if is_beside and below == end:
            return (), ()  # `string a = 1; /* Of which? */ string b = 2;`
        leading = groups.pop()[1] if groups and not is_beside and below <= end + 1 and following != "}" else ()
        return groups[0][1] if groups and groups[0][0] <= above + 1 else (), leading


def _decimal(number: str) -> str:
    """Return a whole number, which may be hexadecimal or octal."""
    digits = number.removeprefix("- ")
    base = 16 if digits[:2] in ("0x", "0X") else 8 if digits[0] == "0" else 10
    try:
        return f"{'-' if digits != number else ''}{int(digits, base)}"
    except ValueError:
        raise _ProtoError from None
