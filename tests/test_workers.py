"""Several processes check many pages, and the reports do not show it."""

import json
import multiprocessing
import os
import pickle
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sample_project import Snapshot, lay_out
from tree import write

from doclint.cli.main import run_cli
from doclint.config.project import Project
from doclint.engine import workers
from doclint.engine.cache import store
from doclint.engine.cache.cache import Cache
from doclint.engine.check_run import CheckRun, Resources
from doclint.engine.plan import Request, make_plan
from doclint.engine.workers import WorkerPool, WorkerSpec, chunks, cores

LABELLED = Path(__file__).parent / "labelled"
CAN_FORK = hasattr(os, "fork")

RULE = '''
import os
import signal
import sys
import time
from pathlib import Path

from doclint import Invalid, Message, Rule, Valid, Violation

HERE = Path({folder!r})

class Fatal(Rule):
    """A page does something to whoever reads it."""

    id = "fatal"
    family = "house"
    severity = "info"
    messages = {{"read": Message("It is read")}}
    examples = (Valid("# A\\n"),)

    def check(self, page):
        text = page.source.text
        if "EXIT" in text:
            os._exit(0)
        if "KILL" in text:
            os.kill(os.getpid(), signal.SIGKILL)
        if "ONCE" in text and not (HERE / "once").exists():
            (HERE / "once").touch()
            os._exit(7)
        if "RAISE" in text:
            raise ValueError("no such page")
        if "LEAVE" in text:
            sys.exit(0)
        if "SLEEP" in text:
            (HERE / f"asleep-{{os.getpid()}}").touch()
            time.sleep(600)
        yield Violation(page.document.headings[0].span, "read")
'''


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little work it is, there are workers; and they start quickly."""
    monkeypatch.setattr(workers, "_LEAST", 0)
    if CAN_FORK:
        monkeypatch.setattr(workers, "_context", lambda: multiprocessing.get_context("fork"))


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many workers were started, each time."""
    found: list[int] = []
    processes = workers.processes

    def noted(jobs: int, spec: bytes = b"") -> AbstractContextManager[Executor]:
        found.append(jobs)
        return processes(jobs, spec)

    monkeypatch.setattr(workers, "processes", noted)
    return found


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Pages for the rule above, 40 of them in eight folders."""
    root = tmp_path / "tree"
    write(root, "fatal.py", RULE.format(folder=str(tmp_path)))
    write(root, "doclint.toml", 'local-rules = ["fatal.py"]\nselect = ["house", "broken-link"]\n')
    for number in range(40):
        write(root, f"docs/{number % 8}/{number}.md", f"# Page {number}\n\n[gone](gone.md)\n")
    return root


def report_of(root: Path, *options: str) -> tuple[int, Any]:
    """The exit code, and the report."""
    file = root.parent / "report.json"
    output = ["--output-format", f"json={file}", "--no-cache"]
    code = run_cli(["check", "--root", str(root), *output, *options])
    return code, json.loads(file.read_text(encoding="utf-8"))


def outputs(root: Path, folder: Path, *options: str) -> dict[str, bytes]:
    """What is said of a tree in all ways that differ."""
    folder.mkdir()
    styles = [f"--output-format={style}={folder / style}" for style in ("text", "json", "sarif", "grouped", "jsonl")]
    run_cli(["check", "--root", str(root), "--no-cache", "--max-per-cause", "0", *styles, *options])
    run_cli(["causes", "--root", str(root), "--no-cache", "-o", str(folder / "causes"), *options])
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


@pytest.mark.usefixtures("always")
def test_output_is_the_same_for_any_number_of_workers(tmp_path: Path, started: list[int]) -> None:
    root = tmp_path / "tree"
    shutil.copytree(LABELLED / "heron", root, symlinks=True)
    alone = outputs(root, tmp_path / "1", "--jobs", "1")
    assert (len(alone), started) == (6, [])
    for jobs in ("2", "3"):
        assert outputs(root, tmp_path / jobs, "--jobs", jobs) == alone
    assert started == [2, 2, 3, 3]


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize(
    "options",
    [[], ["--select", "strict", "--ignore", "house"], ["--without", "source"], ["--isolated"], ["--no-local-rules"]],
)
def test_workers_know_the_rules_and_the_settings(tmp_path: Path, started: list[int], options: list[str]) -> None:
    root = lay_out(tmp_path / "tree")
    write(root, "docs/src/doclint.toml", '[severity]\nclaims = "info"\n')
    assert report_of(root, "--jobs", "2", *options) == report_of(root, "--jobs", "1", *options)
    assert started == [2]


@pytest.mark.usefixtures("always")
def test_workers_and_the_cache(tmp_path: Path, started: list[int]) -> None:
    root = lay_out(tmp_path / "tree")
    snapshot = Snapshot(root)
    cache = f"--cache-dir={tmp_path / 'cache'}"
    file = tmp_path / "cached.json"

    def cached(jobs: int) -> object:
        run_cli(["check", "--root", str(root), f"--output-format=json={file}", cache, "--jobs", str(jobs)])
        return json.loads(file.read_text(encoding="utf-8"))

    true = report_of(root)[1]
    assert cached(2) == true
    assert cached(2) == cached(1) == true
    shutil.rmtree(root / "docs" / "src")
    assert cached(3) == report_of(root)[1] != true
    snapshot.restore()
    assert cached(1) == true
    started.clear()
    assert cached(3) == true
    assert started == []


def test_little_work_is_done_without_workers(tree: Path, started: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    report_of(tree, "--jobs", "8")
    assert started == []
    monkeypatch.setattr(workers, "_LEAST", 1000)
    report_of(tree, "--jobs", "8", str(tree / "docs" / "0" / "0.md"))
    assert started == []
    monkeypatch.setattr(workers, "cores", lambda: 1)
    report_of(tree)
    assert started == []


@pytest.mark.usefixtures("always")
def test_as_many_workers_as_processors(tree: Path, started: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "cores", lambda: 2)
    report_of(tree)
    assert started == [2]


@pytest.mark.parametrize("jobs", ["0", "-1", "many"])
def test_jobs_that_are_no_number(tree: Path, jobs: str) -> None:
    assert run_cli(["check", "--root", str(tree), "--jobs", jobs]) == 2


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity") or sys.version_info >= (3, 13), reason="asked another way")
def test_cores_are_those_that_the_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5, 7})
    assert cores() == 3


@pytest.mark.usefixtures("always")
@pytest.mark.skipif(not CAN_FORK, reason="on all other systems that is what workers do anyway")
def test_workers_that_share_nothing(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_context", lambda: multiprocessing.get_context("spawn"))
    assert report_of(tree, "--jobs", "2") == report_of(tree, "--jobs", "1")


def weight(pages: list[tuple[str, int]], paths: tuple[str, ...]) -> int:
    sizes = dict(pages)
    return sum(sizes[path] + workers._PAGE for path in paths)


@pytest.mark.parametrize("jobs", [2, 3, 16])
@pytest.mark.parametrize(
    "sizes",
    [
        [5000] * 1000,
        [number * number for number in range(500)],
        [20_000_000, *[100] * 3000],
        [*[100] * 3000, 20_000_000],
        [3_000_000],
        [0] * 400,
    ],
)
def test_chunks_get_smaller(sizes: list[int], jobs: int) -> None:
    pages = [(f"{number:05}.md", size) for number, size in enumerate(sizes)]
    found = chunks(pages, jobs)
    assert [path for chunk in found for path in chunk] == [path for path, _ in pages]
    left = weight(pages, tuple(dict(pages)))
    least = left / (jobs * workers._MOST_ROUNDS)
    for chunk in found:
        enough = max(left / (jobs * workers._ROUNDS), least)
        assert weight(pages, chunk[:-1]) < enough, "no page is added to what is enough"
        assert left <= least or weight(pages, chunk) >= least, "only the last one is smaller than that"
        left -= weight(pages, chunk)
    assert len(found) <= jobs * workers._MOST_ROUNDS / 2


@pytest.mark.parametrize(("count", "jobs"), [(0, 8), (1, 8), (100, 8), (10_000, 1)])
def test_one_chunk_of_little_work_or_for_one(count: int, jobs: int) -> None:
    assert len(chunks([(f"{number}.md", 500) for number in range(count)], jobs)) == min(count, 1)


def test_chunks_of_many_pages_are_not_larger() -> None:
    pages = [(f"{number:05}.md", 20_000) for number in range(10_000)]
    found = chunks(pages, 2)
    assert len(found) > 2 * workers._ROUNDS
    assert max(weight(pages, chunk[:-1]) for chunk in found) < workers._LARGEST


def test_results_that_no_run_reuses_have_no_dependencies(tree: Path) -> None:
    plan = make_plan(Project.find(root=tree), Request())
    kept = Cache(tree.parent / "cache", plan).memo_store
    for memo_store, has_any in ((None, False), (kept, True)):
        spec = pickle.dumps(WorkerSpec(plan, memo_store))
        (result,) = workers.work(spec, ("docs/1/1.md",))
        assert bool(result.dependencies) == has_any
        assert result.found


class Slow(Executor):
    """One that does no more than a piece of the work."""

    def submit(self, act: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        self.count = getattr(self, "count", 0) + 1
        future: Future[Any] = Future()
        if self.count == 2:
            future.set_result(act(*arguments, **named))
        return future


@pytest.mark.usefixtures("always")
def test_verdicts_come_as_soon_as_they_are_there(tree: Path) -> None:
    project = Project.find(root=tree)
    plan = make_plan(project, Request())

    @contextmanager
    def open_executor(_: int) -> Iterator[Executor]:
        yield Slow()

    pool = WorkerPool(2, open_executor, WorkerSpec(plan))
    second = pool.chunks(plan.pages)[1]
    come = pool.lint(pool.chunks(plan.pages))
    assert [next(come)[0] for _ in second] == list(second)
    del come  # and nobody waits for the others


@pytest.mark.usefixtures("always")
def test_any_executor_will_do(tree: Path) -> None:
    plan = make_plan(Project.find(root=tree), Request())
    alone = CheckRun(plan)
    side_by_side = CheckRun(plan, Resources(2, ThreadPoolExecutor))
    assert side_by_side.report().findings == alone.report().findings


def failures(report: Any) -> dict[str, str]:
    return {one["path"]: one["rule"] for one in report["findings"] if one["family"] == "engine"}


@pytest.mark.usefixtures("always")
@pytest.mark.skipif(not CAN_FORK, reason="it would take long")
@pytest.mark.parametrize("deed", ["EXIT", "KILL"])
def test_worker_that_dies_costs_the_page(tree: Path, started: list[int], deed: str) -> None:
    _, sound = report_of(tree, "--jobs", "1")
    for path in ("docs/3/11.md", "docs/3/19.md", "docs/7/39.md"):
        write(tree, path, f"# Page\n\n{deed}\n")
    code, report = report_of(tree, "--jobs", "2")
    dead = dict.fromkeys(["docs/3/11.md", "docs/3/19.md", "docs/7/39.md"], "worker-died")
    assert (code, failures(report)) == (2, dead)
    others = [one for one in report["findings"] if one["path"] not in dead]
    assert others == [one for one in sound["findings"] if one["path"] not in dead]
    assert started in ([2, 1, 1, 1], [2, 1, 1, 1, 1]), "no more than one again for each page"


@pytest.mark.usefixtures("always")
@pytest.mark.skipif(not CAN_FORK, reason="it would take long")
def test_pages_of_a_worker_that_dies_are_judged_again(tree: Path) -> None:
    write(tree, "docs/3/11.md", "# Page\n\nONCE\n")
    code, report = report_of(tree, "--jobs", "2")
    assert (code, failures(report)) == (1, {})
    assert (tree.parent / "once").exists()
    assert report_of(tree, "--jobs", "1") == (code, report)


@pytest.mark.usefixtures("always")
@pytest.mark.skipif(not CAN_FORK, reason="it would take long")
def test_page_of_a_worker_that_dies_is_not_kept(tree: Path) -> None:
    write(tree, "docs/3/11.md", "# Page\n\nKILL\n")
    cache = f"--cache-dir={tree.parent / 'cache'}"
    assert run_cli(["check", "--root", str(tree), "--jobs", "2", cache]) == 2
    (file,) = store.files(tree.parent / "cache")
    with closing(sqlite3.connect(file)) as database:
        kept = dict(database.execute("SELECT path, found FROM result"))
    assert kept[b"docs/3/19.md"]
    assert not kept[b"docs/3/11.md"]
    write(tree, "docs/3/11.md", "# Page\n")
    assert run_cli(["check", "--root", str(tree), "--jobs", "2", cache]) == 1


@pytest.mark.skipif(not CAN_FORK, reason="it would take long")
def test_page_that_was_fatal_is_left_to_a_worker(
    tree: Path, started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However little there is to do: it would end the command."""
    cache = f"--cache-dir={tree.parent / 'cache'}"
    check = ["check", "--root", str(tree), "--jobs", "2", cache]
    write(tree, "docs/3/11.md", "# Page\n\nKILL\n")
    with monkeypatch.context() as patch:
        patch.setattr(workers, "_LEAST", 0)
        assert run_cli(check) == 2
    started.clear()
    assert run_cli(check) == 2
    assert started == [1, 1]
    write(tree, "docs/3/11.md", "# Page\n")
    started.clear()
    assert [run_cli(check), run_cli(check)] == [1, 1]
    assert started == [1]


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("deed", ["RAISE", "LEAVE"])
def test_rule_that_fails_in_a_worker_is_reported_as_ever(tree: Path, deed: str) -> None:
    write(tree, "docs/3/11.md", f"# Page\n\n{deed}\n")
    code, report = report_of(tree, "--jobs", "2")
    assert (code, failures(report)) == (2, {"docs/3/11.md": "rule-failed"})
    assert report_of(tree, "--jobs", "1") == (code, report)


