from collections.abc import Iterator

from doclint import Capture, Invalid, Message, Page, Rule, Valid, Violation
from doclint.formats.subject import Subject, file_subject, folder_subject

from ._pages import MODELS, file_of, index_page, metadata_page

_FENCE = "language.fence"
_SYMBOL = "{symbol}"
_NAMED = MODELS.replace("|snake", "").replace('title = "', 'title = "Model ')
_BOTH: dict[str, str | bytes] = {"src/models/Pear.py": "", "src/models/Fig.py": ""}
_NAMES = {"name": "file name", "ext": "extension", "language.type": "type", _FENCE: "language of the fence"}


class WrongSubject(Rule):
    """The page is about another file than its own path says, or names two files.

    The path of a page says what it is about: `docs/src/app.py_docs.md` is about `src/app.py`. doclint compares that
    with every place where the format has the page name the file, its folder, its extension or its type. It reports a
    page that names another file throughout, because it was copied or moved, once, at its title. If the path of a page
    is that of a symbol with a source of the same name, the title must name that symbol. doclint compares the name of
    the project, which is the same on all pages, with the name that the page uses most. If the sources have only what
    the title names, the page has an old name, and may be left over. Any language of a fence is right that is usual for
    such a file, even if the format does not know it.
    """

    family = "metadata"
    severity = "error"
    of_template = True
    reads = {
        "{PARAMETER}",
        "{PATH}",
        "{ext}",
        "{folder}",
        "{language.fence}",
        "{language.type}",
        "{name}",
        "{path}",
        "kind.title",
    }
    covers = ("A01", "E05")
    consults = {"repository"}
    yields_to = ("unexpanded-template", "unknown-member")
    remedy = (
        "Make the title, the path and the metadata of a page from one path. If a file moves, regenerate its page, do "
        "not move it."
    )
    messages = {
        "title": Message("The title is `{found}`; on this page it should be `{expected}`"),
        "moved": Message("The page describes `{found}`, but by its path it is the page about `{expected}`"),
        "old": Message(
            "The page describes `{found}`, but has the name of `{old}`, which no source has; rename or delete it"
        ),
        "value": Message(
            "The {what} is `{found}`[; on this page it should be `{expected}`][; on this page it should be {nothing}]",
            key=("what", "found"),
        ),
    }
    examples = (
        Invalid(
            metadata_page("src/b.py", "**Path**: `src/b.py`", "**Extension**: `.py`"),
            "docs/src/a.py_docs.md",
            lines={1: "moved"},
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
        Invalid("# Model Pear\n", "docs/Fig.md", files={"src/models/Pear.py": ""}, format=_NAMED, lines={1: "old"}),
        Invalid("# Model Pear\n", "docs/Fig.md", files=_BOTH, format=_NAMED, lines={1: "value"}),
        Valid("# Model Pear\n", "docs/Pear.md", files=_BOTH, format=_NAMED),
        Valid(*file_of("a.toml", "## Original Source\n\n```toml\nx = 1\n```\n")),
        Valid(*file_of("CMakeLists.txt", "## Original Source\n\n```text\nproject(a)\n```\n")),
        Valid(metadata_page("Makefile", "**Path**: `Makefile`", "**Extension**: ``"), "docs/Makefile_docs.md"),
        Valid(metadata_page("Makefile", "**Path**: `Makefile`", "**Extension**: `none`"), "docs/Makefile_docs.md"),
        Valid(*file_of("a/__main__.py", "## Testing & Usage\n\n### Testing\n\n```bash\npython -m a\n```\n")),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        outline, subject = page.outline, page.subject
        if outline is None or subject is None or page.kind is None or page.format is None:
            return
        title = outline.title
        # Headings of an open kind may be on any level: sites write the title of the front matter above them.
        is_elsewhere = title is not None and title.level != page.kind.title_level and not page.kind.open
        if title is not None and (outline.title_captures is None or is_elsewhere):
            expected = f"{'#' * page.kind.title_level} {page.fill(page.kind.title[0])}"
            yield Violation(title.span, "title", found=page.text(title.span), expected=expected)
        found = [*_other_symbol(page, subject), *_deviations(page, subject)]
        other = _other_subject(page, subject)
        if other is not None:
            about = folder_subject if subject.is_folder else file_subject
            moved = Violation(other.span, "moved", found=other.text, expected=subject.path or page.format.root_name)
            as_moved = [moved, *_deviations(page, about(other.text, page.format))]
            found = min(as_moved, found, key=len)
        yield from found


def _other_symbol(page: Page, subject: Subject) -> Iterator[Violation]:
    """Yield that the title names another symbol than the path, if the source of the page has the name of the symbol,
    or if any source may declare it.
    """
    title = page.outline.title_captures if page.outline else None
    if (
        page.kind is None
        or not title
        or not (page.kind.together or any(_SYMBOL in one.text for one in page.kind.source))
    ):
        return
    found, expected = title.get("symbol"), subject.holes.get("symbol")
    if not found or not expected or (page.kind.together and not expected.replace(".", "").isidentifier()):
        return
    if found.text != expected and not (page.kind.together and expected.endswith(f".{found.text}")):
        yield from _other(page, "symbol", found, expected)


def _other_subject(page: Page, subject: Subject) -> Capture | None:
    """Return where the page names one other file or folder, if it names that throughout."""
    name = "folder" if subject.is_folder else "path"
    found = page.captures.get(name, ())
    named = {capture.text for capture in found}
    return found[0] if len(named) == 1 and named.isdisjoint(subject.variables.get(name, named)) else None


def _deviations(page: Page, subject: Subject) -> Iterator[Violation]:
    """Yield what the page says about a subject that is not so."""
    variables = {**subject.variables, **{name: (value,) for name, value in page.parameters.items()}}
    for name, right in variables.items():
        for capture in page.captures.get(name, ()):
            if capture.text not in right and not _is_accepted(page, name, capture, right[0]):
                yield from _other(page, name, capture, right[0])


def _other(page: Page, name: str, found: Capture, right: str) -> Iterator[Violation]:
    """Yield that a value is not that of the path or, if sources have only this value, that the page has an old name."""
    is_known = page.remembered(_has_source, name, found.text) and not page.remembered(_has_source, name, right)
    if not is_known:
        what, nothing = _NAMES.get(name, name), None if right else "empty"
        yield Violation(found.span, "value", what=what, found=found.text, expected=right, nothing=nothing)
    elif name == "symbol" or found.text.rpartition(".")[2] == right.rpartition(".")[2]:
        yield Violation(found.span, "old", found=found.text, old=right)


def _has_source(page: Page, name: str, value: str) -> bool:
    """Whether there is a source for a value of a hole of its path, or one that has the value, if any source may do."""
    from doclint.page.page_source import possible_source
    from doclint.repository.words import files_by_word

    kind, subject, repository = page.kind, page.subject, page.repository
    if kind is None or subject is None or repository is None:
        return False
    own = [one for one in kind.source if name in one.names]
    found = (
        path.removeprefix("/").removeprefix("**/") for one in own for path in one.paths({**subject.holes, name: value})
    )
    if own or not (kind.together and name == "symbol"):
        return bool(possible_source(repository, tuple(f"**/{path}" for path in found)).files)
    return value.rpartition(".")[2].encode() in files_by_word(repository, tuple(one.text for one in kind.source))


def _is_accepted(page: Page, name: str, found: Capture, right: str) -> bool:
    """Whether a text that the format does not have says the same, or names nothing."""
    if name != _FENCE:
        # A word may say that there is no extension, and what begins like an option of a command is not a path.
        return (name == "ext" and not right and "." not in found.text) or found.text.startswith("-")
    if page.language is None:
        return True
    # If the format has no language for such a file, `wrong-fence-language` has better advice.
    return (bool(page.language.fences) and not right) or found.text.lower() in page.language.fences
