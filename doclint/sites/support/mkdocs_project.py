"""The configuration of MkDocs and its successors, in YAML with tags of its own or in TOML, and what its plugins do.

The tags are those of MkDocs 1.6 ("Configuration", `INHERIT`, `!ENV`, `!relative`) and of PyYAML (`!!python/name:`).
Nothing that they name is loaded. Plugins translate pages, and include files in them.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import islice
from posixpath import basename, dirname, join, splitext
from typing import Any, NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.errors.yaml import loader, parse
from doclint.repository.configuration import LARGEST, configuration
from doclint.repository.paths import below, shortest
from doclint.repository.repository import Repository
from doclint.sites.support.navigation import texts_in
from doclint.sites.support.pages import LOCALE

_MOST_PARENTS = 5
_MOST_VARIANTS = 20  # of a configuration, in a folder
_OWN = frozenset({"site_name", "docs_dir", "nav", "theme", "plugins", "markdown_extensions"})
_MOST_MERGED = 100_000  # keys of tables that are merged: aliases can make a small one huge, or contain itself
_MOST_NAMED = 1_000  # plugins or extensions


class Tagged(Struct, frozen=True):
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
    found = configuration(repository, path, lambda data: parse(data, _loader())) or {}
    found = found.get("project", found)  # Zensical has a table for all
    return dict(found) if isinstance(found, dict) else {}


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


_PLAIN_PLUGINS = names("doclint.sites", "mkdocs-plugins")
_MAKING_PLUGINS = names("doclint.sites", "mkdocs-making-plugins")
_MAKING_HOOKS = frozenset({"on_startup", "on_pre_build", "on_files"})
_WRITING_HOOKS = frozenset(
    {"on_page_read_source", "on_page_markdown", "on_page_content", "on_env", "on_post_page", "on_post_template"}
)
_MOST_HOOKS = 50
_HOOK = expression(rb"^[ ]*+(?:async )?def (?P<name>on_\w++)", re.MULTILINE)
_SNIPPET = expression(r"""^[ \t>]*+-++8<-++[ \t]++["'](?P<path>[^"'\n]++)["']""", re.MULTILINE)
_SNIPPETS = expression(
    r"^[ \t]*+-++8<-++[ \t]*+\n(?P<paths>(?:(?![ \t]*+-+8<-)[^\n]*+\n)*+)[ \t]*+-++8<-", re.MULTILINE
)
_INCLUDE = expression(r"""\{%-?\s*+include(?:-markdown)?\s++["'](?P<path>[^"'\n]++)["']""")
_BRACED_INCLUDE = expression(r"\{!\s*+(?P<path>[^\s!{}]++)\s*+!")
_MOST = 100


class Effects(NamedTuple):
    """Whether a build may make pages and other files, and whether it may change the text of pages."""

    makes_files: bool
    writes_text: bool


def effects(repository: Repository, folder: str, plugins: Collection[str], hooks: Any) -> Effects:
    """Return what the plugins with some names and the hooks of the site in a folder may do.

    The plugin for blogs is not among them: what it makes is in a folder of its own.
    """
    events = _events(repository, folder, hooks)
    others = set(plugins) - _PLAIN_PLUGINS - {"blog"}
    return Effects(bool(events & _MAKING_HOOKS or others), bool(events & _WRITING_HOOKS or others - _MAKING_PLUGINS))


def _events(repository: Repository, folder: str, hooks: Any) -> set[str]:
    """Return the events for which hooks have functions; all that matter if a hook cannot be read."""
    found: set[str] = set()
    paths = list(dict.fromkeys(map(text, hooks))) if isinstance(hooks, list) else []
    for number, path in enumerate(paths):
        data = repository.page(shortest(join(folder, path))) if path and number < _MOST_HOOKS else None
        if data is None:
            return {*_MAKING_HOOKS, *_WRITING_HOOKS}
        found.update(match["name"].decode() for match in _HOOK.finditer(data))
    return found


def includes_sites(nav: Any) -> bool:
    """Whether a navigation includes other sites: `- Other: "!include other/mkdocs.yml"`, for the plugin monorepo."""
    return any(one.startswith("!include") for one in texts_in(nav))


def snippets_in(text: str) -> Iterator[str]:
    """Yield the paths of snippets and includes without lines or sections; an empty one for a web address."""
    stated = [match["path"] for match in (*_SNIPPET.finditer(text), *_BRACED_INCLUDE.finditer(text))]
    for match in _SNIPPETS.finditer(text):
        stated += filter(None, map(str.strip, match["paths"].splitlines()))
    for path in stated:
        if not path.startswith(";"):
            yield "" if "://" in path else path.partition(":")[0]


def inclusions_in(text: str) -> Iterator[str]:
    """Yield the paths that the plugin include-markdown includes."""
    return (match["path"] for match in _INCLUDE.finditer(text))


class Languages:
    """The languages of the pages in a folder, by the options of the plugin. A site need not have any."""

    def __init__(self, docs: str, options: Mapping[str, Any]) -> None:
        self._docs = docs
        self._all = list(_languages(options))
        self._is_by_folder = options.get("docs_structure") == "folder"

    def __bool__(self) -> bool:
        return bool(self._all)

    def of(self, page: str) -> str:
        """Return the language of a page, which is the default one if the page does not say; empty without languages."""
        if not self._all:
            return ""
        inner = below(page, self._docs) or ""
        stated = inner.partition("/")[0] if self._is_by_folder else splitext(splitext(page)[0])[1].lstrip(".")
        return stated if LOCALE.match(stated) else self._all[0]

    def without(self, language: str, stem: str) -> str:
        """Return the path of a page from the folder, which has no suffix, without its language."""
        if self._is_by_folder:
            return stem.removeprefix(f"{language}/")
        return stem.removesuffix(f".{language}") if language else stem

    def translated(self, path: str, language: str) -> Iterator[str]:
        """Yield a path, and before it the files that stand for it in a language and in the default one."""
        inner = below(path, self._docs)
        if self._all and inner is not None:
            yield from self.files(inner, language)
        yield path

    def files(self, inner: str, language: str) -> Iterator[str]:
        """Yield the files that stand for a path from the folder, in a language first, and then in the default one."""
        if self._is_by_folder:
            first, _, rest = inner.partition("/")
            path = rest if LOCALE.match(first) else inner
            yield from (shortest(join(self._docs, one, path)) for one in (language, *self._all[:1]))
            yield shortest(join(self._docs, path))
        elif self._all:
            stem, suffix = splitext(inner)
            yield from (shortest(join(self._docs, f"{stem}.{one}{suffix}")) for one in (language, self._all[0]))
        yield shortest(join(self._docs, inner))


def _languages(options: Mapping[str, Any]) -> Iterator[str]:
    """Yield the languages of a site, the default one first."""
    found = options.get("languages")
    tables = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    named = [(one.get("locale"), one.get("default") is True) for one in tables]
    if isinstance(found, dict):  # before version 1
        named = [(name, name == options.get("default_language")) for name in found]
    named.sort(key=lambda one: not one[1])
    return (name for name, _ in named[:_MOST] if isinstance(name, str) and LOCALE.match(name))
