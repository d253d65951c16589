"""The same few findings of some rules for anyone who draws them: to be read by hand, right or wrong.

    python benchmarks/sample.py RULES N SEED CORPUS [--pages GLOB] [--isolated]

RULES are ids of rules and families, with commas between them; GLOB is a pattern of pages in the syntax of .gitignore.
Findings are drawn evenly from those of the rules over all these pages of the corpus, without regard to how often a
cause is found, and printed with their lines in the order of the report.
"""

import argparse
import random
import sys
from dataclasses import replace
from pathlib import Path

import click

from doclint.config.project import Project
from doclint.engine.check_run import CheckRun
from doclint.engine.plan import Plan
from doclint.output.styles import render
from doclint.repository.gitignore import spec


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw findings of some rules.")
    parser.add_argument("rules", help="ids of rules and families, with commas between them")
    parser.add_argument("number", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("corpus", type=Path, help="the root of the tree")
    parser.add_argument("--pages", default="*", metavar="GLOB", help="only of pages that match, as in .gitignore")
    parser.add_argument("--isolated", action="store_true", help="read no configuration")
    options = parser.parse_args()
    project = Project.find(root=options.corpus, isolated=options.isolated)
    wanted = {rule.id for rule in project.rules.select(options.rules.split(","))}
    chosen = spec([options.pages])
    pages = [page for page in project.pages() if chosen.match_file(page)]
    # All rules run, because some leave the word to others.
    report = CheckRun(Plan(project, project.selection(), pages)).report()
    found = [finding for finding in report.findings if finding.rule in wanted]
    number = min(options.number, len(found))
    drawn = sorted(random.Random(options.seed).sample(range(len(found)), number))
    click.echo(f"{number} of {len(found)} findings of {options.rules}, seed {options.seed}\n")
    for line in render(replace(report, findings=[found[index] for index in drawn]), "text", max_per_cause=0):
        click.echo(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
