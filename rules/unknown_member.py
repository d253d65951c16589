from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from doclint import Invalid, Message, Page, RelatedLines, Repository, Valid, Violation, kit
from doclint.kit import MemberRule, expression, misspelled_word

from ._class_diagrams import absent_members, class_diagrams, common, drawn_classes, known_members
from ._member_pages import (
    FIELDS,
    PROGRAM,
    SHOP,
    SOURCE,
    TYPED_MEMBERS,
    invalid_program,
    invalid_shop,
    shop_page,
    valid_shop,
)
from ._names import FLAG, with_article
from ._pages import format_in
from ._remedies import INSPECT, REDRAW

if TYPE_CHECKING:
    from doclint import DocumentedSymbol
    from doclint.page.lookup import Undeclared

_WORDS = {"attribute": "read-only attribute", "enum-member": "value"}
_NOT_DECLARED = frozenset({"module", "parameter", "type-parameter"})  # which have no declaration of their own
_MAY_BE_THERE = "may be a member that the source does not show"
_DIAGRAM = """\
# Shop

```mermaid
classDiagram
class Basket {{
{}
+empty(at_once) None
}}
```

[shop.py:1-9]()
"""
_ACCESSOR = expression(r"(?:[Gg]et|[Ss]et|[Hh]as|[Uu]nset)_?(?P<name>\w+?)(?:Ok|Nil)?")
_BASKET = "class Basket:\n    size = 0\n\n    def empty(self, at_once): ...\n"
_MOST = 200  # options in which another name of one is looked for
_RAISING = format_in("unknown_member")
_RAISES = {"shop.py": 'def fill():\n    """Raise KeyError."""\n'}
_EMPTY = "async def empty(basket: Basket, at_once: bool = False) -> None:"


