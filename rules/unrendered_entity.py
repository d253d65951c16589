import re
from collections.abc import Iterator

from doclint import Edit, Fix, Invalid, Message, Page, Rule, Span, Valid, Violation, kit
from doclint.kit import expression, unescaped
from doclint.kit.nodes import Text

from ._pages import MODELS
from ._places import line_around

# A text has an entity only where its ampersand was escaped, with a backslash or as an entity itself.
_ESCAPED = expression(
    r"(?<!\\)(?:\\\\)*+(?P<escape>\\&|&amp;)(?P<name>#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});"
)
# In Python, entities of a comment, and those in place of quotation marks, are from text that was escaped for HTML.
_IN_CODE = expression(r"&(?:gt|lt|amp|quot|apos|#39|#x27);")
_IN_PYTHON = expression(
    r"#[^\n&]*+(?P<noted>&(?:gt|lt|amp|quot|apos|#39|#x27);)|[=(,][ \t]*+(?P<quote>&(?:quot|#39|#x27);)"
)
_ABOUT = expression(r"\b(?:entit(?:y|ies)|escap\w+|encod\w+|unescap\w+|ampersands?|HTML codes?)\b", re.IGNORECASE)
_MOST_CHARACTERS = 2  # that an entity stands for (HTML standard, section 13.5)


class UnrenderedEntity(Rule):
    r"""The page shows an entity as it is written, `&quot;`, because its ampersand is escaped.

    The reader sees `&quot;` in place of a quotation mark. The generator escaped a text twice (`&amp;quot;`), or once
    for HTML and once for Markdown (`\&quot;`).

    The rule reports the first entity of a text; the fix is for all of them. On pages that a generator writes, it also
    reports the first entity in each example in Python. It leaves alone other code, raw HTML, and lines that speak of
    entities or of escapes. It also leaves alone a backslash before an ampersand on sites that kramdown renders, which
    drops it.
    """

    family = "structure"
    severity = "warning"
    needs = {"rendering"}
    covers = ("J09",)
    consults = {"repository"}
    yields_to = ("unfenced-source",)
    remedy = "Escape a text once, for Markdown: what is escaped for HTML already shows its entities after that."
    advice = "Write the character itself, or its entity without an escape before it."
    messages = {
        "backslash": Message(
            "The page shows `{entity}`, because a backslash is before it; write `{right}`", key=("entity",)
        ),
        "code": Message("The example shows `{entity}`; code has no entities, so write `{right}`", key=("entity",)),
        "twice": Message("The page shows `{entity}`, because it is escaped twice; write `{right}`", key=("entity",)),
    }
    examples = (
        Invalid(
            "It governs the \\&quot;name\\&quot; setting.\n\n\\&quot;a\n",
            lines={1: "backslash", 3: "backslash"},
            fixed="It governs the &quot;name&quot; setting.\n\n&quot;a\n",
        ),
        Invalid(
            "| Operator |\n|--|\n| one of `<`, &amp;lt;, &amp;#39; |\n",
            lines={3: "twice"},
            fixed="| Operator |\n|--|\n| one of `<`, &lt;, &#39; |\n",
        ),
        Invalid(
            "# Tree\n\n```python\nage = 1  # int | &gt; 0\nkind = &#39;pear&#39;\n```\n",
            "docs/Tree.md",
            format=MODELS,
            lines={4: "code"},
            fixed="# Tree\n\n```python\nage = 1  # int | > 0\nkind = 'pear'\n```\n",
        ),
        Valid("# Tree\n\n```python\nprint('&gt;')  # prints a &gt; b, escaped\n```\n", "docs/Tree.md", format=MODELS),
        Valid("```python\nage = 1  # &gt; 0\n```\n"),
        Valid("A &lt; b &amp; c, &amp;c; AT&amp;T; `&amp;lt;`, \\\\&lt; \n\n<p>&amp;lt;</p>\n\n    &amp;lt;\n"),
        Valid("The entity of `<` is &amp;lt;.\n"),
        Valid("It is \\&quot;a\\&quot;.\n", files={"docs/_config.yml": "title: A\n"}),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        text = page.source.text
        if page.kind is not None and "&" in page.own_text and "```py" in text and _IN_CODE.search(page.own_text):
            yield from _in_examples(page)
        if "\\&" not in page.own_text and "&amp;" not in page.own_text:
            return
        for node in page.document.texts():
            found = _shown(text, node) if "&" in node.text else []
            is_backslash = found and any(match["escape"] != "&amp;" for match in found)
            if is_backslash and page.site and page.site.dialect == "kramdown":
                found = [match for match in found if match["escape"] == "&amp;"]
            edits = tuple(Edit(Span(match.start("escape"), match.end()), f"&{match['name']};") for match in found)
            if found and not _ABOUT.search(text, *line_around(page, Span(*found[0].span()))):
                entity = f"&{found[0]['name']};"
                message = "twice" if found[0]["escape"] == "&amp;" else "backslash"
                fix = Fix(edits, safe=False)
                yield Violation(edits[0].span, message, fix=fix, entity=entity, right=unescaped(entity))


def _in_examples(page: Page) -> Iterator[Violation]:
    """Yield the first entity in each example in Python whose text was escaped for HTML."""
    for example in page.remembered(kit.examples_of):
        found = _IN_PYTHON.search(example.text) if example.language == "python" and "&" in example.text else None
        if found is not None and not _ABOUT.search(example.text):
            spans = [example.place(Span(*match.span())) for match in _IN_CODE.finditer(example.text)]
            fix = Fix(tuple(Edit(span, unescaped(page.text(span))) for span in spans), safe=False)
            span = example.place(Span(*found.span(found.lastgroup or 0)))
            entity = page.text(span)
            yield Violation(span, "code", fix=fix, entity=entity, right=unescaped(entity))


def _shown(text: str, node: Text) -> list[re.Match[str]]:
    # The range of a text that begins with an escape lacks the backslash.
    start = node.start - text.startswith("\\", max(0, node.start - 1), node.start)
    found = _ESCAPED.finditer(text, start, node.end)
    return [match for match in found if len(unescaped(f"&{match['name']};")) <= _MOST_CHARACTERS]
