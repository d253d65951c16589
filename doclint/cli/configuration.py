"""The configuration: `doclint config` and `doclint init`."""

from __future__ import annotations

import os
from pathlib import Path
from posixpath import join
from typing import TYPE_CHECKING, Any

import click

from doclint.cli import common
from doclint.cli.common import CLEAN, echo
from doclint.errors.exceptions import UsageError

if TYPE_CHECKING:
    from doclint.config.project import Project


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), default=".")
@common.configuration
def config(path: Path, **options: Any) -> int:
    """Show the settings of a file or folder.

    Each line says which configuration file or option sets the value.
    """
    from doclint.config import show
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
    for line in show.lines(project.selection().settings_of(folder), project.rules):
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
@common.root
def init(root: Path | None) -> int:
    """Write a first `doclint.toml`.

    It is written to the root, from what doclint finds in the tree.
    """
    from doclint.config import init as first_config
    from doclint.config.project import Project
    from doclint.config.survey import look, marked_formats
    from doclint.formats.loading import builtins

    project = Project.find(root=root, local_rules=False)
    if project.settings.layers:
        raise UsageError(f"There is already a configuration: {project.settings.layers[-1].where}")
    pages, repository = project.pages(), project.repository()
    found = look(pages, repository, builtins().rooted)
    found.marked = marked_formats(pages, repository, builtins())
    path = project.root / "doclint.toml"
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(first_config.text(found))
    except FileExistsError:
        raise UsageError(f"There is already a `{path.name}`") from None
    except OSError as error:
        raise UsageError(f"Cannot write `{os.path.relpath(path)}`: {error.strerror}") from error
    echo(f"Wrote {os.path.relpath(path)}")
    echo("Next, `doclint check` shows the findings; `doclint baseline write` records them, so that only new ones fail.")
    return CLEAN
