import re
from collections.abc import Iterable, Iterator

from doclint import Fix, Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import Places, elements, expression
from doclint.kit.nodes import Html, HtmlBlock

from ._dialects import is_code_on_site
from ._pages import FILE_PAGE, purpose_page

# A tag that could be a placeholder: a name, and further words (`<path to file>`), but no value of an attribute.
_TAG = expression(r"<(?P<name>[A-Za-z][A-Za-z0-9-]*+)(?:[ \t]++[A-Za-z_:][\w.:-]*+)*+[ \t]*+>")
# A tag with attributes, as HTML, Vue and JSX write them: names as `@click` and `#item`, values as `{list}`.
_WITH_ATTRIBUTES = expression(
    r"""<[A-Za-z][\w.:-]*+
        (?:\s++(?:\{[^{}]{0,500}+\}
            |[^\s"'<>/={}]++(?:\s*+=\s*+(?:"[^"]{0,500}+"|'[^']{0,500}+'|\{[^{}]{0,500}+\}|[^\s"'=<>`]++))?+))++
        \s*+/?>""",
    re.VERBOSE,
)
_CITATION = expression(r"<(?P<end>/?)cite\b[^<>]{0,200}+>", re.IGNORECASE)
_CLOSER = expression(r"</([A-Za-z][A-Za-z0-9-]*+)")
_SHORTCODE = expression(r"\{\{[<%](?:[^{}>%]|[>%](?!\}\})){0,400}+[>%]\}\}")
_NO_MARKDOWN = expression(r"<(?:[!?]|(?:script|style|pre|textarea)\b)", re.IGNORECASE)


