"""doclint for programs."""

import builtins
import inspect
import json
import os
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from scratch import SMALL_FORMAT
from strategies import MARKDOWN
from tree import write

import doclint
from doclint import api
from doclint.engine.report.schema import ReportDocument
from doclint.markdown.source import Source

LINK = "# A\n\n[b](b.md)\n"
KEYWORDS = "# Keyword Index: `app.py`\n\n## Keywords Extracted\n\n### Classs\n\n- **`def`**: [a](./a.md)\n"
PAGE = "docs/app.py_kw.md"
NAMES = ("misspelled-heading", "symbols")

SIGNATURES = {
    "lint_text": "(text, *, path='page.md', config=None, format=None, rules=None, sources=None)",
    "lint_corpus": "(pages, *, config=None, format=None, rules=None, sources=None)",
    "lint_stream": "(pages, *, config=None, format=None, rules=None, sources=None)",
    "lint_paths": "(paths, *, root='.', config=None, format=None, rules=None, discover=False, jobs=None, "
    "executor=None)",
}


class Shouting(doclint.Rule):
    """A heading is all capitals."""

    id = "shouting"
    family = "house"
    severity = "info"
    messages = {"loud": doclint.Message("`{text}` shouts", key=("text",))}
    examples = (doclint.Invalid("# LOUD\n", lines=(1,)), doclint.Valid("# Quiet\n"))

    def check(self, page: Any) -> Any:
        for heading in page.document.headings:
            if heading.text.isupper():
                yield doclint.Violation(heading.span, "loud", text=heading.text)


def found(report: doclint.Report) -> list[tuple[str, int, str]]:
    return [(finding.path, finding.start.line, finding.rule) for finding in report.findings]


def test_public_names_and_signatures() -> None:
    assert doclint.__all__ == [
        "Config", "ConfigError", "Corpus", "CorpusRule", "DoclintError", "Edit", "Fact", "Finding", "Fix", "Format",
        "FormatError", "Invalid", "Message", "Note", "Page", "PluginError", "RelatedLines", "Report", "Repository",
        "RepositoryRule", "Rule", "SourceFile", "SourceRule", "Span", "UsageError", "Valid", "Violation", "lint_corpus",
        "lint_paths", "lint_stream", "lint_text",
    ]  # fmt: skip
    for name, expected in SIGNATURES.items():
        signature = inspect.signature(getattr(doclint, name))
        plain = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
        assert str(inspect.Signature(plain)) == expected
    assert {name for name in dir(api) if name.startswith("lint_")} - {"lint_page"} == set(SIGNATURES)
    with pytest.raises(AttributeError):
        doclint.lint_texts  # noqa: B018 # type: ignore[attr-defined]


def test_text_with_and_without_sources(tmp_path: Path) -> None:
    assert found(doclint.lint_text(LINK)) == []
    assert found(doclint.lint_text(LINK, sources={})) == [("page.md", 3, "broken-link")]
    assert found(doclint.lint_text(LINK, path="docs/a.md", sources={"docs/b.md": b""})) == []
    assert found(doclint.lint_text(LINK, sources=tmp_path)) == [("page.md", 3, "broken-link")]
    (tmp_path / "b.md").write_text("")
    assert found(doclint.lint_text(LINK, sources=tmp_path)) == []


def test_text_of_a_known_kind_and_bytes() -> None:
    report = doclint.lint_text(KEYWORDS, path=PAGE, rules=NAMES)
    assert found(report) == [(PAGE, 5, "misspelled-heading"), (PAGE, 7, "reserved-word-as-symbol")]
    assert found(doclint.lint_text(b"caf\xe9\n")) == [("page.md", 1, "undecodable-bytes")]
    assert found(doclint.lint_text("caf\udce9\n")) == [("page.md", 1, "undecodable-bytes")]


def test_report_is_that_of_the_command() -> None:
    data = doclint.lint_text(KEYWORDS, path=PAGE, rules=NAMES).to_dict()
    jsonschema.validate(data, ReportDocument.model_json_schema())
    assert json.loads(json.dumps(data)) == data
    assert data["summary"]["findings"] == 2


def test_configuration_as_table_and_model() -> None:
    table: dict[str, Any] = {"ignore": ["symbols"], "severity": {"misspelled-heading": "error"}}
    for config in (table, doclint.Config(**table)):
        [finding] = doclint.lint_text(KEYWORDS, path=PAGE, config=config, rules=NAMES).findings
        assert (finding.rule, finding.severity) == ("misspelled-heading", "error")
    ignores = {"per-file-ignores": {"*_kw.md": ["symbols"]}}
    assert found(doclint.lint_text(KEYWORDS, path=PAGE, config=ignores, rules=["symbols"])) == []
    moved = doclint.lint_text(KEYWORDS, path="x/app.py_kw.md", config={"docs-roots": ["x"]}, rules=NAMES)
    assert len(moved.findings) == 2


