"""Templates on pages, which a generator fills in before it reads the Markdown, and those around pages."""

import re
from functools import partial
from itertools import islice

from doclint.errors.expressions import expression
from doclint.markdown.labels import label_key
from doclint.repository.repository import Repository, remembered
from doclint.sites.site import Site
from doclint.sites.support.pages import files_below, page_text

_ID = expression(r"""\sid=["']?([\w-]++)(?=["'\s>])""")
_NOT_AROUND = expression(r"(?:^|/)_?(?:shortcodes|markup)/")
_MOST_LAYOUTS = 500
_DEFINED = expression(r"^[ \t>]*+\[(?P<label>[^\[\]\n]{1,999})\]:", re.MULTILINE)


def may_define(site: Site, page: str, label: str, sign: str) -> bool:
    """Whether a page with templates, or what it includes, may define a label that Markdown does not find there.

    `sign` is what all templates of the site have.
    """
    find = partial(_labels_of, site, page, sign)
    labels = site.repository.answered(("labels in templates", page), find)
    return labels is None or label_key(label) in labels


def _labels_of(site: Site, page: str, sign: str) -> frozenset[str] | None:
    """Return the keys of the labels that a page defines where it has templates, and those that it includes.

    Their destinations may still be templates, so that Markdown does not read the definitions. There are none without
    the sign of templates. Return None if not all that the page includes is known.
    """
    text = page_text(site.repository, page)
    if sign not in text:
        return frozenset()
    included = site.includes(page, text)
    texts = [text, *(page_text(site.repository, path) for path in included.paths)]
    return frozenset().union(*map(labels_in, texts)) if included.is_complete else None


def labels_in(text: str) -> set[str]:
    """Return the keys of the labels that look as if a text defines them.

    >>> labels_in("[The guide]: {{ site.baseurl }}/guide")
    {'the guide'}
    """
    return {label_key(match["label"]) for match in _DEFINED.finditer(text)}


@remembered
def ids_of_layouts(repository: Repository, *folders: str) -> frozenset[str]:
    """Return the ids in the templates of a site, which are around the text of its pages: `#main-content`."""
    files = (path for folder in folders for path in files_below(repository, folder, (".html",)))
    layouts = (path for path in files if not _NOT_AROUND.search(path))
    return frozenset(id_ for path in islice(layouts, _MOST_LAYOUTS) for id_ in _ID.findall(page_text(repository, path)))
