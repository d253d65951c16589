from collections.abc import Iterable, Iterator, Sequence

from doclint import Invalid, Message, Page, RelatedLines, Rule, SourceFile, Symbol, Valid, Violation, kit
from doclint.formats.holes import ENTRY
from doclint.kit import expected_symbols, expression, lines_of, lines_of_symbols, listed_symbols
from doclint.kit.figures import Count, correct_count, stated_counts
from doclint.kit.shapes import Imports, Listing, Symbols
from doclint.source.answer import Unknown
from doclint.source.lookup import Definitions
from doclint.source.symbols import NAMED

from ._names import plural
from ._pages import FILE_PAGE, KEYWORD_PAGE, Start, file_of, file_page, format_in, keyword_page
from ._remedies import SAME_DATA

_TOLERANCE = 4  # an approximate figure may be off by a quarter
# What counts as one of a kind, unless the page counts it separately.
_COUNTED = {
    "class": frozenset({"class", "struct"}),
    "function": frozenset({"function", "method"}),
    "import": frozenset({"import", "include"}),
}
_DELETED = expression(rb"\)[^(){};\n]*=\s*delete\s*;")  # a function of C++ that is only declared not to exist

_SOURCE = '''\
"""A basket.

class of its own
"""
class Basket:
    def fill(self):
        def helper(): ...
'''
_HEADER = """\
struct Basket { void fill(); };
void carry();
"""
_FORMAT = format_in("wrong_count")


_DELETING = """\
struct Basket {
  void fill();
  void carry(int steps = 1);
  void fill(char) = delete;
  void gone() const = delete;
};
"""


def _counting(kind: str) -> str:
    """Return a format whose pages state the number of symbols of a kind, and list none."""
    counts = _FORMAT.replace("entries = ", f"{kind} = ").replace("Entries", kind.title())
    return counts.replace("count.entries", f"count.{kind}").partition("[[kind.section]]")[0]


_EXACT = _counting("functions")
_OF_SYMBOLS = format_in("wrong_count_symbols")
_SYMBOLS = {"a.py": "def fill(fruit, count=1, *more): ...\ndef f(x): ...\nclass Basket:\n    def carry(self): ...\n"}


def _symbol_page(parameters: int, methods: int) -> str:
    return f"# a.py\n\n## `fill`\n\n{parameters} parameter(s)\n\n## `Basket`\n\n{methods} method(s)\n"


_LISTS = "## Detailed Analysis\n\n### Code Structure\n\n**Classes defined**: {}\n\n"


def _page(classes: int, functions: int, listed: str = "") -> str:
    """Return the page about a Python file with two figures, on line 5, and a list of classes."""
    figures = f"This Python file contains {classes} class(es) and {functions} function(s)."
    return file_page("a.py", f"## High-Level Overview\n\n{figures}\n\n{listed and _LISTS.format(listed)}")


def _exact(functions: int) -> Start:
    """Return the first arguments of an example: a page with the number of functions in a header, and that."""
    return f"# a.h\n\n- Functions: {functions}\n", "docs/a.h.md", {}, {"a.h": _DELETING}


def _header(classes: int, functions: int, source: str) -> Start:
    """Return the first arguments of an example: a page with two approximate figures, on line 5, and its header."""
    figures = f"approximately {classes} class(es)/struct(s) and {functions} function(s)"
    return file_of("a.h", f"## High-Level Overview\n\nThis C++ file contains {figures}.\n", source)


