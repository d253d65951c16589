"""Sentences on the scope of a run: where it looked for pages, and what it left out."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from doclint.engine.plan import Plan
from doclint.output.summary import left_out

_SOME = 5  # names to show


def no_page(plans: Sequence[Plan], paths: Sequence[Path]) -> Iterator[str]:
    """Yield sentences on why there is not any page below some paths, by default the working directory."""
    where = _listed([str(path) for path in paths]) if paths else "the working directory"
    yield f"no page was found in {where}: doclint looks for Markdown files that git does not ignore"
    for plan in plans:
        patterns = plan.project.settings.config.exclude
        if patterns:
            yield f"`exclude` (by {plan.project.settings.where('exclude')}) leaves out {_listed(patterns)}"
        if plan.left_out:
            yield left_out(plan.left_out)


def not_markdown(paths: Sequence[Path]) -> str:
    """Return a sentence on named files that are not Markdown by their names."""
    are, them, pages = (
        ("is", "it", "the pages that describe it")
        if len(paths) == 1
        else ("are", "them", "the pages that describe them")
    )
    return (
        f"{_listed([str(path) for path in paths])} {are} not Markdown by name, but named, so doclint checks {them} as "
        f"Markdown; `--about` checks {pages}"
    )


def _listed(names: Sequence[str]) -> str:
    """Return names for a sentence, at most `_SOME` of them."""
    more = [f"{len(names) - _SOME:,} more"] if len(names) > _SOME else []
    return ", ".join([*(f"`{name}`" for name in names[:_SOME]), *more])
