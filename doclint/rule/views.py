"""The view that a rule has of a page where a generator owns a part of it."""

from doclint.page.page import Page
from doclint.rule.rule import Rule


def view_of(page: Page, rule: Rule) -> Page:
    """Return the page as a rule checks it: where a generator owns a part of it, the rule checks that part if it has
    something to read of the format there that the format does not ignore, and otherwise all of the page as one that
    somebody wrote.
    """
    if page.around is page:
        return page
    if rule.id in page.ignored_rules:
        return page.around
    from doclint.rule.reads import reads_part

    return page if reads_part(page, rule) else page.around
