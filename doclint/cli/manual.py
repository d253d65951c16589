"""The commands that show what doclint knows: `doclint explain`, `rules`, `formats` and `schema`."""

import click

from doclint.cli import common
from doclint.cli.common import CLEAN, echo


@click.command()
@click.argument("rule")
@common.no_local_rules
def explain(rule: str, no_local_rules: bool) -> int:
    """Show the manual of a rule, or the meaning of a finding of doclint itself."""
    from doclint.config.project import Project
    from doclint.rule import manual
    from doclint.rule.finding import ENGINE

    if rule in ENGINE:
        text = f"# {rule}\n\n{ENGINE[rule]}\n"
    else:
        text = manual.page(Project.find(local_rules=not no_local_rules).rules.find(rule))
    echo(text, nl=False)
    return CLEAN


@click.command()
@common.no_local_rules
def rules(no_local_rules: bool) -> int:
    """List the rules by family."""
    from doclint.config.project import Project
    from doclint.rule import manual

    known = Project.find(local_rules=not no_local_rules).rules
    for family in known.families():
        echo(f"{family}:")
        for rule in known.select([family]):
            profile = "" if rule.profile == "default" else f" ({rule.profile})"
            echo(f"  {rule.id:<30} {rule.severity:<8} {manual.summary(rule)}{profile}")
    return CLEAN


@click.command()
def formats() -> int:
    """List the formats of pages and their kinds: those of doclint and those of this project."""
    from doclint.config.project import Project

    for format_ in Project.find(local_rules=False).formats:
        echo(f"{format_.name} (pages below {format_.docs_root}/):")
        for kind in format_.kind:
            echo(f"  {kind.name:<16} {kind.page.text:<26} # {kind.title.text}")
    return CLEAN


@click.command()
@click.argument("what", type=click.Choice(["report", "causes", "causes-diff", "trend", "format", "config"]))
def schema(what: str) -> int:
    """Print a JSON schema: of the report, causes, their difference, trends, formats or the configuration."""
    from doclint.output import schemas

    echo(schemas.text(what))
    return CLEAN