class VanishingPlaceholder(Rule):
    """A placeholder in angle brackets disappears, because Markdown parses it as an HTML tag: `<filename>_docs.md`.

    Browsers hide unknown tags, so the reader sees `_docs.md`. C++ and Rust types lose their arguments in the same way
    (`Vec<T>`). Escape text that may contain angle brackets, or put it in backticks, as the fix does.

    doclint reports a placeholder once per page. An unclosed `<cite>` disappears, too, and turns all that follows into a
    citation.

    The rule ignores other elements of HTML, SVG and MathML, tags with attributes or with an end tag on the page, which
    another tool may know, the values of attributes, shortcodes (`{{<toc>}}`) and MDX. On pages of unknown formats it
    also ignores names with a hyphen or a capital letter, which are components (`<my-menu>`, `<Tabs>`), unless they
    follow a word, as the arguments of a type do.
    """

    family = "structure"
    severity = "warning"
    needs = {"rendering"}
    covers = ("B15",)
    consults = {"repository"}
    yields_to = ("leaked-reasoning", "unfenced-source", "wrong-overview")
    remedy = "Put placeholders in angle brackets in backticks: elsewhere they are HTML."
    messages = {
        "vanishes": Message(
            "`{found}` is parsed as an HTML tag and disappears[ ({times} times on this page)]; put it in backticks",
            key=("found",),
        ),
        "unclosed": Message(
            "`<cite>` is never closed, so all that follows is a citation; close it, or put it in backticks",
            remedy="Close the elements that you open.",
        ),
    }
    examples = (
        Invalid(
            purpose_page("See **<filename>_docs.md** in <target-folder>."),
            FILE_PAGE,
            lines=(5, 5),
            fixed=purpose_page("See **`<filename>`_docs.md** in `<target-folder>`."),
        ),
        Invalid("Copy it to <path of the archive>, a Vec<String>.\n\n<archive>\n", lines=(1, 1, 3)),
        Valid("`<filename>`, \\<filename>, &lt;filename>, <https://example.org>, <me@example.org>, 1 < 2 > 1\n"),
        Valid("A<br>b <kbd>c</kbd> <details>\n\n<summary>\n\n<!-- <filename> -->\n\n```\n<filename>\n```\n"),
        Valid("<my-menu> and <Tabs>, <note>this</note>, <entry key='a'>, <entry/>\n"),
        Valid('<Listing number="1" caption="A `Vec<u8>` and\nan `Option<i32>`">\n\n<Listing title="<name>"/>\n'),
        Valid(
            "See <Shop :of='Map<String>' @open=\"x = f<fruit>(y)\"> and <Shop\n  of={get<fruit>()} {...more<fruit>}>.\n"
        ),
        Valid("{{<toc>}} and {{% <toc> %}}\n\n{{< key default=\"<name of the key>\" a='b' >}}\n"),
        Invalid("A <shop name='a'> <fruit> or `<shop name=\"`, <fruit>.\n", lines=(1,)),
        Valid("A <filename>.\n", "docs/page.mdx"),
        Valid("|a|b|\n|-|-|\n|`<name>|<file>`|2|\n", "docs/a.md", files={"mkdocs.yml": "site_name: A\n"}),
        Invalid("|a|b|\n|-|-|\n|<name>|`a|b`|\n", "docs/a.md", files={"mkdocs.yml": "site_name: A\n"}, lines=(3,)),
        Valid("<dl markdown>\n<dd>`<name>.md`</dd>\n</dl>\n", "docs/a.md", files={"mkdocs.yml": "site_name: A\n"}),
        Invalid("<dl>\n<dd>`<name>.md`</dd>\n</dl>\n", "docs/a.md", files={"mkdocs.yml": "site_name: A\n"}, lines=(2,)),
        Valid("Run <<command>>.\n"),
        Valid("Name it $\\mathtt{<type>\\_<unit>}$ with $$<n>$$, or\n\n$$\n<type>\n$$\n"),
        Invalid("From $HOME/<user>/ to `$PATH`, $ <group> $ and $5-<price>, $1.\n", lines=(1, 1, 1)),
        Invalid("<cite>\n\n- [a](a.md)\n\n</cite>\n\nA <cite> and\n\n# B\n", lines={7: "unclosed"}),
        Valid("<cite>\n\n- [a](a.md)\n\n</cite>\n\n<!-- <cite> -->\n\n`<cite>`, <CITE class='a'>b</CITE>\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        tags = page.document.html
        if not tags or page.document.is_mdx:
            return
        yield from _unclosed(page.source.text, tags)
        ended = {name.lower() for html in tags for name in _CLOSER.findall(html.text)}
        known = elements(ended) | ended
        inside: Places | None = None
        found: dict[str, list[tuple[Span, Fix | None]]] = {}
        text = page.source.text
        for html in tags:
            for match in _TAG.finditer(text, html.start, html.end) if not _NO_MARKDOWN.match(text, html.start) else ():
                if match["name"].lower() in known or _is_component(page, match) or _is_shortcode(match):
                    continue
                inside = inside or _tags_with_values(text)
                span = Span(*match.span())
                if not inside.meet(span) and not is_code_on_site(page, span.start):
                    fix = _as_code(page, match) if isinstance(html, Html) else None
                    found.setdefault(match.group(), []).append((span, fix))
        for tag, places in found.items():
            edits = [edit for _, fix in places if fix for edit in fix.edits]
            whole = Fix(tuple(edits), safe=True) if len(edits) == len(places) else None
            times = len(places) if len(places) > 1 else None
            yield Violation(places[0][0], "vanishes", fix=whole, found=tag, times=times)


def _unclosed(text: str, tags: Iterable[Html | HtmlBlock]) -> Iterator[Violation]:
    """Yield the citations that end with the page."""
    found: list[Span] = []
    for html in tags:
        for tag in _CITATION.finditer(text, *html.span) if not _NO_MARKDOWN.match(text, html.start) else ():
            if tag["end"]:
                del found[-1:]
            else:
                found.append(Span(*tag.span()))
    yield from (Violation(span, "unclosed") for span in found)


def _tags_with_values(text: str) -> Places:
    """Return the places of shortcodes, and of all tags whose attributes have values: what looks like a tag there is
    none.
    """
    tags = (tag for tag in _WITH_ATTRIBUTES.finditer(text) if not _TAG.fullmatch(tag.group()))
    shortcodes = _SHORTCODE.finditer(text) if "{{" in text else ()
    return Places(Span(*one.span()) for one in (*tags, *shortcodes))


def _is_component(page: Page, tag: re.Match[str]) -> bool:
    """Whether a tag may be a component that another tool knows."""
    before = tag.string[max(0, tag.start() - 1) : tag.start()]
    name = tag["name"]
    return page.kind is None and ("-" in name or name[0].isupper()) and not before.isalnum()


def _is_shortcode(tag: re.Match[str]) -> bool:
    """Whether a tag is a shortcode of Hugo, or in a template: `{{<a>}}`, `<<a>>`."""
    before = tag.string[max(0, tag.start() - len("{{% ")) : tag.start()]
    return before.endswith(("{{", "{{% ", "<")) and tag.string.startswith(("}}", " %}}", ">"), tag.end())


def _as_code(page: Page, tag: re.Match[str]) -> Fix | None:
    """Return the fix that sets a tag as code; None if there is a backtick beside it."""
    if tag.string.startswith("`", tag.end()) or tag.string.endswith("`", 0, tag.start()):
        return None
    return page.replace(Span(*tag.span()), f"`{tag.group()}`", safe=True)
