"""`doclint claims`."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from doclint.cli import common, reporter
from doclint.cli.common import CLEAN, FINDINGS, TROUBLE
from doclint.output import rendering
from doclint.output.terminal import as_json

if TYPE_CHECKING:
    from doclint.config.schema import ClaimLimits
    from doclint.engine.report.claims import Grouping, JudgedClaim
    from doclint.engine.report.claims_document import ClaimsDocument
    from doclint.engine.report.report import Report

_GROUPINGS = ("claim", "page", "folder", "kind", "format")
_STYLES = ("text", "json", "markdown", "html", "svg")
_COMPARED = ("text", "markdown")


@click.command()
@common.paths
@common.option("--by", type=click.Choice(_GROUPINGS), default="claim", show_default=True, of="claims")
@common.option("--output-format", type=click.Choice(_STYLES), default="text", show_default=True, of="claims")
@common.option("--compare", "other_file", type=common.FILE, metavar="OTHER.json", of="claims")
@common.option("--shard", metavar="N/COUNT", of="claims")
@common.option("--merge", "shards", multiple=True, type=common.FILE, metavar="SHARD.json", of="claims")
@common.option("-o", "--output-file", type=common.FILE)
@common.rules
@common.run
@reporter.color
@common.verbosity
def claims(
    paths: tuple[Path, ...],
    by: "Grouping",
    output_format: str,
    other_file: Path | None,
    shard: str | None,
    shards: tuple[Path, ...],
    output_file: Path | None,
    root: Path | None,
    color: str,
    **options: Any,
) -> int:
    """Show how many claims of the pages hold.

    The others are refuted, or cannot be checked. A claim is what doclint compares: a citation, a link, a path, a
    symbol, a type, and so on. The exit code is 1 if a smaller share of them holds, or can be checked, than
    `claims.min-holding` and `claims.min-checked` ask for.
    """
    from doclint.engine.check_run import CheckRun
    from doclint.engine.plan import Request, make_plans
    from doclint.engine.report.claims_document import load
    from doclint.engine.report.report import combined
    from doclint.output.destination import OutputDestination, check_file
    from doclint.output.styles.json import render

    if output_format == "html" and output_file is None and common.is_terminal(sys.stdout):
        raise click.UsageError("`html` is not for a terminal; name a file: --output-file FILE.")
    if output_file is not None:
        check_file(output_file)
    if other_file is not None and output_format not in _COMPARED:
        raise click.UsageError(f"--compare shows text or markdown, not {output_format}.")
    other = None if other_file is None else load(other_file, by)
    rules = common.rules_of(options)
    configured = common.configuration_of(options)
    used = common.resources_of(options)
    if shards:
        if paths or any(rules) or shard:
            raise click.UsageError("--merge takes pages and rules from the shards, and goes with no others.")
        runs = [common.merged_run(shards, root, configured)]
    else:
        request = Request(paths, *rules, shard=shard, is_careful=common.has_crashed())
        plans = make_plans(request, root=root, **configured)
        common.print_scope(plans, paths)
        runs = [CheckRun(replace(plan, has_claims=True, finds_all=True), used) for plan in plans]
    report = combined([run.report(common.progress) for run in runs])
    reporter.print_tracebacks(report)
    found = report.judged
    destination = OutputDestination("claims" if output_format == "text" else output_format, output_file)
    if shard:
        reporter.show(render(report, rendering.RenderOptions()), destination, color=False)
        return TROUBLE if report.has_failed else CLEAN
    reporter.show(_lines(report, found, by, output_format, other), destination, color=common.has_color(color))
    limits = [run.plan.project.settings.config.claims for run in runs]
    missed = [sentence for limit in limits for sentence in _missed(limit, found)]
    for sentence in dict.fromkeys(missed):
        common.note(f"doclint: {sentence}")
    if report.has_failed:
        return TROUBLE
    return FINDINGS if missed else CLEAN


def _lines(
    report: "Report", found: "Sequence[JudgedClaim]", by: "Grouping", style: str, other: "ClaimsDocument | None"
) -> Iterable[str]:
    from doclint.output import claims as output

    if other is not None:
        return output.comparison(report, found, by, other, is_markdown=style == "markdown")
    if style == "json":
        from doclint.engine.report.claims_document import claims_form

        return [as_json(claims_form(report, found, by))]
    if style == "html":
        return rendering.render(report, style, rendering.RenderOptions())
    if style == "svg":
        return [output.badge(found)]
    return output.text(report, found, by) if style == "text" else output.markdown(report, found, by)


def _missed(limits: "ClaimLimits", found: "Sequence[JudgedClaim]") -> Iterable[str]:
    """Yield a sentence for each limit that the claims miss."""
    from doclint.engine.report.claims import total
    from doclint.output.claims import percent

    counts = total(found)
    for key, what, share, least in (
        ("min-holding", "checked claims hold", counts.holding, limits.min_holding),
        ("min-checked", "claims can be checked", counts.checkable, limits.min_checked),
    ):
        if least is not None and share is not None and share < least:
            yield f"{percent(share)} of the {what}, and `claims.{key}` asks for {percent(least)}"
