"""The configuration of MkDocs and its successors, in YAML with tags of its own or in TOML.

The tags are those of MkDocs 1.6 ("Configuration", `INHERIT`, `!ENV`, `!relative`) and of PyYAML (`!!python/name:`).
Nothing that they name is loaded.
"""

from collections.abc import Mapping
from functools import cache
from itertools import islice
from posixpath import basename, dirname, join, splitext
from typing import Any, NamedTuple

from doclint.errors.yaml import loader, parse
from doclint.repository.configuration import LARGEST, configuration
from doclint.repository.paths import shortest
from doclint.repository.repository import Repository

_MOST_PARENTS = 5
_MOST_VARIANTS = 20  # of a configuration, in a folder
_OWN = frozenset({"site_name", "docs_dir", "nav", "theme", "plugins", "markdown_extensions"})
_MOST_MERGED = 100_000  # keys of tables that are merged: aliases can make a small one huge, or contain itself
_MOST_NAMED = 1_000  # plugins or extensions


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


def inherited_by(repository: Repository, path: str) -> str | None:
    """Return the path of the configuration that another one inherits; None if there is none."""
    parent = _read(repository, path).get("INHERIT")
    return shortest(join(dirname(path), parent)) if isinstance(parent, str) else None


def docs_of(found: Mapping[str, Any], folder: str) -> str:
    """Return the folder of the pages of a site by its settings, which are in a folder."""
    return shortest(join(folder, text(found.get("docs_dir")) or "docs"))


def further_settings(repository: Repository, folder: str) -> frozenset[str]:
    """Return the configurations in a folder under other names than `mkdocs.yml`: one for each further folder of pages.

    Of several for one folder, that is the first that inherits from others.
    """
    names = [name for name in repository.names_beginning("mkdocs", folder) if name.endswith((".yml", ".yaml"))]
    paths = [join(folder, name) for name in names[:_MOST_VARIANTS]]
    paths.sort(
        key=lambda path: (splitext(basename(path))[0] != "mkdocs", b"INHERIT:" not in (repository.page(path) or b""))
    )
    chosen: dict[str, str] = {}
    size = 0
    for path in paths:
        size += len(repository.page(path) or b"")
        found = settings(repository, path) if size <= LARGEST else {}
        if not _OWN.isdisjoint(found):
            chosen.setdefault(docs_of(found, folder), path)
    return frozenset(chosen.values())


def _read(repository: Repository, path: str) -> dict[str, Any]:
    found = configuration(repository, path, _from_yaml) or {}
    found = found.get("project", found)  # Zensical has a table for all
    return dict(found) if isinstance(found, dict) else {}


def _from_yaml(data: bytes) -> Any:
    return parse(data, _loader())


@cache
def _loader() -> Any:
    import yaml

    class MkDocsLoader(loader()):  # type: ignore[misc]
        """Also keeps what has other tags."""

    def tagged(loader: Any, tag: str, node: Any) -> Tagged:
        if isinstance(node, yaml.ScalarNode):
            return Tagged(tag, loader.construct_scalar(node))
        if isinstance(node, yaml.SequenceNode):
            return Tagged(tag, loader.construct_sequence(node, deep=True))
        return Tagged(tag, loader.construct_mapping(node, deep=True))

    MkDocsLoader.add_multi_constructor("", tagged)
    return MkDocsLoader


def _merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Return a table with what another one states in its place, also in tables within both."""
    whole = {**base, **over}
    waiting, left = [(whole, base, over)], _MOST_MERGED
    while waiting:
        into, below, above = waiting.pop()
        for key in below.keys() & above.keys():
            one, other = below[key], above[key]
            if isinstance(one, dict) and isinstance(other, dict):
                left -= len(one) + len(other) + 1
                if left < 0:
                    return whole
                into[key] = {**one, **other}
                waiting.append((into[key], one, other))
    return whole


def named(found: Any) -> dict[str, Mapping[str, Any]]:
    """Return the options of plugins or extensions by name, which a list or a mapping states.

    The prefixes `material/` and `markdown.extensions.` are left out. So is what is switched off.

    Zensical writes the extensions of PyMdown as a table in a table.

    >>> named(["search", {"material/blog": {"blog_dir": "news"}}, {"tags": {"enabled": False}}])
    {'search': {}, 'blog': {'blog_dir': 'news'}}
    >>> named({"toc": {}, "pymdownx": {"keys": {}}})
    {'toc': {}, 'pymdownx.keys': {}}
    """
    items = [found] if isinstance(found, dict) else found if isinstance(found, list) else []
    stated = (pair for one in items for pair in (one.items() if isinstance(one, dict) else [(one, None)]))
    pairs: list[tuple[Any, Any]] = list(islice(stated, _MOST_NAMED))
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
