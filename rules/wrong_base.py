from collections.abc import Iterator
from typing import TYPE_CHECKING

from doclint import Capture, Invalid, Message, Page, Span, Violation
from doclint.kit import MemberRule, expression

from ._member_pages import MEMBERS, PATH, invalid_shop, shop_page, valid_shop
from ._remedies import INSPECT

if TYPE_CHECKING:
    from doclint.kit import Compared

_ARGUMENTS = expression(r"<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)")
_BASE = expression(r"[^\W\d][\w.$]*")
_MADE = frozenset({"dict", "tuple"})  # what Python makes of bases that descend from `TypedDict` and `NamedTuple`


class WrongBase(MemberRule):
    """A page names a base class that the class does not have.

    Readers expect the methods of the base, and pass the class where only the base will do.

    A base counts by its name, without module and type arguments. It must be one that the class names itself: if that
    one is an expression, or imported under another name, nothing is certain. A base that the page lacks is not
    reported, because many generators only show those that have pages.
    """

    id = "wrong-base"
    family = "members"
    severity = "error"
    reads = frozenset({"{bases} of symbol", "{base} of entries of bases + symbol", "{base} of symbol"})
    covers = ("K08",)
    remedy = INSPECT
    messages = {
        "base": Message("`{name}` does not extend `{stated}`, but {right} ({place})", key=("name", "stated")),
        "none": Message("`{name}` does not extend `{stated}`: it has no base ({place})", key=("name", "stated")),
    }
    examples = (
        invalid_shop(shop_page(base="Shelf"), lines=(6,), messages=("base",)),
        Invalid(
            shop_page(base="Shelf"),
            PATH,
            files={"shop.py": "class Basket: ...\n"},
            format=MEMBERS,
            lines=(6,),
            messages=("none",),
        ),
        valid_shop(shop_page(base="Box")),
        valid_shop(shop_page(base="_Box")),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        from doclint.kit import compared

        for one in compared(page):
            bases = _names(one.declaration.bases)
            if one.declaration.kind not in ("class", "interface", "struct") or bases is None:
                continue
            wrong = [(name, span) for name, span in _stated(one) if not _is_base(name, bases, one.types.dialect)]
            if not wrong or any(one.types.may_be_alias(base) for base in bases):
                continue
            for name, span in wrong:
                yield Violation(
                    span,
                    "base" if bases else "none",
                    related=[one.lines],
                    name=one.symbol.qualified,
                    stated=name,
                    right=tuple(bases),
                    place=one.place,
                )


def _is_base(name: str, bases: list[str], dialect: str) -> bool:
    """Whether a name may be that of one of some bases."""
    if name in _MADE and bases and dialect == "python":
        return True
    # What a module calls `local` may be a class that is called `_local` where it is defined.
    return _common(name) in {_common(base) for base in (*bases, "object")}


def _common(name: str) -> str:
    """Return what names of the same class have in common: `List` of `typing` is `list`."""
    from doclint.kit import TYPING_ALIASES

    return TYPING_ALIASES.get(name, name).lstrip("_")


def _names(bases: tuple[str, ...]) -> list[str] | None:
    """Return the names of declared bases, without modules and arguments; None if one has no name."""
    found = []
    for base in bases:
        if "=" in base and "<" not in base:
            continue  # `metaclass=ABCMeta`
        name = _without_arguments(base)
        if not _BASE.fullmatch(name):
            return None
        found.append(name.rpartition(".")[2])
    return found


def _stated(one: "Compared") -> Iterator[tuple[str, Span]]:
    """Yield the names of the bases that a page states, each with its place."""
    for capture in one.symbol.bases:
        for part in _without_arguments(capture.text).split(","):
            name = part.strip().strip("`")
            if "=" not in name and _BASE.fullmatch(name):
                yield name.rpartition(".")[2], _place(capture, name)


def _place(capture: Capture, name: str) -> Span:
    """Return where a name is in a capture, or all of that if it is not there verbatim."""
    at = capture.text.find(name)
    if capture.end - capture.start != len(capture.text):
        return capture.span
    return Span(capture.start + at, capture.start + at + len(name))


def _without_arguments(text: str) -> str:
    """Return a text without what is in brackets, up to a few levels."""
    for _ in range(10):
        shorter = _ARGUMENTS.sub("", text)
        if shorter == text:
            break
        text = shorter
    return text.strip()
