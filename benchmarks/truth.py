"""What the rules find, held against what people or other programs say is there.

    python benchmarks/truth.py TRUTH.jsonl [--root ROOT] [-v]

A file of truth has a label on each line, an object with `path`, `defect`, and where it is known the `line` and the
`name` of what is wrong; other keys are for people. `truth.toml` says which rules find which defect, which part of the
pages was labelled at all, and the figures that were reached: where a defect falls below them, the exit code is 1.

A rule that `covers` a class of the catalogue finds it; that need not be said. A finding and a label are about the same
if path and line agree, and the name where both have one. A finding that no label is about is wrong for every defect
that its rule finds, as nobody can tell which it was meant for.
"""

import argparse
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
from pydantic import BaseModel, ConfigDict

from doclint.globs import spec
from doclint.problem import Problem
from doclint.project import Project
from doclint.registry import Rules
from doclint.session import Session

SETTINGS = Path(__file__).with_suffix(".toml")
_SLACK = 0.0005  # figures are written with three places


class Label(BaseModel):
    """One thing that is wrong with a page."""

    model_config = ConfigDict(frozen=True)

    path: str
    defect: str
    line: int | None = None
    name: str | None = None
    why: str = ""


class _Settings(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=lambda name: name.replace("_", "-"), populate_by_name=True
    )


class Defect(_Settings):
    """A defect: the rules that find it beside those that say so themselves, and whether names are to be compared."""

    rules: tuple[str, ...] = ()
    by_line: bool = False


class Area(_Settings):
    """A part of the pages: by patterns of their paths as in .gitignore, keys of sections, and how lines begin."""

    include: tuple[str, ...] = ("*",)
    exclude: tuple[str, ...] = ()
    sections: tuple[str, ...] | None = None
    lines: tuple[str, ...] = ("",)

    def has_page(self, path: str) -> bool:
        return spec(self.include).match_file(path) and not spec(self.exclude).match_file(path)

    def has(self, problem: Problem, line: str) -> bool:
        """Whether a finding lies in it, on a line with that text."""
        is_section = self.sections is None or problem.section in self.sections
        return is_section and line.startswith(self.lines) and self.has_page(problem.path)


class Figures(_Settings):
    precision: float
    recall: float


class Truth(_Settings):
    """A file of truth: the areas that were labelled, all of them without gaps, and the figures that were reached."""

    area: tuple[Area, ...]
    recorded: dict[str, Figures] = {}


class Settings(_Settings):
    """`truth.toml`: what findings call a name, the defects by name, and the files by the folder that they lie in."""

    names: tuple[str, ...]
    defect: dict[str, Defect]
    truth: dict[str, Truth]


@dataclass
class Score:
    """How well the rules find a defect."""

    defect: str
    rules: frozenset[str]
    found: list[Label] = field(default_factory=list)
    missed: list[Label] = field(default_factory=list)
    wrong: list[Problem] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return _share(len(self.found), len(self.wrong))

    @property
    def recall(self) -> float:
        return _share(len(self.found), len(self.missed))

    def is_below(self, recorded: Figures | None) -> bool:
        """Whether it is worse than it was; what no rule finds was never good."""
        if recorded is None or not self.rules:
            return False
        return self.precision < recorded.precision - _SLACK or self.recall < recorded.recall - _SLACK


def read_settings(file: Path = SETTINGS) -> Settings:
    return Settings.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))


def read_labels(file: Path) -> list[Label]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return [Label.model_validate(json.loads(line)) for line in lines if line.strip()]


def problems_of(root: Path, areas: Sequence[Area]) -> list[Problem]:
    """What all rules say of the labelled parts of the pages below a root, by the default settings."""
    project = Project.find(root=root, isolated=True)
    pages = [path for path in project.pages() if any(area.has_page(path) for area in areas)]
    report = Session(project, project.selection(), pages).report()
    failure = next((problem for problem in report.problems if problem.is_failure), None)
    if failure is not None:
        raise RuntimeError(f"{failure.path}: {failure.message}")
    lined = _lines(root, report.problems)
    return [problem for problem, line in lined if any(area.has(problem, line) for area in areas)]


def _lines(root: Path, problems: Iterable[Problem]) -> Iterator[tuple[Problem, str]]:
    """Findings with the text of their first line; those in quoted pages are of other pages."""
    texts: dict[str, list[str]] = {}
    for problem in problems:
        if problem.embedded is None:
            if problem.path not in texts:
                texts[problem.path] = (root / problem.path).read_text(encoding="utf-8").split("\n")
            yield problem, texts[problem.path][problem.start.line - 1]


