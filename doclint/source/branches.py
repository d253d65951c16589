"""Branches of a preprocessor (`#if`, `#else`), from which a grammar can only read one.

A grammar reads `#if` between whole declarations. A directive amid a declaration, or a branch that opens what another
one closes, makes the grammar lose all that follows. There doclint replaces the directives by blanks, and all branches
but one: the first that is not short beside the others. What remains keeps its place.
"""

import re
from collections.abc import Iterable
from itertools import pairwise

from doclint.errors.expressions import expression
from doclint.source.symbols import Passage

_DIRECTIVE = expression(rb"^[ \t]*#[ \t]*(if|el|endif)(?:[^\\\n]|\\[\s\S])*", re.MULTILINE)
_BLANKS = bytes(byte if byte == ord("\n") else ord(" ") for byte in range(256))
_COMMENT = expression(rb"//.*|/\*.*?\*/")
# Comments, also of several lines, and strings.
_COMMENT_OR_STRING = expression(rb"//.*|/\*[\s\S]*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.){1,4}'")
_PAIRS = ((b"{", b"}"), (b"(", b")"))
_COMMENT_STARTS = (b"#", b"//", b"*", b"/*")
_SHORT = 4  # a branch is short if another one is more than so many times as long
_LONGEST = 1_000  # bytes of the line before a directive that are searched
_DEEPEST = 50  # levels of nested `#if`; a group with more inside stays as it is


def blank_out(data: bytes) -> bytes:
    """Replace every byte but the line feeds by a blank."""
    return data.translate(_BLANKS)


def blank_passages(data: bytes, passages: Iterable[Passage]) -> bytes:
    """Replace some passages by blanks."""
    blanks = blank_out(data)
    parts, last = [b""], 0
    for passage in passages:
        parts += data[last : passage.start], blanks[passage.start : passage.end]
        last = passage.end
    return b"".join([*parts, data[last:]])


def choose_branches(data: bytes) -> tuple[bytes, bool]:
    r"""Blank out branches until all that remain hold whole declarations.

    Return the text, and whether a blanked branch held declarations as well.

    >>> text, is_cut = choose_branches(b"void f(\n#if A\nint a\n#else\nint b\n#endif\n);\n")
    >>> text.split(), is_cut
    ([b'void', b'f(', b'int', b'a', b');'], False)
    """
    text = bytearray(data)
    is_cut = False
    open_groups: list[list[re.Match[bytes]]] = []
    inner = [0]  # the levels of groups inside each open group; the first item is for the whole text
    for directive in _DIRECTIVE.finditer(data):
        if directive[1] == b"if":
            open_groups.append([])
            inner.append(0)
        if not open_groups:
            continue
        open_groups[-1].append(directive)
        if directive[1] == b"endif":
            depth = inner.pop() + 1
            inner[-1] = max(inner[-1], depth)
            group = open_groups.pop()
            if depth <= _DEEPEST and _choose_branch(text, group):
                is_cut = True
    return bytes(text), is_cut


def _choose_branch(text: bytearray, group: list[re.Match[bytes]]) -> bool:
    """Blank out the directives of one `#if` and all its branches but one, unless a grammar reads them as they are.

    The groups inside must be done already. Return whether declarations are lost.
    """
    branches = [(one.end(), after.start()) for one, after in pairwise(group)]
    before = group[0].start()
    codes = [_COMMENT_OR_STRING.sub(b"", text[start:end]) for start, end in branches]
    is_between = _ends_declaration(text[max(0, before - _LONGEST) : before])
    if (
        is_between
        and all(_ends_declaration(text[start:end]) for start, end in branches)
        and all(code.count(left) == code.count(right) for code in codes for left, right in _PAIRS)
    ):
        return False
    lengths = [len(b"".join(code.split())) for code in codes]
    kept = next(index for index, length in enumerate(lengths) if length * _SHORT >= max(lengths))
    start, end = branches[kept]
    for first, last in ((before, start), (end, group[-1].end())):
        text[first:last] = blank_out(bytes(text[first:last]))
    return any(code.count(b";") + code.count(b"{") > 1 for index, code in enumerate(codes) if index != kept)


def _ends_declaration(text: bytearray) -> bool:
    """Whether a declaration can begin after a text."""
    line = _COMMENT.sub(b"", text.rstrip().rpartition(b"\n")[2][-_LONGEST:]).strip()
    return not line or line.startswith(_COMMENT_STARTS) or line.endswith((b";", b"{", b"}", b":", b"*/"))
