"""Diagrams: what doclint reads of them, as Mermaid does, and that no input takes long."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from doclint import Page, Source, lint_text
from doclint.markdown.diagrams.model import DiagramType
from doclint.markdown.diagrams.read import Diagram, read, type_of
from doclint.markdown.diagrams.reader import language
from doclint.markdown.diagrams.repairs import refusal
from doclint.markdown.diagrams.text import DiagramText
from doclint.markdown.source import Span, edited
from doclint.rule.registry import rules

CORPUS = (Path(__file__).parents[2] / "shared" / "corpus" / "diagrams.jsonl").resolve()
KINDS: tuple[DiagramType, ...] = ("flowchart", "sequence", "class", "state", "entity")
# What the page of a subgraph with its own id shows is an error, too, but Mermaid parses it.
NOT_DRAWN = {"own-subgraph"}


def page_of(*lines: str) -> Page:
    return Page("a.md", Source.from_text("\n".join(lines)))


def test_places_are_those_of_the_page() -> None:
    page = page_of(
        "> - ```mermaid",
        ">   %% shop",
        ">   graph TD",
        '>   A["b c"] -->|d e| F & G',
        '>   click A href "b.md"',
        ">   ```",
    )
    (diagram,) = page.diagrams
    contents = diagram.contents
    assert contents.failure is None
    assert [(node.id, page.text(node.span)) for node in contents.nodes] == [("A", "A"), ("F", "F"), ("G", "G")]
    label = contents.nodes[0].label
    assert label is not None
    assert page.text(label.span) == label.text == "b c"
    assert [(edge.source, edge.target, edge.mark, page.text(edge.span)) for edge in contents.edges] == [
        ("A", "F", "-->", "-->"),
        ("A", "G", "-->", "-->"),
    ]
    assert [(link.node, page.text(link.span)) for link in contents.links] == [("A", "b.md")]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_members_and_messages(ending: str) -> None:
    text = ending.join(
        [
            "```mermaid",
            "classDiagram",
            "class A~T~ {",
            "  +sell(item) int",
            "}",
            "A <|-- B : is",
            "```",
            "```mermaid",
            "sequenceDiagram",
            "participant A as Shop",
            "A->>+B: sell; B-->>-A: sold",
            "```",
            "```mermaid",
            "erDiagram",
            "SHOP {",
            "string name PK",
            "}",
            "```",
            "```mermaid",
            "stateDiagram-v2",
            "[*] --> Open : begin",
            "```",
        ]
    )
    page = Page("a.md", Source.from_bytes(text.encode()))
    classes, sequence, entity, state = (diagram.contents for diagram in page.diagrams)
    assert [(member.owner, page.text(member.span)) for member in classes.members] == [("A", "+sell(item) int")]
    assert [(edge.source, edge.mark, edge.target) for edge in classes.edges] == [("A", "<|--", "B")]
    assert [(edge.source, edge.target, edge.label and edge.label.text) for edge in sequence.edges] == [
        ("A", "B", "sell"),
        ("B", "A", "sold"),
    ]
    assert [(member.owner, member.text) for member in entity.members] == [("SHOP", "string name PK")]
    assert [(edge.source, edge.target, edge.label and page.text(edge.label.span)) for edge in state.edges] == [
        ("[*]", "Open", "begin")
    ]


def test_diagram_in_a_fence_that_a_tag_closes_is_reported_once() -> None:
    page = "# Shop\n\n```mermaid\ngraph TD\n    A[sell()]\n</mermaid>\n\n## Till\n\nIt is open.\n\n```sh\nls\n```\n"
    report = lint_text(page, rules=("broken-diagram", "broken-fence"))
    assert [finding.rule for finding in report.findings] == ["broken-fence"]


def test_other_types_are_silent() -> None:
    assert page_of("```mermaid", "gantt", "title [(", "```", "", "```mermaid", "mindmap", "```").diagrams == []


def test_one_token_decides_in_each_grammar() -> None:
    assert {kind: language(kind)[1].conflicts() for kind in KINDS} == {kind: [] for kind in KINDS}


def corpus() -> list[dict[str, Any]]:
    if not CORPUS.exists():
        pytest.skip("the corpus of diagrams is not here")
    return [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]


def of_known_types(rows: list[dict[str, Any]]) -> list[tuple[dict[str, Any], Diagram]]:
    found = []
    for row in rows:
        text = DiagramText.alone(row["text"])
        kind = type_of(text.text)
        if kind is not None:
            found.append((row, Diagram(kind, None, text)))  # type: ignore[arg-type]
    return found


def test_corpus_is_read_as_mermaid_reads_it() -> None:
    refused = reported = same_line = with_line = 0
    wrong = []
    for row, diagram in of_known_types(corpus()):
        failure = diagram.contents.failure
        if not row["error"]:
            if failure is not None and failure.rule not in NOT_DRAWN:
                wrong.append(row["id"])
            continue
        refused += 1
        reported += failure is not None
        line = re.match(r"(?:Parse|Lexical) error on line (\d+)", row["error"])
        if line and failure is not None:
            with_line += 1
            same_line += failure.line == int(line[1])
    assert wrong == []
    assert reported >= 0.98 * refused > 0
    assert same_line >= 0.95 * with_line > 0


def repaired(row: dict[str, Any], diagram: Diagram) -> str | None:
    found = refusal(diagram)
    if found is None or not found.repair:
        return None
    text: str = row["text"]
    return edited(text, Span(0, len(text)), sorted(found.repair))


def test_half_of_the_refused_diagrams_have_a_repair_that_parses() -> None:
    refused = [(row, diagram) for row, diagram in of_known_types(corpus()) if row["error"]]
    done = [text for row, diagram in refused if (text := repaired(row, diagram)) is not None]
    assert len(done) >= len(refused) / 2
    for text in done:
        plain = DiagramText.alone(text)
        kind = type_of(plain.text)
        assert kind is not None
        assert read(kind, plain).failure is None


ORACLE = """
import { JSDOM } from 'jsdom';
import { readFileSync } from 'node:fs';
const dom = new JSDOM('<!DOCTYPE html><body></body>', { pretendToBeVisual: true });
globalThis.window = dom.window; globalThis.document = dom.window.document;
for (const name of ['Element', 'SVGElement', 'HTMLElement', 'Node', 'DOMParser', 'NodeFilter', 'DocumentFragment',
  'HTMLTemplateElement', 'NamedNodeMap']) globalThis[name] ??= dom.window[name];
