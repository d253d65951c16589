"""The configuration of MkDocs and its successors, in YAML with tags of its own or in TOML.

The tags are those of MkDocs 1.6 ("Configuration", `INHERIT`, `!ENV`, `!relative`) and of PyYAML (`!!python/name:`).
Nothing that they name is loaded.
"""

from collections.abc import Mapping
from functools import cache
from posixpath import dirname, join
from typing import Any, NamedTuple

from doclint.repository.repository import Repository
from doclint.sites.site import shortest
from doclint.sites.support.configuration import configuration

_MOST_PARENTS = 5
_DEEPEST = 10  # of what is merged: an alias can make a table contain itself


class Tagged(NamedTuple):
    """A value with a tag that only MkDocs or Python can resolve, such as `!!python/name:x`."""

    tag: str
    value: Any


def settings(repository: Repository, path: str | None) -> Mapping[str, Any]:
    """Return the settings in a file, merged with those that it inherits; empty if they cannot be read."""
    found = _read(repository, path) if path else {}
    for _ in range(_MOST_PARENTS):
        parent = found.pop("INHERIT", None)
        if not isinstance(parent, str) or path is None:
            break
        path = shortest(join(dirname(path), parent))
        found = _merged(_read(repository, path), found)
    return found


def _read(repository: Repository, path: str) -> dict[str, Any]:
    found = configuration(repository, path, _from_yaml) or {}
    found = found.get("project", found)  # Zensical has a table for all
    return dict(found) if isinstance(found, dict) else {}


def _from_yaml(data: bytes) -> Any:
    import yaml

    return yaml.load(data, _loader())  # noqa: S506 - a safe loader that only keeps the names of further tags


@cache
def _loader() -> Any:
    import yaml

    class Loader(yaml.SafeLoader):
        def flatten_mapping(self, node: Any) -> None:
            """Leave merge keys alone: a few lines of them can become a mapping without end."""

    def tagged(loader: Any, tag: str, node: Any) -> Tagged:
        if isinstance(node, yaml.ScalarNode):
            return Tagged(tag, loader.construct_scalar(node))
        if isinstance(node, yaml.SequenceNode):
            return Tagged(tag, loader.construct_sequence(node, deep=True))
        return Tagged(tag, loader.construct_mapping(node, deep=True))

    Loader.add_multi_constructor("", tagged)
    return Loader


def _merged(base: Any, over: Any, depth: int = _DEEPEST) -> Any:
    if not isinstance(base, dict) or not isinstance(over, dict) or not depth:
        return over
    both = base.keys() & over.keys()
    return {**base, **over, **{key: _merged(base[key], over[key], depth - 1) for key in both}}


def named(found: Any) -> dict[str, Mapping[str, Any]]:
    """Return the options of plugins or extensions by name, which a list or a mapping states.

    The prefixes `material/` and `markdown.extensions.` are left out. So is what is switched off.

    Zensical writes the extensions of PyMdown as a table in a table.

    >>> named(["search", {"material/blog": {"blog_dir": "news"}}, {"tags": {"enabled": False}}])
    {'search': {}, 'blog': {'blog_dir': 'news'}}
    >>> named({"toc": {}, "pymdownx": {"keys": {}}})
    {'toc': {}, 'pymdownx.keys': {}}
    """
    pairs: list[tuple[Any, Any]] = []
    for one in [found] if isinstance(found, dict) else found if isinstance(found, list) else []:
        pairs += one.items() if isinstance(one, dict) else [(one, None)]
    of_pymdown = next((options for name, options in pairs if name == "pymdownx"), None)
    if isinstance(of_pymdown, dict):
        pairs = [pair for pair in pairs if pair[0] != "pymdownx"]
        pairs += [(f"pymdownx.{name}", options) for name, options in of_pymdown.items()]
    return {
        name.removeprefix("material/").removeprefix("markdown.extensions."): options
        if isinstance(options, dict)
        else {}
        for name, options in pairs
        if isinstance(name, str) and not (isinstance(options, dict) and options.get("enabled") is False)
    }


def plain(found: Any) -> Any:
    """Return a value, or for one from the environment its default, which is None if there is none.

    >>> plain("docs"), plain(Tagged("!ENV", ["DOCS", "docs"])), plain(Tagged("!ENV", "DOCS"))
    ('docs', 'docs', None)
    """
    if not isinstance(found, Tagged):
        return found
    return found.value[-1] if found.tag == "!ENV" and isinstance(found.value, list) and found.value[1:] else None


def text(found: Any) -> str:
    """Return a value, or the default of one from the environment, if it is a string; else an empty one."""
    found = plain(found)
    return found if isinstance(found, str) else ""


def function(found: Any) -> tuple[str, Mapping[str, Any]]:
    """Return the name of a function that a setting refers to, and the arguments that it binds.

    >>> function(Tagged("tag:yaml.org,2002:python/object/apply:a.b", {"kwds": {"case": "lower"}}))
    ('a.b', {'case': 'lower'})
    >>> function({"object": "a.b"}), function(None)
    (('a.b', {}), ('', {}))
    """
    if isinstance(found, Tagged):
        name, bound = found.tag.rpartition(":")[2], found.value
    elif isinstance(found, dict):
        name, bound = found.get("object", ""), found
    else:
        name, bound = found, None
    arguments = bound.get("kwds") if isinstance(bound, dict) else None
    return (name if isinstance(name, str) else ""), (arguments if isinstance(arguments, dict) else {})
