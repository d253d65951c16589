"""What users and contributors read is plain English: no habits of translated prose.

This is not a style linter. It knows a dozen phrases that an earlier text had on every page, and what to write instead.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from doclint.cli.commands import cli
from doclint.errors.settings_table import settings_of
from doclint.rule.registry import rules

HOUSE = Path(__file__).parents[1]
PAGES = sorted([*HOUSE.glob("*.md"), *HOUSE.glob("docs/*.md")])
MODULES = sorted([*HOUSE.glob("doclint/**/*.py"), *HOUSE.glob("rules/*.py"), *HOUSE.glob("benchmarks/*.py")])

# What to avoid, and what to write instead. "There is no page" and "it is no longer there" are English.
HABITS = {
    r"(?<!there )\b(?:is|are|was|were|be) no (?!longer\b|such\b|more than\b|less\b|different\b)[a-z]": "is not a ...",
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\b(?:is|are|was|were|be|been) told\b": "doclint reports ...",
    r"\btells? of\b": "reports, says",
    r"\bnobody\b": "no one, or say who does not do what",
    r"\blet be\b": "leave, ignore",
    r"\bit is said\b": "say who says it",
    r"\bshall\b": "must, should, will",
    r"\bstands? (?!for\b|in for\b|out\b)": "is",
    r"\bhas the say\b": "takes precedence",
    r"\bjudg(?:e|es|ed|ing|ement)\b": "check, lint",
    r"\banew\b": "again",
    r"\b(?:is|are) to be (?!found\b)\w+ed\b": "must be ..., doclint ...",
    r"\bbr(?:ing|ings|ought) along\b": "has, adds",
    r"\bthe same of\b": "name the thing again",
    r"\b\w*(?:neighb|behavi|col|fav)our\w*": "American spelling: -or",
    r"\b(?:analys(?:ed?|ing)|(?:recogn|capital|normal|organ)is(?:e[ds]?|ing))\b": "American spelling: -yze, -ize",
    r"\blabelled\b": "American spelling: labeled",
}
_HABITS = {re.compile(pattern, re.IGNORECASE): better for pattern, better in HABITS.items()}
_CODE = re.compile(r"^```.*?^```|``.+?``|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def faults(text: str) -> list[str]:
    """Return the habits in a text, code left out, each with what to write instead."""
    prose = _CODE.sub("`code`", " ".join(text.split("\n")) if "```" not in text else text)
    return [f"{match[0]!r}: {better}" for pattern, better in _HABITS.items() for match in pattern.finditer(prose)]


def texts_of(path: Path) -> Iterator[str]:
    """Yield what a module says to people: docstrings, also those below assignments, and texts of exceptions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            for argument in node.exc.args:
                parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
                # `code` is in place of values.
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "`code`" for part in parts)


def helps(command: click.Command) -> Iterator[str]:
    """Yield the help texts of a command, its options and its subcommands."""
    yield command.help or ""
    yield from (one.help or "" for one in command.params if isinstance(one, click.Option))
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        yield from helps(below)


def test_pages() -> None:
    found = {}
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        # The word list names what to avoid.
        text = re.sub(r"^## Word list\n.*?(?=^## |\Z)", "", text, flags=re.MULTILINE | re.DOTALL)
        found[path.name] = faults(text)
    assert {name: some for name, some in found.items() if some} == {}


def test_docstrings_and_errors() -> None:
    found = {path: [fault for text in texts_of(path) for fault in faults(text)] for path in MODULES}
    assert {path.relative_to(HOUSE).as_posix(): some for path, some in found.items() if some} == {}


def test_rules() -> None:
    found = {}
    for rule in rules().values():
        texts = [rule.__doc__ or "", rule.remedy]
        texts += [text for message in rule.messages.values() for text in (message.text, message.remedy)]
        texts += [option.description for option in settings_of(rule.options())]
        found[rule.id] = [fault for text in texts for fault in faults(text)]
    assert {id_: some for id_, some in found.items() if some} == {}


def test_command_line() -> None:
    assert [fault for text in helps(cli) for fault in faults(text)] == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("There is no page, and it is no longer read.", 0),
        ("The word is no class.", 1),
        ("`is no class` stands for `code`", 0),
        ("It stands on line 3, and nobody is told.", 3),
    ],
)
def test_habits_are_found(text: str, count: int) -> None:
    assert len(faults(text)) == count
