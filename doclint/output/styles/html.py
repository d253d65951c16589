"""The style `html`: one file for a browser that needs nothing else, neither other files nor a network."""

import os
import time
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import PurePosixPath
from urllib.parse import quote

from jinja2 import Template
from markupsafe import Markup, escape

from doclint import __version__
from doclint.engine.report.report import Report
from doclint.errors.wording import counted
from doclint.output.causes import gone_lists
from doclint.output.claims import existing, holding, percent
from doclint.output.hosted import hosted
from doclint.output.notices import paragraphs
from doclint.output.rendering import RenderOptions
from doclint.output.styles.html_report.data import for_html, report_data
from doclint.output.styles.html_report.figures import claim_figures_of, claim_lines, figures_of
from doclint.output.summary import left_out, severities
from doclint.output.templates import environment
from doclint.output.terminal import html_without_commands, without_controls

_PACKAGE = "doclint.output.styles.html_report"
_SCRIPTS = ("elements.js", "claims.js", "report.js")
_STYLES = ("report.css", "claims.css")


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Yield the file as one text. It is the same for the same report on the same day."""
    script = Markup('"use strict";\n(() => {{\n{}}})();\n').format(Markup().join(map(_file, _SCRIPTS)))
    style = Markup().join(map(_file, _STYLES))
    groups, repository = report.changes, hosted(report)
    yield _template().render(
        name=PurePosixPath(report.root).name,
        version=__version__,
        # Builds that can be repeated say the time (https://reproducible-builds.org).
        day=datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH") or time.time()), UTC).date(),
        report=report,
        figures=figures_of(report, groups, options),
        claims=claim_figures_of(report),
        claim_lines=map(Markup, claim_lines(report)) if report.judged else (),
        data=Markup(report_data(report, groups, options, repository)),  # noqa: S704 - it has no characters of HTML
        script=script,
        style=style,
        policy=f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'",
    )


def _file(name: str) -> Markup:
    return Markup((files(_PACKAGE) / name).read_text(encoding="utf-8"))  # noqa: S704 - it is a file of ours


def _hash(text: str) -> str:
    """Return a source of the Content Security Policy that allows only this text (CSP Level 3, section 2.3.1)."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@cache
def _template() -> Template:
    templates = environment(_PACKAGE)
    templates.finalize = _shown
    templates.globals.update(
        gone_lists=gone_lists,
        left_out=left_out,
        paragraphs=paragraphs,
        severities=severities,
        holding=holding,
        existing=existing,
    )
    templates.filters.update(prose=_prose, counted=counted, number="{:,}".format, address=_address, percent=percent)
    templates.filters["json"] = lambda value: Markup(for_html(value))  # noqa: S704 - it has no characters of HTML
    return templates.get_template("report.html.j2")


def _shown(value: object) -> object:
    """Return a value with escapes for the characters that cannot be seen, unless it is markup of ours.

    Nothing is a command to a runner of CI: the report may be in its log.
    """
    if not isinstance(value, str):
        return value
    text = value if isinstance(value, Markup) else escape(without_controls(value))
    return Markup(html_without_commands(text))  # noqa: S704 - it is markup already


def _prose(text: str) -> Markup:
    """Return a message as markup: what is between backticks is code.

    >>> print(_prose("`<b>` is not closed"))
    <code>&lt;b&gt;</code> is not closed
    """
    parts = without_controls(text).split("`")
    if len(parts) % 2 == 0:
        parts = [without_controls(text)]
    code = Markup("<code>{}</code>")
    return Markup().join(code.format(part) if number % 2 else escape(part) for number, part in enumerate(parts))


def _address(value: str, key: str, view: str = "findings") -> str:
    """Return the address of the findings, or of another view, with a value of a filter."""
    return f"#{view}?{key}={quote(value, safe='/', errors='replace')}"
