from bisect import bisect
from collections.abc import Iterator
from itertools import chain
from posixpath import basename, dirname, join, normpath
from urllib.parse import unquote

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.formats.kinds import LEADING
from doclint.formats.patterns.inlines import joined
from doclint.kit import candidates, expression, language_of, misspelled_word, schema, target_of, with_path
from doclint.kit.nodes import Link, plain_text
from doclint.kit.shapes import Prose
from doclint.page.links import destination_like
from doclint.repository.globs import files_matching

from ._pages import file_of, format_in, index_page, keyword_page

_RELATED = "# Documentation: `a/b/`\n\n## Cross-References\n\n### Related Documentation\n\n- [Global Index]({})\n"
_INDEXES = {"docs/index.md": "", "docs/a/index.md": ""}
_LINKED = {"docs/B.md": "# Class B\n\n## put\n\n## put\n\n## take\n"}
_NAMES = format_in("misleading_link")
_TO_SINGLE_PAGE = expression(r"\[(?P<label>[^\[\]{}`]+)\]\(\{page\.(?P<kind>[\w-]+)\}\)")
_NAME = expression(r"[.~]?(?P<name>[^\W\d][\w$]*)(?:\(.*\))?")
_DOTTED = expression(r"[^\W\d]\w*+(?:\.[^\W\d]\w*+)*+")
_WORD = expression(r"\w+")
_AFTER_WORD = expression(r"[^\W_][,:;]?\s\(?\Z")
_BEFORE_WORD = expression(r"\)?[,:;.]?\s[^\W_]")
_ARGUMENTS = expression(r"\(.*|<[^<>]*>")
_TO_BLOCK = expression(r"[\"\x27]?+\s*+>(?:</a>)?+\s*+")  # behind the name in `<a name="basket"></a>`
_AS_CODE = ("[`", "[<code>", "[.", "[~")
_LONGEST = 200  # characters of a label that is a file name


