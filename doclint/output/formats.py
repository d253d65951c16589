"""The list of formats, as text and as JSON."""

from collections.abc import Iterable, Iterator

from pydantic import Field

from doclint import __version__
from doclint.errors.models import JsonForm
from doclint.formats.schema.format import Format
from doclint.output.paths import shown_folder
from doclint.output.terminal import safe, safe_json


class KindDocument(JsonForm):
    """A kind of page."""

    name: str
    path: str = Field(description="The pattern of the paths of such pages below the folder of the format.")
    titles: list[str] = Field(description="The patterns of the title; empty for pages without a title.")


class FormatDocument(JsonForm):
    """A format and its kinds."""

    name: str
    docs_root: str | None = Field(description="The folder of the pages, from the root; null if it may be any folder.")
    kinds: list[KindDocument]


class FormatsDocument(JsonForm):
    """The formats of doclint and of a project."""

    version: str = Field(description="The version of doclint.")
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
    return safe_json(found.model_dump_json(indent=2))


def _document(format_: Format) -> FormatDocument:
    kinds = [
        KindDocument(name=kind.name, path=kind.path.text, titles=[title.text for title in kind.title])
        for kind in format_.kind
    ]
    return FormatDocument(name=format_.name, docs_root=format_.docs_root, kinds=kinds)
