"""Declarations of which several together are one: overloads, accessors of a property, and what TypeScript merges."""

from collections import Counter

from doclint.source.model import Declaration, DeclaredSignature

MERGING = frozenset({"class", "interface", "namespace", "enum", "function"})
"""The kinds of declarations of one name that TypeScript merges (Handbook, "Declaration Merging")."""
MERGED = "the source declares it several times"
"""Why each of several declarations that are merged may have other members."""


class DeclarationList:
    """The declarations of a module or of a class, in the order of the source."""

    def __init__(self) -> None:
        self._found: list[Declaration] = []
        self._places: dict[tuple[str, bool, str], int] = {}
        self._signatures: dict[int, list[DeclaredSignature]] = {}

    def add(self, found: Declaration) -> None:
        """Add a declaration that is one by itself."""
        self._found.append(found)

    def add_overload(self, found: Declaration, *, is_implementation: bool) -> None:
        """Add a function. Behind overloads of its name, the signature of the implementation does not count."""
        key = _key(found)
        place = self._places.get(key)
        if place is not None:
            self._extend(place, found)
            if is_implementation:
                del self._places[key]
            else:
                self._signatures[place] += found.signatures
        elif is_implementation:
            self._found.append(found)
        else:
            self._signatures[len(self._found)] = [*found.signatures]
            self._start(found)

    def add_accessor(self, found: Declaration) -> None:
        """Add a function that reads or writes a property."""
        place = self._places.get(_key(found))
        if place is None:
            self._start(found)
        else:
            self._extend(place, found)

    def finished(self) -> tuple[Declaration, ...]:
        """Return the declarations, each with all of its signatures."""
        for place, signatures in self._signatures.items():
            self._found[place] = self._found[place]._replace(signatures=tuple(signatures))
        times = Counter(one.name for one in self._found if one.kind in MERGING)
        return tuple(
            one._replace(is_open=one.is_open or MERGED) if one.kind in MERGING and times[one.name] > 1 else one
            for one in self._found
        )

    def _start(self, found: Declaration) -> None:
        self._places[_key(found)] = len(self._found)
        self._found.append(found)

    def _extend(self, place: int, found: Declaration) -> None:
        first = self._found[place]
        self._found[place] = first._replace(
            end=max(first.end, found.end),
            decorators=first.decorators or found.decorators,
            type=first.type or found.type,
            docstring=first.docstring or found.docstring,
            is_public=first.is_public or found.is_public,
            is_async=first.is_async or found.is_async,
            is_optional=first.is_optional or found.is_optional,
        )


def _key(found: Declaration) -> tuple[str, bool, str]:
    return found.name, found.is_static, found.kind
