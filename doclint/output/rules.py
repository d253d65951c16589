"""The JSON form of rules: what `doclint rules` and `doclint explain` print for programs."""

from typing import Any, Literal, Self, TypeAlias

from pydantic import Field

from doclint.errors.models import JsonForm
from doclint.output.addresses import page_of_rule
from doclint.rule import manual
from doclint.rule.message import Severity
from doclint.rule.rule import Profile, Rule

FixKind: TypeAlias = Literal["safe", "unsafe"]


class MessageDocument(JsonForm):
    """A message of a rule."""

    text: str = Field(description="The text, with `{name}` for each argument; `[...]` is left out without arguments.")
    severity: Severity
    remedy: str = Field(description="What to change in the generator; empty if the message does not say.")
    advice: str = Field(description="What to do by hand on a page of no known format, if that is something else.")


class OptionDocument(JsonForm):
    """An option of a rule."""

    description: str
    default: Any
    schema_: dict[str, Any] = Field(alias="schema", description="The JSON schema of the value.")


class RuleDocument(JsonForm):
    """A rule."""

    id: str
    family: str
    severity: Severity
    profile: Profile = Field(description="The smallest profile that includes the rule.")
    summary: str = Field(description="The first sentence of the manual.")
    manual: str = Field(description="The whole manual, as Markdown.")
    page: str = Field(description="The address of the manual on the web; empty if the rule does not come with doclint.")
    fixes: list[FixKind] = Field(
        description="The kinds of fixes that findings of the rule can have: safe ones, which `--fix` makes, and "
        "others, for which it needs `--unsafe-fixes`. Empty if no finding has one."
    )
    needs: list[str] = Field(description="What the rule needs to run: `source`, `repository` or `suppressions`.")
    reads: list[str] = Field(
        description="What the rule reads of a format: holes (`{default} of symbol`), shapes and other places (`table`),"
        " keys (`listing.cap`), or `markdown` for any Markdown; ` + ` joins parts that must be there together. Where a "
        "page has none of these, the rule reports nothing. Empty if the rule reads nothing of a format, or is silent."
    )
    messages: dict[str, MessageDocument] = Field(description="The messages, by id.")
    options: dict[str, OptionDocument] = Field(description="The options, by the name in the configuration.")

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
            options={name: _option(schema) for name, schema in manual.options(rule).items()},
        )


def _option(schema: dict[str, Any]) -> OptionDocument:
    return OptionDocument(description=schema.get("description", ""), default=schema.get("default"), schema=schema)


class RulesDocument(JsonForm):
    """Several rules."""

    version: str = Field(description="The version of doclint.")
    rules: list[RuleDocument] = Field(description="The rules, by family and id.")
