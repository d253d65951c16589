"""What doclint promises, as checks that hold for every input. Each adds its failures to an outcome."""

import ast
import io
import json
import os
import re
import sys
import tempfile
import warnings
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import click
from fuzz.case import Case, Outcome
from jsonschema import Draft202012Validator
from msgspec.structs import replace
from test_engines import ENGINES, differences

from doclint import DoclintError, Finding, Report, lint_corpus, lint_paths
from doclint.cli.main import run_cli
from doclint.config.files import Settings
from doclint.config.selection import Selection
from doclint.engine import workers
from doclint.engine.cache import key as cache_key
from doclint.engine.fixes.fix import Fixed, compatible, fix
from doclint.engine.linter import Linter
from doclint.formats.loading import builtins
from doclint.markdown.source import Edit, Source, printable
from doclint.output import rendering
from doclint.page.limits import LIMITS
from doclint.page.page import Page
from doclint.repository.in_memory import Memory
from doclint.repository.memo import SeenFiles
from doclint.rule import registry
from doclint.rule.registry import Rules
from doclint.rule.rule import CorpusRule
from doclint.source.language import is_markdown
from doclint.source.languages import python
from doclint.source.languages.python_text import outline
from doclint.source.read import read

Files = Mapping[str, bytes]

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")  # what changes the order in which people see a text
COMMAND = re.compile(r"^\s*::|##\w*\[", re.MULTILINE)  # what runners of GitHub and Azure obey in a log
# The commands that a style is made of.
COMMANDS = {
    "github": re.compile(r"^::(?:error|warning|notice) .*$", re.MULTILINE),
    "azure": re.compile(r"^##vso\[task\.logissue type=(?:error|warning);", re.MULTILINE),
}
FOR_PEOPLE = ("text", "concise", "grouped", "pylint", "agent")
NEIGHBOURS = {
    "docs/first.md": b"# First\n\n[b](second.md#two), [c](gone.md) and a caf\xc3\x83\xc2\xa9\n",
    "docs/second.md": b"# Second\n\n## Two\n\nText.\n\n```\nopen\n",
}


# Pages in memory


def check_pages(case: Case, outcome: Outcome) -> None:
    """Check what doclint promises for pages and files that a program passes."""
    pages = {path: data for path, data in case.files.items() if is_markdown(path)}
    sources = {path: data for path, data in case.files.items() if path not in pages}
    try:
        report = lint_corpus(pages, sources=sources, rules=["strict"])
    except DoclintError as error:
        outcome.signs.append(f"refused {type(error).__name__}")
        return
    outcome.signs += sorted({f"{finding.rule}/{finding.message_id}" for finding in report.findings})
    check_findings(report.findings, outcome)
    check_places(report, pages, outcome)
    check_order(report, pages, sources, outcome)
    check_document(report.to_dict(), outcome)
    check_outputs(report, outcome)
    check_neighbours(pages, sources, outcome)
    check_fixes(case.files, pages, outcome)


def check_findings(findings: list[Finding], outcome: Outcome) -> None:
    """No rule fails, and doclint fails on no page."""
    for finding in findings:
        if finding.rule in ("rule-failed", "page-failed", "worker-died"):
            error = finding.message.split(": ")[1:2]
            rule = finding.message.split("`")[1:2] if finding.rule == "rule-failed" else []
            outcome.failures.append(" ".join([finding.rule, *rule, *error]) + f": {finding.message}")


def check_places(report: Report, pages: Files, outcome: Outcome) -> None:
    """Each finding is on a page of the run, and inside it."""
    sources = {printable(path): Source.from_bytes(data) for path, data in pages.items()}
    for finding in report.findings:
        source = sources.get(finding.path)
        if source is None:
            outcome.failures.append(f"place {finding.rule}: {finding.path!r} is not a page")
        elif not (1, 1) <= finding.start <= finding.end <= source.position(len(source.text)):
            outcome.failures.append(f"place {finding.rule}: {finding.start}-{finding.end} is outside the page")


def check_order(report: Report, pages: Files, sources: Files, outcome: Outcome) -> None:
    """Linting again, with the pages in another order, gives the same."""
    again = lint_corpus(dict(reversed(list(pages.items()))), sources=sources, rules=["strict"])
    if again.findings != report.findings:
        outcome.failures.append(f"twice {_first_difference(report.findings, again.findings)}")
    prints = [(one.path, one.rule, one.fingerprint) for one in report.findings]
    if prints != [(one.path, one.rule, one.fingerprint) for one in again.findings]:
        outcome.failures.append("fingerprints: they differ between two runs")


def check_document(document: dict[str, Any], outcome: Outcome) -> None:
    """The report is valid against its schema."""
    error = next(_schema().iter_errors(document), None)
    if error is not None:
        outcome.failures.append(f"schema: {error.message[:300]}")


