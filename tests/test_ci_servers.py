"""Outputs for the servers of CI: what a server reads in them is what doclint found, whatever texts contain."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, strategies as st
from reports import finding, rendered, report

from doclint.engine.report.report import BaselineResult
from doclint.markdown.document import Document
from doclint.markdown.nodes import plain_text
from doclint.markdown.source import Source
from doclint.output.rendering import RenderOptions, render
from doclint.output.terminal import safe

SHA = "0123456789abcdef0123456789abcdef01234567"
PIECES = st.lists(st.sampled_from("%;]=:,\n\r#[<>&\"'|`é\0 ab25AZP3BD0") | st.just("##vso["), max_size=12).map("".join)


def unescaped(text: str) -> str:
    """Return what the agent of Azure Pipelines reads (`Command.Unescape`, with the percent sign last)."""
    for escape, character in {"%3B": ";", "%0D": "\r", "%0A": "\n", "%5D": "]", "%AZP25": "%"}.items():
        text = text.replace(escape, character)
    return text


@given(path=PIECES.filter(bool), message=PIECES)
def test_azure_reads_the_finding(path: str, message: str) -> None:
    line = rendered("azure", report(finding(path, 3, message=message))).split("\n")[0]
    prefix, _, rest = line.partition("##vso[")
    properties, _, data = rest.partition("]")
    command, _, values = properties.partition(" ")
    assert (prefix, command) == ("", "task.logissue")
    read = dict(pair.split("=", 1) for pair in values.split(";") if pair)
    assert {name: unescaped(value) for name, value in read.items()} == {
        "type": "error",
        "sourcepath": safe(path),
        "linenumber": "3",
        "columnnumber": "5",
        "code": "broken-link",
    }
    assert unescaped(data) == safe(message)


def test_azure_shows_what_fails_as_errors() -> None:
    of = report(finding(), finding("docs/b.md", rule="old"), finding("docs/c.md", severity="info"))
    of.baseline = BaselineResult(0, 0, {"broken-link": 1}, is_ratchet=True)
    assert re.findall("type=(.*?);sourcepath=(.*?);", rendered("azure", of)) == [
        ("error", "docs/a.md"),
        ("warning", "docs/b.md"),
        ("warning", "docs/c.md"),
    ]


def test_azure_shows_different_causes_first() -> None:
    many = [finding(line=line) for line in range(1, 31)]
    lines = rendered("azure", report(*many, finding("docs/z.md", cause="rare"))).splitlines()
    assert sum("sourcepath=docs/a.md;" in line for line in lines) == 9
    assert sum("sourcepath=docs/z.md;" in line for line in lines) == 1
    assert lines[-1] == "21 findings without an issue, because Azure Pipelines shows only 10 errors and 10 warnings."


def test_pylint_line_is_parseable() -> None:
    # The pattern of the parser for pylint in the plug-in "Warnings" of Jenkins, in short.
    pattern = re.compile(r"^(?P<path>[^:]*):(?P<line>\d+): *\[(?P<id>[\w-]+)\] *(?P<message>.*)$")
    [line] = rendered("pylint", report(finding("docs/é b.md", 7, message="a\n[x] b:1: [y]"))).splitlines()
    match = pattern.match(line)
    assert match
    assert match.groups() == ("docs/é b.md", "7", "broken-link", r"a\x0a[x] b:1: [y]")


def test_junit_is_xml_whatever_is_in_it() -> None:
    texts = ["]]>", "<![CDATA[", "&lt;<b>", "\x00\x08\x1b\ufffe\uffff\ud800", "a\r\nb"]
    of = report(*[finding(f"docs/{text}.md", message=text) for text in texts])
    suites = ET.fromstring(rendered("junit", of).encode())
    names = [case.get("name") for case in suites.iter("testcase")]
    assert sorted(names, key=str) == sorted(safe(f"docs/{text}.md") for text in texts)
    assert all(safe(text) in str(ET.tostring(suites, "unicode", "text")) for text in texts)


@pytest.fixture
def workflow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The top of the repository of a workflow."""
    (tmp_path / ".git").mkdir()
    for name, value in {"SERVER_URL": "https://github.com", "REPOSITORY": "o/r", "SHA": SHA}.items():
        monkeypatch.setenv(f"GITHUB_{name}", value)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    return tmp_path


def links(root: Path, *paths: str) -> dict[str, str]:
    """Return the links on the summary page of findings on some pages, by their texts."""
    of = report(*[finding(path, 12, cause=path) for path in paths], root=root.as_posix())
    page = "\n".join(render(of, "step-summary", RenderOptions(rule_pages="https://example.org/{rule}.html")))
    found = Document(Source.from_text(page)).links
    return {plain_text(link.children): link.destination for link in found}


def test_summary_page_links_to_lines_and_rules(workflow: Path) -> None:
    name = "a b|)<i>`é#?[x](y).md"
    of = links(workflow, name)
    assert of.pop("broken-link") == of.pop(name) == "https://example.org/broken-link.html"
    [(text, address)] = of.items()
    assert text == f"{name}:12"
    assert address.startswith(f"https://github.com/o/r/blob/{SHA}/")
    assert urlsplit(address)[3:] == ("plain=1", "L12")
    assert unquote(urlsplit(address).path).endswith(f"/{name}")


def test_links_begin_at_the_top_of_the_repository(workflow: Path) -> None:
    (workflow / "books").mkdir()
    assert links(workflow / "books", "a.md")["a.md:12"] == (f"https://github.com/o/r/blob/{SHA}/books/a.md?plain=1#L12")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GITHUB_SERVER_URL", "javascript:alert(1)//"),
        ("GITHUB_REPOSITORY", "o/r) <b>"),
        ("GITHUB_SHA", "main"),
        ("GITHUB_WORKSPACE", "/elsewhere"),
    ],
)
def test_page_links_to_no_other_repository(
    workflow: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert "a.md:12" not in links(workflow, "a.md")


def test_repository_that_is_checked_out_elsewhere_is_known_by_its_commit(
    workflow: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = workflow / "sub"
    (other / ".git").mkdir(parents=True)
    (other / ".git" / "HEAD").write_text(f"{SHA}\n", encoding="utf-8")
    assert links(other, "a.md")["a.md:12"].endswith(f"/{SHA}/a.md?plain=1#L12")
    (other / ".git" / "HEAD").write_text("f" * 40 + "\n", encoding="utf-8")
    assert "a.md:12" not in links(other, "a.md")


def test_summary_page_shows_causes_first() -> None:
    page = rendered("step-summary", report(*[finding(line=line, cause=f"c{line:02}") for line in range(1, 13)]))
    places = [page.index(text) for text in ("c01", "c10", "What to change first", "2 more causes", "c11", "by rule")]
    assert places == sorted(places)
    assert page.count("<details>") == page.count("</details>") == 2


def test_summary_page_with_long_links_fits_its_limit(workflow: Path) -> None:
    long = [finding(f"{number}{'é' * 140}.md", cause=f"c{number % 99}/{'|' * 999}") for number in range(999)]
    of = report(*long, root=workflow.as_posix())
    options = RenderOptions(rule_pages="https://example.org/" + "x" * 900 + "/{rule}.html")
    page = "\n".join(render(of, "step-summary", options))
    assert page.count(f"/blob/{SHA}/") == 150
    assert len(page.encode()) < 1024 * 1024
