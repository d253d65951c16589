"""The fuzzer: makes inputs for doclint until the time is over, and writes down those for which it breaks a promise.

Run it from the top of the repository:

    python tests/fuzz --seconds 600 --seed 7 --only pages

Each input is checked in a process of its own. An input that makes doclint do something new, such as report a message
that no earlier input led to, is kept in memory and changed further. A failing input is made small and written to a
folder, as JSON. Move it to `tests/fuzz/kept` to make a test of it. The same seed gives the same inputs.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path[0] = str(Path(__file__).parents[1])

from fuzz import child  # noqa: E402 - found by the line above
from fuzz.case import Case, Outcome  # noqa: E402
from fuzz.minimise import Minimiser  # noqa: E402
from fuzz.targets import ON_REQUEST, TARGETS, warm  # noqa: E402


class Fuzzer:
    """Makes cases of some targets in turn, and remembers what they showed."""

    def __init__(self, names: list[str], seed: int, folder: Path) -> None:
        self.names = names
        self.random = Random(seed)
        self.folder = folder
        self.runs: Counter[str] = Counter()
        self.failures: dict[tuple[str, str], int] = {}
        self._signs: set[tuple[str, str]] = set()
        self._interesting: dict[str, list[Case]] = {name: [] for name in names}

    def step(self) -> None:
        """Make one case, check it, and write it down if doclint breaks a promise."""
        name = self.names[self.runs.total() % len(self.names)]
        earlier = self._interesting[name]
        case = TARGETS[name].make(
            self.random, self.random.choice(earlier) if earlier and self.random.random() < 0.5 else None
        )
        outcome = run(case)
        self.runs[name] += 1
        new = {(name, sign) for sign in (*outcome.signs, *outcome.kinds)} - self._signs
        if new:
            self._signs |= new
            earlier.append(case)
        for kind in sorted(outcome.kinds):
            self.failures[name, kind] = self.failures.get((name, kind), 0) + 1
            if self.failures[name, kind] == 1:
                self._write(name, kind, case, outcome)

    def _write(self, name: str, kind: str, case: Case, outcome: Outcome) -> None:
        most = 20 if kind.startswith(("time", "hang")) else 400
        small = Minimiser(lambda smaller: kind in run(smaller).kinds, most).minimise(case)
        why = next(failure for failure in (*run(small).failures, *outcome.failures) if failure.startswith(kind))
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / f"{name}-{len(self.failures):03}.json"
        file.write_text(small.dump(why), encoding="utf-8")
        print(f"{name}: {why[:300]}\n  {small.size} bytes in {file}", flush=True)

    @property
    def summary(self) -> str:
        """The number of cases of each target, and of new behaviours and failures."""
        counts = ", ".join(f"{count} {name}" for name, count in sorted(self.runs.items()))
        return f"{self.runs.total()} cases ({counts}): {len(self._signs)} behaviours, {len(self.failures)} failures"


def run(case: Case) -> Outcome:
    """Check a case in a process of its own."""
    return child.run(case, TARGETS[case.target].check)


def main() -> int:
    """Run the fuzzer, and return 1 if it found a failure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="how long to run (default: 60)")
    parser.add_argument("--seed", type=int, default=0, help="where the random inputs begin (default: 0)")
    parser.add_argument(
        "--only", action="append", choices=TARGETS, help="a target; repeatable (default: all but engines)"
    )
    parser.add_argument("--failures", type=Path, default=Path("fuzz-failures"), help="the folder for failing inputs")
    parser.add_argument("cases", nargs="*", type=Path, help="check these cases instead of making new ones")
    options = parser.parse_args()
    names = options.only or [name for name in TARGETS if name not in ON_REQUEST]
    warm(names)
    if options.cases:
        found = [failure for file in options.cases for failure in run(Case.load(file)).failures]
        print("\n".join(found) or "no failure")
        return bool(found)
    fuzzer = Fuzzer(names, options.seed, options.failures.resolve())
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        fuzzer.step()
    print(fuzzer.summary)
    return bool(fuzzer.failures)


if __name__ == "__main__":
    sys.exit(main())
