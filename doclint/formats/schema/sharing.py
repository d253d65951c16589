"""Parts that a format shares: what is under `shared` is used wherever a list has its name in place of a table."""

from collections.abc import Iterator
from typing import Any

from doclint.errors.suggestions import did_you_mean

# What the lists under these keys share, by the key.
SHARED_BY = {
    "section": "sections",
    "child": "sections",
    "content": "contents",
    "epilogue": "contents",
    "group": "contents",
    "one-of": "contents",
    "true-of": "subjects",
    "false-of": "subjects",
    "groundless-of": "subjects",
}
_MOST = 10_000  # elements of shared parts in all places of a format together
_DEEPEST = 20  # shared parts inside of each other


def with_shared(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a format with shared parts in place of their names.

    Raises ValueError if there is no part of a name, if a part is used nowhere, if it contains itself or too much, or if
    its name is not in a list.

    >>> shared = {"sections": {"links": {"heading": "Links"}}}
    >>> with_shared({"kind": [{"section": ["links"]}], "shared": shared})["kind"]
    [{'section': [{'heading': 'Links'}]}]
    """
    shared = data.get("shared")
    if not isinstance(shared, dict) or not all(isinstance(parts, dict) for parts in shared.values()):
        return data
    sharing = _Sharing(shared)
    found = {key: value if key == "shared" else sharing.filled(key, value) for key, value in data.items()}
    for what, parts in shared.items():
        for name in parts:
            if (what, name) not in sharing.used:
                raise ValueError(f"`shared.{what}.{name}` is used nowhere")
    del found["shared"]
    return found


class _Sharing:
    """Puts shared parts in place of their names."""

    def __init__(self, shared: dict[str, dict[str, Any]]) -> None:
        self.shared = shared
        self.used: set[tuple[str, str]] = set()
        self._around: list[tuple[str, str]] = []
        self._elements = 0

    def filled(self, key: str, value: Any) -> Any:
        """Return the value of a key with shared parts in place of their names."""
        what = SHARED_BY.get(key)
        match value:
            case str() if what == "subjects":
                return list(self._part(what, value))
            case str() if what and value in self.shared.get(what, {}):
                raise ValueError(f'`{key}` is a list: write `{key} = ["{value}"]` for `shared.{what}.{value}`')
            case list() if what:
                return list(self._items(key, what, value))
            case list():
                return [self.filled(key, one) for one in value]
            case dict():
                return {name: self.filled(name, one) for name, one in value.items()}
        return value

    def _items(self, key: str, what: str, items: list[Any]) -> Iterator[Any]:
        for item in items:
            if isinstance(item, str):
                yield from self._part(what, item)
            elif isinstance(item, list):
                yield list(self._items(key, what, item))
            else:
                yield self.filled("", item)

    def _part(self, what: str, name: str) -> Iterator[Any]:
        """Yield the tables that a name stands for."""
        use = what, name
        parts = self.shared.get(what, {})
        if name not in parts:
            raise ValueError(f"there is no `shared.{what}.{name}`{did_you_mean(name, parts)}")
        if use in self._around:
            raise ValueError(f"`shared.{what}.{name}` contains itself")
        if len(self._around) == _DEEPEST:
            raise ValueError(f"`shared.{what}.{name}` is inside of more than {_DEEPEST} other shared parts")
        items = parts[name] if isinstance(parts[name], list) else [parts[name]]
        self._elements += len(items)
        if self._elements > _MOST:
            raise ValueError(f"shared parts have more than {_MOST:,} elements in all places together")
        self.used.add(use)
        self._around.append(use)
        key = next(key for key, shared in SHARED_BY.items() if shared == what)
        yield from self._items(key, what, items)
        self._around.pop()
