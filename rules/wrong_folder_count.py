from collections.abc import Iterator
from posixpath import splitext
from typing import NamedTuple

from doclint import Capture, Invalid, Message, Page, RelatedLines, Rule, Valid, Violation
from doclint.formats.holes import FILES, FOLDERS
from doclint.kit import folder_contents, schema
from doclint.kit.figures import correct_count
from doclint.kit.shapes import Claim, Listing
from doclint.page.folder import FolderContents

_BY_TYPE = {"extension", FILES}
_HOLES: "dict[str, schema.Children]" = {FILES: "files", FOLDERS: "folders"}
_UNKNOWN = "may count files that are not in this repository"
_FILES = {"src/a.py": "", "src/b.py": "", "src/b.cfg": "", "docs/src/a.py_docs.md": "", "docs/src/b.py_docs.md": ""}


def _page(folders: int, files: int, *types: str) -> str:
    counts = f"This folder contains:\n\n- **{folders} subfolder(s)**\n- **{files} file(s)**\n"
    by_type = "\nFile types:\n\n" + "".join(f"- {one}\n" for one in types) if types else ""
    return f"# Documentation: `src/`\n\n## Contents Overview\n\n{counts}{by_type}"


class _Count(NamedTuple):
    """A figure: what it counts, and the extension if it counts only files with that."""

    capture: Capture
    what: "schema.Children"
    extension: str = ""


class WrongFolderCount(Rule):
    """The page about a folder states a number of files or subfolders that the folder does not have.

    Readers do not look for what the page does not count. The pages were written at different times: the generator
    skipped those that existed already, or counted while something was still being written to the folder.

    Generators count only what they write pages about, or everything. So doclint accepts a figure that is not less than
    the number of files with pages, and not more than the number of all files in the folder. The figures for each type
    of file need not add up to the total. If the folder itself is not in the repository, doclint reports only figures
    that are too small.
    """

    family = "corpus"
    severity = "error"
    claims = "count"
    covers = ("F21",)
    needs = {"repository"}
    reads = {
        "{count.files} of claim + folder",
        "{count.files} of listing + {extension} of listing + folder",
        "{count.folders} of claim + folder",
    }
    remedy = "Count what the page lists, in the same walk through the folder."
    messages = {"count": Message("The page says {stated} {what}; the folder has {right}", key=("what",))}
    examples = (
        Invalid(_page(0, 1), "docs/src/doc.md", files=_FILES, lines=(8,)),
        Invalid(_page(2, 4), "docs/src/doc.md", files=_FILES, lines=(7, 8)),
        Invalid(_page(0, 3, "`.cfg`: 2 file(s)", "`.py`: 2 file(s)"), "docs/src/doc.md", files=_FILES, lines=(12,)),
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
            if count.capture.number is None:
                continue
            contents = folder_contents(page, count.what)
            violation = _check_count(page, count, count.capture.number, contents) if contents is not None else None
            if violation is not None:
                yield violation
            elif contents is not None:
                because, related = "" if contents.is_known else _UNKNOWN, (RelatedLines(page.subject.path or "."),)
                page.claim("count", count.capture.span, because, related=related)


def _counts(page: Page) -> Iterator[_Count]:
    for claim in page.all(Claim):
        yield from (_Count(claim.captures[hole], what) for hole, what in _HOLES.items() if hole in claim.captures)
    items = (item for listing in page.all(Listing) for item in listing.items)
    by_type = ((item[FILES], item["extension"].text) for item in items if item.captures.keys() >= _BY_TYPE)
    # "(none)" is not an extension, it names files in some other way.
    yield from (_Count(figure, "files", one) for figure, one in by_type if one.startswith(".") or not one)


def _check_count(page: Page, count: _Count, number: int, contents: FolderContents) -> Violation | None:
    least = sum(splitext(name)[1] == count.extension or not count.extension for name in contents.documented)
    # A generator may count files that are gone but still have pages, which other rules report.
    most = sum(name.endswith(count.extension) for name in contents.possible | contents.described)
    is_certain = least == most and contents.is_known
    if number < least:
        right = f"{least}" if is_certain else f"at least {least}"
    elif number > most and contents.is_known:
        right = f"{most}" if is_certain else f"at most {most}"
    else:
        return None
    fix = correct_count(page, count.capture, least) if is_certain else None
    what = "subfolders" if count.what == "folders" else "files"
    if count.extension:
        what = f"{what} with the extension `{count.extension}`"
    return Violation(count.capture.span, "count", fix=fix, stated=number, what=what, right=right)
