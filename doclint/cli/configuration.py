"""The configuration: `doclint config` and `doclint init`."""

from __future__ import annotations

import os
import sys
import textwrap
from collections import Counter
from pathlib import Path
from posixpath import join
from typing import TYPE_CHECKING, Any

import click

from doclint.cli import common
from doclint.cli.common import CLEAN, echo, show
from doclint.errors.exceptions import UsageError
from doclint.errors.wording import counted

if TYPE_CHECKING:
    from doclint.config.project import Project
    from doclint.engine.report.baseline import BaselineEntry

_MANY = 20  # findings, from which on a baseline records them


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), default=".")
@common.configuration
def config(path: Path, **options: Any) -> int:
    """Show the settings of a file or folder.

    Each line says which configuration file or option sets the value.
    """
    from doclint.config import show as settings
    from doclint.config.project import Project
    from doclint.engine.check_run import assumptions_of
    from doclint.output import notices
    from doclint.output.terminal import safe
    from doclint.repository.discovery import place_of

    project = Project.find([path], **common.configuration_of(options))
    place = place_of(path, project.root)
    folder = place if path.is_dir() else place.rpartition("/")[0]
    if exclusion := place and project.exclusions.of(f"{place}/" if path.is_dir() else place):
        echo(safe(f"# `{place}` is left out: {exclusion.reason}"))
    for line in settings.lines(project.selection().settings_of(folder), project.rules):
        echo(line)
    page = join(place, "index.md") if path.is_dir() else place
    echo(safe(f"# site of `{page}`: {_site_of(page, project)}"))
    for line in notices.assumed(assumptions_of(project)):
        echo(f"# assumed of all pages: {line}")
    return CLEAN


def _site_of(path: str, project: Project) -> str:
    """Return who builds the site of a page, and what shows it."""
    repository = project.repository()
    page = project.page(path, repository.page(path) or b"", repository)
    return page.site.description if page.site else ""


@click.command()
@common.option("--yes", is_flag=True, of="init")
@common.root
def init(yes: bool, root: Path | None) -> int:
    """Write a first configuration and a workflow for CI.

    They follow from what doclint finds in the tree, and are shown first. If there are many findings, a baseline records
    them, so that only new ones fail. No file that exists is changed.
    """
    from doclint.config import init as first
    from doclint.config.project import BASELINE, Project
    from doclint.engine.report.baseline import to_text
    from doclint.output import addresses

    project = Project.find(root=root, local_rules=False)
    if project.settings.layers:
        where = project.settings.layers[-1].where
        raise UsageError(
            f"There is already a configuration: {where}. `doclint check` uses it, `doclint config` shows it."
        )
    start = first.start(project)
    known = _findings(root, start.values)
    pages, *others = start.found
    show("\n  ".join([f"Found {counted(known.total(), 'finding')} on {pages}", *others]) + "\n")
    action = "/".join(addresses.repository().rsplit("/", 2)[-2:])
    missing = {}
    for name, text in first.files(start.text, project, action).items():
        place = os.path.relpath(project.root / name)
        if os.path.lexists(place):
            echo(f"{place} exists and stays as it is. To run doclint, add:\n")
        else:
            missing[place] = text
            echo(f"{place}:\n")
        echo(textwrap.indent(text.strip(), "    ") + "\n")
    if action.startswith("OWNER/"):
        show(f"doclint is not published yet: replace `{action}` with the repository that you installed it from.\n")
    if known.total() > _MANY and not os.path.lexists(project.root / BASELINE):
        place = os.path.relpath(project.root / BASELINE)
        missing[place] = to_text(known)
        echo(f"{place}: the {known.total():,} findings, so that only new ones fail\n")
    can_ask = bool(missing) and common.is_terminal(sys.stdin)
    if not yes and not (can_ask and click.confirm("Write this?", default=True)):
        echo("Nothing written." if can_ask else "Nothing written. Run `doclint init --yes` to write these files.")
        return CLEAN
    for place, text in missing.items():
        _write(Path(place), text)
        echo(f"Wrote {place}")
    echo("Next, `doclint causes` shows what to change first." if known else "Next, `doclint check` finds what is new.")
    return CLEAN


def _findings(root: Path | None, values: dict[str, Any]) -> Counter[BaselineEntry]:
    """Return the findings with some settings, as a baseline has them."""
    from doclint.config.files import parse
    from doclint.config.given import GivenSettings
    from doclint.config.project import Project
    from doclint.engine.check_run import CheckRun
    from doclint.engine.plan import Request, make_plan

    given = GivenSettings(layers=(parse(values, "doclint.toml"),))
    project = Project.find(root=root, local_rules=False, given=given)
    run = CheckRun(make_plan(project, Request(is_careful=common.has_crashed())))
    return run.compare(Counter(), run.report(common.progress)).updated


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"Cannot write `{path}`: {error.strerror}") from error
