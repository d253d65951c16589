"""Since when a finding is there, for people."""

from doclint.rule.since import MOST_COMMITS, Since


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