@cache
def _schema() -> Draft202012Validator:
    from doclint.engine.report.schema import ReportDocument
    from doclint.errors.models import model_of

    return Draft202012Validator(model_of(ReportDocument).model_json_schema(mode="serialization"))


def check_outputs(report: Report, outcome: Outcome) -> None:
    """Every output can be encoded and read, and nobody who reads it obeys what a page says."""
    for style in (*rendering.STYLES, "statistics", "step-summary"):
        text = "\n".join(rendering.render(report, style, rendering.RenderOptions(max_per_cause=0)))
        check_text(style, click.unstyle(text) if style in (*FOR_PEOPLE, "statistics") else text, outcome)


def check_text(style: str, text: str, outcome: Outcome) -> None:
    """A text that doclint prints in a style is safe to show, and programs can read it."""
    is_for_people = style in (*FOR_PEOPLE, "statistics", "stderr")
    found = CONTROL.search(text) or (DIRECTION.search(text) if is_for_people else None)
    if found:
        reader = "a person" if is_for_people else "a program"
        shown = text[max(0, found.start() - 40) : found.end()]
        outcome.failures.append(f"control for {reader}: {style} {shown!r}")
    if is_for_people or style in COMMANDS:
        left = COMMANDS[style].sub("", text) if style in COMMANDS else text
        if obeyed := COMMAND.search(left):
            outcome.failures.append(f"command: {style} {left[obeyed.start() : obeyed.end() + 60]!r}")
    try:
        if style in ("json", "sarif", "gitlab", "rdjson"):
            json.loads(text)
        elif style == "jsonl":
            _ = [json.loads(line) for line in text.split("\n") if line]
        elif style == "junit":
            ET.fromstring(text)
    except (ValueError, ET.ParseError) as error:
        outcome.failures.append(f"unreadable {style}: {error}")


def check_neighbours(pages: Files, sources: Files, outcome: Outcome) -> None:
    """A page changes nothing about the findings of pages that have nothing to do with it, except for their causes.

    Where there are very many, causes are folders instead of targets.
    """

    def about(report: Report) -> list[Finding]:
        together = {rule.id for rule in registry.rules().values() if issubclass(rule, CorpusRule)}
        found = (one for one in report.findings if one.path in NEIGHBOURS and one.rule not in together)
        return [replace(one, cause="", reason="") for one in found]

    alone = about(lint_corpus(NEIGHBOURS))
    beside = about(lint_corpus({**{f"other/{path}": data for path, data in pages.items()}, **NEIGHBOURS}))
    if alone != beside:
        outcome.failures.append(f"neighbours {_first_difference(alone, beside)}")


def check_fixes(files: Files, pages: Files, outcome: Outcome) -> None:
    """Fixes touch only what they edit, and there is nothing left to fix afterwards."""
    linter = Linter(Selection(Rules([*registry.rules().values()]), Settings(), select=["strict"]), builtins(), LIMITS)
    repository = Memory(files)

    for path, data in pages.items():

        def read(data: bytes, path: str = path) -> Page:
            return linter.read(path, Source.from_bytes(data), repository)

        def findings(page: Page) -> list[Finding]:
            return linter.page(page).found.findings

        for unsafe in (False, True):
            fixed = fix(data, read, findings, unsafe=unsafe)
            if fixed.refusal:
                _check_refusal(data, fixed, outcome)
                continue
            if fixed.fixes and fix(fixed.data, read, findings, unsafe=unsafe).data != fixed.data:
                rules = sorted({one.rule for one in fixed.fixes})
                outcome.failures.append(f"fix-twice {rules}: fixing again changes the page")
            now = data
            while fixed.fixes and (chosen := compatible(findings(read(now)), unsafe=unsafe)):
                now = _replayed(now, [edit for one in chosen for edit in _edits(one)])
            if now != fixed.data:
                outcome.failures.append("fix-outside: the fixes change text outside their edits")


def _check_refusal(data: bytes, fixed: Fixed, outcome: Outcome) -> None:
    """A page whose fix doclint refuses stays as it is, and the reason is not that a rule proposes nonsense."""
    # Reasons name rules and lines; only the kind of reason is a sign.
    outcome.signs.append("fix refused " + re.sub(r"`[^`]*`|\d+", "", fixed.refusal)[:50])
    if fixed.data != data:
        outcome.failures.append("fix-refused: the page is changed although its fix is refused")
    if "never come to an end" in fixed.refusal or "could not read it" in fixed.refusal:
        outcome.failures.append(f"fix-refused {fixed.refusal.partition(':')[0]}: {fixed.refusal}")


def _edits(finding: Finding) -> tuple[Edit, ...]:
    return finding.fix.edits if finding.fix else ()


