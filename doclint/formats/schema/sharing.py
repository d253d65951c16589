"""Parts that a format shares: what is under `shared` is used wherever a list has its name in place of a table."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from doclint.errors.validation import Mistake, Path
from doclint.errors.wording import did_you_mean, nearest

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
PATTERNS = "patterns"
"""The key of the lists of patterns that a format shares: `{shared.NAME}` stands for one of them."""
_SHARED = (*dict.fromkeys(SHARED_BY.values()), PATTERNS)
_HOLDERS = frozenset({dict, list})
_MOST = 10_000  # elements of shared parts in all places of a format together
_DEEPEST = 20  # shared parts inside of each other


def shared_patterns(value: object) -> str | None:
    """Return the name of the shared patterns that a value stands for; None if it stands for none.

    >>> shared_patterns("{shared.description}"), shared_patterns("{description}")
    ('description', None)
    """
    is_name = isinstance(value, str) and value.startswith("{shared.") and value.endswith("}")
    return str(value)[len("{shared.") : -1] if is_name else None


class SharedUse(Struct, frozen=True):
    """The data of a format with shared parts in place of their names, and the mistakes in their use.

    Such are names of parts that do not exist or are not in a list, and parts that nothing uses, or that contain
    themselves or too much. Where it is not clear what was meant by a name, the kind with it, or else `shared`, is
    `unclear`.
    """

    data: dict[str, Any]
    mistakes: list[Mistake]
    unclear: list[Path]


def with_shared(data: dict[str, Any]) -> SharedUse:
    """Put shared parts in place of their names.

    >>> shared = {"sections": {"links": {"heading": "Links"}}}
    >>> with_shared({"kind": [{"section": ["links"]}], "shared": shared}).data
    {'kind': [{'section': [{'heading': 'Links'}]}]}
    """
    shared = data.get("shared")
    if not isinstance(shared, dict) or not all(isinstance(parts, dict) for parts in shared.values()):
        return SharedUse(data, [], [])
    sharing = _Sharing(shared)
    found = {key: sharing.filled(key, value, (key,)) for key, value in data.items() if key != "shared"}
    return SharedUse(found, [*sharing.mistakes, *sharing.useless()], sharing.unclear)


def _may_share(key: str, value: object) -> bool:
    return type(value) in _HOLDERS or key in SHARED_BY or shared_patterns(value) is not None


class _Sharing:
    """Puts shared parts in place of their names. Paths are those in the file."""

    def __init__(self, shared: dict[str, dict[str, Any]]) -> None:
        self.shared = shared
        self.mistakes: list[Mistake] = []
        self.unclear: list[Path] = [("shared", what) for what in shared if what not in _SHARED]
        self._used: set[tuple[str, str]] = set()
        self._around: list[tuple[str, str]] = []
        self._refused: set[str] = set()
        self._elements = 0

    def filled(self, key: str, value: Any, path: Path) -> Any:
        """Return the value of a key with shared parts in place of their names."""
        what = SHARED_BY.get(key)
        match value:
            case str() if (name := shared_patterns(value)) is not None:
                self._used.add((PATTERNS, name))
                value = self.shared.get(PATTERNS, {}).get(name, value)
            case str() if what == "subjects":
                return list(self._part(what, value, path))
            case str() if what and value in self.shared.get(what, {}):
                text = f'`{key}` is a list: write `{key} = ["{value}"]` for `shared.{what}.{value}`'
                self.mistakes.append(Mistake(path, text))
                return list(self._part(what, value, path))
            case list() if what:
                return list(self._items(what, value, path))
            case list():
                return [self.filled(key, one, (*path, index)) for index, one in enumerate(value)]
            case dict():
                return {
                    # Most values are texts or numbers outside of lists that share.
                    name: self.filled(name, one, (*path, name)) if _may_share(name, one) else one
                    for name, one in value.items()
                }
        return value

    def useless(self) -> Iterator[Mistake]:
        """Yield a mistake for each shared part that nothing uses."""
        for what, parts in self.shared.items():
            if what not in _SHARED:
                hint = did_you_mean(what, _SHARED) or f"; there are {', '.join(f'`{one}`' for one in _SHARED)}"
                yield Mistake(("shared", what), f"there is no key `shared.{what}`{hint}")
                continue
            for name in parts:
                if (what, name) not in self._used:
                    yield Mistake(("shared", what, name), f"`shared.{what}.{name}` is used nowhere")

    def _items(self, what: str, items: list[Any], path: Path) -> Iterator[Any]:
        for index, item in enumerate(items):
            if isinstance(item, str):
                yield from self._part(what, item, (*path, index))
            elif isinstance(item, list):
                yield list(self._items(what, item, (*path, index)))
            else:
                yield self.filled("", item, (*path, index))

    def _part(self, what: str, name: str, path: Path) -> Iterator[Any]:
        """Yield the tables that a name at a path stands for."""
        parts = self.shared.get(what, {})
        if name not in parts:
            near = self._near(what, name, path)
            if near is None:
                return
            name = near
        use = what, name
        self._used.add(use)
        part = parts[name]
        limit = self._limit(use, len(part) if isinstance(part, list) else 1)
        if limit:
            self._refuse(limit, path)
            return
        self._around.append(use)
        if isinstance(part, list):
            yield from self._items(what, part, ("shared", *use))
        elif isinstance(part, str):
            yield from self._part(what, part, ("shared", *use))
        else:
            yield self.filled("", part, ("shared", *use))
        self._around.pop()

    def _refuse(self, text: str, path: Path) -> None:
        """Add a mistake of a shared part, once for all of its uses."""
        if text not in self._refused:
            self._refused.add(text)
            self.unclear.append(("shared",))
            self.mistakes.append(Mistake(path, text))

    def _near(self, what: str, name: str, path: Path) -> str | None:
        """Add the mistake that there is no part of a name, and return the name that is meant if that is clear."""
        if any(name in parts for key, parts in self.shared.items() if key not in _SHARED):
            return None  # the key is the mistake
        near = nearest(name, self.shared.get(what, {}))
        hint = f"; did you mean `{near}`?" if near else ""
        self.mistakes.append(Mistake(path, f"there is no `shared.{what}.{name}`{hint}"))
        if near is None:
            self.unclear.append(path[:2] if path[0] == "kind" else ("shared",))
        return near

    def _limit(self, use: tuple[str, str], elements: int) -> str:
        """Return why a shared part cannot be used here; empty if it can."""
        name = f"`shared.{use[0]}.{use[1]}`"
        if use in self._around:
            return f"{name} contains itself"
        if len(self._around) == _DEEPEST:
            return f"{name} is inside of more than {_DEEPEST} other shared parts"
        self._elements += elements
        if self._elements > _MOST:
            return f"shared parts have more than {_MOST:,} elements in all places together"
        return ""
