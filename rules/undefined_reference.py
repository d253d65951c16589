import re
from collections.abc import Iterator

from doclint import Fix, Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import expression, misspelled_word
from doclint.kit.format_assumptions import as_name_in_sources
from doclint.kit.nodes import MissingReference

from ._dialects import is_code_on_site
from ._link_assumptions import reference_assumption

_AFTER_TAGS = expression(r" ?[-:\u2013\u2014]")
# `bug #12 [Form][Cache] ...` in a change log, `[info] [Form][check] ...` in a log.
_BEFORE_TAGS = expression(r"(?:#[\w-]{1,30}:? (?:\[[^\[\]\n]{1,60}\] ?)?|\[(?:debug|info|warning|error)\] )\Z")
_TWO_TAGS = expression(r"(?:\[\w{1,40}(?: [A-Z]\w{0,40})?\]){2}\s\s?\w")
_NO_LABEL = expression(r"[\W\d_]*\Z")
# A box of a drawing in characters.
_DRAWN = expression(r"(?<=[\[\]])[^\S\n]{2}|[^\S\n]{2}(?=\])")
_HASH = expression(r"(?=[a-f]*\d)[\da-f]{6,40}")
# `- [fix] ...`: a single tag.
_TAG = expression(r"^[ \t]*[-*+][ \t]+\[([^\[\]\n]{1,60})\][ \t:](?!\()", re.MULTILINE)
# A class of characters in a regular expression, such as `[A-Za-z0-9]` and `[\w.]`, and how often one may come.
_CLASS = expression(r"(?<![a-z])a-[fz](?![a-z])|(?<![A-Z])A-[FZ](?![A-Z])|(?<![\d.\s])[01]-9(?!\d)|\\[dDsSwW](?![a-z])")
_REPETITION = expression(r"\{\d|\+|\*?\$")
# What only the parts of a synopsis (`[-v][--help]`, `[host][:port]`) and keys (`["a"]["b"]`) begin with.
_NO_LABEL_BEGINS = tuple("-:=,|\"'")
# What brings text to a page, which may define labels: of Jekyll, mdBook, MkDocs, MyST and docfx.
_INCLUDE = expression(r"(?<!\{)\{%-? *include|\{\{#\w*include|--8<--|\{![\w./]|\{include\}|\[!INCLUDE\b", re.IGNORECASE)
_LONGEST = 500  # characters of code in HTML before a reference
_PLAIN = expression(r"[^\[\]\\\r\n]+\Z")