def _replayed(data: bytes, edits: list[Edit]) -> bytes:
    """Return a page with some edits made, from the last one to the first."""
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    text = data[len(mark) :].decode(errors="surrogateescape")
    for (start, end), new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return mark + text.encode(errors="surrogateescape")


def _first_difference(one: list[Any], other: list[Any]) -> str:
    left, right = Counter(map(repr, one)), Counter(map(repr, other))
    only = next(iter((left - right) | (right - left)), "order")
    rule = re.search(r"rule='([^']*)'", only)
    return f"{rule[1] if rule else ''}: {only}"


def check_outline(case: Case, outcome: Outcome) -> None:
    """An outline of a Python source declares what the whole source does, where Python itself could read that."""
    for data in case.files.values():
        found = read("python", data)
        if outline(data).count(b"\n") != data.count(b"\n"):
            outcome.failures.append("outline lines: lines are missing")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                ast.parse(data)
        except (SyntaxError, ValueError, RecursionError):
            continue  # tree-sitter reads other things into what is no Python
        with patch.object(python, "outline", lambda data: data):
            whole = read("python", data)
        if found and whole and not whole.is_open and found != whole:
            outcome.failures.append("outline: it declares something else than the whole source")


def check_engines(case: Case, outcome: Outcome) -> None:
    """Both Markdown engines read the same out of each page."""
    for data in case.files.values():
        found = differences(Source.from_bytes(data).text) if len(ENGINES) == 2 else {}
        outcome.failures += [f"engines {kind}: {both}" for kind, both in found.items()]


# Files on a disk


class Ran(NamedTuple):
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str


@contextmanager
def folder(files: Files, links: Iterable[str] = ()) -> Iterator[Path]:
    """Lay out files and links (`a -> b`) in a new folder, with others beside it, and work there."""
    with tempfile.TemporaryDirectory(prefix="doclint-fuzz-") as name:
        root = Path(name, "root")
        (root / ".git").mkdir(parents=True)
        (root.parent / "outside").mkdir()
        (root.parent / "outside" / "secret.md").write_bytes(b"# Secret\n\n[a](gone.md)\n")
        os.environ["DOCLINT_CACHE_DIR"] = f"{name}/cache"
        for path, data in files.items():
            place = root / path
            try:
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data)
            except (OSError, ValueError):  # a name that this file system does not have, or a file where a folder is
                continue
        for link, target in (one.split(" -> ") for one in links):
            with suppress(OSError):
                (root / link).symlink_to(target)
        os.chdir(root)
        yield root
        os.chdir("/")


_opened: set[str] | None = None


@contextmanager
def _watched(outcome: Outcome) -> Iterator[None]:
    """Check that nothing is opened outside of the root that only a repository would name."""
    global _opened  # noqa: PLW0603 - a hook cannot be removed
    _add_hook()
    _opened = set()
    try:
        yield
    finally:
        outcome.failures += [f"read outside: {path}" for path in sorted(_opened)]
        _opened = None


@cache
def _add_hook() -> None:
    sys.addaudithook(_note)


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if _opened is not None and event in ("open", "os.scandir", "os.listdir") and isinstance(arguments[0], str | Path):
        path = os.path.realpath(arguments[0])
        if path in ("/etc", "/etc/passwd") or "/outside" in path:
            _opened.add(path)


