"""The repository on the host that shows its files, as the variables of CI or the remote `origin` of git name it."""

import os
import re
from pathlib import Path
from urllib.parse import quote

from msgspec import Struct

from doclint.engine.report.report import Report
from doclint.errors.expressions import expression
from doclint.markdown.source import printable
from doclint.repository.history import origin


class Checkout(Struct, frozen=True):
    """The top folder of a git repository, and the path from there to the root: empty, or with a slash at the end."""

    folder: Path
    prefix: str


def checkout(root: str) -> Checkout:
    """Return the git repository that contains a root; if there is none, the root itself."""
    place = Path(root)
    top = next((folder for folder in (place, *place.parents) if (folder / ".git").exists()), place)
    inside = place.relative_to(top)
    return Checkout(top, "" if inside == Path() else f"{printable(inside.as_posix())}/")


_ADDRESS = expression(r"https?://[\w.:-]+(?:/[\w.-]+){2,}", re.ASCII)
_REVISION = expression(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
# A login before the host is left out: it may have a password.
_REMOTE = expression(
    r"(?:(?:https?|ssh)://(?:[^@/\s]*+@)?|[\w.-]++@)([\w.-]++)(?::\d++(?=/))?[:/]((?:[\w.-]++/)+[\w.-]+?)(?:\.git)?/?",
    re.ASCII,
)
_RUNNERS = {
    "github": ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA", "GITHUB_WORKSPACE"),
    "gitlab": ("CI_SERVER_URL", "CI_PROJECT_PATH", "CI_COMMIT_SHA", "CI_PROJECT_DIR"),
    "bitbucket": ("BITBUCKET_GIT_HTTP_ORIGIN", "", "BITBUCKET_COMMIT", "BITBUCKET_CLONE_DIR"),
}
# What is between the address of a repository and a commit, and what follows a path. GitHub and GitLab show a Markdown
# file with its lines only if `plain=1` asks for them, as Forgejo does for `display=source`.
_FORMS = {
    "github": ("/blob/", "?plain=1#L"),
    "gitlab": ("/-/blob/", "?plain=1#L"),
    "bitbucket": ("/src/", "#lines-"),
    "codeberg": ("/src/commit/", "?display=source#L"),
}


class HostedRepository(Struct, frozen=True):
    """The address of a repository, and the commit that was checked; `prefix` leads from its top to the root.

    `host` is a key of the forms that addresses of lines have.
    """

    address: str
    revision: str
    prefix: str
    host: str

    @property
    def around(self) -> tuple[str, str]:
        """What is before the path, and what is between the path and the number, in the address of a line."""
        blob, line = _FORMS[self.host]
        return f"{self.address}{blob}{self.revision}/{quote(self.prefix)}", line

    def line(self, path: str, line: int) -> str:
        """Return the address of a line of a file, whose path is from the root."""
        before, after = self.around
        return f"{before}{quote(path)}{after}{line}"


def hosted_by_runner(report: Report) -> HostedRepository | None:
    """Return the repository that a report is about; None outside of CI, or if the report is about another one.

    A workflow can check out several repositories. Its own one has the commit that the runner names, or is at the top of
    the workspace, as for those who check out the branch of a pull request in place of its merge commit.
    """
    for host, names in _RUNNERS.items():
        server, project, commit, workspace = (os.environ.get(name, "") for name in names)
        address = f"{server}/{project}".rstrip("/")
        if not report.root or not _ADDRESS.fullmatch(address) or not _REVISION.fullmatch(commit):
            continue
        place = checkout(report.root)
        if report.revision == commit or place.folder == Path(workspace):
            return HostedRepository(address, report.revision or commit, place.prefix, host)
    return None


def hosted(report: Report) -> HostedRepository | None:
    """Return the repository that a report is about, also outside of CI, if its remote has the commit."""
    found = hosted_by_runner(report)
    if found or not report.revision:
        return found
    match = _REMOTE.fullmatch(origin(Path(report.root), report.revision))
    host = next((name for name in _FORMS if match and name in match[1].lower()), None)
    if not match or not host:
        return None
    return HostedRepository(f"https://{match[1]}/{match[2]}", report.revision, checkout(report.root).prefix, host)
