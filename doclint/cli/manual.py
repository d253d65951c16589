"""What there is: `doclint explain`, `rules`, `formats` and `schema`."""

import click

from doclint.cli import common
from doclint.cli.common import CLEAN, say


@click.command()
@click.argument("rule")
@common.no_local_rules
def explain(rule: str, no_local_rules: bool) -> int:
    """Show the manual of a rule, or what something means that doclint reports of its own."""
    from doclint.config.project import Project
    from doclint.rule import manual
    from doclint.rule.finding import ENGINE

    if rule in ENGINE:
        text = f"# {rule}\n\n{ENGINE[rule]}\n"
    else:
        text = manual.page(Project.find(local_rules=not no_local_rules).rules.find(rule))
    say(text, nl=False)
    return CLEAN


@click.command()
@common.no_local_rules
def rules(no_local_rules: bool) -> int:
    """List the rules by family."""
    from doclint.config.project import Project
    from doclint.rule import manual

    known = Project.find(local_rules=not no_local_rules).rules
    for family in known.families():
        say(f"{family}:")
        for rule in known.select([family]):
            profile = "" if rule.profile == "default" else f" ({rule.profile})"
            say(f"  {rule.id:<30} {rule.severity:<8} {manual.summary(rule)}{profile}")
    return CLEAN


@click.command()
def formats() -> int:
    """List the formats of pages, with the kinds each has: those of doclint and those of the project here."""
    from doclint.config.project import Project

    for format_ in Project.find(local_rules=False).formats:
        say(f"{format_.name} (pages below {format_.docs_root}/):")
        for kind in format_.kind:
            say(f"  {kind.name:<16} {kind.page.text:<26} # {kind.title.text}")
    return CLEAN


@click.command()
@click.argument("what", type=click.Choice(["report", "causes", "causes-diff", "format", "config"]))
def schema(what: str) -> int:
    """Print the JSON schema of the report, of causes and what changed in them, of formats, or of the configuration."""
    from doclint.output import schemas

    say(schemas.text(what))
    return CLEAN
