"""The sources that pages are about: templates that lead from what a page says to a file of the repository."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from posixpath import basename, commonpath, dirname, splitext

from doclint.formats.patterns.source_template import SourceTemplate
from doclint.repository.repository import Repository
from doclint.source.language import is_markdown

_MOST_FILES = 20_000  # of the repository that count
_SHARE = 0.6  # of the pages that a template must lead to a file for
_BUILT = frozenset({"build", "dist", "lib", "out", "target"})
_FILTERS = ("", "|snake", "|kebab", "|lower", "|path")


class Sources:
    """The files of a repository other than pages, by their names without the extension."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self._files = frozenset(_files(repository))
        self._by_stem: defaultdict[str, list[str]] = defaultdict(list)
        for path in sorted(self._files):
            self._by_stem[splitext(basename(path))[0]].append(path)

    def template(self, knowns: Sequence[Mapping[str, str]], path: str) -> list[str]:
        """Return templates of sources for pages of which some values of holes are known; none if there are too few.

        Pages whose `path` has that of the source need none.
        """
        if "{path}" in path or "{folder}" in path:
            return []
        for hole in dict.fromkeys(name for known in knowns for name in known):
            values = [known.get(hole, "") for known in knowns]
            for filter_ in _FILTERS:
                found = self._for(hole, filter_, values)
                if found:
                    return found
        return []

    def _for(self, hole: str, filter_: str, values: Sequence[str]) -> list[str]:
        """Return the template with a hole and a filter for the name of the file, if it leads to enough files."""
        name = SourceTemplate(f"{{{hole}{filter_}}}")
        found: list[list[str]] = []
        for value in values:
            tails = list(name.paths({hole: value}))
            found.append(
                [path for tail in tails for path in self._by_stem.get(basename(tail), ()) if _ends(path, tail)]
            )
        enough = _SHARE * len(values)
        if sum(map(bool, found)) < enough:
            return []
        places = Counter(place for paths in found for place in {(dirname(path), splitext(path)[1]) for path in paths})
        (folder, extension), count = min(places.items(), key=lambda pair: (-pair[1], _is_built(pair[0][0]), pair[0]))
        if count >= enough and filter_ != "|path":
            return [f"{folder}/{name.text}{extension}".lstrip("/")]
        extensions = Counter(ending for paths in found for ending in {splitext(path)[1] for path in paths})
        extension, count = extensions.most_common(1)[0]
        if count < enough:
            return []
        chosen = [path for paths in found for path in paths[:1] if path.endswith(extension)]
        above = commonpath([dirname(path) or "." for path in chosen]) if all(map(dirname, chosen)) else ""
        return [f"{above}/**/{name.text}{extension}".lstrip("/")]


def _is_built(folder: str) -> bool:
    """Whether a folder has what a build wrote, most likely."""
    return not _BUILT.isdisjoint(folder.split("/"))


def _ends(path: str, tail: str) -> bool:
    """Whether a path without its extension ends with some folders and a name."""
    return f"/{splitext(path)[0]}".endswith(f"/{tail}")


def _files(repository: Repository) -> Iterator[str]:
    """Yield the files of a repository other than pages, at most `_MOST_FILES`."""
    waiting, count = [""], 0
    while waiting and count < _MOST_FILES:
        folder = waiting.pop()
        for name, is_folder in sorted((repository.listing(folder) or {}).items()):
            path = f"{folder}/{name}".lstrip("/")
            if is_folder and not name.startswith(".") and name != "node_modules":
                waiting.append(path)
            elif not is_folder and not is_markdown(name):
                count += 1
                yield path
