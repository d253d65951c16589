"""`doclint merge`."""

from pathlib import Path
from typing import Any

import click

from doclint.cli import common, reporter
from doclint.cli.help import SubjectCommand


@click.command(cls=SubjectCommand)
@click.argument("files", nargs=-1, required=True, type=common.FILE, metavar="FILE...")
@reporter.options
@common.no_brake
@common.root
@common.configuration
@common.quiet
@common.verbose
def merge(files: tuple[Path, ...], root: Path | None, **options: Any) -> int:
    """Merge the reports of all shards of a run.

    The result is that of one run. The files are the JSON reports that `doclint check --shard` wrote, for all parts of
    one run over these pages.
    """
    check_run = common.merged_run(files, root, common.configuration_of(options))
    reports = reporter.Reporter([check_run.plan], reporter.OutputOptions(**options))
    return reports.report([check_run], [check_run.report()])
