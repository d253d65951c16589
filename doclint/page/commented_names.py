"""Symbols that only comments of JSDoc declare: types, callbacks, and members that code adds when it runs.

A comment names a symbol by a tag ("Block Tags": `@typedef {Object} Options`, `@name Basket#put`), or describes the code
that follows it: `Basket.prototype.put = function () {`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.formats.documented.symbols import DocumentedSymbol
from doclint.packages.answers import DeclaredAt
from doclint.page.declaration_index import fits
from doclint.page.documented_declarations import as_commented
from doclint.repository.repository import Repository, remembered
from doclint.source.languages.comments import comment_text
from doclint.source.model import OMITTED, Declaration, DeclarationKind

_BEFORE_CODE = expression(r"\s*+(?:@[\w.]++(?:\([^)\n]{0,200}\))?\s*+)*+")
_WORDS = (
    r"(?:(?:abstract|async|const|declare|default|export|get|let|override|private|protected|public|readonly|set|static|var)"
    r"\s++)*+"
)
_CODE = expression(
    rf"(?!(?:await|case|delete|do|for|if|import|new|return|switch|throw|try|typeof|while|yield)\b)"
    rf"{_WORDS}(?:(?:module\.)?exports(?:\.default)?\s*+=\s*+{_WORDS})?(?P<word>class\s++|function\b\s*+\*?\s*+)?\*?"
    r"(?P<around>(?:[\w$]++\.)*+)['\"]?(?P<name>[\w$]++)['\"]?(?P<call>\s*+\()?"
)
_TYPE = r"\{(?:[^{}@]|\{(?:[^{}@]|\{[^{}@]*+\})*+\})*+\}"  # `{{size: number}}`
_TAG = expression(
    r"(?m)^[ \t]*+@(?P<tag>alias|callback|class|const|constant|constructor|enum|event|func|function|member|method|name"
    rf"|prop|property|typedef|var)\b[ \t]*+(?:{_TYPE}[ \t]*+)?(?P<around>(?:[\w$:/-]++[.#~])*+)(?P<name>[\w$]++)"
    r"[ \t]*+(?P<more>\S?)"
)
_NAMING = frozenset({"alias", "callback", "name", "typedef"})  # tags whose first word is a name, whatever follows it
_ASIDE = frozenset({"event", "prop", "property"})  # tags that name something else than what the comment is about
_OF_TYPES = frozenset({"callback", "typedef"})
_SKIPPED = expression(r"(?m)^[ \t]*+@(?:hidden|ignore|private)\b")
_MEMBER_OF = expression(r"(?m)^[ \t]*+@member[oO]f!?[ \t]++(?:[\w$:/-]++[.#~])*+([\w$]++)")
_TAGS: Mapping[DeclarationKind, str] = {
    "class": "class constructor",
    "constant": "const constant",
    "function": "func function method",
    "type": "callback typedef",
    "variable": "member var",
}
_KINDS = {tag: kind for kind, tags in _TAGS.items() for tag in tags.split()}
"""The kinds of symbols by their tags; any other tag leaves the kind open."""
_OPEN = "a comment declares it"
_LONGEST_HEAD = 500  # characters after a comment in which the code begins, and those of the code that are read


class NamingComment(NamedTuple):
    """A comment that names a symbol.

    `around` is the name of the class or object that has the symbol, empty if unknown, and `kind` is None if unknown.
    `start` is the line on which the comment begins, and `end` that of the code after it, both 1-based.
    """

    name: str
    around: str
    kind: DeclarationKind | None
    text: str
    start: int
    end: int


def declared_by_comment(
    repository: Repository, paths: Iterable[str], symbol: DocumentedSymbol, *, is_placed: bool
) -> DeclaredAt | None:
    """Return the declaration of a symbol by the only comment in some files that names it; None without such a comment.

    If the comment leaves the kind open, that of the page counts. `is_placed` says that the files declare the scope of
    the symbol; otherwise, the comment must name the scope.
    """
    scope, stated = symbol.scope.names[-1] if symbol.scope else "", symbol.says("kind")
    kinds = [None, *(kind for kind in _TAGS if fits(Declaration(kind, "", 1, 1, 1), symbol.kinds))]
    if stated:
        kinds = [kind for kind in kinds if (kind == "type") == (stated.text == "typedef")]

    def named(around: str | None) -> list[tuple[str, NamingComment]]:
        keys = [(symbol.names[-1], kind, around) for kind in kinds]
        return [(path, one) for path in paths for key in keys for one in _comments(repository, path).get(key, ())[:2]]

    found = named(scope or None) or (named("") if scope and is_placed else [])
    if len(found) != 1:
        return None
    [(path, one)] = found
    own: DeclarationKind = one.kind or ("type" if symbol.kinds[0] == "definition" else symbol.kinds[0])  # type: ignore[assignment]
    return DeclaredAt(path, as_commented(_declaration(one, own)))


def _declaration(one: NamingComment, kind: DeclarationKind) -> Declaration:
    is_open, bases = ("", ()) if kind == "type" else (_OPEN, (OMITTED,))
    return Declaration(kind, one.name, one.end, one.start, one.end, bases=bases, docstring=one.text, is_open=is_open)


@remembered
def tagged_names(repository: Repository, path: str) -> Mapping[str, bool]:
    """Return the names that tags in the comments of a file give to anything, each with whether that may be a type."""
    found: dict[str, bool] = {}
    for one in chain.from_iterable(_TAG.finditer(comment) for comment, *_ in _texts(_text(repository, path))):
        found[one["name"]] = found.get(one["name"], False) or one["tag"] in _OF_TYPES
    return found


def is_named(repository: Repository, path: str, name: str, scope: str) -> bool:
    """Whether a tag in the comments of a file gives a name, or a comment names it as a member of a scope."""
    named = scope and any((name, kind, scope) in _comments(repository, path) for kind in (None, *_TAGS))
    return bool(named) or name in tagged_names(repository, path)


@remembered
def _comments(
    repository: Repository, path: str
) -> Mapping[tuple[str, DeclarationKind | None, str | None], Sequence[NamingComment]]:
    """Return the comments of a file by the name, the kind and the scope of what they name; None is any scope."""
    every = _read(_text(repository, path))
    return by_key(((one.name, one.kind, around), one) for one in every for around in (one.around, None))


def _text(repository: Repository, path: str) -> str:
    return (repository.page(path) or b"").decode("utf-8", "replace")


def _texts(text: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield the texts of the comments, each with the lines on which it begins and ends, and where it ends."""
    line, end = 1, 0
    # An expression would look for the end of the text again from each comment that lacks its end.
    while (start := text.find("/**", end)) >= 0 and (close := text.find("*/", start + 2)) >= 0:
        first = line + text.count("\n", end, start)
        line, end = first + text.count("\n", start, close), close + 2
        if text[start + 3] in "*/":
            continue  # a line of asterisks, or an empty comment
        yield comment_text(text[start:end]), first, line, end


def _read(text: str) -> Iterator[NamingComment]:
    for comment, first, line, end in _texts(text):
        before = _BEFORE_CODE.match(text, end, end + _LONGEST_HEAD)
        assert before is not None, "it may be empty"
        code = before.end()
        head = text[code : code + _LONGEST_HEAD].partition("\n")[0]
        own = [one for one in _TAG.finditer(comment) if one["tag"] not in _ASIDE]
        tags = [one for one in own if one["tag"] in _NAMING or not one["more"]]
        named = tags[0] if tags else _CODE.match(head)
        if named is None or _SKIPPED.search(comment):
            continue
        member_of = _MEMBER_OF.search(comment)
        around = member_of[1] if member_of else _last(named["around"])
        word = named["tag"] if tags else (named["word"] or ("function" if named["call"] else "")).rstrip("\t\n *")
        yield NamingComment(named["name"], around, _KINDS.get(word), comment, first, line + text.count("\n", end, code))


def _last(around: str) -> str:
    """Return the last name of `Basket.prototype.`; empty for what does not say which class it is."""
    names = [one for one in around.replace("#", ".").replace("~", ".").split(".") if one not in ("", "prototype")]
    return names[-1] if names and names[-1] not in ("this", "exports") else ""
