"""Break doclint in small ways, one at a time, and print which of these mutants the tests do not notice.

    python .ci/mutants                   what this branch changes, or the last commit of main
    python .ci/mutants v0.1.0            what has changed since a revision
    python .ci/mutants --sample 100 --seed 7 doclint/packages 'rules/_*.py'

Mutmut makes the mutants. Each is written into a copy of the checkout, and only tests that execute its line run. Which
tests do, coverage measures once for each test file. The copy and the measurements are in the cache of the user.
"""

import argparse
import random
import re
import subprocess
from collections import Counter, defaultdict
from fnmatch import fnmatch
from itertools import groupby, islice, zip_longest

from copies import CODE, COPY, HOUSE, code_files, copy_checkout, git, pytest
from executed_lines import Tests, measurements
from mutations import Mutant, mutants_of


def base_revision() -> str:
    """Return where this branch left main, or the commit before the last one of main."""
    try:
        base = git("merge-base", "main", "HEAD")
    except subprocess.CalledProcessError:  # a checkout of one branch
        return "HEAD~1"
    return "HEAD~1" if base == git("rev-parse", "HEAD") else base.strip()


def changed_lines(base: str) -> dict[str, set[int]]:
    lines: dict[str, set[int]] = defaultdict(set)
    name = ""
    for row in git("diff", "--unified=0", "--no-ext-diff", base, "--", *CODE).splitlines():
        if row.startswith("+++ "):
            name = row.removeprefix("+++ b/")
        elif hunk := re.match(r"@@ \S+ \+(\d+)(?:,(\d+))?", row):
            first, size = int(hunk[1]), int(hunk[2] or 1)
            lines[name].update(range(first, first + size))
    return lines


def candidates(asked: list[str]) -> list[Mutant]:
    if any("*" in name or (HOUSE / name).exists() for name in asked):
        patterns = [pattern for name in asked for pattern in (name, f"{name.rstrip('/')}/*")]
        names = [name for name in code_files() if any(fnmatch(name, pattern) for pattern in patterns)]
        return [mutant for name in names for mutant in mutants_of(name)]
    lines = changed_lines(asked[0] if asked else base_revision())
    names = sorted(name for name in lines if name.endswith(".py"))
    return [mutant for name in names for mutant in mutants_of(name) if mutant.line in lines[name]]


def drawn(mutants: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """Return some mutants, of as many lines as possible."""
    draw = random.Random(seed)  # noqa: S311
    lines = [list(same) for _, same in groupby(mutants, key=lambda mutant: (mutant.name, mutant.line))]
    for line in lines:
        draw.shuffle(line)
    draw.shuffle(lines)
    return list(islice((mutant for turn in zip_longest(*lines) for mutant in turn if mutant), size))


def existing(tests: set[str]) -> set[str]:
    """Return the tests that are still there: the names of some follow from the code."""
    if not tests:
        return tests
    names = COPY / ".tests"
    names.write_text("\n".join(sorted(tests)), encoding="utf-8")
    _, printed = pytest("--collect-only", f"@{names}")
    missing = re.findall(r"^ERROR: not found: (.*)$", printed, re.MULTILINE)
    return tests - {name.removeprefix(f"{COPY}/") for name in missing}


def outcome(mutant: Mutant, tests: list[str], seconds: float) -> str:
    if not tests:
        return "untested"
    with mutant.applied():
        code, _ = pytest("-x", *tests, seconds=30 + 3 * seconds)
    return {None: "timeout", 0: "survived"}.get(code, "killed")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("asked", nargs="*", metavar="REVISION or PATH", help="a revision; or files, folders, patterns")
    parser.add_argument("--sample", type=int, default=100, help="the number of mutants (%(default)s)")
    parser.add_argument("--seed", type=int, default=33, help="of the random choice (%(default)s)")
    parser.add_argument("--tests", type=int, default=40, help="the most tests that a mutant runs (%(default)s)")
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="only these mutants, by their numbers")
    parser.add_argument("--measured", action="store_true", help="only use tests that have been measured")
    return parser.parse_args()


def main() -> None:
    asked = options()
    COPY.mkdir(parents=True, exist_ok=True)
    copy_checkout()
    mutants = drawn(candidates(asked.asked), asked.sample, asked.seed)
    tests = Tests(measurements(complete=not asked.measured) if mutants else ())
    chosen = {
        number: (mutant, tests.of(mutant.name, mutant.line, mutant.function))
        for number, mutant in enumerate(mutants, 1)
        if not asked.only or number in asked.only
    }
    there = existing({test for _, covering in chosen.values() for test in covering[: asked.tests]})
    results: Counter[str] = Counter()
    for number, (mutant, covering) in chosen.items():
        some = [test for test in covering[: asked.tests] if test in there]
        result = outcome(mutant, some, sum(tests.seconds[test] for test in some))
        results[result] += 1
        print(f"{number} {result} ({len(some)} of {len(covering)} tests) {mutant.name}:{mutant.line}")
        print(*(f"    {line}" for line in mutant.difference()), sep="\n", flush=True)
    print(", ".join(f"{size} {result}" for result, size in results.most_common()) or "Nothing to mutate.")


if __name__ == "__main__":
    main()
