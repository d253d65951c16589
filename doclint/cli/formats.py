"""`doclint formats`: what formats there are, which pages have them, whether one is right, and a draft from pages."""

from pathlib import Path
from typing import Any

import click

from doclint.cli import common, completion, reporter
from doclint.cli.commands import CommandGroup
from doclint.cli.common import CLEAN, FINDINGS, echo, show
from doclint.errors.exceptions import UsageError
from doclint.errors.wording import counted
from doclint.output.terminal import as_json


@click.group(cls=CommandGroup, invoke_without_command=True)
@click.pass_context
def group(context: click.Context) -> int | None:
    """List, find, test or draft formats of pages.

    Without a command, this is `doclint formats list`.
    """
    return context.invoke(list_formats) if context.invoked_subcommand is None else None


@group.command("list")
@common.text_or_json
def list_formats(output_format: str) -> int:
    """List the formats of pages and their kinds.

    These are those of doclint and those of this project.
    """
    from doclint.config.project import Project
    from doclint.output import formats

    found = list(Project.find(local_rules=False).formats.every())
    if output_format == "json":
        echo(formats.as_json(found))
    else:
        show("\n".join(formats.lines(found)))
    return CLEAN


@group.command()
@common.paths
@common.option("--all", "has_all", is_flag=True, of="find")
@common.text_or_json
@common.root
@common.configuration
@common.quiet
def find(paths: tuple[Path, ...], has_all: bool, output_format: str, root: Path | None, **options: Any) -> int:
    """Find the pages that have a known format.

    The output has the number of pages of each kind, and why other pages are of no known kind. The pages are those that
    `doclint check` would read.
    """
    from doclint.config.project import Project, by_root
    from doclint.engine.check_run import assumptions_of
    from doclint.output import recognition

    if root is None and len(by_root(paths)) > 1:
        raise UsageError("The pages have several roots; name those of one root.")
    project = Project.find(paths, root=root, **common.configuration_of(options))
    assumed, is_careful = assumptions_of(project), common.has_crashed()
    found = recognition.recognize(project, project.pages(paths), common.progress, assumed, is_careful=is_careful)
    if output_format == "json":
        echo(as_json(found))
    else:
        for line in recognition.render(found, assumed, has_all=has_all):
            show(line)
    return CLEAN


@group.command()
@click.argument("format_", metavar="FORMAT", shell_complete=completion.formats)
@common.paths
@common.option("--at-least", type=click.FloatRange(0, 100), default=95, show_default=True, metavar="PERCENT", of="test")
@common.option("--all", "has_all", is_flag=True, of="test")
@common.text_or_json
@common.root
@common.configuration
@common.jobs
@reporter.color
@common.verbosity
def test(
    format_: str,
    paths: tuple[Path, ...],
    at_least: float,
    has_all: bool,
    output_format: str,
    root: Path | None,
    jobs: int | None,
    color: str,
    **options: Any,
) -> int:
    """Test whether a format is right for its pages.

    FORMAT is a file, or the name of a format of doclint or of this project. The pages are those that `doclint check`
    would read, as far as they lie in the folder of the format. The exit code is 1 if something in the format must
    change.
    """
    from doclint.engine.format_test.format_choice import choose_format
    from doclint.engine.format_test.run import CountOptions, test_format
    from doclint.output import format_test
    from doclint.output.destination import OutputDestination

    chosen = choose_format(format_, paths, root=root, **common.configuration_of(options))
    counting = CountOptions(jobs, common.progress, is_careful=common.has_crashed())
    found = test_format(chosen, counting, at_least=at_least)
    if output_format == "json":
        lines = iter([as_json(found)])
    else:
        lines = format_test.render(found, has_all=has_all, is_quiet=common.is_quiet())
    reporter.show(lines, OutputDestination(output_format, None), color=common.has_color(color))
    return CLEAN if found.is_right else FINDINGS


@group.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR")
@common.option("--name", of="infer")
@common.option("-o", "--output-file", type=common.FILE)
@common.option("--overwrite", is_flag=True, of="infer")
@common.root
@common.configuration
@common.verbosity
def infer(
    folder: Path, name: str | None, output_file: Path | None, overwrite: bool, root: Path | None, **options: Any
) -> int:
    """Draft a format from the pages in a folder.

    The draft is a valid format file. If there are many pages, it is made from 300 of them. `doclint formats test` says
    what to change in it next.
    """
    from doclint.config.project import Project
    from doclint.engine.format_draft.drafting import draft_format, name_of
    from doclint.engine.format_draft.pages import sample_pages
    from doclint.engine.format_draft.writing import text_of
    from doclint.output.destination import check_file
    from doclint.repository.atomic import replace

    if output_file is not None:
        check_file(output_file)
        if output_file.exists() and not overwrite:
            raise UsageError(f"There is already a file `{output_file}`; --overwrite replaces it.")
    project = Project.find([folder], root=root, **common.configuration_of(options))
    repository = project.repository()
    pages = sample_pages(project.pages([folder]), repository)
    draft = draft_format(pages, repository, name_of(name or project.root.name))
    if not draft.kinds:
        found = counted(len(pages), "page")
        raise UsageError(f"There is nothing to draft a format from: no pages look alike among {found} in `{folder}`")
    text = text_of(draft)
    if output_file is None:
        echo(text, nl=False)
    else:
        replace(output_file, [text])
    common.note(draft.figures)
    return CLEAN
