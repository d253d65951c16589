"""Origins of names that a source has but neither defines nor imports: what a generator mistook for a definition."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Set as AbstractSet

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.source import line_starts
from doclint.source.lookup import Definitions
from doclint.source.passages import Mention, Passages
from doclint.source.symbols import NAMED, Symbol
from doclint.source.trees import grammars
from doclint.source.words import Vocabulary

_MANY = 200  # places of a word that are looked at
_AROUND = 200  # bytes before and behind a name
_WITHIN = rb"(?:\w+\s*::\s*){0,9}"
_BINDING = expression(
    rb"\b(?:interface|trait|type|using|def|fn|func|function|record|module|namespace|package|let|const|var)\s+%b\Z"
    % _WITHIN
)
# In the languages with macros, `const` also precedes the name of a type that is only used.
_BINDING_IN_C = expression(rb"\b(?:using|namespace|module|concept)\s+%b\Z" % _WITHIN)
_USING = expression(rb"\busing\s+namespace\s+%b\Z" % _WITHIN)
_HEAD = expression(rb"\b(?:class|struct|union|enum)\s+%b\Z" % _WITHIN)
# Macros and attributes may precede the name of what is defined.
_MARKED_HEAD = expression(
    rb"\b(?:class|struct|union|enum)\s+(?:(?:_{0,2}[A-Z][A-Z0-9_]+(?:\s?\([^()\n]{0,99}\))?|\[\[[^\]\n]{0,99}\]\]"
    rb"|alignas\s?\([^()\n]{0,99}\))\s+){1,4}%b\Z" % _WITHIN
)
_OPENER = expression(rb"(?<!enum )(?<!enum\t)\b(?:class|struct|union|namespace)\s+%b\Z" % _WITHIN)
# A directive may choose what follows: `struct A\n#if FAST\n  : B`.
_BEHIND_HEAD = expression(rb"\s*(?:[;{<(#]|:(?!:)|final\b)")
# `shop::Basket` uses the name of a scope, unless it opens one: `namespace shop::fruit {`.
_SCOPED = expression(rb"\s*::")
_NAMESPACE = expression(rb"\bnamespace\s+%b\Z" % _WITHIN)
_BEHIND_MACRO = expression(rb"\s*(?:\([^()\n]{0,99}\)\s*)?(?P<name>[A-Za-z_]\w*)(?:\s+final)?\s*(?:\{|:(?!:|\s*\d))")
_PARAMETER = expression(rb"[<,>]\s*(?:class|typename)\s*(?:\.\.\.)?\s*\Z")
_BEHIND_PARAMETER = expression(rb"\s*[,>=]")
# `a = ...` at the beginning of a line, or `a = namedtuple(...)` anywhere.
_LINE = expression(rb"(?:\A|\n)\Z")
_ASSIGNED = expression(rb"\s*(?::[^=\n;{}()]{0,99})?=(?!=)")
_MADE = expression(
    rb"\s*=\s*(?:\w+\.){0,5}(?:\w*[tT]uple|lambda|function|async|partial\w*|TypedDict|NewType|new_class|make_\w+|type|class|Enum)\b"
)
_TYPE = expression(rb"(?:\b(?P<word>\w+)\b|[>*&\]~])[\s*&]*%b~?\Z" % _WITHIN)
_BEHIND_FUNCTION = expression(rb"\s*(?:<[^<>;{}]{0,99}>)?\s*\(")
_NO_TYPES = frozenset(b"and case co_await co_return co_yield delete else goto new not or return throw".split())
_MACRO_CALL = expression(rb"\b[A-Z][A-Z0-9_]{2,}\s*\([^(){};]{0,150}\Z")
# The keywords that a careless pattern takes for those of a definition: `construct an`, or one that ends a line.
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
_OPENED = expression(rb"\s*\([^(){};]{0,99}\)\s*\{")
_ORDER = {"code": 0, "directive": 1, "string": 2, "docstring": 3, "comment": 4}
_LINT_CODE = expression(r"[A-Z]{1,4}\d{3,4}")
_BEFORE_LINT_CODE = expression(rb"(?:noqa|disable|ignore)\b[\w\s:=,\[-]{0,99}\Z")
_SCHEME = expression(rb"://")
_URL = expression(rb"(?:\w+://|www\.)\S*\Z")
# `UTF-8`, `SHA-256`; not `N-1`.
_FIGURES = expression(rb"-(?!1\b)\d+")
_SHORT = range(2, 5)  # letters of a name that figures may follow
_IMPORTED = expression(rb"\b(?:import|from|as)\s+\Z")
_INCLUDED = expression(rb"#\s*(?:include|include_next|import)\s*[<\"]\Z")
_BEFORE = 200  # bytes before a name in which the keyword is looked for
_DEEPEST = 50  # modules around one


class Origin(Struct, frozen=True):
    """What a name is that no definition in a source has.

    `reason` is one of these: the place of the name (`comment`, `docstring`, `string`, `directive`), `macro` before the
    name `other`, `parameter` of a template, `cut` from the name of a namespace, `other`, `imported`, only `used`,
    `absent`, `fragment` of the word `other`, `lint-code`, or part of an `address`. `line` (1-based) is the first one
    that shows it, if any does.
    """

    reason: str
    line: int | None = None
    other: str | None = None


class Origins:
    r"""The origins of the names that a source has but does not define.

    >>> from doclint.source.language import language
    >>> from doclint.source.symbols import Passage
    >>> from doclint.source.symbols import Symbol
    >>> data = b"# a class of its own\nclass Basket: ...\n"
    >>> passages = Passages("python", data, [Passage(0, 20, "comment")])
    >>> definitions = Definitions(language("python"), [Symbol("class", "Basket", "Basket", 2, public=True)])
    >>> origins = Origins(Vocabulary(data), passages, definitions)
    >>> origins.find("of", ("class",)), origins.find("Basket", ("class",))
    (Origin(reason='comment', line=1, other=None), None)
    """

    def __init__(self, vocabulary: Vocabulary, passages: Passages | None, definitions: Definitions) -> None:
        self._vocabulary = vocabulary
        self._passages = passages
        self._definitions = definitions
        self._found: dict[tuple[str, tuple[str, ...]], Origin | None] = {}
        self._scopes: dict[str, bool] = {}

    def find(self, name: str, kinds: tuple[str, ...]) -> Origin | None:
        """Return the origin of a name that the source does not define as one of some kinds.

        None if the source may define it, or if nothing divides the source into code and passages. The kinds are those
        of symbols, `definition` for all of them, and `identifier` for any word, as is what no symbol is: a parameter.
        """
        key = name, kinds
        if key not in self._found:
            is_word = "identifier" in kinds or not NAMED.issuperset(kinds)
            self._found[key] = self._in_text(name) if is_word else self._in_source(name, kinds)
        return self._found[key]

    def is_scope(self, name: str) -> bool:
        """Whether the code declares or opens a class or namespace of that name, which a grammar may have missed."""
        if name not in self._scopes:
            self._scopes[name] = self._passages is not None and any(
                (_OPENER.search(use.ahead) or _MARKED_HEAD.search(use.ahead))
                and _BEHIND_HEAD.match(self._passages.code, use.mention.start + _size(name))
                for use in _uses(self._passages, name, self._passages.mentions(name))
            )
        return self._scopes[name]

    def _in_text(self, name: str) -> Origin | None:
        """Return the origin of a name that is not a word of the text."""
        starts = self._vocabulary.starts(name)[:_MANY]
        if not starts:
            return self._elsewhere(name)
        data, size = self._vocabulary.data, _size(name)
        if all(_URL.search(_before(data, start)) or _SCHEME.match(data, start + size) for start in starts):
            return Origin("address", self._line(starts[0]))
        if all(_is_lint_code(data, start, name) for start in starts):
            return Origin("lint-code", self._line(starts[0]))
        can_have_figures = name.isupper() and len(name) in _SHORT
        figures = [_FIGURES.match(data, start + size) for start in starts] if can_have_figures else [None]
        if all(figures) and figures[0]:
            return Origin("fragment", other=name + figures[0][0].decode())
        return None

    def _line(self, place: int) -> int:
        return bisect_right(line_starts(self._vocabulary.data), place)

    def _elsewhere(self, name: str) -> Origin:
        longer = self._vocabulary.longer(name)
        return Origin("fragment", other=longer) if longer else Origin("absent")

    def _in_source(self, name: str, kinds: tuple[str, ...]) -> Origin | None:
        passages, definitions = self._passages, self._definitions
        if passages is None:
            return None
        if definitions.find(name):
            is_one = "definition" in kinds or definitions.defines(name, kinds)
            return None if is_one else _stand_in(_uses(passages, name, passages.mentions(name)))
        outer = definitions.nested_in(name) if "namespace" in kinds else None
        if outer:
            return Origin("cut", other=outer)
        if name in definitions.imported:
            return Origin("imported", definitions.imported[name].line)
        return self._undefined(passages, name, kinds[0])

    def _undefined(self, passages: Passages, name: str, kind: str) -> Origin | None:
        """Return the origin of a name that is not among the symbols; None if the grammar may have missed it."""
        mentions = passages.mentions(name)
        if not mentions:
            return self._elsewhere(name)
        uses = list(_uses(passages, name, mentions))
        in_code = {use.mention: self._of_use(passages, use) for use in uses}
        doubtful = [use for use in uses if in_code[use.mention] is None]
        if doubtful and (_stand_in(uses) is None or any(_is_bound(passages, use) for use in doubtful)):
            return None
        if any(_is_lint_code(passages.data, mention.start, name) for mention in mentions):
            return Origin("lint-code", mentions[0].line)
        # What reads like a definition misled the generator, in code most of all; otherwise the first place in order.
        misleading = [
            one for one in mentions if _reads_like_definition(passages.data, one.start, name, kind, one.place)
        ]
        mention = min(misleading or mentions, key=lambda one: one.place != "code" if misleading else _ORDER[one.place])
        telling = next((origin for origin in in_code.values() if origin and origin.reason != "used"), None)
        return telling or in_code.get(mention) or Origin(mention.place, mention.line)

    def _of_use(self, passages: Passages, use: "_Use") -> Origin | None:
        """Return the origin of a name at one place in code; None if it may be defined there."""
        origin = _stand_in([use])
        if origin is not None:
            return origin
        is_scope = _SCOPED.match(use.behind) and not _NAMESPACE.search(use.ahead)
        may_define = _is_bound(passages, use) or self._is_typed(passages, use)
        return None if may_define and not is_scope and not _USING.search(use.ahead) else Origin("used", use.line)

    def _is_typed(self, passages: Passages, use: "_Use") -> bool:
        """Whether a name may be that of a function with its type before it, or of something that a macro defines."""
        language = self._definitions.language
        if language is None or not grammars().get(language.id, {}).get("typed"):
            return False
        typed = _TYPE.search(use.ahead) if _BEHIND_FUNCTION.match(use.behind) else None
        is_declared = typed is not None and typed["word"] not in _NO_TYPES
        return is_declared or bool(_MACRO_CALL.search(use.ahead)) or _is_continued(passages, use.line)


class _Use(Struct, frozen=True):
    """A place in code that has a name, with up to 200 bytes of code before the name and behind it."""

    mention: Mention
    ahead: bytes
    behind: bytes

    @property
    def line(self) -> int:
        return self.mention.line


def _uses(passages: Passages, name: str, mentions: Iterable[Mention]) -> Iterator[_Use]:
    data, size = passages.code, _size(name)
    for mention in mentions:
        if mention.place == "code":
            end = mention.start + size
            yield _Use(mention, _before(data, mention.start), data[end : end + _AROUND])


def _stand_in(uses: Iterable[_Use]) -> Origin | None:
    """Return the origin of what a generator takes for the name of a class: a macro before it, a template parameter."""
    for use in uses:
        # What follows is faster to match than what precedes.
        if _BEHIND_PARAMETER.match(use.behind) and _PARAMETER.search(use.ahead):
            return Origin("parameter", use.line)
        macro = _BEHIND_MACRO.match(use.behind)
        if macro and macro["name"] != b"final" and _HEAD.search(use.ahead):
            return Origin("macro", use.line, macro["name"].decode(errors="replace"))
    return None


def _is_bound(passages: Passages, use: _Use) -> bool:
    """Whether the code around a name shows that it is defined or declared here."""
    binding = _BINDING_IN_C if passages.has_directives else _BINDING
    return bool(
        _MADE.match(use.behind)
        or (_ASSIGNED.match(use.behind) and _LINE.search(use.ahead))
        or (_BEHIND_HEAD.match(use.behind) and (_HEAD.search(use.ahead) or _MARKED_HEAD.search(use.ahead)))
        or binding.search(use.ahead)
    )


def _is_continued(passages: Passages, line: int) -> bool:
    """Whether a line of code continues another one: it may be part of a macro, which alone means nothing."""
    start = passages.line_start(line)
    return passages.code[max(0, start - 3) : start].endswith((b"\\\n", b"\\\r\n"))


def _reads_like_definition(data: bytes, start: int, name: str, kind: str, place: str) -> bool:
    """Whether the words around a name are those of a definition of a kind, whatever it is part of."""
    ahead = _before(data, start)
    keyword = ahead.rstrip(_BETWEEN)
    if keyword.endswith(_KEYWORDS.get(kind, ())) and ahead[len(keyword) :][:1].isspace():
        return True
    end = start + _size(name)
    return kind in _CALLABLE and place != "code" and _OPENED.match(data[end : end + _AROUND]) is not None


def _is_lint_code(data: bytes, start: int, name: str) -> bool:
    return _LINT_CODE.fullmatch(name) is not None and bool(_BEFORE_LINT_CODE.search(_before(data, start)))


def _before(data: bytes, start: int) -> bytes:
    return data[max(0, start - _AROUND) : start]


def _size(name: str) -> int:
    """Return the number of bytes that a name has in a source."""
    return len(name.encode(errors="replace"))


class ImportIndex:
    r"""What a source imports or includes.

    >>> from doclint.source.symbols import Passage
    >>> data = b"import os.path  # to import apples\n"
    >>> symbols = [Symbol("import", "path", "os.path", 1, public=False)]
    >>> found = ImportIndex(symbols, Passages("python", data, [Passage(16, 34, "comment")]))
    >>> found.has("os"), found.has("apples"), found.origin("apples").reason, list(found.besides({"json"}))
    (True, False, 'comment', ['os.path'])
    """

    def __init__(self, symbols: Iterable[Symbol], passages: Passages | None) -> None:
        self._symbols = [symbol for symbol in symbols if symbol.kind in ("import", "include")]
        self._passages = passages
        self._names = frozenset([name for symbol in self._symbols for name in _names_of(symbol)])
        self._origins: dict[str, Origin | None] = {}

    def has(self, name: str) -> bool:
        """Whether the source imports something by that name: a module, one around it, or what is taken from it."""
        return name in self._names

    def besides(self, names: AbstractSet[str]) -> dict[str, Symbol]:
        """Return by qualified name what the source imports, in its order, unless one of its names is given."""
        found: dict[str, Symbol] = {}
        for one in self._symbols:
            if names.isdisjoint({one.name, *_with_outer(one.qualified)}):
                found.setdefault(one.qualified, one)
        return found

    def origin(self, name: str) -> Origin | None:
        """Return where a name comes from that the source does not import; None if it may import it.

        The reasons are the places of the name (`comment`, `docstring`, `string`), only `used`, and `absent`.
        """
        if self.has(name) or self._passages is None:
            return None
        if name not in self._origins:
            find = _origin_of_include if self._passages.has_directives else _origin_of_import
            self._origins[name] = find(self._passages, name)
        return self._origins[name]


def _origin_of_import(passages: Passages, name: str) -> Origin | None:
    mentions = passages.mentions(name)
    imported = [mention for mention in mentions if _IMPORTED.search(_line_before(passages, mention))]
    if any(mention.place == "code" for mention in imported):
        return None
    mention = next(iter(imported or mentions), None)
    if mention is None:
        return Origin("absent")
    return Origin("used" if mention.place == "code" else mention.place, mention.line)


def _origin_of_include(passages: Passages, name: str) -> Origin | None:
    # A name in quotes is in a string: what counts is the place of the directive.
    included = ((one, _INCLUDED.search(_line_before(passages, one))) for one in passages.mentions(name))
    mentions = [passages.mention(one.start - len(found[0])) for one, found in included if found]
    if any(mention.place in ("code", "directive") for mention in mentions):
        return None
    return Origin(mentions[0].place, mentions[0].line) if mentions else Origin("absent")


def _line_before(passages: Passages, mention: Mention) -> bytes:
    return passages.data[max(0, mention.start - _BEFORE) : mention.start]


def _names_of(symbol: Symbol) -> Iterator[str]:
    """Yield everything that may be called an import: a module, those around it, and what is taken from it."""
    yield symbol.name
    yield from _with_outer(symbol.qualified) if symbol.kind == "import" else [symbol.qualified]
    yield "." * (len(symbol.qualified) - len(symbol.qualified.lstrip(".")))


def _with_outer(module: str) -> Iterator[str]:
    """Yield a module and those around it, the innermost first.

    >>> list(_with_outer(".a.b.c"))
    ['.a.b.c', '.a.b', '.a']
    """
    yield module
    for _ in range(_DEEPEST):
        module = module.rpartition(".")[0]
        if not module.strip("."):
            return
        yield module
