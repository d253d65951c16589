"""The list of formats, as text and as JSON."""

from collections.abc import Iterable, Iterator

from doclint import __version__
from doclint.errors.settings_table import JsonForm
from doclint.formats.schema.format import Format
from doclint.output import terminal
from doclint.output.paths import shown_folder
from doclint.output.terminal import safe


class KindDocument(JsonForm, frozen=True):
    """A kind of page."""

    name: str
    path: str
    titles: list[str]


class FormatDocument(JsonForm, frozen=True):
    """A format and its kinds."""

    name: str
    docs_root: str | None
    kinds: list[KindDocument]


class FormatsDocument(JsonForm, frozen=True):
    """The formats of doclint and of a project."""

    version: str
    formats: list[FormatDocument]


def lines(formats: Iterable[Format]) -> Iterator[str]:
    """Yield the lines of the list: each format, and below it its kinds with their paths and titles."""
    for format_ in formats:
        place = "in any folder" if format_.docs_root is None else f"below {shown_folder(format_.docs_root)}"
        yield safe(f"{format_.name} (pages {place}):")
        for kind in format_.kind:
            title = f"# {kind.title[0].text}" if kind.title else ""
            yield safe(f"  {kind.name:<16} {kind.path.text:<26} {title}".rstrip())


def as_json(formats: Iterable[Format]) -> str:
    """Return the list as JSON."""
    found = FormatsDocument(version=__version__, formats=[_document(format_) for format_ in formats])
    return terminal.as_json(found)


def _document(format_: Format) -> FormatDocument:
    kinds = [KindDocument(kind.name, kind.path.text, [title.text for title in kind.title]) for kind in format_.kind]
    return FormatDocument(format_.name, format_.docs_root, kinds)
