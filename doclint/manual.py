"""The manual page of a rule, made of what its file says."""

from inspect import cleandoc

from doclint.rule import Example, Invalid, Rule, Valid


def page(rule: type[Rule]) -> str:
    """The manual of a rule, as Markdown."""
    parts = [
        f"# {rule.id}",
        cleandoc(rule.__doc__ or ""),
        f"Family: {rule.family}. Severity: {rule.severity}."
        + (f" Catalogue: {', '.join(rule.covers)}." if rule.covers else ""),
    ]
    parts += ["## Messages", *(f"- {id_}: {message.text}" for id_, message in rule.messages.items())]
    if rule.model_fields:
        parts += ["## Options", *_options(rule)]
    parts += ["## Reported", _shown(_first(rule, Invalid)), "## Not reported", _shown(_first(rule, Valid))]
    return "\n\n".join(parts).replace("\n\n- ", "\n- ").replace("Messages\n- ", "Messages\n\n- ") + "\n"


def summary(rule: type[Rule]) -> str:
    """The first sentence of the manual."""
    return cleandoc(rule.__doc__ or "").partition("\n\n")[0].replace("\n", " ")


def _options(rule: type[Rule]) -> list[str]:
    properties = rule.model_json_schema()["properties"]
    return [
        f"- `{name}`: {option.get('description', '')} Default: `{option.get('default')}`."
        for name, option in properties.items()
    ]


def _first(rule: type[Rule], kind: type[Example]) -> Example:
    return next(example for example in rule.examples if isinstance(example, kind))


def _shown(example: Example) -> str:
    """An example as an indented block, which no fence in it can close."""
    text = example.text if isinstance(example.text, str) else example.text.decode(errors="backslashreplace")
    lines = [f"    {line}".rstrip() for line in text.rstrip("\n").split("\n")]
    where = f"In `{example.path}`"
    if isinstance(example, Invalid):
        where += f", line {', '.join(str(line) for line in sorted(set(example.lines)))}"
    return f"{where}:\n\n" + "\n".join(lines)
