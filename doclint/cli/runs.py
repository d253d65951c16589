"""The commands about other runs: `doclint merge`, `doclint trend` and `doclint clean`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from doclint.cli import common, reporter
from doclint.cli.commands import SubjectCommand
from doclint.cli.common import CLEAN, echo
from doclint.output.trend import styles
from doclint.output.trend.styles import TREND_STYLES

if TYPE_CHECKING:
    from doclint.engine.report.trend import Grouping


@click.command(cls=SubjectCommand)
@click.argument("files", nargs=-1, required=True, type=common.FILE, metavar="FILE...")
@reporter.options
@common.no_brake
@common.root
@common.configuration
@common.verbosity
def merge(files: tuple[Path, ...], root: Path | None, **options: Any) -> int:
    """Merge the reports of all shards of a run.

    The result is that of one run. The files are the JSON reports that `doclint check --shard` wrote, for all parts of
    one run over these pages.
    """
    check_run = common.merged_run(files, root, common.configuration_of(options))
    reports = reporter.Reporter([check_run.plan], reporter.OutputOptions(**options))
    return reports.report([check_run], [check_run.report()])


@click.command()
@click.argument("files", nargs=-1, required=True, type=common.FILE, metavar="REPORT.json...")
@common.option(
    "--by", type=click.Choice(["cause", "rule", "severity", "outcome"]), default="cause", show_default=True, of="trend"
)
@common.option("--most", type=click.IntRange(1, 50), default=7, show_default=True, metavar="N", of="trend")
@common.option("--output-format", type=click.Choice(list(TREND_STYLES)), default="text", show_default=True, of="trend")
@common.option("-o", "--output-file", type=common.FILE)
@reporter.color
@common.verbose
def trend(
    files: tuple[Path, ...], by: "Grouping", most: int, output_format: str, output_file: Path | None, color: str
) -> int:
    """Show how findings or claims changed over several runs.

    The files are the reports that `doclint check --output-format json=FILE` wrote, the earliest one first. For
    `--by outcome`, they are those of `doclint check --claims` or `doclint claims`.
    """
    from doclint.engine.report.trend import Trend
    from doclint.output.destination import OutputDestination, check_file

    if output_file is not None:
        check_file(output_file)
    found = Trend.read(files, by)
    destination = OutputDestination(output_format, output_file)
    reporter.show(styles.render(found, output_format, most), destination, color=common.has_color(color))
    return CLEAN


@click.command()
@common.cache_dir
def clean(cache_dir: Path | None) -> None:
    """Delete the cache."""
    from doclint.engine.cache import cache

    folder = cache_dir or cache.default_folder()
    size = cache.clean(folder) if folder else 0
    echo(f"Deleted {size / 1024:,.0f} KiB in `{folder}`." if size else f"There is no cache in `{folder or '~'}`.")
