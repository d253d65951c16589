"""Templates of the paths of sources: text with holes whose values filters may change, and `*` for what is not known."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from posixpath import normpath

from doclint.errors.expressions import expression
from doclint.errors.wording import did_you_mean
from doclint.formats.patterns.template import Template, TemplateError

_HOLE = expression(r"\{(?P<name>[a-z][a-z0-9._-]*)(?P<filters>(?:\|[^{}|]*)+)\}")
_LONGEST = 1_000  # characters of a value; no path is as long
_MOST_NAMES = 12  # in a dotted name


class SourceTemplate:
    """A compiled template of a path from the root of the repository.

    `{name|snake}` is the value of a hole in snake case. Filters are `snake`, `kebab`, `lower`, `upper`, `path`, which
    turns dots into slashes, `scope`, which is what is before the last dot, and `module`, which turns dots into slashes
    and also leaves out names at the end; of several, the first one comes first. `[text]` is left out unless all of its
    holes have a value.

    >>> template = SourceTemplate("{package|path}/models/{symbol|snake}.py")
    >>> list(template.paths({"package": "shop.client", "symbol": "APIKey"}))
    ['shop/client/models/api_key.py']
    >>> list(SourceTemplate("{tool}/bin/{tool}.py").paths({"tool": "till"}))
    ['till/bin/till.py']
    >>> scoped = SourceTemplate("{symbol|scope|path}.py")
    >>> list(scoped.paths({"symbol": "shop.basket.Basket"})), list(scoped.paths({"symbol": "Basket"}))
    (['shop/basket.py'], [])
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._filtered: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._template = Template(_HOLE.sub(self._plain, text), only_filled=True)
        self.names = tuple(self._filtered.get(name, (name,))[0] for name in self._template.names)
        """The names of the holes."""
        if self._template.has_unread:
            raise TemplateError(f"`{text}` has the hole `{{_}}`, which has no value; for any part of a name, write `*`")
        if text.endswith("**"):
            raise TemplateError(f"`{text}` names no file: it ends with `**`")

    def _plain(self, hole: re.Match[str]) -> str:
        """Return a hole with filters as one of its own, without them."""
        filters = tuple(hole["filters"].split("|")[1:])
        for one in filters:
            if one not in FILTERS:
                hint = did_you_mean(one, FILTERS) or f"; known: {', '.join(FILTERS)}"
                raise TemplateError(f"`{self.text}` has the unknown filter `{one}`{hint}")
        name = f"filtered-{len(self._filtered)}"
        self._filtered[name] = hole["name"], filters
        return f"{{{name}}}"

    def paths(self, values: Mapping[str, str]) -> Iterator[str]:
        """Yield the paths, which may have `*`, for the values of holes; none if holes lack a value.

        Where a filter has several results, there are several paths. They begin with a slash if the template does.
        """
        for plain in self._values(values):
            for path in self._template.texts(plain):
                is_alike = path.startswith("/") == self.text.startswith("/")
                if is_alike and normpath(path) == path and not path.startswith(("//", "../")):
                    yield path

    @property
    def anywhere(self) -> str:
        """The pattern of all paths that the template can give.

        >>> SourceTemplate("{package|path}/models/{symbol|snake}.py").anywhere
        '**/*/models/*.py'
        """
        dotted = {name for name, (_, filters) in self._filtered.items() if not _DOTTED.isdisjoint(filters)}
        filled = self._template.fill({name: "**/*" if name in dotted else "*" for name in self._template.names})
        return filled.removeprefix("/")

    @cached_property
    def extension(self) -> str:
        """The extension of all files that the template leads to, in folders that patterns look through; empty if it
        may lead to others.

        >>> SourceTemplate("**/{symbol|kebab}.ts").extension, SourceTemplate("lib/{name}").extension
        ('.ts', '')
        """
        found = re.search(r"\.\w+\Z", self.text)
        is_hidden = "/." in f"/{self.text}" or "node_modules" in self.text
        return found.group() if found and not is_hidden else ""

    def _values(self, values: Mapping[str, str]) -> Iterator[dict[str, str]]:
        usable = {name: value for name, value in values.items() if _is_usable(value)}
        results = {
            name: found
            for name, (hole, filters) in self._filtered.items()
            if hole in usable and (found := _results(usable[hole], filters))
        }
        most = max(map(len, results.values()), default=1)
        for number in range(most):
            yield usable | {name: found[min(number, len(found) - 1)] for name, found in results.items()}


def _is_usable(value: str) -> bool:
    return 0 < len(value) <= _LONGEST and not set(value) & set("*?[]\0\n\\")


def _results(value: str, filters: tuple[str, ...]) -> list[str]:
    found = [value]
    for one in filters:
        found = list(dict.fromkeys(result for text in found for result in FILTERS[one](text)))
    return found


def _snake(text: str) -> list[str]:
    """Return a name in snake case: as most libraries write it, and as OpenAPI Generator does since 4.0.

    They differ where capitals end a name: the latter leaves `APIs` together. Source: inflection 0.5.1, `underscore`;
    OpenAPI Generator 7, `StringUtils.underscore`.

    >>> _snake("OAuth2APIs"), _snake("ApiKeysApi"), _snake("HTTPServer2Model")
    (['o_auth2_ap_is', 'o_auth2_apis'], ['api_keys_api'], ['http_server2_model'])
    """
    return list(dict.fromkeys(_separated(text, "_", begins) for begins in _BEGINNINGS))


def _kebab(text: str) -> list[str]:
    """Return a name in kebab case: as in snake case, and as OpenAPI Generator names files of clients for axios.

    The latter leaves capitals together with the letter behind them. Source: OpenAPI Generator 7,
    `TypeScriptAxiosClientCodegen.toModelFilename`.

    >>> _kebab("MFAApi"), _kebab("UpdatesASubscription")
    (['mfa-api', 'mfaapi'], ['updates-a-subscription', 'updates-asubscription'])
    """
    beginnings = (*_BEGINNINGS, r"(?<=[a-z\d])(?=[A-Z])|[-_ ]")
    return list(dict.fromkeys(_separated(text, "-", begins).strip("-") for begins in beginnings))


_BEGINNINGS = tuple(rf"(?<=[A-Z])(?=[A-Z][a-z]{{{least}}})|(?<=[a-z\d])(?=[A-Z])|[-_ ]" for least in (1, 2))
"""Where words of a name begin, by how many small letters at least follow the capital after other capitals."""


def _separated(text: str, separator: str, begins: str) -> str:
    return re.sub(begins, separator, text).lower()


def _module(text: str) -> list[str]:
    """Return the paths of the modules that a dotted name may be in, the innermost first.

    >>> _module("shop.basket.Basket")
    ['shop/basket/Basket', 'shop/basket', 'shop']
    """
    names = text.split(".")[:_MOST_NAMES]
    return ["/".join(names[:length]) for length in range(len(names), 0, -1)]


_DOTTED = frozenset({"path", "module"})
FILTERS: dict[str, Callable[[str], list[str]]] = {
    "snake": _snake,
    "kebab": _kebab,
    "lower": lambda text: [text.lower()],
    "upper": lambda text: [text.upper()],
    # Generators that are called with files name modules `box.py`.
    "path": lambda text: [one.replace(".", "/") for one in dict.fromkeys((text.removesuffix(".py"), text))],
    "module": _module,
    "scope": lambda text: [text.rpartition(".")[0]] if "." in text else [],
}
