"""A first configuration, out of what is found in a tree."""

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

_ENOUGH = 400  # pages that are looked at; a generator writes them all alike


@dataclass
class Findings:
    """What the pages of a tree tell: how many there are, and of each format the folders that its pages lie in."""

    pages: int
    roots: dict[str, set[str]] = field(default_factory=dict)
    projects: set[str] = field(default_factory=set)


def look(paths: Sequence[str], repository: Repository) -> Findings:
    """What some pages tell, given by their paths from the root of the repository; of many, some all over the tree."""
    found = Findings(len(paths))
    step = max(1, len(paths) // _ENOUGH)
    for path in paths[::step]:
        data = repository.read(path)
        page = None if data is None else _generated(path, Source.from_bytes(data))
        if page is not None and page.format is not None:
            found.roots.setdefault(page.format.name, set()).add(page.format.docs_root)
            found.projects.update(filter(None, [page.parameters.get("project")]))
    return found


def text(found: Findings) -> str:
    """The configuration, with every setting that it does not make in a comment."""
    values = _values(found)
    known = f"among them some in the format {', '.join(sorted(found.roots))}" if found.roots else "of no known format"
    lines = [
        "# The settings of doclint for this repository. `doclint config` shows what they come to,",
        "# `doclint rules` lists the rules, `doclint explain RULE` says what one of them does.",
        "#",
        f"# Pages found: {found.pages}, {known}.",
        *(assignment(value, key) for key, value in values.items()),
        *_commented(without=values),
    ]
    return "\n".join(lines) + "\n"


def _commented(without: Container[str]) -> Iterator[str]:
    """Every setting of the root with its meaning and its default, in comments; of some keys nothing."""
    for key, setting in keys():
        if key[0] in without:
            continue
        default = setting.get_default(call_default_factory=True)
        yield ""
        yield f"# {setting.description}"
        example: Any = ["..."] if "list" in str(setting.annotation) else "..."
        yield f"# {assignment(example if default is None else default, *key)}"


def _values(found: Findings) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if found.roots:
        values["docs-roots"] = sorted(set().union(*found.roots.values()))
    if len(found.projects) == 1:
        values["project"] = next(iter(found.projects))
    return values


def _generated(path: str, source: Source) -> Page | None:
    """The page, if it is one of a known format: below the folder from which its path agrees with what it says."""
    for folder in PurePosixPath(path).parents:
        page = Page(path, source, formats=[_below(one, folder) for one in builtins()])
        if page.outline is not None and page.outline.title_captures is not None and _agrees(page):
            return page
    return None


def _below(format_: Format, folder: PurePosixPath) -> Format:
    return format_.model_copy(update={"docs_root": "" if folder == PurePosixPath() else folder.as_posix()})


def _agrees(page: Page) -> bool:
    """Whether the title names what the path of the page says."""
    assert page.outline is not None
    assert page.subject is not None
    captures = page.outline.title_captures or {}
    compared = [name for name in captures if name in page.subject.variables]
    return bool(compared) and all(captures[name].text in page.subject.variables[name] for name in compared)
