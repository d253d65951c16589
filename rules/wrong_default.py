from collections.abc import Iterator

import doclint
from doclint import Invalid, Message, Page, Violation, kit
from doclint.kit import MemberRule

from ._member_pages import PROGRAM, invalid_program, invalid_shop, shop_page, valid_program, valid_shop
from ._reasons import OTHERWISE
from ._remedies import INSPECT

_FEW = 2  # options without their defaults that are an accident
_UNSET = frozenset({"None", "null", "undefined"})


class WrongDefault(MemberRule):
    """The default of a parameter or a field is not the one in the source.

    Readers who rely on the default get something else.

    Only literals and names with a scope (`Color.RED`) are compared, and whatever a page cuts or a source computes is
    unknown. None stands for the real default in many functions, so a table or a list may say what that is. All
    overloads count. A default of something that has none is another defect, `wrong-optionality`.
    """

    family = "members"
    severity = "error"
    reads = {"{default} of symbol", "{parameters} of signature"}
    covers = ("K05",)
    claims = "default"
    remedy = INSPECT
    messages = {
        "default": Message(
            "The page says that the default of {what} is `{stated}`; it is `{right}` ({place})", key=("name",)
        ),
        "absent": Message("The page does not say that the default of {what} is `{right}` ({place})", key=("name",)),
    }
    examples = (
        invalid_shop(
            shop_page(fill="def fill(fruit, count=2)"), lines=(15,), fixed=shop_page(fill="def fill(fruit, count=1)")
        ),
        valid_shop(shop_page()),
        valid_shop(shop_page(fill="def fill(fruit, count=...)")),
        Invalid(
            "<!-- BEGIN_TF_DOCS -->\n## Optional Inputs\n\nThe following input variables are optional (have default "
            "values):\n\n### a\n\nDescription: n/a\n\n### b\n\nDescription: n/a\n\nDefault: `1`\n<!-- END_TF_DOCS -->",
            files={"main.tf": 'variable "a" {\n  default = 3\n}\nvariable "b" {\n  default = 1\n}\n'},
            lines={6: "absent"},
        ),
        invalid_program(PROGRAM.replace("  [default: 3]", ""), lines={15: "absent"}),
        valid_program(PROGRAM),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        from doclint.source.compare.source_types import FLAG, SETTING
        from doclint.source.compare.values import contradicts_words
        from doclint.source.model import OMITTED

        seen: set[tuple[str, ...]] = set()
        for one in kit.stated_types_of(page):
            stated, rights = one.default, [right for right in one.defaults if right is not None]
            own = one.source.declaration
            is_text = own.kind in ("argument", "option") and one.source.path.endswith(".py")
            if is_text and own.is_optional and not own.decorators:
                rights = rights or ["None"]
            if _is_left_out(page, one, rights):
                name = ".".join(one.key)
                yield one.source.violation(one.name.span, "absent", name=name, what=one.what, right=rights[0])
            if stated is None or not rights or one.key in seen:
                continue
            if not one.is_signature and set(rights) & _UNSET and one.source.types.language != SETTING and not is_text:
                continue
            if is_text and stated.text in ("True", "False", "None"):
                continue  # Typer before 0.12 shows the value of a flag, and not its name
            if one.source.types.language == FLAG:
                is_wrong = rights != [OMITTED] and stated.text != rights[0]
            elif one.source.types.dialect == "typescript" and not one.is_signature and _is_commented(one):
                is_wrong = all(contradicts_words(stated.text, right) for right in rights)
            else:
                is_wrong = all(kit.contradicts_value(stated.text, right, is_text=is_text) for right in rights)
            if is_wrong:
                seen.add(one.key)
                yield one.source.violation(
                    stated.span,
                    "default",
                    fix=page.correct(stated, rights[0], safe=False) if len(set(rights)) == 1 else None,
                    name=".".join(one.key),
                    what=one.what,
                    stated=stated.text,
                    right=rights[0],
                )
            else:
                because = "" if stated.text in rights else OTHERWISE
                page.claim("default", stated.span, because, related=(one.source.lines,))


def _is_left_out(page: Page, one: "kit.StatedType", rights: list[str]) -> bool:
    """Whether a page lacks the default of an option, or of a setting in a list of those that all have defaults."""
    from doclint.source.model import OMITTED

    if one.default or not rights or rights[0] == OMITTED:
        return False
    own = one.source.declaration
    if own.kind in ("argument", "option") and one.source.path.endswith(".py"):
        scope, said = one.source.symbol.scope, page.text(one.source.symbol.span)
        is_shown = one.is_required or "default" in said or (scope and page.remembered(_shows_none, scope))
        return own.is_optional and not own.decorators and rights[0] != "None" and not is_shown
    spec = kit.spec_of(page, one.source.symbol)
    is_optional = spec is not None and spec.states == "optional"
    can_say = is_optional and one.source.is_setting and kit.can_say(page, spec, "default")
    return can_say and page.remembered(_shows_defaults)


def _shows_defaults(page: Page) -> bool:
    """Whether a page has any default: a setting of terraform-docs leaves all out."""
    return any(each.default for each in kit.stated_types_of(page))


def _shows_none(page: Page, command: "doclint.DocumentedSymbol") -> bool:
    """Whether a section shows the defaults of none of several options, as people may have removed them."""
    found = [kit.declared(page, one) for members in command.members for one in members.symbols]
    texts = (page.text(members.span) for members in command.members)
    known = sum(isinstance(one, kit.Found) and one.value.declaration.value not in (None, "None") for one in found)
    return known > _FEW and not any("default" in text for text in texts)


def _is_commented(one: "kit.StatedType") -> bool:
    """Whether only the comment of a field has its default."""
    return one.source.declaration.kind in ("field", "property") and one.source.declaration.value is None
