from collections.abc import Iterator
from posixpath import dirname

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Valid, Violation
from doclint.kit import links_and_definitions, with_path
from doclint.kit.nodes import Definition, Link
from doclint.repository.history import Deletion
from doclint.repository.hosting import HostLink, host_link, project_of

from ._citations import is_dated
from ._stale import is_made, proof, when

# What every address of a file on a host has.
_LINK = "[a](https://github.com/me/app/blob/main/src/a.py)\n"
_APP = {"src/b.py": "", "go.mod": "module github.com/me/app/v2\n"}
_SIGNS = ("/blob/", "/tree/", "/raw", "/edit/", "/blame/", "/src/branch/", "bitbucket.org/")


class DeadHostLink(RepositoryRule):
    """A link to the repository's own host leads to a file that the repository does not have.

    `https://github.com/OWNER/NAME/blob/main/docs/use.md` looks like a web address, so nothing that follows relative
    links sees that it is dead. doclint reads addresses of files and folders on GitHub, GitLab, Codeberg and Bitbucket,
    and of `raw.githubusercontent.com`. The project is the one that most of the metadata names (`pyproject.toml`,
    `package.json`, `Cargo.toml`, `go.mod`, `mkdocs.yml` and the like), or else the one whose files `README.md` links
    to. The branch must be `HEAD`, `main` or `master`; links to other branches, tags and commits lead to another time.

    The folder of the file must exist. If it does not, or is the root, doclint wants more evidence: a file of nearly the
    same name, the only file of its name in another folder, or a deletion in the history of git. So a part of a
    repository, such as an archive of its sources, gives few false alarms. Change logs, dated posts and pages about one
    version are ignored, and so are pages that say at their top that they are about another branch or commit.
    """

    family = "paths"
    severity = "warning"
    claims = "link"
    yields_to = ("dead-citation",)
    covers = ("J15",)
    remedy = "Link to where the file is now, preferably by a relative path, or to a commit that has the file."
    messages = {
        "missing": Message(
            "The link leads to `{path}` on the branch `{branch}`, but the repository has nothing there"
            "[; did you mean `{suggestion}`?][; git deleted it on {date} ({commit})]",
            key=("path",),
        ),
    }
    examples = (
        Invalid(
            "[use](https://github.com/Me/App/blob/main/docs/usage.md#top), "
            "![logo](https://raw.githubusercontent.com/me/app/master/docs/logo.svg)\n",
            "README.md",
            files={"docs/use.md": "", "media/usage.md": "", "package.json": '{"repository": "me/app"}'},
            lines=(1, 1),
            fixed="[use](https://github.com/Me/App/blob/main/media/usage.md#top), "
            "![logo](https://raw.githubusercontent.com/me/app/master/docs/logo.svg)\n",
        ),
        Invalid(
            "<https://gitlab.com/me/app/-/blob/HEAD/ci/run.sh> [lint]\n\n"
            "[lint]: https://gitlab.com/me/app/-/tree/main/ci/lint\n",
            files={"ci/x.sh": "", "Cargo.toml": '[package]\nrepository = "https://gitlab.com/me/app.git"\n'},
            deletions={"ci/run.sh": Deletion("1f0e3dad99", "2026-03-14")},
            lines=(1, 3),
        ),
        Valid(
            "[a](https://github.com/me/app/blob/v1/src/a.py), [b](https://github.com/me/other/blob/main/src/b.py), "
            "[c](https://github.com/me/app/blob/main/src/c.py), [d](https://github.com/me/app/tree/main/cut/d), "
            "[e](https://github.com/me/app/blob/main/CITATION.cff), [f](https://github.com/me/app/issues)\n",
            files={"src/c.py": "", "go.mod": "module github.com/me/app\n"},
        ),
        Valid(_LINK, "CHANGELOG.md", files=_APP),
        Valid(_LINK, files={"src/b.py": ""}),
        Valid(f"# Next\n\n> **Branch:** `next`\n\n{_LINK}", files=_APP),
        Invalid(f"# Now\n\n> **Branch:** `main`\n\n{_LINK}", files=_APP, lines=(5,)),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        if not any(sign in page.own_text for sign in _SIGNS) or page.remembered(is_dated):
            return
        autolinks = [link for link in page.document.links if link.kind == "autolink"]
        for link in [*links_and_definitions(page), *autolinks]:
            address = host_link(link.destination)
            if address is not None:
                yield from _check(page, repository, link, address)


def _check(page: Page, repository: Repository, link: Link | Definition, address: HostLink) -> Iterator[Violation]:
    project, branch, path = address
    own = project_of(repository)
    if project != own.name or branch not in own.branches or path.startswith(".."):
        return
    if repository.exists(path) or is_made(repository, path):
        if repository.exists(path) and "#L" not in link.destination:  # a link to lines is a citation
            page.claim("link", link.span, related=(RelatedLines(path),))
        return
    suggestion = repository.other_case(path)
    found = None if suggestion else proof(repository, {"": path}, page.source.text)
    folder = dirname(path)
    if not suggestion and not found and not (folder and repository.is_folder(folder)):
        return
    suggestion = suggestion or (found.suggestion if found else "")
    deletion = found.deletion if found and not suggestion else None
    new = link.path.removesuffix(path) + suggestion if suggestion and link.path.endswith(path) else ""
    yield Violation(
        link.span,
        "missing",
        reason=path,
        fix=with_path(page, link, new, safe=False) if new else None,
        path=path,
        branch=branch,
        suggestion=suggestion or None,
        **when(deletion),
    )
