from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from doclint import Invalid, Message, Page, Rule, SourceFile, Span, Symbol, Valid, Violation, kit
from doclint.kit import expression, lines_of_symbols, schema, without_entries
from doclint.kit.shapes import Claim, Imports, Item, Listing, Symbols

from ._pages import file_of, format_in, keyword_page, keywords_of
from ._repetitions import copied_below

# By name and wording.
_Places: TypeAlias = dict[tuple[str, str], list[Span]]
_IDENTITY: dict[type[Listing], Iterable[str]] = {Symbols: ("symbol",), Imports: ("module", "names")}
_REPEATABLE = frozenset({"function", "method", "macro"})
_MARKER = expression(r"(?:[-+*]|\d{1,9}[.)])\s+")
_LOWEST = 6  # level of headings
_OF_TERRAFORM = frozenset({"argument", "attribute"})

_SECTIONS = "# Class Box\n\n## size\n\nHow many.\n\n### Use\n\n## {}\n\nHow many.\n\n### Use\n"
_MEMBERS = format_in("duplicate_entry_members")
_USED = format_in("duplicate_entry")


class DuplicateEntry(Rule):
    """A list names the same thing more than once.

    A repetition says nothing new, and in a list with a limit it takes the place of another entry. doclint reports each
    name once, at its second place. Entries that differ in any part (`typing: Any` and `typing: Union`) are not the
    same.

    If a language has overloads or a preprocessor, functions and macros may be listed as often as the source defines
    them. Classes may not: their specialisations and forward declarations have one name. Without the source, doclint
    reports all repetitions.
    """

    family = "symbols"
    severity = "info"
    covers = ("C13",)
    in_quotes = True
    consults = {"source", "repository"}
    reads = {"claim", "listing", "symbol"}
    yields_to = ("repeated-section", "reserved-word-as-symbol", "unknown-symbol", "function-word-as-identifier")
    remedy = (
        "Collect entries in a set, or as keys of a dict to keep their order (`dict.fromkeys`), before you sort, limit "
        "and write the list."
    )
    messages = {
        "duplicate": Message(
            "The list has `{entry}` {times} times[, but the source defines it {defined} times]; drop the repetitions",
            key=("name",),
        ),
        "section": Message("The page has the section of `{entry}` twice; drop the repetition", key=("name",)),
        "statement": Message("The page makes this statement {times} times: {entry}", key=("name",)),
    }
    examples = (
        Invalid(
            *keywords_of("src/app.py", Functions=["run", "stop", "run", "run"]),
            lines=(9,),
            fixed=keyword_page("src/app.py", "Functions", ["run", "stop"]),
        ),
        Invalid(
            *file_of(
                "a.py", "## File Purpose\n\nThis appears to be a **test file**. This appears to be a **test file**.\n"
            ),
            lines={5: "statement"},
        ),
        Invalid(
            *keywords_of(
                "src/app.cpp",
                "void run();\nvoid run(int times) {}\nvoid stop() {}\n",
                Functions=["run", "stop", "run", "run"],
            ),
            lines=(10,),
            fixed=keyword_page("src/app.cpp", "Functions", ["run", "stop", "run"]),
        ),
        # Two of the three functions are one, so a number of definitions would confuse.
        Invalid(
            *keywords_of(
                "src/app.py",
                "def a():\n    def run(): ...\n    def run(x): ...\n\ndef b():\n    def run(): ...\n",
                Functions=["run", "run", "run"],
            ),
            lines=(9,),
        ),
        Invalid(
            *keywords_of(
                "src/app.h",
                "template <class T> struct list {};\ntemplate <> struct list<bool> {};\n",
                Classes__Structs=["list", "list"],
            ),
            lines=(8,),
        ),
        Valid(
            *keywords_of(
                "src/app.h", "#ifdef A\nvoid run();\n#else\nvoid run(int times);\n#endif\n", Functions=["run", "run"]
            )
        ),
        Valid(
            *keywords_of(
                "src/app.py",
                "@overload\ndef run(): ...\n@overload\ndef run(a): ...\ndef run(a=1): ...\n",
                Functions=["run", "run", "run"],
            )
        ),
        Valid(*keywords_of("src/app.py", Functions=["run", "Run"])),
        Invalid(_SECTIONS.format("size"), "docs/Box.md", format=_MEMBERS, lines={9: "section"}),
        Valid(_SECTIONS.format("size()"), "docs/Box.md", format=_MEMBERS),
        Invalid("# Used\n\n- a.b (resource)\n- a.b (resource)\n", "docs/Used.md", format=_USED, lines=(4,)),
        Valid("# Used\n\n- a.b (resource)\n- a.b (data source)\n", "docs/Used.md", format=_USED),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for listing in page.all(Listing):
            yield from _check_listing(page, listing)
        yield from _check_statements(page)
        yield from _check_sections(page)


def _check_listing(page: Page, listing: Listing) -> Iterator[Violation]:
    holes = _IDENTITY.get(type(listing))
    entries = [_entry(item, holes) for item in listing.items]
    if len(set(entries)) == len(entries):
        return
    places: dict[tuple[str, str, str], list[Span]] = {}
    # A list of several kinds may have one name of each: a resource and a data source of Terraform.
    is_one_kind = listing.spec is None or len(listing.spec.defines) <= 1
    unread = [""] * len(entries) if holes and is_one_kind else _unread(page, listing)
    for entry, item, text in zip(entries, listing.items, unread, strict=True):
        places.setdefault((_name(page, item), entry or text, text), []).append(item.span)
    for (name, entry, _), spans in places.items():
        defined = _definitions(page, listing, entry) if len(spans) > 1 else 1
        if defined is None or len(spans) <= max(defined, 1):
            continue
        extra = spans[max(defined, 1) :]
        is_exact = defined > 1 and defined == _places(page, entry).total()
        violation = Violation(
            extra[0], "duplicate", fix=without_entries(page, extra), name=name, entry=entry, times=len(spans)
        )
        if is_exact and page.source_file:
            violation.arguments["defined"], violation.against = defined, page.source_file
            violation.related = tuple(lines_of_symbols(page.source_file, _defined(page, entry)))
        yield violation


def _check_statements(page: Page) -> Iterator[Violation]:
    claims = page.all(Claim)
    if len({(claim.of or claim.section, claim.key) for claim in claims}) == len(claims):
        return
    # A section that is on the page twice repeats all its statements, and is one mistake.
    headings = [section.heading.start for section in page.sections]
    statements: dict[int, _Places] = {}
    for claim in claims:
        statement = f"{claim.of or claim.section}/{claim.key}", " ".join(page.text(claim.span).split())
        statements.setdefault(bisect_right(headings, claim.start), {}).setdefault(statement, []).append(claim.span)
    for places in statements.values():
        for (name, entry), spans in places.items():
            if len(spans) > 1:
                yield Violation(spans[1], "statement", name=name, entry=entry, times=len(spans))


def _check_sections(page: Page) -> Iterator[Violation]:
    """Yield the symbols whose section is on the page twice, word by word; overloads differ in their signatures."""
    if not page.documentation:
        return
    for owner, members in kit.documented.every_list(page):
        seen = set()
        sections = (one.section for one in members.symbols if one.kinds[0] not in kit.PARAMETER_KINDS)
        for section in filter(None, sections):
            end = max(block.end for one in section.walk() for block in (one.heading, *one.blocks))
            text = page.source.text[section.heading.start : end]
            # A type may have several alternatives with the same property, and so may what is on the lowest level.
            is_alone = section.heading.level < _LOWEST and not (owner and "type" in owner.kinds)
            if text in seen and is_alone:
                name = section.qualified
                violation = Violation(section.heading.span, "section", name=name, entry=name)
                yield violation.following_from(copied_below(page, section.heading.span))
            seen.add(text)


def _definitions(page: Page, listing: Listing, name: str) -> int | None:
    """Return how often the source defines a function or macro, in a language where that may be several times.

    None if only a part of the source is known or can be read; 0 for anything else. Pages about types of Terraform
    providers list the arguments of blocks after those of the type itself, unless each list is complete.
    """
    if listing.spec and not _OF_TERRAFORM.isdisjoint(listing.spec.defines):
        has_own_list = getattr(listing.spec, "complete", "") == "all"
        return 0 if has_own_list else _members(page, name)
    if listing.lists == "sections":  # a property and what sets it, overloads
        return sum(1 for one in kit.every_symbol(page) if one.section and name.endswith(one.name.text))
    if not isinstance(listing, Symbols) or _REPEATABLE.isdisjoint(listing.kinds):
        # An exception is there for each of its reasons.
        return None if isinstance(listing, Symbols) and "exception" in listing.kinds else 0
    language, source = page.language, page.source_file
    if language is None or source is None or source.symbols is None:
        return 0
    if language.overloads and (not source.complete or source.symbols.is_broken):
        return None
    places = _places(page, name)
    # Elsewhere a function has one name in one place several times only as the overloads of `typing` and properties do.
    return places.total() - (0 if language.overloads else len(places) - 1)


def _members(page: Page, name: str) -> int | None:
    """Return how often the type that a page documents has an argument or an attribute, also in its blocks; None if that
    is not known.
    """
    found = kit.declared(page, page.documented[0]) if page.documented else None
    if not isinstance(found, kit.Found):
        return None
    waiting, number = [found.value.declaration], 0
    while waiting:
        members = waiting.pop().members
        number += sum(one.name == name for one in members)
        waiting += members
    return number


def _places(page: Page, name: str) -> Counter[str]:
    """Return how often the source defines a function or macro, by its qualified name."""
    return Counter(symbol.qualified for symbol in _defined(page, name))


def _defined(page: Page, name: str) -> Sequence[Symbol]:
    return page.source_file.remembered(_by_name).get(name, ()) if page.source_file else ()


def _by_name(source: SourceFile) -> Mapping[str, Sequence[Symbol]]:
    """Return the functions and macros that the source defines by their names, qualified and not."""
    found: dict[str, list[Symbol]] = defaultdict(list)
    for symbol in source.symbols.found if source.symbols else ():
        for name in {symbol.name, symbol.qualified} if symbol.kind in _REPEATABLE else ():
            found[name].append(symbol)
    return found


def _name(page: Page, item: Item) -> str:
    """Return what an entry begins with, before descriptions and counts; for a link that the format has, its label."""
    if any(page.lead(hole) is not None for hole in item.captures):
        return page.text(item.span).partition("](")[0].partition("[")[2]
    return min(item.captures.values(), key=lambda capture: capture.start).text if item.captures else ""


def _unread(page: Page, listing: Listing) -> list[str]:
    """Return for each entry what tells it apart from others whose holes have the same: all of it if nothing reads some
    of it.
    """
    if listing.element is None or not any(pattern.has_unread for _, pattern in schema.patterns_of(listing.element)):
        return [""] * len(listing.items)
    return [_MARKER.sub("", " ".join(page.text(item.span).split()), 1) for item in listing.items]


def _entry(item: Item, holes: Iterable[str] | None) -> str:
    """Return what identifies an entry: what some holes have, such as the name of a symbol, or everything in it."""
    captures = item.captures
    return ": ".join([captures[hole].text for hole in holes or captures if hole in captures])
