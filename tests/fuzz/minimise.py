"""Making a failing case small: fewer files, then fewer lines, then fewer characters (delta debugging)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from fuzz.case import Case

_Item = TypeVar("_Item")


class Minimiser:
    """Makes a case smaller while it fails in the same way, with at most `most` attempts."""

    def __init__(self, fails: Callable[[Case], bool], most: int = 400) -> None:
        self._fails = fails
        self._left = most

    def minimise(self, case: Case) -> Case:
        """Return the smallest case found."""
        smaller = self._pass(case)
        while smaller != case and self._left:
            case, smaller = smaller, self._pass(smaller)
        return smaller

    def _pass(self, case: Case) -> Case:
        case = self._shrunk(case, list(case.files), partial(self._only, case))
        case = self._shrunk(case, case.arguments, partial(self._with_arguments, case))
        for path in case.files:
            for split in (_lines, _characters):
                case = self._shorter(case, path, split)
        return case

    @staticmethod
    def _with_arguments(case: Case, arguments: Sequence[str]) -> Case:
        return replace(case, arguments=tuple(arguments))

    @staticmethod
    def _only(case: Case, names: Sequence[str]) -> Case:
        return replace(case, files={name: case.files[name] for name in names})

    def _shorter(self, case: Case, path: str, split: Callable[[bytes], list[bytes]]) -> Case:
        def make(parts: Sequence[bytes]) -> Case:
            return replace(case, files={**case.files, path: b"".join(parts)})

        return self._shrunk(case, split(case.files[path]), make)

    def _shrunk(self, case: Case, items: Sequence[_Item], make: Callable[[Sequence[_Item]], Case]) -> Case:
        """Return the case with as few of some items as possible; `make` returns the case that has given items."""
        size = max(1, len(items) // 2)
        while items and size:
            for fewer in _without_parts(items, size):
                if not self._left:
                    return case
                self._left -= 1
                candidate = make(fewer)
                if self._fails(candidate):
                    items, case = fewer, candidate
                    break
            else:
                size //= 2
            size = min(size, len(items))
        return case


def _without_parts(items: Sequence[_Item], size: int) -> Iterator[Sequence[_Item]]:
    for start in range(0, len(items), size):
        yield [*items[:start], *items[start + size :]]


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def _characters(data: bytes) -> list[bytes]:
    text = data.decode(errors="surrogateescape")
    return [character.encode(errors="surrogateescape") for character in text] if len(text) < 4_000 else [data]
