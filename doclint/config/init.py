"""The first configuration that `doclint init` writes, derived from the pages of a tree."""

from collections.abc import Container, Iterator
from typing import Any

from doclint.config.schema import keys
from doclint.config.show import assignment
from doclint.config.survey import TreeSurvey

_EXAMPLE = 'ignore-formats = ["NAME"]'


def text(found: TreeSurvey) -> str:
    """Return the text of the configuration, with every setting that it does not set in a comment."""
    values = _values(found)
    formats = sorted({*found.roots, *found.marked})
    known = f"among them some in the format {', '.join(formats)}" if formats else "of no known format"
    more = [f"# `doclint formats find` lists them; `{_EXAMPLE}` switches a format off."] if found.marked else []
    lines = [
        "# The settings of doclint for this repository. `doclint config` shows all settings,",
        "# `doclint rules` lists the rules, `doclint explain RULE` shows the manual of a rule.",
        "#",
        f"# Pages found: {found.pages:,}, {known}.",
        *more,
        *(assignment(value, key) for key, value in values.items()),
        *_commented(without=values),
    ]
    return "\n".join(lines) + "\n"


def _commented(without: Container[str]) -> Iterator[str]:
    """Yield every setting of the root, except some keys, with its meaning and its default, in comments."""
    for key, setting in keys():
        if key[0] in without:
            continue
        default = setting.get_default(call_default_factory=True)
        yield ""
        yield f"# {setting.description}"
        [example, *_] = setting.examples or [["..."] if "list" in str(setting.annotation) else "..."]
        yield f"# {assignment(example if default is None else default, *key)}"


def _values(found: TreeSurvey) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if found.roots:
        values["docs-roots"] = sorted(set().union(*found.roots.values()))
    if len(found.projects) == 1:
        values["project"] = next(iter(found.projects))
    return values
