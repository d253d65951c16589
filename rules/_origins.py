"""Where a name comes from that a source does not define: what a generator took for a definition."""

import re
from typing import NamedTuple

from doclint.code.passages import Mention, Passages
from doclint.page.source_file import SourceFile

from ._names import WITH_MACROS

_MANY = 200  # places of a word that are looked at
_AROUND = 200  # bytes before and behind a mention
_WITHIN = rb"(?:\w+\s*::\s*){0,9}"
_BINDING = re.compile(
    rb"\b(?:interface|trait|type|using|def|fn|func|function|record|module|namespace|package|let|const|var)\s+%b\Z"
    % _WITHIN
)
# In the languages with macros, `const` stands before the name of a type that is used.
_BINDING_IN_C = re.compile(rb"\b(?:using|namespace|module|concept)\s+%b\Z" % _WITHIN)
_USING = re.compile(rb"\busing\s+namespace\s+%b\Z" % _WITHIN)
_HEAD = re.compile(rb"\b(?:class|struct|union|enum)\s+%b\Z" % _WITHIN)
# Macros and attributes may stand before the name of what is defined.
_MARKED_HEAD = re.compile(
    rb"\b(?:class|struct|union|enum)\s+(?:(?:_{0,2}[A-Z][A-Z0-9_]+(?:\s?\([^()\n]{0,99}\))?|\[\[[^\]\n]{0,99}\]\]"
    rb"|alignas\s?\([^()\n]{0,99}\))\s+){1,4}%b\Z" % _WITHIN
)
_OPENER = re.compile(rb"(?<!enum )(?<!enum\t)\b(?:class|struct|union|namespace)\s+%b\Z" % _WITHIN)
# A directive may choose what follows: `struct A\n#if FAST\n  : B`.
_BEHIND_HEAD = re.compile(rb"\s*(?:[;{<(#]|:(?!:)|final\b)")
# `shop::Basket` uses the name of a scope, unless it opens one: `namespace shop::fruit {`.
_SCOPED = re.compile(rb"\s*::")
_NAMESPACE = re.compile(rb"\bnamespace\s+%b\Z" % _WITHIN)
_BEHIND_MACRO = re.compile(rb"\s*(?:\([^()\n]{0,99}\)\s*)?(?P<name>[A-Za-z_]\w*)(?:\s+final)?\s*(?:\{|:(?!:|\s*\d))")
_PARAMETER = re.compile(rb"[<,>]\s*(?:class|typename)\s*(?:\.\.\.)?\s*\Z")
_BEHIND_PARAMETER = re.compile(rb"\s*[,>=]")
# `a = ...` at the beginning of a line, or `a = namedtuple(...)` anywhere.
_LINE = re.compile(rb"(?:\A|\n)\Z")
_ASSIGNED = re.compile(rb"\s*(?::[^=\n;{}()]{0,99})?=(?!=)")
_MADE = re.compile(
    rb"\s*=\s*(?:\w+\.){0,5}(?:\w*[tT]uple|lambda|function|async|partial\w*|TypedDict|NewType|new_class|make_\w+|type|class|Enum)\b"
)
# In languages in which a type stands before the name of a function.
_TYPED = WITH_MACROS | {"java"}
_TYPE = re.compile(rb"(?:\b(?P<word>\w+)\b|[>*&\]~])[\s*&]*%b~?\Z" % _WITHIN)
_BEHIND_FUNCTION = re.compile(rb"\s*(?:<[^<>;{}]{0,99}>)?\s*\(")
_NO_TYPES = frozenset(b"and case co_await co_return co_yield delete else goto new not or return throw".split())
_MACRO_CALL = re.compile(rb"\b[A-Z][A-Z0-9_]{2,}\s*\([^(){};]{0,150}\Z")
# As careless expressions see it: `construct an`, and over the end of a line of comments.
_KEYWORDS = {
    kind: tuple(words.split())
    for words, kinds in (
        (b"class struct union enum", ("class", "struct", "enum")),
        (b"def function", ("function", "method")),
        (b"namespace", ("namespace",)),
        (b"class struct union enum namespace def function", ("definition",)),
    )
    for kind in kinds
}
_BETWEEN = b" \t\n\r\f\v/*#"
_CALLABLE = frozenset({"function", "method"})
_OPENED = re.compile(rb"\s*\([^(){};]{0,99}\)\s*\{")
_ORDER = {"code": 0, "directive": 1, "string": 2, "docstring": 3, "comment": 4}
_LINT_CODE = re.compile(r"[A-Z]{1,4}\d{3,4}")
_BEFORE_LINT_CODE = re.compile(rb"(?:noqa|disable|ignore)\b[\w\s:=,\[-]{0,99}\Z")
_SCHEME = re.compile(rb"://")
# `UTF-8`, `SHA-256`; not `N-1`.
_FIGURES = re.compile(rb"-(?!1\b)\d+")
_SHORT = range(2, 5)  # letters of such a name
_URL = re.compile(rb"(?:\w+://|www\.)\S*\Z")