def judge(labels: Sequence[Label], problems: Sequence[Problem], settings: Settings, rules: Rules) -> list[Score]:
    """The score of each defect that has a label, in alphabetical order."""
    scores = {name: Score(name, rules_for(name, settings, rules)) for name in sorted({one.defect for one in labels})}
    on_page: dict[str, list[Problem]] = defaultdict(list)
    for problem in problems:
        on_page[problem.path].append(problem)
    right: set[int] = set()
    for label in labels:
        score = scores[label.defect]
        about = [one for one in on_page[label.path] if one.rule in score.rules and _agree(label, one, settings)]
        (score.found if about else score.missed).append(label)
        right.update(map(id, about))
    for score in scores.values():
        score.wrong += [one for one in problems if one.rule in score.rules and id(one) not in right]
    return list(scores.values())


def rules_for(defect: str, settings: Settings, rules: Rules) -> frozenset[str]:
    """The ids of those rules that find a defect, of those that there are."""
    named = settings.defect[defect].rules if defect in settings.defect else ()
    return frozenset(id_ for id_, rule in rules.items() if id_ in named or defect in rule.covers)


def _agree(label: Label, problem: Problem, settings: Settings) -> bool:
    """Whether a label and a finding of one page are about the same."""
    if label.line is not None and label.line != problem.start.line:
        return False
    is_by_line = label.defect in settings.defect and settings.defect[label.defect].by_line
    names = set() if is_by_line else set(names_of(problem, settings.names))
    return label.name is None or not names or label.name in names


def names_of(problem: Problem, arguments: Iterable[str]) -> Iterator[str]:
    """What a finding is about, by name."""
    for value in map(problem.arguments.get, arguments):
        yield from value if isinstance(value, tuple) else [value] if isinstance(value, str) else []


def table(scores: Iterable[Score], recorded: Mapping[str, Figures]) -> Iterator[str]:
    """A line for each defect: labels found, findings that are wrong, labels missed, and the figures of old."""
    yield f"{'defect':<22} {'found':>5} {'wrong':>5} {'missed':>6}  precision  recall  recorded"
    for score in scores:
        if not score.rules:
            yield f"{score.defect:<22} {'-':>5} {'-':>5} {len(score.missed):>6}  no rule finds it yet"
            continue
        counts = f"{len(score.found):>5} {len(score.wrong):>5} {len(score.missed):>6}"
        old = recorded.get(score.defect)
        figures = f"{old.precision:.3f} {old.recall:.3f}" if old else "not yet"
        below = "  below" if score.is_below(old) else ""
        yield f"{score.defect:<22} {counts}  {score.precision:>9.3f}  {score.recall:>6.3f}  {figures}{below}"


def disagreements(scores: Iterable[Score], settings: Settings) -> Iterator[str]:
    """What labels and findings do not agree on, by place; a finding once, for whatever defects its rule is."""
    said: dict[tuple[str, int, str], None] = {}
    for score in scores:
        for label in score.missed if score.rules else ():
            because = f" ({label.why})" if label.why else ""
            said[label.path, label.line or 0, f"missed {label.defect} `{label.name or ''}`{because}"] = None
        for problem in score.wrong:
            names = ", ".join(names_of(problem, settings.names))
            said[problem.path, problem.start.line, f"wrong {problem.rule} `{names}`: {problem.message}"] = None
    yield from (f"{path}:{line}: {text}" for path, line, text in sorted(said))


def _share(part: int, rest: int) -> float:
    """The share that a part has of a whole; of nothing it is all."""
    return part / (part + rest) if part + rest else 1.0


def main() -> int:
    parser = argparse.ArgumentParser(description="Hold what the rules find against labels.")
    parser.add_argument("truth", type=Path, help="the file of labels")
    parser.add_argument("--root", type=Path, help="the root of the labelled tree; by default the folder of the file")
    parser.add_argument("-v", "--verbose", action="store_true", help="show each disagreement")
    options = parser.parse_args()
    file, settings = options.truth.resolve(), read_settings()
    truth = settings.truth.get(file.parent.name)
    if truth is None:
        parser.error(f"{SETTINGS.name} does not say which part of the pages of `{file.parent.name}` was labelled")
    root = options.root or file.parent
    problems = problems_of(root, truth.area)
    scores = judge(read_labels(file), problems, settings, Project.find(root=root, isolated=True).rules)
    for line in (*table(scores, truth.recorded), *(disagreements(scores, settings) if options.verbose else ())):
        click.echo(line)
    return any(score.is_below(truth.recorded.get(score.defect)) for score in scores)


if __name__ == "__main__":
    sys.exit(main())
