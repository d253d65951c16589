"""Reports for programs, in the styles of the command line."""

from doclint.api.arguments import address, choice, number
from doclint.engine.report.report import Report
from doclint.errors.exceptions import UsageError
from doclint.output import rendering
from doclint.output.rendering import DEFAULTS, STYLES, RenderOptions


def render(
    report: Report,
    style: str = "text",
    *,
    max_per_cause: int | None = DEFAULTS.max_per_cause,
    rule_pages: str = DEFAULTS.rule_pages,
    color: bool = False,
) -> str:
    """Return a report as `doclint check --output-format` writes it, in one of its styles.

    `max_per_cause` is the number of findings of each cause to show in the styles for people (0: all; None: as many as
    fit a screen). `rule_pages` is the address of the manuals of rules on the web, with `{rule}` in the place of the id;
    by default, the rules that come with doclint have theirs in its documentation. With `color`, the text has escape
    sequences for terminals. Raises UsageError if there is no such style, or if the address cannot be one.

    >>> import json
    >>> from doclint import lint_text
    >>> json.loads(render(lint_text("[a][b]"), "json"))["summary"]["errors"]
    1
    """
    from click import unstyle

    if not isinstance(report, Report):
        raise UsageError(f"`report` is of the type `{type(report).__name__}`; the functions that lint return reports")
    most = None if max_per_cause is None else number("max_per_cause", max_per_cause, least=0)
    options = RenderOptions(max_per_cause=most, rule_pages=address(rule_pages))
    lines = rendering.render(report, choice("style", style, STYLES), options)
    return "".join(f"{line if color else unstyle(line)}\n" for line in lines)
