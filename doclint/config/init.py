"""The first configuration that `doclint init` writes, derived from the pages of a tree."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from doclint.config.schema import keys
from doclint.config.show import assignment
from doclint.formats.loading import builtins
from doclint.formats.schema import Format
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.repository.repository import Repository

_ENOUGH = 400  # pages to read; more would not tell more, because a generator writes them all alike


@dataclass
class TreeSurvey:
    """The pages of a tree: their number, the folders with pages of each format, and the names of the project."""

    pages: int
    roots: dict[str, set[str]] = field(default_factory=dict)
    projects: set[str] = field(default_factory=set)


def look(paths: Sequence[str], repository: Repository) -> TreeSurvey:
    """Survey the pages at some paths of a repository. Of many pages, only some are read, from all over the tree."""
    found = TreeSurvey(len(paths))
    step = max(1, len(paths) // _ENOUGH)
    for path in paths[::step]:
        data = repository.read(path)
        page = None if data is None else _generated(path, Source.from_bytes(data))
        if page is not None and page.format is not None:
            found.roots.setdefault(page.format.name, set()).add(page.format.docs_root)
            found.projects.update(filter(None, [page.parameters.get("project")]))
    return found


def text(found: TreeSurvey) -> str:
    """Return the text of the configuration, with every setting that it does not set in a comment."""
    values = _values(found)
    known = f"among them some in the format {', '.join(sorted(found.roots))}" if found.roots else "of no known format"
    lines = [
        "# The settings of doclint for this repository. `doclint config` shows all settings,",
        "# `doclint rules` lists the rules, `doclint explain RULE` shows the manual of a rule.",
        "#",
        f"# Pages found: {found.pages}, {known}.",
        *(assignment(value, key) for key, value in values.items()),
        *_commented(without=values),
    ]
    return "\n".join(lines) + "\n"


def _commented(without: Container[str]) -> Iterator[str]:
    """Yield every setting of the root, except some keys, with its meaning and its default, in comments."""
    for key, setting in keys():
        if key[0] in without:
            continue
        default = setting.get_default(call_default_factory=True)
        yield ""
        yield f"# {setting.description}"
        example: Any = ["..."] if "list" in str(setting.annotation) else "..."
        yield f"# {assignment(example if default is None else default, *key)}"


def _values(found: TreeSurvey) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if found.roots:
        values["docs-roots"] = sorted(set().union(*found.roots.values()))
    if len(found.projects) == 1:
        values["project"] = next(iter(found.projects))
    return values


def _generated(path: str, source: Source) -> Page | None:
    """Return the page if it is of a known format, below the folder for which its path agrees with its title."""
    for folder in PurePosixPath(path).parents:
        page = Page(path, source, formats=[_below(one, folder) for one in builtins()])
        if page.outline is not None and page.outline.title_captures is not None and _agrees(page):
            return page
    return None


def _below(format_: Format, folder: PurePosixPath) -> Format:
    return format_.model_copy(update={"docs_root": "" if folder == PurePosixPath() else folder.as_posix()})


def _agrees(page: Page) -> bool:
    """Whether the title of a page names the same file or folder as its path."""
    assert page.outline is not None
    assert page.subject is not None
    captures = page.outline.title_captures or {}
    compared = [name for name in captures if name in page.subject.variables]
    return bool(compared) and all(captures[name].text in page.subject.variables[name] for name in compared)
