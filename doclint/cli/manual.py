"""The commands that show what doclint knows: `doclint explain`, `rules` and `schema`."""

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from doclint import __version__
from doclint.cli import common, completion
from doclint.cli.common import CLEAN, echo, show

if TYPE_CHECKING:
    from doclint.output.rules import RuleDocument
    from doclint.rule.registry import Rules
    from doclint.rule.rule import Rule

# Loading the models, to ask them, would take long.
SCHEMAS = (
    *("report", "causes", "causes-diff", "trend", "config", "rules"),
    *("format", "formats", "format-test", "recognition", "page", "pages"),
)


@click.command()
@click.argument("rule", required=False, shell_complete=completion.explained)
@common.option("--all", "is_all", is_flag=True, of="explain")
@common.text_or_json
@common.no_local_rules
def explain(rule: str | None, is_all: bool, output_format: str, no_local_rules: bool) -> int:
    """Show the manual of a rule.

    It also explains findings of doclint itself, such as `page-unreadable`.
    """
    from doclint.rule import manual
    from doclint.rule.finding import ENGINE

    if is_all == (rule is not None):
        raise click.UsageError("Name one rule, or ask for all of them by --all; `doclint rules` lists them.")
    if rule in ENGINE and output_format == "text":
        _print_manual(manual.page_of_engine(rule) + _on_the_web(rule))
        return CLEAN
    known = _known(no_local_rules)
    if rule is None:
        if output_format == "json":
            return _rules_as_json(known.values())
        _print_manual("\n".join(_document(one).manual for one in known.values()))
        return CLEAN
    found = _document(known.find(rule))
    if output_format == "json":
        _print_json(found)
    else:
        _print_manual(found.manual + _on_the_web(found.id))
    return CLEAN


def _print_manual(text: str) -> None:
    """Print a manual. A terminal gets its paragraphs in lines of its own width, and code as it is."""
    if not common.is_terminal(sys.stdout):
        echo(text, nl=False)
        return
    for block in text.split("\n\n"):
        if block.startswith("    "):
            echo(f"{block}\n")
        else:
            items = block.strip().split("\n- ")
            show("\n- ".join(item.replace("\n", " ") for item in items) + "\n", 2 if block.startswith("- ") else 0)


def _on_the_web(rule: str) -> str:
    """Return the last lines of a manual: where it is on the web; nothing if it is not there."""
    from doclint.output.addresses import page_of_rule

    address = page_of_rule(rule)
    return f"\nOn the web: <{address}>\n" if address else ""


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=completion.rules)
@common.text_or_json
@common.no_local_rules
def rules(names: Sequence[str], output_format: str, no_local_rules: bool) -> int:
    """List the rules by family.

    These are all of them, or those of some families or profiles.
    """
    known = _known(no_local_rules)
    chosen = [known[rule.id] for rule in known.select(names)] if names else list(known.values())
    if output_format == "json":
        return _rules_as_json(chosen)
    for family in sorted({rule.family for rule in chosen}):
        echo(f"{family}:")
        for rule in chosen:
            if rule.family == family:
                show(f"  {rule.id:<30} {rule.severity:<8} {_line(rule)}")
    return CLEAN


def _known(no_local_rules: bool) -> "Rules":
    from doclint.config.project import Project

    return Project.find(local_rules=not no_local_rules).rules


def _line(rule: "type[Rule]") -> str:
    """Return what a rule finds, and in which profile it is and how it fixes that, if this is not as for most rules."""
    from doclint.output.fixes import MARKS
    from doclint.rule import manual
    from doclint.testing import fix_kinds

    profile = [] if rule.profile == "default" else [f"({rule.profile})"]
    return " ".join([manual.summary(rule), *profile, *(MARKS[kind] for kind in fix_kinds(rule))])


def _document(rule: "type[Rule]") -> "RuleDocument":
    from doclint.output.rules import RuleDocument
    from doclint.testing import fix_kinds

    return RuleDocument.of(rule, fix_kinds(rule))


def _rules_as_json(rules: "Iterable[type[Rule]]") -> int:
    from doclint.output.rules import RulesDocument

    documents = sorted(map(_document, rules), key=lambda one: (one.family, one.id))
    _print_json(RulesDocument(version=__version__, rules=documents))
    return CLEAN


def _print_json(document: object) -> None:
    from doclint.output.terminal import as_json

    echo(as_json(document))


@click.command()
@click.argument("what", type=click.Choice(SCHEMAS))
def schema(what: str) -> int:
    """Print a JSON schema of what doclint reads or writes."""
    from doclint.output import schemas

    echo(schemas.text(what))
    return CLEAN
