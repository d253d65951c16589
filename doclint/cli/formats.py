"""`doclint formats`: what formats there are, and whether one is right for its pages."""

from pathlib import Path
from typing import Any

import click

from doclint.cli import common, completion, reporter
from doclint.cli.common import CLEAN, FINDINGS, echo
from doclint.cli.group import CommandGroup

_output_format = click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)


@click.group(cls=CommandGroup, invoke_without_command=True)
@click.pass_context
def group(context: click.Context) -> int | None:
    """List the formats of pages, and test one.

    Without a command, this is `doclint formats list`.
    """
    return context.invoke(list_formats) if context.invoked_subcommand is None else None


@group.command("list")
@_output_format
def list_formats(output_format: str) -> int:
    """List the formats of pages and their kinds.

    These are those of doclint and those of this project.
    """
    from doclint.config.project import Project
    from doclint.output import formats

    found = Project.find(local_rules=False).formats
    echo(formats.as_json(found) if output_format == "json" else "\n".join(formats.lines(found)))
    return CLEAN


@group.command()
@click.argument("format_", metavar="FORMAT", shell_complete=completion.formats)
@common.paths
@click.option(
    "--at-least",
    type=click.FloatRange(0, 100),
    default=95,
    show_default=True,
    metavar="PERCENT",
    help="The share of pages, sections and lines that the format has to fit; what differs on fewer is an exception.",
)
@click.option("--all", "has_all", is_flag=True, help="Show all observations, not only the first ones of each part.")
@_output_format
@common.root
@common.configuration
@reporter.color
@common.quiet
@common.verbose
def test(
    format_: str,
    paths: tuple[Path, ...],
    at_least: float,
    has_all: bool,
    output_format: str,
    root: Path | None,
    color: str,
    **options: Any,
) -> int:
    """Test whether a format is right for its pages.

    FORMAT is a file, or the name of a format of doclint or of this project. The pages are those that `doclint check`
    would read, as far as they lie in the folder of the format. The exit code is 1 if something in the format is to be
    changed.
    """
    from doclint.engine.format_test.format_choice import choose_format
    from doclint.engine.format_test.run import test_format
    from doclint.output import format_test
    from doclint.output.destination import OutputDestination

    chosen = choose_format(format_, paths, root=root, **common.configuration_of(options))
    found = test_format(chosen, at_least=at_least, progress=common.progress)
    lines = [format_test.as_json(found)] if output_format == "json" else format_test.render(found, has_all=has_all)
    reporter.show(lines, OutputDestination(output_format, None), color=common.has_color(color))
    return CLEAN if found.is_right else FINDINGS
