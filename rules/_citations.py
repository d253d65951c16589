"""Citations that can be compared with the repository, and pages about another time, whose sources were others."""

import re

from doclint import Page, Repository
from doclint.kit import citations, expression, is_about_history, remembered
from doclint.kit.history import says_state
from doclint.page.citations import Citation, cited_in

# Pages about one time: their links were right then.
_DATED = expression(
    r"(?:\A|/)(?:_posts|blogs?|news|posts?|releases|release[-_]notes|changelogs?|changes|versioned_\w++|archived?)/|"
    r"\d{4}-\d\d|\d\.\d|(?:\A|/)(?:changelog|changes|history|news|releases?|release[-_]?notes|migrat|upgrad)[^/]*+\Z",
    re.IGNORECASE,
)
_DATE = expression(r"^date\s*[:=]", re.MULTILINE)


def is_dated(page: Page) -> bool:
    """Whether a page is about one time: its path, its front matter or its first lines say so."""
    front_matter = page.document.front_matter
    return bool(_DATED.search(page.path) or (front_matter and _DATE.search(front_matter.text))) or says_state(page)


@remembered
def current_citations(page: Page) -> list[tuple[Citation, Repository]]:
    """Return the citations of a page that can be compared, each with the repository at the commit that it is about.

    Addresses on a host are left out on pages about another time, and on those whose format says what they describe:
    other rules compare these. So are lines in texts about history.
    """
    found = []
    for citation in citations(page):
        there = cited_in(page.repository, citation) if page.repository else None
        if there is None or (citation.base == "text" and is_about_history(page, citation.span.start)):
            continue
        is_compared_elsewhere = page.kind is not None or page.remembered(is_dated)
        if citation.base != "host" or citation.is_permanent or not is_compared_elsewhere:
            found.append((citation, there))
    return found
