from collections.abc import Iterator, Sequence

from doclint.code.symbols import Symbol
from doclint.formats.shapes import Imports, Listing, Symbols
from doclint.markdown.source import Edit, Fix
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._counts import ENTRY, Count, stated_counts
from ._names import plural
from ._pages import file_page, keyword_page
from ._remedies import SAME_DATA

_TOLERANCE = 4  # a rough figure may be off by one in so many
# What counts as one of a kind, unless the page counts it by itself.
_COUNTED = {
    "class": frozenset({"class", "struct"}),
    "function": frozenset({"function", "method"}),
    "import": frozenset({"import", "include"}),
}

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
_FORMAT = """\
name = "names"
docs-root = "docs"

[claims.counts]
entries = { text = "Entries: {entries:int}" }

[[kind]]
name = "file"
page = "{path}.md"
title = "{path}"
content = [{ shape = "claims", of = "counts" }]

[[kind.section]]
heading = "Names"
content = [{ shape = "symbols", kind = "class", item = "`{symbol}`" }]
"""


def _page(path: str, sentence: str, structure: str = "") -> str:
    lists = f"## Detailed Analysis\n\n### Code Structure\n\n{structure}\n" if structure else ""
    return file_page(path, f"## High-Level Overview\n\n{sentence}\n\n{lists}")


class WrongCount(Rule):
    """A figure on the page is not the number of what the source has, or of what the page lists.

    The source is parsed and its classes and functions are counted. A figure is right if it is the number of all of
    them, of those that are not inside of others, or of their different names, so that it does not matter how somebody
    counts methods and overloads. Figures that are said to be rough may be off by a quarter, but not say that there is
    something where there is nothing.

    Where there is no source, and no whole copy of it, the figure is compared with the list on the page, unless that may
    be cut; and so is the number of all entries of the lists.
    """

    id = "wrong-count"
    family = "claims"
    severity = "error"
    covers = ("F10", "F11", "C16")
    remedy = SAME_DATA
    consults = frozenset({"source", "repository"})
    messages = {
        "source": Message(
            "The number of {kinds} in `{source}` is {right}, not {stated}[ (as copied in `{copy}`)]", key=("kinds",)
        ),
        "list": Message("The number of {kinds} in the list of the page is {right}, not {stated}", key=("kinds",)),
    }
    examples = (
        Invalid(
            _page("a.py", "This Python file contains 2 class(es) and 2 function(s)."),
            "docs/a.py_docs.md",
            files={"a.py": _SOURCE},
            lines=(5,),
            messages=("source",),
            fixed=_page("a.py", "This Python file contains 1 class(es) and 2 function(s)."),
        ),
        Invalid(
            _page("a.h", "This C++ file contains approximately 0 class(es)/struct(s) and 9 function(s)."),
            "docs/a.h_docs.md",
            files={"a.h": _HEADER},
            lines=(5, 5),
            messages=("source",),
        ),
        Invalid(
            _page("a.py", "This Python file contains 3 class(es) and 0 function(s).", "**Classes defined**: `A`, `B`"),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("list",),
        ),
        Invalid(
            "# a.py\n\n- Entries: 3\n\n## Names\n\n- `A`\n- `B`\n",
            "docs/a.py.md",
            format=_FORMAT,
            lines=(3,),
            messages=("list",),
        ),
        Invalid(
            keyword_page("a.py", "Classes", ["A", "B"]).replace("### Classes", "**Total Keywords**: 3\n\n### Classes"),
            "docs/a.py_kw.md",
            lines=(5,),
            messages=("list",),
        ),
        Valid(
            _page("a.py", "This Python file contains 1 class(es) and 2 function(s)."),
            "docs/a.py_docs.md",
            files={"a.py": _SOURCE},
        ),
        Valid(
            _page("a.h", "This C++ file contains approximately 1 class(es)/struct(s) and 2 function(s)."),
            "docs/a.h_docs.md",
            files={"a.h": _HEADER},
        ),
        Valid(
            _page("a.h", "This C++ file contains approximately 1 class(es)/struct(s) and 2 function(s)."),
            "docs/a.h_docs.md",
            files={"a.h": f"#if OLD\n#include <old.h>\n#else\n/** @{{ */\n{_HEADER}#endif\n"},
        ),
        Valid(
            _page(
                "a.py",
                "This Python file contains 30 class(es) and 0 function(s).",
                "**Classes defined**: " + ", ".join(f"`A{number}`" for number in range(20)),
            ),
            "docs/a.py_docs.md",
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        counts = list(stated_counts(page))
        source_file = page.source_file if counts else None
        symbols = source_file.symbols if source_file else None
        own = frozenset(count.kind for count in counts)
        # A page that counts structs by themselves does not count them among the classes.
        found = symbols.found if symbols else ()
        numbers = {kind: _numbers(found, _COUNTED.get(kind, frozenset()) - own | {kind}) for kind in own}
        lengths = {kind: _length(page, kind) for kind in own}
        for count in counts:
            if count.kind == ENTRY or source_file is None or symbols is None:
                yield from _against_lists(count, lengths[count.kind])
            elif source_file.complete and not symbols.is_broken:
                yield from _against_source(page, count, source_file, numbers[count.kind])


def _against_source(page: Page, count: Count, source_file: SourceFile, numbers: Sequence[int]) -> Iterator[Violation]:
    if _agrees(count, numbers):
        return
    yield Violation(
        count.capture.span,
        "source",
        fix=_corrected(page, count, numbers[0]) if source_file.copy is None and not count.approximate else None,
        kinds=plural(count.kind),
        right=numbers[0],
        stated=count.number,
        source=source_file.path,
        copy=source_file.copy,
    )


def _numbers(symbols: Sequence[Symbol], kinds: frozenset[str]) -> Sequence[int]:
    """What can be meant by the number of all symbols of some kinds, the most obvious first."""
    found = [symbol for symbol in symbols if symbol.kind in kinds]
    outer = [symbol for symbol in found if symbol.name == symbol.qualified]
    return len(found), len(outer), len({symbol.name for symbol in found})


def _agrees(count: Count, numbers: Sequence[int]) -> bool:
    if not count.approximate:
        return count.number in numbers
    least, most = min(numbers), max(numbers)
    slack = max(most // _TOLERANCE, 1) if most else 0
    return least - slack <= count.number <= most + slack and (count.number > 0 or not least)


def _length(page: Page, kind: str) -> int | None:
    """How many things of a kind the page lists; None where there is no list, or one that may be cut."""
    lists = [listing for listing in page.all(Listing) if _is_of(listing, kind)]
    is_cut = any(listing.cap is not None and len(listing.items) >= listing.cap for listing in lists)
    return sum(len(listing.items) for listing in lists) if lists and not is_cut else None


def _against_lists(count: Count, length: int | None) -> Iterator[Violation]:
    if length is not None and not _agrees(count, [length]):
        yield Violation(count.capture.span, "list", kinds=plural(count.kind), right=length, stated=count.number)


def _is_of(listing: Listing, kind: str) -> bool:
    if isinstance(listing, Symbols):
        return kind == ENTRY or kind in listing.kinds
    return isinstance(listing, Imports) and kind in (ENTRY, "import")


def _corrected(page: Page, count: Count, right: int) -> Fix | None:
    capture = count.capture
    if page.source.text[slice(*capture.span)] != capture.text:
        return None
    return Fix((Edit(capture.span, f"{right:,}" if "," in capture.text else str(right)),), safe=True)