class Origin(NamedTuple):
    """What a name is that no definition in a source has: a `reason`, and for some the first line (from 1) that it is
    on, and the name it is confused with.
    """

    reason: str
    line: int | None = None
    other: str | None = None


def origin_in_code(source_file: SourceFile, passages: Passages, name: str, kind: str) -> Origin | None:
    """Where the name of something of a kind comes from that is not among the symbols of a source; None if the source
    may define it after all.
    """
    mentions = passages.mentions(name)
    if not mentions:
        return _nowhere(source_file, name)
    in_code = {
        mention: _in_code(source_file, passages, mention, name) for mention in mentions if mention.place == "code"
    }
    doubtful = [mention for mention, origin in in_code.items() if origin is None]
    if doubtful and (stand_in(passages, name) is None or any(_is_bound(passages, one, name) for one in doubtful)):
        return None
    if any(_is_lint_code(passages.data, mention.start, name) for mention in mentions):
        return Origin("lint-code", mentions[0].line)
    # What first reads like a definition is what misled the generator, most of all in code; else what tells most.
    misleading = [mention for mention in mentions if _reads_like_one(passages.data, mention, name, kind)]
    mention = min(misleading or mentions, key=lambda one: one.place != "code" if misleading else _ORDER[one.place])
    origins = [origin for origin in in_code.values() if origin]
    telling = next((origin for origin in origins if origin.reason != "used"), None)
    return telling or in_code.get(mention) or Origin(mention.place, mention.line)


def stand_in(passages: Passages, name: str) -> Origin | None:
    """What stands where a generator looks for the name of a class: a macro before it, a parameter of a template."""
    for mention in passages.mentions(name):
        origin = _stand_in(passages, mention, name) if mention.place == "code" else None
        if origin is not None:
            return origin
    return None


def is_headed(passages: Passages, name: str) -> bool:
    """Whether the code declares or opens a class or namespace of that name, which a grammar may have missed."""
    return any(
        _opens(before(passages.code, mention.start))
        and _BEHIND_HEAD.match(passages.code, mention.start + len(name.encode()))
        for mention in passages.mentions(name)
        if mention.place == "code"
    )


def _opens(ahead: bytes) -> bool:
    return _OPENER.search(ahead) is not None or _MARKED_HEAD.search(ahead) is not None


def origin_in_text(source_file: SourceFile, name: str) -> Origin | None:
    """Where a name comes from that is no word of a text; None if it is one."""
    starts = source_file.vocabulary.starts(name)[:_MANY]
    if not starts:
        return _nowhere(source_file, name)
    data = source_file.data
    ends = [start + len(name.encode()) for start in starts]
    if all(
        _URL.search(before(data, start)) or _SCHEME.match(data, end) for start, end in zip(starts, ends, strict=True)
    ):
        return Origin("address", source_file.line(starts[0]))
    if all(_is_lint_code(data, start, name) for start in starts):
        return Origin("lint-code", source_file.line(starts[0]))
    figures = [_FIGURES.match(data, end) for end in ends] if name.isupper() and len(name) in _SHORT else [None]
    if all(figures) and figures[0]:
        return Origin("fragment", other=name + figures[0][0].decode())
    return None


