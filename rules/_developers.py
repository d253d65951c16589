"""Pages for people, and models, that work on the repository itself: their paths and commands are those of its tree."""

import re
from posixpath import basename, dirname

from doclint import Page, Span
from doclint.kit import expression
from doclint.kit.tables import names

_NAMES = names("doclint_rules", "developer-files")
_FOLDERS = names("doclint_rules", "developer-folders")
# What is about the projects of those who use it: skills, agents, commands, and what is copied.
_REUSED = frozenset("agents commands examples prompts samples skills templates workflows".split())
_WORD = expression(r"[a-z]++")
_FROM_FOLDER = expression(
    r"\b(?:from|in|inside) (?:an?|its|that|the|your) (?!base|main|project|repo|root|same|top)[\w`./-]++ "
    r"(?:checkout|clone|directory|folder|repo\w*+)\b"
    r"|\b(?:from|in|inside) your (?:own )?(?:app\w*+|package|project|site)\b",
    re.IGNORECASE,
)
_LONGEST = 300  # characters before a command that are looked at


def is_for_developers(page: Page) -> bool:
    """Whether a page is for those who work on the repository: instructions for models, or by its name or a folder."""
    if page.kind is not None:
        return False
    if page.convention is not None:
        return not page.convention.is_served
    path = page.path.lower()
    word = _WORD.match(basename(path))
    return (word is not None and word[0] in _NAMES) or not _FOLDERS.isdisjoint(dirname(path).split("/"))


def is_about_this_repository(page: Page) -> bool:
    """Whether commands on a page run in this repository: it is for developers, or part of a wiki about the repository,
    and not about the projects of its readers.
    """
    is_reused = page.convention is not None and page.convention.is_reused
    if is_reused or not _REUSED.isdisjoint(dirname(page.path.lower()).split("/")):
        return False
    return is_for_developers(page) or (page.kind is None and page.parsed.recognized is not None)


def is_in_another_folder(page: Page, span: Span) -> bool:
    """Whether a page tells the reader to run a command in some folder."""
    return _FROM_FOLDER.search(page.source.text[max(0, span.start - _LONGEST) : span.start]) is not None
