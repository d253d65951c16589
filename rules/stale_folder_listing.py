from collections.abc import Iterator, Sequence

from doclint.formats.outline import Section
from doclint.formats.schema import CHILD, Children, ListingContent, TableContent, flat
from doclint.formats.shapes import FixedText, Listing, Prose, Shape
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._folders import Contents, contents_of
from ._pages import index_page

_FILES = {"src/a.py": "", "docs/src/a.py_docs.md": "", "src/new/b.py": "", "docs/src/new/index.md": ""}


def _folders(*names: str) -> str:
    items = "".join(f"- [`{name}/`](./{name}/index.md)\n" for name in names) or "*No subfolders.*\n"
    return index_page(sections=f"## Subfolders\n\n{items}\n")


def _structure(*names: str) -> str:
    items = "".join(f"- `{name}/`\n" for name in names)
    structure = f"### Folder Structure\n\nSubfolders:\n\n{items}"
    return f"# Documentation: `src/`\n\n## Architecture & Organization\n\n{structure}"


class StaleFolderListing(Rule):
    """The page of a folder lists what was in it at another time.

    There are pages about a file or subfolder that the page does not list, and so nobody gets to them; or it lists what
    is neither in the folder nor has a page. The generator left the page alone because it was there already, or looked
    at the folder while something was written to it.

    A list that is cut off says nothing about what it leaves out. Files without pages need not be listed. Where an
    entry is a link that leads nowhere, the broken link is told.
    """

    id = "stale-folder-listing"
    family = "corpus"
    severity = "error"
    covers = ("I10",)
    needs = frozenset({"repository"})
    yields_to = ("broken-link",)
    remedy = "Write the page of a folder after those of what lies in it, and anew when that changes."
    messages = {
        "not-listed": Message("`{section}` does not list {names}, about which there are pages", key=("section",)),
        "gone": Message("There is no `{name}` in the folder, and no page about it", key=("name",)),
    }
    examples = (
        Invalid(_folders("old"), "docs/src/index.md", files=_FILES, lines=(3, 5)),
        Invalid(_folders("old"), "docs/src/index.md", files=_FILES, beside=("broken-link",), lines=(3,)),
        Invalid(_folders(), "docs/src/index.md", files=_FILES, lines=(3,), messages=("not-listed",)),
        Invalid(_structure("new", "old"), "docs/src/doc.md", files=_FILES, lines=(10,), messages=("gone",)),
        Valid(_folders("new"), "docs/src/index.md", files={**_FILES, "src/data/x.bin": ""}),
        Valid(_structure("new", "data"), "docs/src/doc.md", files={**_FILES, "src/data/x.bin": ""}),
        Valid(_structure("old"), "docs/src/doc.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        subject = page.subject
        if subject is None or subject.path is None or not subject.is_folder:
            return
        shapes: dict[str, list[Shape]] = {}
        for shape in page.contents:
            shapes.setdefault(shape.section, []).append(shape)
        # Sections that are there twice have all their lists in common.
        for section in {section.key: section for section in reversed(page.sections)}.values():
            for what in _wanted(section):
                contents = contents_of(page, what)
                if contents is not None:
                    yield from _violations(page, section, shapes.get(section.key, ()), contents, what)


def _wanted(section: Section) -> set[Children]:
    """What the format has the section list."""
    content = section.place.spec.content if section.place else ()
    return {one.lists for one in flat(content) if isinstance(one, ListingContent | TableContent) and one.lists}


def _violations(
    page: Page, section: Section, shapes: Sequence[Shape], contents: Contents, what: Children
) -> Iterator[Violation]:
    listings = [shape for shape in shapes if isinstance(shape, Listing) and shape.lists == what]
    items = [item for listing in listings for item in listing.items if CHILD[what] in item.captures]
    names = [item[CHILD[what]].text.rstrip("/") for item in items]
    is_cut = any(listing.cap is not None and len(listing.items) >= listing.cap for listing in listings)
    # Below the heading stands what the format has there: a list, or that there is none.
    if not is_cut and (listings or any(isinstance(shape, FixedText) for shape in shapes)):
        missing = contents.documented.difference(names, _said(page, shapes, contents.documented))
        if missing:
            heading = section.heading
            yield Violation(heading.span, "not-listed", section=heading.markdown, names=tuple(sorted(missing)))
    if contents.is_known:
        known = contents.possible | contents.described
        for item, name in zip(items, names, strict=True):
            if name not in known:
                yield Violation(item.span, "gone", name=name)


def _said(page: Page, shapes: Sequence[Shape], names: frozenset[str]) -> set[str]:
    """The names that entries of another form have."""
    text = "\n".join(page.source.text[slice(*shape.span)] for shape in shapes if isinstance(shape, Prose))
    return {name for name in names if name in text} if text else set()
