"""Where doclint itself is on the web, as `[project.urls]` of its pyproject.toml says: the only place that has it.

An installation has these addresses in its metadata (`Project-URL`, "Core metadata specifications" of PyPA).
"""

import re
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec

from doclint.errors.expressions import expression
from doclint.rule.finding import ENGINE

_RULES = "doclint_rules"  # the package of the rules that come with doclint
_ID = expression(r"[a-z][a-z0-9-]*+")


def repository() -> str:
    """Return the address of the repository of doclint, without a slash at the end; empty if it is not installed."""
    return _stated("Repository")


def documentation() -> str:
    """Return the address of the documentation of doclint, without a slash at the end; empty if it is not installed."""
    return _stated("Documentation")


def page_of_rule(rule: str, rule_pages: str = "") -> str:
    """Return the address of the manual of a rule, or of what doclint reports without one; empty if it has none.

    `rule_pages` is the setting of that name, which is for all rules. Without it, rules that come with doclint have a
    page in its documentation, and rules of others have none.

    >>> page_of_rule("broken-link", "https://example.org/{rule}.html")
    'https://example.org/broken-link.html'
    >>> page_of_rule("a-rule-of-others")
    ''
    """
    if rule_pages:
        return rule_pages.replace("{rule}", rule)
    return manual(f"rules/{rule}") if rule in ENGINE or _comes_with_doclint(rule) else ""


def manual(page: str) -> str:
    """Return the address of a page of the documentation, given its path without an ending; empty without an address."""
    home = documentation()
    return f"{home}/{page}.html" if home else ""


@cache
def _comes_with_doclint(rule: str) -> bool:
    """Whether there is a module of the rule, whose name is that of the rule (`doclint.rule.registry`)."""
    return _ID.fullmatch(rule) is not None and find_spec(f"{_RULES}.{rule.replace('-', '_')}") is not None


@cache
def _stated(name: str) -> str:
    """Return an address of the metadata. To parse all of them as a message would take long."""
    try:
        package = distribution("doclint")
    except PackageNotFoundError:
        return ""
    metadata = package.read_text("METADATA") or package.read_text("PKG-INFO") or ""
    found = re.search(rf"(?m)^Project-URL: {name}, (\S+?)/?$", metadata)
    return found[1] if found else ""
