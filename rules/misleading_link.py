import re
from collections.abc import Iterator
from posixpath import basename, dirname, join, normpath, relpath

from doclint.code.languages import language_of
from doclint.formats.kinds import candidates
from doclint.formats.pattern import joined
from doclint.formats.schema import Format, LinksContent
from doclint.markdown.nodes import Link, plain_text
from doclint.markdown.source import Fix, Span
from doclint.page.links import target_of
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._destinations import new_path
from ._folders import is_below
from ._pages import file_page, index_page, keyword_page

_RELATED = "# Documentation: `a/b/`\n\n## Cross-References\n\n### Related Documentation\n\n- [Global Index]({})\n"
_TO_ONE = re.compile(r"\[(?P<label>[^\[\]{}`]+)\]\(\{page\.(?P<kind>[\w-]+)\}\)")
_LONGEST = 200  # characters of a label that is the name of a file


class MisleadingLink(Rule):
    """A link leads somewhere, but not where its label says: `[Global Index](../index.md)` in a folder of a folder.

    Worse than a dead link, because the reader believes it. Most often a path is the same on pages of any depth.

    Two kinds of labels tell where a link leads. For some links the format says it: to the index of the folder, of the
    one around it, of the repository. And a label that is the path of a file, `core.py`, leads to that file or to the
    page about it; a page about another file of that kind is the wrong one. On pages of no known format a label is only
    compared where the file that it names lies beside the one that the link leads to, or where among generated pages it
    is what the format calls the one page of its kind. Links that lead to nothing are left to `broken-link`.
    """

    id = "misleading-link"
    family = "links"
    severity = "error"
    covers = ("D02",)
    yields_to = ("broken-link", "unfenced-source")
    remedy = "Compute the target of each link from what its label says, not with a fixed number of `../`."
    messages = {
        "page": Message(
            "`{label}` leads to `{found}`; from this page it should be `{expected}`", key=("label", "found")
        ),
        "file": Message("The label says `{label}`, but the link leads to `{found}`", key=("label", "found")),
    }
    examples = (
        Invalid(
            _RELATED.format("../index.md"),
            "docs/a/b/doc.md",
            files={"docs/index.md": "", "docs/a/index.md": ""},
            lines=(7,),
            messages=("page",),
            fixed=_RELATED.format("../../index.md"),
        ),
        Invalid(
            index_page("a/b").replace("[..](../index.md)", "[..](../../index.md#top)"),
            "docs/a/b/index.md",
            files={"docs/index.md": "", "docs/a/index.md": ""},
            lines=(19,),
            fixed=index_page("a/b").replace("[..](../index.md)", "[..](../index.md#top)"),
        ),
        Invalid(
            keyword_page("src/app.py", "Classes", ["App"]).replace("](./app.py", "](./main.py"),
            "docs/src/app.py_kw.md",
            lines=(7,),
            messages=("file",),
        ),
        Invalid(
            "See [a.md](b.md).\n", files={"docs/a.md": "", "docs/b.md": ""}, lines=(1,), fixed="See [a.md](./a.md).\n"
        ),
        Invalid(
            "[Global Index](a/index.md), [Folder Index](a/index.md)\n",
            "docs/notes.md",
            files={"docs/index.md": "", "docs/a/index.md": ""},
            lines=(1,),
            messages=("page",),
            fixed="[Global Index](./index.md), [Folder Index](a/index.md)\n",
        ),
        Valid("[Global Index](a/index.md)\n", "docs/notes.md", files={"docs/a/index.md": ""}),
        Valid(_RELATED.format("../index.md").replace("a/b/", "a/"), "docs/a/doc.md"),
        Valid(index_page("a"), "docs/a/index.md"),
        Valid(
            file_page("a.py", "## File Purpose\n\nSee [core.py](./core.py_docs.md), [`src/x.c`](../src/x.c#L3).\n"),
            "docs/a.py_docs.md",
        ),
        Valid(keyword_page("__init__.py", "Classes", ["App"], docs="__init__.py_docs.md"), "docs/__init__.py_kw.md"),
        Valid("See [Node.js](node.md), [setup.py](packaging.md), [README.md](README.zh.md).\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        told: dict[int, str] = {}
        for hole, captures in page.captures.items():
            right = page.lead(hole)
            if right is not None:
                told.update((capture.start, right) for capture in captures)
        fixed = _fixed_labels(page) if page.kind is None else {}
        for link in page.document.links:
            found = None
            if link.start in told:
                found = _elsewhere(page, link, told[link.start])
            elif link.kind == "inline":
                right = fixed.get(plain_text(link.children)) if fixed else None
                found = _elsewhere(page, link, right) if right else None
                label = None if found else _file_name(link)
                found = _label(page, link, label) if label else found
            if found is not None:
                yield found


def _fixed_labels(page: Page) -> dict[str, str]:
    """The pages that a page which people wrote among generated ones may call by the labels of the format."""
    repository = page.repository
    return {
        label: path
        for format_ in page.formats
        if repository is not None and is_below(page.path, format_.docs_root.strip("/"))
        for label, path in _labels_of(format_)
        if repository.is_file(path)
    }


def _labels_of(format_: Format) -> Iterator[tuple[str, str]]:
    """The labels of links to pages of which a tree has one, and the paths of these."""
    only = {kind.name: join(format_.docs_root, kind.page.text) for kind in format_.kind if not kind.page.names}
    for kind in format_.kind:
        for place in kind.all_sections:
            for content in place.spec.content:
                for item in content.item if isinstance(content, LinksContent) else ():
                    match = _TO_ONE.fullmatch(item.text)
                    if match and match["kind"] in only:
                        yield match["label"], only[match["kind"]]


def _elsewhere(page: Page, link: Link, right: str) -> Violation | None:
    """What is wrong with a link that has to lead to a page, or its folder."""
    target = target_of(page, link.destination)
    if target is None or target.path in (right, dirname(right)):
        return None
    expected = relpath(right, dirname(page.path) or ".")
    is_there = page.repository is None or page.repository.exists(right)
    fix = (
        new_path(page, link, expected if expected.startswith("../") else f"./{expected}", safe=True)
        if is_there
        else None
    )
    label = plain_text(link.children)
    return Violation(link.span, "page", reason=label, fix=fix, label=label, found=target.path, expected=right)


def _label(page: Page, link: Link, label: str) -> Violation | None:
    """What is wrong with a link whose label is the name of a file."""
    target = target_of(page, link.destination)
    if target is None or not basename(target.path) or target.path == page.path:
        return None
    name, found = basename(label), basename(target.path)
    if found.casefold() == name.casefold() or "." not in name:
        return None
    about = {one.subject.path for one in candidates(target.path, page.formats) if one.subject.path}
    meant = normpath(join(dirname(target.path), name))
    if page.kind is not None:
        if not about or name in map(basename, about):
            return None
    elif page.repository is None or not _are_alike(name, found) or not page.repository.is_file(meant):
        return None
    fix = _to(page, link, meant) if page.kind is None else None
    return Violation(Span(*link.span), "file", fix=fix, label=label, found=target.path)


def _file_name(link: Link) -> str | None:
    """The label of a link if it is the name of a file, and not that of what the link leads to."""
    label = plain_text(joined(link.children)).strip()
    if "." not in label or label == link.destination.rpartition("/")[2]:
        return None
    is_name = not link.image and len(label) <= _LONGEST and label.split() == [label] and language_of(label) is not None
    return label if is_name else None


def _are_alike(name: str, other: str) -> bool:
    """Whether two names are of the same type, and none a longer form of the other: `README.md`, `README.zh.md`."""
    stem, _, extension = name.rpartition(".")
    other_stem, _, other_extension = other.rpartition(".")
    return extension == other_extension and not other_stem.startswith(stem) and not stem.startswith(other_stem)


def _to(page: Page, link: Link, path: str) -> Fix | None:
    relative = relpath(path, dirname(page.path) or ".")
    return new_path(page, link, relative if relative.startswith("../") else f"./{relative}", safe=False)
