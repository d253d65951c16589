from collections.abc import Iterator, Mapping, Sequence

from doclint.formats.outline import Section
from doclint.formats.schema import SectionPlace, SymbolsContent
from doclint.formats.shapes import Symbols
from doclint.markdown.nodes import Heading
from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._lists import expected, listed
from ._names import Names, names_of, plural
from ._pages import file_page, keyword_page
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
# What the grammar of C++ makes functions of although it is none: `second` and `bool`.
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


class MissingSymbol(Rule):
    """A list of symbols lacks some that the source defines.

    A list of the functions of a file is read as all of them. So each class and function that can be used from outside
    has to be there; what is private by the rules of the language, helpers inside of functions, operators and
    constructors need not be. Whether methods count as functions is told by the list: once it holds one, it lacks the
    others.

    A list that is missing altogether is reported where it should stand. One that stops where the generator cuts it is
    another defect, `truncated-list`.
    """

    id = "missing-symbol"
    family = "symbols"
    severity = "error"
    covers = ("C12",)
    needs = frozenset({"source"})
    yields_to = ("truncated-list",)
    remedy = PARSE
    messages = {
        "missing": Message(
            "This list lacks {share} of `{source}`: {names}[ (as copied in `{copy}`)]",
            key=("kinds",),
        ),
        "none": Message(
            "The page has no list of {kinds}; `{source}` has {names}[ (as copied in `{copy}`)]", key=("kinds",)
        ),
    }
    examples = (
        Invalid(
            keyword_page("basket.py", "Functions", ["weigh", "fill"])
            + keyword_page("", "Classes", ["Basket"]).partition("\n\n")[2],
            "docs/basket.py_kw.md",
            files={"basket.py": _SOURCE},
            lines=(7,),
            messages=("missing",),
        ),
        Invalid(
            file_page(
                "basket.py", "## Detailed Analysis\n\n### Code Structure\n\n**Functions defined**: `weigh`, `carry`\n"
            ),
            "docs/basket.py_docs.md",
            files={"basket.py": _SOURCE},
            lines=(5,),
            messages=("none",),
        ),
        Invalid(
            keyword_page("basket.h", "Functions", ["fill"]),
            "docs/basket.h_kw.md",
            files={"basket.h": "struct Basket {\n  explicit Basket(int size);\n  void fill();\n  void empty();\n};\n"},
            lines=(7,),
            messages=("missing",),
        ),
        Valid(
            keyword_page("basket.h", "Functions", ["fill"])
            + keyword_page("", "Class/Structs", ["Basket"]).partition("\n\n")[2],
            "docs/basket.h_kw.md",
            files={
                "basket.h": "class Basket {\n  void check();\n public:\n  void fill();\n};\n"
                "inline void Basket::check() {}\n"
            },
        ),
        Valid(
            keyword_page("pair.h", "Functions", ["swap"])
            + keyword_page("", "Class/Structs", ["Failure", "Pair"]).partition("\n\n")[2],
            "docs/pair.h_kw.md",
            files={"pair.h": _BROKEN},
        ),
        Valid(
            keyword_page("basket.py", "Functions", ["weigh", "carry"])
            + keyword_page("", "Classes", ["Basket"]).partition("\n\n")[2],
            "docs/basket.py_kw.md",
            files={"basket.py": _SOURCE},
        ),
        Valid(
            keyword_page("basket.h", "Class/Structs", ["Basket"])
            + keyword_page("", "Functions", ["fill"]).partition("\n\n")[2],
            "docs/basket.h_kw.md",
            files={
                "basket.h": "class Basket {\n public:\n  Basket();\n  void fill();\n private:\n  void check();\n};\n"
            },
        ),
        Valid(
            keyword_page("basket.py", "Identifiers", ["Basket"]), "docs/basket.py_kw.md", files={"basket.py": _SOURCE}
        ),
        Valid(
            file_page("basket.h", "## Detailed Analysis\n\n### Code Structure\n\n**Classes/Structs**: `Basket`\n"),
            "docs/basket.h_docs.md",
            files={"basket.h": "struct Basket { void fill(); };\nvoid carry();\n"},
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        source_file = page.source_file
        if source_file is None or source_file.symbols is None:
            return
        names = names_of(source_file)
        groups = page.all(Symbols)
        for kinds in dict.fromkeys(group.kinds for group in groups):
            alike = [group for group in groups if group.kinds == kinds]
            wanted = expected(names, kinds, alike)
            there = listed(alike)
            missing = [name for name in wanted if name not in there]
            if missing:
                yield _violation(alike[-1].span, "missing", source_file, kinds, missing, len(wanted))
        if not any("identifier" in group.kinds for group in groups):
            yield from _without_list(page, source_file, names, groups)


def _without_list(page: Page, source_file: SourceFile, names: Names, groups: Sequence[Symbols]) -> Iterator[Violation]:
    """The kinds of symbols that the page should have a list of, and has none."""
    told = {kind for group in groups for kind in group.kinds}
    for heading, kinds in _places(page):
        wanted = [] if told.intersection(kinds) else expected(names, kinds, ())
        told.update(kinds if wanted else ())
        if wanted and heading:
            yield _violation(heading.span, "none", source_file, kinds, wanted, len(wanted))


def _places(page: Page) -> Iterator[tuple[Heading | None, Sequence[str]]]:
    """The kinds of symbols that the format has lists of, each with the heading on the page that it should stand below.

    Where that section is missing, empty or goes by another name, no heading is told: this is what other rules report.
    """
    kind, subject = page.kind, page.subject
    sections = {section.place: section for section in page.sections if section.place}
    for place in kind.all_sections if kind and subject else ():
        for content in place.spec.content:
            if isinstance(content, SymbolsContent) and subject and subject.meets(content.when):
                yield _home(place, kind.parents.get(place) if kind else None, sections), content.kind


def _home(place: SectionPlace, parent: SectionPlace | None, sections: Mapping[SectionPlace, Section]) -> Heading | None:
    own = sections.get(place)
    if own is not None:
        return own.heading if own.blocks else None
    above = sections.get(parent) if parent and not place.spec.required else None
    # Where there is no list at all, the index as a whole is empty.
    is_sound = above is not None and above.blocks and above.children and all(child.place for child in above.children)
    return above.heading if above and is_sound else None


def _violation(
    span: Span, message: str, source_file: SourceFile, kinds: Sequence[str], names: Sequence[str], total: int
) -> Violation:
    return Violation(
        span,
        message,
        kinds=plural(kinds[0]),
        share=_share(len(names), total, kinds[0], source_file),
        names=tuple(names),
        source=source_file.path,
        copy=source_file.copy,
    )


def _share(count: int, total: int, kind: str, source_file: SourceFile) -> str:
    """How many symbols of a kind a list lacks, and of how many."""
    if source_file.symbols and source_file.symbols.is_broken:
        return f"{count} of the public {plural(kind)}"  # nobody knows how many there are
    if count < total:
        return f"{count} of the {total} public {plural(kind)}"
    return f"the only public {kind}" if total == 1 else f"all {total} public {plural(kind)}"
