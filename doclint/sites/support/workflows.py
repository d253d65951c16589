"""What workflows of GitHub copy into the site that they publish, besides what its generator writes."""

import re
from posixpath import join

from doclint.errors.expressions import expression
from doclint.repository.paths import below
from doclint.repository.repository import Repository, remembered
from doclint.sites.site import Site

_FOLDER = ".github/workflows"
_MOST = 100  # workflows
_COPY = expression(r"\b(?:cp|mv|rsync)[ \t][^\n]{0,500}?/(?P<name>[\w.-]++)[/\"']{0,2}[ \t]*+$", re.MULTILINE)


def is_copied(site: Site, page: str, path: str) -> bool:
    """Whether a workflow copies what is at a path, or a folder it is in, into the folder of the site with a page."""
    content = site.content_of(page)
    inner = None if content is None else below(path, content)
    return bool(inner) and not _copied_names(site.repository).isdisjoint(str(inner).split("/"))


@remembered
def _copied_names(repository: Repository) -> frozenset[str]:
    """Return the last parts of all paths that commands of workflows copy to: `api` of `cp -R target/doc book/api`."""
    names = sorted(name for name in repository.listing(_FOLDER) or () if name.endswith((".yml", ".yaml")))
    texts = ((repository.page(join(_FOLDER, name)) or b"").decode(errors="replace") for name in names[:_MOST])
    return frozenset(match["name"] for text in texts for match in _COPY.finditer(text))