class MisleadingLink(Rule):
    """A link does not lead where its label says: `[Global Index](../index.md)` two folders below the index.

    This is worse than a dead link, because the reader believes it. Most often the generator writes the same path on
    pages of any depth.

    The rule checks two kinds of labels. For some links, the format says where they must lead: to the index of the
    folder, of the folder around it, or of the repository. A label that is a file name, `core.py`, must lead to that
    file or to a page about it. On pages of no known format, the rule checks a file name only if that file is in the
    same folder as the file that the link leads to; and among generated pages it checks the labels that the format has
    for a page of which there is only one, such as the global index. If a format says that links are called by the names
    of what they lead to (`linked-names`), a name in code must be in the destination, or any name that is all of the
    text of a link to a page (`plain`). `broken-link` reports links to files that do not exist.
    """

    family = "links"
    severity = "error"
    of_template = True
    reads = {"{page.KIND}", "{parent.KIND}", "markdown", "format.linked-names"}
    covers = ("D02",)
    consults = {"repository"}
    yields_to = ("broken-link", "broken-anchor", "unfenced-source", "wrong-base", "wrong-type")
    remedy = "Compute each link from the page that its label names, not with a fixed number of `../`."
    advice = "Link to what the text of the link names, or change the text."
    messages = {
        "page": Message("The link `{label}` leads to `{found}` instead of `{expected}`", key=("label", "found")),
        "file": Message("The link is called `{label}`, but leads to `{found}`", key=("label", "found")),
    }
    examples = (
        Invalid(
            _RELATED.format("../index.md"),
            "docs/a/b/doc.md",
            files=_INDEXES,
            lines={7: "page"},
            fixed=_RELATED.format("../../index.md"),
        ),
        Invalid(
            index_page("a/b").replace("[..](../index.md)", "[..](../../index.md#top)"),
            "docs/a/b/index.md",
            files=_INDEXES,
            lines=(19,),
            fixed=index_page("a/b").replace("[..](../index.md)", "[..](../index.md#top)"),
        ),
        Invalid(
            keyword_page("src/app.py", "Classes", ["App"]).replace("](./app.py", "](./main.py"),
            "docs/src/app.py_kw.md",
            lines={7: "file"},
        ),
        Invalid("[a.md](b.md)\n", files={"docs/a.md": "", "docs/b.md": ""}, lines=(1,), fixed="[a.md](./a.md)\n"),
        Invalid(
            "[Global Index](a/index.md), [Folder Index](a/index.md)\n",
            "docs/notes.md",
            files=_INDEXES,
            lines={1: "page"},
            fixed="[Global Index](./index.md), [Folder Index](a/index.md)\n",
        ),
        Valid("[Global Index](a/index.md)\n", "docs/notes.md", files={"docs/a/index.md": ""}),
        Valid(_RELATED.format("../index.md").replace("a/b/", "a/"), "docs/a/doc.md"),
        Valid(index_page("a"), "docs/a/index.md"),
        Valid(*file_of("a.py", "## File Purpose\n\nSee [core.py](./core.py_docs.md), [`src/x.c`](../src/x.c#L3).\n")),
        Valid(keyword_page("__init__.py", "Classes", ["App"], docs="__init__.py_docs.md"), "docs/__init__.py_kw.md"),
        Invalid(
            "# Class A\n\n[`put`](B.md#take)\n\n[`B`](B.md).[`put`](B.md#put-1)\n\n[B](B.md).[put](B.md#take)\n\n"
            "[C](B.md).[take](B.md#take)\n\n[`Till`](default.md)\n",
            files=_LINKED,
            format=_NAMES,
            lines=(3, 7, 9),
        ),
        Valid("See [Node.js](node.md), [setup.py](packaging.md), [README.md](README.zh.md).\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        leads = _leads(page)
        right: set[str] = set()  # inline links as they are written, because pages repeat them
        labels = _labels_of_single_pages(page) if page.kind is None else {}
        for link in page.document.links:
            # Images may be in each other, so that the texts of all of them could be long together.
            written = "" if link.image else page.source.text[link.start : link.end]
            expected, is_free = leads.get(link.start), link.kind == "inline" and link.start not in leads
            if is_free and written in right:
                continue
            if is_free and labels:
                expected = labels.get(plain_text(link.children))
            violation = _check_lead(page, link, expected) if expected else None
            if violation is None and is_free:
                named = _check_name(page, link)
                violation = _check_file_name(page, link) or (named if named and not _is_own_word(page, link) else None)
            if violation is not None:
                yield violation
            elif is_free and written:
                right.add(written)


def _leads(page: Page) -> dict[int, str]:
    """Return the paths that links must lead to by the format of the page, by the places of the links."""
    leads: dict[int, str] = {}
    for hole, captures in page.captures.items():
        lead = page.lead(hole) if hole.startswith(LEADING) else None
        if lead is not None:
            leads.update((capture.start, lead) for capture in captures)
    return leads


def _labels_of_single_pages(page: Page) -> dict[str, str]:
    """Return the labels that formats have for pages of which there is only one, and the paths of these pages.

    A page that people wrote among generated ones may use these labels too.
    """
    repository = page.repository
    labels = (label for one in page.formats.at(page.path) if one.docs_folder for label in _labels_of(one))
    return {label: path for label, path in labels if repository is not None and repository.is_file(path)}


def _labels_of(format_: "schema.Format") -> Iterator[tuple[str, str]]:
    paths = {kind.name: format_.at(kind.path.fixed) for kind in format_.kind if kind.path.fixed}
    for kind in format_.kind:
        for content in chain.from_iterable(kind.contents(schema.LinksContent).values()):
            for item in content.item:
                match = _TO_SINGLE_PAGE.fullmatch(item.text)
                if match and match["kind"] in paths:
                    yield match["label"], paths[match["kind"]]


def _check_lead(page: Page, link: Link, expected: str) -> Violation | None:
    """Return what is wrong with a link that must lead to a page, or to its folder."""
    target = target_of(page, link.destination)
    if target is None or target.path in (expected, dirname(expected)):
        return None
    exists = page.repository is None or page.repository.exists(expected)
    destination = destination_like(page, link, expected) if exists else None
    fix = None if destination is None else with_path(page, link, destination, safe=True)
    label = plain_text(link.children)
    return Violation(link.span, "page", reason=label, fix=fix, label=label, found=target.path, expected=expected)


def _check_file_name(page: Page, link: Link) -> Violation | None:
    """Return what is wrong with a link whose label is the name of another file than the one it leads to."""
    label = _file_name(link)
    target = target_of(page, link.destination) if label else None
    if label is None or target is None or not basename(target.path) or target.path == page.path:
        return None
    name, found = basename(label), basename(target.path)
    if found.casefold() == name.casefold() or "." not in name:
        return None
    if page.kind is not None:
        if name in map(basename, page.files_described_at(target.path)):  # quicker than what follows
            return None
        subjects = (one.subject.path for one in candidates(target.path, page.formats.at(target.path)))
        about = set(map(basename, filter(None, subjects)))
        return Violation(link.span, "file", label=label, found=target.path) if about and name not in about else None
    meant = normpath(join(dirname(target.path), name))
    if page.repository is None or not _are_alike(name, found) or not page.repository.is_file(meant):
        return None
    destination = destination_like(page, link, meant)
    fix = None if destination is None else with_path(page, link, destination, safe=False)
    return Violation(link.span, "file", fix=fix, label=label, found=target.path)


def _check_name(page: Page, link: Link) -> Violation | None:
    """Return what is wrong with a link of a generator that has another name than what it leads to."""
    if page.format is None or not page.format.linked_names:
        return None
    text, destination = page.source.text, link.destination
    is_dotted = text.startswith(".[", link.end) or text.startswith(").", max(link.start - 2, 0))
    is_name = is_dotted or text.startswith(_AS_CODE, link.start)
    if page.format.linked_names == "plain" and destination.partition("#")[0].rstrip("\\").endswith(".md"):
        return _check_plain_name(link)
    label = _NAME.fullmatch(plain_text(joined(link.children)).strip()[:_LONGEST]) if is_name else None
    # Where a default export is, it is called `default`.
    if label is None or "://" in destination or "default" in destination:
        return None
    ids = page.remembered(_ids) if destination.startswith("#") else {}
    is_broken, name = bool(ids) and link.fragment not in ids, _letters(label["name"])
    # Bundled types have the name of their namespace, too: `Shop_Basket` is `Shop.md#Basket`.
    target = _letters(basename(unquote(destination)).replace(".md#", "#"))
    if is_broken or name in target or name in ids.get(link.fragment, ""):
        return None
    return Violation(link.span, "file", label=label[0], found=destination)


def _check_plain_name(link: Link) -> Violation | None:
    """Return what is wrong with a link to a page that is called by one name, or by that of a class and a member."""
    label = plain_text(joined(link.children)).strip()[:_LONGEST]
    name, destination = _ARGUMENTS.sub("", label), unquote(link.destination)
    if _DOTTED.fullmatch(name) and not all(_letters(one) in _letters(basename(destination)) for one in name.split(".")):
        return Violation(link.span, "file", label=label, found=destination)
    return None


def _is_own_word(page: Page, link: Link) -> bool:
    """Whether the label of a link in a sentence of a description is its author's, as in `{@link Fruit | apple}`:
    nothing has that name, and it is not a misspelled part of the destination.
    """
    texts, text, span = page.remembered(_descriptions), page.source.text, Span(link.start, link.end)
    is_in_text = _AFTER_WORD.search(text, max(span.start - 4, 0), span.start) or _BEFORE_WORD.match(text, span.end)
    place = bisect(texts, span) - 1
    if page.repository is None or not is_in_text or place < 0 or span.start >= texts[place].end:
        return False
    label = _ARGUMENTS.sub("", plain_text(joined(link.children))).strip(" .~")
    target = target_of(page, link.destination)
    words = (page.remembered(_words_of_headings, path) for path in (page.path, target.path if target else page.path))
    pages = (files_matching(page.repository, f"**/{one}.md").files for one in (label, f"*.{label}"))
    is_name = any(label in each for each in words) or any(pages)
    return not is_name and not misspelled_word(label, _WORD.findall(basename(unquote(link.destination))))


def _descriptions(page: Page) -> list[Span]:
    own = [one.span for one in page.all(Prose) if one.of]
    return sorted(own + [one.span for one in page.captures.get("description", ())])


def _words_of_headings(page: Page, path: str) -> frozenset[str]:
    parsed = page.parsed_at(path)
    return frozenset(word for one in (parsed.document.headings if parsed else ()) for word in _WORD.findall(one.text))


def _ids(page: Page) -> dict[str, str]:
    """Return the letters of the heading behind each anchor of a page, or of the page around a part; empty without one.

    `broken-anchor` checks links to other anchors.
    """
    document, text = (page.outer or page).document, (page.outer or page).source.text
    headings = {one.start: _letters(one.text) for one in document.headings}
    behind = ((one.value, _TO_BLOCK.match(text, one.span.end)) for one in document.naming_attributes)
    return {value: headings.get(match.end(), "") if match else "" for value, match in behind}


def _letters(text: str) -> str:
    """Return the letters and digits of a name, which ids and names of files have without other characters."""
    return "".join(filter(str.isalnum, text)).casefold()


def _file_name(link: Link) -> str | None:
    """Return the label of a link if it is a file name, and not just the last part of the destination."""
    label = plain_text(joined(link.children)).strip()
    if "." not in label or label == link.destination.rpartition("/")[2]:
        return None
    is_name = not link.image and len(label) <= _LONGEST and label.split() == [label] and language_of(label) is not None
    return label if is_name else None


def _are_alike(name: str, other: str) -> bool:
    """Whether two names have one extension, and neither is a longer form of the other: `README.md`, `README.zh.md`."""
    stem, _, extension = name.rpartition(".")
    other_stem, _, other_extension = other.rpartition(".")
    return extension == other_extension and not other_stem.startswith(stem) and not stem.startswith(other_stem)
