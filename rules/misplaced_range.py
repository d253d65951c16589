import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from posixpath import splitext

import doclint
from doclint import Edit, Fix, Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Span, Valid, Violation
from doclint.kit import expression
from doclint.kit.nodes import Code, Heading
from doclint.page.citations import Citation, LineRange, length_of
from doclint.source.language import language_of

from ._citations import current_citations
from ._declarations import declared_in
from ._definitions import only_definition

_FUNCTIONS = frozenset({"function", "method"})
_SYMBOL = expression(r"(?P<name>(?:[A-Za-z_]\w*+(?:\.|::|\#))*+[A-Za-z_]\w*+)(?P<call>\([^()\n]*+\))?\Z")
_JOINT = expression(r"\.|::|#")
_NAME = expression(r"[a-z\d][A-Z]|\w_\w|\.|::|#")  # what a symbol has, but no word does
_FORWARDING = expression(rb"\bexport[ \t]+\*|\bimport[ \t]+\*")
_MOST_NAMESAKES = 10
_NEAR = 3  # lines; a reader who looks there still sees the definition, or its comment
_SHOP = (
    "class Shop:\n    def open(self):\n        self.n = 1\n" + "\n" * 8 + "    def close(self):\n        self.n = 0\n"
)


class MisplacedRange(RepositoryRule):
    """A page cites lines of a file for a function, but the function is on other lines of the file, or in another file.

    The reader who checks what the page says sees other code. The lines were made up, or the file has changed since the
    page was written.

    The function or method is the one that the label of the citation names, or else the only one that the line of the
    page names in a code span, or else the one that is the heading. The file must define it, and the lines that are
    cited must show neither a part of its definition nor its name; nor must others that the same line of the page cites.
    Types and variables are not checked: pages cite their uses. Neither are citations of another commit.

    If the label of the citation names any symbol, and the file does not have that name, the rule reports the only other
    source that defines it.
    """

    family = "citations"
    severity = "warning"
    yields_to = ("wrong-line", "dead-citation", "impossible-range")
    covers = ("L03",)
    claims = "range"
    remedy = (
        "Take the lines of a function from the parsed source instead of from a model, and write a page again when a "
        "file that it cites has changed."
    )
    advice = "Cite the lines of the definition, or those of what the page describes."
    messages = {
        "elsewhere": Message(
            "`{symbol}` is on lines {right} of `{path}`, but the page cites {stated}", key=("path", "symbol")
        ),
        "other-file": Message(
            "`{path}` is cited for `{symbol}`, but does not have that name; `{suggestion}` defines it on lines {right}",
            key=("path", "symbol"),
            remedy="Take the file of a symbol from the parsed sources instead of from a model, and write a page again "
            "when a symbol that it cites has moved.",
            advice="Cite the file that defines the symbol now.",
        ),
    }
    examples = (
        Invalid(
            "# Shop\n\nIt opens by `open()` [shop.py](file://shop.py#L12-L13).\n\n## close()\n\n[shop.py:1-3]()\n\n"
            "## More\n\n[Shop.close](../shop.py#L2), [shop.py:1-2](file://shop.py#L1-2) is `close`.\n",
            files={"shop.py": _SHOP},
            lines=(3, 7, 11, 11),
            fixed="# Shop\n\nIt opens by `open()` [shop.py](file://shop.py#L2-L3).\n\n## close()\n\n[shop.py:12-13]()\n"
            "\n## More\n\n[Shop.close](../shop.py#L12-L13), [shop.py:12-13](file://shop.py#L12-13) is `close`.\n",
        ),
        Valid(
            "# Shop\n\n`open()` and `close()` [shop.py](file://shop.py#L12-L13).\n\n## close()\n\n[shop.py:1-1]()\n"
            "[shop.py:2-3]()\n\n## Shop\n\n[shop.py:12-13]()\n\nThe `n` flag is set in [shop.py:2-2]().\n",
            files={"shop.py": _SHOP},
        ),
        Invalid(
            "The [TeaHouse](file://shop.py#L1-L3), [`Tea.pour_tea`](../shop.py#L2), [kettle](../shop.py#L3).\n",
            files={
                "shop.py": _SHOP,
                "tea.py": "class TeaHouse:\n    pass\n\n\nclass Tea:\n    def pour_tea(self): ...\n",
            },
            lines={1: ("other-file", "other-file")},
        ),
        Valid(
            "The [TeaHouse](file://index.ts#L1), [TeaPot](file://index.ts#L1) and [Tea.stock_up](../shop.py#L2).\n",
            files={
                "index.ts": "export * from './tea'\n",
                "tea.ts": "export class TeaHouse {}\n",
                "shop.py": _SHOP,
                "stock.py": "class Stock:\n    def stock_up(self): ...\n",
                "a.py": "class TeaPot: ...\n",
                "b.py": "class TeaPot: ...\n",
            },
        ),
        Valid("# Shop\n\n`close()` is in [shop.py:8-9]().\n", files={"shop.py": _SHOP}),
        Valid(
            "# Shop\n\n`close()` is called at noon, and the day begins. [noon.py:1-1](), [shop.py:1-3]()\n",
            files={"shop.py": _SHOP, "noon.py": "shop.close()\n"},
        ),
        Valid("[shop.save](file://shop/save.py#L1)\n", files={"shop/save.py": "import os\n" * 9 + "def save(): ...\n"}),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        groups: dict[tuple[str, str, tuple[str, int]], list[Citation]] = {}
        places: dict[tuple[str, int], list[Citation]] = {}
        for citation, there in current_citations(page):
            if citation.lines and there is repository and there.is_file(citation.path):
                symbol, place = _symbol(page, citation)
                if symbol:
                    groups.setdefault((citation.path, symbol, place), []).append(citation)
                    places.setdefault(place, []).append(citation)
        for (path, symbol, place), several in groups.items():
            named_by, _ = place
            cited = [(one, lines) for one in several for lines in one.lines]
            if named_by == "heading" and len(cited) > 1:  # a section cites more than what it is about
                continue
            beside = places[place] if named_by == "line" else several
            violation = _violation(page, repository, path, symbol, cited, beside)
            if violation is None and named_by == "label":
                violation = _in_other_file(page, repository, path, symbol, cited)
            if violation is not None:
                yield violation


def _symbol(page: Page, citation: Citation) -> tuple[str, tuple[str, int]]:
    """Return the symbol that a citation is of, empty if none is named, and the place that names it."""
    if citation.symbol:
        return citation.symbol, ("label", citation.span.start)
    line = page.source.position(citation.span.start).line
    named = page.remembered(_named_on_lines).get(line, [])
    if named:
        return (named[0] if len(named) == 1 else ""), ("line", line)
    headings = page.document.headings
    number = bisect_right(headings, citation.span.start, key=lambda one: one.start)
    return _symbol_of_heading(headings[number - 1]) if number else "", ("heading", number)


def _symbol_of_heading(heading: Heading) -> str:
    """Return the symbol that is all of a heading; empty if its text may be other words."""
    match = _SYMBOL.match(heading.text.strip())
    is_code = len(heading.children) == 1 and isinstance(heading.children[0], Code)
    return match["name"] if match and (match["call"] or is_code) else ""


def _named_on_lines(page: Page) -> dict[int, list[str]]:
    """Return the symbols that code spans name on each line of a page, without those in the labels of links."""
    found: dict[int, list[str]] = {}
    for code in page.document.code_spans:
        match = _SYMBOL.match(code.text)
        if match is not None:
            names = found.setdefault(page.source.position(code.start).line, [])
            if match["name"] not in names:
                names.append(match["name"])
    return found


def _violation(
    page: Page,
    repository: Repository,
    path: str,
    symbol: str,
    cited: list[tuple[Citation, LineRange]],
    beside: list[Citation],
) -> Violation | None:
    """Return that none of some ranges of a file shows a function that the file defines, nor do citations beside it."""
    extents = _extents(page, path, symbol)
    ranges = [(lines.first, lines.last) for _, lines in cited if lines.first and lines.last]
    if not extents or len(extents) > _MOST_NAMESAKES or len(ranges) < len(cited):
        return None
    if any(one.start - _NEAR <= last and first <= one.end + _NEAR for one in extents for first, last in ranges):
        return None
    name = re.compile(rb"\b%s\b" % _JOINT.split(symbol)[-1].encode())
    if any(name.search(text) for one in beside for text in _texts(repository, one)):
        return None
    (citation, lines), one = cited[0], extents[0]
    return Violation(
        lines.span,
        "elsewhere",
        reason=path,
        fix=_fix(page, citation, lines, one) if len(ranges) == len(extents) == 1 else None,
        related=[RelatedLines(path, one.start, one.end)],
        symbol=symbol,
        path=path,
        right=f"{one.start}-{one.end}",
        stated=str(lines),
    )


def _texts(repository: Repository, citation: Citation) -> Iterator[bytes]:
    source = (repository.page(citation.path) or b"").split(b"\n")
    for lines in citation.lines:
        if lines.first and lines.last:
            yield from source[lines.first - 1 : lines.last]


def _in_other_file(
    page: Page, repository: Repository, path: str, symbol: str, cited: list[tuple[Citation, LineRange]]
) -> Violation | None:
    """Return that a file which is cited for a symbol does not even have its name, if only one other source defines it.

    What only passes on the names of others, such as `export *`, need not have them.
    """
    language, data = language_of(path), repository.page(path)
    names = _JOINT.split(symbol)
    if data is None or language is None or not language.code or not _NAME.search(symbol) or len(cited) > 1:
        return None
    if re.search(rb"\b%s\b" % names[-1].encode(), data) or _FORWARDING.search(data):
        return None
    found = only_definition(page, repository, names) if length_of(repository, path) is not None else None
    if found is None:
        return None
    return Violation(
        cited[0][1].span,
        "other-file",
        reason=path,
        related=[found.lines],
        path=path,
        symbol=symbol,
        suggestion=found.path,
        right=f"{found.lines.start}-{found.lines.end}",
    )


def _extents(page: Page, path: str, symbol: str) -> "Sequence[doclint.Declaration]":
    """Return the functions of a name that a file defines; none if the name may be that of something else, too."""
    names = tuple(_JOINT.split(symbol))
    if f"/{splitext(path)[0]}".endswith("/" + "/".join(names)):  # a module may have the name of a function in it
        return ()
    declared = declared_in(page, path)
    several = () if declared.is_broken else declared.by_name.get(names[-1], ())
    inside = [one for one in several if one.scopes[-1:] == names[-2:-1]] or several
    extents = [one.declaration for one in inside]
    return extents if all(one.kind in _FUNCTIONS for one in extents) else ()


def _fix(page: Page, citation: Citation, lines: LineRange, one: "doclint.Declaration") -> Fix | None:
    """Return the fix that writes the lines of a definition, also where the label has those that are wrong."""
    if page.text(lines.span) != lines.text:
        return None
    edits = [Edit(lines.span, _written(lines.text, one))]
    start = citation.span.start
    label = page.text(Span(start, lines.span.start)).rpartition("](")[0]
    stated = lines.text.replace("L", "")
    if label.endswith(f":{stated}"):
        at = start + len(label) - len(stated)
        edits.insert(0, Edit(Span(at, at + len(stated)), f"{one.start}-{one.end}"))
    return Fix(tuple(edits), safe=False)


def _written(text: str, one: "doclint.Declaration") -> str:
    """Return the lines of a definition in the form of a range: `L1-L9`, `L1-9` or `1-9`."""
    first = "L" if text.startswith("L") else ""
    last = first if "-" not in text else "L" if "L" in text[1:] else ""
    return f"{first}{one.start}-{last}{one.end}"