class UnknownMember(MemberRule):
    """A page documents a member that its class or module does not have: a method, a field, a value, a function.

    It was renamed or removed after the page was written, or the generator never had it from the source. Or the name is
    that of something else: a class that the page documents as a function. The rule also reads the class diagrams of a
    page, if a file that the section cites has the class, or the only file that is called after it. There, case,
    underscores and `Async` make no difference. Pages about plans are left out.

    The rule checks what the title, the headings, the lists and the tables of a page define according to its format.
    Members count whether they are inherited or not. A class that may have members which the source does not show, and a
    source with syntax errors, are unknown. Of a class that is gone there is one finding, and none for its members. What
    a function of Python raises is compared with its docstring, if it has one.
    """

    family = "members"
    severity = "error"
    reads = {"markdown", "{symbol} of symbol", "symbol"}
    covers = ("K10",)
    claims = "member"
    remedy = INSPECT
    advice = REDRAW
    messages = {
        "member": Message(
            "The page documents `{name}`[ as {what}] of `{scope}`, which has no such member ({place})[; did you mean "
            "`{suggestion}`?]",
            key=("scope", "name"),
        ),
        "top": Message(
            "The page documents `{name}`[ as {what}], but `{place}` has no such name[; did you mean `{suggestion}`?]",
            key=("name",),
        ),
        "other": Message(
            "The page documents `{name}`[ as {what}], but in the source it is {other} ({place})", key=("name",)
        ),
        "exception": Message(
            "The page says that `{scope}` raises `{name}`, but its docstring does not mention it ({place})",
            key=("scope", "name"),
        ),
        "names": Message(
            "The page has `{name}` for the option `{suggestion}` of `{scope}` ({place})", key=("scope", "name")
        ),
        "drawn": Message(
            "The diagram shows `{name}` in `{scope}`, which has no such member ({place})[; did you mean "
            "`{suggestion}`?]",
            key=("scope", "name"),
            severity="warning",
        ),
    }
    examples = (
        invalid_shop(shop_page(fields=("`sise` (int): How many.", FIELDS[1])), lines={9: "member"}),
        invalid_shop(shop_page(), files={**SHOP, "shop.py": SOURCE.replace("Basket(", "Bucket(")}, lines={3: "top"}),
        invalid_shop(
            shop_page(), files={**SHOP, "shop.py": SOURCE.replace(_EMPTY, "class empty:")}, lines={22: "other"}
        ),
        valid_shop(shop_page()),
        Invalid(_DIAGRAM.format("+sise : int"), files={"shop.py": _BASKET}, lines={6: "drawn"}),
        Valid(_DIAGRAM.format("+Size : int"), files={"shop.py": _BASKET}),
        Invalid(
            "# Class Basket\n\n## toString\n\n## fill\n",
            "docs/Basket.md",
            files={"shop.kt": "class Basket(val size: Int)\n"},
            format=TYPED_MEMBERS.replace("shop.ts", "shop.kt"),
            lines={5: "member"},
        ),
        invalid_program(PROGRAM.replace("--tip INT", "-t, --tip INT"), lines={15: "names"}),
        Invalid("# Raises fill\n\n- `OSError`\n", "docs/a.md", files=_RAISES, format=_RAISING, lines={3: "exception"}),
        Valid("# Raises fill\n\n- `KeyError`\n", "docs/a.md", files=_RAISES, format=_RAISING),
        Valid(_DIAGRAM.format("+sise : int"), "plans/shop.md", files={"shop.py": _BASKET}),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        seen: set[tuple[str, str]] = set()
        absent: dict[tuple[int, int], list[str]] = {}
        assumption = kit.format_assumption(page, "members")
        known = 0
        for symbol in kit.every_symbol(page):
            answer = kit.declared(page, symbol)
            if isinstance(answer, kit.Found):
                known += 1
                own = answer.value.declaration
                lines = RelatedLines(answer.value.path, own.start, own.end)
                page.claim("member", symbol.name.span, related=(lines,))
            elif not isinstance(answer, kit.Missing):
                if _NOT_DECLARED.isdisjoint(symbol.kinds):
                    page.claim("member", symbol.name.span, answer.because)
            elif not any((answer.what.path, name) in seen for name in _parts(symbol)):
                # An index and a section, or two tables, may have the same member, or its members, or the methods that
                # get and set it, may have sections.
                seen.add((answer.what.path, symbol.qualified))
                if answer.what.scope is None:
                    seen.add((answer.what.path, _absent_part(symbol, answer.what.path)))
                violation = _violation(symbol, answer.what, _nearest(symbol, answer.what, absent))
                if assumption and not answer.what.other:
                    violation.resting_on(assumption, kit.as_word(page, answer.what.path, symbol.name.text))
                yield violation
        if assumption and known:
            page.count(assumption, "holds", known)

    def check_diagrams(self, page: Page, repository: Repository) -> Iterator[Violation]:
        for diagram in class_diagrams(page):
            for drawn in drawn_classes(page, repository, diagram).values():
                own, absent = drawn.declaration, absent_members(page, repository, drawn)
                known = known_members(page, repository, drawn) if page.claims is not None else ()
                for member in drawn.members if page.claims is not None else ():
                    if member not in absent:
                        because = "" if common(member.name) in known else _MAY_BE_THERE
                        page.claim("member", member.span, because, related=(drawn.lines,))
                for member in absent:
                    yield Violation(
                        member.span,
                        "drawn",
                        related=(drawn.lines,),
                        name=member.name,
                        scope=own.name,
                        place=drawn.place,
                        suggestion=misspelled_word(member.name, [one.name for one in own.members]),
                    )


def _parts(symbol: "DocumentedSymbol") -> Iterator[str]:
    """Yield the qualified names of the scopes of a symbol, of itself and, for an accessor, of its field."""
    parts = symbol.qualified.split(".")
    yield from accumulate(parts, "{}.{}".format)
    accessor = _ACCESSOR.fullmatch(parts[-1])
    if accessor:
        yield ".".join((*parts[:-1], accessor["name"]))


def _absent_part(symbol: "DocumentedSymbol", path: str) -> str:
    """Return the name of the module in which a symbol is, if the package with a path lacks that, or else its own."""
    names, module = symbol.qualified.split("."), path.rpartition(".")[0].removesuffix("/__init__").split("/")
    lengths = (length for length in range(len(names) - 1, 0, -1) if names[:length] == module[-length:])
    return ".".join(names[: next(lengths, len(names)) + 1])


def _nearest(symbol: "DocumentedSymbol", answer: "Undeclared", absent: dict[tuple[int, int], list[str]]) -> str:
    """Return the nearest name that the page does not have already; empty if there is none.

    `absent` keeps such names for the symbols around others.
    """
    if answer.scope is None or symbol.scope is None:
        return answer.nearest
    key = id(symbol.scope), id(answer.scope)
    if key not in absent:
        present = {one.name.text for members in symbol.scope.members for one in members.symbols}
        absent[key] = [one.name for one in answer.scope.members if one.name not in present]
    name = symbol.name.text
    return misspelled_word(name, absent[key], by_words=name.startswith("-")) or ""


def _violation(symbol: "DocumentedSymbol", answer: "Undeclared", nearest: str) -> Violation:
    shown = answer.other or answer.scope
    place = RelatedLines(answer.path, shown.start, shown.end) if shown else RelatedLines(answer.path)
    names = {*FLAG.findall(symbol.name.text)}
    options = (one.name for one in answer.scope.members[:_MOST]) if answer.scope else ()
    same = next((one for one in options if not names.isdisjoint(FLAG.findall(one))), "") if names else ""
    member = "exception" if symbol.kinds[0] == "exception" else "names" if same else "member"
    return Violation(
        symbol.name.span,
        "other" if answer.other else member if answer.scope else "top",
        related=[place],
        name=symbol.name.text,
        scope=answer.scope.name if answer.scope else "",
        what=_with_article(symbol.kinds[0]) if len(symbol.kinds) == 1 else "",
        other=_with_article(answer.other.kind) if answer.other else "",
        place=str(RelatedLines(answer.path, shown.line if shown else 0)),
        suggestion=same or nearest,
    )


def _with_article(kind: str) -> str:
    return with_article(_WORDS.get(kind, kind.replace("-", " ")))
