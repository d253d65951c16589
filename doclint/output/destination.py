"""Where a report goes, and in which style."""

import os
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from doclint.errors.exceptions import UsageError
from doclint.errors.suggestions import did_you_mean
from doclint.output.styles import STYLES
from doclint.repository import atomic as storage
from doclint.repository.paths import absolute

_SUMMARY_PAGE = "GITHUB_STEP_SUMMARY"
_ROOM = 1024 * 1024  # bytes that the summary page of a step may have; GitHub shows none of a longer one


class Destination(NamedTuple):
    """A style and a file for it; without a file, standard output."""

    style: str
    file: Path | None = None

    def write(self, lines: Iterable[str]) -> None:
        """Write the file, whole or not at all; the summary page of a step is added to. Raises UsageError."""
        assert self.file is not None
        text = (f"{line}\n" for line in lines)
        try:
            if self.style == "step-summary":
                storage.extend(self.file, text, most=_ROOM)
            else:
                storage.replace(self.file, text)
        except OSError as error:
            raise UsageError(f"Cannot write `{self.file}`: {error.strerror}") from error


def destinations(values: Sequence[str], file: Path | None = None, *, statistics: bool = False) -> list[Destination]:
    """What `--output-format`, `-o` and `--statistics` ask for.

    Files come first, so that a reader who has seen enough of standard output loses none. Raises UsageError for what
    makes no sense, and for a file in a folder that is not there or cannot be written to.
    """
    found = [_destination(value) for value in values] or [Destination("text")]
    if statistics:
        found = _with_statistics(found)
    if file is not None:
        found = _with_file(found, file)
    if any(each.style == "github" for each in found) and os.environ.get(_SUMMARY_PAGE):
        found.append(Destination("step-summary", Path(os.environ[_SUMMARY_PAGE])))
    _check(found)
    return sorted(found, key=lambda each: each.file is None)


def _destination(value: str) -> Destination:
    style, equals, file = value.partition("=")
    if style not in STYLES:
        known = ", ".join(STYLES)
        raise UsageError(f"No output format is called `{style}`{did_you_mean(style, STYLES)} (there are {known})")
    if equals and not file:
        raise UsageError(f"`--output-format {value}` names no file behind `=`")
    return Destination(style, Path(file) if file else None)


def _with_statistics(found: list[Destination]) -> list[Destination]:
    """The statistics take the place of what people would read on standard output."""
    for style, file in found:
        if file is None and not STYLES[style].for_people:
            raise UsageError(f"--statistics is for people; `{style}` on standard output is for programs")
    return [each for each in found if each.file is not None] + [Destination("statistics")]


def _with_file(found: list[Destination], file: Path) -> list[Destination]:
    free = [each for each in found if each.file is None]
    if len(free) != 1:
        which = "every output format has a file of its own" if not free else "more than one output format has no file"
        raise UsageError(f"`-o {file}` is for one output, but {which}")
    return [each for each in found if each.file is not None] + [free[0]._replace(file=file)]


def _check(found: list[Destination]) -> None:
    free = [each.style for each in found if each.file is None]
    if len(free) > 1:
        raise UsageError(
            f"Only one output can go to standard output, not {len(free)} ({', '.join(free)}): use FORMAT=FILE"
        )
    files = [each.file for each in found if each.file is not None]
    for file in files:
        check_file(file)
    for one, other in pairwise(sorted(absolute(file) for file in files)):
        if one == other:
            raise UsageError(f"Two outputs cannot go to the same file, `{one}`")


def check_file(file: Path) -> None:
    """Told before a long run rather than after it."""
    folder = file.parent
    if not folder.is_dir():
        raise UsageError(f"Cannot write `{file}`: there is no folder `{folder}`")
    if file.is_dir():
        raise UsageError(f"Cannot write `{file}`: it is a folder")
    if not os.access(file if storage.is_special(file) else folder, os.W_OK):
        raise UsageError(f"Cannot write `{file}`: there is no permission to write to `{folder}`")
