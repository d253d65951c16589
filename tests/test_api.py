"""doclint for programs."""

import builtins
import inspect
import json
import os
import re
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from msgspec import convert, to_builtins
from scratch import SMALL_FORMAT
from strategies import MARKDOWN
from tree import write

import doclint
from doclint.engine.report.schema import ReportDocument
from doclint.errors.models import model_of
from doclint.markdown.source import Source
from doclint.output.rendering import STYLES

LINK = "# A\n\n[b](b.md)\n"
KEYWORDS = "# Keyword Index: `app.py`\n\n## Keywords Extracted\n\n### Classs\n\n- **`def`**: [a](./a.md)\n"
PAGE = "docs/app.py_kw.md"
NAMES = ("misspelled-heading", "symbols")

SIGNATURES = {
    "lint_text": "(text, *, path='page.md', config=None, format=None, rules=None, sources=None)",
    "lint_corpus": "(pages, *, config=None, format=None, rules=None, sources=None, jobs=None)",
    "lint_stream": "(pages, *, config=None, format=None, rules=None, sources=None)",
    "lint_paths": "(paths, *, root='.', config=None, format=None, rules=None, discover=False, jobs=None, "
    "executor=None)",
    "fix_text": "(text, *, path='page.md', config=None, format=None, rules=None, sources=None, unsafe=False)",
    "fix_corpus": "(pages, *, config=None, format=None, rules=None, sources=None, jobs=None, unsafe=False)",
    "read_page": "(text, *, path='page.md', config=None, format=None, rules=(), sources=None)",
    "render": "(report, style='text', *, max_per_cause=None, rule_pages='', color=False)",
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
        "Capture", "Config", "ConfigError", "Corpus", "CorpusFixes", "CorpusRule", "Declaration", "DoclintError",
        "Document", "DocumentedSymbol", "Edit", "Fact", "Finding", "Fix", "Format", "FormatError", "Invalid",
        "Language", "Message", "Note", "Page", "PageContents", "PluginError", "RelatedLines", "Report", "Repository",
        "RepositoryRule", "Rule", "Section", "Source", "SourceFile", "SourceRule", "Span", "Symbol", "TextFixes",
        "UsageError", "Valid", "Violation", "fix_corpus", "fix_text", "lint_corpus", "lint_paths", "lint_stream",
        "lint_text", "read_page", "render",
    ]  # fmt: skip
    assert set(dir(doclint)) == {*doclint.__all__, "__version__"}
    for name, expected in SIGNATURES.items():
        signature = inspect.signature(getattr(doclint, name))
        plain = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
        assert str(inspect.Signature(plain)) == expected
    with pytest.raises(AttributeError):
        doclint.lint_texts  # type: ignore[attr-defined]  # noqa: B018


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
    jsonschema.validate(data, model_of(ReportDocument).model_json_schema())
    assert json.loads(json.dumps(data)) == data
    assert json.dumps(to_builtins(convert(data, ReportDocument))) == json.dumps(data)
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
        ({"format": {"name": "x"}}, doclint.FormatError, "format: `kind` is missing"),
    ],
)
def test_mistakes_are_errors(arguments: dict[str, Any], error: type[Exception], expected: str) -> None:
    with pytest.raises(error, match=expected):
        doclint.lint_text("", **arguments)
    with pytest.raises(error, match=expected):
        doclint.lint_stream([], **arguments)


def test_nothing_is_read_unless_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doclint.lint_text(KEYWORDS, path=PAGE, sources={"app.py": ""})  # whatever is loaded once
    monkeypatch.chdir(tmp_path)

    def refuse(*_arguments: object, **_options: object) -> None:
        raise AssertionError("the disk was asked")

    with monkeypatch.context() as patched:
        for module, name in ((builtins, "open"), (os, "scandir"), (os, "stat"), (os, "lstat"), (os, "listdir")):
            patched.setattr(module, name, refuse)
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


