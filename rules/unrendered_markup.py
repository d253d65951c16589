import re
from collections.abc import Iterator
from typing import Any

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import expression
from doclint.kit.nodes import Break, Paragraph, Text

from ._places import line_around

# Python takes long to compile the longest of these patterns, and few pages need them.
# Roles of Sphinx 8 ("Roles", "Domains") and docutils; with a domain (`:py:class:`) any name is one.
_ROLE = (
    r"(?<![\w:`])(?P<role>:(?:(?:c|cpp|js|py|rst|std|ts):[a-z]+|abbr|attr|class|command|const|data|dfn|doc|download|envvar"
    r"|exc|external|file|func|guilabel|kbd|keyword|makevar|manpage|menuselection|meth|mod|numref|obj|option|paramref"
    r"|pep|prop|program|ref|rfc|samp|term|token):)\Z"
)
_TARGET = expression(r"(?P<text>[^<>]*?)\s*<[^<>]+>\Z")
_TAG = expression(r"\{@(?P<tag>link|linkcode|linkplain|inheritDoc|see)\s+(?P<what>[^\s{}|`]++)?(?P<rest>[^{}`]*+)\}?")
_BARE_FIELDS = frozenset({":return:", ":returns:", ":rtype:", ":raises:", ":yields:", ":param:"})
_BEGINNING = (
    r"(?P<tag>@(?:(?:param|typeParam)(?=\s+[{\[a-zA-Z_$])|returns?|throws))(?=\s+\S)(?!\s+(?:and|or)\s)"
    r"|(?P<field>:(?:arg|argument|except|exception|key|keyword|kwarg|param|parameter|raises?|returns?|rtype|type|var"
    r"|vartype|yields?)(?: [^:\r\n]{1,100})?:)(?=\s|\Z)"
    r"|(?P<directive>\.\. (?:admonition|attention|autoclass|autofunction|automodule|caution|code-block|danger"
    r"|deprecated|error|figure|hint|image|important|literalinclude|note|seealso|tip|toctree|versionadded"
    r"|versionchanged|warning)::)"
)
# Each begins with one character, which makes the search fast.
_HINTS = (
    expression(r"@(?:inheritDoc|link|param|return|see|throws|typeParam)"),
    expression(r":(?:(?:arg|ex|key|kw|param|r|type|var|yield)\w*+ |[a-z]++:[`\s])"),
    expression(r"\.\. [a-z-]++::"),
)
_READ_FIELDS = frozenset({"sphinx", "myst"})
_ABOUT = r"\b(?:docstrings?|JSDoc|reST|reStructuredText|RST|Sphinx|TSDoc|roles?|directives?)\b"
_LONGEST = 200  # characters of a text before code that may end in a role


