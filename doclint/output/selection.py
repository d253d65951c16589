"""Which findings an output shows whose readers accept only some, and what tells equal ones apart."""

from collections import Counter
from collections.abc import Iterator, Sequence

from doclint.rule.finding import Finding
from doclint.rule.message import SEVERITIES


def select(findings: Sequence[Finding], most: int) -> list[Finding]:
    """Return at most some number of findings, in order.

    Failures of doclint are chosen first, then one finding of each cause, then the gravest; of equally grave ones, those
    of different causes first, frequent causes before others.
    """
    if len(findings) <= most:
        return list(findings)
    counts = Counter(finding.cause for finding in findings)
    seen: Counter[str] = Counter()
    ranks: list[tuple[bool, bool, int, int, int, int]] = []
    for index, finding in enumerate(findings):
        earlier = seen[finding.cause]
        severity = SEVERITIES.index(finding.severity)
        ranks.append((not finding.is_failure, earlier > 0, severity, earlier, -counts[finding.cause], index))
        seen[finding.cause] += 1
    return [findings[index] for index in sorted(index for *_, index in sorted(ranks)[:most])]


def numbered(findings: Sequence[Finding]) -> Iterator[tuple[Finding, int]]:
    """Yield each finding with the number of findings so far, itself included, that have its fingerprint."""
    seen: Counter[str] = Counter()
    for finding in findings:
        seen[finding.fingerprint] += 1
        yield finding, seen[finding.fingerprint]