class UndefinedReference(Rule):
    """A reference link has a label that is defined nowhere, so the page shows its brackets as text.

    The reader sees markup instead of a link. Most often the generator copied text without the definitions below it, or
    the text has brackets that were not meant as a link.

    The rule reports full references (`[text][label]`) and collapsed ones (`[label][]`). It ignores what is ordinary
    text as often as not: a lone `[label]`, brackets after a word (`matrix[i][j]`), labels without a letter (`[1][2]`),
    words in front of a link (`[Optional][Guide](guide.md)`), three labels in a row (`[day][month][year]`), hashes of
    commits, keys that are pressed twice (`[tab][tab]`), paths of Rust (`crate::a`), which rustdoc resolves, regular
    expressions (`[A-Za-z][A-Za-z0-9]*`), options (`[-v][--help]`), and tags at the start of a list item
    (`[breaking][fix] - ...`, or `[fix][api] ...` beside `[fix] ...` or `[new][api] ...`) or after the number of an
    issue (`#12 [fix][api] ...`), optional parts in each other (`[[host:][port]:]`), and boxes of a drawing (`[ host ][
    port ]`). It also ignores pages that include other files, which may define the labels, names of items on pages that
    a crate of Rust has in its documentation, and code in HTML (`<code>string[][]</code>`). Where no configuration says
    which site has the page, but pages below the same folder have directives of mkdocstrings (`::: shop.till`), it says
    nothing of labels without white space, because any object may be one there. If another site resolves references,
    name it under `site`.
    """

    family = "links"
    severity = "error"
    needs = {"rendering"}
    consults = {"repository"}
    yields_to = ("unfenced-source",)
    remedy = "Define each label that the page uses, and escape brackets in text that is copied to the page."
    advice = "Define the label at the end of the page, or escape the brackets if they are not meant as a link."
    messages = {
        "undefined": Message("The label `{label}` is not defined[; did you mean `{suggestion}`?]", key=("label",))
    }
    examples = (
        Invalid("See [the guide][guide] and [faq][].\n", lines=(1, 1)),
        Invalid(
            "See ![the logo][bigogo] and [biglog][].\n\n[biglogo]: https://example.org/logo.png\n",
            lines=(1, 1),
            fixed="See ![the logo][biglogo] and [biglog][biglogo].\n\n[biglogo]: https://example.org/logo.png\n",
        ),
        Valid("See [the guide][guide] and [FAQ][].\n\n[guide]: /g\n[faq]: /f\n"),
        Valid("- [breaking][fix] - `a` is gone\n- [new][api]: `b`\n"),
        Valid("[Optional][Guide](guide.md)\n"),
        Valid("- [List][Menu] Has a style\n- [Menu] Has a name\n- Menus of lists [0cc58ce][a4b7d8d]\n"),
        Valid("- [For R4][shop] Which?\n- [For R8][shop] What?\n- [For R9][later on] Why?\n"),
        Valid("- [x] [AI-Review][HIGH] Test it\n- [ ] [AI-Review][LOW] Name it\n"),
        Invalid("- [The guide][guide] first\n- [The paper][paper] next\n", lines=(1, 2)),
        Valid("1. [Code][Operator][Value]\n"),
        Valid("- bug #12 [Form][Cache] Fix it\n- #cve-1-2 [Http] [Mail][Web Server] Fix it\n"),
        Valid("12:41:35 [info] [Form][check] Checked it\n"),
        Valid("Run it with [[host:][port]:]path.\n"),
        Valid("[ scheme ][       host       ][   port   ]\n"),
        Invalid("- Fix #12 as [the guide][guide] says, and [[the paper][paper]]\n", lines=(1, 1)),
        Valid("Press [tab][tab], and see [`a`][crate::a].\n"),
        Valid("A name is [A-Za-z_][A-Za-z0-9_]*, [a-f][], ^[abc][xyz]$ or [aeiou][xyz]{2}; \\\\[\\w][\\d] is not.\n"),
        Valid('Run `it` [-v][--verbose] [host][:port] with ["key"]["name"].\n'),
        Valid("|a|b|\n|-|-|\n|`[x][y]|[z][w]`|2|\n", "docs/a.md", files={"mkdocs.yml": "site_name: A\n"}),
        Invalid("|a|b|\n|-|-|\n|[x][y]|`z|w`|\n", "docs/a.md", files={"mkdocs.yml": "site_name: A\n"}, lines=(3,)),
        Valid("A <code>list of [string, <a href='#f'>Fruit</a>][]</code>.\n"),
        Invalid("A <code>list</code> of [fruits][].\n", lines=(1,)),
        Valid(
            "See [`Shop`][], [the door][open] and [it][fn@open].\n",
            "README.md",
            files={"Cargo.toml": "", "src/main.rs": '#[doc = include_str!("../README.md")]'},
        ),
        Invalid("See [`Shop`][].\n", "README.md", files={"Cargo.toml": "", "src/main.rs": "//! Main"}, lines=(1,)),
        Valid(
            "See [`Till`][shop.Till] and [the base][sqlite3].\n",
            "docs/a.md",
            files={"docs/api/till.md": "# Till\n\n::: shop.till\n    options: {}\n"},
        ),
        Valid("---\nt: a\n---\n\nSee [it][shop.Till].\n", "docs/a.md", files={"docs/till.md": "::: shop.till\n"}),
        Invalid("See [it][the till].\n", "docs/a.md", files={"docs/till.md": "::: shop.till\n"}, lines=(1,)),
        Valid("See [The till][].\n", "docs/a.md", files={"docs/till.md": "::: shop.till\n"}),
        Invalid(
            "See [`Till`][shop.Till].\n",
            "examples/README.md",
            files={"docs/api/till.md": "::: shop.till\n", "examples/a.md": "::: warning\n:::\n```\n::: a b\n"},
            lines=(1,),
        ),
        Valid("See [the guide][guide].\n\n{% include links.md %}\n"),
        Valid('See [the guide][guide].\n\n--8<-- "links.md"\n'),
        Invalid("See [e-mail][data-zip] and [the plan of 2020-2021][plan].\n", lines=(1, 1)),
        Valid("A [note], an item `x[a][b]`, x[a][b], [0][1] and \\[a][b\\].\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        text = page.source.text
        if not page.document.missing_references or _INCLUDE.search(text):
            return
        labels = [definition.label for definition in page.document.definitions]
        starts = {item.inlines[0].start for item in page.document.list_items if item.inlines}
        tags = {*_TAG.findall(text), *_shared_labels(page, starts)}
        for reference in page.document.missing_references:
            if page.site is not None and page.site.resolves(page.path, reference.label):
                continue
            if _is_text(text, reference) or (reference.start in starts and _is_tag(text, reference, tags)):
                continue
            from doclint.sites.support.code_docs import may_be_item

            label = reference.label
            if page.repository is not None and may_be_item(page.repository, page.path, label):
                continue
            # Names and ids of objects have no white space, texts of headings do.
            may_be_object = reference.kind == "collapsed" or len(label.split()) == 1
            if is_code_on_site(page, reference.start) or (may_be_object and _is_of_mkdocstrings(page)):
                continue
            reason = "" if page.kind else label
            suggestion = misspelled_word(label, labels)
            fix = _fix(page, reference, suggestion) if suggestion and _PLAIN.match(suggestion) else None
            found = Violation(reference.span, "undefined", reason=reason, fix=fix, label=label, suggestion=suggestion)
            assumption = reference_assumption(page)
            yield found.resting_on(assumption, as_name_in_sources(page, label)) if assumption else found


def _is_of_mkdocstrings(page: Page) -> bool:
    """Whether a site may resolve references, of which the repository has pages but no configuration."""
    if page.repository is None or page.site is None or page.site.config is not None:
        return False
    from doclint.sites.support.code_docs import may_refer

    return may_refer(page.repository, page.path)


def _shared_labels(page: Page, starts: set[int]) -> Iterator[str]:
    """Yield the undefined labels that begin items after different words, as tags do: `[Today][shop]`, `[Later][shop]`.

    Where one label does so, or words in capitals follow the same ones (`[AI-Review][HIGH]`, `[AI-Review][LOW]` in the
    reviews of the BMAD Method), those of the other items are tags as well.
    """
    begun = [reference for reference in page.document.missing_references if reference.start in starts]
    texts = {page.text(reference.span) for reference in begun}
    labels, words = {reference.label for reference in begun}, {text.partition("][")[0] for text in texts}
    is_rank = all(label.isalpha() and label[:1].isupper() for label in labels)
    if len(texts) > len(labels) or (is_rank and len(texts) > len(words)):
        yield from (reference.label for reference in begun)


def _is_text(text: str, reference: MissingReference) -> bool:
    """Whether what is around a reference, or its label, shows that it is ordinary text."""
    before, label = text[reference.start - 1 : reference.start], reference.label
    if _NO_LABEL.match(label) or before.isalnum() or before in ("]", ")", "_", "\\", "^"):
        return True
    if before == "[" and not text.startswith("]", reference.end):
        return True  # optional parts in each other: `[[host:][port]:]`
    start = reference.start
    if _TWO_TAGS.match(text, start) and _BEFORE_TAGS.search(text, max(0, start - 99), start):
        return True
    if label.startswith(_NO_LABEL_BEGINS) or _HASH.fullmatch(label) or "::" in label:
        return True
    if _DRAWN.search(text, reference.start, reference.end) or text.startswith(("(", "["), reference.end):
        return True
    is_twice = text.startswith(f"[{label}][{label}]", reference.start)
    return is_twice or _is_code(text, reference) or _is_expression(text, reference)


def _is_code(text: str, reference: MissingReference) -> bool:
    """Whether a reference is in code that is written in HTML."""
    before = text[max(0, reference.start - _LONGEST) : reference.start]
    return before.rfind("<code>") > before.rfind("</code>")


def _is_expression(text: str, reference: MissingReference) -> bool:
    """Whether a reference is part of a regular expression."""
    is_repeated = _REPETITION.match(text, reference.end) is not None
    return is_repeated or _CLASS.search(text, reference.start, reference.end) is not None


def _is_tag(text: str, reference: MissingReference, tags: set[str]) -> bool:
    """Whether a reference at the start of a list item is two tags: a dash or a colon follows, or one is a tag alone."""
    first = text[reference.start + 1 : reference.end].partition("]")[0]
    return _AFTER_TAGS.match(text, reference.end) is not None or not tags.isdisjoint({first, reference.label})


def _fix(page: Page, reference: MissingReference, label: str) -> Fix:
    """Return the fix that writes another label. It edits the whole reference, because all of it becomes a link."""
    shown = page.text(reference.span).rpartition("[")[0]
    return page.replace(reference.span, f"{shown}[{label}]", safe=False)
