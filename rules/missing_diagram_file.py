from collections.abc import Iterator
from posixpath import basename, dirname, join

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Valid, Violation
from doclint.kit import citations, expression, language_of
from doclint.repository.history import Deletion
from doclint.repository.names import letters_of, names_of
from doclint.repository.paths import shortest

from ._diagrams import current_diagrams
from ._stale import MESSAGES, Evidence, bases_of, evidence, is_made, is_placeholder, nearest, place_of, stale

_UNKNOWN = "may be a file of another project, or one that a build makes"
_PATH = expression(r"(?a)(?:\./)?+(?P<path>(?:[\w@+-][\w@.+-]*+/)*+[\w@+-]++(?:\.[\w@+-]++)++)")
# Products that are called like a file: `Next.js`, `d3.js`.
_PRODUCT = expression(r"(?:[A-Z]\w*+|[a-z]\w*?)\.js")
_DIAGRAM = "# Shop\n\n```mermaid\nflowchart TD\nA[{}] --> B[Till]\n```\n\n[till.py:1-2](file://src/till.py#L1-L2)\n"
_FILES = {"src/till.py": "a = 1\nb = 2\n", "src/web/app_shell.py": ""}


def _wrong(label: str, message: str, right: str = "") -> Invalid:
    """Return the example of a diagram with a label, which the fix replaces if there is a right one."""
    fixed = _DIAGRAM.format(right) if right else None
    return Invalid(_DIAGRAM.format(label), files=_FILES, lines={5: message}, fixed=fixed)


class MissingDiagramFile(RepositoryRule):
    """A node of a diagram is a file that the repository does not have.

    The reader looks for a file that is not there. Models draw files as they expect them to be called, and draw those
    that were renamed or deleted long ago.

    The whole label must be a path or a name of a source file. That alone proves little: diagrams also show files of
    other projects and products (`Next.js`), and names without their underscores. So doclint reports a file only if the
    page cites one with nearly its name, if its folder is there, or if the evidence of `stale-path` applies: a folder
    has replaced it, a file beside it has nearly its name, the only file of its name is in another folder, or git
    deleted it. Pages about plans are left out.
    """

    family = "paths"
    severity = "warning"
    claims = "path"
    covers = ("J13",)
    remedy = (
        "Take the names of files in diagrams from a list of the files in the repository, and draw them again when it "
        "changes."
    )
    advice = "Write the path that the file has now, or take the file out of the diagram."
    messages = {
        **{name: MESSAGES[name] for name in ("misspelled", "moved", "replaced", "renamed", "deleted")},
        "absent": Message("`{path}` does not exist; `{folder}/` has no such file", key=("path",)),
    }
    examples = (
        _wrong("tills.py", "misspelled", "src/till.py"),
        _wrong('"src/shop.py"', "absent"),
        _wrong("src/old/app_shell.py", "moved", "src/web/app_shell.py"),
        _wrong("src/web.py", "replaced", "src/web/"),
        Invalid(
            _DIAGRAM.format("lib/a.py") + _DIAGRAM.format("lib/b.py"),
            files=_FILES,
            deletions={
                "lib/a.py": Deletion("1f0e3dad99", "2026-03-14"),
                "lib/b.py": Deletion("6512bd43d9", "2026-02-28", "src/till.py"),
            },
            lines={5: "deleted", 13: "renamed"},
            fixed=_DIAGRAM.format("lib/a.py") + _DIAGRAM.format("src/till.py"),
        ),
        Valid(_DIAGRAM.format("till.py"), files=_FILES),
        Valid(_DIAGRAM.format("shop.py"), files=_FILES),
        Valid(_DIAGRAM.format("_Till.py"), files=_FILES),
        Valid(_DIAGRAM.format("Till.js"), files={**_FILES, "src/till.js": ""}),
        Valid(_DIAGRAM.format("click/core.py"), files=_FILES),
        Valid(_DIAGRAM.format("src/shop.py"), "plans/shop.md", files=_FILES),
        Valid(_DIAGRAM.format("see src/shop.py"), files=_FILES),
        Valid(_DIAGRAM.format("src/prices.txt"), files=_FILES),
        Valid(_DIAGRAM.format("src/shop/app.py"), files={**_FILES, "src/web/shop/in/app.py": ""}),
        Valid(_DIAGRAM.format("src/app_shell.py") + _DIAGRAM.format("tills.py/shop.py"), files=_FILES),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        labels = [
            node.label
            for diagram in current_diagrams(page)
            for node in diagram.contents.nodes
            if node.label is not None
        ]
        named = {basename(label.text) for label in labels}
        for label in labels:
            match = _PATH.fullmatch(label.text)
            if match is None:
                continue
            path = shortest(match["path"])
            found = _evidence(page, repository, path, named)
            if found is not None:
                folder = dirname(match["path"]) if found.message == "absent" else None
                yield stale(page, label.span, match["path"], found, folder)
            elif page.claims is not None and _is_of_source(path):
                there = place_of(page, repository, path) or next(_in_longer(repository, path), None)
                related = (RelatedLines(there),) if there else ()
                page.claim("path", label.span, "" if there else _UNKNOWN, related=related)


def _evidence(page: Page, repository: Repository, path: str, named: set[str]) -> Evidence | None:
    """Return what shows that a path which is nowhere is wrong; `named` are the names of files in all diagrams."""
    if not _is_of_source(path) or is_made(repository, path) or _may_be_there(page, repository, path):
        return None
    folder = dirname(path)
    if folder:
        found = evidence(page, repository, path)
        if found is not None and found.message in MissingDiagramFile.messages:
            return found
    elif _PRODUCT.fullmatch(path):
        return None
    cited = {basename(one.path): one.path for one in citations(page) if repository.is_file(one.path)}
    near = nearest(basename(path), sorted(cited.keys() - named))
    if near is not None and (folder or letters_of(near) != letters_of(path)):
        return Evidence("misspelled", cited[near])
    is_beside = folder and any(repository.is_folder(shortest(join(base, folder))) for base in bases_of(page))
    return Evidence("absent") if is_beside else None


def _is_of_source(path: str) -> bool:
    """Whether a path is that of one source file: `shop.py/till.py` is of two."""
    language = language_of(path)
    is_code = language is not None and language.code
    return is_code and not is_placeholder(path) and not any(map(language_of, dirname(path).split("/")))


def _may_be_there(page: Page, repository: Repository, path: str) -> bool:
    """Whether a file may be there, with any folders between those of the path and its name: `shop/src/web/till.py` for
    `shop/web/till.py`.
    """
    is_complete = names_of(repository).is_complete
    return not is_complete or any(_in_longer(repository, path)) or place_of(page, repository, path) is not None


def _in_longer(repository: Repository, path: str) -> Iterator[str]:
    """Yield the files that a path may be short for."""
    return (one for one in names_of(repository).paths(basename(path)) if _is_short(path, one))


def _is_short(path: str, whole: str) -> bool:
    """Whether a path has some folders of another one, in its order."""
    folders = iter(dirname(whole).split("/"))
    return all(folder in folders for folder in dirname(path).split("/") if folder)
