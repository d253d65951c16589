"""The repository on GitHub that a workflow runs for, as the variables of the runner name it."""

import os
import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from doclint.engine.report.report import Report
from doclint.errors.expressions import expression
from doclint.output.checkout import checkout

_ADDRESS = expression(r"https?://[\w.:-]+/[\w.-]+/[\w.-]+", re.ASCII)
_REVISION = expression(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class GithubRepository(NamedTuple):
    """The address of a repository, and the commit that was checked; `prefix` leads from its top to the root."""

    address: str
    revision: str
    prefix: str

    def line(self, path: str, line: int) -> str:
        """Return the address of a line of a page, whose path is from the root.

        GitHub shows a Markdown file with its lines only if `plain=1` asks for them.
        """
        return f"{self.address}/blob/{self.revision}/{quote(self.prefix + path, safe='/')}?plain=1#L{line}"


def github_repository(report: Report) -> GithubRepository | None:
    """Return the repository that a report is about; None outside a workflow, or if the report is about another one.

    A workflow can check out several repositories. Its own one has the commit `GITHUB_SHA`, or is at the top of the
    workspace, as for those who check out the branch of a pull request in place of its merge commit.
    """
    address = f"{os.environ.get('GITHUB_SERVER_URL')}/{os.environ.get('GITHUB_REPOSITORY')}"
    commit = os.environ.get("GITHUB_SHA", "")
    if not report.root or not _ADDRESS.fullmatch(address) or not _REVISION.fullmatch(commit):
        return None
    place = checkout(report.root)
    is_workspace = place.folder == Path(os.environ.get("GITHUB_WORKSPACE", ""))
    if report.revision != commit and not is_workspace:
        return None
    return GithubRepository(address, report.revision or commit, place.prefix)
