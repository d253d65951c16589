"""The manual page of a rule, made of what its file says."""

from collections.abc import Iterator
from inspect import cleandoc

from doclint.rule.rule import Example, Invalid, Rule, Valid


def page(rule: type[Rule]) -> str:
    """The manual of a rule, as Markdown."""
    return "\n\n".join(_blocks(rule)) + "\n"


def summary(rule: type[Rule]) -> str:
    """The first sentence of the manual."""
    return cleandoc(rule.__doc__ or "").partition("\n\n")[0].replace("\n", " ")


def _blocks(rule: type[Rule]) -> Iterator[str]:
    yield f"# {rule.id}"
    yield cleandoc(rule.__doc__ or "")
    covers = f" Catalogue: {', '.join(rule.covers)}." if rule.covers else ""
    yield f"Family: {rule.family}. Severity: {rule.severity}. Profile: {rule.profile}.{covers}"
    yield "## Messages"
    yield "\n".join(f"- {id_}: {message.text}" for id_, message in rule.messages.items())
    if remedies := list(_remedies(rule)):
        yield "## What to change in the generator"
        yield "\n".join(remedies)
    if rule.model_fields:
        yield "## Options"
        yield "\n".join(_options(rule))
    invalid = [example for example in rule.examples if isinstance(example, Invalid)]
    for example in sorted(invalid, key=lambda example: example.fixed is None)[:1]:
        yield "## Reported"
        yield from _shown(example)
        if example.fixed is not None:
            yield "## After its fix"
            yield _block(example.fixed)
    for valid in [example for example in rule.examples if isinstance(example, Valid)][:1]:
        yield "## Not reported"
        yield from _shown(valid)


def _remedies(rule: type[Rule]) -> Iterator[str]:
    """The remedy of the rule, and those of messages that have their own."""
    if rule.remedy:
        yield rule.remedy
    own: dict[str, list[str]] = {}
    for id_, message in rule.messages.items():
        if message.remedy:
            own.setdefault(message.remedy, []).append(id_)
    if rule.remedy and own:
        yield ""
    for remedy, ids in own.items():
        yield f"- {', '.join(ids)}: {remedy}"


def _options(rule: type[Rule]) -> Iterator[str]:
    for name, option in rule.model_json_schema()["properties"].items():
        yield f"- `{name}`: {option.get('description', '')} Default: `{option.get('default')}`."


def _shown(example: Example) -> Iterator[str]:
    """An example: where it stands, and its text."""
    lines = f", line {', '.join(map(str, sorted(set(example.lines))))}" if isinstance(example, Invalid) else ""
    yield f"In `{example.path}`{lines}:"
    yield _block(example.text)


def _block(text: str | bytes) -> str:
    """A text as an indented block, which no fence in it can close."""
    text = text if isinstance(text, str) else text.decode(errors="backslashreplace")
    return "\n".join(f"    {line}".rstrip() for line in text.rstrip("\n").split("\n"))