def test_rules_by_name_family_and_class() -> None:
    text = "# LOUD\n\n[a][b]\n"
    assert found(doclint.lint_text(text, rules=["links"])) == [("page.md", 3, "undefined-reference")]
    assert found(doclint.lint_text(text, rules=[Shouting])) == [("page.md", 1, "shouting")]
    assert len(doclint.lint_text(text, rules=[Shouting, "links"]).findings) == 2


def test_corpus_is_a_closed_world() -> None:
    pages = {"docs/a.md": "[b](b.md#two), [s](../s.py), [c](c.md)\n", "docs/b.md": "# One\n"}
    report = doclint.lint_corpus(pages, sources={"s.py": ""})
    assert report.pages == 2
    assert found(report) == [("docs/a.md", 1, "broken-anchor"), ("docs/a.md", 1, "broken-link")]


def test_order_of_a_corpus_does_not_matter() -> None:
    small = tomllib.loads(SMALL_FORMAT.replace("{path}.md", "{path}.page.md"))
    pages = {f"docs/{name}.py.page.md": f"# `{name}.py`\n" for name in "abc"}
    pages |= {f"docs/./{name}.py_docs.md": f"# Documentation: `{name}.py`\n" for name in "abcde"}
    several = list(pages.items())
    sources = {"b.py": "", "a.py": ""}
    orders = several, several[::-1], several[5:] + several[:5]
    runs = [
        doclint.lint_corpus(dict(order), format=[small, "repo-docs"], rules=["strict"], sources=sources)
        for order in orders
    ]
    assert "mixed-dialects" in {finding.rule for finding in runs[0].findings}
    assert runs[0].findings == runs[1].findings == runs[2].findings
    assert runs[0].paths == runs[1].paths == runs[2].paths == sorted(path.replace("./", "") for path in pages)


def test_corpus_over_a_folder(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "s.py").write_text("")
    pages = {"docs/a.md": "[b](b.md), [s](../s.py), [c](c.md)\n", "docs/b.md": "# One\n"}
    assert found(doclint.lint_corpus(pages, sources=tmp_path)) == [("docs/a.md", 1, "broken-link")]


def test_stream_reports_each_page_before_the_next_is_asked_for() -> None:
    dependencies = []

    def pages() -> Any:
        for name in ("a.md", "b.md"):
            dependencies.append(name)
            yield name, LINK

    stream = doclint.lint_stream(pages(), sources={})
    path, report = next(stream)
    assert (path, len(report.findings), dependencies) == ("a.md", 1, ["a.md"])
    assert [path for path, _ in stream] == ["b.md"]


def test_paths(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(LINK)
    (tmp_path / "doclint.toml").write_text('ignore = ["links"]\n')
    assert found(doclint.lint_paths([tmp_path], root=tmp_path)) == [("docs/a.md", 3, "broken-link")]
    assert found(doclint.lint_paths([tmp_path], root=tmp_path, discover=True)) == []
    assert found(doclint.lint_paths([tmp_path], root=tmp_path, config={"exclude": ["docs/"]})) == []


@pytest.mark.parametrize(
    ("arguments", "error", "expected"),
    [
        (
            {"config": {"ignroe": []}},
            doclint.ConfigError,
            "config: there is no setting `ignroe`; did you mean `ignore`",
        ),
        ({"config": {"formats": ["x"]}}, doclint.UsageError, "`config` has `formats`, which names files"),
        ({"rules": ["broken-lnk"]}, doclint.UsageError, "did you mean `broken-link`"),
        ({"rules": [doclint.Rule]}, doclint.PluginError, "has no `id`"),
        (
            {"format": "repo-doc"},
            doclint.UsageError,
            "There is no built-in format `repo-doc`; did you mean `repo-docs`",
        ),
        ({"format": {"name": "x"}}, doclint.FormatError, "format: `docs-root` is missing"),
    ],
)
def test_mistakes_are_errors(arguments: dict[str, Any], error: type[Exception], expected: str) -> None:
    with pytest.raises(error, match=expected):
        doclint.lint_text("", **arguments)
    with pytest.raises(error, match=expected):
        doclint.lint_stream([], **arguments)


def test_nothing_is_read_unless_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doclint.lint_text(KEYWORDS, path=PAGE)  # whatever is loaded once
    monkeypatch.chdir(tmp_path)

    def refuse(*_arguments: object, **_options: object) -> None:
        raise AssertionError("the disk was asked")

    for module, name in ((builtins, "open"), (os, "scandir"), (os, "stat"), (os, "lstat"), (os, "listdir")):
        monkeypatch.setattr(module, name, refuse)
    doclint.lint_text(KEYWORDS, path=PAGE, sources={"app.py": ""})
    doclint.lint_corpus({PAGE: KEYWORDS})


def test_threads_do_not_disturb_each_other() -> None:
    texts = [KEYWORDS, LINK, "# A\n" * 20, "[a][b]\n"] * 8
    alone = [found(doclint.lint_text(text, path=PAGE, sources={})) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda text: found(doclint.lint_text(text, path=PAGE, sources={})), texts))
    assert together == alone


