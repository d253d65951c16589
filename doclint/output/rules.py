"""The JSON form of rules: what `doclint rules` and `doclint explain` print for programs."""

from typing import Any, Literal, Self, TypeAlias

from msgspec import field

from doclint.errors.settings_table import JsonForm
from doclint.output.addresses import page_of_rule
from doclint.rule import manual
from doclint.rule.message import Severity
from doclint.rule.rule import Profile, Rule

FixKind: TypeAlias = Literal["safe", "unsafe"]


class MessageDocument(JsonForm, frozen=True):
    """A message of a rule."""

    text: str
    severity: Severity
    remedy: str
    advice: str


class OptionDocument(JsonForm, frozen=True):
    """An option of a rule."""

    description: str
    default: Any
    schema_: dict[str, Any] = field(name="schema")


class RuleDocument(JsonForm, frozen=True):
    """A rule."""

    id: str
    family: str
    severity: Severity
    profile: Profile
    summary: str
    manual: str
    page: str
    fixes: list[FixKind]
    needs: list[str]
    reads: list[str]
    messages: dict[str, MessageDocument]
    options: dict[str, OptionDocument]

    @classmethod
    def of(cls, rule: type[Rule], fixes: list[FixKind]) -> Self:
        """Return the JSON form of a rule, given the kinds of its fixes."""
        return cls(
            id=rule.id,
            family=rule.family,
            severity=rule.severity,
            profile=rule.profile,
            summary=manual.summary(rule),
            manual=manual.page(rule, fixes),
            page=page_of_rule(rule.id),
            fixes=fixes,
            needs=sorted(rule.needs),
            reads=sorted(rule.reads),
            messages={
                id_: MessageDocument(
                    text=message.text,
                    severity=message.severity or rule.severity,
                    remedy=rule.remedy_of(message, by_hand=False),
                    advice=message.advice or rule.advice,
                )
                for id_, message in rule.messages.items()
            },
            options={
                name: OptionDocument(schema.get("description", ""), schema.get("default"), schema)
                for name, schema in manual.options(rule).items()
            },
        )


class RulesDocument(JsonForm, frozen=True):
    """Several rules."""

    version: str
    rules: list[RuleDocument]
