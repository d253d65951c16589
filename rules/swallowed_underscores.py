from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import expression
from doclint.kit.nodes import Emphasis, Strong, plain_text

from ._pages import FILE_PAGE, purpose_page

_IDENTIFIER = expression(r"\w++\Z")
_WORD = expression(r"\w++")
_PART = expression(r"[\w./:-]")
_BEHIND = expression(r"[\w./:-]*+(?:\(\))?")
_LONGEST = 200  # characters of a name on each side
_BOLD = "**"
_JOINTS = "/.:"


class SwallowedUnderscores(Rule):
    """A name loses its underscores, because Markdown reads them as emphasis: `**__global__**` renders as **global**.

    The reader sees another name, which the source does not have. Set names as code. The fix does so; on pages of a
    known format, which defines what is code, it escapes the underscores instead.

    On pages of a known format the rule reports all names with underscores around a word. On other pages it reports only
    names that are bold already or part of a path, and those that begin a heading and that code on the page has, too:
    `__Note__` alone is emphasis.
    """

    family = "structure"
    severity = "error"
    needs = {"rendering"}
    covers = ("B17",)
    yields_to = ("broken-fence", "unfenced-source", "wrong-import", "wrong-overview")
    remedy = "Set names in code spans: Markdown reads underscores around a word as emphasis."
    messages = {
        "swallowed": Message("`{name}` renders as `{shown}`: Markdown reads its underscores as emphasis", key=("name",))
    }
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
        Invalid("See src/__init__.py`\n", lines=(1,), fixed="See src/\\_\\_init\\_\\_.py`\n"),
        Invalid(
            "# Tool\n\n#### __init__\n\n```python\n__init__(name)\n```\n\n## __call__(name)\n\nIt is `a.__call__`.\n",
            lines=(3, 9),
            fixed=(
                "# Tool\n\n#### `__init__`\n\n```python\n__init__(name)\n```\n\n## `__call__`(name)\n\n"
                "It is `a.__call__`.\n"
            ),
        ),
        Invalid(
            purpose_page("It calls __enter__ first."),
            FILE_PAGE,
            lines=(5,),
            fixed=purpose_page("It calls \\_\\_enter\\_\\_ first."),
        ),
        Valid("- **`__global__`**, **a_b_c**, `__init__`, \\_\\_init\\_\\_, src/a__b__c.py\n"),
        Valid("# __init__\n\n## A __call__\n\n```\n__call__\n```\n\n## __Note__\n"),
        Valid("__Note__: this is _very_ **important**, and __really so__. **_Both_**, **not __this__**.\n"),
        Valid(purpose_page("It is _very_ and __really very__ good. __Note__. __at\\_once__: soon."), FILE_PAGE),
        Valid(purpose_page("- __fruit__: what to sell\n\n```python\nsell(fruit)\n```"), FILE_PAGE),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        found: dict[Span, Strong | Emphasis] = {}
        underscored = [node for node in page.document.emphases() if node.marker == "_"]
        in_code = _words_in_code(page) if underscored else frozenset()
        in_headings = _in_headings(page, in_code) if underscored and page.kind is None else ()
        # Of several nodes in one name the last one counts, and of nested nodes the outer one.
        for node in sorted(underscored, key=lambda node: (node.end, -node.start)):
            if node.start in in_headings or _is_name(page, node, in_code):
                found[_name_around(page.source.text, node)] = node
        # Another text changes the anchor of a heading.
        headings = [heading for heading in page.document.headings if page.links_to(heading)] if found else []
        linked = {page.source.position(heading.start).line for heading in headings}
        for span, node in sorted(found.items(), key=lambda item: item[0]):
            name = page.text(span)
            before, after = page.text(Span(span.start, node.start)), page.text(Span(node.end, span.end))
            # A backtick beside the name would be part of the code span.
            beside = page.source.text[max(0, span.start - 1) : span.start] + page.source.text[span.end : span.end + 1]
            new = name.replace("_", "\\_") if page.kind or "`" in beside else f"`{name}`"
            fix = page.replace(span, new, safe=page.source.position(span.start).line not in linked)
            yield Violation(span, "swallowed", fix=fix, name=name, shown=before + plain_text(node.children) + after)


def _is_name(page: Page, node: Strong | Emphasis, in_code: frozenset[str]) -> bool:
    word, text = plain_text(node.children), page.source.text
    if not _IDENTIFIER.match(word) or node.end - node.start > _LONGEST:
        return False
    before, after = text[max(0, node.start - 1) : node.start], text[node.end : node.end + 1]
    is_strong = isinstance(node, Strong)
    begins_bold = node.start >= len(_BOLD) and text.startswith(_BOLD, node.start - len(_BOLD))
    if is_strong and (begins_bold or (before == "/" and after in "./")):
        return True
    if page.kind is None:
        return False
    is_part = bool(before and before in _JOINTS) or bool(after and after in "(/")
    # A name with escaped underscores in it, or one that code has without those around it, is bold.
    own = page.text(node.span)
    is_own = is_strong and word.islower() and "\\" not in own and (own in in_code or word not in in_code)
    return is_part or begins_bold or is_own


def _words_in_code(page: Page) -> frozenset[str]:
    code = (one.text for nodes in (page.document.code_blocks, page.document.code_spans) for one in nodes)
    return frozenset(word for text in code for word in _WORD.findall(text))


def _in_headings(page: Page, in_code: frozenset[str]) -> frozenset[int]:
    """Return the offsets of the bold text that headings of a page begin with and that code on the page has, too."""
    starts = [heading.children[0] for heading in page.document.headings if heading.children]
    bold = [node for node in starts if isinstance(node, Strong) and node.marker == "_"]
    return frozenset(node.start for node in bold if page.text(node.span) in in_code)


def _name_around(text: str, node: Strong | Emphasis) -> Span:
    after = _BEHIND.match(text, node.end, node.end + _LONGEST)
    start = node.start
    while start > max(0, node.start - _LONGEST) and _PART.match(text, start - 1):
        start -= 1
    end = after.end() if after else node.end
    while end > node.end and text[end - 1] in ".:-":
        end -= 1
    return Span(start, end)
