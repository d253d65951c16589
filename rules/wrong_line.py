import re
from collections.abc import Iterator
from posixpath import basename
from typing import TYPE_CHECKING

from doclint import Capture, Edit, Fix, Message, Page, Span, Violation, kit
from doclint.kit import MemberRule, expression

from ._declarations import declared_in
from ._member_pages import MEMBERS, SHOP, SOURCE, invalid_shop, shop_page, valid_shop

if TYPE_CHECKING:
    from doclint import DocumentedSymbol

_LINE = expression(r"#(?:L|lines-)(\d{1,9})(?!\d)")
_NEAR = 2  # lines; a reader who follows the link still sees the definition
_MOST_NAMESAKES = 100  # more may be on any line
_LINKED = MEMBERS.replace("[ (line {source.line})]", " ([line {source.line}]({source.link}))")
_LINK = "([line 12](https://example.com/blob/0123abc/shop.py#L{}))"
_FILL = "    def fill(self, fruit: str, count: int = 1) -> bool:"


class WrongLine(MemberRule):
    """A page says that a symbol is defined on another line than it is.

    The link leads into the middle of something else: the page was not written again when the source changed, or its
    generator counts from the wrong line. A finding that is only one or two lines off has the severity `info`, because
    readers still see what they look for.

    Any line from the first decorator or modifier to the name is right. If there are overloads, any of their lines is.
    Links to a fixed commit are right for that commit, and only compared with the line that the page names beside them.
    """

    family = "members"
    severity = "warning"
    claims = "line"
    reads = {"{source.line} of symbol", "{source.link} of symbol"}
    covers = ("K11",)
    remedy = (
        "Write the links from the sources of the same commit, count lines from 1, and write a page again whenever its "
        "source has changed, or link to a commit instead of a branch."
    )
    messages = {
        "line": Message("`{name}` is on line {right} of `{source}`, not on line {stated}", key=("name",)),
        "near": Message(
            "`{name}` is on line {right} of `{source}`, near line {stated}", severity="info", key=("name",)
        ),
        "differing": Message(
            "The page says that `{name}` is on line {stated}, but links to line {linked}", key=("name",)
        ),
    }
    examples = (
        invalid_shop(shop_page(line=4), lines=(12,), fixed=shop_page(line=12)),
        invalid_shop(shop_page(line=10), lines={12: "near"}, fixed=shop_page(line=12)),
        invalid_shop(shop_page(line=14), lines={12: "near"}, fixed=shop_page(line=12)),
        invalid_shop(shop_page().replace("(line 12)", _LINK.format(13)), format=_LINKED, lines={12: "differing"}),
        valid_shop(shop_page(line=2).replace("(line 2)", _LINK.format(12)), format=_LINKED),
        valid_shop(
            shop_page(line=13),
            files={**SHOP, "shop.py": SOURCE.replace(_FILL, f"    @overload\n{_FILL} ...\n{_FILL}")},
        ),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        for symbol in kit.every_symbol(page):
            yield from _differing(symbol)
        for one in kit.compared(page):
            declaration = one.declaration
            stated = [(line, span, _may_be_on(page, one, line)) for line, span in _stated(page, one)]
            wrong = [(line, span) for line, span, is_right in stated if not is_right]
            for _, span, is_right in stated:
                if is_right:
                    page.claim("line", span, related=(one.lines,))
            if wrong and not all(_has_namesake(page, one, line) for line, _ in wrong):
                right = str(declaration.line)
                first, last = declaration.start - _NEAR, declaration.line + _NEAR
                is_safe = declaration.start == declaration.line
                edits = tuple(Edit(span, right) for line, span in wrong if page.text(span) == str(line))
                yield Violation(
                    wrong[0][1],
                    "near" if all(first <= line <= last for line, _ in wrong) else "line",
                    fix=Fix(edits, safe=is_safe) if len(edits) == len(wrong) else None,
                    related=[one.lines],
                    name=one.symbol.qualified,
                    source=one.path,
                    stated=wrong[0][0],
                    right=right,
                )


def _differing(symbol: "DocumentedSymbol") -> Iterator[Violation]:
    """Yield where a line differs from that of the link around it, which is to a commit, so that neither is checked."""
    link, stated = symbol.says("source.link"), symbol.says("source.line")
    linked = _LINE.search(link.text) if link and _is_permanent(link) else None
    if linked and stated and stated.number not in (None, int(linked[1])):
        yield Violation(stated.span, "differing", name=symbol.qualified, stated=stated.text, linked=linked[1])


def _has_namesake(page: Page, one: "kit.Compared", line: int) -> bool:
    """Whether a source declares something of the same name on a line: TypeScript has interfaces and constants of one
    name, and static and other methods.
    """
    found = [scoped.declaration for scoped in declared_in(page, one.path).by_name.get(one.declaration.name, ())]
    return len(found) > _MOST_NAMESAKES or any(other.start <= line <= other.line for other in found)


def _may_be_on(page: Page, one: "kit.Compared", line: int) -> bool:
    declaration = one.declaration
    last = declaration.end if len(declaration.signatures) > 1 else declaration.line
    if declaration.start <= line <= last or _is_accessor(page, one, line):
        return True
    if len(declaration.signatures) > 1 or line != declaration.line + 1:
        return False
    # TypeDoc means the function in `export const run =`, which may begin on the next line.
    lines = page.remembered(_lines, one.types.text)
    return any(one.rstrip().endswith("=") for one in lines[declaration.line - 1 : declaration.line])


def _is_accessor(page: Page, one: "kit.Compared", line: int) -> bool:
    """Whether the other accessor of a property is on a line: in TypeScript each has its own, which pages show."""
    if one.declaration.kind != "property" or one.types.dialect != "typescript":
        return False
    text = "".join(page.remembered(_lines, one.types.text)[line - 1 : line])
    return any(f"{word} {one.declaration.name}" in " ".join(text.split()) for word in ("get", "set"))


def _lines(_: Page, text: str) -> list[str]:
    return text.splitlines()


def _stated(page: Page, one: "kit.Compared") -> list[tuple[int, Span]]:
    """Return the lines that a page says a symbol is on, each with its place."""
    link, path = one.symbol.says("source.link"), one.symbol.says("source.path")
    if (link and _is_permanent(link)) or (path and basename(path.text) != basename(one.path)):
        return []
    stated = one.symbol.says("source.line")
    found = []
    if stated and stated.number is not None:
        found.append((stated.number, stated.span))
    if link and (line := _LINE.search(link.text)):
        at = page.source.text.find(line[0], link.start, max(link.end, link.start + len(link.text)))
        span = Span(at + line.start(1) - line.start(), at + line.end(1) - line.start()) if at >= 0 else link.span
        found.append((int(line[1]), span))
    return found


def _is_permanent(link: Capture) -> bool:
    """Whether a link leads to a commit, or to a tag such as `v1.2`, and not to what the sources are now."""
    return re.search(r"/(?:blob|src|tree)/(?:[0-9a-f]{7,40}|v?\d+(?:\.\d+)+[^/]*)/", link.text) is not None
