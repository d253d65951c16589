import re
from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from doclint.markdown.nodes import Heading
from doclint.markdown.slugs import slug
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

_ID = re.compile(r"\s*+\{:? ?#(?P<id>[\w.:-]++)[^{}]*+\}(?=\s*+#*+\s*+\Z)")
_NOT_PLAIN = re.compile(r"[^a-z0-9]")
_ATTRIBUTES = re.compile(r"\{#[\w.:-]++\}")
# Files of tools that read attributes of headings: MkDocs, Jekyll (kramdown), Docusaurus, mdBook, Hugo, Sphinx, Zola.
_TOOLS = (
    "_config.yml",
    "book.toml",
    "conf.py",
    "config.toml",
    "docs/conf.py",
    "docusaurus.config.js",
    "docusaurus.config.ts",
    "hugo.toml",
    "mkdocs.yaml",
    "mkdocs.yml",
)
_PAGE = "# Keyword Index: `a.h`\n\n## Keywords Extracted\n\n### {}\n\nText.\n"


class WrongHeadingId(Rule):
    """Headings have ids of their own, `{#name}`, that are the same, or that nothing reads.

    Links to an id that two headings have lead to the first one. Ids that are made of a heading by dropping all but
    ASCII letters and digits are the same for headings that differ in anything else, and are not what GitHub makes of
    the heading (`CUT_END` has the anchor `cut_end`, not `cutend`).

    `{#name}` is read by Pandoc, kramdown, MkDocs and others. GitHub and plain CommonMark show it as text, and there is
    no such anchor. So it is reported on pages of a known format, unless the repository is that of a site built with
    such a tool. Pages that people wrote are made for the tool they are used with. Where that guess is wrong, say so
    with the option `supported`.
    """

    id = "wrong-heading-id"
    family = "links"
    severity = "warning"
    covers = ("D05", "D06", "D07")
    consults = frozenset({"repository"})
    remedy = "Write no ids into headings for renderers that show them, or make them as the renderer makes slugs."
    messages = {
        "duplicate": Message(
            "The id `{id}` is that of `{other}` already: links to it lead there", key=("id",), severity="error"
        ),
        "unsupported": Message(
            "`{written}` is shown as text, and there is no anchor `{id}`: GitHub does not read it", key=("id",)
        ),
        "squeezed": Message(
            "The id `{id}` is the heading without its punctuation; its anchor on GitHub is `{anchor}`",
            key=("id",),
            severity="info",
        ),
    }
    examples = (
        Invalid(
            "# A\n\n## Wide Ą {#wide}\n\n## Wide Ę {#wide}\n\n## Other {#other .x}\n",
            lines=(5,),
            messages=("duplicate",),
        ),
        Invalid(
            _PAGE.format("CUT_END {#cutend}"),
            "docs/a.h_kw.md",
            lines=(5,),
            messages=("unsupported",),
            fixed=_PAGE.format("CUT_END"),
        ),
        Invalid(
            _PAGE.format("CUT_END {#cutend}"),
            "docs/a.h_kw.md",
            files={"mkdocs.yml": ""},
            lines=(5,),
            messages=("squeezed",),
        ),
        Invalid("# A {: #a }\n", options={"supported": "no"}, lines=(1,), fixed="# A\n"),
        Valid(_PAGE.format("CUT_END {#cut_end}"), "docs/a.h_kw.md", files={"mkdocs.yml": ""}),
        Valid("# Install {#install}\n\n## On Linux {#linux}\n\n## `{#id}`\n\n## The set {1, 2}\n"),
    )

    supported: Literal["auto", "yes", "no"] = Field(
        default="auto", description="Whether the pages are shown by a tool that reads `{#name}`."
    )

    def check(self, page: Page) -> Iterator[Violation]:
        written = [(heading, match) for heading in page.document.headings if (match := _written(page, heading))]
        if not written:
            return
        is_read = self._is_read(page)
        linked = {link.destination.partition("#")[2] for link in page.document.links}
        seen: dict[str, Heading] = {}
        for heading, match in written:
            id_ = match["id"]
            first = seen.setdefault(id_, heading)
            place = Span(match.end() - len(match.group().lstrip()), match.end())
            text = _ATTRIBUTES.sub("", heading.text).strip()
            if first is not heading:
                yield Violation(place, "duplicate", id=id_, other=first.text)
            elif not is_read:
                fix = Fix((Edit(Span(*match.span()), ""),), safe=id_ not in linked)
                yield Violation(place, "unsupported", fix=fix, written=match.group().strip(), id=id_)
            elif page.kind is not None and id_ == _NOT_PLAIN.sub("", text.lower()) and _is_lossy(text):
                yield Violation(place, "squeezed", id=id_, anchor=slug(text))

    def _is_read(self, page: Page) -> bool:
        """Whether somebody reads such ids; of pages by hand, that is to be expected."""
        if self.supported != "auto" or page.kind is None:
            return self.supported != "no"
        repository = page.repository
        return repository is not None and any(repository.is_file(path) for path in _TOOLS)


def _written(page: Page, heading: Heading) -> "re.Match[str] | None":
    """The id at the end of a heading, outside of code."""
    if not heading.text.rstrip().endswith("}"):
        return None
    text, last = page.source.text, heading.children[-1]
    start = text.find("{", last.start, last.end)
    if start < 0 or text[last.start] == "`":
        return None
    while start > heading.start and text[start - 1] in " \t":
        start -= 1
    return _ID.match(text, start, heading.end)


def _is_lossy(text: str) -> bool:
    """Whether more was dropped of a heading than blanks and what GitHub drops as well."""
    return _NOT_PLAIN.sub("", text.lower()) != slug(text).replace("-", "")
