"""Compare the findings of the rules with labels of defects, which people or other programs have made.

    python benchmarks/truth.py TRUTH [--root ROOT] [-v] [--toml]

TRUTH is a folder of repositories whose pages have markers (`markers.py`), or a file with a JSON object on each line:
the `path` of a page, a `defect`, and, if known, the `line` and the `name` of the wrong thing; other keys are notes.
`truth.toml` says which rules find which defect, which parts of the pages were labeled, and the recorded precision and
recall. The exit code is 1 if a defect or a rule falls below them.

A rule finds the classes of the catalogue that it `covers`, and the defects for which `truth.toml` names it. A finding
matches a label if path and line agree, and the name if both have one. A finding that matches no label counts as wrong
for every defect that its rule finds, because it does not say which one it means. A rule misses a label if it covers the
class and no rule at all finds the label.
"""

import argparse
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import click
import markers
from markers import Label
from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict

from doclint.config.project import Project
from doclint.engine.check_run import CheckRun
from doclint.engine.plan import Plan
from doclint.repository.gitignore import Patterns
from doclint.rule.finding import Finding
from doclint.rule.registry import Rules, rules

SETTINGS = Path(__file__).with_suffix(".toml")
_TOLERANCE = 0.0005  # recorded figures have three decimal places


class _Settings(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=lambda name: name.replace("_", "-"), populate_by_name=True
    )


class Defect(_Settings):
    """A defect: the rules that find it besides those that cover it, and whether to compare only lines, not names."""

    rules: tuple[str, ...] = ()
    by_line: bool = False


class Area(_Settings):
    """A labeled part of the pages: patterns of paths as in .gitignore, keys of sections, and beginnings of lines."""

    include: tuple[str, ...] = ("*",)
    exclude: tuple[str, ...] = ()
    sections: tuple[str, ...] | None = None
    lines: tuple[str, ...] = ("",)

    def has_page(self, path: str) -> bool:
        """Whether the page at a path is in this area."""
        return Patterns(self.include).matches(path) and not Patterns(self.exclude).matches(path)

    def has(self, finding: Finding, line: str) -> bool:
        """Whether a finding is in this area, if its first line has this text."""
        is_section = self.sections is None or finding.section in self.sections
        return is_section and line.startswith(self.lines) and self.has_page(finding.path)


class Figures(_Settings):
    """Recorded precision and recall, from 0 to 1."""

    precision: float
    recall: float


class Truth(_Settings):
    """A set of labels: the areas that were labeled, and the recorded figures by defect (`recorded`) and by rule.

    All defects in these areas have a label, except those of the `open` classes (the values say why): a finding of such
    a class without a label may be right.
    """

    area: tuple[Area, ...]
    open: dict[str, str] = {}
    recorded: dict[str, Figures] = {}
    rules: dict[str, Figures] = {}


class Settings(_Settings):
    """The contents of `truth.toml`: the arguments of findings that hold names, the defects by name, and the sets of
    labels by the name of their folder.
    """

    names: tuple[str, ...]
    defect: dict[str, Defect]
    truth: dict[str, Truth]


class Case(NamedTuple):
    """Labels, and the findings of the rules on the labeled pages."""

    labels: Sequence[Label]
    findings: Sequence[Finding]


@dataclass
class Score:
    """How well some rules find a defect, or how well a rule finds its defects.

    Labels are `found` or `missed`. Findings without a label are `wrong`, or `unknown` if they are of an open class.
    """

    name: str
    rules: frozenset[str]
    found: list[Label] = field(default_factory=list)
    missed: list[Label] = field(default_factory=list)
    wrong: list[Finding] = field(default_factory=list)
    unknown: list[Finding] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Return the share of labels found among these labels and the wrong findings; 1 if there are none."""
        return _share(len(self.found), len(self.wrong))

    @property
    def recall(self) -> float:
        """Return the share of labels found among all labels; 1 if there are none."""
        return _share(len(self.found), len(self.missed))

    @property
    def is_idle(self) -> bool:
        """Whether no rule finds the defect, or there is neither a label nor a wrong finding to count."""
        return not self.rules or not (self.found or self.missed or self.wrong)

    def is_below(self, recorded: Figures | None) -> bool:
        """Whether precision or recall is below the recorded figures; never if no rule finds the defect."""
        if recorded is None or not self.rules:
            return False
        return self.precision < recorded.precision - _TOLERANCE or self.recall < recorded.recall - _TOLERANCE


class Scores(NamedTuple):
    """The scores of all labeled defects, and of all rules that find one of them or have findings."""

    defects: list[Score]
    rules: list[Score]


def read_settings(file: Path = SETTINGS) -> Settings:
    """Read `truth.toml`."""
    return Settings.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))


def read_labels(file: Path) -> list[Label]:
    """Read a file of labels, with a JSON object on each line."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [Label.model_validate(json.loads(line)) for line in lines if line.strip()]


