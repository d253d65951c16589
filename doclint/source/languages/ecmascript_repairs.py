"""What the grammar of TypeScript does not know, replaced by what it knows, so that it reads the rest.

The grammar is tree-sitter-typescript 0.23, and the syntax that of TypeScript 5: annotations of variance (`<in out T>`),
types of other modules as arguments (`Promise<import("./a").B>`), `export type *`, a property called `abstract`, and
signatures on lines of their own without a semicolon before (`<T>(a: T): B`). All bytes keep their places, so that names
and types can be read from the source itself.
"""

import re
from collections.abc import Iterator

from doclint.errors.expressions import expression
from doclint.source.branches import blank_out

_VARIANCE = expression(rb"(?<=[<,])(\s*+)(in\s++out|in|out)(?=\s++[A-Za-z_$][\w$]*+\s*+(?:[,>=]|extends\b))")
_IMPORTED = expression(rb"\bimport\((?:\"[^\"\n]*+\"|'[^'\n]*+')\)\.(?=[\w$])")
_TYPES = expression(rb"(?<=\bexport )type(?= \*)")
_ABSTRACT = expression(rb"\babstract(?=\??:)")
_CALL = expression(rb"^([ \t]*)[ \t](?=<(?:[A-Za-z_$]|\r?$))", re.MULTILINE)
_BEFORE = 2_000  # bytes before such a signature that are looked at
_UNFINISHED = (b"=>", *(bytes([byte]) for byte in b"=(,:|&{;?<["))  # what a statement does not end with


def repairs(data: bytes) -> Iterator[bytes]:
    """Yield a source as it is, and without what the grammar does not know, what is most likely to be right last."""
    known = repaired(data)
    yield from dict.fromkeys((data, _separated(known), known))


def repaired(data: bytes) -> bytes:
    r"""Return a source in which every byte has its place, without what the grammar does not know.

    >>> repaired(b'interface A<in T> { b: C<import("d").E> }')
    b'interface A<   T> { b: C<____________E> }'
    """
    data = _VARIANCE.sub(lambda match: match[1] + blank_out(match[2]), data)
    data = _IMPORTED.sub(_as_name, data)
    data = _TYPES.sub(lambda match: blank_out(match[0]), data)
    return _ABSTRACT.sub(_as_name, data)


def _separated(data: bytes) -> bytes:
    """Return a source with a semicolon before each signature on a line of its own: the last blank before it."""

    def separate(match: re.Match[bytes]) -> bytes:
        before = data[max(0, match.start() - _BEFORE) : match.start()].rstrip()
        while before.endswith(b"*/"):
            before = before[: max(0, before.rfind(b"/*"))].rstrip()
        return match[0] if not before or before.endswith(_UNFINISHED) else match[1] + b";"

    return _CALL.sub(separate, data)


def _as_name(match: re.Match[bytes]) -> bytes:
    return b"_" * len(match[0])
