"""The formats that the pages of a run may have."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self

from doclint.formats.schema.format import Format


class MarkedFormat(NamedTuple):
    """A format that is loaded once a page has one of its marks. `load` keeps what it has read."""

    name: str
    marks: tuple[str, ...]
    load: Callable[[], Format]


@dataclass(frozen=True)
class FormatSet:
    """The formats that the pages of a run may have: those that are `loaded`, and those that `marks` call for.

    `values` are those of parameters, for all formats. Of two formats with one name, each has pages of its own folder.
    """

    loaded: tuple[Format, ...] = ()
    marked: tuple[MarkedFormat, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    _known: dict[str, Format] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, formats: "FormatSet | Iterable[Format]") -> "FormatSet":
        """Return formats as a set; one that is a set already stays as it is."""
        return formats if isinstance(formats, FormatSet) else cls(tuple(formats))

    @property
    def rooted(self) -> tuple[Format, ...]:
        """The formats whose pages are below a folder that they name, so that paths tell which pages these can be."""
        return tuple(one for one in self.loaded if one.docs_root is not None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all formats, each once."""
        return tuple(dict.fromkeys([*(one.name for one in self.loaded), *(one.name for one in self.marked)]))

    def of_text(self, text: str) -> Iterator[Format]:
        """Yield the formats that a page with a text can be of, as far as their marks tell."""
        for format_ in self.loaded:
            if not format_.marks or any(mark in text for mark in format_.marks):
                yield format_
        for marked in self.marked:
            if any(mark in text for mark in marked.marks):
                yield self._load(marked)

    def named(self, names: Collection[str]) -> Iterator[Format]:
        """Yield the formats that have one of some names, which loads them."""
        yield from (one for one in self.loaded if one.name in names)
        yield from (self._load(one) for one in self.marked if one.name in names)

    def every(self) -> Iterator[Format]:
        """Yield all formats, which loads them."""
        yield from self.loaded
        yield from map(self._load, self.marked)

    def with_loaded(self, formats: Iterable[Format]) -> Self:
        """Return the set with some more formats, which come first."""
        return replace(self, loaded=(*formats, *self.loaded))

    def without(self, name: str) -> Self:
        """Return the set without the formats of a name."""
        loaded = tuple(one for one in self.loaded if one.name != name)
        return replace(self, loaded=loaded, marked=tuple(one for one in self.marked if one.name != name))

    def configured(self, docs_roots: Iterable[str] | None, values: Mapping[str, str]) -> Self:
        """Return the set with other folders for the pages of rooted formats, if any are given, and values of parameters
        for all formats.
        """
        found = list(self.loaded)
        if docs_roots is not None:
            folders = list(docs_roots)
            found = [
                copy
                for one in found
                for copy in ([one] if one.docs_root is None else [one.in_folder(folder) for folder in folders])
            ]
        return replace(self, loaded=tuple(one.with_values(values) for one in found), values=values, _known={})

    def _load(self, marked: MarkedFormat) -> Format:
        if marked.name not in self._known:
            self._known[marked.name] = marked.load().with_values(self.values)
        return self._known[marked.name]

    def __getstate__(self) -> dict[str, Any]:
        # Another process loads what its own pages need.
        return {**self.__dict__, "_known": {}}
