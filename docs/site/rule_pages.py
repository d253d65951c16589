"""A page for each rule, each finding of doclint itself and each family, and the list of all."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rendering import rendered
from site_page import SitePage

from doclint.output.rules import RuleDocument
from doclint.output.styles import concise
from doclint.rule import manual
from doclint.rule.finding import ENGINE, FAILURES
from doclint.rule.registry import rules
from doclint.rule.rule import Example, Invalid, Rule, Valid
from doclint.testing import findings_of, fix_kinds

_CATALOGUE = Path(__file__).parents[1] / "catalogue.toml"
_MOST_VALID = 3
_MOST_LINES_OF_VALID = 12
_MOST_LINES = 30  # of a file beside a page


class Shown(NamedTuple):
    """An example: its page, the messages that it shows, the findings as lines, and small files beside the page."""

    example: Example
    messages: list[str]
    findings: list[str]
    files: dict[str, str]

    @property
    def length(self) -> int:
        """The number of lines of the page and of the files beside it."""
        return sum(text.count("\n") for text in (str(self.example.text), *self.files.values()))


def names() -> dict[str, str]:
    """Return the page of each rule and each finding of doclint itself, by id."""
    return {id_: f"rules/{id_}.md" for id_ in (*_own(), *ENGINE)}


def pages() -> Iterator[SitePage]:
    """Yield the pages."""
    documents = {id_: RuleDocument.of(rule, fix_kinds(rule)) for id_, rule in _own().items()}
    families: dict[str, list[RuleDocument]] = {}
    for document in sorted(documents.values(), key=lambda one: (one.family, one.id)):
        families.setdefault(document.family, []).append(document)
    for id_, rule in _own().items():
        yield SitePage.made(f"rules/{id_}.md", _page(rule, documents[id_]))
    for id_, meaning in ENGINE.items():
        text = rendered("engine-finding.md.j2", id=id_, meaning=meaning, is_failure=id_ in FAILURES)
        yield SitePage.made(f"rules/{id_}.md", text)
    for family, several in families.items():
        text = rendered("family.md.j2", family=family, rules=several)
        yield SitePage.made(f"rules/families/{family}.md", text)
    yield SitePage.made("rules/index.md", rendered("rules.md.j2", families=families, engine=ENGINE))


@cache
def _own() -> dict[str, type[Rule]]:
    """Return the rules of doclint, without those of plug-ins that happen to be installed."""
    return {id_: rule for id_, rule in rules().items() if rule.__module__.startswith("doclint_rules.")}


def _page(rule: type[Rule], document: RuleDocument) -> str:
    classes = tomllib.loads(_CATALOGUE.read_text(encoding="utf-8"))["classes"]
    return rendered(
        "rule.md.j2",
        rule=document,
        description=manual.description(rule),
        reads=manual.reads(rule),
        remedies=manual.remedies(rule),
        advice=manual.advice(rule),
        classes={id_: classes[id_]["name"] for id_ in rule.covers},
        invalid=list(_invalid(rule)),
        valid=list(_valid(rule)),
    )


def _invalid(rule: type[Rule]) -> Iterator[Shown]:
    """Yield an example for each message, if possible one that shows a fix."""
    examples = [one for one in rule.examples if isinstance(one, Invalid)]
    shown = [_shown(rule, one) for one in sorted(examples, key=lambda one: one.fixed is None)]
    done: set[str] = set()
    for message in rule.messages:
        if message not in done:
            found = next(one for one in shown if message in one.messages)
            done.update(found.messages)
            yield found


def _valid(rule: type[Rule]) -> Iterator[Shown]:
    """Yield an example without findings, and more if they are short."""
    examples = [_shown(rule, one) for one in rule.examples if isinstance(one, Valid)]
    yield from examples[:1]
    yield from [one for one in examples[1:] if one.length <= _MOST_LINES_OF_VALID][: _MOST_VALID - 1]


def _shown(rule: type[Rule], example: Example) -> Shown:
    findings = findings_of(rule, example)
    files = {
        path: text
        for path, text in example.files.items()
        if isinstance(text, str) and text.strip() and text.count("\n") < _MOST_LINES
    }
    messages = list(dict.fromkeys(finding.message_id for finding in findings))
    return Shown(example, messages, [concise.line(finding) for finding in findings], files)