def test_stream_of_versions_of_a_page() -> None:
    one, other = "# A\n\n[one](#one)\n\n## One\n", "# A\n\n[other](#other)\n\n## Other\n"
    pages = [("docs/a.md", one), ("docs/a.md", other)]
    sources = {"docs/a.md": one, "mkdocs.yml": "site_name: A\n"}
    assert not any(report.findings for _, report in doclint.lint_stream(pages, sources=sources))


@pytest.mark.parametrize("path", ["/a.md", "", ".", "../a.md", "a/../../b.md"])
def test_path_that_is_none_of_a_repository(path: str) -> None:
    with pytest.raises(doclint.UsageError, match="is not the path of a file"):
        doclint.lint_text("", path=path)
    with pytest.raises(doclint.UsageError, match="is not the path of a file"):
        doclint.lint_corpus({path: ""})


FOLDER = Path("docs")
api: Any = doclint  # so that type checkers allow wrong calls


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: api.lint_text(3), "`text` is 3; it must be text or bytes"),
        (lambda: api.lint_text(FOLDER), "it must be text or bytes; `lint_paths` reads files"),
        (lambda: api.lint_text("", path=FOLDER), "it must be text: a path from the root, with `/` between folders"),
        (lambda: api.lint_text("", rules="links"), "`rules` is 'links'; it must be a list of rules, such as ['li"),
        (lambda: api.lint_text("", rules=Shouting), "`rules` is Shouting; it must be a list of rules, such as"),
        (lambda: api.lint_text("", rules=[3]), "`rules` has 3, which is not an id, a family or a class"),
        (lambda: api.lint_text("", sources="gone"), "`sources` is `gone`, which is not a folder"),
        (lambda: api.lint_text("", sources=["a.py"]), "`sources` is ['a.py']; it must be a folder, or a mapping"),
        (lambda: api.lint_text("", sources={"a.py": 3}), "`a.py` in `sources` is 3; it must be text or bytes"),
        (lambda: api.lint_text("", config="doclint.toml"), "it must be a table with the keys of the configuration"),
        (lambda: api.lint_text("", format=3), "`format` is 3; it must be the name of a format, a table"),
        (lambda: api.lint_text("", format=[3]), "`format` has 3, which is not a name, a table"),
        (lambda: api.lint_corpus(["a.md"]), "`pages` is ['a.md']; it must be a mapping from paths to texts"),
        (lambda: api.lint_corpus({"a.md": None}), "`a.md` in `pages` is None; it must be text or bytes"),
        (lambda: api.lint_corpus({3: ""}), "A path in `pages` is 3; it must be text"),
        (lambda: api.lint_corpus({"a.md": "", "./a.md": ""}), "`a.md` and `./a.md`, which are the same file"),
        (lambda: api.lint_corpus({}, jobs="4"), "`jobs` is '4'; it must be a whole number, at least 1"),
        (lambda: api.lint_stream({"a.md": ""}), "such as those of `.items()`; `lint_corpus` takes mappings"),
        (lambda: api.lint_stream("a.md"), "`pages` is 'a.md'; it must be pairs of path and text"),
        (lambda: list(api.lint_stream(["ab"])), "`pages` has 'ab'; each page must be a pair of its path"),
        (lambda: api.lint_paths("docs"), "`paths` is 'docs'; it must be a list of paths, such as ['docs']"),
        (lambda: api.lint_paths(FOLDER), "it must be a list of paths, such as ["),
        (lambda: api.lint_paths(["no/such/folder"]), "`no/such/folder` does not exist"),
        (lambda: api.lint_paths([""]), "`paths` has an empty path"),
        (lambda: api.lint_paths([3]), "`paths` has 3, which is not a path"),
        (lambda: api.lint_paths([], root="gone"), "`root` is `gone`, which is not a folder"),
        (lambda: api.lint_paths([], executor=4), "`executor` is 4; it must be an executor of `concurrent.futures`"),
        (lambda: api.render(api.lint_text(""), "jsn"), "`style` is 'jsn', which is none of text, concise, "),
        (lambda: api.render(api.lint_text(""), "srif"), "did you mean `sarif`?"),
        (lambda: api.render("a.md"), "`report` is of the type `str`"),
        (lambda: api.render(api.lint_text(""), max_per_cause=-1), "it must be a whole number, at least 0"),
        (lambda: api.fix_text(None), "`text` is None; it must be text or bytes"),
    ],
)  # fmt: skip
def test_wrong_arguments(call: Any, expected: str) -> None:
    with pytest.raises(doclint.UsageError, match=re.escape(expected)):
        call()


