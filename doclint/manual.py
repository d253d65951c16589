"""The manual page of a rule, made of what its file says."""

from collections.abc import Iterator
from inspect import cleandoc

from doclint.rule import Example, Invalid, Rule, Valid


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
    yield f"Family: {rule.family}. Severity: {rule.severity}.{covers}"
    yield "## Messages"
    yield "\n".join(f"- {id_}: {message.text}" for id_, message in rule.messages.items())
    if rule.model_fields:
        yield "## Options"
        yield "\n".join(_options(rule))
    for heading, kind in (("## Reported", Invalid), ("## Not reported", Valid)):
        example = next((example for example in rule.examples if isinstance(example, kind)), None)
        if example:
            yield heading
            yield from _shown(example)


def _options(rule: type[Rule]) -> Iterator[str]:
    for name, option in rule.model_json_schema()["properties"].items():
        yield f"- `{name}`: {option.get('description', '')} Default: `{option.get('default')}`."


def _shown(example: Example) -> Iterator[str]:
    """An example as an indented block, which no fence in it can close."""
    lines = f", line {', '.join(map(str, sorted(set(example.lines))))}" if isinstance(example, Invalid) else ""
    yield f"In `{example.path}`{lines}:"
    text = example.text if isinstance(example.text, str) else example.text.decode(errors="backslashreplace")
    yield "\n".join(f"    {line}".rstrip() for line in text.rstrip("\n").split("\n"))
