"""Branches that a preprocessor chooses from.

A grammar reads `#if` between whole declarations. Where it stands amid one, or opens what another one closes, all that
follows is lost to the grammar. There the directives become blanks, and so do all branches but one, the first that is
not short beside others; what is kept stays where it is.
"""

import re
from itertools import pairwise

_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|el|endif)(?:[^\\\n]|\\[\s\S])*", re.MULTILINE)
_BLANKS = bytes(byte if byte == ord("\n") else ord(" ") for byte in range(256))
_COMMENT = re.compile(rb"//.*|/\*.*?\*/")
# Of several lines as well, and what stands in strings.
_REMARK = re.compile(rb"//.*|/\*[\s\S]*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.){1,4}'")
_PAIRS = ((b"{", b"}"), (b"(", b")"))
_REMARKS = (b"#", b"//", b"*", b"/*")
_SHORT = 4  # times as long is another branch, if one is short beside it
_LONGEST = 1_000  # bytes of a line that are looked at
_DEEPEST = 50  # of what lies in each other; whatever has more in it stays as it is


def blanked(data: bytes) -> bytes:
    """The source without what matches, line for line."""
    return data.translate(_BLANKS)


def settled(data: bytes) -> tuple[bytes, bool]:
    r"""The source in which all branches that are left hold whole declarations, and whether others did as well.

    >>> text, is_cut = settled(b"void f(\n#if A\nint a\n#else\nint b\n#endif\n);\n")
    >>> text.split(), is_cut
    ([b'void', b'f(', b'int', b'a', b');'], False)
    """
    text = bytearray(data)
    is_cut = False
    open_groups: list[list[re.Match[bytes]]] = []
    inner = [0]  # how many lie in each other, within what is open
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
            if depth <= _DEEPEST and _settle(text, group):
                is_cut = True
    return bytes(text), is_cut


def _settle(text: bytearray, group: list[re.Match[bytes]]) -> bool:
    """Decide about one `#if` and what belongs to it, when those in it are settled: whether declarations are lost."""
    branches = [(one.end(), after.start()) for one, after in pairwise(group)]
    before = group[0].start()
    codes = [_REMARK.sub(b"", text[start:end]) for start, end in branches]
    is_between = _ends(text[max(0, before - _LONGEST) : before])
    if is_between and all(_ends(text[start:end]) for start, end in branches) and all(map(_is_balanced, codes)):
        return False
    lengths = [len(b"".join(code.split())) for code in codes]
    kept = next(index for index, length in enumerate(lengths) if length * _SHORT >= max(lengths))
    start, end = branches[kept]
    for first, last in ((before, start), (end, group[-1].end())):
        text[first:last] = blanked(bytes(text[first:last]))
    return any(code.count(b";") + code.count(b"{") > 1 for index, code in enumerate(codes) if index != kept)


def _is_balanced(code: bytes) -> bool:
    return all(code.count(left) == code.count(right) for left, right in _PAIRS)


def _ends(text: bytearray) -> bool:
    """Whether a declaration can begin after a text."""
    line = _COMMENT.sub(b"", text.rstrip().rpartition(b"\n")[2][-_LONGEST:]).strip()
    return not line or line.startswith(_REMARKS) or line.endswith((b";", b"{", b"}", b":", b"*/"))
