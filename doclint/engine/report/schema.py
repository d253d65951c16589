"""The JSON form of a report, as pydantic models."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field

from doclint.engine.report.causes import Cause
from doclint.engine.shard_document import ShardDocument
from doclint.rule.finding import Finding
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

    @classmethod
    def of(cls, finding: Finding) -> Self:
        """Return the JSON form of a finding."""
        return cls(
            rule=finding.rule,
            family=finding.family,
            severity=finding.severity,
            message=finding.message,
            message_id=finding.message_id,
            arguments=finding.arguments,
            path=finding.path,
            line=finding.start.line,
            column=finding.start.column,
            end_line=finding.end.line,
            end_column=finding.end.column,
            section=finding.section,
            embedded=finding.embedded,
            cause=finding.cause,
            fingerprint=finding.fingerprint,
        )


class ReportDocument(_Model):
    """The report of a run."""

    version: str = Field(description="The version of doclint.")
    root: str
    summary: Summary
    causes: list[Cause] = Field(description="What makes the generator write the findings, the heaviest first.")
    findings: list[FindingDocument]
    shard: ShardDocument | None = Field(description="The part of a run that this is, for `doclint merge`.")
