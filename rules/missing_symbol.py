from collections.abc import Iterator, Mapping, Sequence

from doclint import Invalid, Message, Page, Section, SourceFile, SourceRule, Span, Symbol, Valid, Violation
from doclint.kit import expected_symbols, lines_of_symbols, listed_symbols, schema
from doclint.kit.nodes import Heading
from doclint.kit.shapes import Symbols

from ._names import plural
from ._pages import file_of, keywords_of
from ._remedies import PARSE

_SOURCE = """\
class Basket:
    def fill(self): ...

    def empty(self):
        def helper(): ...


class _Hidden:
    def reveal(self): ...


def weigh(): ...
def carry(): ...
"""
_STRUCTURE = "## Detailed Analysis\n\n### Code Structure\n\n"
# The grammar of C++ takes `second` and `bool` for functions.
_BROKEN = """\
struct Pair {
  HOST_DEVICE Pair(int one = {})
    : first(one)
    , second(one)
  {}
  hidden constexpr operator bool() const noexcept
  {
    return first;
  }
  hidden operator whole() const
  {
    return second;
  }
  void swap();
  int first, second;
};
DECLARED(hidden) class Failure : public failure
{
};
FRAGMENT(small, requires(int one)(one < 9));
"""


class MissingSymbol(SourceRule):
    """A list of symbols leaves out some that the source defines.

    Readers take a list of the functions of a file for all of them. So the list must have each class and function that
    can be used from outside. It need not have what is private by the rules of the language, helpers in functions,
    operators and constructors. Methods count as functions if the list has any of them.

    doclint reports a list that is missing altogether at the heading where it should be. A list that stops at the
    generator's limit is another defect, `truncated-list`.
    """

    family = "symbols"
    severity = "error"
    reads = {"symbols.defines"}
    covers = ("C12",)
    yields_to = ("truncated-list",)
    remedy = PARSE
    messages = {
        "missing": Message("The list leaves out {share} of `{source}`: {names}", key=("kinds",)),
        "none": Message("The page has no list of {kinds}, but `{source}` defines {names}", key=("kinds",)),
    }
    examples = (
        Invalid(
            *keywords_of("basket.py", _SOURCE, Functions=["weigh", "fill"], Classes=["Basket"]), lines={7: "missing"}
        ),
        Invalid(
            *file_of("basket.py", f"{_STRUCTURE}**Functions defined**: `weigh`, `carry`\n", _SOURCE), lines={5: "none"}
        ),
        Invalid(
            *keywords_of(
                "basket.h",
                "struct Basket {\n  explicit Basket(int size);\n  void fill();\n  void empty();\n};\n",
                Functions=["fill"],
            ),
            lines={7: "missing"},
        ),
        Valid(
            *keywords_of(
                "basket.h",
                "class Basket {\n  void check();\n public:\n  void fill();\n};\ninline void Basket::check() {}\n",
                Functions=["fill"],
                Class__Structs=["Basket"],
            )
        ),
        Valid(*keywords_of("pair.h", _BROKEN, Functions=["swap"], Class__Structs=["Failure", "Pair"])),
        Valid(*keywords_of("basket.py", _SOURCE, Functions=["weigh", "carry"], Classes=["Basket"])),
        Valid(
            *keywords_of(
                "basket.h",
                "class Basket {\n public:\n  Basket();\n  void fill();\n private:\n  void check();\n};\n",
                Class__Structs=["Basket"],
                Functions=["fill"],
            )
        ),
        Valid(*keywords_of("basket.py", _SOURCE, Identifiers=["Basket"])),
        Valid(
            *file_of(
                "basket.h",
                f"{_STRUCTURE}**Classes/Structs**: `Basket`\n",
                "struct Basket { void fill(); };\nvoid carry();\n",
            )
        ),
    )

    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        # What pages list that document symbols, `missing-member` compares.
        if (page.kind and page.kind.documents) or source.symbols is None:
            return
        groups = page.symbol_lists
        for kinds in dict.fromkeys(group.kinds for group in groups):
            alike = [group for group in groups if group.kinds == kinds]
            wanted, present = expected_symbols(source, kinds, alike), listed_symbols(alike)
            missing = {name: one for name, one in wanted.items() if name not in present}
            if missing:
                share = _share(len(missing), len(wanted), kinds[0], is_exact=not source.symbols.is_broken)
                violation = _violation(alike[-1].span, "missing", source, kinds, missing)
                violation.arguments["share"] = share
                yield violation
        if not any("identifier" in group.kinds for group in groups):
            yield from _missing_lists(page, source, groups)


def _missing_lists(page: Page, source: SourceFile, groups: Sequence[Symbols]) -> Iterator[Violation]:
    """Yield the lists that the format has and the page does not, if the source has something to list."""
    present = {kind for group in groups for kind in group.kinds}
    for heading, kinds in _expected_lists(page):
        wanted = {} if present.intersection(kinds) else expected_symbols(source, kinds, ())
        present.update(kinds if wanted else ())
        if wanted and heading:
            yield _violation(heading.span, "none", source, kinds, wanted)


def _expected_lists(page: Page) -> Iterator[tuple[Heading | None, Sequence[str]]]:
    """Yield the kinds of symbols that the format has lists of, each with the heading where the list should be.

    The heading is None if that section is missing, empty or has another name: other rules report this.
    """
    kind, subject = page.kind, page.subject
    if kind is None or subject is None:
        return
    sections = {section.place: section for section in page.sections if section.place}
    for place, contents in kind.contents(schema.SymbolsContent).items():
        heading = _heading(place, kind.parents.get(place), sections) if place else None
        yield from ((heading, content.defines) for content in contents if subject.meets(content.when))


def _heading(
    place: "schema.SectionPlace",
    parent: "schema.SectionPlace | None",
    sections: "Mapping[schema.SectionPlace, Section]",
) -> Heading | None:
    own = sections.get(place)
    if own is not None:
        return own.heading if own.blocks else None
    above = sections.get(parent) if parent and not place.spec.required else None
    # If the page has no list at all, the index as a whole is empty.
    is_sound = above is not None and above.blocks and above.children and all(child.place for child in above.children)
    return above.heading if above and is_sound else None


def _violation(
    span: Span, message: str, source: SourceFile, kinds: Sequence[str], symbols: Mapping[str, Symbol]
) -> Violation:
    related = lines_of_symbols(source, symbols.values())
    return Violation(span, message, related=related, kinds=plural(kinds[0]), names=tuple(symbols), source=source.path)


def _share(count: int, total: int, kind: str, *, is_exact: bool) -> str:
    """Return the number of symbols that a list lacks, and the number of all if that is exact."""
    if not is_exact:
        return f"{count} of the public {plural(kind)}"
    if count < total:
        return f"{count} of the {total} public {plural(kind)}"
    return f"the only public {kind}" if total == 1 else f"all {total} public {plural(kind)}"
