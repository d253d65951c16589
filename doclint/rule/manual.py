"""The manual of a rule: its docstring, messages, remedies, options and examples as Markdown."""

from collections.abc import Iterator, Mapping, Sequence
from inspect import cleandoc
from typing import Any

from doclint.errors.grouping import by_key
from doclint.errors.models import model_of
from doclint.errors.wording import listed
from doclint.rule.finding import ENGINE
from doclint.rule.reads import described
from doclint.rule.rule import HAS_DOCSTRINGS, Example, Invalid, Rule, Valid

_FIXES = {"safe": "safe (`--fix`)", "unsafe": "unsafe (`--fix --unsafe-fixes`)"}

_FILES = 5  # of an example, to name
_DROPPED = """\
Python was told to drop docstrings, and this manual is one of them.

Without `-OO` and `PYTHONOPTIMIZE=2`, `doclint explain` shows it."""


def page(rule: type[Rule], fixes: Sequence[str] | None = None) -> str:
    """Return the manual of a rule as Markdown. It says which kinds of `fixes` the rule has, unless that is None."""
    return "\n\n".join(_blocks(rule, fixes)) + "\n"


def page_of_engine(id_: str) -> str:
    """Return the manual of a finding that doclint reports without a rule, by its id in `ENGINE`, as Markdown."""
    return f"# {id_}\n\n{ENGINE[id_]}\n"


def summary(rule: type[Rule]) -> str:
    """Return the first paragraph of the manual, which is its first sentence, on one line."""
    return description(rule).partition("\n\n")[0].replace("\n", " ")


def description(rule: type[Rule]) -> str:
    """Return the docstring of a rule, which is Markdown, or why it has none."""
    return cleandoc(rule.__doc__ or ("" if HAS_DOCSTRINGS else _DROPPED))


def reads(rule: type[Rule]) -> list[str]:
    """Return what of a format a rule reads, any of which is enough, in words."""
    return sorted(described(read) for read in rule.reads)


def remedies(rule: type[Rule]) -> list[str]:
    """Return what to change in the generator: the text of the rule, then an item of a list for each specific one."""
    return list(_texts(rule.remedy, {id_: message.remedy for id_, message in rule.messages.items()}))


def advice(rule: type[Rule]) -> list[str]:
    """Return what to change by hand: the text of the rule, then an item of a list for each specific one."""
    return list(_texts(rule.advice, {id_: message.advice for id_, message in rule.messages.items()}))


def options(rule: type[Rule]) -> dict[str, dict[str, Any]]:
    """Return the JSON schema of each option of a rule, by its name in a configuration."""
    found: dict[str, dict[str, Any]] = model_of(rule.options()).model_json_schema()["properties"]
    return found


def _blocks(rule: type[Rule], fixes: Sequence[str] | None) -> Iterator[str]:
    yield f"# {rule.id}"
    yield description(rule)
    covers = f" Catalogue: {', '.join(rule.covers)}." if rule.covers else ""
    yield f"Family: {rule.family}. Severity: {rule.severity}. Profile: {rule.profile}.{covers}{_fixes(fixes)}"
    yield from _reads(rule)
    if "rendering" in rule.needs:
        yield "It does not run on instructions for models, such as `AGENTS.md`, because nothing renders them."
    yield "## Messages"
    yield "\n".join(f"- {id_}: {message.text}" for id_, message in rule.messages.items())
    if in_generator := remedies(rule):
        yield "## What to change in the generator"
        yield "\n".join(in_generator)
    if by_hand := advice(rule):
        yield "## What to change by hand"
        yield "\n".join(by_hand)
    if rule.options().__struct_fields__:
        yield "## Options"
        yield "\n".join(_options(rule))
    invalid = [example for example in rule.examples if isinstance(example, Invalid)]
    for example in sorted(invalid, key=lambda example: example.fixed is None)[:1]:
        yield "## Reported"
        yield from _example(example)
        if example.fixed is not None:
            yield "## After its fix"
            yield _block(example.fixed)
    for valid in [example for example in rule.examples if isinstance(example, Valid)][:1]:
        yield "## Not reported"
        yield from _example(valid)


def _reads(rule: type[Rule]) -> Iterator[str]:
    texts = reads(rule)
    if texts:
        yield f"Reads: {texts[0]}." if len(texts) == 1 else "Reads any of these:"
    if len(texts) > 1:
        yield "\n".join(f"- {text}" for text in texts)


def _texts(of_rule: str, of_messages: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a text of a rule, and of the more specific texts of its messages, by id."""
    if of_rule:
        yield of_rule
    own = by_key((text, id_) for id_, text in of_messages.items() if text)
    if of_rule and own:
        yield ""
    for text, ids in own.items():
        yield f"- {', '.join(ids)}: {text}"


def _fixes(kinds: Sequence[str] | None) -> str:
    return "" if kinds is None else f" Fixes: {', '.join(map(_FIXES.__getitem__, kinds)) or 'none'}."


def _options(rule: type[Rule]) -> Iterator[str]:
    for name, option in options(rule).items():
        yield f"- `{name}`: {option.get('description', '')} Default: `{option.get('default')}`."


def _example(example: Example) -> Iterator[str]:
    """Yield the path and the lines of an example, and its text."""
    numbers = sorted(set(example.lines)) if isinstance(example, Invalid) else []
    lines = f", line{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}" if numbers else ""
    files = f", where the repository has {listed(sorted(example.files), _FILES)}" if example.files else ""
    yield f"In `{example.path}`{lines}{files}:"
    yield _block(example.text)


def _block(text: str | bytes) -> str:
    """Return a text as an indented code block, which a fence in the text cannot close."""
    text = text if isinstance(text, str) else text.decode(errors="backslashreplace")
    return "\n".join(f"    {line}".rstrip() for line in text.rstrip("\n").split("\n"))