def test_fixed_text_is_what_was_given_but_for_the_fixes() -> None:
    fixed = doclint.fix_text("# A\r\n\r\ncafÃ© [b][c]\r\n")
    assert fixed.text == "# A\r\n\r\ncafé [b][c]\r\n"
    assert [one.rule for one in fixed.fixed] == ["mojibake"]
    assert found(fixed.report) == [("page.md", 3, "undefined-reference")]
    assert doclint.fix_text("\ufeffcafÃ©\n".encode()).text == "\ufeffcafé\n".encode()
    assert doclint.fix_text("\ufeffcafÃ©\n").text == "\ufeffcafé\n"
    clean = doclint.fix_text("# A\n")
    assert (clean.text, clean.fixed, clean.report.findings, clean.refusal) == ("# A\n", [], [], "")


def test_fixes_of_a_text_are_safe_unless_asked_and_know_the_sources(tmp_path: Path) -> None:
    sources = {"docs/setup.md": "# Setup\n"}
    page = "# A\n\n[s](Setup.md) [t](setpu.md)\n"
    assert doclint.fix_text(page, path="docs/a.md").fixed == []
    safe = doclint.fix_text(page, path="docs/a.md", sources=sources)
    assert (safe.text, len(safe.report.findings)) == ("# A\n\n[s](setup.md) [t](setpu.md)\n", 1)
    unsafe = doclint.fix_text(page, path="docs/a.md", sources=sources, unsafe=True)
    assert (unsafe.text, len(unsafe.fixed)) == ("# A\n\n[s](setup.md) [t](./setup.md)\n", 2)
    write(tmp_path, "docs/setup.md", "")
    assert doclint.fix_text(page, path="docs/a.md", sources=tmp_path).text == safe.text
    config = {"suppress": [{"path": "docs/a.md", "rule": "broken-link"}]}
    assert doclint.fix_text(page, path="docs/a.md", sources=sources, config=config).text == page


def test_text_that_is_not_fixed_says_why() -> None:
    wide = doclint.fix_text("cafÃ©\n".encode("utf-16"))
    assert wide.text == "cafÃ©\n".encode("utf-16")
    assert "doclint writes only UTF-8" in wide.refusal
    assert doclint.fix_text("cafÃ©\n", path="a.txt").refusal == "doclint fixes only Markdown files, such as `page.md`"


@pytest.mark.parametrize("is_folder", [False, True])
def test_fixes_of_a_corpus_follow_from_one_page_to_another(tmp_path: Path, is_folder: bool) -> None:
    sources = {"app.py": "", "docs/damaged.md": "cafÃ©\n"}
    for path, text in sources.items():
        write(tmp_path, path, text)
    pages = {"docs/./a.md": "# A\n\n[b](B.md#Café)\n", "docs/b.md": "# CafÃ©\n", "docs/c.md": "# C\n"}
    fixed = doclint.fix_corpus(pages, sources=tmp_path if is_folder else sources)
    assert fixed.pages["docs/b.md"] == "# Café\n"
    assert fixed.pages["docs/./a.md"].startswith("# A\n\n[b](b.md#")
    assert "docs/c.md" not in fixed.pages
    assert fixed.refusals == {}
    assert {one.path for one in fixed.fixed} == {"docs/a.md", "docs/b.md"}
    assert (fixed.report.root, fixed.report.pages) == ("", 3)
    assert (tmp_path / "docs" / "damaged.md").read_text() == "cafÃ©\n"