class WrongCount(Rule):
    """A figure on the page is not the number of what the source defines, or of what the page lists.

    Readers get a wrong picture of the file. The figures are wrong if the generator counts by patterns in the text of
    the source, which also find calls and comments.

    doclint parses the source and counts its classes and functions. It accepts the number of all of them, of those that
    are not inside a class or function, of their different names, and of those that are not constructors, destructors or
    operators, so it does not matter how the generator counts methods and overloads. Functions of C++ with `= delete`
    may be counted or not. A figure that the format calls approximate may differ from one of these numbers by a quarter
    of it, or by one, but must not claim something where there is nothing.

    Without the source, or a complete copy of it, doclint compares the figure with the list on the page, unless that may
    be cut. It compares the number of all entries with the lists in any case, unless the source shows that the lists
    leave out the difference: that is one defect, `missing-symbol`.
    """

    family = "claims"
    severity = "error"
    covers = ("F10", "F11", "C16")
    claims = "count"
    remedy = SAME_DATA
    consults = {"source", "repository"}
    reads = {"{count.KINDS}"}
    messages = {
        "source": Message("The page says [{about} ]{stated} {kinds}; `{source}` declares {right}", key=("kinds",)),
        "list": Message("The page says [{about} ]{stated} {kinds}, but lists {right}", key=("kinds",)),
    }
    examples = (
        Invalid(_page(2, 2), FILE_PAGE, files={"a.py": _SOURCE}, lines={5: "source"}, fixed=_page(1, 2)),
        Invalid(*_header(0, 9, _HEADER), lines={5: ("source", "source")}),
        Invalid(
            *_header(*(0, 0), "namespace shop::fruit {\nvoid a();\nvoid b();\nvoid c();\nvoid d();\nvoid e();\n}\n"),
            lines={5: "source"},
        ),
        Invalid(_page(3, 0, "`A`, `B`"), FILE_PAGE, lines={5: "list"}),
        Invalid(
            "# a.py\n\n- Entries: 3\n\n## Names\n\n- `A`\n- `B`\n", "docs/a.py.md", format=_FORMAT, lines={3: "list"}
        ),
        Invalid(
            keyword_page("a.py", "Classes", ["A", "B"]).replace("### Classes", "**Total Keywords**: 3\n\n### Classes"),
            KEYWORD_PAGE,
            lines={5: "list"},
        ),
        Valid(
            keyword_page("a.py", "Functions", ["fill"]).replace("### Func", "**Total Keywords**: 2\n\n### Func"),
            KEYWORD_PAGE,
            files={"a.py": "def fill(): ...\ndef empty(): ...\n"},
            beside=("missing-symbol",),
        ),
        Valid(*_header(1, 2, _HEADER)),
        Valid(*_header(1, 2, f"#if OLD\n#include <old.h>\n#else\n/** @{{ */\n{_HEADER}#endif\n")),
        Valid(*_exact(4), format=_EXACT),
        Invalid(*_exact(5), format=_EXACT, lines={3: "source"}, fixed=_exact(2)[0]),
        Valid("# a.py\n\n- Parameters: 7\n", "docs/a.py.md", files=_SYMBOLS, format=_counting("parameters")),
        Invalid(
            "# a.h\n\n- Imports: 7\n",
            "docs/a.h.md",
            files={"a.h": "#include <math.h>\n#include <stdio.h>\n"},
            format=_counting("imports"),
            lines={3: "source"},
            fixed="# a.h\n\n- Imports: 2\n",
        ),
        Valid(_symbol_page(2, 1), "docs/a.py.md", files=_SYMBOLS, format=_OF_SYMBOLS),
        Invalid(
            _symbol_page(4, 2),
            "docs/a.py.md",
            files=_SYMBOLS,
            format=_OF_SYMBOLS,
            lines={5: "source", 9: "source"},
            fixed=_symbol_page(3, 1),
        ),
        Valid(_page(30, 0, ", ".join(f"`A{number}`" for number in range(20))), FILE_PAGE),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        every = list(stated_counts(page))
        counts = [count for count in every if count.symbol is None]
        if len(counts) < len(every):
            yield from _check_members(page, [count for count in every if count.symbol])
        source = page.source_file if counts else None
        symbols = source.symbols if source else None
        own = frozenset(count.kind for count in counts)
        # A page that counts structs separately does not count them as classes.
        counted = {kind: _counted(source, _COUNTED.get(kind, frozenset()) - own | {kind}) for kind in own}
        numbers = {kind: _numbers(source, found) for kind, found in counted.items() if source}
        lengths = {kind: _length(page, kind) for kind in own}
        for count in counts:
            length = lengths[count.kind]
            if count.kind in NAMED and source is not None and symbols is not None:
                if source.complete and not symbols.is_broken:
                    related = lines_of_symbols(source, counted[count.kind])
                    yield from _check_count(page, count, numbers[count.kind], source, related)
            elif length is not None and not (count.kind == ENTRY and length < count.number <= length + _left_out(page)):
                yield from _check_count(page, count, [length], None)


def _check_members(page: Page, counts: Sequence[Count]) -> Iterator[Violation]:
    """Yield the figures that differ from the parameters or the members of the symbol that their section is about."""
    found = {id(one.symbol): one for one in kit.compared(page)}
    for count in counts:
        one = found.get(id(count.symbol))
        numbers = _numbers_of_symbol(page, one, count.kind) if one else []
        if one and numbers:
            yield from _check_count(page, count, numbers, None, [one.lines], one)


def _numbers_of_symbol(page: Page, one: "kit.Compared", kind: str) -> list[int]:
    """Return what may be meant by the number of parameters, or of members of a kind, the most obvious first; nothing
    if that is not certain.
    """
    from doclint.page.declared import signatures_of

    declaration = one.declaration
    if kind == "parameter":
        is_plain = kit.parameters.is_plain_function(declaration, one.types.dialect)
        called = signatures_of(page, one.symbol) if is_plain else ()
        lists = [] if isinstance(called, Unknown) else [each.parameters for each in (*called, *declaration.signatures)]
        plain = [[each for each in parameters if not each.kind.startswith("var-")] for parameters in lists]
        return list(map(len, (*lists, *plain)))
    if declaration.bases or declaration.is_open or not declaration.members:
        return []
    members = [each for each in declaration.members if each.kind in _COUNTED.get(kind, frozenset()) | {kind}]
    own = [each for each in members if each.is_public and each.name.isidentifier() and each.name != declaration.name]
    plain_names = {each.name for each in own if not each.name.startswith("__")}
    return [len(members), len(own), len({each.name for each in members}), len(plain_names)]


def _check_count(
    page: Page,
    count: Count,
    numbers: Sequence[int],
    source: SourceFile | None,
    related: Iterable[RelatedLines] = (),
    symbol: "kit.Compared | None" = None,
) -> Iterator[Violation]:
    if any(_is_near(count, number) for number in numbers):
        page.claim("count", count.capture.span, related=lines_of(source) if source else related)
    else:
        is_certain = (symbol or (source and source.copy is None)) and not count.approximate
        yield Violation(
            count.capture.span,
            "source" if source or symbol else "list",
            fix=correct_count(page, count.capture, numbers[0]) if is_certain else None,
            against=source,
            related=related,
            about="about" if count.approximate else None,
            stated=count.number,
            kinds=plural(count.kind),
            right=numbers[0],
            source=symbol.place if symbol else source.path if source else None,
        )


def _counted(source: SourceFile | None, kinds: frozenset[str]) -> list[Symbol]:
    symbols = source.symbols if source else None
    return [symbol for symbol in symbols.found if symbol.kind in kinds] if symbols else []


def _numbers(source: SourceFile, every: Sequence[Symbol]) -> Sequence[int]:
    """Return what a generator may mean by the number of some symbols of a source, the most obvious first."""
    deleted = {source.line(one.start()) for one in _DELETED.finditer(source.data)}
    found = [symbol for symbol in every if symbol.line not in deleted]
    outer = [symbol for symbol in found if not _is_inside(symbol, source.definitions)]
    # Without constructors, destructors and operators of C++.
    plain = [one for one in found if one.name.isidentifier() and _around(one).rpartition(":")[2] != one.name]
    return len(found), len(outer), len({symbol.name for symbol in found}), len(plain), len(every)


def _is_inside(symbol: Symbol, definitions: Definitions) -> bool:
    """Whether a symbol is inside a class or function, and not only in namespaces."""
    around = _around(symbol)
    return bool(around) and definitions.kinds_of(around) != {"namespace"}


def _around(symbol: Symbol) -> str:
    """Return the qualified name of what a symbol is in."""
    return symbol.qualified.removesuffix(symbol.name).rstrip(".:")


def _is_near(count: Count, number: int) -> bool:
    """Whether a figure states a number, or is near enough to it if it is approximate. Nothing is near to zero."""
    if not count.approximate or not number or not count.number:
        return count.number == number
    return abs(count.number - number) <= max(number // _TOLERANCE, 1)


def _length(page: Page, kind: str) -> int | None:
    """Return how many things of a kind the page lists; None if it has no list, or one that may be cut."""
    lists = [listing for listing in page.all(Listing) if _lists(listing, kind)]
    is_cut = any(listing.cap is not None and len(listing.items) >= listing.cap for listing in lists)
    return sum(len(listing.items) for listing in lists) if lists and not is_cut else None


def _left_out(page: Page) -> int:
    """Return how many names the lists of symbols leave out by the source, which `missing-symbol` reports."""
    source, groups = page.source_file, page.symbol_lists
    if source is None or not source.complete:
        return 0
    names = 0
    for kinds in dict.fromkeys(group.kinds for group in groups):
        alike = [group for group in groups if group.kinds == kinds]
        names += len(expected_symbols(source, kinds, alike).keys() - listed_symbols(alike))
    return names


def _lists(listing: Listing, kind: str) -> bool:
    if isinstance(listing, Symbols):
        return kind == ENTRY or kind in listing.kinds
    return isinstance(listing, Imports) and kind in (ENTRY, "import")
