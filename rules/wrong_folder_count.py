from collections.abc import Iterator
from posixpath import splitext
from typing import NamedTuple

from doclint.formats.pattern import Capture
from doclint.formats.schema import Children
from doclint.formats.shapes import Claim, Listing
from doclint.markdown.source import Edit, Fix
from doclint.page.folder import FolderContents, folder_contents
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

_HOLES: dict[str, Children] = {"files": "files", "folders": "folders"}
_FILES = {"src/a.py": "", "src/b.py": "", "src/b.cfg": "", "docs/src/a.py_docs.md": "", "docs/src/b.py_docs.md": ""}


def _page(folders: int, files: int, *types: str) -> str:
    counts = f"This folder contains:\n\n- **{folders} subfolder(s)**\n- **{files} file(s)**\n"
    by_type = "\nFile types:\n\n" + "".join(f"- {one}\n" for one in types) if types else ""
    return f"# Documentation: `src/`\n\n## Contents Overview\n\n{counts}{by_type}"


class _Count(NamedTuple):
    """A figure: what it counts, and of files the extension if it is only of those."""

    capture: Capture
    number: int
    what: Children
    extension: str


class WrongFolderCount(Rule):
    """The page of a folder states another number of files or subfolders than there are.

    The pages were written at different times: those that were there already were left alone, or the folder was looked
    at while something was written to it. What the page does not count its reader does not find.

    Generators count only what they write pages about, or everything. So a figure is right if it is not less than the
    number of files with pages, and not more than the number of all files in the folder; the figures for each type of
    file need not add up to that of all. Where the folder itself is not at hand, only figures that are too small are
    told.
    """

    id = "wrong-folder-count"
    family = "corpus"
    severity = "error"
    covers = ("F21",)
    needs = frozenset({"repository"})
    remedy = "Count what the page lists, from the same walk through the folder."
    messages = {"count": Message("The number of {what} in the folder is {right}, not {stated}", key=("what",))}
    examples = (
        Invalid(_page(0, 1), "docs/src/doc.md", files=_FILES, lines=(8,)),
        Invalid(_page(2, 4), "docs/src/doc.md", files=_FILES, lines=(7, 8)),
        Invalid(
            _page(0, 3, "`.cfg`: 2 file(s)", "`.py`: 2 file(s)"),
            "docs/src/doc.md",
            files=_FILES,
            lines=(12,),
        ),
        Invalid(
            _page(0, 3),
            "docs/src/doc.md",
            files={name: "" for name in _FILES if not name.endswith(".cfg")},
            lines=(8,),
            fixed=_page(0, 2),
        ),
        Valid(_page(0, 2, "`.py`: 2 file(s)"), "docs/src/doc.md", files=_FILES),
        Valid(_page(0, 3, "`.cfg`: 1 file(s)", "`.py`: 2 file(s)"), "docs/src/doc.md", files=_FILES),
        Valid(_page(1, 9), "docs/src/doc.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if page.subject is None or not page.subject.is_folder:
            return
        for count in _counts(page):
            contents = folder_contents(page, count.what)
            if contents is not None:
                yield from _violation(page, count, contents)


def _counts(page: Page) -> Iterator[_Count]:
    for claim in page.all(Claim):
        for hole, what in _HOLES.items():
            if hole in claim.captures:
                yield from _count(claim.captures[hole], what, "")
    for listing in page.all(Listing):
        for item in listing.items:
            if "extension" in item.captures and "files" in item.captures:
                yield from _count(item["files"], "files", item["extension"].text)


def _count(capture: Capture, what: Children, extension: str) -> Iterator[_Count]:
    digits = capture.text.replace(",", "")
    # What is no extension names files in some other way: "(none)".
    if digits.isdecimal() and (not extension or extension.startswith(".")):
        yield _Count(capture, int(digits), what, extension)


def _violation(page: Page, count: _Count, contents: FolderContents) -> Iterator[Violation]:
    least = sum(splitext(name)[1] == count.extension or not count.extension for name in contents.documented)
    # A file that is gone and still has pages is told there.
    most = sum(name.endswith(count.extension) for name in contents.possible | contents.described)
    is_certain = least == most and contents.is_known
    if count.number < least:
        right = f"{least}" if is_certain else f"at least {least}"
    elif count.number > most and contents.is_known:
        right = f"{most}" if is_certain else f"at most {most}"
    else:
        return
    fix = _corrected(page, count.capture, least) if is_certain else None
    yield Violation(count.capture.span, "count", fix=fix, stated=count.number, what=_named(count), right=right)


def _named(count: _Count) -> str:
    what = "subfolders" if count.what == "folders" else "files"
    return f"{what} with the extension `{count.extension}`" if count.extension else what


def _corrected(page: Page, capture: Capture, right: int) -> Fix | None:
    if page.source.text[slice(*capture.span)] != capture.text:
        return None
    return Fix((Edit(capture.span, f"{right:,}" if "," in capture.text else str(right)),), safe=True)
