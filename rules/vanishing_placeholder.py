import re
from collections.abc import Iterator

from doclint.markdown.elements import elements
from doclint.markdown.nodes import Html
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page

# A tag that could be a placeholder: a name, and further words (`<path to file>`), but no value of an attribute.
_TAG = re.compile(r"<(?P<name>[A-Za-z][A-Za-z0-9-]*+)(?:[ \t]++[A-Za-z_:][\w.:-]*+)*+[ \t]*+>")
_CLOSER = re.compile(r"</([A-Za-z][A-Za-z0-9-]*+)")
_NO_MARKDOWN = re.compile(r"<(?:[!?]|(?:script|style|pre|textarea)\b)", re.IGNORECASE)


class VanishingPlaceholder(Rule):
    """A placeholder in angle brackets is taken for an HTML tag, and so nobody sees it: `<filename>_docs.md`.

    Markdown passes tags through, and a browser shows nothing of one that it does not know: the reader sees `_docs.md`.
    Types of C++ and Rust lose their arguments in the same way (`Vec<T>`). Text that may hold angle brackets has to be
    escaped or set as code, as the fix does.

    Elements of HTML, SVG and MathML are none of its business, nor is a tag with attributes or with an end somewhere on
    the page, which some other tool may know, nor anything in MDX. On pages of no known format it says nothing either of
    names with a hyphen or a capital letter, which are components (`<my-menu>`, `<Tabs>`), unless they stand behind a
    word, as the arguments of a type do.
    """

    id = "vanishing-placeholder"
    family = "structure"
    severity = "error"
    covers = ("B15",)
    yields_to = ("unfenced-source", "wrong-overview")
    remedy = "Set placeholders in angle brackets in code spans: outside of them they are HTML."
    messages = {
        "vanishes": Message("`{found}` is read as an HTML tag and not shown; as code it would be", key=("found",))
    }
    examples = (
        Invalid(
            file_page("a.py", "## File Purpose\n\nSee **<filename>_docs.md** in <target-folder>.\n"),
            "docs/a.py_docs.md",
            lines=(5, 5),
            fixed=file_page("a.py", "## File Purpose\n\nSee **`<filename>`_docs.md** in `<target-folder>`.\n"),
        ),
        Invalid(
            "Copy it to <path of the archive>, a Vec<String>.\n\n<archive>\n",
            lines=(1, 1, 3),
        ),
        Valid("`<filename>`, \\<filename>, &lt;filename>, <https://example.org>, <me@example.org>, 1 < 2 > 1\n"),
        Valid("A<br>b <kbd>c</kbd> <details>\n\n<summary>\n\n<!-- <filename> -->\n\n```\n<filename>\n```\n"),
        Valid("<my-menu> and <Tabs>, <note>this</note>, <entry key='a'>, <entry/>\n"),
        Valid("A <filename>.\n", "docs/page.mdx"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if page.path.lower().endswith(".mdx"):
            return
        text = page.source.text
        if not page.document.html:
            return
        ended = {name.lower() for html in page.document.html for name in _CLOSER.findall(html.text)}
        known = elements(ended) | ended
        for html in page.document.html:
            if _NO_MARKDOWN.match(text, html.start):
                continue
            for match in _TAG.finditer(text, html.start, html.end):
                if match["name"].lower() not in known and not _is_component(page, match):
                    fix = _as_code(text, match) if isinstance(html, Html) else None
                    yield Violation(Span(*match.span()), "vanishes", fix=fix, found=match.group())


def _is_component(page: Page, tag: re.Match[str]) -> bool:
    """Whether the tag can be meant as one, for some other tool."""
    before = tag.string[max(0, tag.start() - 1) : tag.start()]
    name = tag["name"]
    return page.kind is None and ("-" in name or name[0].isupper()) and not before.isalnum()


def _as_code(text: str, tag: re.Match[str]) -> Fix | None:
    """The tag in backticks, if there are none beside it."""
    if text.startswith("`", tag.end()) or text.endswith("`", 0, tag.start()):
        return None
    return Fix((Edit(Span(*tag.span()), f"`{tag.group()}`"),), safe=True)
