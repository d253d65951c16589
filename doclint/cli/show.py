"""`doclint show`."""

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import Struct
from msgspec.structs import replace

from doclint import __version__
from doclint.cli import common, reporter
from doclint.cli.common import CLEAN, echo
from doclint.output.terminal import safe_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from doclint.config.project import Project
    from doclint.output.page.contents import PageContents
    from doclint.output.page.text import ShowOptions
    from doclint.page.page import Page

_WIDTH = 120  # of a line in a file


@click.command()
@click.argument("pages", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PAGE...")
@common.option(
    "--format",
    "formats",
    multiple=True,
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    of="show",
)
@common.text_or_json
@common.option("--section", default="", metavar="KEY", of="show")
@common.option("--all", "is_whole", is_flag=True, of="show")
@common.root
@reporter.color
def show(
    pages: tuple[Path, ...],
    formats: tuple[Path, ...],
    output_format: str,
    section: str,
    is_whole: bool,
    root: Path | None,
    color: str,
) -> int:
    """Show what doclint reads on a page.

    It shows the kind of the page and why it is that, and line by line which element of the format took what.
    """
    found = list(_pages(pages, formats, root))
    if output_format == "json":
        return _print_json(found)
    from doclint.output.page.text import ShowOptions

    is_shown = common.is_terminal(sys.stdout)
    options = ShowOptions(shutil.get_terminal_size().columns if is_shown else _WIDTH, is_whole, section)
    for number, one in enumerate(found):
        if number:
            click.echo()
        for line in _lines(one, options):
            click.echo(line, color=common.has_color(color))
    return CLEAN


class _ShownPage(Struct, frozen=True):
    page: "Page"
    project: "Project"

    @property
    def contents(self) -> "PageContents":
        from doclint.output.page.reading import contents_of

        rules = self.project.selection().rules_of([self.page.path])
        return contents_of(self.page, [type(rule) for rule in rules])


def _lines(one: _ShownPage, options: "ShowOptions") -> "Iterator[str]":
    from doclint.errors.exceptions import UsageError
    from doclint.errors.wording import did_you_mean
    from doclint.output.page.text import render

    contents = one.contents
    shown_path = common.shown_path(one.page.path, one.project.root.as_posix())
    keys = list(dict.fromkeys(section.key for section in contents.sections if section.key))
    if options.section and options.section not in keys:
        near = did_you_mean(options.section, keys)
        raise UsageError(f"`{shown_path}` has no section with the key `{options.section}`{near}")
    return render(contents, one.page.source, shown_path, options)


def _print_json(found: "Sequence[_ShownPage]") -> int:
    from doclint.output.page.contents import PagesDocument

    document = PagesDocument(version=__version__, pages=[one.contents for one in found])
    echo(safe_json(document.model_dump_json(indent=2)))
    return CLEAN


def _pages(paths: "Sequence[Path]", formats: "Sequence[Path]", root: Path | None) -> "Iterator[_ShownPage]":
    from doclint.config.project import Project, by_root

    projects: dict[Path, Project] = {}
    if root is None:
        for place, files in by_root(paths).items():
            project = _with_formats(Project.at(place, local_rules=False), formats)
            projects |= dict.fromkeys(files, project)
    else:
        projects = dict.fromkeys(paths, _with_formats(Project.find(root=root, local_rules=False), formats))
    for path in paths:
        yield _ShownPage(_page(path, projects[path]), projects[path])


def _with_formats(project: "Project", formats: "Sequence[Path]") -> "Project":
    """Return a project whose only formats are those of some files, if there are any."""
    from doclint.config.project import formats_of
    from doclint.formats.format_set import FormatSet
    from doclint.formats.loading import load

    if not formats:
        return project
    loaded = [load(path.name, path.resolve().parent) for path in formats]
    return replace(project, formats=formats_of(project.settings.config, FormatSet.of(loaded)))


def _page(path: Path, project: "Project") -> "Page":
    """Return a page. Raises UsageError if it cannot be read."""
    from doclint.errors.exceptions import UsageError
    from doclint.repository.discovery import existing

    place = existing(path, project.root)
    if path.is_dir():
        raise UsageError(f"`{path}` is a folder; name pages in it")
    repository = project.repository()
    data, most = repository.read(place), project.settings.config.limits.file_bytes
    if data is None:
        raise UsageError(f"`{path}` cannot be read: it is not a file below the root, or you have no permission")
    if len(data) > most:
        raise UsageError(f"`{path}` has more than {most:,} bytes, which is the limit `limits.file-bytes`")
    return project.page(place, data, repository)
