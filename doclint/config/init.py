"""The first files that `doclint init` writes, derived from what is in a tree: a configuration and a workflow."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from typing import Any

from doclint import __version__
from doclint.config.project import Project
from doclint.config.schema import keys
from doclint.config.show import assignment
from doclint.config.survey import TreeSurvey, look, marked_formats
from doclint.errors.tables import table
from doclint.errors.wording import counted
from doclint.formats.loading import builtins
from doclint.markdown.source import printable
from doclint.repository.instructions import convention_of
from doclint.repository.repository import Repository

_GITHUB, _GITLAB = ".github/workflows/doclint.yml", ".gitlab-ci.yml"


def files(project: Project, action: str) -> dict[str, str]:
    """Return the files to write, by path: a configuration, and a workflow if the root is that of a git repository.

    `action` is the repository of the action of doclint, such as `NAME/doclint`.
    """
    pages, repository = project.pages(), project.repository()
    found = look(pages, repository, builtins().rooted)
    found.marked = marked_formats(pages, repository, builtins())
    texts = {"doclint.toml": _settings(found, [*_what_is_there(project, pages, repository, found)])}
    is_gitlab = repository.exists(_GITLAB) and not repository.exists(".github")
    if is_gitlab or (project.root / ".git").exists():
        name = _GITLAB if is_gitlab else _GITHUB
        texts[name] = table("doclint.config", "workflows")[name].format(action=action, version=__version__)
    return texts


def _what_is_there(project: Project, pages: list[str], repository: Repository, found: TreeSurvey) -> Iterator[str]:
    """Yield a line about the pages, the instructions for models, the sites and the formats that a tree has."""
    yield f"Pages found: {len(pages):,}."
    conventions = [one for page in pages if (one := convention_of(page, repository))]
    if conventions:
        products = ", ".join(dict.fromkeys(one.product for one in conventions))
        yield f"Instructions for models: {counted(len(conventions), 'page')} ({products}). Links in them are paths."
    for description, count in sites(project, pages, repository).most_common():
        yield f"Site: {description}, {counted(count, 'page')}. `site` names another generator, or `none`."
    for name, folders in sorted(found.roots.items()):
        yield f"Pages in the format {name}, below {', '.join(sorted(folders)) or 'the root'}."
    if found.marked:
        yield f"Pages of generators that are known by their marks: {', '.join(sorted(found.marked))}."
    if found.roots or found.marked:
        yield '`doclint formats find` lists them; `ignore-formats = ["NAME"]` switches a format off.'


def sites(project: Project, pages: Iterable[str], repository: Repository) -> Counter[str]:
    """Return the number of pages of each site, by its description; pages of none do not count."""
    found = (project.sites.of(page, repository) for page in pages)
    return Counter(site.description for site in found if not site.is_host)


def _settings(found: TreeSurvey, what_is_there: list[str]) -> str:
    """Return the text of the configuration, with every setting that it does not set in a comment."""
    values = _values(found)
    lines = [
        "# The settings of doclint for this repository. `doclint config` shows all settings,",
        "# `doclint rules` lists the rules, `doclint explain RULE` documents a rule.",
        "#",
        *(f"# {printable(line)}" for line in what_is_there),
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
        [example, *_] = setting.examples or [["..."] if "list" in str(setting.annotation) else "..."]
        yield f"# {assignment(example if default is None else default, *key)}"


def _values(found: TreeSurvey) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if found.roots:
        values["docs-roots"] = sorted(set().union(*found.roots.values()))
    if len(found.projects) == 1:
        values["project"] = next(iter(found.projects))
    return values
