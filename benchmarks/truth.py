"""What the rules find, held against what people or other programs say is there.

    python benchmarks/truth.py TRUTH [--root ROOT] [-v] [--toml]

TRUTH is a folder of repositories whose pages have markers (`markers.py`), or a file with a label on each line, an
object with `path`, `defect`, and where it is known the `line` and the `name` of what is wrong; other keys are for
people.
`truth.toml` says which rules find which defect, which part of the pages was labelled at all, and the figures that were
reached: where a defect or a rule falls below them, the exit code is 1.

A rule that `covers` a class of the catalogue finds it; that need not be said. A finding and a label are about the same
if path and line agree, and the name where both have one. A finding that no label is about is wrong for every defect
that its rule finds, as nobody can tell which it was meant for. What a rule misses are labels of the classes it covers
that no other rule finds either.
"""

import argparse
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import click
import markers
from markers import Label
from pydantic import BaseModel, ConfigDict

from doclint.config.project import Project
from doclint.engine.check_run import CheckRun
from doclint.engine.plan import Plan
from doclint.repository.gitignore import spec
from doclint.rule.finding import Finding
from doclint.rule.registry import Rules, rules

SETTINGS = Path(__file__).with_suffix(".toml")
_SLACK = 0.0005  # figures are written with three places


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

    def has(self, finding: Finding, line: str) -> bool:
        """Whether a finding lies in it, on a line with that text."""
        is_section = self.sections is None or finding.section in self.sections
        return is_section and line.startswith(self.lines) and self.has_page(finding.path)


class Figures(_Settings):
    precision: float
    recall: float


class Truth(_Settings):
    """Some truth: the areas that were labelled, without gaps but for `open` classes, of which only what is marked is
    known, each with a reason; and the figures that were reached, by defect and by rule.
    """

    area: tuple[Area, ...]
    open: dict[str, str] = {}
    recorded: dict[str, Figures] = {}
    rules: dict[str, Figures] = {}


class Settings(_Settings):
    """`truth.toml`: what findings call a name, the defects by name, and the truth by the folder that it lies in."""

    names: tuple[str, ...]
    defect: dict[str, Defect]
    truth: dict[str, Truth]


class Case(NamedTuple):
    """Labels, and what the rules say of the pages that they are about."""

    labels: Sequence[Label]
    findings: Sequence[Finding]


@dataclass
class Score:
    """How well some rules find a defect, or how well a rule finds its defects.

    Of what is `unknown`, nobody has said whether it is right.
    """

    name: str
    rules: frozenset[str]
    found: list[Label] = field(default_factory=list)
    missed: list[Label] = field(default_factory=list)
    wrong: list[Finding] = field(default_factory=list)
    unknown: list[Finding] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return _share(len(self.found), len(self.wrong))

    @property
    def recall(self) -> float:
        return _share(len(self.found), len(self.missed))

    @property
    def is_idle(self) -> bool:
        """Whether there is no rule, or nothing that it could have found."""
        return not self.rules or not (self.found or self.missed or self.wrong)

    def is_below(self, recorded: Figures | None) -> bool:
        """Whether it is worse than it was; what no rule finds was never good."""
        if recorded is None or not self.rules:
            return False
        return self.precision < recorded.precision - _SLACK or self.recall < recorded.recall - _SLACK


class PageResult(NamedTuple):
    """The scores of all defects that have a label, and of all rules that find one of them or say anything."""

    defects: list[Score]
    rules: list[Score]


def read_settings(file: Path = SETTINGS) -> Settings:
    return Settings.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))


def read_labels(file: Path) -> list[Label]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return [Label.model_validate(json.loads(line)) for line in lines if line.strip()]


def name_of(place: Path) -> str:
    """What `truth.toml` calls the truth at a place."""
    return place.name if place.is_dir() else place.parent.name


def case_of(place: Path, truth: Truth, root: Path | None = None) -> Case:
    """The labels of a file or of marked pages, and all findings on the pages that they are about."""
    if not place.is_dir():
        return Case(read_labels(place), findings_of(root or place.parent, truth.area))
    labels: list[Label] = []
    findings: list[Finding] = []
    for one in sorted(path for path in place.iterdir() if path.is_dir()):
        pages = markers.read(one)
        labels += [_below(one.name, label) for label in markers.labels_of(pages)]
        texts = {path: page.data for path, page in pages.items()}
        found = findings_of(one, truth.area, texts)
        findings += [replace(finding, path=f"{one.name}/{finding.path}") for finding in found]
    return Case(labels, findings)


