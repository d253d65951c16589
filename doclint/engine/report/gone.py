"""What pages cite and is gone, and the pages to write again."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint.repository.repository import Repository
from doclint.rule.finding import Finding
from doclint.rule.rule import Rule

if TYPE_CHECKING:
    from doclint.engine.report.forms import GoneTarget, PageToWrite


class Gone(Struct, frozen=True):
    """What pages cite and is gone, most cited first, and these pages, those with the most such citations first."""

    targets: list[GoneTarget]
    pages: list[PageToWrite]


def rules_of_targets(rules: Iterable[Rule]) -> set[str]:
    """Return the ids of the rules that have a cause for each target of a page."""
    return {rule.id for rule in rules if rule.gone}


def gone(findings: Iterable[Finding], rules: Iterable[Rule], repository: Repository | None) -> Gone:
    """Return what findings say is gone. Files are joined to the outermost folder that is gone with several of them."""
    messages = {(rule.id, message) for rule in rules for message in rule.gone}
    files: dict[str, list[Finding]] = {}
    pages: dict[str, list[Finding]] = {}
    for finding in findings:
        if (finding.rule, finding.message_id) in messages:
            files.setdefault(finding.root + finding.reason, []).append(finding)
            pages.setdefault(finding.path, []).append(finding)
    joined = _joined(files, repository)
    targets = [_target(place, [files[file] for file in several]) for place, several in joined.items()]
    targets.sort(key=lambda one: (-one.pages, -one.findings, one.path))
    stale = [_page(path, several) for path, several in pages.items()]
    return Gone(targets, sorted(stale, key=lambda one: (-one.findings, one.path)))


def _page(path: str, findings: list[Finding]) -> PageToWrite:
    from doclint.engine.report.forms import PageToWrite

    return PageToWrite(path=path, findings=len(findings), files=len({finding.reason for finding in findings}))


def _target(path: str, files: Collection[list[Finding]]) -> GoneTarget:
    from doclint.engine.report.forms import GoneTarget

    days = [str(findings[0].arguments.get("date") or "") for findings in files]
    return GoneTarget(
        path=path,
        since=max(days) if all(days) else "",
        files=len(files),
        findings=sum(map(len, files)),
        pages=len({finding.path for findings in files for finding in findings}),
    )


def _joined(files: Iterable[str], repository: Repository | None) -> dict[str, list[str]]:
    """Return files by the folder that is gone with several of them, or else by their own path."""
    found: dict[str, list[str]] = {}
    for file in files:
        found.setdefault(_outermost_gone(file, repository) if repository else file, []).append(file)
    return {f"{place}/" if len(several) > 1 else several[0]: several for place, several in found.items()}


def _outermost_gone(file: str, repository: Repository) -> str:
    """Return the outermost folder around a file that does not exist; the file itself if all do."""
    end = -1 if file.startswith("../") else file.find("/")
    while end > 0 and (repository.exists(file[:end]) or repository.is_tracked(file[:end])):
        end = file.find("/", end + 1)
    return file[:end] if end > 0 else file
