"""What doclint assumes of the pages of a generator: that its format says what their names and types are.

Pages that only look like those of the format have hundreds of false findings. A format without a mark applies only
where it is configured, so doclint assumes nothing there.
"""

from posixpath import join

from doclint.page.claims import Assumption, AssumptionKind, Reading
from doclint.page.page import Page
from doclint.repository.names import names_of
from doclint.repository.repository import Repository
from doclint.source.words import Vocabulary

_FORMS: dict[str, tuple[AssumptionKind, str]] = {
    "parameters": ("names", "so what they list as parameters of a function are those of its declaration"),
    "members": ("names", "so what they document is declared by that name in its source"),
    "results": ("results", "so the result that they state for a function is that of its declaration"),
}
_MODULES = (".py", ".pyi", ".ts", ".js", ".rs", ".go", ".java", "/__init__.py", "/index.ts", "/mod.rs")
_MOST_PARTS = 8  # of a dotted label
_MOST_FILES = 20  # that may be the module of a label


def format_assumption(page: Page, form: str) -> Assumption | None:
    """Return the assumption that claims of a form on a page, a key of `_FORMS`, rest on; None if nothing is assumed.

    Ask once for a page, not for each claim.
    """
    if page.format is None or page.kind is None or not page.format.is_anywhere:
        return None
    name, (kind, meaning) = page.format.name, _FORMS[form]
    statement = f"the pages are of the format `{name}`, {meaning}"
    return Assumption(kind, name, form, statement, f'ignore-formats = ["{name}"]')


def export_assumption(module: str) -> Assumption:
    """Return what rests on the assumption that doclint knows the sources of a package of JavaScript."""
    name = "/".join(module.split("/")[: 2 if module.startswith("@") else 1])
    statement = f"the sources that doclint found for `{name}` are those that the package exports from"
    return Assumption("exports", name, "import", statement, 'ignore = ["missing-export"]')


def import_assumption(module: str) -> Assumption:
    """Return what rests on the assumption that examples import a Python package of the repository, not a namesake."""
    name = module.partition(".")[0]
    statement = f"the package `{name}` that examples import is the one that doclint found in the repository"
    return Assumption("exports", f"Python {name}", "import", statement, 'ignore = ["broken-import"]')


def as_word(page: Page, path: str, name: str) -> list[Reading]:
    """Return the reading that a name is right because it is a word in the file in which it was looked up."""
    last = name.rpartition(".")[2].strip("*&\\`")
    is_word = page.repository is not None and last and _has_word(page.repository, path, last)
    return [Reading("name", "")] if is_word else []


def as_name_in_sources(page: Page, label: str) -> list[Reading]:
    """Return the reading that the label of a reference is a name in the sources: a module, or a word in one of them."""
    *modules, last = label.strip("`").split(".")[-_MOST_PARTS:]
    if page.repository is None or not modules or not all(part.isidentifier() for part in (*modules, last)):
        return []
    files = (path for part in modules for path in _modules(page.repository, part))
    is_name = any(_has_word(page.repository, path, last) for path in files) or _modules(page.repository, last)
    return [Reading("name", "")] if is_name else []


def _modules(repository: Repository, name: str) -> list[str]:
    names = names_of(repository)
    found = []
    for suffix in _MODULES:
        folder, _, file = f"{name}{suffix}".rpartition("/")
        holders = names.holders.get(folder or file, ())[:_MOST_FILES]
        found += [path for holder in holders if repository.is_file(path := join(holder, folder, file))]
    return found[:_MOST_FILES]


def _has_word(repository: Repository, path: str, word: str) -> bool:
    return bool(repository.remembered(_words, path).starts(word))


def _words(repository: Repository, path: str) -> Vocabulary:
    return Vocabulary(repository.page(path) or b"")