const { log } = console;
for (const name of ['log', 'warn', 'info', 'debug', 'error']) console[name] = () => {};
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false, logLevel: 'fatal' });
const errors = [];
for (const text of JSON.parse(readFileSync(0, 'utf8'))) {
  try { await mermaid.parse(text); errors.push(''); } catch (error) { errors.push(String(error?.message ?? error)); }
}
log(JSON.stringify(errors));
process.exit(0);
"""


def verdicts(folder: Path, texts: list[str]) -> list[str]:
    """Return what Mermaid says of each text: nothing if it parses."""
    if not shutil.which("npm"):
        pytest.skip("npm is not here")
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "mermaid@11.13.0", "jsdom@26"]
    if subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode:
        pytest.skip("npm cannot install Mermaid")
    (folder / "oracle.mjs").write_text(ORACLE, encoding="utf-8")
    done = subprocess.run(
        ["node", "oracle.mjs"], cwd=folder, input=json.dumps(texts).encode(), capture_output=True, check=True
    )
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.slow
def test_mermaid_reads_the_examples_as_doclint_does(tmp_path: Path) -> None:
    examples = rules()["broken-diagram"].examples
    pages = [str(text) for one in examples for text in (one.text, getattr(one, "fixed", None)) if text]
    diagrams = [one for text in pages for one in Page("a.md", Source.from_text(text)).diagrams]
    found = verdicts(tmp_path, [one.block.text for one in diagrams])
    differing = [
        one.block.text
        for one, error in zip(diagrams, found, strict=True)
        if bool(error) != (one.contents.failure is not None and one.contents.failure.rule not in NOT_DRAWN)
    ]
    assert differing == []


@pytest.mark.slow
def test_mermaid_parses_what_was_repaired(tmp_path: Path) -> None:
    texts = [text for row, diagram in of_known_types(corpus()) if (text := repaired(row, diagram)) is not None]
    assert [error for error in verdicts(tmp_path, texts) if error] == []


CHECKED = ("broken-diagram", "unknown-member", "wrong-base", "missing-diagram-file", "broken-link")
HOSTILE: dict[str, Callable[[int], str]] = {
    "nested subgraphs": lambda n: "graph TD\n" + "subgraph s\n" * n + "end\n" * n,
    "unclosed subgraphs": lambda n: "graph TD\n" + "subgraph s\n" * n,
    "one chain": lambda n: "graph TD\n" + "A-->" * n + "B@",
    "groups": lambda n: "graph TD\n" + " & ".join("a" * n) + " --> " + " & ".join("b" * n),
    "brackets": lambda n: "graph TD\nA" + "[(" * n,
    "blank lines": lambda n: "graph TD\n" + "\n " * n + "A",
    "styles": lambda n: "graph TD\n" + "style:#x;" * n,
    "tags": lambda n: 'graph TD\nA["' + "<a " * n,
    "labels": lambda n: "graph TD\n" + "A[f(x)] --> B\n" * n,
    "nested blocks": lambda n: "sequenceDiagram\n" + "loop x\n" * n + "end\n" * n,
    "hyphens": lambda n: "sequenceDiagram\n" + "a-" * n + "->>B: c",
    "parentheses": lambda n: "classDiagram\nA : " + ")" * n + "(" * n,
    "braces": lambda n: "classDiagram\nclass A {\n" + "{b}\n" * n,
    "notes": lambda n: "classDiagram\n" + "note right of A\nb\n" * n,
    "nested states": lambda n: "stateDiagram-v2\n" + "state a {\n" * n + "}\n" * n,
    "open notes": lambda n: "stateDiagram-v2\n" + "note left of A\nb\n" * n,
    "attributes": lambda n: "erDiagram\nA {\n" + "string b\n" * n + "}",
    "nodes": lambda n: "graph TD\n" + "".join(f'N{i}["src/{i}.py"] --> N{i + 1}\n' for i in range(n)),
    "messages": lambda n: "sequenceDiagram\n" + "".join(f"A{i}->>B: c\n" for i in range(n)),
    "alternatives": lambda n: "sequenceDiagram\n" + "alt a\nelse b\n" * n + "end\n" * n,
    "classes": lambda n: "classDiagram\n" + "".join(f"class C{i} {{\n+m()\n}}\nC{i} <|-- A\n" for i in range(n)),
    "transitions": lambda n: "stateDiagram-v2\n" + "".join(f"s{i} --> t : go\n" for i in range(n)),
    "relations": lambda n: "erDiagram\n" + "".join(f"E{i} ||--o{{ F : has\n" for i in range(n)),
    "clicks": lambda n: "graph TD\nA\n" + "".join(f'click A "{i}.md"\n' for i in range(n)),
    "one label": lambda n: "graph TD\nA[" + "b " * 10 * n + "]",
    "tildes": lambda n: "erDiagram\nA {\n" + "a" * n + "~" * n + "\n}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_diagrams_are_read(name: str) -> None:
    # If one of these took quadratic time or nested calls, the test would not end, or a rule would fail.
    page = f"# A\n\n[a.py:1-2]()\n\n```mermaid\n{HOSTILE[name](30_000)}\n```\n"
    assert [finding.message for finding in lint_text(page, rules=CHECKED).findings if finding.is_failure] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nodes", "messages", "classes", "transitions", "relations", "one label"])
def test_a_hundred_thousand_nodes(name: str) -> None:
    page = f"# A\n\n```mermaid\n{HOSTILE[name](100_000)}\n```\n"
    assert len(page) > 1_000_000
    assert [finding.message for finding in lint_text(page, rules=CHECKED).findings if finding.is_failure] == []
