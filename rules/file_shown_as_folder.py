from collections.abc import Iterator
from posixpath import join

from doclint import Invalid, Message, Page, RelatedLines, Rule, Span, Valid, Violation
from doclint.kit import Captures, target_of
from doclint.kit.shapes import Listing

from ._pages import folders_page, format_in

_INDEX = "docs/src/index.md"
_FORMAT = format_in("file_shown_as_folder")


def _folders(*names: str) -> str:
    return folders_page(**{name: f"{name} module" for name in names})


def _below(folder: str, target: str) -> str:
    return f"# Below src\n\n## Folders\n\n### {folder}/\n\n- [clock]({target})\n"


class FileShownAsFolder(Rule):
    """A page shows a file as a folder: `clock.cu/`.

    The reader gets a wrong picture of the repository, and the link does not work. The generator took the next part of a
    path for a folder, without checking whether it is the last.

    The rule looks the name up in the repository. If the repository has neither a file nor a folder of that name, it is
    a file if the page links to a page about it. Folders with dots in their names are right.
    """

    family = "lists"
    severity = "error"
    reads = {"{subfolder}", "folder"}
    covers = ("C25",)
    remedy = "Check in the file system that an entry is a folder before writing a slash and a link to its index."
    messages = {
        "file": Message("The page shows `{name}` as a folder, but it is a file; list it with the files", key=("name",))
    }
    examples = (
        Invalid(_folders("app.py", "inner"), _INDEX, files={"src/app.py": "", "src/inner/b.py": ""}, lines=(11,)),
        Invalid(_below("clock.cu", "clock.cu_docs.md"), "docs/src/sub.md", lines=(5,), format=_FORMAT),
        Invalid(
            _folders("inner").replace("## Files", "### `clock.cu/`\n\nText.\n\n### `notes.d/`\n\nText.\n\n## Files"),
            _INDEX,
            files={"src/clock.cu": "", "src/inner/a.py": "", "src/notes.d/a.py": ""},
            lines=(13,),
        ),
        Valid(_folders("app.py"), _INDEX, files={"src/app.py/notes.txt": ""}),
        Valid(_folders("v1.2"), _INDEX),
        Valid(_below("clock.d", "clock.d/clock.cu_docs.md"), "docs/src/sub.md", format=_FORMAT),
        Valid("## `README.md/`\n", files={"docs/README.md": ""}),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        subject = page.subject
        if subject is None or not subject.is_folder:
            return
        shown = list(_shown_as_folders(page))
        linked = _linked_files(page) if shown else frozenset()
        seen: set[str] = set()
        for span, name in shown:
            path = join(subject.path or "", name)
            if path not in seen and _is_file(page, path, linked):
                seen.add(path)
                related = [RelatedLines(path)] if page.repository and page.repository.is_file(path) else []
                yield Violation(span, "file", related=related, name=name)


def _shown_as_folders(page: Page) -> Iterator[tuple[Span, str]]:
    """Yield the names that the page has for subfolders, and their places."""
    places: list[tuple[Span, Captures]] = [(section.heading.span, section.captures) for section in page.sections]
    places += [(item.span, item.captures) for listing in page.all(Listing) for item in listing.items]
    names = [(span, captures["subfolder"].text) for span, captures in places if "subfolder" in captures]
    # On a page about a folder, a heading with a slash at its end can only mean one, whatever the format has there.
    headings = [section.heading for section in page.sections if page.subject and page.subject.path is not None]
    names += [(heading.span, heading.text) for heading in headings if heading.text.endswith("/")]
    yield from ((span, name.strip("/")) for span, name in names if name.strip("/"))


def _is_file(page: Page, path: str, linked: frozenset[str]) -> bool:
    repository = page.repository
    if repository is not None and repository.exists(path):
        return repository.is_file(path)
    return path in linked


def _linked_files(page: Page) -> frozenset[str]:
    """Return the files that the pages are about to which the page links."""
    targets = (target_of(page, link.destination) for link in page.document.links)
    return frozenset(path for target in targets if target for path in page.files_described_at(target.path))
