from collections.abc import Iterator
from itertools import islice

import doclint
from doclint import Capture, Invalid, Message, Page, Repository, Span, Valid, Violation, kit
from doclint.kit import MemberRule, expression
from doclint.source.answer import Found, Unknown

from ._bases import BASE, names_of_bases, without_arguments
from ._class_diagrams import all_bases, class_diagrams, drawn_bases
from ._member_pages import CRATE_FILES, TRAITS, invalid_shop, shop_page, valid_shop
from ._pages import format_in
from ._places import sections_until
from ._remedies import INSPECT, REDRAW

# What Python makes of bases that descend from `TypedDict` and `NamedTuple`, or what makes these in a call.
_MADE = frozenset({"dict", "tuple", "NamedTuple", "TypedDict", "namedtuple"})
_MOST = 100  # bases
_INTERFACE = expression(r"I[A-Z]")
_ROOTS = ("object", "Object", "ValueType")  # which signatures leave out
_EXPORTED = "default"  # what TypeDoc calls a class by, which its module exports without a name
_SHELVES = "class Unit: ...\nclass Box(Unit): ...\nclass Shelf: ...\nclass Basket(Box): ...\n"
_UNKNOWN = "may be another name of a base"
_TYPE = format_in("wrong_base")
_TYPED = "# Class Basket\n\n```\nclass Basket : Box, IPriced\n```\n\nAbove: {} ← Basket\n\nHas: {}\n"
_DIAGRAM = """\
# Shop

```mermaid
classDiagram
{0} <|-- Basket
Box --|> Unit
{0} <|-- Crate
```

[shop.py:1-4]()
"""


class WrongBase(MemberRule):
    """A page names a base class that the class does not have.

    Readers expect the methods of the base, and pass the class where only the base will do.

    A base counts by its name, without module and type arguments. The class itself must name the base: if it uses an
    expression, or a name from an import with `as`, nothing is certain. A base that the page lacks is not reported,
    because many generators only show those that have pages.

    Generators for TypeScript may list what the bases of a class implement, too; if a base comes from elsewhere, that is
    not known. Pages of DocFX show what bases implement, too: of them, only classes are compared, whose parts are known.
    What they list as the ancestors and the interfaces of a type must be what its signature has.

    A page of rustdoc-md lists the traits of a type: those that it derives, and those that its module implements for it.
    Of these, traits of the standard library count, and those that the page describes or lists for another type.

    Class diagrams state bases, too (`Box <|-- Basket`). There, both classes must be known, and a base of a base counts.
    """

    family = "members"
    severity = "error"
    claims = "base"
    reads = {
        "markdown",
        "{ancestors} of symbol",
        "{bases} of symbol",
        "{base} of entries of bases + symbol",
        "{base} of symbol",
        "{interfaces} of symbol",
    }
    covers = ("K08",)
    remedy = INSPECT
    advice = REDRAW
    messages = {
        "base": Message("`{name}` does not have the base `{stated}`, but {right} ({place})", key=("name", "stated")),
        "none": Message("`{name}` does not have the base `{stated}`: it has none ({place})", key=("name", "stated")),
        "unlisted-traits": Message("The page leaves out {stated}, which `{name}` implements ({place})", key=("name",)),
        "contrary": Message("The page lists `{stated}`, and the signature of `{name}` does not have it", key=("name",)),
        "unlisted": Message("The signature of `{name}` has `{stated}`, which this list leaves out", key=("name",)),
    }
    examples = (
        invalid_shop(shop_page(base="Shelf"), lines={6: "base"}),
        invalid_shop(shop_page(base="Shelf"), files={"shop.py": "class Basket: ...\n"}, lines={6: "none"}),
        valid_shop(shop_page(base="Box")),
        valid_shop(shop_page(base="_Box")),
        Invalid(_DIAGRAM.format("Shelf"), files={"shop.py": _SHELVES}, lines={5: "base"}),
        Invalid(_DIAGRAM.format("Box"), files={"shop.py": _SHELVES.replace("Box(Unit)", "Box")}, lines={6: "none"}),
        Invalid(_TYPED.format("object ← Crate", "IPriced"), "docs/Basket.md", format=_TYPE, lines={7: "contrary"}),
        Invalid(_TYPED.format("object", "IPriced"), "docs/Basket.md", format=_TYPE, lines={7: "unlisted"}),
        Valid(_TYPED.format("object ← Box", "IPriced"), "docs/Basket.md", format=_TYPE),
        Invalid(TRAITS, "docs/api.md", files=CRATE_FILES, lines={13: "unlisted-traits"}),
        Valid(f"{TRAITS}- **Clone**\n- **Borrow**\n", "docs/api.md", files=CRATE_FILES),
        Valid(_DIAGRAM.format("Box"), files={"shop.py": _SHELVES}),
        Valid(_DIAGRAM.format("Unit"), files={"shop.py": _SHELVES}),
    )

    def check_diagrams(self, page: Page, repository: Repository) -> Iterator[Violation]:
        for diagram in class_diagrams(page):
            for drawn, base, span in drawn_bases(page, repository, diagram):
                bases = all_bases(page, repository, drawn)
                names = [one.declaration.name for one in bases or ()]
                if bases is None or _is_base(base.declaration.name, names, ""):
                    page.claim("base", span, "" if bases is not None else _UNKNOWN, related=(drawn.lines,))
                    continue
                own, message = drawn.declaration, "base" if drawn.declaration.bases else "none"
                right = tuple(names_of_bases(own.bases) or ())
                yield drawn.violation(span, message, name=own.name, stated=base.declaration.name, right=right)

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        wrong = [*self._check_declared(page)]
        yield from wrong
        for symbol in kit.every_symbol(page) if not wrong else ():
            yield from _contradictions(symbol)

    def _check_declared(self, page: Page) -> Iterator[Violation]:
        for one in kit.compared(page):
            bases = names_of_bases(one.declaration.bases)
            if one.types.language == "rust":
                yield from _traits(page, one)
                continue
            if one.declaration.kind not in ("class", "interface", "struct") or bases is None:
                continue
            stated = [(name, span, _is_base(name, bases, one.types.dialect)) for name, span in _stated(one)]
            is_certain = all(right for *_, right in stated) or not any(map(one.types.may_be_alias, bases))
            for name, span, is_right in stated:
                if is_right or not is_certain or _may_be_inherited(page, one, bases, name):
                    page.claim("base", span, "" if is_right else _UNKNOWN, related=(one.lines,))
                    continue
                message = "base" if bases else "none"
                yield one.violation(span, message, name=one.symbol.qualified, stated=name, right=tuple(bases))


