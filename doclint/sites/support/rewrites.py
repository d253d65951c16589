"""The rewrites of VitePress: which address a site gives to a page, other than its path.

The facts are those of `plugins/rewritesPlugin.ts` of VitePress 1.6 and 2.0, and of path-to-regexp 6.
"""

import re
from collections.abc import Mapping
from functools import partial
from posixpath import basename, dirname, join

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.repository.paths import above, below
from doclint.repository.repository import Repository
from doclint.sites.support.pages import files_below
from doclint.source.languages.javascript_literals import ObjectLiteral

_MOST = 10_000  # files of a folder; if it has more, some may not have been found
_MOST_PATTERNS = 100
_PARAMETER = expression(
    r"(?P<slash>/?)(?::(?P<name>[A-Za-z_]\w*)|(?=\())(?P<any>\(\.\*\))?(?P<repeat>[*+?]?)", re.ASCII
)
_SYNTAX = expression(r"[:*+?(){}\\]|\A/?\^")
_SIGNS = expression(r"[\W_]+")


class _Parameter(Struct, frozen=True):
    """A part of a pattern that stands for any text: `:name`, `:name*`, `:name(.*)` or `(.*)`, with the slash before."""

    slash: str
    name: str
    regex: str
    is_plain: bool


class Originals(Struct, frozen=True):
    """The paths of pages, and of folders, by those that rewrites give to them; and whether all pages were found."""

    pages: Mapping[str, str]
    folders: Mapping[str, str]
    are_all: bool = True

    def of(self, path: str) -> str:
        """Return the path of the page at an address; if there is none, where it would be with others of its folder."""
        if path in self.pages:
            return self.pages[path]
        folder, rest = dirname(path), basename(path)
        while folder and folder not in self.folders:
            folder, rest = dirname(folder), join(basename(folder), rest)
        return join(self.folders.get(folder, folder), rest)


class Rewrites:
    """The rewrites in settings. They `are_known` unless a function makes some, or some are patterns of other kinds."""

    def __init__(self, table: ObjectLiteral, config: str | None) -> None:
        self._config = config
        self._paths: dict[str, str] = {}
        self._patterns: list[tuple[re.Pattern[str], list[str], list[str | _Parameter]]] = []
        self.are_known = not table.is_open
        for one, two in table.items():
            if isinstance(two, str) and not _SYNTAX.search(one) and not _SYNTAX.search(two):
                self._paths[one] = two
            else:
                self.are_known &= isinstance(two, str) and self._adds(one, two)

    def _adds(self, one: str, two: str) -> bool:
        """Add a pattern, and return whether it can be read."""
        source, target = _parts(one), _parts(f"/{two}")
        names = [part.name for part in source or () if isinstance(part, _Parameter)]
        if source is None or target is None or two.startswith("/") or len(self._patterns) == _MOST_PATTERNS:
            return False
        if any(isinstance(part, _Parameter) and part.name not in names for part in target):
            return False
        regex = "".join(re.escape(part) if isinstance(part, str) else part.regex for part in source)
        self._patterns.append((re.compile(regex, re.IGNORECASE), names, target))
        return True

    def rewritten(self, path: str) -> str:
        """Return the path that a page has on the site, from the folder of all pages as the one that is given."""
        if path in self._paths:
            return self._paths[path]
        for regex, names, target in self._patterns:
            match = regex.fullmatch(path)
            if match is not None:
                values = dict(zip(names, match.groups(), strict=True))  # the last one of a name counts
                return "".join(part if isinstance(part, str) else _filled(part, values) for part in target)[1:]
        return path

    def originals(self, repository: Repository, folder: str) -> Originals:
        """Return the paths of the pages below a folder by those that they have on the site."""
        if not self._patterns:
            return Originals({two: one for one, two in self._paths.items()}, {})
        return repository.answered(("rewrites", folder, self._config), partial(self._originals, repository, folder))

    def _originals(self, repository: Repository, folder: str) -> Originals:
        files = repository.remembered(_files, folder)
        # Of two pages with one address, the last one counts, in whatever order the files are.
        pages = sorted(below(file, folder) or "" for file in files if file.endswith(".md"))
        found = {self.rewritten(page): page for page in pages}
        return Originals(found, _folders(found), len(files) < _MOST)


def may_be_renamed(repository: Repository, name: str) -> bool:
    """Whether the path of a file has a name in it, apart from signs and case, so that a function can give it that."""
    plain = repository.remembered(_plain_paths)
    return plain.count("\n") >= _MOST or _SIGNS.sub("", name.casefold()) in plain


def _parts(path: str) -> list[str | _Parameter] | None:
    """Return the texts and parameters of a pattern; None if it is of another kind.

    One with two parameters in a segment, or with two that may have slashes in them, would take long to match.
    """
    parts: list[str | _Parameter] = []
    end = unnamed = 0
    for match in _PARAMETER.finditer(path):
        between, slash, name, repeat = path[end : match.start()], match["slash"], match["name"], match["repeat"]
        is_apart = not end or "/" in between + slash
        if not is_apart or (repeat and not slash) or not (name or match["any"]):
            return None
        value = ".*" if match["any"] else ".+" if repeat in ("*", "+") else "[^/]+"
        regex = f"(?:{slash}({value})){'?' if repeat in ('*', '?') else ''}"
        parts += [between, _Parameter(slash, name or str(unnamed), regex, not match["any"] and not repeat)]
        unnamed += name is None
        end = match.end()
    parts.append(path[end:])
    is_long = sum(isinstance(part, _Parameter) and not part.is_plain for part in parts) > 1
    is_other = any(isinstance(part, str) and _SYNTAX.search(part) for part in parts)
    return None if is_long or is_other else parts


def _filled(parameter: _Parameter, values: Mapping[str, str | None]) -> str:
    value = values[parameter.name]
    return f"{parameter.slash}{value}" if value else ""


def _folders(pages: Mapping[str, str]) -> Mapping[str, str]:
    """Return the folder of the pages in each folder of a site; it is the same one if they come from several."""
    found: dict[str, str] = {}
    for page, original in pages.items():
        one, two = page, original
        while one != two and basename(one) == basename(two):
            one, two = dirname(one), dirname(two)
            if found.setdefault(one, two) != two:
                found[one] = one
    for page in pages:
        found.update((folder, folder) for folder in above(dirname(page)) if folder not in found)
    return found


def _files(repository: Repository, folder: str) -> list[str]:
    return [*files_below(repository, folder, ("",))]


def _plain_paths(repository: Repository) -> str:
    return "\n".join(_SIGNS.sub("", path.casefold()) for path in repository.remembered(_files, ""))
