from collections.abc import Iterator, Sequence

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import folder_contents, schema
from doclint.kit.nodes import Heading
from doclint.kit.shapes import FixedText, Listing, Prose, Shape

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
    """The page about a folder lists what was in the folder at another time.

    The list lacks a file or subfolder that has a page, so readers do not find that page; or it has an entry that is
    not in the folder and has no page. The generator skipped the page because it already existed, or read the folder
    while something was being written to it.

    The rule does not check what is missing from a list that the generator cuts off, and files without pages need not be
    listed. If an entry is a broken link, `broken-link` reports it.
    """

    family = "corpus"
    severity = "error"
    covers = ("I10",)
    needs = {"repository"}
    reads = {
        "{file} of listing + listing.lists = files + folder",
        "{subfolder} of listing + listing.lists = folders + folder",
        "listing.lists = files + folder",
        "listing.lists = folders + folder",
    }
    yields_to = ("broken-link",)
    remedy = "Write the page about a folder after the pages about what is in it, and regenerate it when that changes."
    messages = {
        "not-listed": Message("`{section}` leaves out {names}; list everything that has a page", key=("section",)),
        "gone": Message(
            "The page lists `{name}`, which is not in the folder and has no page; delete the entry", key=("name",)
        ),
    }
    examples = (
        Invalid(_folders("old"), "docs/src/index.md", files=_FILES, lines=(3, 5)),
        Invalid(_folders("old"), "docs/src/index.md", files=_FILES, beside=("broken-link",), lines=(3,)),
        Invalid(_folders(), "docs/src/index.md", files=_FILES, lines={3: "not-listed"}),
        Invalid(_structure("new", "old"), "docs/src/doc.md", files=_FILES, lines={10: "gone"}),
        Valid(_folders("new"), "docs/src/index.md", files={**_FILES, "src/data/x.bin": ""}),
        Valid(_structure("new", "data"), "docs/src/doc.md", files={**_FILES, "src/data/x.bin": ""}),
        Valid(_structure("old"), "docs/src/doc.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if page.subject is None or not page.subject.is_folder:
            return
        seen = set()
        for key, heading, what in _wanted(page):
            # The lists of sections that the page has twice count for the first of them.
            if (key, what) not in seen:
                seen.add((key, what))
                shapes = [shape for shape in page.contents if shape.section == key]
                yield from _check_section(page, heading, shapes, what)


def _wanted(page: Page) -> "Iterator[tuple[str, Heading, schema.Children]]":
    """Yield the keys and headings of the sections in which the format lists files or subfolders, and which of the two.

    What is before the first section has the heading of the page, and no key.
    """
    title = page.outline.title if page.outline else None
    if page.kind and title:
        yield from (("", title, what) for what in _lists(page.kind.content))
    for section in page.sections:
        if section.place:
            yield from ((section.key, section.heading, what) for what in _lists(section.place.spec.content))


def _lists(contents: "Sequence[schema.Content]") -> "Iterator[schema.Children]":
    for content in schema.flat(contents):
        if isinstance(content, schema.ListingContent | schema.TableContent) and content.lists in ("files", "folders"):
            yield content.lists


def _check_section(
    page: Page, heading: Heading, shapes: Sequence[Shape], what: "schema.Children"
) -> Iterator[Violation]:
    contents = folder_contents(page, what)
    if contents is None:
        return
    listings = [shape for shape in shapes if isinstance(shape, Listing) and shape.lists == what]
    items = [item for listing in listings for item in listing.items if schema.CHILD[what] in item.captures]
    names = [item[schema.CHILD[what]].text.rstrip("/") for item in items]
    is_cut = any(listing.cap is not None and len(listing.items) >= listing.cap for listing in listings)
    # The section holds what the format has there: a list, or the statement that there is nothing to list.
    if not is_cut and (listings or any(isinstance(shape, FixedText) for shape in shapes)):
        missing = contents.documented.difference(names, _mentioned(page, shapes, contents.documented))
        if missing:
            yield Violation(heading.span, "not-listed", section=heading.markdown, names=tuple(sorted(missing)))
    known = contents.possible | contents.described
    for item, name in zip(items, names, strict=True):
        if contents.is_known and name not in known:
            yield Violation(item.span, "gone", name=name)


def _mentioned(page: Page, shapes: Sequence[Shape], names: frozenset[str]) -> set[str]:
    """Return the names that entries of another form mention."""
    text = "\n".join(page.text(shape.span) for shape in shapes if isinstance(shape, Prose))
    return {name for name in names if name in text} if text else set()
