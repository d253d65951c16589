"""The project of a repository on the host that shows its files, and links to these files."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.repository.paths import shortest
from doclint.repository.repository import Repository, remembered

# Addresses of files as GitHub, GitLab, Gitea with Forgejo, and Bitbucket have them.
_FILE = expression(
    r"(?i)https?://(?:www\.)?+(?:"
    r"raw\.githubusercontent\.com/(?P<raw>[\w.-]++/[\w.-]++)/(?:refs/heads/)?+"
    r"|(?P<project>[\w-]++(?:\.[\w-]++)++/[\w.-]++(?:/[\w.-]++){1,4}?)/"
    r"(?:(?:-/)?(?:blob|tree|raw|edit|blame)/(?:refs/heads/|branch/)?|src/branch/)"
    r")(?P<branch>[^/?#\s]++)/(?P<path>[^?#\s]++)"
)
_BITBUCKET = expression(
    r"(?i)https?://(?P<project>bitbucket\.org/[\w.-]++/[\w.-]++)/(?:src|raw)/(?P<branch>[^/?#\s]++)/(?P<path>[^?#\s]++)"
)
_PROJECT = expression(
    r"(?i)(?:\A|//|@|\b)(?:www\.)?(github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)[/:]([\w.-]++(?:/[\w.-]++)++)"
)
_SHORT = expression(r"(?:(github|gitlab|bitbucket):)?([\w.-]++/[\w.-]++)\Z")
_HOSTS = {"github": "github.com", "gitlab": "gitlab.com", "bitbucket": "bitbucket.org", None: "github.com"}
_STATED = {
    "package.json": (("repository",), ("repository", "url"), ("bugs", "url")),
    "pyproject.toml": (
        ("project", "urls"),
        ("tool", "poetry", "repository"),
        ("tool", "poetry", "homepage"),
        ("tool", "poetry", "urls"),
    ),
    "Cargo.toml": (("package", "repository"), ("workspace", "package", "repository")),
    "composer.json": (("homepage",), ("support", "source"), ("support", "issues")),
    "book.toml": (("output", "html", "git-repository-url"),),
}
_STATED_IN_TEXT = {
    "mkdocs.yml": expression(r"(?m)^repo_url:[ \t]++[\"']?+([^\s\"']++)"),  # YAML takes long to parse
    "go.mod": expression(r"(?m)^module\s++(\S++)"),
    "setup.cfg": expression(r"(?m)^(?:url|home-page|home_page|project_urls)\b[^\n]*+(?:\n[ \t]++[^\n]*+)*+"),
    "setup.py": expression(r"(?i)url[^\n]*+"),
}
_PAGES = ("README.md", "CONTRIBUTING.md")
_LEAST = 3  # files of the repository that its pages link to, if nothing else names the project
_DEFAULT = frozenset({"HEAD", "main", "master"})
_OTHER_DEFAULTS = frozenset("canary dev devel develop development edge next nightly trunk unstable".split())


class HostLink(NamedTuple):
    """The address of a file on a host: the project with the host, in lower case, the branch and the path."""

    project: str
    branch: str
    path: str


class HostProject(Struct, frozen=True):
    """The project that a repository is on its host, empty if that is not known, and the names of its default branch."""

    name: str
    branches: frozenset[str]


def host_link(address: str) -> HostLink | None:
    """Return the parts of the address of a file on a host; None for any other address.

    >>> host_link("https://github.com/Me/App/blob/main/src/a%20b.py#L3")
    HostLink(project='github.com/me/app', branch='main', path='src/a b.py')
    """
    match = _FILE.match(address) or _BITBUCKET.match(address)
    if match is None:
        return None
    raw = match.groupdict().get("raw")
    project = f"github.com/{raw}" if raw else match["project"]
    path = unquote(match["path"], errors="surrogateescape")
    return HostLink(project.lower(), match["branch"], shortest(path))


def glued(repository: Repository, path: str) -> str | None:
    """Return the path that is left of one without the name of a folder in front, whose slash was lost.

    A generator that joins the folder of its pages and a path without a slash writes `.docssrc/a.py` for `src/a.py`.
    Return None if no file or folder is there.
    """
    folders = (name for name in repository.folders("") if path.startswith(name) and not path.startswith(f"{name}/"))
    return next((path[len(name) :] for name in folders if repository.exists(path[len(name) :])), None)


@remembered
def project_of(repository: Repository) -> HostProject:
    """Return the project of a repository: what most of its metadata names, or else what its first pages link to.

    Of the pages, links to files that the repository has count, and there must be more of them than others.
    """
    links = [link for page in _PAGES for link in _links(repository, page)]
    stated = Counter(_stated(repository))
    name = stated.most_common(1)[0][0] if stated else _linked(repository, links)
    others = {link.branch for link in links if link.project == name} & _OTHER_DEFAULTS
    return HostProject(name, frozenset({"HEAD"}) if others else _DEFAULT)


def _stated(repository: Repository) -> Iterator[str]:
    """Yield the projects that the metadata of a repository names."""
    from doclint.repository.configuration import configuration, value

    there = repository.names_among([*_STATED, *_STATED_IN_TEXT], "")
    for file in there:
        if file in _STATED:
            found = configuration(repository, file)
            texts = [text for keys in _STATED[file] for text in _texts(value(found, *keys))]
        else:
            texts = _STATED_IN_TEXT[file].findall((repository.page(file) or b"").decode(errors="replace"))
        for text in texts:
            yield from _projects(text)


def _texts(found: Any) -> list[str]:
    values = found.values() if isinstance(found, dict) else [found]
    return [one for one in values if isinstance(one, str)]


def _projects(text: str) -> Iterator[str]:
    short = _SHORT.match(text)
    if short is not None:
        yield f"{_HOSTS[short[1]]}/{short[2]}".lower()
    for host, path in _PROJECT.findall(text):
        owner, name = path.split("/")[:2]
        yield f"{host}/{owner}/{name.removesuffix('.git')}".lower()


def _links(repository: Repository, page: str) -> list[HostLink]:
    text = (repository.page(page) or b"").decode(errors="replace") if repository.names_among([page], "") else ""
    words = re.split(r"[\s()<>\"'\[\]]", text)
    return [link for word in words if word.startswith("http") and (link := host_link(word)) is not None]


def _linked(repository: Repository, links: list[HostLink]) -> str:
    """Return the project that links to at least three files of a repository belong to, more than to missing ones."""
    found = Counter({link.project: 0 for link in links})
    there = Counter({link.project: 0 for link in links})
    for link in set(links):
        if link.branch in _DEFAULT:
            found[link.project] += 1
            there[link.project] += "/" in link.path and repository.exists(link.path)
    name, count = max(there.items(), key=lambda one: one[1], default=("", 0))
    return name if count >= _LEAST and 2 * count > found[name] else ""


# Source: the manual of git, "gitmodules".
_PATH = expression(rb"(?m)^[ \t]*+path[ \t]*+=[ \t]*+([^\r\n]+?)[ \t]*+\r?$")


@remembered
def submodules(repository: Repository) -> frozenset[str]:
    """Return the paths from the root of the submodules that `.gitmodules` names."""
    data = repository.page(".gitmodules") if repository.is_file(".gitmodules") else None
    return frozenset(name.decode(errors="surrogateescape") for name in _PATH.findall(data or b""))
