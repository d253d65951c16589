"""What the TypeScript compiler sees in sources, and how it differs from what doclint reads.

Node.js runs `declarations_oracle.mjs`. It finds the compiler in the folder that the environment variable
DOCLINT_TYPESCRIPT names, one in which `npm install typescript@5` was run.

    DOCLINT_TYPESCRIPT=folder python tests/ecmascript_oracle.py FOLDER...

prints the share of equal facts and all differences.
"""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from doclint.source.model import Declaration, DeclaredSignature
from doclint.source.read import read

_ORACLE = Path(__file__).with_name("declarations_oracle.mjs")
_SUFFIXES = {".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "tsx"}
_WORK = 4  # of some long test files


class Difference(NamedTuple):
    """A fact that is not the same: the place, the kind of fact, what doclint reads, and what the compiler sees."""

    place: str
    fact: str
    ours: object
    theirs: object


class Comparison(NamedTuple):
    """The outcome of a comparison: how many facts are equal by their kinds, the others, and files without an answer."""

    equal: Counter[str]
    differences: list[Difference]
    broken: list[str]

    @property
    def share(self) -> float:
        """The share of facts that are equal, from 0 to 1."""
        return self.equal.total() / max(self.equal.total() + len(self.differences), 1)


def why_missing() -> str:
    """Return why there is no compiler; empty if there is one."""
    if shutil.which("node") is None:
        return "Node.js is not installed"
    folder = os.environ.get("DOCLINT_TYPESCRIPT", "")
    if not folder or not Path(folder, "node_modules", "typescript", "lib", "typescript.js").is_file():
        return "DOCLINT_TYPESCRIPT names no folder in which `npm install typescript@5` was run"
    return ""


def sources_below(folder: Path) -> list[Path]:
    """Return the sources of TypeScript below a folder, without what is installed."""
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix in _SUFFIXES and path.is_file())
    return [path for path in paths if "node_modules" not in path.parts]


def compare(paths: Sequence[Path]) -> Comparison:
    """Compare what doclint reads in sources with what the compiler sees. Sources that it rejects do not count."""
    outcome = Comparison(Counter(), [], [])
    for path, answer in zip(paths, _answers(paths), strict=True):
        found = read(_SUFFIXES[path.suffix], path.read_bytes(), _WORK)
        if answer["is_broken"]:
            continue
        if found is None or found.is_broken:
            outcome.broken.append(str(path))
        else:
            _compare(outcome, str(path), list(map(_plain, found.found)), answer["found"])
    return outcome


def _answers(paths: Sequence[Path]) -> Iterator[dict[str, Any]]:
    command = ["node", "--stack-size=4000", str(_ORACLE), os.environ["DOCLINT_TYPESCRIPT"]]
    text = "\n".join(map(str, paths))
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    for line in done.stdout.split("\n"):
        if line:
            yield json.loads(line)


def _plain(found: Declaration) -> dict[str, Any]:
    """Return a declaration as the oracle shows it."""
    return {
        **found._asdict(),
        "bases": list(found.bases),
        "decorators": list(found.decorators),
        "type_parameters": list(found.type_parameters),
        "has_docstring": bool(found.docstring),
        "signatures": list(map(_plain_signature, found.signatures)),
        "members": list(map(_plain, found.members)),
    }


def _plain_signature(found: DeclaredSignature) -> dict[str, Any]:
    parameters = [
        {
            "name": one.name,
            "is_rest": one.kind == "var-positional",
            "type": one.type,
            "default": one.default,
            "is_required": one.is_required,
        }
        for one in found.parameters
    ]
    return {"parameters": parameters, "returns": found.returns, "type_parameters": list(found.type_parameters)}


def _compare(outcome: Comparison, place: str, ours: Iterable[dict[str, Any]], theirs: Iterable[dict[str, Any]]) -> None:
    named: dict[tuple[str, bool], tuple[list[dict[str, Any]], list[dict[str, Any]]]] = defaultdict(lambda: ([], []))
    for side, found in enumerate((ours, theirs)):
        for one in found:
            named[one["name"], one["is_static"]][side].append(one)
    for (name, _), (here, there) in named.items():
        where = f"{place} {name}"
        if len(here) != len(there):
            outcome.differences.append(Difference(where, "number", len(here), len(there)))
            continue
        outcome.equal["number"] += 1
        for one, other in zip(here, there, strict=True):
            for fact, value in other.items():
                if fact == "members":
                    _compare(outcome, where, one[fact], value)
                elif one[fact] == value:
                    outcome.equal[fact] += 1
                else:
                    outcome.differences.append(Difference(where, fact, one[fact], value))


def _main() -> None:
    if missing := why_missing():
        sys.exit(missing)
    outcome = compare([path for folder in sys.argv[1:] for path in sources_below(Path(folder))])
    for one in outcome.differences:
        print(f"{one.place}: {one.fact}: {str(one.ours)[:200]!r} for {str(one.theirs)[:200]!r}")
    for path in outcome.broken:
        print(f"{path}: the grammar does not read it")
    print(f"{outcome.share:.4%} of {outcome.equal.total() + len(outcome.differences)} facts are equal")


if __name__ == "__main__":
    _main()
