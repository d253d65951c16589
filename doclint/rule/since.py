"""Since when a finding is there, and how people read it."""

from typing import Literal, NamedTuple, TypeAlias

SinceKind: TypeAlias = Literal["changed", "known", "written", "older", "uncommitted"]
"""What made a claim false: a later commit, nothing that is known (a commit showed that it is false, and nothing that it
was ever right), nothing (it was wrong when it was written), a commit that is too old to be looked for, or a change that
is not committed.
"""


MOST_COMMITS = 500
"""How many commits before HEAD are looked at."""


class Since(NamedTuple):
    """Since when a finding is there: the commit, abbreviated, the date of its author (`2026-03-14`) and its subject.

    Without a commit these are empty. `passes_until` is the day from which the finding fails, if it does not fail yet.
    """

    kind: SinceKind
    commit: str = ""
    date: str = ""
    subject: str = ""
    passes_until: str = ""


def since(found: Since) -> str:
    """Return since when a finding is there, as a clause.

    >>> since(Since("changed", "1f0e3dad99", "2026-03-14", "store: rename the file"))
    'wrong since 1f0e3dad99 (2026-03-14): store: rename the file'
    """
    return f"{_clause(found)} (fails from {found.passes_until})" if found.passes_until else _clause(found)


def _clause(found: Since) -> str:
    commit = f"{found.commit} ({found.date}): {found.subject}"
    match found.kind:
        case "changed":
            return f"wrong since {commit}"
        case "known":
            return f"known to be wrong since {commit}"
        case "written":
            return f"wrong since it was written, in {commit}"
        case "older":
            return f"already wrong {MOST_COMMITS:,} commits ago"
        case "uncommitted":
            return "wrong since a change that is not committed"
