"""Which tests execute which lines: a plugin of pytest that measures it, and what the measurements say.

The tests of a file are measured once. When the code changes, lines that are still there keep their tests.
"""

import difflib
import json
import os
import time
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from copies import CACHE, CODE, COPY, HOUSE, code_files, digest, pytest, text_of
from coverage import Coverage, CoverageData

MEASURED, SOURCES = CACHE / "measured", CACHE / "sources"


# What tests start is measured as well: coverage reads this in each process. doclint leaves by `os._exit`.
_SETTINGS = """\
[run]
include = {include}
data_file = {target}
parallel = {is_child}
context = ${{MEASURED_TEST-}}
patch = _exit
disable_warnings = no-data-collected
"""


class Measurement:
    """Notes which test executes which lines, and how long each test takes."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.seconds: dict[str, float] = defaultdict(float)
        self.failed: set[str] = set()
        for is_child in (False, True):
            include = ",".join(f"{HOUSE}/{folder}*" for folder in (*CODE, "doclint_rules/"))  # this is in the copy
            settings = target.with_suffix(".child" if is_child else ".parent")
            settings.write_text(_SETTINGS.format(include=include, target=target, is_child=is_child), encoding="utf-8")
        self.coverage = Coverage(config_file=str(target.with_suffix(".parent")))
        self.coverage.start()
        os.environ["COVERAGE_PROCESS_START"] = str(target.with_suffix(".child"))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.coverage.switch_context(nodeid)
        os.environ["MEASURED_TEST"] = nodeid

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.seconds[report.nodeid] += report.duration
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.combine([str(path) for path in self.target.parent.glob(f"{self.target.name}.*")], keep=False)
        self.coverage.save()
        sources = {}
        for path in map(Path, self.coverage.get_data().measured_files()):
            text = path.read_text(encoding="utf-8")
            sources[_name(path)] = digest(text)
            (SOURCES / digest(text)).write_text(text, encoding="utf-8")
        seconds = {test: round(spent, 3) for test, spent in self.seconds.items() if test not in self.failed}
        summary = json.dumps({"seconds": seconds, "sources": sources})
        self.target.with_suffix(".json").write_text(summary, encoding="utf-8")


def pytest_configure(config: Any) -> None:
    """Register the plugin: pytest loads this file by its name."""
    config.pluginmanager.register(Measurement(Path(os.environ["MEASURED"])))


def measurements(*, complete: bool) -> list[Path]:
    """Return the measurements of all tests; `complete` makes those that are missing or whose test file has changed."""
    groups = {f"tests/{path.name}": [f"tests/{path.name}"] for path in sorted((COPY / "tests").glob("test_*.py"))}
    groups["doctests"] = [name for name in code_files() if ">>> " in text_of(name)]
    targets = []
    for group, names in groups.items():
        target = MEASURED / f"{group.replace('/', '.')}-{digest(''.join(map(text_of, names)))}.coverage"
        if complete and not target.with_suffix(".json").exists():
            measure(group, names, target)
        targets += [target] if target.with_suffix(".json").exists() else []
    return targets


def measure(group: str, names: list[str], target: Path) -> None:
    for folder in (MEASURED, SOURCES):
        folder.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    started = time.monotonic()
    pytest("-p", "executed_lines", *names, MEASURED=str(target))
    print(f"measured {group} in {time.monotonic() - started:.0f} s", flush=True)


class Tests:
    """The tests of lines, by all measurements."""

    def __init__(self, targets: Iterable[Path]) -> None:
        self._measured = []
        for target in targets:
            data = CoverageData(basename=str(target))
            data.read()
            self._measured.append((json.loads(target.with_suffix(".json").read_text(encoding="utf-8")), data))
        self.seconds = {test: spent for summary, _ in self._measured for test, spent in summary["seconds"].items()}
        self._by_line = cache(self._tests_by_line)

    def of(self, name: str, line: int, function: range) -> list[str]:
        """Return the tests that execute a line, cheap ones first, and each time one of another file.

        A line that is new since the measurement has the tests of a line near by in its function.
        """
        tests = self._by_line(name)
        nearby = sorted(function, key=lambda other: (other > line, abs(other - line)))
        executed = next((tests[other] for other in nearby if tests.get(other)), set())
        files = defaultdict(list)
        for test in sorted(executed, key=lambda test: (self.seconds[test], test)):
            files[test.partition("::")[0]].append(test)
        return [test for turn in zip_longest(*files.values()) for test in turn if test]

    def _tests_by_line(self, name: str) -> dict[int, set[str]]:
        tests, names = defaultdict(set), {name, self._name_before(name)}
        for summary, data in self._measured:
            known = names & summary["sources"].keys()
            moved = {old: unchanged_lines(source(summary["sources"][old]), text_of(name)) for old in known}
            for path in data.measured_files():
                old = _name(Path(path))
                for line, contexts in data.contexts_by_lineno(path).items() if old in moved else ():
                    if line in moved[old]:
                        tests[moved[old][line]].update(self.seconds.keys() & contexts)
        return tests

    def _name_before(self, name: str) -> str:
        """Return the name that a file had before it was moved: of those that are gone, the one with the same lines."""
        gone = {
            old: digest_
            for summary, _ in self._measured
            for old, digest_ in summary["sources"].items()
            if not (COPY / old).exists()
        }
        lines = set(text_of(name).splitlines())
        same = {old: len(lines.intersection(source(digest_).splitlines())) for old, digest_ in gone.items()}
        most = max(same, key=lambda old: same[old], default=name)
        return most if 2 * same.get(most, 0) > len(lines) else name


@cache
def source(digest_: str) -> str:
    """Return a source as it was when it was measured."""
    return (SOURCES / digest_).read_text(encoding="utf-8")


def _name(path: Path) -> str:
    """Return the path of a source from the root of its copy; rules may be reached by a link."""
    return "/".join(path.parts[len(COPY.parts) :]).replace("doclint_rules/", "rules/")


@cache
def unchanged_lines(old: str, new: str) -> dict[int, int]:
    """Return the new number of each old line that is still there."""
    texts = old.splitlines(), new.splitlines()
    if old == new:
        return {number: number for number in range(1, len(texts[0]) + 1)}
    blocks = difflib.SequenceMatcher(None, *texts, autojunk=False).get_matching_blocks()
    return {before + step + 1: after + step + 1 for before, after, size in blocks for step in range(size)}
