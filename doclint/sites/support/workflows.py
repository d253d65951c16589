"""What workflows of GitHub copy into the site that they publish, besides what its generator writes."""

from posixpath import join

from doclint.errors.expressions import expression
from doclint.repository.paths import above, below
from doclint.repository.repository import Repository, remembered
from doclint.sites.site import Site

_FOLDER = ".github/workflows"
_MOST = 100  # workflows
_COPY = expression(r"(?m)\b(?:cp|mv|rsync)[ \t][^\n]{0,500}?(?<![\w.-])((?:[\w.-]*+/){1,5}[\w.-]++)[/\"']{0,2}[ \t]*+$")


def is_copied(site: Site, page: str, path: str) -> bool:
    """Whether a workflow copies what is at a path, or a folder it is in, into the folder of the site with a page."""
    content = site.content_of(page)
    inner = "" if content is None else below(path, content)
    return not _copied_paths(site.repository).isdisjoint(above(inner or ""))


@remembered
def _copied_paths(repository: Repository) -> frozenset[str]:
    """Return the ends of all paths that commands of workflows copy to: `api` and `book/api` of `cp -R doc book/api`."""
    names = sorted(name for name in repository.listing(_FOLDER) or () if name.endswith((".yml", ".yaml")))
    texts = ((repository.page(join(_FOLDER, name)) or b"").decode(errors="replace") for name in names[:_MOST])
    copies = (path.split("/") for text in texts for path in _COPY.findall(text))
    return frozenset("/".join(parts[start:]) for parts in copies for start in range(len(parts)))
