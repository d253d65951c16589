"""Templates on pages: what a generator fills in before it reads the Markdown."""

import re
from functools import partial

from doclint.errors.expressions import expression
from doclint.markdown.labels import label_key
from doclint.sites.site import Site
from doclint.sites.support.pages import page_text

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
