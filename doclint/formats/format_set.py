"""The formats that the pages of a run may have, and whose marks a page has."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set as AbstractSet
from functools import cache, cached_property
from posixpath import dirname
from typing import TYPE_CHECKING, Self

from msgspec import Struct
from msgspec.structs import replace

from doclint.formats.kinds import candidates
from doclint.markdown.source import with_lf
from doclint.repository.paths import folder_around, is_below
from doclint.repository.repository import Repository

if TYPE_CHECKING:
    from doclint.formats.schema.format import Format

# To look for one character is almost free. So a mark is only looked for on pages with its rarest one: these are in the
# order of how many Markdown pages lack them, and what is in no alphabet comes before them.
_RARE = 'J|*6}4!V3<zq>=M2BFj"EONHDCP_RAISx`()[]/'


class MarkIndex:
    """The marks of some formats, given by the name of each format. A format without any may be that of every page."""

    def __init__(self, marks: Mapping[str, Iterable[str]]) -> None:
        self._unmarked = frozenset(name for name, own in marks.items() if not own)
        self._names: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for name, own in marks.items():
            for mark in own:
                self._names[_rarest(mark)][mark].append(name)

    def names_on(self, text: str) -> set[str]:
        """Return the names of the formats that a page with a text can be of, as far as marks tell."""
        found = set(self._unmarked)
        text = with_lf(text)
        for character, marks in self._names.items():
            if character in text:
                for mark, names in marks.items():
                    if mark in text:
                        found.update(names)
        return found


@cache  # those of the formats that come with doclint are asked for by each run, and often by each page of a test
def _rarest(mark: str) -> str:
    return min(mark, key=_rank)


def _rank(character: str) -> int:
    found = _RARE.find(character)
    return found if found >= 0 or not character.isascii() else len(_RARE)


class UnloadedFormat(Struct, frozen=True):
    """A format that is loaded once a page can be of it. `load` keeps what it has read.

    Such a page has one of the marks, if there are any, and is below one of the docs roots; without any, it is anywhere,
    or in one of the `folders`, wherever these are. Then it is of no other such format, nor if all files that are
    `beside` the pages of this one are in its folder.
    """

    name: str
    marks: tuple[str, ...]
    docs_roots: tuple[str, ...]
    load: "Callable[[], Format]"
    folders: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    def is_above(self, path: str) -> bool:
        """Whether a path from the root of the repository is below one of the docs roots."""
        return any(is_below(path, folder.strip("/")) for folder in self.docs_roots)


class FormatSet(Struct, frozen=True, dict=True):
    """The formats that the pages of a run may have: those that are `loaded`, and those that pages call for.

    `values` are those of parameters, for all formats. Of two formats with one name, each has pages of its own folder.
    A set that `is_at_place` has no formats but those that a page at a certain path can be of: see `at_place`.
    """

    loaded: "tuple[Format, ...]" = ()
    unloaded: tuple[UnloadedFormat, ...] = ()
    values: Mapping[str, str] = {}
    is_at_place: bool = False

    @classmethod
    def of(cls, formats: "FormatSet | Iterable[Format]") -> "FormatSet":
        """Return formats as a set; one that is a set already stays as it is."""
        return formats if isinstance(formats, FormatSet) else cls(tuple(formats))

    @property
    def rooted(self) -> "tuple[Format, ...]":
        """The formats whose pages are below a folder that they name, so that paths tell which pages these can be. Only
        these are loaded.
        """
        loaded = [one for one in self.loaded if one.docs_root is not None]
        return (*loaded, *(one for each in self._rooted for one in self._load(each)))

    @cached_property
    def _rooted(self) -> tuple[UnloadedFormat, ...]:
        return tuple(one for one in self.unloaded if one.docs_roots)

    @property
    def docs_folders(self) -> tuple[str, ...]:
        """The folders of the pages of rooted formats, from the root of the repository."""
        loaded = [one.docs_folder for one in self.loaded if one.docs_root is not None]
        return (*loaded, *(folder.strip("/") for one in self.unloaded for folder in one.docs_roots))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all formats, each once."""
        return tuple(dict.fromkeys([*(one.name for one in self.loaded), *(one.name for one in self.unloaded)]))

    def at(self, path: str) -> "Iterator[Format]":
        """Yield the rooted formats in whose folder a path from the root of the repository is."""
        yield from (one for one in self.loaded if one.docs_root is not None and one.below(path) is not None)
        for unloaded in self._rooted:
            if unloaded.name in self._known or unloaded.is_above(path):
                yield from (one for one in self._load(unloaded) if one.below(path) is not None)

    def of_page(self, path: str, text: str) -> "Iterator[Format]":
        """Yield the formats that a page with a path and a text can be of, as far as folders and marks tell."""
        for format_ in self.loaded:
            if format_.is_marked_on(text) and (self.is_at_place or not format_.beside):
                yield format_
        names = self._marks.names_on(text)
        marked = [one for one in self.unloaded if one.name in names and (self.is_at_place or not one.beside)]
        in_folders = [one for one in marked if one.folders and folder_around(path, one.folders) is not None]
        elsewhere = (one for one in marked if not one.folders and (not one.docs_roots or one.is_above(path)))
        for unloaded in in_folders or elsewhere:
            yield from self._load(unloaded)

    def at_place(self, path: str, repository: Repository) -> "FormatSet":
        """Return the formats that a page at a path can be of, as far as the files beside it tell.

        These tell which formats with `beside` it can be of; if one of them comes with doclint, the page is of no other
        such format. Without a repository, pages are of no format with `beside`.
        """
        if not self._with_files or not (there := repository.names_among(self._first_files, dirname(path))):
            return self
        known = (one for one in self._with_files if one.beside[0] in there)
        formats = (each for one in known for each in (self._load(one) if isinstance(one, UnloadedFormat) else (one,)))
        names = tuple(one.name for one in formats if one.is_at(path, repository) and any(candidates(path, [one])))
        if names not in self._by_names:
            own = tuple(one for one in self.unloaded if one.beside and one.name in names)
            self._by_names[names] = replace(
                self,
                loaded=tuple(one for one in self.loaded if not one.beside or one.name in names),
                unloaded=own or tuple(one for one in self.unloaded if not one.beside),
                is_at_place=True,
            )
        return self._by_names[names]

    @cached_property
    def _with_files(self) -> "tuple[Format | UnloadedFormat, ...]":
        every: tuple[Format | UnloadedFormat, ...] = (*self.loaded, *self.unloaded)
        return tuple(one for one in every if one.beside)

    @cached_property
    def _first_files(self) -> frozenset[str]:
        """The names that a folder has one of if the files of a format are in it."""
        return frozenset(one.beside[0] for one in self._with_files)

    @cached_property
    def _known(self) -> "dict[str, tuple[Format, ...]]":
        return {}

    @cached_property
    def _by_names(self) -> "dict[tuple[str, ...], FormatSet]":
        return {}

    @cached_property
    def _marks(self) -> MarkIndex:
        return MarkIndex({one.name: one.marks for one in self.unloaded})

    def named(self, names: Collection[str]) -> "Iterator[Format]":
        """Yield the formats that have one of some names, which loads them."""
        yield from (one for one in self.loaded if one.name in names)
        for unloaded in self.unloaded:
            yield from self._load(unloaded) if unloaded.name in names else ()

    def every(self) -> "Iterator[Format]":
        """Yield all formats, which loads them."""
        yield from self.loaded
        for unloaded in self.unloaded:
            yield from self._load(unloaded)

    def with_loaded(self, formats: "Iterable[Format]") -> Self:
        """Return the set with some more formats, which come first."""
        return replace(self, loaded=(*formats, *self.loaded))

    def without(self, names: AbstractSet[str]) -> Self:
        """Return the set without the formats of some names."""
        loaded = tuple(one for one in self.loaded if one.name not in names)
        return replace(self, loaded=loaded, unloaded=tuple(one for one in self.unloaded if one.name not in names))

    def configured(self, docs_roots: Iterable[str] | None, values: Mapping[str, str]) -> Self:
        """Return the set with other folders for the pages of rooted formats, if any are given, and values of parameters
        for all formats.
        """
        loaded, unloaded = self.loaded, self.unloaded
        if docs_roots is not None:
            folders = tuple(docs_roots)
            loaded = tuple(copy for one in loaded for copy in _in_folders(one, folders))
            unloaded = tuple(replace(one, docs_roots=folders) if one.docs_roots else one for one in unloaded)
        loaded = tuple(one.with_values(values) for one in loaded)
        return replace(self, loaded=loaded, unloaded=unloaded, values=values)

    def _load(self, unloaded: UnloadedFormat) -> "tuple[Format, ...]":
        if unloaded.name not in self._known:
            self._known[unloaded.name] = _in_folders(unloaded.load().with_values(self.values), unloaded.docs_roots)
        return self._known[unloaded.name]


def _in_folders(format_: "Format", folders: Iterable[str]) -> "tuple[Format, ...]":
    """Return a format once for each of some folders of its pages, or as it is if these may be in any folder."""
    return (format_,) if format_.docs_root is None else tuple(map(format_.in_folder, folders))
