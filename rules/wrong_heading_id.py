import re
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import expression, slug
from doclint.kit.nodes import Heading

_ID = expression(r"\s*+\{:? ?#(?P<id>[\w.:-]++)[^{}]*+\}(?=\s*+#*+\s*+\Z)")
_NOT_PLAIN = expression(r"[^a-z0-9]")
_ATTRIBUTES = expression(r"\{#[\w.:-]++\}")
# Configuration of tools that read the attributes of headings: MkDocs, Jekyll, Docusaurus, mdBook, Hugo, Sphinx, Zola.
_TOOLS = (
    *("_config.yml", "book.toml", "config.toml", "hugo.toml", "mkdocs.yaml", "mkdocs.yml"),
    *("conf.py", "docs/conf.py", "docusaurus.config.js", "docusaurus.config.ts"),
)
_PATH = "docs/a.h_kw.md"
_MKDOCS = {"mkdocs.yml": ""}


def _page(heading: str) -> str:
    return f"# Keyword Index: `a.h`\n\n## Keywords Extracted\n\n### {heading}\n\nText.\n"


class WrongHeadingId(Rule):
    """The id of a heading, `{#name}`, is not unique, or the renderer does not read it.

    If two headings have one id, links to it lead to the first. Pandoc, kramdown, MkDocs and others read `{#name}`;
    GitHub and plain CommonMark show it as text, and the page has no such anchor. An id that is the heading without
    everything but ASCII letters and digits is the same for headings that differ only in the rest, and is not the anchor
    that GitHub makes (`CUT_END` has the anchor `cut_end`, not `cutend`).

    The rule reports unread ids on pages of a format with a `docs-root`, unless the repository has the configuration of
    a tool that reads them. It assumes that other pages fit their tool. If that guess is wrong, set the option
    `supported`.
    """

    family = "links"
    severity = "warning"
    needs = {"rendering"}
    covers = ("D05", "D06", "D07")
    consults = {"repository"}
    remedy = "Do not write ids into headings if the renderer shows them as text; else make them as it makes slugs."
    advice = "Do not write ids into headings if the renderer shows them as text; else write each id once."
    messages = {
        "duplicate": Message(
            "The id `{id}` already belongs to `{other}`, and links lead there; write another id",
            key=("id",),
            severity="error",
        ),
        "unsupported": Message("GitHub shows `{written}` as text and makes no anchor `{id}` of it", key=("id",)),
        "squeezed": Message(
            "The id `{id}` is the heading without its punctuation; on GitHub, the anchor is `{anchor}`",
            key=("id",),
            severity="info",
        ),
    }
    examples = (
        Invalid("## Wide Ą {#wide}\n\n## Wide Ę {#wide}\n\n## Other {#other .x}\n", lines={3: "duplicate"}),
        Invalid(_page("CUT_END {#cutend}"), _PATH, lines={5: "unsupported"}, fixed=_page("CUT_END")),
        Invalid(_page("CUT_END {#cutend}"), _PATH, files=_MKDOCS, lines={5: "squeezed"}),
        Invalid("# A {: #a }\n", options={"supported": "no"}, lines=(1,), fixed="# A\n"),
        Valid(_page("CUT_END {#cut_end}"), _PATH, files=_MKDOCS),
        Valid("# Install {#install}\n\n## On Linux {#linux}\n\n## `{#id}`\n\n## The set {1, 2}\n"),
    )

    supported: Annotated[
        Literal["auto", "yes", "no"], Meta(description="Whether the tool that shows the pages reads `{#name}`.")
    ] = "auto"

    def check(self, page: Page) -> Iterator[Violation]:
        if "}" not in page.own_text:
            return
        found = [(heading, match) for heading in page.document.headings if (match := _match_id(page, heading))]
        is_read = self._is_read(page)
        linked = {link.fragment for link in page.document.links}
        seen: dict[str, str] = {}
        for heading, match in found:
            id_, written = match["id"], match.group().strip()
            span = Span(match.end() - len(match.group().lstrip()), match.end())
            text = _ATTRIBUTES.sub("", heading.text).strip()
            if id_ in seen:
                yield Violation(span, "duplicate", id=id_, other=seen[id_])
            elif not is_read:
                fix = page.replace(Span(*match.span()), "", safe=id_ not in linked)
                yield Violation(span, "unsupported", fix=fix, written=written, id=id_)
            elif page.is_for_host and id_ == _NOT_PLAIN.sub("", text.lower()) != slug(text).replace("-", ""):
                yield Violation(span, "squeezed", id=id_, anchor=slug(text))
            seen.setdefault(id_, text)

    def _is_read(self, page: Page) -> bool:
        """Whether the renderer reads such ids; handwritten pages are assumed to fit their renderer."""
        if self.supported != "auto" or not page.is_for_host:
            return self.supported != "no"
        repository = page.repository
        return repository is not None and any(repository.is_file(path) for path in _TOOLS)


def _match_id(page: Page, heading: Heading) -> "re.Match[str] | None":
    """Return the match of the id at the end of a heading, outside code."""
    if not heading.text.rstrip().endswith("}"):
        return None
    text, last = page.source.text, heading.children[-1]
    start = text.find("{", last.start, last.end)
    if start < 0 or text[last.start] == "`":
        return None
    while start > heading.start and text[start - 1] in " \t":
        start -= 1
    return _ID.match(text, start, heading.end)
