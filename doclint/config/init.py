"""What `doclint init` writes, derived from what is in a tree: a configuration and a workflow."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from doclint import __version__
from doclint.config.project import Project
from doclint.config.show import assignment
from doclint.config.survey import TreeSurvey, look, marked_formats
from doclint.errors.exceptions import ConfigError
from doclint.errors.tables import table
from doclint.errors.wording import counted
from doclint.formats.loading import builtins
from doclint.repository.exclusions import Exclusions, counts
from doclint.repository.instructions import convention_of
from doclint.repository.repository import Repository

_GITHUB, _GITLAB = ".github/workflows/doclint.yml", ".gitlab-ci.yml"
_ATTRIBUTES = ".gitattributes"
_VENDORED = frozenset({"linguist-vendored", "linguist-vendored=true"})  # "Overrides" in the manual of GitHub Linguist


class Start(Struct, frozen=True):
    """What is in a tree, in sentences, and the settings that fit it, each with its reason; empty if that is obvious."""

    found: list[str]
    settings: dict[str, tuple[Any, str]]

    @property
    def values(self) -> dict[str, Any]:
        """The values of the settings."""
        return {key: value for key, (value, _) in self.settings.items()}

    @property
    def text(self) -> str:
        """The text of the configuration."""
        lines = ["# `doclint config` shows all settings, `doclint explain RULE` a rule."]
        for key, (value, reason) in self.settings.items():
            lines.append(assignment(value, key) + (f"  # {reason}" if reason else ""))
        return "\n".join(lines) + "\n"


def start(project: Project) -> Start:
    """Look at the tree of a project that has no configuration."""
    repository, searched = project.repository(), project.search()
    vendored = _vendored(searched.pages, repository)
    excluded = Exclusions(vendored, default=False)
    pages = [page for page in searched.pages if not excluded.of(page)]
    survey = look(pages, repository, builtins().rooted)
    survey.marked = marked_formats(pages, repository, builtins())
    settings: dict[str, tuple[Any, str]] = {"fail-on": ("warning", "infos are shown, but never fail")}
    if vendored:
        settings["exclude"] = (vendored, f"`linguist-vendored` in {_ATTRIBUTES}")
    usual = {format_.name: {format_.docs_folder} for format_ in builtins().rooted}
    if any(folders != usual[name] for name, folders in survey.roots.items()):
        settings["docs-roots"] = (sorted(set().union(*survey.roots.values())), "where the generated pages are")
    if len(survey.projects) == 1:
        settings["project"] = (next(iter(survey.projects)), "what the generated pages call it")
    left_out = ", ".join(counted(count, noun) for noun, count in counts(searched.left_out).items())
    found = [f"{counted(len(pages), 'page')}{f'; skipped as not documentation: {left_out}' * bool(left_out)}"]
    return Start([*found, *_found(project, pages, repository, survey)], settings)


def files(text: str, project: Project, action: str) -> dict[str, str]:
    """Return the files to write, by path: a configuration, and a workflow if the root is that of a git repository.

    `action` is the repository of the action of doclint, such as `NAME/doclint`.
    """
    texts = {"doclint.toml": text}
    repository = project.repository()
    is_gitlab = repository.exists(_GITLAB) and not repository.exists(".github")
    if is_gitlab or (project.root / ".git").exists():
        name = _GITLAB if is_gitlab else _GITHUB
        texts[name] = table("doclint.config", "workflows")[name].format(action=action, version=__version__)
    return texts


def _found(project: Project, pages: list[str], repository: Repository, survey: TreeSurvey) -> Iterator[str]:
    """Yield a sentence about the instructions for models, each site and each format that a tree has."""
    conventions = [one for page in pages if (one := convention_of(page, repository))]
    if conventions:
        products = ", ".join(dict.fromkeys(one.product for one in conventions))
        yield f"{counted(len(conventions), 'page')} of instructions for models ({products})"
    for description, count in sites(project, pages, repository).most_common():
        yield f"{counted(count, 'page')} of a site: {description}"
    for name, folders in sorted(survey.roots.items()):
        yield f"pages in the format {name}, below {', '.join(sorted(folders)) or 'the root'}"
    if survey.marked:
        yield f"pages in formats that are known by their marks: {', '.join(sorted(survey.marked))}"


def sites(project: Project, pages: Iterable[str], repository: Repository) -> Counter[str]:
    """Return the number of pages of each site, by its description; pages of none do not count."""
    found = (project.sites.of(page, repository) for page in pages)
    return Counter(site.description for site in found if not site.is_host)


def _vendored(pages: Iterable[str], repository: Repository) -> list[str]:
    """Return the patterns of files that git attributes declare to be copies of other projects and that pages match."""
    lines = (repository.read(_ATTRIBUTES) or b"").decode(errors="replace").splitlines()
    patterns = [words[0] for words in map(str.split, lines) if not _VENDORED.isdisjoint(words[1:])]
    return [pattern for pattern in dict.fromkeys(patterns) if _matches(pattern, pages)]


def _matches(pattern: str, pages: Iterable[str]) -> bool:
    try:
        exclusions = Exclusions([pattern], default=False)
    except ConfigError:  # git and `exclude` do not read all patterns alike
        return False
    return any(map(exclusions.of, pages))
