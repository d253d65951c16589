"""Branches that a preprocessor chooses from.

A grammar reads `#if` between whole declarations. Where it stands amid one, or opens what another one closes, all that
follows is lost to the grammar. There the directives become blanks, and so do all branches but the first; what is kept
stays where it is.
"""

import re
from itertools import pairwise

_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|el|endif)(?:[^\\\n]|\\[\s\S])*", re.MULTILINE)
_INK = re.compile(rb"[^\n]")
_COMMENT = re.compile(rb"//.*|/\*.*?\*/")
_PAIRS = ((b"{", b"}"), (b"(", b")"))
_REMARKS = (b"#", b"//", b"*", b"/*")
_LONGEST = 1_000  # bytes of a line that are looked at
_DEEPEST = 50  # of what lies in each other; whatever has more in it stays as it is


def blanked(data: bytes) -> bytes:
    """The source without what matches, line for line."""
    return _INK.sub(b" ", data)


def settled(data: bytes) -> bytes:
    r"""The source in which all branches that are left hold whole declarations.

    >>> settled(b"void f(\n#if A\nint a\n#else\nint b\n#endif\n);\n").split()
    [b'void', b'f(', b'int', b'a', b');']
    """
    text = bytearray(data)
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
            if depth <= _DEEPEST:
                _settle(text, group)
    return bytes(text)


def _settle(text: bytearray, group: list[re.Match[bytes]]) -> None:
    """Decide about one `#if` and what belongs to it, when those in it are settled."""
    branches = [(one.end(), after.start()) for one, after in pairwise(group)]
    before = group[0].start()
    if _ends(text[max(0, before - _LONGEST) : before]) and all(_is_whole(text[start:end]) for start, end in branches):
        return
    first, *others = branches
    for start, end in ((before, first[0]), (first[1], group[-1].end()), *others):
        text[start:end] = blanked(bytes(text[start:end]))


def _is_whole(branch: bytearray) -> bool:
    return _ends(branch) and all(branch.count(left) == branch.count(right) for left, right in _PAIRS)


def _ends(text: bytearray) -> bool:
    """Whether a declaration can begin after a text."""
    line = _COMMENT.sub(b"", text.rstrip().rpartition(b"\n")[2][-_LONGEST:]).strip()
    return not line or line.startswith(_REMARKS) or line.endswith((b";", b"{", b"}", b":", b"*/"))