def name_of(place: Path) -> str:
    """Return the name of a set of labels in `truth.toml`: that of the folder, or of the folder of the file."""
    return place.name if place.is_dir() else place.parent.name


def case_of(place: Path, truth: Truth, root: Path | None = None) -> Case:
    """Return the labels in a file or in a folder of marked pages, and all findings on the labeled pages."""
    if not place.is_dir():
        return Case(read_labels(place), findings_of(root or place.parent, truth.area))
    labels: list[Label] = []
    findings: list[Finding] = []
    for tree in sorted(path for path in place.iterdir() if path.is_dir()):
        pages = markers.read(tree)
        labels += [_below(tree.name, label) for label in markers.labels_of(pages)]
        texts = {path: page.data for path, page in pages.items()}
        found = findings_of(tree, truth.area, texts)
        findings += [replace(finding, path=f"{tree.name}/{finding.path}") for finding in found]
    return Case(labels, findings)


def findings_of(root: Path, areas: Sequence[Area], texts: Mapping[str, bytes] | None = None) -> list[Finding]:
    """Return the findings of all rules in the labeled areas of the pages below a root, with the default settings.

    `texts` replace the contents of pages on disk, by path. Raises RuntimeError if a page cannot be checked.
    """
    project = Project.find(root=root, isolated=True)
    all_pages = project.pages()
    pages = [path for path in all_pages if any(area.has_page(path) for area in areas)]
    plan = Plan(project, project.selection(["strict"]), pages, is_whole=pages == all_pages, texts=texts or {})
    report = CheckRun(plan).report()
    failure = next((finding for finding in report.findings if finding.is_failure), None)
    if failure is not None:
        raise RuntimeError(f"{failure.path}: {failure.message}")
    with_lines = _with_lines(root, report.findings, texts or {})
    return [finding for finding, line in with_lines if any(area.has(finding, line) for area in areas)]


def _with_lines(root: Path, findings: Iterable[Finding], texts: Mapping[str, bytes]) -> Iterator[tuple[Finding, str]]:
    """Yield findings with the text of their first line, without those in quoted pages, which have other lines."""
    lines: dict[str, list[str]] = {}
    for finding in findings:
        if finding.embedded is None:
            path = finding.path
            if path not in lines:
                data = texts[path] if path in texts else (root / path).read_bytes()
                lines[path] = data.decode(errors="replace").split("\n")
            yield finding, lines[path][finding.start.line - 1]


def _below(folder: str, label: Label) -> Label:
    """Return a label with its path below a folder."""
    return label.model_copy(update={"path": f"{folder}/{label.path}"})


def score_findings(case: Case, settings: Settings, rules: Rules, open_: Iterable[str] = ()) -> Scores:
    """Return the scores of the labeled defects and of the rules, both in alphabetical order.

    `open_` are the classes in which a finding without a label may be right.
    """
    names = sorted({one.defect for one in case.labels})
    defects = {name: Score(name, rules_for(name, settings, rules)) for name in names}
    ids = {id_ for score in defects.values() for id_ in score.rules} | {one.rule for one in case.findings}
    by_rule = {id_: Score(id_, frozenset([id_])) for id_ in sorted(ids)}
    pages = _by_page(case)
    matched: set[int] = set()
    for label in case.labels:
        if label.kind == "wrong":
            matches = [one for one in pages[label.path].findings if _matches(label, one, pages, defects, settings)]
            matched.update(map(id, matches))
            (defects[label.defect].found if matches else defects[label.defect].missed).append(label)
            for id_ in {one.rule for one in matches}:
                by_rule[id_].found.append(label)
            for id_ in () if matches else _covering(label.defect, rules):
                by_rule[id_].missed.append(label)
    unknown = {id_ for name in open_ for id_ in rules_for(name, settings, rules)}
    for finding in (one for one in case.findings if id(one) not in matched):
        kinds = _kinds(finding, pages, defects, settings)
        if "either" in kinds and "right" not in kinds:
            continue
        is_unknown = finding.rule in unknown and "right" not in kinds
        for score in (*defects.values(), *by_rule.values()):
            if finding.rule in score.rules:
                (score.unknown if is_unknown else score.wrong).append(finding)
    return Scores(list(defects.values()), list(by_rule.values()))


def _by_page(case: Case) -> dict[str, Case]:
    """Return the labels and findings of each page, by path."""
    labels: dict[str, list[Label]] = defaultdict(list)
    findings: dict[str, list[Finding]] = defaultdict(list)
    for label in case.labels:
        labels[label.path].append(label)
    for finding in case.findings:
        findings[finding.path].append(finding)
    return {path: Case(labels[path], findings[path]) for path in {*labels, *findings}}


def _covering(defect: str, rules: Rules) -> list[str]:
    """Return the ids of the rules that cover a class of the catalogue."""
    return [id_ for id_, rule in rules.items() if defect in rule.covers]


