from collections import Counter
from collections.abc import Iterable, Iterator
from posixpath import basename

from doclint import Edit, Fix, Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Span, Valid, Violation
from doclint.kit import expression
from doclint.page.citations import Citation, length_of
from doclint.repository.history import Deletion
from doclint.repository.hosting import glued, submodules
from doclint.repository.names import names_of
from doclint.repository.paths import LONGEST, above

from ._citations import current_citations
from ._stale import proof, when

_ON_DISK = expression(r"/?[A-Za-z]:/|/")
_PLACEHOLDER = expression(r"(?i)(?:\A|/)(?:path/to|absolute|your|my)(?:[-_/]|\Z)|[<>{}*]|\.{3}|\u2026")
_LEAST = 2  # paths of a page that exist below the same folder
_MOST_NAMESAKES = 20


class DeadCitation(RepositoryRule):
    """A page cites a file as its source that the repository does not have.

    Wikis that models write cite sources in every paragraph, often files that never existed, or that were renamed or
    deleted after the page was written. A reader or a model that follows the citation finds nothing, and what the page
    says about the file is doubtful.

    The rule reads citations in all forms: links to `file://src/a.py#L1-L9`, links to lines of a file on the host of the
    repository, labels without a destination (`[src/a.py:1-9]()`), references in brackets (`[src/a.py:1-9]`), and
    sources in front matter and comments. Paths are relative to the root of the repository, or to the folder around the
    hidden one that the wiki is in. A file in git's index counts as there, even if a sparse checkout left it out. A
    folder may be cited, but it has no lines. An address with a commit is compared with the files of that commit, if git
    knows it; without git, with those that are there.

    `broken-link` checks links that are relative to the page.
    """

    family = "citations"
    severity = "error"
    covers = ("L01",)
    claims = "citation"
    remedy = (
        "Take the paths of citations from a list of the files in the repository, check each before the page is "
        "written, and write a page again when a file that it cites is renamed or deleted."
    )
    advice = "Cite the file that has what the page describes, or remove what the page says about a file that is gone."
    gone = {"missing", "renamed", "deleted"}
    messages = {
        "missing": Message("`{path}` is cited, but does not exist[; did you mean `{suggestion}`?]", key=("path",)),
        "wrong-case": Message(
            "`{path}` is cited, but the repository has `{suggestion}`; case matters",
            key=("path",),
            remedy="Write the paths of citations exactly as the files are named, in upper and lower case.",
        ),
        "renamed": Message(
            "`{path}` is cited, but git renamed it to `{suggestion}` on {date} ({commit})", key=("path",)
        ),
        "deleted": Message("`{path}` is cited, but git deleted it on {date} ({commit})", key=("path",)),
        "ignored": Message(
            "`{path}` is cited, but is not in the repository: git ignores it",
            severity="warning",
            key=("path",),
            remedy="Leave out what git ignores when the sources are collected: only one computer has these files.",
            advice="Cite a file of the repository, or commit this one.",
        ),
        "submodule": Message(
            "`{path}` is cited, but belongs to another repository, the submodule `{folder}`",
            severity="info",
            key=("path",),
            remedy="Cite the files of a submodule by their address in its own repository.",
        ),
        "on-disk": Message(
            "`{path}` is cited, which is a path on somebody's computer",
            key=("path",),
            remedy="Write the paths of citations relative to the root of the repository.",
        ),
        "below": Message(
            "`{path}` is cited, but does not exist; the same path exists below `{folder}`: `{suggestion}`",
            key=("path",),
            remedy="Write the paths of citations from the root of the repository, not from a folder of it.",
        ),
        "above": Message(
            "`{path}` is cited, but does not exist; without the folder `{folder}`, it does: `{suggestion}`",
            key=("path",),
            remedy="Write the paths of citations from the root of the repository, without the name of the repository.",
        ),
        "lost-slash": Message(
            "`{path}` is cited, but does not exist: a slash was lost before `{suggestion}`",
            key=("path",),
            remedy="Write paths from the root: do not put the folder of the pages before the path of the source.",
        ),
        "folder": Message("Lines of `{path}` are cited, which is a folder", key=("path",)),
    }
    examples = (
        Invalid(
            "# Shop\n\nIt opens at nine [shop.py:1-2](file://src/shop.py#L1-L2), [till.py](file://src/Till.py#L1), "
            "[src/stock.py:1]().\n\n[src/door.py:1-2]\n",
            files={"src/till.py": "a = 1\n", "src/stock.py": "a = 1\n"},
            deletions={"src/door.py": Deletion("1f0e3dad99", "2026-03-14")},
            lines={3: ("missing", "wrong-case"), 5: "deleted"},
            fixed="# Shop\n\nIt opens at nine [shop.py:1-2](file://src/shop.py#L1-L2), "
            "[till.py](file://src/till.py#L1), [src/stock.py:1]().\n\n[src/door.py:1-2]\n",
        ),
        Invalid(
            "[src/stock_room.py:1]() and [stock.py](file://src\\stock.py#L1)\n",
            files={"lib/stock_room.py": "a = 1\n", "src/b.py": ""},
            deletions={"src/stock.py": Deletion("1f0e3dad99", "2026-03-14", "src/b.py")},
            lines={1: ("missing", "renamed")},
            fixed="[lib/stock_room.py:1]() and [b.py](file://src/b.py#L1)\n",
        ),
        Invalid(
            "---\nsources:\n  - repo://src/a.py#L1-L2\n---\n\n<!-- ground: src/b.py:3 -->\n\n"
            "**Source File**: `src/c.py`\n",
            lines={3: "missing", 6: "missing", 8: "missing"},
        ),
        Invalid(
            "[out](file://dist/out.js#L1), [lib](file://vendor/lib/a.c#L2), [src](file://src/#L1-L9), "
            "[a](file://C:/Users/ann/a.py#L1)\n",
            files={".gitignore": "dist/\n", ".gitmodules": '[submodule "lib"]\n\tpath = vendor/lib\n', "src/a.py": ""},
            lines={1: ("ignored", "submodule", "folder", "on-disk")},
        ),
        Invalid(
            "[a](https://github.com/me/app/blob/main/.wikisrc/a.py#L1)\n",
            ".wiki/page.md",
            files={"src/a.py": "a = 1\n", ".wiki/b.md": "", "go.mod": "module github.com/me/app\n"},
            lines={1: "lost-slash"},
            fixed="[a](https://github.com/me/app/blob/main/src/a.py#L1)\n",
        ),
        Invalid(
            "[a](file://src/a.py#L1), [b](file://src/b.py#L1), [c](file://app/web/src/a.py), [d](file://lib.py)\n",
            files={"web/src/a.py": "a = 1\n", "web/src/b.py": "b = 1\n"},
            lines={1: ("below", "below", "above", "missing")},
            fixed="[a](file://web/src/a.py#L1), [b](file://web/src/b.py#L1), [c](file://web/src/a.py), "
            "[d](file://lib.py)\n",
        ),
        Invalid(
            "[a](file://src/A%20b.py#L1)\n",
            files={"src/a b.py": "a = 1\n"},
            lines={1: "wrong-case"},
            fixed="[a](file://src/A%20b.py#L1)\n",
        ),
        Valid(
            "[a](file://src/a.py#L1), [src](file://src), [b](file://path/to/b.py#L1), [c](file://app/{name}.py)\n",
            files={"src/a.py": "a = 1\n"},
        ),
        Valid("[a](file://src/a.py#L1)\n", "app/.wiki/page.md", files={"app/src/a.py": "a = 1\n"}),
        Valid(
            "[a](https://github.com/me/app/blob/1f0e3dad/src/a.py#L1), "
            "[b](https://github.com/me/app/blob/1f0e3dad/src/b.py#L1), "
            "[c](https://github.com/me/app/blob/1f0e3dad/src/c.py#L1)\n",
            files={"src/a.py": "a = 1\n", "src/b.py": "b = 1\n"},
            deletions={"src/c.py": Deletion("6512bd43d9", "2026-02-28")},
        ),
        Valid("`src/gone.py:3` and [gone](gone.py#L3)\n"),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        dead = []
        for one, there in current_citations(page):
            if _is_dead(one, there):
                dead.append((one, there))
            elif one.base in ("root", "host"):
                page.claim("citation", one.span, related=(RelatedLines(one.path),))
        paths = {one.path for one, _ in dead}
        folders = _common_folders(repository, paths)
        found = {path: _violation(page, repository, path, *folders) for path in paths}
        for citation, there in dead:
            violation = found[citation.path]
            if violation is not None:
                yield violation.at(citation.span, _fix(page, there, citation, violation))
            elif page.claims is not None:
                is_there = repository.is_tracked(citation.path)
                page.claim("citation", citation.span, "" if is_there else "may stand for any file")


def _is_dead(citation: Citation, there: Repository) -> bool:
    if citation.base not in ("root", "host"):
        return False
    return bool(citation.lines) if there.is_folder(citation.path) else not there.exists(citation.path)


def _common_folders(repository: Repository, paths: set[str]) -> tuple[str, str]:
    """Return the folder below which most of some paths exist, and that without which they do; both can be empty."""
    if len(paths) < _LEAST:
        return "", ""
    names = names_of(repository)
    below = ({one.removesuffix(path) for one in names.ending_with(path)[:_MOST_NAMESAKES]} for path in paths)
    above = ({path.partition("/")[0]} for path in paths if repository.is_file(path.partition("/")[2]))
    return _most_common(below, len(paths)).rstrip("/"), _most_common(above, len(paths))


def _most_common(folders: Iterable[set[str]], number: int) -> str:
    """Return the folder that is in at least half of a number of sets; empty if there is none."""
    counts = Counter(folder for several in folders for folder in several)
    folder, count = max(counts.items(), key=lambda one: (one[1], one[0]), default=("", 0))
    return folder if count >= _LEAST and 2 * count >= number else ""


def _violation(page: Page, repository: Repository, path: str, lacking: str, surplus: str) -> Violation | None:
    """Return what is wrong with a path that is not there, or whose lines are those of a folder."""
    if repository.is_folder(path):
        return _says("folder", path)
    if _PLACEHOLDER.search(path) or repository.is_tracked(path):
        return None
    if _ON_DISK.match(path):
        return _says("on-disk", path, reason="on a disk")
    if (actual := repository.other_case(path)) is not None:
        return _says("wrong-case", path, suggestion=actual)
    if (rest := glued(repository, path)) is not None:
        return _says("lost-slash", path, suggestion=rest, reason=f"{path.removesuffix(rest)}/")
    found = _outside(repository, path) or _from_another_root(repository, path, lacking, surplus)
    return found or _missing(page, repository, path)


def _outside(repository: Repository, path: str) -> Violation | None:
    """Return that a path is there for some people, but not in the repository."""
    submodule = _submodule(repository, path)
    if submodule is not None:
        return _says("submodule", path, folder=submodule)
    return _says("ignored", path) if repository.is_ignored(path) else None


def _from_another_root(repository: Repository, path: str, lacking: str, surplus: str) -> Violation | None:
    """Return that a path exists below a folder with most others of the page, or without its first folder."""
    below = f"{lacking}/{path}"
    if lacking and repository.is_file(below):
        return _says("below", path, suggestion=below, reason=f"{lacking}/", folder=lacking)
    first, _, rest = path.partition("/")
    is_surplus = first == surplus or ("/" in rest and not repository.exists(first))
    if is_surplus and repository.is_file(rest):
        return _says("above", path, suggestion=rest, reason=f"{first}/", folder=first)
    return None


def _missing(page: Page, repository: Repository, path: str) -> Violation:
    """Return that a path is nowhere, with what may have become of it."""
    found = proof(repository, {"": path}, page.source.text)
    if found is None:
        return _says("missing", path)
    message = found.message if found.message in ("renamed", "deleted") else "missing"
    return _says(message, path, suggestion=found.suggestion, deletion=found.deletion)


def _says(
    message: str,
    path: str,
    *,
    suggestion: str = "",
    reason: str = "",
    folder: str | None = None,
    deletion: Deletion | None = None,
) -> Violation:
    """Return the violation of a path, which gets the place and the fix of each citation."""
    return Violation(
        Span(0, 0),
        message,
        reason=reason or path,
        path=path,
        suggestion=suggestion or None,
        folder=folder,
        **when(deletion),
    )


def _fix(page: Page, there: Repository, citation: Citation, violation: Violation) -> Fix | None:
    """Return the fix that writes the path that is suggested, also where the label of the link has the wrong one.

    There is none if the repository that the citation is about does not have that path, or not with the lines.
    """
    place, path = citation.path_span, violation.arguments["suggestion"]
    if place is None or not isinstance(path, str) or not path.isprintable() or not set(path).isdisjoint('()[]`<>" '):
        return None
    exists = there.is_file if citation.lines else there.exists
    if not exists(path) or not all(lines.fits(length_of(there, path)) for lines in citation.lines):
        return None
    edits = [Edit(place, path)]
    start, label = citation.span.start, page.text(Span(citation.span.start, place.start)).rpartition("](")[0]
    for old, new in ((page.text(place), path), (basename(citation.path), basename(path))):
        at = label.find(old)
        if old != new and at >= 0:
            edits.insert(0, Edit(Span(start + at, start + at + len(old)), new))
            break
    return Fix(tuple(edits), safe=violation.message == "wrong-case")


def _submodule(repository: Repository, path: str) -> str | None:
    named = submodules(repository)
    return next((place for place in above(path[:LONGEST]) if place in named or repository.is_submodule(place)), None)
