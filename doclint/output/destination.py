"""Where a report goes, and in which style."""

import os
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from doclint.config.files import Settings
from doclint.errors.exceptions import ConfigError, UsageError
from doclint.errors.wording import did_you_mean
from doclint.output.rendering import STYLES
from doclint.repository import atomic
from doclint.repository.paths import absolute

_SUMMARY_PAGE = "GITHUB_STEP_SUMMARY"
_LARGEST_SUMMARY = 1024 * 1024  # bytes of the summary page of a step; GitHub does not show a larger one


class OutputDestination(NamedTuple):
    """A style, and the file to write in it; None for standard output."""

    style: str
    file: Path | None = None

    def write(self, lines: Iterable[str]) -> None:
        """Replace the file as a whole; for the summary page of a GitHub step, append to the file.

        Raises UsageError if the file cannot be written.
        """
        assert self.file is not None
        text = (f"{line}\n" for line in lines)
        try:
            if self.style == "step-summary":
                atomic.extend(self.file, text, most=_LARGEST_SUMMARY)
            else:
                atomic.replace(self.file, text)
        except OSError as error:
            raise UsageError(f"Cannot write `{self.file}`: {error.strerror}") from error


def destinations(
    values: Sequence[str], file: Path | None = None, *, statistics: bool = False, default: str = "text"
) -> list[OutputDestination]:
    """Return the outputs that `--output-format` (`values`), `-o` (`file`) and `--statistics` ask for.

    Without `values`, the style is the `default`. Files come first, so that they are written even if the reader of
    standard output stops early. Raises UsageError if the options contradict each other, name an unknown style, or name
    a file that cannot be written.
    """
    found = [_destination(value) for value in values] or [OutputDestination("text" if statistics else default)]
    if statistics:
        found = _with_statistics(found)
    if file is not None:
        found = _with_file(found, file)
    if any(each.style == "github" for each in found) and os.environ.get(_SUMMARY_PAGE):
        found.append(OutputDestination("step-summary", Path(os.environ[_SUMMARY_PAGE])))
    _check(found)
    return sorted(found, key=lambda each: each.file is None)


def configured(roots: "Iterable[Settings]") -> str:
    """Return the style that the settings of roots name, that of the first root that names one; else the default.

    Whoever wrote the settings may be a stranger, so they cannot name a file. Raises ConfigError if no style has the
    name.
    """
    settings = next((one for one in roots if "output-format" in one.table), Settings())
    style = settings.config.output_format
    if style not in STYLES:
        where = f"{settings.where('output-format')}: `output-format`"
        if "=" in style:
            raise ConfigError(f"{where}: `{style}` names a file, and only the option --output-format can")
        raise ConfigError(f"{where}: {_unknown(style)}")
    return style


def _destination(value: str) -> OutputDestination:
    style, equals, file = value.partition("=")
    if style not in STYLES:
        raise UsageError(_unknown(style))
    if equals and not file:
        raise UsageError(f"`--output-format {value}` names no file after `=`")
    return OutputDestination(style, Path(file) if file else None)


def _unknown(style: str) -> str:
    return f"No output format is called `{style}`{did_you_mean(style, STYLES)} (there are {', '.join(STYLES)})"


def _with_statistics(found: list[OutputDestination]) -> list[OutputDestination]:
    """Return the outputs with the statistics in place of what people would read on standard output."""
    for style, file in found:
        if file is None and not STYLES[style].for_people:
            raise UsageError(f"--statistics is for people, but `{style}` on standard output is for programs")
    return [each for each in found if each.file is not None] + [OutputDestination("statistics")]


def _with_file(found: list[OutputDestination], file: Path) -> list[OutputDestination]:
    free = [each for each in found if each.file is None]
    if len(free) != 1:
        which = "every output format has a file of its own" if not free else "more than one output format has no file"
        raise UsageError(f"`-o {file}` is for one output, but {which}")
    return [each for each in found if each.file is not None] + [free[0]._replace(file=file)]


def _check(found: list[OutputDestination]) -> None:
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
    """Raise UsageError if a file cannot be written. Use it before a long run, so that its report is not lost."""
    folder = file.parent
    if not folder.is_dir():
        raise UsageError(f"Cannot write `{file}`: there is no folder `{folder}`")
    if file.is_dir():
        raise UsageError(f"Cannot write `{file}`: it is a folder")
    if not os.access(file if atomic.is_special(file) else folder, os.W_OK):
        raise UsageError(f"Cannot write `{file}`: there is no permission to write to `{folder}`")
