"""Names of code in texts, and words that say of what they are names."""

import re
from collections.abc import Iterable, Sequence

from doclint.errors.expressions import expression
from doclint.formats.schema.contents import SymbolKind
from doclint.markdown.nodes import Code, Heading

_DOTTED = expression(r"[^\W\d][\w$]*(?:(?:\.|::|/)[\w$]+)*")
_CALL = expression(r"\(.*\)|<.*>|\[.*\]|[?:]")
_CODE = expression(r"_|\.|\(|[a-z\d][A-Z]|\A[a-z]")
_LONGEST = 200  # characters of a heading that may be a name

# What pages call symbols, by the words of their titles and headings.
_KINDS: dict[str, tuple[SymbolKind, ...]] = {
    "accessor": ("property",),
    "argument": ("parameter",),
    "attribute": ("field",),
    "class": ("class",),
    "constant": ("constant",),
    "constructor": ("method",),
    "enum": ("enum",),
    "enumeration": ("enum",),
    "exception": ("class",),
    "field": ("field",),
    "function": ("function",),
    "interface": ("interface",),
    "macro": ("macro",),
    "member": ("enum-member",),
    "method": ("method",),
    "module": ("module",),
    "namespace": ("namespace",),
    "operation": ("method",),
    "parameter": ("parameter",),
    "property": ("property",),
    "struct": ("struct",),
    "type": ("type",),
    "variable": ("variable",),
}
_CLASS = expression(r"(?:@[\w.]+\s+)*(?:export |abstract |declare )*class\b")
_FUNCTION = expression(r"(?:@[\w.]+\s+)*(?:export |async |declare )*(?:def|function)\b")
_SOME = 0.2  # share of names from which they say what the symbols are
_SCOPES = frozenset({"class", "enum", "interface", "struct", "type"})


def is_name(heading: Heading) -> bool:
    """Whether a heading consists of a name of code, with what may be around it: parameters, a question mark.

    A single word in prose counts (`Basket`), because names often are such words.
    """
    text = heading.text.strip()
    if not text or len(text) > _LONGEST:
        return False
    if [type(inline) for inline in heading.children] == [Code]:
        return _DOTTED.match(text) is not None
    found = _DOTTED.match(text)
    return found is not None and not _CALL.sub("", text[found.end() :]).strip(" ()=,")


def is_code(heading: Heading) -> bool:
    """Whether a name looks like code, and not like a word of prose."""
    has_code = any(isinstance(inline, Code) for inline in heading.children)
    return is_name(heading) and (has_code or is_code_name(heading.text.strip()))


def is_code_name(name: str) -> bool:
    """Whether a name looks like code, and not like a word of prose."""
    return _CODE.search(name) is not None


def name_in(heading: Heading, words: Iterable[str] = (), likely: str = "") -> str:
    """Return the name of code in a heading, which is none of some words; empty if there is none.

    It is the likely one if that is there, or else the one in code, or else the one in front of a bracket, or else the
    last one.
    """
    code = next((inline.text for inline in heading.children if isinstance(inline, Code)), "")
    text = (code or heading.text)[:_LONGEST]
    known = set(words)
    found = [match for match in _DOTTED.finditer(text) if match.group() not in known]
    if likely and likely in (match.group() for match in found):
        return likely
    called = next((match for match in found if text[match.end() : match.end() + 1] in ("(", "<")), None)
    first = found[0] if code and found else None
    match = called or first or (found[-1] if found else None)
    return match.group() if match else ""


def kinds_of(text: str) -> list[SymbolKind]:
    """Return what a text calls symbols, by the last of its words that says so.

    >>> kinds_of("Class Methods"), kinds_of("Type parameters"), kinds_of("Overview")
    (['method'], ['type-parameter'], [])
    """
    words = [singular(word) for word in re.findall(r"[^\W\d_]+", text.casefold())]
    for number in range(len(words) - 1, -1, -1):
        kinds = _KINDS.get(words[number])
        if kinds:
            before = words[number - 1] if number else ""
            return ["type-parameter"] if (before, kinds[0]) == ("type", "parameter") else list(kinds)
    return []


def kinds_from(
    names: Sequence[str], code: Sequence[str], scope: Sequence[str], *, has_members: bool
) -> list[SymbolKind]:
    """Return what some names may be the names of: by the code below their headings, by how they are written, and by
    whether they have members with headings. The `scope` is what the symbol around them may be.
    """
    plain = [name.rpartition(".")[2] for name in names]
    capitals = sum(name[:1].isupper() and not name.isupper() for name in plain) / max(len(plain), 1)
    functions = sum(map(_is_function, plain, code)) / max(len(plain), 1)
    is_inside = bool(_SCOPES.intersection(scope))
    if has_members and functions < _SOME:
        return ["class"] if capitals > _SOME else ["module"]
    found: list[SymbolKind] = ["class"] if capitals > _SOME or any(map(_CLASS.match, code)) else []
    if functions >= _SOME or capitals < 1 - _SOME:
        is_parameter = bool({"function", "method"}.intersection(scope)) and functions < _SOME
        found.append("parameter" if is_parameter else "method" if is_inside else "function")
    return found


def _is_function(name: str, code: str) -> bool:
    """Whether code is the signature of a function with that name."""
    return _FUNCTION.match(code) is not None or code.startswith(f"{name}(")


def singular(word: str) -> str:
    """Return the singular of a regular English plural, in lower case; another word stays.

    >>> [singular(word) for word in ("Classes", "properties", "data-sources", "class", "index")]
    ['class', 'property', 'data-source', 'class', 'index']
    """
    word = word.casefold()
    for ending, rest in (("sses", "ss"), ("ies", "y"), ("xes", "x"), ("aliases", "alias")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word.removesuffix(ending) + rest
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word
