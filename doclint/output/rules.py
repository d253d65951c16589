"""The JSON form of rules: what `doclint rules` and `doclint explain` print for programs."""

from typing import Annotated, Any, Literal, Self, TypeAlias

from msgspec import field

from doclint.errors.settings_table import JsonForm
from doclint.output.addresses import page_of_rule
from doclint.rule import manual
from doclint.rule.message import Severity
from doclint.rule.rule import Profile, Rule

FixKind: TypeAlias = Literal["safe", "unsafe"]


class MessageDocument(JsonForm, frozen=True):
    """A message of a rule."""

    text: Annotated[str, "The text, with `{name}` for each argument; `[...]` is left out without arguments."]
    severity: Severity
    remedy: Annotated[str, "What to change in the generator; empty if the message does not say."]
    advice: Annotated[str, "What to do by hand on a page of no known format, if that is something else."]


class OptionDocument(JsonForm, frozen=True):
    """An option of a rule."""

    description: str
    default: Any
    schema_: Annotated[dict[str, Any], "The JSON schema of the value."] = field(name="schema")


class RuleDocument(JsonForm, frozen=True):
    """A rule."""

    id: str
    family: str
    severity: Severity
    profile: Annotated[Profile, "The smallest profile that includes the rule."]
    summary: Annotated[str, "The first sentence of the manual."]
    manual: Annotated[str, "The whole manual, as Markdown."]
    page: Annotated[str, "The address of the manual on the web; empty if the rule does not come with doclint."]
    fixes: Annotated[
        list[FixKind],
        "The kinds of fixes that findings of the rule can have: safe ones, which `--fix` makes, and "
        "others, for which it needs `--unsafe-fixes`. Empty if no finding has one.",
    ]
    needs: Annotated[list[str], "What the rule needs to run: `source`, `repository` or `suppressions`."]
    reads: Annotated[
        list[str],
        "What the rule reads of a format: holes (`{default} of symbol`), shapes and other places (`table`),"
        " keys (`listing.cap`), or `markdown` for any Markdown; ` + ` joins parts that must be there together. Where a "
        "page has none of these, the rule reports nothing. Empty if the rule reads nothing of a format, or is silent.",
    ]
    messages: Annotated[dict[str, MessageDocument], "The messages, by id."]
    options: Annotated[dict[str, OptionDocument], "The options, by the name in the configuration."]

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

    version: Annotated[str, "The version of doclint."]
    rules: Annotated[list[RuleDocument], "The rules, by family and id."]