@given(MARKDOWN)
def test_any_text_is_linted(text: str) -> None:
    report = doclint.lint_text(text, path=PAGE, sources={})
    assert not report.has_failed
    assert report.to_dict()["summary"]["findings"] == len(report.findings)


def test_configuration_suppresses_and_limits(tmp_path: Path) -> None:
    config = {"suppress": [{"path": "a.md", "rule": "links"}], "limits": {"file-bytes": 20}}
    report = doclint.lint_corpus({"a.md": LINK, "b.md": "[c](c.md)\n", "c.md": "# C\n" * 9}, config=config)
    assert (found(report), report.suppressed) == ([("c.md", 1, "page-too-large")], 0)
    del config["limits"]
    report = doclint.lint_corpus({"a.md": LINK, "d.md": LINK}, config=config)
    assert (found(report), report.suppressed) == ([("d.md", 3, "broken-link")], 1)
    (tmp_path / "a.md").write_text(LINK)
    (tmp_path / "doclint.toml").write_text('[[suppress]]\npath = "a.md"\nrule = "links"\n')
    report = doclint.lint_paths([tmp_path], root=tmp_path, discover=True)
    assert (found(report), report.suppressed) == ([], 1)
    assert doclint.lint_paths([], root=tmp_path).paths == []


@pytest.mark.parametrize("jobs", [0, -1])
def test_nobody_to_do_the_work(tmp_path: Path, jobs: int) -> None:
    with pytest.raises(doclint.UsageError, match=f"`jobs` is {jobs}"):
        doclint.lint_paths([tmp_path], root=tmp_path, jobs=jobs)


def test_rule_that_workers_cannot_find(tmp_path: Path) -> None:
    class Hidden(Shouting):
        """A heading is written in capitals."""

        id = "hidden"

    write(tmp_path, "a.md", "# STOP\n")
    assert found(doclint.lint_paths([tmp_path], root=tmp_path, rules=[Hidden])) == [("a.md", 1, "hidden")]
    assert found(doclint.lint_paths([tmp_path], root=tmp_path, rules=[Shouting], jobs=2)) == [("a.md", 1, "shouting")]
    with ThreadPoolExecutor(1) as executor:
        for given in ({"jobs": 2}, {"executor": executor}):
            with pytest.raises(doclint.UsageError, match=r"has `.*Hidden`, which workers cannot find"):
                doclint.lint_paths([tmp_path], root=tmp_path, rules=[Hidden], **given)


def test_stream_reads_what_many_pages_link_to_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    original = Source.from_bytes
    monkeypatch.setattr(Source, "from_bytes", lambda data: read.append(data) or original(data))  # type: ignore[func-returns-value]
    sources = {"index.md": "# Index\n"}
    pages = ((f"{number}.md", "[i](index.md#index)\n") for number in range(9))
    assert not any(report.findings for _, report in doclint.lint_stream(pages, sources=sources))
    assert read == [b"# Index\n"]


@pytest.mark.parametrize("path", ["/a.md", "", ".", "../a.md", "a/../../b.md"])
def test_path_that_is_none_of_a_repository(path: str) -> None:
    with pytest.raises(doclint.UsageError, match="is not the path of a file"):
        doclint.lint_text("", path=path)
    with pytest.raises(doclint.UsageError, match="is not the path of a file"):
        doclint.lint_corpus({path: ""})


def test_more_wrong_arguments(tmp_path: Path) -> None:
    with pytest.raises(doclint.UsageError, match="`rules` is 'links'; it must be a list"):
        doclint.lint_text("", rules="links")
    with pytest.raises(doclint.UsageError, match="which is not an id, a family or a class"):
        doclint.lint_text("", rules=[3])  # type: ignore[list-item]
    with pytest.raises(doclint.UsageError, match="which is not a folder"):
        doclint.lint_text("", sources=tmp_path / "gone")
