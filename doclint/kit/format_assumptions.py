"""What doclint assumes of the pages of a generator: that its format says what their names, types and sections are.

Pages that only look like those of the format have hundreds of false findings. A format without a mark applies only
where it is configured, so doclint assumes nothing there.
"""

from posixpath import join
from typing import TYPE_CHECKING

from doclint.page.claims import Assumption, AssumptionKind, Reading
from doclint.page.page import Page
from doclint.repository.names import names_of
from doclint.repository.repository import Repository
from doclint.source.words import Vocabulary

if TYPE_CHECKING:
    from doclint.formats.schema.sections import SectionPlace

_FORMS: dict[str, tuple[AssumptionKind, str]] = {
    "parameters": ("names", "so what they list as parameters of a function are those of its declaration"),
    "members": ("names", "so what they document is declared by that name in its source"),
    "results": ("results", "so the result that they state for a function is that of its declaration"),
    "headings": ("sections", "so their headings are the sections of its kinds"),
    "entries of indexes": ("sections", "so they have a section about each entry of their indexes"),
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
    subject = f"{name} {page.kind.name}" if kind == "sections" else name
    return Assumption(kind, subject, form, f"the pages are of the format `{name}`, {meaning}", _ignored(name))


def _ignored(format_name: str) -> str:
    return f'ignore-formats = ["{format_name}"]'


def section_assumption(page: Page, place: "SectionPlace | None") -> Assumption | None:
    """Return what rests on the assumption that all pages of a kind have a section or, without one, the footer."""
    if page.format is None or page.kind is None or not page.format.is_anywhere:
        return None
    name, kind = page.format.name, page.kind.name
    key, what = (place.key, f"section `{page.fill(place.heading)}`") if place else ("footer", "footer of the format")
    statement = f"the pages are of the format `{name}`, whose kind `{kind}` always has the {what}"
    return Assumption("sections", f"{name} {kind}", key, statement, _ignored(name))


def count_sections(page: Page) -> None:
    """Count a page for each section that its kind requires and that it has wherever it should, and for its footer."""
    outline = page.outline
    if outline is None or page.format is None or not page.format.is_anywhere:
        return
    if outline.footer is not None and (footer := section_assumption(page, None)):
        page.count(footer, "holds")
    missing = {one.place.key for one in outline.missing}
    places = {one.place.key: one.place for one in page.sections if one.place is not None and one.place.spec.required}
    for key, place in places.items():
        assumption = section_assumption(page, place) if key not in missing else None
        if assumption is not None:
            page.count(assumption, "holds")


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
