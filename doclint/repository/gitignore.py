"""Patterns for paths in the syntax of .gitignore, and what git ignores by them.

No pattern takes more time than its length multiplied by that of the path: a step that could match in several ways takes
the first one and never tries another. This loses nothing, because the first way leaves most of the path to the rest.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from pathlib import Path
from posixpath import dirname

from msgspec import Struct

from doclint.errors.exceptions import ConfigError
from doclint.errors.expressions import expression

LARGEST = 1_000_000
"""The most bytes that doclint reads of a `.gitignore`. It ignores a larger one."""
LONGEST = 4096
"""The characters of the longest pattern. No system has longer paths."""
MOST_WILD = 1_000
"""How many patterns of one list can have wildcards. doclint compares each path with each of them; for all other
patterns, one look-up is enough.
"""
MOST_WILD_CHARACTERS = 20_000
"""The characters of all patterns with wildcards of one list."""

_WILD = expression(r"[*?\[\\]")
_NOT_LITERAL = expression(r"[*?/]|[\[\\].*", re.DOTALL)
_TOKEN = expression(r"\\(.)|(\*+)|(\?)|\[([!^]?+)(\]?+[^\]]*+)\]|(.)", re.DOTALL)
_RANGE = expression(r"(.)(?:-(.))?", re.DOTALL)
_INVALID = "which is not a pattern in the syntax of .gitignore"
_FOLDERS = "(?:[^/]*+/)*"


class _Match(Struct, frozen=True):
    """A pattern that matches a path: its number in the list, and whether it matches only a folder above the path."""

    number: int
    is_above: bool


class _Wild:
    """A pattern with wildcards: its number in the list, and the longest text that all paths have that it matches."""

    def __init__(self, number: int, pattern: str, expression: str) -> None:
        self.number = number
        self.text = max(_NOT_LITERAL.split(pattern), key=len)
        self._expression = expression

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """The regular expression, which is compiled when the first path has the text."""
        return re.compile(self._expression, re.DOTALL)


class Patterns:
    """A list of patterns.

    >>> patterns = Patterns(["*.md", "!keep.md"])
    >>> patterns.matches("docs/a.md"), patterns.matches("docs/keep.md")
    (True, False)
    """

    def __init__(self, patterns: Iterable[str] = ()) -> None:
        """Read patterns. Raises ValueError if one is invalid or too long, or if too many have wildcards."""
        self._includes: list[bool | None] = []
        # Patterns without wildcards by what they match: a name at any depth, or a path after a slash.
        self._ends: dict[str, list[int]] = {}
        self._folders: dict[str, list[int]] = {}
        self._wild: list[_Wild] = []
        self._wild_characters = 0
        # The latest answer of `_above`, because paths in the same folder are mostly asked for together.
        self._latest: tuple[str, bool, list[_Match]] | None = None
        for pattern in patterns:
            self.add(pattern)

    @property
    def can_match(self) -> bool:
        """Whether there is a pattern that includes anything."""
        return any(self._includes)

    def add(self, line: str) -> None:
        """Add a pattern to the end of the list.

        Raises ValueError, and adds nothing, if the pattern is invalid or too long, or if too many have wildcards.
        """
        self._latest = None
        pattern = line if line.endswith("\\ ") else line.rstrip()
        include: bool | None = not pattern.startswith("!")
        if pattern.startswith("#") or pattern in ("", "/") or not self._index(pattern.removeprefix("!")):
            include = None
        self._includes.append(include)

    def check(self, path: str) -> bool | None:
        """Return whether a path is included, by the pattern that decides; None if no pattern matches it."""
        number = self.deciding(path)
        return None if number is None else self._includes[number]

    def deciding(self, path: str) -> int | None:
        """Return the number, counted from 0, of the last pattern that matches a path; None if no pattern does.

        The path of a folder ends with a slash. A pattern that matches the path itself takes precedence over one that
        matches a folder above it.
        """
        found = max(self._matches(path, is_last=True), key=lambda one: (not one.is_above, one.number), default=None)
        return None if found is None else found.number

    def matches(self, path: str) -> bool:
        """Whether the last pattern that matches a path includes it."""
        return bool(self.check(path))

    def including(self, path: str) -> list[int]:
        """Return the numbers, counted from 0, of all patterns that match a path and do not begin with `!`."""
        return sorted({one.number for one in self._matches(path) if self._includes[one.number]})

    def _index(self, pattern: str) -> bool:
        """Make a pattern findable. Return whether it can match anything."""
        if not pattern:
            raise ValueError("it is empty")
        if len(pattern) > LONGEST:
            raise ValueError(f"it has more than {LONGEST:,} characters")
        if "//" in pattern:
            return False
        number = len(self._includes)
        if not _WILD.search(pattern):
            place = pattern.removesuffix("/")
            key = f"/{place.removeprefix('/')}" if "/" in place else place
            self._folders.setdefault(key, []).append(number)
            if place == pattern:
                self._ends.setdefault(key, []).append(number)
            return True
        expression = _expression(pattern)
        if expression is None:
            return False
        if len(self._wild) == MOST_WILD:
            raise ValueError(f"more than {MOST_WILD:,} patterns have wildcards")
        if self._wild_characters + len(pattern) > MOST_WILD_CHARACTERS:
            raise ValueError(f"the patterns with wildcards have more than {MOST_WILD_CHARACTERS:,} characters in all")
        self._wild.append(_Wild(number, pattern, expression))
        self._wild_characters += len(pattern)
        return True

    def _matches(self, path: str, *, is_last: bool = False) -> Iterator[_Match]:
        """Yield the patterns that match a path; `is_last` leaves out some that others take precedence over."""
        first = -1 if is_last else 0
        folder, slash, name = path.rpartition("/")
        for key in (name, f"/{path}") if name and self._ends else ():
            if key in self._ends:
                yield from (_Match(number, is_above=False) for number in self._ends[key][first:])
        if slash and self._folders:
            yield from self._above(folder, is_last=is_last)
        for wild in reversed(self._wild):
            match = wild.expression.match(path) if wild.text in path else None
            if match:
                is_above = match.lastindex is not None
                yield _Match(wild.number, is_above)
                if is_last and not is_above:
                    return

    def _above(self, folder: str, *, is_last: bool) -> list[_Match]:
        """Return the matches of patterns without wildcards for a folder (no slash at its end) and those above it."""
        latest = self._latest  # which another thread may replace
        if latest is None or latest[:2] != (folder, is_last):
            first = -1 if is_last else 0
            numbers = [self._folders.get(key, ())[first:] for key in _folders_above(f"{folder}/")]
            found = [_Match(number, is_above=True) for number in chain.from_iterable(numbers)]
            self._latest = latest = folder, is_last, found
        return latest[2]


def checked(pattern: str, place: str) -> Patterns:
    """Return one pattern of a configuration as an object that matches paths; `place` is its place, for messages.

    Raises ConfigError if the pattern is invalid or cannot match anything.
    """
    try:
        found = Patterns([pattern])
    except ValueError as error:
        raise ConfigError(f"{place} is `{shorten(pattern)}`, {_INVALID}: {error}") from error
    if not found.can_match:
        raise ConfigError(f"{place} is `{shorten(pattern)}`, which matches nothing")
    return found


def configured(patterns: Sequence[str], place: str) -> Patterns:
    """Return the patterns of a list in a configuration; `place` is the list, for messages.

    Raises ConfigError if a pattern is invalid or cannot match anything, or if too many have wildcards.
    """
    found = Patterns()
    for pattern in patterns:
        own = pattern.removeprefix("!")
        try:
            found.add(pattern)
            can_match = Patterns([own]).can_match
        except ValueError as error:
            raise ConfigError(f"{place} has `{shorten(pattern)}`, {_INVALID}: {error}") from error
        why = "" if can_match else "`[` is not closed; write `\\[`" if "[" in own else "it names nothing"
        if not {".", ".."}.isdisjoint(own.split("/")):
            why = "it is read from the root, without `.` and `..`"
        if why:
            raise ConfigError(f"{place} has `{shorten(pattern)}`, which matches nothing: {why}")
    return found


def parse(data: bytes | None) -> Patterns | None:
    """Return the patterns of a `.gitignore`; None if it has more bytes than doclint reads of such a file.

    As in git, invalid lines match nothing. Neither do patterns with wildcards beyond the limits.
    """
    if data is None or len(data) > LARGEST:
        return None
    found = Patterns()
    for line in data.decode(errors="replace").split("\n"):
        with suppress(ValueError):
            found.add(line)
    return found


def shorten(pattern: str) -> str:
    """Return the beginning of a pattern, for messages."""
    return pattern if len(pattern) <= 80 else f"{pattern[:79]}…"


def _folders_above(path: str) -> Iterator[str]:
    """Yield the name and the path of each folder above a path, the path after a slash."""
    start, end = 0, path.find("/")
    while end >= 0:
        yield path[start:end]
        yield f"/{path[:end]}"
        start, end = end + 1, path.find("/", end + 1)


def _expression(pattern: str) -> str | None:
    """Return a regular expression for a pattern; None if the pattern matches nothing. Raises ValueError if it is
    invalid.

    Its only group matches the slash after a folder above a path. It never backtracks over what a wildcard has matched:
    the first place for each part leaves most of the path to the next one, and only the last part must be at the end.
    """
    segments = pattern.split("/")
    is_folder = not segments[-1]
    if not segments[0]:
        del segments[0]
    elif len(segments) == 1 or (len(segments) == 2 and is_folder):
        segments.insert(0, "**")
    segments[-1] = segments[-1] or "**"
    segments = [one for one, above in zip(segments, ["", *segments], strict=False) if not one == above == "**"]
    if segments == ["**"] and is_folder:
        return "[^/]*(/)"
    if segments in (["**"], ["**", "*"]):
        return ""
    if any(token[6] == "[" for segment in segments for token in _TOKEN.finditer(segment)):
        return None  # in git, a pattern with a bracket that nothing closes matches nothing
    blocks = ["/".join(block) for block in _blocks(segments)]
    end = r"(?:(/)|\Z)"
    if not blocks[-1]:
        blocks.pop()
        end = "(/)" if is_folder else "/"
    if len(blocks) == 1:
        return blocks[0] + end
    first, *middle, last = blocks
    return "".join(
        [f"{first}/" if first else "", *(f"(?>{_FOLDERS}?{block}/)" for block in middle), f"{_FOLDERS}{last}{end}"]
    )


def _blocks(segments: list[str]) -> list[list[str]]:
    """Return the segments between `**` as regular expressions."""
    blocks: list[list[str]] = [[]]
    for segment in segments:
        if segment == "**":
            blocks.append([])
        else:
            blocks[-1].append(_segment(segment))
    return blocks


def _segment(segment: str) -> str:
    """Return a regular expression for a part of a pattern between slashes. Raises ValueError if the part is invalid."""
    if segment == "*":
        return "[^/]++"
    pieces = [""]
    for token in _TOKEN.finditer(segment):
        escaped, stars, mark, negation, items, other = token.groups()
        if stars:
            pieces.append("")
        elif items:
            pieces[-1] += _bracket(items, is_negated=bool(negation))
        elif other == "\\":
            raise ValueError("it ends a part with a backslash")
        else:
            pieces[-1] += "[^/]" if mark else re.escape(escaped or other)
    first, *others = pieces
    if not others:
        return first
    *middle, last = others
    end = f"(?>[^/]*{last}(?![^/]))" if last else "[^/]*+"
    return first + "".join(f"(?>[^/]*?{piece})" for piece in middle) + end


def _bracket(items: str, *, is_negated: bool) -> str:
    """Return a regular expression for one character of a set, which is never a slash."""
    expression = ""
    for item in _RANGE.finditer(items):
        first, last = item.groups()
        if last and last < first:
            raise ValueError(f"the range `{item[0]}` is empty")
        expression += re.escape(first) + (f"-{re.escape(last)}" if last else "")
    return f"(?!/)[{'^' if is_negated else ''}{expression}]"


class IgnoreFiles:
    """The `.gitignore` files of a root, those above it up to the top of the git repository, and `.git/info/exclude`.

    Each of them is read once, when it is first needed. One that is a symbolic link has no patterns, as in git.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._patterns: dict[Path, Patterns | None] = {}

    def hide(self, place: str) -> bool:
        """Whether git ignores a file or folder, given as a path from the root without links; the root never is.

        Files above the root count unless they ignore the root itself.
        """
        return bool(place) and self._hides(self._root / place, self._top)

    @cached_property
    def _top(self) -> Path:
        """The topmost folder whose patterns count."""
        top = next((one for one in (self._root, *self._root.parents) if (one / ".git").exists()), self._root)
        return self._root if self._hides(self._root, top) else top

    def _hides(self, path: Path, top: Path) -> bool:
        """Whether a path below `top`, or a folder between them, is ignored: no pattern brings back what is in one."""
        place = path.relative_to(top).as_posix()
        parts = place.split("/") if path != top else []
        folders = [f"{'/'.join(parts[:count])}/" for count in range(1, len(parts))]
        last = [f"{place}/" if path.is_dir() else place] if parts else []
        return any(self._is_ignored(one, top) for one in [*folders, *last])

    def _is_ignored(self, place: str, top: Path) -> bool:
        """Whether a file, or a folder with a slash at its end, is ignored: the deepest file with a pattern decides."""
        folder = dirname(place.rstrip("/"))
        while True:
            is_included = self._answer(top / folder / ".gitignore", place[len(folder) :].lstrip("/"))
            if is_included is not None:
                return is_included
            if not folder:
                return bool(self._answer(top / ".git" / "info" / "exclude", place))
            folder = dirname(folder)

    def _answer(self, file: Path, place: str) -> bool | None:
        """Return whether a file of patterns ignores a path from its folder; None if no pattern matches."""
        if file not in self._patterns:
            self._patterns[file] = self._read(file)
        patterns = self._patterns[file]
        return patterns.check(place) if patterns else None

    def _read(self, path: Path) -> Patterns | None:
        try:
            if path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
                return None
            return parse(path.read_bytes())
        except OSError:
            return None
