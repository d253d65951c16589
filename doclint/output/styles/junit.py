"""The style `junit`: JUnit XML with a test case for each page, which passes if the page has no finding.

A case for each page and rule would give tens of thousands of cases that always pass. Servers follow a case by its name
from run to run, so every page has a case whether it fails or not. A case has at most one failure, which lists all
findings of the page, or an error if doclint itself failed on the page. The output of the suite is the summary.
"""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from doclint.engine.report.report import Report
from doclint.errors.grouping import by_key
from doclint.errors.wording import counted
from doclint.output.hosted import checkout
from doclint.output.rendering import RenderOptions
from doclint.output.styles.concise import line
from doclint.output.summary import heaviest, summary
from doclint.output.terminal import safe
from doclint.rule.finding import Finding


def render(report: Report, _options: RenderOptions) -> Iterator[str]:
    """Yield the report as one XML document."""
    found = by_key((finding.path, finding) for finding in report.findings)
    prefix = checkout(report.root).prefix
    cases = [_case(path, prefix + path, found.get(path, [])) for path in sorted({*report.paths, *found})]
    counts = {
        "name": "doclint",
        "tests": str(len(cases)),
        "failures": str(sum(case.find("failure") is not None for case in cases)),
        "errors": str(sum(case.find("error") is not None for case in cases)),
    }
    suites = ET.Element("testsuites", counts)
    suite = ET.SubElement(suites, "testsuite", counts)
    suite.extend(cases)
    if report.findings:
        ET.SubElement(suite, "system-out").text = "\n".join([*heaviest(report), *summary(report)])
    ET.indent(suites)
    yield '<?xml version="1.0" encoding="utf-8"?>'
    yield ET.tostring(suites, encoding="unicode")


def _case(path: str, file: str, findings: list[Finding]) -> ET.Element:
    case = ET.Element("testcase", classname="doclint", name=safe(path), file=safe(file))
    if findings:
        has_failed = any(finding.is_failure for finding in findings)
        outcome = ET.SubElement(
            case,
            "error" if has_failed else "failure",
            type=findings[0].rule if len({finding.rule for finding in findings}) == 1 else "findings",
            message=counted(len(findings), "finding"),
        )
        outcome.text = "\n".join(line(finding) for finding in findings)
    return case
