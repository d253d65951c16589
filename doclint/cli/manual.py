"""What there is: `doclint explain`, `rules`, `formats` and `schema`."""

import click

from doclint.cli.common import CLEAN, printable


@click.command()
@click.argument("rule")
def explain(rule: str) -> int:
    """Show the manual of a rule, or what something means that doclint reports of its own."""
    from doclint import manual
    from doclint.problem import ENGINE
    from doclint.project import Project

    text = f"# {rule}\n\n{ENGINE[rule]}\n" if rule in ENGINE else manual.page(Project.find().rules.find(rule))
    click.echo(printable(text), nl=False)
    return CLEAN


@click.command()
def rules() -> int:
    """List the rules by family."""
    from doclint import manual
    from doclint.project import Project

    known = Project.find().rules
    for family in known.families():
        click.echo(f"{family}:")
        for rule in known.select([family]):
            click.echo(printable(f"  {rule.id:<30} {rule.severity:<8} {manual.summary(rule)}"))
    return CLEAN


@click.command()
def formats() -> int:
    """List the formats of pages, with the kinds each has: those of doclint and those of the project here."""
    from doclint.project import Project

    for format_ in Project.find().formats:
        click.echo(printable(f"{format_.name} (pages below {format_.docs_root}/):"))
        for kind in format_.kind:
            click.echo(printable(f"  {kind.name:<16} {kind.page.text:<26} # {kind.title.text}"))
    return CLEAN


@click.command()
@click.argument("what", type=click.Choice(["report", "format", "config"]))
def schema(what: str) -> int:
    """Print the JSON schema of the report, of formats, or of the configuration."""
    from doclint import schemas

    click.echo(schemas.text(what))
    return CLEAN
