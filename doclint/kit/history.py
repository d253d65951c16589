"""Pages and sections about the past or about plans: their examples show what old versions had, or what may come."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from posixpath import dirname

from doclint.errors.expressions import expression
from doclint.page.page import Page
from doclint.page.versions import is_of_old_version

# Words that say so wherever they stand in a name or a heading, and those that must be all of it.
_ANYWHERE = expression(
    r"(?i)(?<![a-z])(?:change[-_ ]?logs?|release[-_ ]?notes?|migrat(?:e|es|ed|ing|ions?)|upgrad(?:e|es|ed|ing)|"
    r"rfcs?(?!\d)|adrs?|proposals?|proposed|roadmap|drafts?|sketch(?:es)?|design[-_ ]notes?|unreleased|upcoming|"
    r"deprecat(?:ed|ions?)|breaking[-_ ]changes?|what'?s?[-_ ]?(?:i?s[-_ ]?)?new|legacy|archived?|"
    r"future[-_ ](?:direction|enhancement|extension|feature|idea|improvement|plan|version|work)s?|futur(?:[ao]s?|s)|"
    r"(?:components?|files?|folders?|modules?)[-_ ]to[-_ ](?:be[-_ ])?(?:add(?:ed)?|buil[dt]|created?|generated?)|"
    r"v?\d++(?:\.[\dx]++)*+[-_ ]notes|v?\d++(?:\.[\dx]++)*+[-_ ](?:to|→|->)[-_ ]v?\d[\d.x]*+)(?![a-z])"
)
_WHOLE = expression(
    r"(?is)(?:changes|ideas?|history|news|releases|removed|removals|old|previous(?:ly)?|before|blog|_?posts|v?\d++(?:\.[\dx]++)++)"
    r"(?:\s*+[:(\[-].*)?\Z"
)
_SNAPSHOT = expression(r"(?:\w+_)?versioned_docs\Z|version-v?\d")
# Not a class of that name, which has a page.
_PLAN = expression(r"(?i)[-_ ]plans?(?![a-z])|(?<![a-z])plan(?:s|ning)?[-_ ]|\A(?:plans|planning)\Z")
_DATE = expression(r"(?<!\d)(?:19|20)\d\d[-_/](?:0?[1-9]|1[0-2])[-_/]\d\d?(?!\d)")
# A line of facts at the top of a page, or a sentence there about the page, that names another state of the sources
# than that of now.
_STATE = expression(
    r"(?im)^[ \t>*_-]*+(?:branch|commit|snapshot|as of)[*_]*+:[*_]*+[ \t]++(?![`*_]*+(?:main|master|trunk)\b)[`*_]*+\w"
    r"|^[ \t>*_-]*+status[*_]*+:[*_]*+[ \t]++(?:not (?:yet )?\w|planned|proposed|draft|to[- ]?do|pending|superseded)"
    r"|\bthis (?:analysis|doc\w*+|file|guide|note|overview|page|plan|readme|report)\b[^.\n]{0,120}?"
    r"\b(?:(?:as of|at) (?:commit|release|tag|version|v?\d)|as of (?:[A-Z]\w+ )?20\d\d"
    r"|(?!(?:main|master|trunk|default|current|this|same|the|an?)\b)[\w/.-]++[`*_]*+ branch\b)"
)
_TOP = 1_500  # characters
_MOST = 500  # headings above a place that are looked at
_TITLE = expression(r"^title[ \t]*+[:=][ \t]*+['\"]?(?P<title>[^\n]*+)", re.MULTILINE)


def is_about_history(page: Page, offset: int) -> bool:
    """Whether a place on a page may speak of an old version, of how to leave it, or of what is only planned.

    The path of the page says so (changelogs, guides for upgrades, posts of a blog, proposals, snapshots of the pages of
    older versions), its title, what it says about itself at its top ("Branch: `next`"), or a heading above the place.
    """
    return page.remembered(_is_old) or any(map(_says_so, titles_above(page, offset)))


def _is_old(page: Page) -> bool:
    parts = page.path.split("/")
    parts[-1] = parts[-1].partition(".")[0] or parts[-1]
    if any(_says_so(part) or _SNAPSHOT.match(part) or _PLAN.search(part) for part in parts) or _DATE.search(page.path):
        return True
    if says_state(page):
        return True
    return page.repository is not None and is_of_old_version(page.repository, dirname(page.path))


def says_state(page: Page) -> bool:
    """Whether a page says at its top that it is about another branch, or about the sources at one time."""
    headings = page.document.headings
    end = headings[1].start if len(headings) > 1 else _TOP
    return _STATE.search(page.source.text, 0, min(end, _TOP)) is not None


def _says_so(name: str) -> bool:
    name = name.strip()
    return _ANYWHERE.search(name) is not None or _WHOLE.match(name) is not None


def titles_above(page: Page, offset: int) -> Iterator[str]:
    """Yield the headings above a place, the nearest first, and the title in the front matter."""
    headings = page.document.headings
    above = bisect_left(headings, offset, key=lambda one: one.start)
    level = 7
    for heading in reversed(headings[max(0, above - _MOST) : above]):
        if heading.level < level:
            level = heading.level
            yield heading.text
            if level == 1:
                break
    front_matter = page.document.front_matter
    title = _TITLE.search(front_matter.text) if front_matter else None
    if title:
        yield title["title"].rstrip("'\" \t\r")
