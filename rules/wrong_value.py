import re
from collections.abc import Iterator

from doclint import Invalid, Message, Page, Valid, Violation, kit
from doclint.kit import MemberRule, expression
from doclint.kit.client_requests import request_methods

from ._member_pages import invalid_shop, shop_page, valid_shop
from ._pages import format_in
from ._reasons import OTHERWISE
from ._remedies import INSPECT

_NUMBER = expression(r"[\d.]+")
_BLOCKS = {"resource-block": ("resource", "resources"), "data-block": ("data source", "data-sources")}
_IN_REGISTRY = expression(r"/docs/((?:resources|data-sources)/([\w-]+))\Z")
_NO_LINK = expression(r"\A<([^<>]*+)>\Z")  # an address without a scheme
_SPACE = expression(r"[\s\\*]")  # `*.*` is emphasis on pages
_MODULE = """\
<!-- BEGIN_TF_DOCS -->
## Requirements

| Name | Version |
|------|---------|
| terraform | >= {} |

## Modules

| Name | Source | Version |
|------|--------|---------|
| door | {} | n/a |
<!-- END_TF_DOCS -->
"""
_SOURCE = {"main.tf": 'terraform {\n  required_version = ">= 1.4"\n}\nmodule "door" {\n  source = "./door"\n}\n'}
_CALLS = format_in("wrong_value")
_REQUESTS = "# Client\n\n| Function | Request |\n|---|---|\n| pears | **{}** /pears/{{id}} |\n| apples | **GET** {} |\n"
_CLIENT = {
    "client.rs": 'pub fn pears() { send(Method::GET, format!("{}/pears/{id}", base)) }\n'
    'pub fn apples() { send(Method::GET, format!("{}/v1/apples", base)) }\n'
}