class UnrenderedMarkup(Rule):
    """The page shows markup of another language, which Markdown does not know: ``:meth:`run` ``, `{@link Task}`.

    The reader sees markup in place of a link or a list. The generator copied it from a comment of the source, which is
    written for Sphinx, JSDoc or TSDoc, without translating it.

    The rule reports roles of Sphinx in front of code, its fields (`:param name:`) and directives (`.. note::`) where a
    line of text begins with them, inline tags of JSDoc, and its block tags where a line begins with them. MyST, too,
    shows these roles as text in Markdown, where they are written in braces. The rule leaves alone code, lines that
    speak of such markup, and on sites of Sphinx and MyST fields, which these may read.
    """

    family = "structure"
    severity = "warning"
    needs = {"rendering"}
    covers = ("J11",)
    consults = {"repository"}
    yields_to = ("unfenced-source",)
    remedy = "Translate the markup of comments to Markdown before you write them on a page, or leave it out."
    advice = "Write code or a link in Markdown in place of the markup."
    messages = {
        "role": Message(
            "The page shows the role `{role}` as text; write `` `{name}` `` without it", key=("role", "name")
        ),
        "tag": Message("The page shows `{tag}` as text; Markdown has no such tag", key=("tag",)),
        "field": Message("The page shows the field `{field}` as text; Markdown has no field lists", key=("field",)),
        "directive": Message("The page shows the directive `{directive}` as text", key=("directive",)),
    }
    examples = (
        Invalid(
            "Call :meth:`warm_up`, a :class:`~lib.tools.Tool`.\nSee (:py:func:`this one <lib.this>`).\n",
            lines={1: ("role", "role"), 2: "role"},
            fixed="Call `warm_up`, a `Tool`.\nSee (`this one`).\n",
        ),
        Invalid(
            "Use {@link Task.shell } or {@link Task the task}.\n\n| a |\n|---|\n| {@inheritDoc x} |\n",
            lines={1: ("tag", "tag"), 5: "tag"},
            fixed="Use `Task.shell` or the task.\n\n| a |\n|---|\n| {@inheritDoc x} |\n",
        ),
        Invalid("It runs.\n@param name - the name\n@returns a number\n", lines={2: "tag", 3: "tag"}),
        Invalid("It runs.\n\n:param text: The text\n:returns:\n", lines={3: "field", 4: "field"}),
        Invalid(".. note:: This is old.\n", lines={1: "directive"}),
        Valid("`:meth:`x`` :smile:`a` {meth}`b` `{@link c}` @param d, a :class: of `e`, `f`:ref:`g`\n\n    @param h\n"),
        Valid("The role :ref:`x` of Sphinx. JSDoc has {@link X}.\n"),
        Valid("- @param and @returns are tags.\n- @param 与 @returns 是标签\n"),
        Valid("a: b\n:type: c\n\n:ref:x\n\n@params are\n\n..note::\n"),
        Valid(":param a: b\n", "docs/a.md", files={"docs/conf.py": "extensions = ['myst_parser']\n"}),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if any(hint.search(page.own_text) for hint in _HINTS):
            yield from _roles(page)
            yield from _inline_tags(page)
            yield from _beginnings(page)


def _roles(page: Page) -> Iterator[Violation]:
    text = page.source.text
    codes = {code.start: code for code in page.document.code_spans}
    for node in page.document.texts():
        code = codes.get(node.end)
        if code is None or not node.text.endswith(":") or text.startswith("``", node.end):
            continue
        role = re.compile(_ROLE).search(text, max(node.start, node.end - _LONGEST), node.end)
        if role and not _is_about_markup(page, role.start()):
            span = Span(role.start(), code.end)
            name = _name(code.text)
            fix = page.replace(span, f"`{name}`", safe=False)
            yield Violation(span, "role", reason=role["role"], fix=fix, role=role["role"], name=name)


def _name(code: str) -> str:
    """Return what Sphinx shows of the content of a role: the text before a target, or the last part after a tilde."""
    target = _TARGET.match(code)
    if target and target["text"]:
        return target["text"]
    return code.rpartition(".")[2] if code.startswith("~") else code.lstrip("!")


def _inline_tags(page: Page) -> Iterator[Violation]:
    text = page.source.text
    for node in page.document.texts():
        for tag in _TAG.finditer(text, node.start, node.end) if "{@" in node.text else ():
            if _is_about_markup(page, tag.start()):
                continue
            span, what, rest = Span(*tag.span()), tag["what"], tag["rest"].strip(" |")
            is_known = tag[0].endswith("}") and what and "://" not in what and tag["tag"] != "inheritDoc"
            fix = page.replace(span, rest or f"`{what}`", safe=False) if is_known else None
            reason = f"@{tag['tag']}"
            yield Violation(span, "tag", reason=reason, fix=fix, tag=" ".join(tag[0].split()))


def _beginnings(page: Page) -> Iterator[Violation]:
    """Yield the tags, fields and directives that lines of paragraphs begin with."""
    beginning = re.compile(_BEGINNING)
    for paragraph in page.document.paragraphs:
        for node in _first_of_lines(paragraph):
            found = beginning.match(page.source.text, node.start, node.end) if node.text[0] in "@:." else None
            kind = found.lastgroup if found else None
            if not found or not kind or _is_about_markup(page, node.start):
                continue
            shown = found[kind]
            is_bare_word = kind == "field" and " " not in shown and shown not in _BARE_FIELDS
            is_read = kind == "field" and page.site is not None and page.site.id in _READ_FIELDS
            if not is_bare_word and not is_read:
                reason = shown.partition(" ")[0] if kind == "field" else shown
                arguments: dict[str, Any] = {kind: shown}
                yield Violation(Span(*found.span(kind)), kind, reason=reason, **arguments)


def _first_of_lines(paragraph: Paragraph) -> Iterator[Text]:
    is_first = True
    for inline in paragraph.children:
        if is_first and isinstance(inline, Text):
            yield inline
        is_first = isinstance(inline, Break)


def _is_about_markup(page: Page, offset: int) -> bool:
    return re.compile(_ABOUT).search(page.source.text, *line_around(page, Span(offset, offset))) is not None
