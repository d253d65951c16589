import re
from collections.abc import Iterator

from doclint.markdown.nodes import Emphasis, Strong, plain_text
from doclint.markdown.slugs import slug
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page

_IDENTIFIER = re.compile(r"\w++\Z")
_PART = re.compile(r"[\w./:-]")
_BEHIND = re.compile(r"[\w./:-]*+(?:\(\))?")
_LONGEST = 200  # characters of a name on each side
_BOLD = "**"
_JOINTS = "/.:"


class SwallowedUnderscores(Rule):
    """A name loses its underscores, because Markdown reads them as emphasis: `**__global__**` shows **global**.

    The reader sees another name, one that the source does not have. Names have to be set as code. So does the fix, but
    on pages of a known format, which says what is code, it puts backslashes before the underscores.

    On pages of a known format all names with underscores around a word are meant, on others only those that are bold
    already or part of a path: `__Note__` alone is emphasis.
    """

    id = "swallowed-underscores"
    family = "structure"
    severity = "error"
    covers = ("B17",)
    yields_to = ("unfenced-source", "wrong-import", "wrong-overview")
    remedy = "Set names in code spans: Markdown takes underscores around a word for emphasis."
    messages = {"swallowed": Message("`{name}` is shown as `{shown}`: its underscores are emphasis", key=("name",))}
    examples = (
        Invalid(
            "- **__global__**: Defined in this file\n- **__EMSCRIPTEN__()**\n- **__shared__ int**\n",
            lines=(1, 2, 3),
            fixed="- **`__global__`**: Defined in this file\n- **`__EMSCRIPTEN__()`**\n- **`__shared__` int**\n",
        ),
        Invalid(
            "See src/__init__.py or [lib/__main__.py](a.md).\n",
            lines=(1, 1),
            fixed="See `src/__init__.py` or [`lib/__main__.py`](a.md).\n",
        ),
        Invalid(
            file_page("a.py", "## File Purpose\n\nIt calls __enter__ first.\n"),
            "docs/a.py_docs.md",
            lines=(5,),
            fixed=file_page("a.py", "## File Purpose\n\nIt calls \\_\\_enter\\_\\_ first.\n"),
        ),
        Valid("- **`__global__`**, **a_b_c**, `__init__`, \\_\\_init\\_\\_, src/a__b__c.py\n"),
        Valid("__Note__: this is _very_ **important**, and __really so__. **_Both_**, **not __this__**.\n"),
        Valid(file_page("a.py", "## File Purpose\n\nIt is _very_ and __really very__ good. __Note__.\n")),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        found: dict[Span, Strong | Emphasis] = {}
        underscored = [node for node in page.document.emphases() if node.marker == "_"]
        # Of several in one name it is the last, and of those in each other the outer one.
        for node in sorted(underscored, key=lambda node: (node.end, -node.start)):
            if _is_name(page, node):
                found[_whole(page.source.text, node)] = node
        linked = set(_linked_headings(page)) if found else set()
        for span in sorted(found):
            name = page.source.text[slice(*span)]
            node = found[span]
            inner = slice(node.start - span.start, node.end - span.start)
            shown = name[: inner.start] + plain_text(node.children) + name[inner.stop :]
            new = name.replace("_", "\\_") if page.kind else f"`{name}`"
            fix = Fix((Edit(span, new),), safe=page.source.position(span.start).line not in linked)
            yield Violation(span, "swallowed", fix=fix, name=name, shown=shown)


def _is_name(page: Page, node: Strong | Emphasis) -> bool:
    word = plain_text(node.children)
    text = page.source.text
    if not _IDENTIFIER.match(word) or node.end - node.start > _LONGEST:
        return False
    before, behind = text[max(0, node.start - 1) : node.start], text[node.end : node.end + 1]
    is_strong = isinstance(node, Strong)
    if is_strong and (_is_bold(text, node) or (before == "/" and behind in "./")):
        return True
    if page.kind is None:
        return False
    is_part = bool(before and before in _JOINTS) or bool(behind and behind in "(/")
    return is_part or _is_bold(text, node) or (is_strong and word.islower())


def _is_bold(text: str, node: Strong | Emphasis) -> bool:
    """Whether it begins a text between asterisks."""
    return node.start >= len(_BOLD) and text.startswith(_BOLD, node.start - len(_BOLD))


def _whole(text: str, node: Strong | Emphasis) -> Span:
    """All of the name or path that it is part of."""
    behind = _BEHIND.match(text, node.end, node.end + _LONGEST)
    start = node.start
    while start > max(0, node.start - _LONGEST) and _PART.match(text, start - 1):
        start -= 1
    end = behind.end() if behind else node.end
    while end > node.end and text[end - 1] in ".:-":
        end -= 1
    return Span(start, end)


def _linked_headings(page: Page) -> Iterator[int]:
    """The lines of headings that links of the page lead to: with other text they have other anchors."""
    destinations = {link.destination for link in page.document.links}
    for heading in page.document.headings:
        if f"#{slug(heading.text)}" in destinations:
            yield page.source.position(heading.start).line
