"""A survey of pages: those that look like a known format, although they are not where its pages are."""

from collections.abc import Iterable, Iterator, Sequence
from posixpath import basename, dirname, join

from msgspec import Struct

from doclint.config.show import assignment
from doclint.errors.grouping import by_key
from doclint.errors.wording import counted
from doclint.formats.format_set import FormatSet
from doclint.formats.kinds import candidates
from doclint.formats.reading.headings import find_title
from doclint.formats.schema.format import Format
from doclint.markdown.document import Document
from doclint.markdown.source import Source, printable
from doclint.page.page import Page
from doclint.repository.paths import above
from doclint.repository.repository import Repository
from doclint.source.language import is_mdx

MANY = 400
"""Pages to read of a tree; more would not tell more, because a generator writes them all alike."""
_PATHS = 200  # paths to look at after a run, which must not take long
_SOME = 20  # pages to read after a run
_HEAD = 4096  # bytes in which the title of a page is expected


class TreeSurvey(Struct):
    """The pages of a tree: their number, the folders with pages of each format, and the names of the project.

    `marked` are the names of the formats whose pages may be in any folder. `known` has the subject of one page of each
    folder and format, and `others` the pages that were read and are of no known format.
    """

    pages: int
    roots: dict[str, set[str]] = {}
    marked: set[str] = set()
    projects: set[str] = set()
    known: dict[tuple[str, str], str] = {}
    others: set[str] = set()


def look(paths: Sequence[str], repository: Repository, formats: Sequence[Format], most: int = MANY) -> TreeSurvey:
    """Survey the pages at some paths of a repository, and read at most about `most` of them, from all over the tree.

    A page is of one of the `formats` if there is a folder below which its path agrees with its title.
    """
    found = TreeSurvey(len(paths))
    for path in _spread(paths, most):
        # Most pages that people wrote have a path that no format has, so that they need not be read.
        folders = list(_folders(path, formats))
        data = repository.read(path) if folders else None
        page = None if data is None else _generated(path, Source.from_bytes(data), folders)
        if page is None or page.format is None:
            found.others.add(path)
            continue
        found.roots.setdefault(page.format.name, set()).add(page.format.docs_folder)
        found.projects.update(filter(None, [page.parameters.get("project")]))
        if page.subject is not None:
            found.known.setdefault((page.format.name, page.format.docs_folder), page.subject.path or "")
    return found


def marked_formats(paths: Sequence[str], repository: Repository, formats: FormatSet) -> set[str]:
    """Return the names of the formats that marks call for and that pages at some paths have; not all pages are read.

    Of several kinds that are free, such as families of wikis, the name of the kind follows.
    """
    names: set[str] = set()
    for path in _spread(paths, MANY):
        data = repository.page(path)
        page = None if data is None else Page(path, Source.from_bytes(data), formats=formats)
        if page and any(one.docs_root is None for one in page.parsed.possible_formats):
            found = page.parsed.recognized
            if found is not None:
                is_family = found.kind.free and len(found.format.kind) > 1
                names.add(f"{found.format.name} ({found.kind.name})" if is_family else found.format.name)
    return names


def _spread(paths: Sequence[str], most: int) -> Sequence[str]:
    """Return some paths, fewer than twice as many as `most`, from all over the tree."""
    return paths[:: max(1, len(paths) // most)]


def hints(paths: Sequence[str], repository: Repository, formats: Sequence[Format]) -> Iterator[str]:
    """Yield sentences on pages of no known kind that look like one of the formats of a project, or may be one."""
    by_path = {path: next(candidates(path, formats), None) for path in paths}
    names = list({one.name: one for one in formats}.values())
    outside = [path for path, identity in by_path.items() if identity is None]
    fitting = [path for path in _spread(outside, _PATHS) if any(_folders(path, names))]
    survey = look(fitting, repository, names, _SOME)
    for (name, folder), subject in survey.known.items():
        format_ = _below(next(one for one in names if one.name == name), folder)
        number = sum(any(candidates(path, [format_])) for path in outside if path not in survey.others)
        yield _misplaced(number, format_, subject, repository, [one for one in formats if one.name == name])
    # What exists a page hardly has in its path by chance.
    named = {path: one for path, one in by_path.items() if one and one.subject.path}
    about = {path: one.format.name for path, one in named.items() if repository.exists(one.subject.path or "")}
    for name, several in sorted(by_key((name, path) for path, name in about.items()).items()):
        yield _doubtful(several, name)


def _misplaced(number: int, format_: Format, subject: str, repository: Repository, configured: Sequence[Format]) -> str:
    """Return the sentence on pages below a folder in which the format does not look for them."""
    folder = format_.docs_folder
    here = " or ".join(f"`{one.docs_folder}/`" for one in configured if one.docs_folder)
    verb, pronoun = ("looks", "is") if number == 1 else ("look", "are")
    lead = f"{counted(number, 'page')} {verb} like `{format_.name}` but {pronoun} not below {here}"
    parent = dirname(folder)
    if parent and subject and not repository.exists(subject) and repository.exists(join(parent, subject)):
        # Their sources count from a folder further down, so that this is the root of the pages.
        names = [one.docs_folder for one in configured]
        lines = ["root = true"]
        if basename(folder) not in names:
            lines.append(assignment([basename(folder)], "docs-roots"))
        return f"{lead}; set `{'` and `'.join(lines)}` in `{printable(parent)}/doclint.toml`"
    folders = [one.docs_folder for one in configured if repository.is_folder(one.docs_folder)]
    return f"{lead}; set `{printable(assignment(sorted({*folders, folder}), 'docs-roots'))}`"


def _doubtful(paths: Sequence[str], name: str) -> str:
    have, are = ("has", "is") if len(paths) == 1 else ("have", "are")
    return (
        f"{counted(len(paths), 'page')} {have} the path of a page of `{name}` about a file or folder that exists, but "
        f"not its title or sections, and {are} checked without the format: `{printable(paths[0])}`"
    )


def _folders(path: str, formats: Iterable[Format]) -> Iterator[Format]:
    """Yield the formats as they would be if their pages were below a folder in which a page can have its path."""
    several = list(formats)
    for folder in [*above(dirname(path)), ""]:
        for format_ in several:
            below = _below(format_, folder)
            if next(candidates(path, [below]), None):
                yield below


def _generated(path: str, source: Source, formats: Sequence[Format]) -> Page | None:
    """Return the page as one of the formats, the one for whose folder its path agrees with its title."""
    head = Document(Source.from_text(source.text[:_HEAD]), is_mdx=is_mdx(path))
    for format_ in formats:
        # Parsing a whole page takes much longer than finding out that it has another title.
        if all(find_title(head.blocks, one.kind)[1] is None for one in candidates(path, [format_])):
            continue
        page = Page(path, source, formats=[format_])
        if page.outline is not None and page.outline.title_captures is not None and _agrees(page):
            return page
    return None


def _below(format_: Format, folder: str) -> Format:
    return format_ if format_.docs_root == folder else format_.in_folder(folder)


def _agrees(page: Page) -> bool:
    """Whether the title of a page names the same file or folder as its path."""
    assert page.outline is not None
    assert page.subject is not None
    captures = page.outline.title_captures or {}
    compared = [name for name in captures if name in page.subject.variables]
    return bool(compared) and all(captures[name].text in page.subject.variables[name] for name in compared)
