from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from doclint.formats.shapes import Claim, Imports, Item, Listing, Symbols
from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._entries import without
from ._pages import file_page, keyword_page

# By name and wording.
_Places: TypeAlias = dict[tuple[str, str], list[Span]]
_IDENTITY: dict[type[Listing], Iterable[str]] = {Symbols: ("symbol",), Imports: ("module", "names")}

_REPEATABLE = frozenset({"function", "method", "macro"})


class DuplicateEntry(Rule):
    """A list names the same thing more than once.

    Nothing is said twice, and where the list is cut at a fixed length every repetition costs an entry. Each name is
    reported once, at its second place. Entries that differ in any part (`typing: Any` and `typing: Union`) are not the
    same.

    Where a language has overloads or a preprocessor, functions and macros may be listed as often as the source defines
    them, if it is there to be asked. Classes may not: their specialisations and forward declarations have one name.
    """

    id = "duplicate-entry"
    family = "symbols"
    severity = "info"
    covers = ("C13",)
    in_quotes = True
    consults = frozenset({"source", "repository"})
    yields_to = ("reserved-word-as-symbol", "unknown-symbol", "function-word-as-identifier")
    remedy = (
        "Collect entries in a set, or as keys of a dict to keep their order (`dict.fromkeys`), before the list "
        "is sorted, cut and written."
    )
    messages = {
        "duplicate": Message(
            "`{entry}` is in this list {times} times[; the source defines it {defined} times]"
            "[ (as copied in `{copy}`)]",
            key=("name",),
        ),
        "statement": Message("The page makes this statement {times} times: {entry}", key=("name",)),
    }
    examples = (
        Invalid(
            keyword_page("src/app.py", "Functions", ["run", "stop", "run", "run"]),
            "docs/src/app.py_kw.md",
            lines=(9,),
            fixed=keyword_page("src/app.py", "Functions", ["run", "stop"]),
        ),
        Invalid(
            file_page(
                "a.py", "## File Purpose\n\nThis appears to be a **test file**. This appears to be a **test file**.\n"
            ),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("statement",),
        ),
        Invalid(
            keyword_page("src/app.cpp", "Functions", ["run", "stop", "run", "run"]),
            "docs/src/app.cpp_kw.md",
            lines=(10,),
            files={"src/app.cpp": "void run();\nvoid run(int times) {}\nvoid stop() {}\n"},
            fixed=keyword_page("src/app.cpp", "Functions", ["run", "stop", "run"]),
        ),
        Invalid(
            keyword_page("src/app.py", "Functions", ["run", "run"]),
            "docs/src/app.py_kw.md",
            lines=(8,),
            files={"src/app.py": "class A:\n    def run(self): ...\n\nclass B:\n    def run(self): ...\n"},
        ),
        # Three functions of one name, of which only two are one: nobody would say that the source defines it twice.
        Invalid(
            keyword_page("src/app.py", "Functions", ["run", "run", "run"]),
            "docs/src/app.py_kw.md",
            lines=(9,),
            files={"src/app.py": "def a():\n    def run(): ...\n    def run(x): ...\n\ndef b():\n    def run(): ...\n"},
        ),
        Invalid(
            keyword_page("src/app.h", "Classes/Structs", ["list", "list"]),
            "docs/src/app.h_kw.md",
            lines=(8,),
            files={"src/app.h": "template <class T> struct list {};\ntemplate <> struct list<bool> {};\n"},
        ),
        Valid(
            keyword_page("src/app.h", "Functions", ["run", "run"]),
            "docs/src/app.h_kw.md",
            files={"src/app.h": "#ifdef A\nvoid run();\n#else\nvoid run(int times);\n#endif\n"},
        ),
        Valid(
            keyword_page("src/app.py", "Functions", ["run", "run", "run"]),
            "docs/src/app.py_kw.md",
            files={"src/app.py": "@overload\ndef run(): ...\n@overload\ndef run(a): ...\ndef run(a=1): ...\n"},
        ),
        Valid(keyword_page("src/app.py", "Functions", ["run", "Run"]), "docs/src/app.py_kw.md"),
        Valid("- a\n- a\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for listing in page.all(Listing):
            holes = _IDENTITY.get(type(listing))
            entries = [_entry(item, holes) for item in listing.items]
            if len(set(entries)) == len(entries):
                continue
            places: _Places = {}
            for entry, item in zip(entries, listing.items, strict=True):
                places.setdefault((_name(page, item), entry), []).append(item.span)
            yield from _duplicates(page, listing, places)
        claims = page.all(Claim)
        if len({(claim.of or claim.section, claim.key) for claim in claims}) == len(claims):
            return
        # A section that stands on the page twice is one mistake and says all its statements once.
        headings = [section.heading.start for section in page.sections]
        statements: dict[int, _Places] = {}
        for claim in claims:
            text = " ".join(page.source.text[slice(*claim.span)].split())
            statement = f"{claim.of or claim.section}/{claim.key}", text
            statements.setdefault(bisect_right(headings, claim.start), {}).setdefault(statement, []).append(claim.span)
        for places in statements.values():
            for (name, entry), spans in places.items():
                if len(spans) > 1:
                    yield Violation(spans[1], "statement", name=name, entry=entry, times=len(spans))


def _duplicates(page: Page, listing: Listing, places: _Places) -> Iterator[Violation]:
    for (name, entry), spans in places.items():
        right = _definitions(page, listing, entry) if len(spans) > 1 else 1
        if right is None or len(spans) <= max(right, 1):
            continue
        extra = spans[max(right, 1) :]
        defined = right if right > 1 and right == _places(page, entry).total() else None
        copy = page.source_file.copy if defined and page.source_file else None
        fix = without(page, extra)
        yield Violation(
            extra[0], "duplicate", fix=fix, name=name, entry=entry, times=len(spans), defined=defined, copy=copy
        )


@lru_cache(maxsize=2)
def _counts(source_file: SourceFile) -> Mapping[str, Counter[str]]:
    """How often the source defines functions and macros: for each name, by what these are called in full."""
    found: dict[str, Counter[str]] = {}
    for symbol in source_file.symbols.found if source_file.symbols else ():
        if symbol.kind in _REPEATABLE:
            for name in {symbol.name, symbol.qualified}:
                found.setdefault(name, Counter())[symbol.qualified] += 1
    return found


def _places(page: Page, name: str) -> Counter[str]:
    """How often the source defines a function or macro, by what it is called in full."""
    return Counter() if page.source_file is None else _counts(page.source_file).get(name, Counter())


def _definitions(page: Page, listing: Listing, name: str) -> int | None:
    """How often the source defines a function or macro, in a language where that may be several times.

    None if that cannot be told, as only its beginning is known or it cannot be read; 0 for all else.
    """
    if not isinstance(listing, Symbols) or _REPEATABLE.isdisjoint(listing.kinds):
        return 0
    language, source_file = page.language, page.source_file
    if language is None or source_file is None or source_file.symbols is None:
        return 0
    if language.overloads and (not source_file.complete or source_file.symbols.is_broken):
        return None
    places = _places(page, name)
    # Elsewhere a function has one name in one place several times only as typing's overloads and properties have.
    return places.total() - (0 if language.overloads else len(places) - 1)


def _name(page: Page, item: Item) -> str:
    """What an entry begins with, before descriptions and counts. A link that the format names has its label."""
    if any(page.lead(hole) is not None for hole in item.captures):
        return page.source.text[item.start : item.end].partition("](")[0].partition("[")[2]
    return min(item.captures.values(), key=lambda capture: capture.start).text if item.captures else ""


def _entry(item: Item, holes: Iterable[str] | None) -> str:
    """What makes an entry the one it is: what some holes hold, the name of a symbol say, else all that stands in it."""
    captures = item.captures
    return ": ".join([captures[hole].text for hole in holes or captures if hole in captures])
