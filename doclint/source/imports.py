"""Imports: by which names a source imports or includes something, and where else it has such names."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from doclint.errors.expressions import expression
from doclint.source.origins import Origin
from doclint.source.passages import Mention, Passages
from doclint.source.symbols import Symbol

_IMPORTED = expression(rb"\b(?:import|from|as)\s+\Z")
_INCLUDED = expression(rb"#\s*(?:include|include_next|import)\s*[<\"]\Z")
_BEFORE = 200  # bytes before a name in which the keyword is looked for
_DEEPEST = 50  # modules around one


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
        self._names = frozenset(name for symbol in self._symbols for name in _names_of(symbol))
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
    imported = [mention for mention in mentions if _IMPORTED.search(_before(passages, mention))]
    if any(mention.place == "code" for mention in imported):
        return None
    mention = next(iter(imported or mentions), None)
    if mention is None:
        return Origin("absent")
    return Origin("used" if mention.place == "code" else mention.place, mention.line)


def _origin_of_include(passages: Passages, name: str) -> Origin | None:
    # A name in quotes is in a string: what counts is the place of the directive.
    included = ((one, _INCLUDED.search(_before(passages, one))) for one in passages.mentions(name))
    mentions = [passages.mention(one.start - len(found[0])) for one, found in included if found]
    if any(mention.place in ("code", "directive") for mention in mentions):
        return None
    return Origin(mentions[0].place, mentions[0].line) if mentions else Origin("absent")


def _before(passages: Passages, mention: Mention) -> bytes:
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