def _nowhere(source_file: SourceFile, name: str) -> Origin:
    longer = source_file.vocabulary.longer(name)
    return Origin("fragment", other=longer) if longer else Origin("absent")


def _reads_like_one(data: bytes, mention: Mention, name: str, kind: str) -> bool:
    """Whether the words around a mention are those of a definition of a kind, wherever it stands."""
    ahead = before(data, mention.start)
    keyword = ahead.rstrip(_BETWEEN)
    if keyword.endswith(_KEYWORDS.get(kind, ())) and ahead[len(keyword) :][:1].isspace():
        return True
    can_open = kind in _CALLABLE and mention.place != "code"
    return can_open and _OPENED.match(_behind(data, mention.start, name)) is not None


def _in_code(source_file: SourceFile, passages: Passages, mention: Mention, name: str) -> Origin | None:
    data = passages.code
    ahead, behind = before(data, mention.start), _behind(data, mention.start, name)
    origin = _stand_in(passages, mention, name)
    if origin is not None:
        return origin
    is_scope = _SCOPED.match(behind) and not _NAMESPACE.search(ahead)
    may_define = _is_bound(passages, mention, name) or _is_typed(source_file, passages, mention, behind)
    return None if may_define and not is_scope and not _USING.search(ahead) else Origin("used", mention.line)


def _stand_in(passages: Passages, mention: Mention, name: str) -> Origin | None:
    data = passages.code
    ahead, behind = before(data, mention.start), _behind(data, mention.start, name)
    # What follows is told faster than what stands before.
    if _BEHIND_PARAMETER.match(behind) and _PARAMETER.search(ahead):
        return Origin("parameter", mention.line)
    macro = _BEHIND_MACRO.match(behind)
    if macro is None or macro["name"] == b"final" or not _HEAD.search(ahead):
        return None
    return Origin("macro", mention.line, macro["name"].decode(errors="replace"))


def _is_bound(passages: Passages, mention: Mention, name: str) -> bool:
    """Whether the code around a name shows that it is defined or declared here."""
    data, end = passages.code, mention.start + len(name.encode())
    ahead, behind = before(data, mention.start), data[end : end + _AROUND]
    binding = _BINDING_IN_C if passages.has_directives else _BINDING
    return bool(
        _MADE.match(behind)
        or (_ASSIGNED.match(behind) and _LINE.search(ahead))
        or (_BEHIND_HEAD.match(behind) and (_HEAD.search(ahead) or _MARKED_HEAD.search(ahead)))
        or binding.search(ahead)
    )


def _is_typed(source_file: SourceFile, passages: Passages, mention: Mention, behind: bytes) -> bool:
    """Whether a name may be that of a function with its type before it, or of something that a macro defines."""
    if source_file.language is None or source_file.language.id not in _TYPED:
        return False
    ahead = before(passages.code, mention.start)
    typed = _TYPE.search(ahead) if _BEHIND_FUNCTION.match(behind) else None
    is_declared = typed is not None and typed["word"] not in _NO_TYPES
    return is_declared or bool(_MACRO_CALL.search(ahead)) or _in_macro(passages, mention)


def _in_macro(passages: Passages, mention: Mention) -> bool:
    """Whether a line of code is a continuation: it may be part of a macro, which says nothing by itself."""
    start = passages.line_start(mention.line)
    return passages.code[max(0, start - 3) : start].endswith((b"\\\n", b"\\\r\n"))


def _is_lint_code(data: bytes, start: int, name: str) -> bool:
    return _LINT_CODE.fullmatch(name) is not None and bool(_BEFORE_LINT_CODE.search(before(data, start)))


def _behind(data: bytes, start: int, name: str) -> bytes:
    """What stands right behind a name."""
    end = start + len(name.encode())
    return data[end : end + _AROUND]


def before(data: bytes, start: int) -> bytes:
    """What stands right before a byte."""
    return data[max(0, start - _AROUND) : start]
