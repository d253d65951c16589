"""Data: which files are instructions for models, by the conventions of the products that send them to a model."""

import re
from functools import cache
from posixpath import basename, dirname, join, split, splitext

from msgspec import Struct, convert

from doclint.errors.expressions import expression
from doclint.errors.tables import table
from doclint.repository.gitignore import Patterns
from doclint.repository.paths import above
from doclint.repository.repository import Repository


class Convention(Struct, frozen=True, rename="kebab"):
    """Where a product looks for instructions; `instructions.toml` explains the attributes."""

    product: str
    source: str
    patterns: tuple[str, ...] = ()
    is_served: bool = False
    is_reused: bool = False

    @property
    def description(self) -> str:
        """The product, and where to read about it."""
        return f"{self.product} ({self.source})"


_SKILL = "SKILL.md"
_MANIFESTS = (".claude-plugin", ".cursor-plugin", _SKILL)
# What else these are called in: `docs/commands/` is the manual of a command line.
_OF_PLUGINS = frozenset({"agents", "commands", "prompts", "references", "templates"})
_OF_COMMAND = expression(r"^(?:allowed-tools|argument-hint)[ \t]*+:", re.MULTILINE)
_OF_AGENT = expression(r"^(?:tools|model|disallowedTools)[ \t]*+:", re.MULTILINE)
_NAME = expression(r"^name[ \t]*+:[ \t]*+[\"']?(?P<name>[\w.:-]++)[\"']?[ \t]*+$", re.MULTILINE)
_OF_PROGRAMS = ("prompts", "skills")
_PROJECTS = ("Cargo.toml", "build.gradle", "package.json", "pom.xml", "pyproject.toml", "setup.py")
_OF_SITES = frozenset({"content", "docs", "pages"})
# It tells people what is in its folder, even if that is a skill.
_FOR_PEOPLE = "readme.md"


@cache
def conventions() -> dict[str, Convention]:
    """Return all conventions by their keys in `instructions.toml`."""
    return convert(table("doclint.repository", "instructions"), dict[str, Convention])


def convention_of(path: str, repository: Repository | None) -> Convention | None:
    """Return the convention by which a file is instructions for models; None if it is for people."""
    folder, name = split(path)
    if name.lower() == _FOR_PEOPLE:
        folder = dirname(folder)
    else:
        patterns, found = _table()
        number = patterns.deciding(path)
        if number is not None:
            return found[number]
    if repository is None or not folder:
        return None
    return repository.remembered(_convention_in, folder)


def convention_of_front_matter(path: str, text: str) -> Convention | None:
    r"""Return the convention that a front matter follows, in whatever folder its file is: that of a command, which has
    tools or arguments, or of an agent, which has its own name and tools or a model. None if it follows neither.

    >>> convention_of_front_matter("bots/tester.md", "name: tester\nmodel: small\n").product
    'agents and commands of Claude Code'
    >>> convention_of_front_matter("docs/tester.md", "title: The tester\nmodel: small\n")
    """
    if _OF_COMMAND.search(text):
        return conventions()["subagents"]
    name = _NAME.search(text) if _OF_AGENT.search(text) else None
    return conventions()["subagents"] if name and name["name"] == splitext(basename(path))[0] else None


def _convention_in(repository: Repository, folder: str) -> Convention | None:
    """Return the convention for a folder: one of a skill, or one that a plugin or a skill at the root reads."""
    for place in above(folder):
        if repository.is_file(join(place, _SKILL)):
            return conventions()["skills"]
        if basename(place) in _OF_PLUGINS and repository.names_among(_MANIFESTS, dirname(place)):
            return conventions()["plugins"]
        if basename(place) in _OF_PROGRAMS and _has_sources(repository, dirname(place)):
            return conventions()["prompts"]
    return None


def _has_sources(repository: Repository, folder: str) -> bool:
    """Whether a folder is a package of Python, or in the `src/` of a project, but not in that of a site."""
    if repository.is_file(join(folder, "__init__.py")):
        return True
    outer, found, inner = f"/{folder}/".rpartition("/src/")
    is_of_site = not _OF_SITES.isdisjoint(inner.split("/")) or repository.is_file(f"{outer}/src/SUMMARY.md".lstrip("/"))
    return bool(found) and not is_of_site and bool(repository.names_among(_PROJECTS, outer.lstrip("/")))


@cache
def _table() -> tuple[Patterns, list[Convention]]:
    """Return the patterns of all conventions, and the convention of each."""
    rows = [(pattern, one) for one in conventions().values() for pattern in one.patterns]
    return Patterns(pattern for pattern, _ in rows), [one for _, one in rows]