@pytest.mark.parametrize("style", STYLES)
def test_report_of_every_function_is_shown_in_every_style(tmp_path: Path, style: str) -> None:
    page = "# A\n\n[b][c] \x1b[31m\n"
    write(tmp_path, "page.md", page)
    [(_, streamed)] = doclint.lint_stream([("page.md", page)])
    reports = [doclint.lint_text(page), doclint.lint_corpus({"page.md": page}), streamed]
    reports += [doclint.lint_text(page, sources={}), doclint.lint_paths([tmp_path / "page.md"], root=tmp_path)]
    for shown in (doclint.render(report, style) for report in reports):
        assert "undefined-reference" in shown
        assert shown.endswith("\n")
        assert "\x1b" not in shown


def test_lines_of_pages_in_memory_are_shown() -> None:
    page = "# A\n\n[b][c]\n" * 5
    for report in (doclint.lint_text(page), doclint.lint_corpus({"page.md": page})):
        assert doclint.render(report).count("  3 | [b][c]\n") == 1
        assert doclint.render(report).count(" | [b][c]\n") == 5
        assert doclint.render(report, max_per_cause=3).count(" | [b][c]\n") == 3
        assert doclint.render(report, max_per_cause=0).count(" | [b][c]\n") == 5
    assert "\x1b[" in doclint.render(report, color=True)


@pytest.mark.parametrize("is_folder", [False, True])
def test_corpus_is_the_same_for_any_number_of_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_folder: bool
) -> None:
    write(tmp_path, "s.py", "")
    pages = {f"docs/{number}.md": f"# Café\n\n[n]({number + 1}.md) [s](../s.py)\n\n[x](x.md)\n" for number in range(40)}
    sources: Any = tmp_path if is_folder else {"s.py": ""}
    alone = doclint.lint_corpus(pages, sources=sources)
    assert len(alone.findings) >= 41
    monkeypatch.setattr("doclint.engine.workers._LEAST", 0)
    side_by_side = doclint.lint_corpus(pages, sources=sources, jobs=2)
    assert side_by_side.to_dict() == alone.to_dict()
    assert doclint.render(side_by_side) == doclint.render(alone)
    with pytest.raises(doclint.UsageError, match="which workers cannot find"):
        doclint.lint_corpus(pages, rules=[type("Local", (Shouting,), {"id": "local", "__doc__": "Local."})], jobs=2)


CLIENT = """
from pathlib import Path

import doclint

report = doclint.lint_text("# A\\n", sources={"a.py": b""}, config={"ignore": ["links"]}, rules=["links"])
for finding in doclint.lint_corpus({"a.md": "# A\\n"}, jobs=2).findings:
    place: tuple[str, int, int] = finding.path, finding.start.line, finding.end.column
    words: list[str] = [finding.rule, finding.message, finding.severity, finding.fingerprint]
    edits = [(edit.span.start, edit.text) for edit in finding.fix.edits] if finding.fix else []
for path, each in doclint.lint_stream([("a.md", "")], sources=Path()):
    print(path.upper(), each.has_failed, [cause.id for cause in each.causes])
reveal_type(doclint.lint_paths([Path(), "docs"], discover=True))
reveal_type(doclint.fix_text("").text)
reveal_type(doclint.fix_text(b"").text)
reveal_type(doclint.fix_corpus({"a.md": ""}).pages)
reveal_type(doclint.render(report, "json"))
reveal_type(doclint.__version__)
doclint.lint_txt("")
doclint.lint_text(3)
"""


def test_type_checkers_know_the_interface(tmp_path: Path) -> None:
    write(tmp_path, "client.py", CLIENT)
    options = ["--strict", "--disallow-any-expr", "--follow-imports=silent"]
    mypy = [sys.executable, "-m", "mypy", *options, "client.py"]
    environment = {**os.environ, "MYPYPATH": str(Path(doclint.__file__).parents[1])}
    done = subprocess.run(mypy, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    told = [line.partition(": ")[2] for line in done.stdout.splitlines()]
    assert [line.partition('"')[2].rstrip('"') for line in told if "Revealed" in line] == [
        "doclint.engine.report.report.Report", "str", "bytes", "dict[str, str]", "str", "str",
    ]  # fmt: skip
    assert [line.rpartition("[")[2] for line in told if line.startswith("error")] == ["attr-defined]", "arg-type]"], (
        told
    )
