"""The list of formats, as text and as JSON."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from doclint import __version__
from doclint.errors.settings_table import JsonForm
from doclint.formats.schema.format import Format
from doclint.output import terminal
from doclint.output.paths import shown_folder
from doclint.output.terminal import safe


class KindDocument(JsonForm, frozen=True):
    """A kind of page."""

    name: str
    path: Annotated[str, "The pattern of the paths of such pages below the folder of the format."]
    titles: Annotated[list[str], "The patterns of the title; empty for pages without a title."]


class FormatDocument(JsonForm, frozen=True):
    """A format and its kinds."""

    name: str
    docs_root: Annotated[str | None, "The folder of the pages, from the root; null if it may be any folder."]
    kinds: list[KindDocument]


class FormatsDocument(JsonForm, frozen=True):
    """The formats of doclint and of a project."""

    version: Annotated[str, "The version of doclint."]
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
