"""Choosing the format to test: a file, or one that doclint or the configuration has."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path as FilePath

from msgspec import Struct
from msgspec.structs import replace

from doclint.config.given import NOTHING_GIVEN, GivenSettings
from doclint.config.project import Project, by_root, formats_of
from doclint.errors import toml
from doclint.errors.exceptions import UsageError
from doclint.errors.toml_places import TomlPlaces
from doclint.errors.validation import Path
from doclint.errors.wording import did_you_mean
from doclint.formats.format_set import FormatSet
from doclint.formats.loading import load
from doclint.formats.mistakes.written import Written
from doclint.formats.schema.format import Format
from doclint.repository.paths import read_settings


class ChosenFormat(Struct, frozen=True, dict=True):
    """A format to test: once for each folder of its pages, its file, the pages, and a project that has the format.

    `file` is None for a format that comes with doclint. `text` is that of the file, if it is not the one on the disk.
    """

    formats: Sequence[Format]
    file: FilePath | None
    project: Project
    pages: Sequence[str]
    text: str | None = None

    @cached_property
    def lines(self) -> "FileLines":
        """The lines of the file."""
        if self.text is not None:
            return FileLines(self.text)
        data = None if self.file is None else read_settings(self.file, self.file.parent)
        return FileLines("" if data is None else data.decode("utf-8-sig"))


class FileLines:
    """The lines of a format file, which count from 1; of an empty text, none are known.

    Paths are those of parts in the models, 0-based.
    """

    def __init__(self, text: str) -> None:
        self._written = Written(toml.parse(text))
        self._lines = TomlPlaces(text)
        self._is_known = bool(text)

    def place(self, path: Path) -> Path:
        """Return the path of a part in the file, which differs for what several sections share."""
        return self._written.path(path) if self._is_known else path

    def line(self, path: Path) -> int | None:
        """Return the line of a part in the file; None if it is not known."""
        return self._lines.line(self._written.path(path)) if self._is_known else None


def choose_format(
    name: str,
    paths: Sequence[FilePath],
    *,
    root: FilePath | None = None,
    isolated: bool = False,
    local_rules: bool = True,
    given: GivenSettings = NOTHING_GIVEN,
) -> ChosenFormat:
    """Return the format with a name, or in a file of that name, and the pages below some paths.

    Raises UsageError if there is no such format or if the paths have several roots, FormatError if the format has
    mistakes, and as `Project.find` does.
    """
    if root is None and len(by_root(paths)) > 1:
        raise UsageError("the pages have several roots; test the format for each of them")
    project = Project.find(paths, root=root, isolated=isolated, local_rules=local_rules, given=given)
    config = project.settings.config
    formats = tuple(project.formats.named({name}))
    file = _configured_file(name, project) if formats else FilePath(name)
    if not formats:
        if not FilePath(name).is_file():
            hint = did_you_mean(name, project.formats.names)
            raise UsageError(f"`{name}` is neither a file nor the name of a format{hint}")
        place = FilePath(name).resolve()
        formats = formats_of(config, FormatSet.of([load(place.name, place.parent)])).loaded
        file = place
    project = replace(project, formats=project.formats.without({formats[0].name}).with_loaded(formats))
    return ChosenFormat(formats, file, project, project.pages(paths))


def _configured_file(name: str, project: Project) -> FilePath | None:
    """Return the file of the configured format with a name; None for one that comes with doclint."""
    places = (project.root / path for path in project.settings.config.formats)
    return next((place for place in places if load(place.name, place.parent.resolve()).name == name), None)
