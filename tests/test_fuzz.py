"""Inputs for which doclint once broke a promise, and the fuzzer that finds such inputs."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

if sys.platform == "win32":
    pytest.skip("the fuzzer forks", allow_module_level=True)

from fuzz import child
from fuzz.case import Case, Outcome
from fuzz.minimise import Minimiser
from fuzz.targets import TARGETS

HERE = Path(__file__).parent / "fuzz"
KEPT = sorted((HERE / "kept").glob("*.json"))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_kept_case_breaks_no_promise(file: Path) -> None:
    case = Case.load(file)
    assert child.run(case, TARGETS[case.target].check).failures == []


@pytest.mark.parametrize("target", TARGETS)
def test_case_survives_its_file(tmp_path: Path, target: str) -> None:
    case = TARGETS[target].make(Random(3), None)
    file = tmp_path / "case.json"
    file.write_text(case.dump("why"), encoding="utf-8")
    assert Case.load(file) == case


@pytest.mark.parametrize("target", TARGETS)
def test_same_seed_makes_the_same_case(target: str) -> None:
    first, second = (TARGETS[target].make(Random(5), None) for _ in range(2))
    assert first == second


def test_failures_are_found_in_the_child_and_made_small() -> None:
    case = Case("pages", {"a.md": b"one\ntwo\nthree X four\n" * 9, "b.md": b"nothing\n"}, ("a", "b"))

    def check(case: Case, outcome: Outcome) -> None:
        if b"X" in case.files.get("a.md", b""):
            outcome.failures.append("letter X: it is there")

    assert child.run(case, check).kinds == {"letter X"}
    small = Minimiser(lambda smaller: child.run(smaller, check).kinds == {"letter X"}).minimise(case)
    assert small == replace(case, files={"a.md": b"X"}, arguments=())


def _raise(_case: Case, _outcome: Outcome) -> None:
    raise IndexError("x")


def _exit(_case: Case, _outcome: Outcome) -> None:
    import os

    os._exit(1)


def _crash(_case: Case, _outcome: Outcome) -> None:
    import os
    import signal

    os.kill(os.getpid(), signal.SIGSEGV)


def _eat(_case: Case, _outcome: Outcome) -> None:
    _ = b"a" * 2**40


@pytest.mark.parametrize(
    ("check", "kind"),
    [(_raise, "raised IndexError in test_fuzz.py:_raise"), (_exit, "died"), (_crash, "died SIGSEGV"), (_eat, "memory")],
)
def test_child_may_die(check: object, kind: str) -> None:
    assert child.run(Case("pages", {}), check).kinds == {kind}  # type: ignore[arg-type]


def test_command_line(tmp_path: Path) -> None:
    arguments = ["--seconds", "1", "--seed", "1", "--only", "arguments", "--failures", str(tmp_path)]
    done = subprocess.run([sys.executable, str(HERE), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert " cases (" in done.stdout
