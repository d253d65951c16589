from collections import Counter
from collections.abc import Iterator

from doclint.formats.pattern import Capture
from doclint.formats.subject import Subject, file_subject, folder_subject
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page, index_page, metadata_page

_NAMES = {
    "path": "path",
    "folder": "folder",
    "name": "file name",
    "ext": "extension",
    "language.type": "type",
    "language.fence": "language of the fence",
}


_FENCE = "language.fence"


class WrongSubject(Rule):
    """The page is about another file than its own path says, or names two.

    A page's path tells what it is about: `docs/src/app.py_docs.md` is about `src/app.py`. Wherever the format has the
    page name that file, its folder, its extension or its type, the name is compared. A page that names another file
    throughout was copied or moved and is reported once, at its title. The project, which has one name in all pages, is
    compared with the name that the page uses most. Of the language of a fence the format may know less than others do:
    one that is usual for such a file is right.
    """

    id = "wrong-subject"
    family = "metadata"
    severity = "error"
    covers = ("A01", "E05")
    yields_to = ("unexpanded-template",)
    remedy = (
        "Make title, path and metadata of a page from one path, and write a page anew where its file was moved "
        "instead of moving it along."
    )
    messages = {
        "title": Message("The title is `{found}`; on this page it should be `{expected}`"),
        "moved": Message("The page describes `{found}`, but its path is that of the page about `{expected}`"),
        "value": Message("The {what} here is `{found}`; on this page it should be `{expected}`", key=("what", "found")),
    }
    examples = (
        Invalid(
            metadata_page("src/b.py", "**Path**: `src/b.py`", "**Extension**: `.py`"),
            "docs/src/a.py_docs.md",
            lines=(1,),
            messages=("moved",),
        ),
        Invalid(
            metadata_page("src/a.py", "**Path**: `src/b.py`", "**Type**: Shell Script", "**Extension**: `.sh`"),
            "docs/src/a.py_docs.md",
            lines=(5, 6, 7),
        ),
        Invalid(index_page("src").replace("# Index: `src/`", "# Contents of src"), "docs/src/index.md", lines=(1,)),
        Valid(
            metadata_page("src/a.py", "**Path**: `src/a.py`", "**Type**: Python Source Code", "**Extension**: `.py`"),
            "docs/src/a.py_docs.md",
        ),
        Valid(
            file_page("a.toml", "## Original Source\n\n```toml\nx = 1\n```\n"),
            "docs/a.toml_docs.md",
        ),
        Valid(
            file_page("CMakeLists.txt", "## Original Source\n\n```text\nproject(a)\n```\n"),
            "docs/CMakeLists.txt_docs.md",
        ),
        Valid(metadata_page("Makefile", "**Path**: `Makefile`", "**Extension**: ``"), "docs/Makefile_docs.md"),
        Valid(metadata_page("Makefile", "**Path**: `Makefile`", "**Extension**: `none`"), "docs/Makefile_docs.md"),
        Valid(
            file_page("a/__main__.py", "## Testing & Usage\n\n### Testing\n\n```bash\npython -m a\n```\n"),
            "docs/a/__main__.py_docs.md",
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        outline, subject = page.outline, page.subject
        if outline is None or subject is None or page.kind is None or page.format is None:
            return
        title = outline.title
        if title is not None and (outline.title_captures is None or title.level != 1):
            expected = f"# {page.fill(page.kind.title)}"
            yield Violation(title.span, "title", found=page.source.text[slice(*title.span)], expected=expected)
        found = list(_deviations(page, subject))
        other = _other_subject(page, subject)
        if other is not None:
            about = folder_subject if subject.is_folder else file_subject
            moved = Violation(other.span, "moved", found=other.text, expected=subject.path or page.format.root_name)
            as_moved = [moved, *_deviations(page, about(other.text, page.format))]
            found = min(as_moved, found, key=len)
        yield from found


def _other_subject(page: Page, subject: Subject) -> Capture | None:
    """The one other file or folder that the page names throughout, if that is so."""
    name = "folder" if subject.is_folder else "path"
    found = page.captures.get(name, ())
    named = Counter(capture.text for capture in found)
    if len(named) != 1 or found[0].text in subject.variables.get(name, (found[0].text,)):
        return None
    return found[0]


def _may_stand(page: Page, name: str, found: Capture, right: str) -> bool:
    """Whether something else than the format has says the same, or is no name of anything."""
    if name == _FENCE:
        # That the format knows no language for such a file is no advice; `wrong-fence-language` has a better one.
        is_known = page.language is not None and bool(page.language.fences)
        return (is_known and not right) or _is_usual(page, found)
    # Where there is no extension a word says so, and what begins like an option of a command is no path.
    return (name == "ext" and not right and "." not in found.text) or found.text.startswith("-")


def _is_usual(page: Page, fence: Capture) -> bool:
    """Whether a fence says what fences around such a file say, whatever the format has; of a file that nobody knows
    by its name it may say anything.
    """
    return page.language is None or fence.text.lower() in page.language.fences


def _deviations(page: Page, subject: Subject) -> Iterator[Violation]:
    """What the page says of its subject that is not so."""
    variables = {**subject.variables, **{name: (value,) for name, value in page.parameters.items()}}
    for name, right in variables.items():
        for capture in page.captures.get(name, ()):
            if capture.text not in right and not _may_stand(page, name, capture, right[0]):
                yield Violation(
                    capture.span, "value", what=_NAMES.get(name, name), found=capture.text, expected=right[0]
                )
