"""Pages checked by workers that somebody else brings: the same report as without any."""

import re
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from tree import write

import doclint
from doclint.engine import workers
from doclint.engine.page_result import LintedPage
from doclint.engine.report.report import Report

MANUAL = Path(__file__).parents[1] / "docs" / "machines.md"
PAGES = 450  # so many that it is worth it to have workers


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a configuration, a rule of its own and much to find."""
    root = tmp_path_factory.mktemp("tree")
    write(root, "doclint.toml", 'root = true\nlocal-rules = ["words.toml"]\n')
    write(root, "words.toml", "[no-foo]\ndescription = 'Foo.'\nwords = { foo = 'bar' }\n")
    for number in range(PAGES):
        write(root, f"docs/{number:03}.md", f"# Page {number}\n\nCafÃ© foo, [b](b{number}.md)\n")
    return root


def lint(root: Path, executor: Executor | None = None) -> Report:
    return doclint.lint_paths([root], root=root, discover=True, jobs=2 if executor else None, executor=executor)


@pytest.fixture(scope="module")
def alone(tree: Path) -> Report:
    report = lint(tree)
    assert len(report.findings) >= PAGES
    return report


@pytest.fixture(autouse=True)
def _used(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every test has its pages checked by workers."""
    used = []
    linted = workers.WorkerPool.lint

    def spy(pool: workers.WorkerPool, pages: list[workers.Chunk]) -> Iterator[LintedPage]:
        used.append(len(pages))
        return linted(pool, pages)

    monkeypatch.setattr(workers.WorkerPool, "lint", spy)
    yield
    assert used
    assert used[0] > 2


def test_threads(tree: Path, alone: Report) -> None:
    with ThreadPoolExecutor(4) as executor:
        assert lint(tree, executor).to_dict() == alone.to_dict()
        assert executor.submit(lambda: 1).result() == 1  # it stays open


def test_processes(tree: Path, alone: Report) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert lint(tree, executor).to_dict() == alone.to_dict()


def test_few_chunks_wait_at_a_time(tree: Path, alone: Report) -> None:
    waiting, most = set[object](), 0

    class Counting(ThreadPoolExecutor):
        def submit(self, *given: Any, **named: Any) -> Any:
            nonlocal most
            future = super().submit(*given, **named)
            waiting.add(future)
            future.add_done_callback(waiting.discard)
            most = max(most, len(waiting))
            return future

    with Counting(2) as executor:
        assert lint(tree, executor).to_dict() == alone.to_dict()
    assert most <= 4


FATAL = '''
import os

import doclint


class Fatal(doclint.Rule):
    """A page is too much for whoever reads it."""

    id = "fatal"
    family = "house"
    severity = "info"
    messages = {"read": doclint.Message("It is read")}
    examples = (doclint.Valid("# A\\n"),)

    def check(self, page):
        if page.path == "docs/007.md":
            os._exit(1)
        yield doclint.Violation(page.document.headings[0].span, "read")
'''


def test_executor_that_ends_with_a_worker_costs_one_page(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "fatal_rules.py", FATAL)
    monkeypatch.syspath_prepend(tmp_path)
    rules = [import_module("fatal_rules").Fatal]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        report = doclint.lint_paths([tree], root=tree, rules=rules, jobs=2, executor=executor)
    (dead,) = (finding for finding in report.findings if finding.rule == "worker-died")
    assert (dead.path, len(report.findings)) == ("docs/007.md", PAGES)
    assert "two workers failed on it, the second with BrokenProcessPool: " in dead.message


def test_executor_that_takes_no_work_says_so(tree: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        pass
    with pytest.raises(RuntimeError, match="after shutdown"):
        lint(tree, executor)


def test_dask_as_the_manual_has_it(tree: Path, alone: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.chdir(tree)
    [code] = re.findall(r"```python\n([\s\S]*?)```", MANUAL.read_text("utf-8"))
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 - our own
    report: Report = names["report"]
    assert report.to_dict()["findings"] == alone.to_dict()["findings"]
