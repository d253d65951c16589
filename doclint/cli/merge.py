"""`doclint merge`."""

from pathlib import Path
from typing import Any

import click

from doclint.cli import common, results


@click.command()
@click.argument("files", nargs=-1, required=True, type=common.FILE, metavar="FILE...")
@results.options
@common.root
@common.isolated
@common.no_local_rules
@common.verbose
def merge(files: tuple[Path, ...], root: Path | None, isolated: bool, no_local_rules: bool, **options: Any) -> int:
    """Bring the parts of a run together, and finish it: the same result as of one run.

    The files are JSON reports that `doclint check --shard` wrote, all parts of one run over the pages that are here.
    """
    from doclint.config.project import Project
    from doclint.engine.check_run import CheckRun
    from doclint.engine.merge import Parts

    project = Project.find((), root=root, isolated=isolated, local_rules=not no_local_rules)
    reporter = results.Reporter(project, results.OutputOptions(**options))
    parts = Parts.load(files)
    selection = parts.selection(project)
    linted = parts.linted(project, selection)
    check_run = CheckRun(project, selection, list(linted), is_whole=parts.is_whole, linted=linted)
    return reporter.tell(check_run, check_run.report())
