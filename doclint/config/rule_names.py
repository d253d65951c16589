"""The names of rules, families and messages in a table of settings, and those that do not exist."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from doclint.errors.exceptions import UsageError
from doclint.errors.validation import Mistake, Path
from doclint.errors.wording import did_you_mean
from doclint.rule.finding import LIMITED
from doclint.rule.head import RuleHead
from doclint.rule.registry import Rules
from doclint.rule.rule import PROFILES


class RuleName(NamedTuple):
    """A name of a rule or a family, and its path in the table."""

    path: Path
    name: str


def rule_names(table: Mapping[str, Any]) -> Iterator[RuleName]:
    """Yield each name of a rule, a family or a profile in a valid table of settings."""
    for key in ("select", "extend-select", "ignore"):
        for index, name in enumerate(table.get(key) or ()):
            yield RuleName((key, index), name)
    for key in ("severity", "rules"):
        for name in table.get(key, ()):
            yield RuleName((key, name), name)
    for index, entry in enumerate(table.get("suppress", ())):
        if entry["rule"] not in LIMITED:
            yield RuleName(("suppress", index, "rule"), entry["rule"])
    for pattern, names in table.get("per-file-ignores", {}).items():
        for index, name in enumerate(names):
            yield RuleName(("per-file-ignores", pattern, index), name)


def name_mistakes(table: Mapping[str, Any], known: Rules) -> Iterator[Mistake]:
    """Yield the names in a valid table of settings that no rule, family or profile has."""
    for path, name in rule_names(table):
        try:
            # Options belong to a rule; all other settings may name a family.
            _ = known.find(name) if path[0] == "rules" else known.select([name])
        except UsageError as error:
            yield Mistake(path, str(error))


def message_mistakes(table: Mapping[str, Any], known: Rules) -> Iterator[Mistake]:
    """Yield the ids of messages in a valid table of settings that their rules do not have."""
    for index, entry in enumerate(table.get("suppress", ())):
        id_ = entry.get("message-id")
        messages = {one for rule in _meant(entry["rule"], known) for one in known[rule.id].messages} if id_ else ()
        if id_ is not None and messages and id_ not in messages:
            near = did_you_mean(id_, messages)
            yield Mistake(("suppress", index, "message-id"), f"`{entry['rule']}` has no message `{id_}`{near}")


def place_of(mistake: Mistake) -> str:
    """Return the key that a mistake of this module is in, for messages, which have the name anyway."""
    path = mistake.path if mistake.path[0] == "suppress" else mistake.path[:-1]
    return ".".join(map(str, path))


def _meant(name: str, known: Rules) -> Sequence[RuleHead]:
    """Return the heads of the rules that a name means; none if it does not exist."""
    exists = name in known or name in PROFILES or name in known.families()
    return known.select([name]) if exists else ()