class WrongValue(MemberRule):
    """The value of a constant or an enumeration, a version or the request of an operation is not the source's.

    Whoever writes the value out sends or compares the wrong one. Whoever installs the version gets another program.

    Only literals and names with a scope are compared, and versions of what a Terraform module or a Helm chart uses,
    with where that comes from; of a block also its kind and the page of the registry that its link leads to, of a
    maintainer the addresses. A provider has the version of the lock file or the one that the module asks for. The
    values of macros are for `wrong-macro-value`. The method and the path of a request are compared with those in the
    source of the operation; either path may begin with further segments.
    """

    family = "members"
    severity = "error"
    claims = "value"
    reads = {"{value} of symbol", "{origin} of symbol", "{request.method} of symbol", "{request.path} of symbol"}
    covers = ("K07",)
    remedy = INSPECT
    messages = {
        "value": Message(
            "The page says that the value of `{name}` is `{stated}`; it is `{right}` ({place})", key=("name",)
        ),
        "version": Message(
            "The page says that the {what} of `{name}` is `{stated}`; it is {right} ({place})", key=("name", "what")
        ),
        "path": Message(
            "The page says that `{name}` sends a request to `{stated}`; `{place}` has no such path", key=("name",)
        ),
        "method": Message(
            "The page says that `{name}` sends {stated} to its path; it sends {right} ({place})", key=("name",)
        ),
    }
    examples = (
        invalid_shop(shop_page(value="'green'"), lines=(20,), fixed=shop_page(value='"red"')),
        Invalid(_MODULE.format("2.0", "./gate"), files=_SOURCE, lines={6: "version", 12: "version"}),
        Valid(_MODULE.format("1.4", "./door"), files=_SOURCE),
        valid_shop(shop_page(value="red")),
        Invalid(_REQUESTS.format("POST", "/pear"), files=_CLIENT, format=_CALLS, lines={5: "method", 6: "path"}),
        Valid(_REQUESTS.format("GET", "/apples"), files=_CLIENT, format=_CALLS),
        Valid(
            _REQUESTS.format("GET", "v2/apples"),
            files={"client.rs": _CLIENT["client.rs"].replace("{}/v1/apples", "v2/apples")},
            format=_CALLS,
        ),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        for one in kit.compared(page):
            if one.versions is not None:
                yield from _check_versions(page, one, one.versions)
                yield from _check_block(one)
                continue
            yield from _check_request(page, one)
            stated = one.symbol.said("value") if one.declaration.kind in kit.FIELD_KINDS else None
            right = one.declaration.value
            if stated is None or right is None:
                continue
            if "<" in right and "<" not in stated.text:
                continue  # `vanishing-placeholder` reports what becomes a tag
            if kit.contradicts_value(stated.text, right):
                if one.types.is_inherited or _is_assigned(one):
                    continue
                fix, name = page.correct(stated, right, safe=False), one.symbol.qualified
                yield one.violation(stated.span, "value", fix=fix, name=name, stated=stated.text, right=right)
            else:
                page.claim("value", stated.span, "" if stated.text == right else OTHERWISE, related=(one.lines,))


def _is_assigned(one: "kit.Compared") -> bool:
    """Whether a method of a class of Python gives a field a value, which generators may show in place of another."""
    if not one.outer or not one.path.endswith(".py"):
        return False
    lines = one.types.text.split("\n")[one.outer[-1].start - 1 : one.outer[-1].end]
    assigned = re.compile(rf"[ \t]+self\.{re.escape(one.declaration.name)}[ \t]*(?::[^=\n]*)?=(?!=)")
    return any(map(assigned.match, lines))


def _check_versions(page: Page, one: "kit.Compared", versions: list[str]) -> Iterator[Violation]:
    """Yield the version and the origin of what something uses if they are other ones."""
    words = ("email", "address") if one.declaration.kind == "maintainer" else ("version", "source")
    for what, hole, rights in zip(words, ("value", "origin"), (versions, [one.declaration.origin]), strict=True):
        stated = one.symbol.said(hole)
        known = [*map(_squeezed, filter(None, rights))]
        is_certain = what == "version" and one.declaration.kind == "module-block"
        if stated is None or not (known or is_certain):
            continue
        text = _NO_LINK.sub(r"\1", _squeezed(stated.text.partition("?ref=")[0]))
        is_of_several_files = any(each and f"{stated.text} " == f"{each} " * stated.text.count(each) for each in rights)
        if text in known or is_of_several_files:
            page.claim("value", stated.span, related=(one.lines,))
        # The lock file of a provider may not be in the repository.
        elif one.declaration.kind != "provider" or not _NUMBER.fullmatch(text) or any(map(_NUMBER.fullmatch, known)):
            right, name = " or ".join(f"`{right}`" for right in dict.fromkeys(rights or ["n/a"])), one.symbol.qualified
            yield one.violation(stated.span, "version", what=what, name=name, stated=stated.text, right=right)


def _check_block(one: "kit.Compared") -> Iterator[Violation]:
    """Yield the kind of a block of Terraform if it is the other one, or else what a link says that it is."""
    word, folder = _BLOCKS.get(one.declaration.kind, ("", ""))
    name, stated, target = one.symbol.qualified, one.symbol.says("kind"), one.symbol.says("target")
    link = _IN_REGISTRY.search(target.text) if target else None
    type_ = name.partition(".")[0]
    if stated and word and stated.text != word:
        yield one.violation(stated.span, "version", what="kind", name=name, stated=stated.text, right=f"`{word}`")
    elif link and target and word and not (link[1].startswith(folder) and type_.endswith(f"_{link[2]}")):
        right = f"`{folder}/{type_.partition('_')[2]}`"
        yield one.violation(target.span, "version", what="documentation", name=name, stated=link[1], right=right)


def _check_request(page: Page, one: "kit.Compared") -> Iterator[Violation]:
    """Yield the path of a request if the source has none with that end, or else its method."""
    method, path = one.symbol.says("request.method"), one.symbol.says("request.path")
    if method is None or path is None or page.repository is None:
        return
    rights, name = request_methods(page.repository, one.path, path.text), one.symbol.qualified
    if rights is None:
        yield one.violation(path.span, "path", name=name, stated=path.text)
    elif rights and method.text.upper() not in rights:
        yield one.violation(method.span, "method", name=name, stated=method.text, right=" or ".join(sorted(rights)))
    elif rights:
        page.claim("value", path.span, related=(one.lines,))


def _squeezed(text: str) -> str:
    return _SPACE.sub("", text)