def command(outcome: Outcome, *arguments: str, stdin: bytes = b"") -> Ran:
    """Run the command line, and check what holds for every run."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    before, (sys.stdout, sys.stderr) = (sys.stdout, sys.stderr), (out, err)
    try:
        with _watched(outcome):
            code = run_cli(list(arguments))
    finally:
        sys.stdout, sys.stderr = before
    for stream in (out, err):
        stream.flush()
    said = [stream.buffer.getvalue().decode(errors="replace") for stream in (out, err)]
    ran = Ran(code, said[0], said[1])
    if code not in (0, 1, 2):
        outcome.failures.append(f"exit code {code}: {arguments}")
    if "a bug in doclint" in ran.err or "Traceback" in ran.err:
        error = re.search(r"bug in doclint: (\w+)", ran.err)
        outcome.failures.append(f"bug {arguments[0]} {error[1] if error else ''}: {ran.err}")
    is_told_to_file = any("=" in argument for argument in arguments)
    if code == 2 and not ran.err and not ran.out and not is_told_to_file:
        outcome.failures.append(f"silent: {arguments} ends with 2 and says nothing")
    check_text("stderr", ran.err, outcome)
    return ran


def code_does_not_change() -> None:
    """Do not read the code of doclint for each run: that takes long."""
    cache_key._code = _code_of_today


def _code_of_today(place: Path, seen_files: SeenFiles) -> str:
    return "code"


def check_tree(case: Case, outcome: Outcome) -> None:
    """Check what doclint promises for a repository: it reports the same with a cache, workers, shards or none."""
    code_does_not_change()
    workers._LEAST = 0
    check = ("check", "--no-local-rules", "--jobs", "1")
    with folder(case.files, case.arguments) as root:
        whole = command(outcome, *check, "--no-cache", "--output-format", "json")
        if whole.code == 2 and not whole.out:
            outcome.signs.append("refused " + re.sub(r"`[^`]*`|\d+|^\S+: \S+", "", whole.err)[:60])
            return
        report = json.loads(whole.out)
        outcome.signs += sorted({f"{one['rule']}/{one['message_id']}" for one in report["findings"]})
        failed = [one for one in report["findings"] if one["rule"] in ("rule-failed", "page-failed", "worker-died")]
        outcome.failures += [f"{one['rule']} on disk: {one['message']}" for one in failed]
        check_document(report, outcome)
        for name in ("cold", "warm"):
            _same(outcome, f"cache {name}", whole, command(outcome, *check, "--output-format", "json"))
        for number in (1, 2):
            json_file = f"json={root.parent}/part{number}.json"
            shard = command(outcome, *check, "--no-cache", "--shard", f"{number}/2", "--output-format", json_file)
        parts = [f"{root.parent}/part{number}.json" for number in (1, 2)]
        if "pages of one root" not in shard.err:  # a folder may be a root of its own, and a shard has one root
            merged = command(outcome, "merge", "--no-local-rules", *parts, "--output-format", "json")
            _same(outcome, "merge", whole, merged)
        for style in (*rendering.STYLES, "statistics"):
            arguments = ("--statistics",) if style == "statistics" else ("--output-format", style)
            ran = command(outcome, *check, *arguments, "--max-per-cause", "0", "--color", "never")
            check_text(style, ran.out, outcome)
        _check_fixing(root, check, outcome)
        if "doclint.toml" not in case.files:
            _check_workers(root, outcome)


def check_sites(case: Case, outcome: Outcome) -> None:
    """Check a repository with sites in memory and, if it has links of the file system, on a disk."""
    check_in_memory(case.files, outcome)
    if case.arguments:
        check_tree(case, outcome)


def check_in_memory(files: Files, outcome: Outcome) -> None:
    """Pages that a program passes lead to findings on these pages, the same ones in any order."""
    pages = {path: data for path, data in files.items() if is_markdown(path)}
    sources = {path: data for path, data in files.items() if path not in pages}
    report = lint_corpus(pages, sources=sources, rules=["strict"])
    outcome.signs += sorted({f"{finding.rule}/{finding.message_id}" for finding in report.findings})
    check_findings(report.findings, outcome)
    check_places(report, pages, outcome)
    check_order(report, pages, sources, outcome)
    check_fixes(files, pages, outcome)


def _same(outcome: Outcome, name: str, one: Ran, other: Ran) -> None:
    if (one.code, one.out) != (other.code, other.out):
        lines = zip(one.out.split("\n"), [*other.out.split("\n"), *[""] * 9], strict=False)
        differs = next((pair for pair in lines if pair[0] != pair[1]), (one.code, other.code, other.err))
        outcome.failures.append(f"{name}: {differs}")


def _check_workers(root: Path, outcome: Outcome) -> None:
    with ThreadPoolExecutor(2) as executor:
        several = lint_paths([root], root=root, discover=True, jobs=2, executor=executor)
    alone = lint_paths([root], root=root, discover=True)
    if several.findings != alone.findings:
        outcome.failures.append(f"workers {_first_difference(alone.findings, several.findings)}")


def _check_fixing(root: Path, check: tuple[str, ...], outcome: Outcome) -> None:
    """`--fix` writes only Markdown, leaves nothing to fix, and its code does not depend on the cache."""
    before = _contents(root)
    command(outcome, *check, "--diff")
    if _contents(root) != before:
        outcome.failures.append("diff: --diff writes files")
    command(outcome, *check, "--fix", "--unsafe-fixes")
    after = _contents(root)
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    if wrong := {path for path in changed if path not in before or path not in after or not is_markdown(path)}:
        outcome.failures.append(f"fix-elsewhere: {wrong}")
    command(outcome, *check, "--fix", "--unsafe-fixes")
    if _contents(root) != after:
        outcome.failures.append("fix-twice on disk: fixing again changes a page")


def _contents(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def check_arguments(case: Case, outcome: Outcome) -> None:
    """Whatever the arguments are, doclint ends with a known code and says why."""
    with folder(case.files):
        ran = command(outcome, *case.arguments, stdin=case.files.get("stdin", b""))
        outcome.signs.append(f"{case.arguments[:1]} {ran.code} " + re.sub(r"[`'][^`']*[`']|\d+", "", ran.err)[:50])
