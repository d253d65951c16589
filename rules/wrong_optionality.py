from collections.abc import Iterator

import doclint
from doclint import Invalid, Message, Page, Valid, Violation, kit
from doclint.kit import MemberRule, expression

from ._member_pages import TYPED_MEMBERS, invalid_shop, member_page, shop_page, table, valid_shop
from ._provider_pages import ARGUMENTS, BASKET, BLOCK, SCHEMA, generated_page, provider, written_page
from ._remedies import INSPECT

_BRACKETS = expression(r"\n\| Name \|.*\n.*\n(?:\|.*\n)*?\| \[")  # in a table of fields
_WITH_BLOCK = provider("basket", schema=SCHEMA + BLOCK)
_WRITTEN = "website/docs/r/basket.html.markdown"
_READ_ONLY = generated_page(read_only="size").replace("- `size` (Number)\n\n", "", 1)
_ID = '\t\t\t"id": {Type: schema.TypeString, Optional: true},\n'
_MEMBERS = {"shop.ts": "export class Basket {\n  size?: number\n  owner: string\n}\n"}


def _nested(mode: str) -> dict[str, str]:
    """Return a provider whose resource has an optional block with one argument, or one attribute, of a mode."""
    schema = (
        '\t\t\t"size": {Type: schema.TypeList, Optional: true, Computed: true, Elem: &schema.Resource{\n'
        f'\t\t\t\tSchema: map[string]*schema.Schema{{"width": {{Type: schema.TypeInt, {mode}: true}}}},\n\t\t\t}}}},\n'
    )
    return provider("basket", schema=schema)


class WrongOptionality(MemberRule):
    """A page calls something optional that must be given, or something required that may be left out.

    Calls without it fail, or readers give what they need not.

    The page says so by what it has or lacks in a hole `optional` or `required` of its format, or by a list whose format
    says what it `states`; a default makes something optional as well. The rule compares parameters, and fields and
    arguments whose declaration shows whether they must be given. If overloads differ, nothing is certain. TypeScript
    and JSDoc need no mark on a parameter with a default, and pages leave out some defaults: such a parameter may seem
    required.
    """

    family = "members"
    severity = "error"
    claims = "optionality"
    reads = {
        "{modifiers} of signature",
        "{optional} of symbol",
        "{parameters} of signature",
        "{required} of symbol",
        "symbol.states",
    }
    covers = ("K06",)
    remedy = INSPECT
    messages = {
        "required": Message("The page calls {what} optional, but it is required ({place})", key=("name",)),
        "optional": Message("The page calls {what} required, but it is optional ({place})", key=("name",)),
        "settable": Message("The page calls {what} read-only, but it can be set ({place})", key=("name",)),
    }
    examples = (
        invalid_shop(shop_page(fill="def fill(fruit='', count=1)"), lines={15: "required"}),
        invalid_shop(
            shop_page(behind=("", table("`basket` | Basket |  ", "`at_once` | bool |  "))), lines={31: "optional"}
        ),
        Invalid(_READ_ONLY, BASKET, files=provider("basket"), lines={14: "settable"}),
        Invalid(written_page("* `size` - (Required) How many."), _WRITTEN, files=_WITH_BLOCK, lines=(5,)),
        # People list the arguments of a block after those of the resource.
        Valid(written_page(*ARGUMENTS, "* `size` - (Required) That of an item."), _WRITTEN, files=_WITH_BLOCK),
        Valid(generated_page(), BASKET, files=provider("basket")),
        Invalid(_READ_ONLY, BASKET, files=_nested("Optional"), lines={14: "settable"}),
        Valid(_READ_ONLY, BASKET, files=_nested("Computed")),
        Valid(generated_page(read_only="id"), BASKET, files=provider("basket", schema=SCHEMA + _ID)),
        valid_shop(shop_page(behind=("", table("`basket` | Basket |  ", "`at_once` | bool | optional")))),
        Invalid(member_page("size", "optional owner"), files=_MEMBERS, format=TYPED_MEMBERS, lines=(3, 9)),
        Valid(member_page("optional size", "readonly owner"), files=_MEMBERS, format=TYPED_MEMBERS),
        Valid(
            member_page("size?", "owner"),
            files=_MEMBERS,
            format=TYPED_MEMBERS.replace("{symbol}:", "{symbol}[{optional='?'}]:"),
        ),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        for field in kit.compared(page):
            spec = kit.spec_of(page, field.symbol)
            if spec and spec.states == "read-only" and not _is_read_only(field.declaration):
                name = field.symbol.qualified
                yield field.violation(field.symbol.name.span, "settable", name=name, what=f"`{name}`")
        seen: set[tuple[str, ...]] = set()
        for one in kit.stated_types_of(page):
            if one.is_required is None or one.needs is None or one.key in seen:
                continue
            if one.is_required == one.needs:
                page.claim("optionality", one.name.span, related=(one.source.lines,))
                continue
            if _may_be_optional(one) if one.needs else _may_hide_default(one) or _is_without_brackets(page, one):
                continue
            seen.add(one.key)
            message = "required" if one.needs else "optional"
            yield one.source.violation(one.name.span, message, name=".".join(one.key), what=one.what)


def _may_be_optional(one: "kit.StatedType") -> bool:
    """Whether a comment tells TypeScript that a parameter is optional, which JavaScript has no other words for."""
    is_plain, comment, name = one.source.types.language == "javascript", one.source.declaration.docstring, one.key[-1]
    return is_plain and (f"[{name}" in comment or f"=}} {name}" in comment)


def _may_hide_default(one: "kit.StatedType") -> bool:
    """Whether a parameter is optional only by a default in the code, which a page may not show."""
    from doclint.source.compare.source_types import JSDOC

    types, declaration = one.source.types, one.source.declaration
    is_field = declaration.kind in ("field", "property")
    is_told = types.language == JSDOC and f"[{one.key[-1]}" in declaration.docstring
    return types.hides_defaults and any(one.defaults) and not is_field and not is_told


def _is_without_brackets(page: Page, one: "kit.StatedType") -> bool:
    """Whether no field of a page has brackets: jsdoc-to-markdown writes them for parameters, and since 4 for fields."""
    return page.has_jsdoc and one.source.symbol.section is None and not _BRACKETS.search(page.source.text)


def _is_read_only(declaration: "doclint.Declaration") -> bool:
    """Whether users can set nothing of a member, as far as that is known: an optional block may have no arguments, and
    the generator takes an `id` without a description for what the provider sets (`schemamd/render.go`).
    """
    if declaration.kind != "argument" or (declaration.name == "id" and not declaration.docstring):
        return True
    inner = declaration.members
    return bool(inner) and all(one.is_conditional or _is_read_only(one) for one in inner)