def _matches(
    label: Label, finding: Finding, pages: Mapping[str, Case], defects: Mapping[str, Score], settings: Settings
) -> bool:
    """Whether a finding is the defect of a `wrong` label.

    A label without a line does not match a finding that a `right` label of the same defect excludes on its line.
    """
    if finding.rule not in defects[label.defect].rules or not _agree(label, finding, settings):
        return False
    right = [one for one in pages[label.path].labels if one.kind == "right" and one.defect == label.defect]
    return label.line is not None or not any(_agree(one, finding, settings) for one in right if one.line is not None)


def _kinds(
    finding: Finding, pages: Mapping[str, Case], defects: Mapping[str, Score], settings: Settings
) -> set[markers.Kind]:
    """Return the kinds of the labels that agree with a finding and have a defect that its rule finds."""
    labels = [one for one in pages[finding.path].labels if finding.rule in defects[one.defect].rules]
    return {one.kind for one in labels if _agree(one, finding, settings)}


def rules_for(defect: str, settings: Settings, rules: Rules) -> frozenset[str]:
    """Return the ids of the rules that find a defect: they cover it, or `truth.toml` names them."""
    named = settings.defect[defect].rules if defect in settings.defect else ()
    return frozenset(id_ for id_, rule in rules.items() if id_ in named or defect in rule.covers)


def _agree(label: Label, finding: Finding, settings: Settings) -> bool:
    """Whether a label and a finding on one page agree on the line and the name, where both have one."""
    if label.line is not None and label.line != finding.start.line:
        return False
    is_by_line = label.defect in settings.defect and settings.defect[label.defect].by_line
    names = set() if is_by_line else set(names_of(finding, settings.names))
    return label.name is None or not names or label.name in names


def names_of(finding: Finding, arguments: Iterable[str]) -> Iterator[str]:
    """Yield the names that some arguments of a finding hold."""
    for value in map(finding.arguments.get, arguments):
        yield from value if isinstance(value, tuple) else [value] if isinstance(value, str) else []


def table(title: str, scores: Iterable[Score], recorded: Mapping[str, Figures]) -> Iterator[str]:
    """Yield the lines of a table: for each score the counts of labels and findings, and its figures and the recorded
    ones.
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
    """Yield missed labels and wrong findings, sorted by place, each once even if several scores have it."""
    # The keys are path, line and text.
    unique: dict[tuple[str, int, str], None] = {}
    for score in scores:
        for label in score.missed if score.rules else ():
            reason = f" ({label.why})" if label.why else ""
            unique[label.path, label.line or 0, f"missed {label.defect} `{label.name or ''}`{reason}"] = None
        for finding in score.wrong:
            names = ", ".join(names_of(finding, settings.names))
            unique[finding.path, finding.start.line, f"wrong {finding.rule} `{names}`: {finding.message}"] = None
    yield from (f"{path}:{line}: {text}" for path, line, text in sorted(unique))


def as_toml(name: str, result: Scores) -> Iterator[str]:
    """Yield the lines that record these figures in `truth.toml`."""
    for title, scores in (("recorded", result.defects), ("rules", result.rules)):
        yield f"[truth.{name}.{title}]"
        for score in (one for one in scores if not one.is_idle):
            precision, recall = _round_down(score.precision), _round_down(score.recall)
            yield f"{score.name} = {{ precision = {precision}, recall = {recall} }}"
        yield ""


def _round_down(figure: float) -> float:
    """Round a figure down to three decimal places, so that it never falls below its record."""
    return int(figure * 1000) / 1000


def _share(part: int, rest: int) -> float:
    """Return the share of a part in a whole; 1 if the whole is 0."""
    return part / (part + rest) if part + rest else 1.0


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the findings of the rules with labels.")
    parser.add_argument("truth", type=Path, help="a folder of marked repositories, or a file of labels")
    parser.add_argument(
        "--root",
        type=Path,
        help="the root of the repository that a file of labels is about (default: the folder of the file)",
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="list missed labels and wrong findings")
    parser.add_argument("--toml", action="store_true", help="print only the figures, in the form of truth.toml")
    options = parser.parse_args()
    place, settings = options.truth.resolve(), read_settings()
    name = name_of(place)
    truth = settings.truth.get(name)
    if truth is None:
        parser.error(f"{SETTINGS.name} does not say which part of the pages of `{name}` was labeled")
    result = score_findings(case_of(place, truth, options.root), settings, rules(), truth.open)
    if options.toml:
        click.echo("\n".join(as_toml(name, result)))
        return 0
    lines = [*table("defect", result.defects, truth.recorded), "", *table("rule", result.rules, truth.rules)]
    lines += disagreements([*result.defects, *result.rules], settings) if options.verbose else ()
    click.echo("\n".join(lines))
    below = [score.is_below(truth.recorded.get(score.name)) for score in result.defects]
    return any([*below, *(score.is_below(truth.rules.get(score.name)) for score in result.rules)])


if __name__ == "__main__":
    sys.exit(main())
