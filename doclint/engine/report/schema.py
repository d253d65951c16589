"""A report in the form in which programs read it."""

from collections import Counter
from dataclasses import asdict
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from doclint import __version__
from doclint.engine.report.causes import Cause
from doclint.engine.report.report import Report
from doclint.engine.shard import ShardDocument
from doclint.markdown.source import printable
from doclint.rule.finding import Problem
from doclint.rule.rule import Severity


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class BaselineSummary(_Model):
    """What a baseline made of the run."""

    known: int = Field(description="Findings that are left out because the baseline has them.")
    gone: int = Field(description="Findings of the baseline that are no more, of rules that ran.")
    rises: dict[str, int] = Field(description="Rules that found more than the baseline has of them: how much more.")
    is_ratchet: bool = Field(description="Whether only findings of the rules in `rises` fail.")


class Summary(_Model):
    """The run in figures. They count everything that was found, was not suppressed and is in no baseline."""

    pages: int = Field(description="Pages that were read.")
    pages_with_findings: int
    findings: int
    errors: int
    warnings: int
    infos: int
    rules: dict[str, int] = Field(description="Findings by rule, for rules that have any.")
    causes: int = Field(description="Different causes that the findings have.")
    suppressed: int = Field(description="Findings that a page or the configuration suppresses.")
    skipped: list[str] = Field(description="Rules about all pages together, which did not run: these are not all.")
    baseline: BaselineSummary | None = Field(description="The comparison with the baseline, if there is one.")


class FindingDocument(_Model):
    """One finding. Lines and columns count from 1, columns in code points; the end is the place behind the last
    character.
    """

    rule: str
    family: str
    severity: Severity
    message: str
    message_id: str
    arguments: dict[str, Any] = Field(description="What was put into the message.")
    path: str = Field(description="The page, in posix form from the root.")
    line: int
    column: int
    end_line: int
    end_column: int
    section: str = Field(description="The key of the section in the page's format, or the text of the heading above.")
    embedded: str | None = Field(description="The path of the quoted page that the place lies in.")
    cause: str = Field(description="The same for all findings that one change of the generator would mend.")
    fingerprint: str = Field(description="The same for the same defect after the page was generated anew.")


class ReportDocument(_Model):
    """The report of a run."""

    version: str = Field(description="The version of doclint.")
    root: str
    summary: Summary
    causes: list[Cause] = Field(description="What makes the generator write the findings, the heaviest first.")
    findings: list[FindingDocument]
    shard: ShardDocument | None = Field(description="The part of a run that this is, for `doclint merge`.")


def finding(problem: Problem) -> FindingDocument:
    """One finding as programs read it."""
    return FindingDocument(
        rule=problem.rule,
        family=problem.family,
        severity=problem.severity,
        message=problem.message,
        message_id=problem.message_id,
        arguments=problem.arguments,
        path=problem.path,
        line=problem.start.line,
        column=problem.start.column,
        end_line=problem.end.line,
        end_column=problem.end.column,
        section=problem.section,
        embedded=problem.embedded,
        cause=problem.cause,
        fingerprint=problem.fingerprint,
    )


def document(report: Report) -> ReportDocument:
    """A report as programs read it."""
    causes = report.causes
    severities = report.severities
    return ReportDocument(
        version=__version__,
        root=printable(report.root),
        summary=Summary(
            pages=report.pages,
            pages_with_findings=len({problem.path for problem in report.problems}),
            findings=len(report.problems),
            errors=severities["error"],
            warnings=severities["warning"],
            infos=severities["info"],
            rules=dict(sorted(Counter(problem.rule for problem in report.problems).items())),
            causes=len(causes),
            suppressed=report.suppressed,
            skipped=report.skipped,
            baseline=report.compared and BaselineSummary(**asdict(report.compared)),
        ),
        causes=causes,
        findings=[finding(problem) for problem in report.problems],
        shard=report.shard,
    )