def findings_of(root: Path, areas: Sequence[Area], texts: Mapping[str, bytes] | None = None) -> list[Finding]:
    """What all rules say of the labelled parts of the pages below a root, by the default settings.

    `texts` are read in place of the pages on disk.
    """
    project = Project.find(root=root, isolated=True)
    all_pages = project.pages()
    pages = [path for path in all_pages if any(area.has_page(path) for area in areas)]
    plan = Plan(project, project.selection(["strict"]), pages, is_whole=pages == all_pages, texts=texts or {})
    report = CheckRun(plan).report()
    failure = next((finding for finding in report.findings if finding.is_failure), None)
    if failure is not None:
        raise RuntimeError(f"{failure.path}: {failure.message}")
    lined = _lines(root, report.findings, texts or {})
    return [finding for finding, line in lined if any(area.has(finding, line) for area in areas)]


def _lines(root: Path, findings: Iterable[Finding], texts: Mapping[str, bytes]) -> Iterator[tuple[Finding, str]]:
    """Findings with the text of their first line; those in quoted pages are of other pages."""
    lines: dict[str, list[str]] = {}
    for finding in findings:
        if finding.embedded is None:
            path = finding.path
            if path not in lines:
                data = texts[path] if path in texts else (root / path).read_bytes()
                lines[path] = data.decode(errors="replace").split("\n")
            yield finding, lines[path][finding.start.line - 1]


def _below(folder: str, label: Label) -> Label:
    return label.model_copy(update={"path": f"{folder}/{label.path}"})


def linter(case: Case, settings: Settings, rules: Rules, open_: Iterable[str] = ()) -> PageResult:
    """The score of each defect that has a label and of each rule, in alphabetical order."""
    names = sorted({one.defect for one in case.labels})
    defects = {name: Score(name, rules_for(name, settings, rules)) for name in names}
    violation = {id_ for score in defects.values() for id_ in score.rules} | {one.rule for one in case.findings}
    by_rule = {id_: Score(id_, frozenset([id_])) for id_ in sorted(violation)}
    pages = _by_page(case)
    right: set[int] = set()
    for label in case.labels:
        if label.kind == "wrong":
            about = [one for one in pages[label.path].findings if _is_about(label, one, pages, defects, settings)]
            right.update(map(id, about))
            (defects[label.defect].found if about else defects[label.defect].missed).append(label)
            for id_ in {one.rule for one in about}:
                by_rule[id_].found.append(label)
            for id_ in () if about else _covering(label.defect, rules):
                by_rule[id_].missed.append(label)
    unknown = {id_ for name in open_ for id_ in rules_for(name, settings, rules)}
    for finding in (one for one in case.findings if id(one) not in right):
        kinds = _kinds(finding, pages, defects, settings)
        if "either" in kinds and "right" not in kinds:
            continue
        is_unknown = finding.rule in unknown and "right" not in kinds
        for score in (*defects.values(), *by_rule.values()):
            if finding.rule in score.rules:
                (score.unknown if is_unknown else score.wrong).append(finding)
    return PageResult(list(defects.values()), list(by_rule.values()))


def _by_page(case: Case) -> dict[str, Case]:
    labels: dict[str, list[Label]] = defaultdict(list)
    findings: dict[str, list[Finding]] = defaultdict(list)
    for label in case.labels:
        labels[label.path].append(label)
    for finding in case.findings:
        findings[finding.path].append(finding)
    return {path: Case(labels[path], findings[path]) for path in {*labels, *findings}}


def _covering(defect: str, rules: Rules) -> list[str]:
    return [id_ for id_, rule in rules.items() if defect in rule.covers]


def _is_about(
    label: Label, finding: Finding, pages: Mapping[str, Case], defects: Mapping[str, Score], settings: Settings
) -> bool:
    """Whether a finding is what a label says. What is said of a line goes before what is said of its page."""
    if finding.rule not in defects[label.defect].rules or not _agree(label, finding, settings):
        return False
    others = [one for one in pages[label.path].labels if one.kind == "right" and one.defect == label.defect]
    return label.line is not None or not any(_agree(one, finding, settings) for one in others if one.line is not None)


def _kinds(
    finding: Finding, pages: Mapping[str, Case], defects: Mapping[str, Score], settings: Settings
) -> set[markers.Kind]:
    """The kinds of the labels that a finding is about."""
    labels = [one for one in pages[finding.path].labels if finding.rule in defects[one.defect].rules]
    return {one.kind for one in labels if _agree(one, finding, settings)}