def asleep(folder: Path, count: int) -> list[int]:
    """The processes that wait for ever, once there are so many."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = [int(file.name.partition("-")[2]) for file in folder.glob("asleep-*")]
        if len(found) >= count:
            return found
        time.sleep(0.02)
    raise AssertionError("they never fell asleep")


def lives(process: int) -> bool:
    """Whether a process is there, and is no mere entry of one that has ended."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.fixture
def sleeping(tree: Path) -> Iterator[tuple["subprocess.Popen[str]", list[int]]]:
    """A run of two workers that will never end, and these."""
    for number in range(400):
        write(tree, f"more/{number}.md", "# Page\n\nSLEEP\n")
    run = subprocess.Popen(
        [sys.executable, "-m", "doclint", "check", "--root", str(tree), "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONFAULTHANDLER": "1"},
        start_new_session=True,
    )
    try:
        yield run, asleep(tree.parent, 2)
    finally:
        run.kill()
        run.communicate()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_interrupt_ends_all(sleeping: tuple["subprocess.Popen[str]", list[int]]) -> None:
    run, pool = sleeping
    os.killpg(run.pid, signal.SIGINT)
    try:
        out, err = run.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        run.send_signal(signal.SIGABRT)  # shows where it hangs
        raise AssertionError(run.communicate()) from None
    assert (run.returncode, out, err.strip()) == (2, "", "doclint: interrupted")
    assert not any(map(lives, pool))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_workers_do_not_outlive_who_hired_them(
    sleeping: tuple["subprocess.Popen[str]", list[int]], number: signal.Signals
) -> None:
    run, pool = sleeping
    run.send_signal(number)
    run.communicate(timeout=30)
    end = time.monotonic() + 30
    while any(map(lives, pool)) and time.monotonic() < end:
        time.sleep(0.02)
    assert not any(map(lives, pool))