def _traits(page: Page, one: "kit.Compared") -> Iterator[Violation]:
    """Yield the traits that a type of Rust implements and its page leaves out."""
    from doclint.packages.crates import crate_of, implemented, is_of_standard_library

    repository, bases, known = page.repository, one.symbol.bases, page.remembered(_listed_traits)
    # Lists without `Send` are a choice.
    if repository is None or not bases or not one.symbol.entries or "Send" not in known:
        return
    own, crate = dict.fromkeys(implemented(one.declaration)), crate_of(repository, one.path)
    first = bases[0].start - len("**")
    following = page.sections[sections_until(page, first) :][:1]
    end = following[0].heading.start if following else len(page.source.text)
    shown = page.text(Span(first, end))  # also in what documentation hides in a fence
    absent = (trait for trait in own if f"**{trait}**" not in shown)
    missing = tuple(each for each in absent if each in known or is_of_standard_library(repository, crate, each))
    if missing:
        yield one.violation(bases[0].span, "unlisted-traits", name=one.symbol.qualified, stated=missing)
    for trait, span in _stated(one):
        if trait in own and not (missing and span.start == bases[0].start):
            page.claim("base", span, related=(one.lines,))


def _listed_traits(page: Page) -> frozenset[str]:
    """Return the traits of Rust that a page describes, or lists for any type."""
    symbols = kit.every_symbol(page)
    listed = (capture.text for symbol in symbols for capture in symbol.bases)
    return frozenset((*listed, *(one.name.text for one in symbols if "interface" in one.kinds)))


def _contradictions(symbol: "doclint.DocumentedSymbol") -> Iterator[Violation]:
    """Yield where a page lists other bases of a type than the signature has."""
    if not any("symbol" in each.shape.captures for each in symbol.signatures):
        return
    shown = symbol.shown("bases")
    bases = _names(shown.text, ",") if shown else []
    above, interfaces = symbol.says("ancestors"), symbol.says("interfaces")
    classes = [one for one in _names(above.text, "←")[-2:-1] if one not in _ROOTS] if above else []
    listed = _names(interfaces.text, ",") if interfaces else []
    first = [one for one in bases[:1] if one not in listed and not _INTERFACE.match(one)]
    for place, stated, own in ((above, classes, first), (interfaces, listed, bases[len(classes) :])):
        names = [name for name in stated if name not in bases] or [name for name in own if name not in stated]
        if place and names:
            message = "contrary" if names[0] in stated else "unlisted"
            yield Violation(place.span, message, name=symbol.qualified, stated=names[0])
            return


def _names(text: str, separator: str) -> list[str]:
    return [one.strip().rpartition(".")[2] for one in without_arguments(text).split(separator)]


def _may_be_inherited(page: Page, one: "kit.Compared", bases: list[str], name: str) -> bool:
    """Whether a page about TypeScript may have a base from the bases of a class: one of them has it, or comes from
    elsewhere.
    """
    from doclint.packages.following import reexported

    if one.types.language == "csharp":  # DocFX shows the interfaces of bases, too; a class is a base of its own
        is_told = not one.declaration.is_open and not any(map(one.types.kind_of, bases))
        return not is_told or bool(_INTERFACE.match(name))
    if one.types.dialect != "typescript" or page.repository is None:
        return False
    waiting, found = [(one.path, base) for base in bases], set(bases)
    for path, base in islice(waiting, _MOST):
        answer = reexported(page.repository, path, base)
        if isinstance(answer, Unknown) or any(f".{base}" in each for each in one.declaration.bases):
            return True
        if isinstance(answer, Found):
            further = set(names_of_bases(answer.value.declaration.bases) or ()) - found
            found |= further
            waiting += [(answer.value.path, each) for each in sorted(further)]
    return name in found


def _is_base(name: str, bases: list[str], dialect: str) -> bool:
    if bases and ((name in _MADE and dialect == "python") or (name == _EXPORTED and dialect == "typescript")):
        return True
    # What a module calls `local` may be a class that is called `_local` where it is defined.
    return _common(name) in {_common(base) for base in (*bases, "object")}


def _common(name: str) -> str:
    """Return what names of the same class have in common: `List` of `typing` is `list`."""
    return kit.TYPING_ALIASES.get(name, name).lstrip("_")


def _stated(one: "kit.Compared") -> Iterator[tuple[str, Span]]:
    for capture in one.symbol.bases:
        for part in without_arguments(capture.text).split(","):
            name = part.strip().strip("`")
            if "=" not in name and BASE.fullmatch(name):
                yield name.rpartition(".")[2], _place(capture, name)


def _place(capture: Capture, name: str) -> Span:
    """Return where a name is in a capture, or all of that if it is not there verbatim."""
    at = capture.text.find(name)
    if capture.end - capture.start != len(capture.text):
        return capture.span
    return Span(capture.start + at, capture.start + at + len(name))