def rules_for(defect: str, settings: Settings, rules: Rules) -> frozenset[str]:
    """The ids of those rules that find a defect, of those that there are."""
    named = settings.defect[defect].rules if defect in settings.defect else ()
    return frozenset(id_ for id_, rule in rules.items() if id_ in named or defect in rule.covers)


def _agree(label: Label, finding: Finding, settings: Settings) -> bool:
    """Whether a label and a finding of one page are about the same."""
    if label.line is not None and label.line != finding.start.line:
        return False
    is_by_line = label.defect in settings.defect and settings.defect[label.defect].by_line
    names = set() if is_by_line else set(names_of(finding, settings.names))
    return label.name is None or not names or label.name in names


def names_of(finding: Finding, arguments: Iterable[str]) -> Iterator[str]:
    """What a finding is about, by name."""
    for value in map(finding.arguments.get, arguments):
        yield from value if isinstance(value, tuple) else [value] if isinstance(value, str) else []


def table(title: str, scores: Iterable[Score], recorded: Mapping[str, Figures]) -> Iterator[str]:
    """A line for each score: labels found, findings that are wrong, labels missed, findings that nobody knows of, and
    the figures, with those of old.
    """
    yield f"{title:<28} {'found':>5} {'wrong':>5} {'missed':>6} {'unknown':>7}  precision  recall  recorded"
    for score in scores:
        if not score.rules:
            yield f"{score.name:<28} {'-':>5} {'-':>5} {len(score.missed):>6} {'-':>7}  no rule finds it yet"
            continue
        counts = f"{len(score.found):>5} {len(score.wrong):>5} {len(score.missed):>6} {len(score.unknown):>7}"
        old = recorded.get(score.name)
        figures = f"{old.precision:.3f} {old.recall:.3f}" if old else "not yet"
        below = "  below" if score.is_below(old) else ""
        yield f"{score.name:<28} {counts}  {score.precision:>9.3f}  {score.recall:>6.3f}  {figures}{below}"


def disagreements(scores: Iterable[Score], settings: Settings) -> Iterator[str]:
    """What labels and findings do not agree on, by place; a finding once, for whatever defects its rule is."""
    said: dict[tuple[str, int, str], None] = {}
    for score in scores:
        for label in score.missed if score.rules else ():
            because = f" ({label.why})" if label.why else ""
            said[label.path, label.line or 0, f"missed {label.defect} `{label.name or ''}`{because}"] = None
        for finding in score.wrong:
            names = ", ".join(names_of(finding, settings.names))
            said[finding.path, finding.start.line, f"wrong {finding.rule} `{names}`: {finding.message}"] = None
    yield from (f"{path}:{line}: {text}" for path, line, text in sorted(said))


def as_toml(name: str, result: PageResult) -> Iterator[str]:
    """The figures as `truth.toml` records them."""
    for title, scores in (("recorded", result.defects), ("rules", result.rules)):
        yield f"[truth.{name}.{title}]"
        for score in (one for one in scores if not one.is_idle):
            yield f"{score.name} = {{ precision = {_floor(score.precision)}, recall = {_floor(score.recall)} }}"
        yield ""


def _floor(figure: float) -> float:
    return int(figure * 1000) / 1000


def _share(part: int, rest: int) -> float:
    """The share that a part has of a whole; of nothing it is all."""
    return part / (part + rest) if part + rest else 1.0


def main() -> int:
    parser = argparse.ArgumentParser(description="Hold what the rules find against labels.")
    parser.add_argument("truth", type=Path, help="a folder of marked repositories, or a file of labels")
    parser.add_argument("--root", type=Path, help="the root of the tree that a file is about; by default its folder")
    parser.add_argument("-v", "--verbose", action="store_true", help="show each disagreement")
    parser.add_argument("--toml", action="store_true", help="print nothing but the figures, as they are recorded")
    options = parser.parse_args()
    place, settings = options.truth.resolve(), read_settings()
    name = name_of(place)
    truth = settings.truth.get(name)
    if truth is None:
        parser.error(f"{SETTINGS.name} does not say which part of the pages of `{name}` was labelled")
    result = linter(case_of(place, truth, options.root), settings, rules(), truth.open)
    if options.toml:
        click.echo("\n".join(as_toml(name, result)))
        return 0
    told = [*table("defect", result.defects, truth.recorded), "", *table("rule", result.rules, truth.rules)]
    told += disagreements([*result.defects, *result.rules], settings) if options.verbose else ()
    click.echo("\n".join(told))
    below = [score.is_below(truth.recorded.get(score.name)) for score in result.defects]
    return any([*below, *(score.is_below(truth.rules.get(score.name)) for score in result.rules)])


if __name__ == "__main__":
    sys.exit(main())
