"""Draw a random sample of the findings of some rules, to review by hand; the same seed draws the same findings.

    python benchmarks/sample.py RULES N SEED CORPUS [--pages GLOB] [--isolated]

RULES are ids of rules and families, separated by commas; GLOB is a pattern of the paths of pages, as in .gitignore.
Every finding of the rules on these pages is equally likely to be drawn, however many findings have the same cause. The
sample is printed in the order of the report, with the lines of the pages.
"""

import argparse
import random
import sys
from pathlib import Path

import click
from msgspec.structs import replace

from doclint.config.project import Project
from doclint.engine.check_run import CheckRun
from doclint.engine.plan import Plan
from doclint.output.rendering import RenderOptions, render
from doclint.repository.gitignore import Patterns


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw a random sample of the findings of some rules.")
    parser.add_argument("rules", help="ids of rules and families, separated by commas")
    parser.add_argument("number", type=int, help="how many findings to draw")
    parser.add_argument("seed", type=int, help="the seed of the random choice")
    parser.add_argument("corpus", type=Path, help="the root of the repository with the pages")
    parser.add_argument(
        "--pages", default="*", metavar="GLOB", help="draw only from pages that match, as in .gitignore"
    )
    parser.add_argument("--isolated", action="store_true", help="read no configuration")
    options = parser.parse_args()
    project = Project.find(root=options.corpus, isolated=options.isolated)
    rule_ids = {rule.id for rule in project.rules.select(options.rules.split(","))}
    matches = Patterns([options.pages])
    pages = [page for page in project.pages() if matches.matches(page)]
    # All rules run, because a rule may leave a finding to another one.
    report = CheckRun(Plan(project, project.selection(), pages)).report()
    found = [finding for finding in report.findings if finding.rule in rule_ids]
    number = min(options.number, len(found))
    drawn = sorted(random.Random(options.seed).sample(range(len(found)), number))
    click.echo(f"{number} of {len(found)} findings of {options.rules}, seed {options.seed}\n")
    everything = RenderOptions(max_per_cause=0)
    for line in render(replace(report, findings=[found[index] for index in drawn]), "text", everything):
        click.echo(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
