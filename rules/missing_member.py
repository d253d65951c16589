from collections.abc import Iterator
from fnmatch import fnmatchcase

from doclint import Invalid, Message, Page, Repository, RepositoryRule, Valid, Violation
from doclint.code.declarations.declaration import Declaration
from doclint.formats.contents import Defining

from ._documented import compared
from ._member_pages import FIELDS, MEMBERS, PATH, SHOP, shop_page
from ._remedies import INSPECT

_STORED = frozenset({"field", "property", "variable", "constant"})
_KINDS = {
    "class": frozenset({"class", "struct"}),
    "constant": _STORED,
    "enum-member": frozenset({"enum-member"}),
    "field": _STORED,
    "function": frozenset({"function", "method"}),
    "method": frozenset({"function", "method"}),
    "property": _STORED,
    "variable": _STORED,
}
"""The kinds of declarations that a page may call one of a kind; any other kind is called what it is."""
_MADE = ("constructor",)


class MissingMember(RepositoryRule):
    """A list that should have all members of a class or a module lacks some.

    Readers take the list for complete.

    Which members are all, the format says: `complete` is `public`, `documented` (those of them with a docstring) or
    `all`. Inherited members may be absent, and so may constructors, names with two underscores at each end, and what
    the format `omits`. A member counts wherever the page documents it. What is declared only under a condition may be
    absent, too.
    """

    id = "missing-member"
    family = "members"
    severity = "error"
    covers = ("K13",)
    remedy = INSPECT
    messages = {
        "missing": Message("The page leaves out {names} of `{scope}` ({place})", key=("scope", "names")),
    }
    examples = (
        Invalid(
            shop_page(fields=FIELDS[:1]),
            PATH,
            files=SHOP,
            format=MEMBERS,
            lines=(9,),
        ),
        Valid(shop_page(), PATH, files=SHOP, format=MEMBERS),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:  # noqa: ARG002
        for one in compared(page):
            seen = {symbol.name.text.rpartition(".")[2] for each in one.symbol.members for symbol in each.symbols}
            for members in one.symbol.members:
                missing = [
                    name for name in wanted(one.declaration, members.spec, one.types.dialect) if name not in seen
                ]
                seen.update(missing)
                if missing:
                    yield Violation(
                        members.span,
                        "missing",
                        related=[one.lines],
                        names=tuple(missing),
                        scope=one.symbol.qualified,
                        place=one.place,
                    )


def wanted(scope: Declaration, spec: Defining, dialect: str) -> list[str]:
    """Return the names of the members that a list has to have, in the order of the source."""
    if not spec.complete:
        return []
    kinds = frozenset().union(*(_KINDS.get(kind, frozenset({kind})) for kind in spec.defines))
    found = [
        one.name
        for one in scope.members
        if one.kind in kinds
        and not one.is_conditional
        and one.name not in _MADE
        and not (one.name.startswith("__") and one.name.endswith("__"))
        and (one.is_public or spec.complete == "all")
        and (one.docstring or spec.complete != "documented")
        and not any(fnmatchcase(one.name, pattern) for pattern in spec.omits)
    ]
    return list(dict.fromkeys(found))
