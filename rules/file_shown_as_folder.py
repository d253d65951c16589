from collections.abc import Iterator
from posixpath import join

from doclint.formats.kinds import candidates
from doclint.formats.pattern import Captures
from doclint.formats.shapes import Listing
from doclint.markdown.source import Span
from doclint.page.links import target_of
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import index_page

_FORMAT = """
name = "folders"
docs-root = "docs"

[[kind]]
name = "folder"
page = "{folder}/sub.md"
title = "Below {folder}"

[[kind.section]]
heading = "Folders"

[[kind.section.child]]
heading = "{subfolder}/"
repeats = true
content = [{ shape = "links", item = "[{label}]({target})" }]

[[kind]]
name = "file"
page = "{path}_docs.md"
title = "About {path}"
section = []
"""


def _folders(*names: str) -> str:
    items = "".join(f"- [`{name}/`](./{name}/index.md) - {name} module\n" for name in names)
    return index_page().replace("*No subfolders.*\n", items)


class FileShownAsFolder(Rule):
    """A file is listed as a folder: `clock.cu/`.

    The reader takes the tree for another one, and the link leads nowhere. It comes of a generator that takes the next
    piece of a path for a folder, without looking whether it is the last.

    What is a file is told by the repository, and where it has neither a file nor a folder of that name, by a link to a
    page about the file. Folders with dots in their names are right.
    """

    id = "file-shown-as-folder"
    family = "lists"
    severity = "error"
    covers = ("C25",)
    remedy = "Ask the file system whether an entry is a folder before it is given a slash and an index."
    messages = {"file": Message("`{name}` is a file, and no folder", key=("name",))}
    examples = (
        Invalid(
            _folders("app.py", "inner"),
            "docs/src/index.md",
            files={"src/app.py": "", "src/inner/b.py": ""},
            lines=(11,),
        ),
        Invalid(
            "# Below src\n\n## Folders\n\n### clock.cu/\n\n- [clock](clock.cu_docs.md)\n",
            "docs/src/sub.md",
            lines=(5,),
            format=_FORMAT,
        ),
        Invalid(
            _folders("inner").replace("## Files", "### `clock.cu/`\n\nText.\n\n### `notes.d/`\n\nText.\n\n## Files"),
            "docs/src/index.md",
            files={"src/clock.cu": "", "src/inner/a.py": "", "src/notes.d/a.py": ""},
            lines=(13,),
        ),
        Valid(_folders("app.py"), "docs/src/index.md", files={"src/app.py/notes.txt": ""}),
        Valid(_folders("v1.2"), "docs/src/index.md"),
        Valid(
            "# Below src\n\n## Folders\n\n### clock.d/\n\n- [clock](clock.d/clock.cu_docs.md)\n",
            "docs/src/sub.md",
            format=_FORMAT,
        ),
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
                yield Violation(span, "file", name=name)


def _shown_as_folders(page: Page) -> Iterator[tuple[Span, str]]:
    """What the page calls a folder of its own, and where."""
    places: list[tuple[Span, Captures]] = [(section.heading.span, section.captures) for section in page.sections]
    places += [(item.span, item.captures) for listing in page.all(Listing) for item in listing.items]
    for span, captures in places:
        if "subfolder" in captures and captures["subfolder"].text.strip("/"):
            yield span, captures["subfolder"].text.strip("/")
    for section in page.sections:
        # A heading that can only mean a folder, whatever the format calls it.
        if section.heading.text.endswith("/") and section.heading.text.strip("/"):
            yield section.heading.span, section.heading.text.strip("/")


def _is_file(page: Page, path: str, linked: frozenset[str]) -> bool:
    repository = page.repository
    if repository is not None and repository.exists(path):
        return repository.is_file(path)
    return path in linked


def _linked_files(page: Page) -> frozenset[str]:
    """The files that pages which the page links to are about."""
    found = set()
    for link in page.document.links:
        target = target_of(page, link.destination)
        for candidate in candidates(target.path, page.formats) if target else ():
            if candidate.subject.path and not candidate.subject.is_folder:
                found.add(candidate.subject.path)
    return frozenset(found)
