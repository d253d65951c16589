"""What a run found, and the form in which programs read it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from doclint.causes import Cause, causes
from doclint.problem import Problem
from doclint.repository import Repository
from doclint.rule import SEVERITIES, CorpusRule, Rule, Severity
from doclint.shard import ShardDocument
from doclint.source import printable
from doclint.version import VERSION


@dataclass(frozen=True)
class Compared:
    """What a baseline made of a run: how many findings are left out because they are known, how many of the known ones
    are gone, and the rules that found more than is known of them, with how much more.

    With a ratchet only findings of those rules fail.
    """

    known: int
    gone: int
    rises: dict[str, int]
    is_ratchet: bool = False


@dataclass
class Report:
    """The problems of a run, sorted by path, line, column and rule, with the pages that were read and the rules.

    `suppressed` counts the problems that are left out; with a baseline only those stay that it does not know.
    `repository` is where the pages were read; `is_whole` says whether they are all that it has. Of a run that is
    divided into parts, `shard` is the part that this is.
    """

    root: str
    paths: Sequence[str] = ()
    problems: list[Problem] = field(default_factory=list)
    suppressed: int = 0
    rules: Sequence[Rule] = ()
    repository: Repository | None = None
    compared: Compared | None = None
    is_whole: bool = False
    shard: ShardDocument | None = None

    @property
    def skipped(self) -> list[str]:
        """The ids of the rules about all pages together that did not run, because these are not all pages."""
        return [] if self.is_whole else [rule.id for rule in self.rules if isinstance(rule, CorpusRule)]

    @property
    def pages(self) -> int:
        return len(self.paths)

    @property
    def severities(self) -> Counter[Severity]:
        """How many problems have each severity."""
        return Counter(problem.severity for problem in self.problems)

    @property
    def causes(self) -> list[Cause]:
        """What makes the generator write the problems, those of the most findings first."""
        return causes(self.problems)

    @property
    def has_failed(self) -> bool:
        """Whether a rule or the reading of a page failed, so that something may have gone unseen."""
        return any(problem.is_failure for problem in self.problems)

    @property
    def failing(self) -> list[Problem]:
        """The problems for which the run fails."""
        compared = self.compared
        if compared is None or not compared.is_ratchet:
            return self.problems
        return [problem for problem in self.problems if problem.rule in compared.rises]

    def to_dict(self) -> dict[str, Any]:
        """The report as the JSON output has it; its schema is that of `ReportDocument`."""
        return self.document().model_dump(mode="json")

    def reaches(self, least: Severity) -> bool:
        """Whether a problem for which the run fails is at least that severe."""
        return any(SEVERITIES.index(problem.severity) <= SEVERITIES.index(least) for problem in self.failing)

    def document(self) -> "ReportDocument":
        """The report as programs read it."""
        causes = self.causes
        severities = self.severities
        return ReportDocument(
            version=VERSION,
            root=printable(self.root),
            summary=Summary(
                pages=self.pages,
                pages_with_findings=len({problem.path for problem in self.problems}),
                findings=len(self.problems),
                errors=severities["error"],
                warnings=severities["warning"],
                infos=severities["info"],
                rules=dict(sorted(Counter(problem.rule for problem in self.problems).items())),
                causes=len(causes),
                suppressed=self.suppressed,
                skipped=self.skipped,
                baseline=self.compared and BaselineSummary(**asdict(self.compared)),
            ),
            causes=causes,
            findings=[finding(problem) for problem in self.problems],
            shard=self.shard,
        )


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
