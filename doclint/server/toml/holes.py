"""Holes in the texts of a format: which ones, of which types and with which filters, can be where the cursor is."""

from collections.abc import Iterator

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.validation import Path
from doclint.formats.holes import hole_tables, meaningful_holes, names_for
from doclint.formats.patterns.source_template import FILTERS
from doclint.formats.patterns.template import HOLE_NAME, MARKUP, TYPES, UNREAD
from doclint.formats.schema.models import PATTERN, SOURCE_TEMPLATE, TEMPLATE
from doclint.server.toml.file import TomlFile
from doclint.server.toml.names import Named

FORMS = frozenset({PATTERN, TEMPLATE, SOURCE_TEMPLATE})
"""The formats of texts that have holes."""

_OPEN = expression(r"(?<!\{)(?:\{\{)*+\{(?P<name>[a-z_][a-z0-9._-]*)?(?P<more>[:|][a-z|]*)?\Z")
_BY_KEY = {
    **{key: key for key in ("title", "heading", "path", "front-matter", "footer", "placeholder", "artificial")},
    **dict.fromkeys(("before", "misspelled"), "heading"),
    **dict.fromkeys(("value", "empty"), "fields"),
    "row": "table",
    "type": "language",
}
"""The places of `doclint.formats.holes` by the key of a text, where no shape tells more."""
_BY_SHAPE = {"text": "text", "signature": "signature", "command": "command", "source": "source"}


class OpenHole(Struct, frozen=True):
    """A hole that has begun: from which character of the text on what can be replaced, and with what."""

    start: int
    names: list[Named]


def open_hole(file: TomlFile, path: Path, form: str, written: str) -> OpenHole | None:
    """Return the hole that a text begins at its end and does not close; None if there is none."""
    found = _OPEN.search(written[-200:])
    if found is None:
        return None
    before = len(written) - len(written[-200:])
    more = found["more"]
    if more is None:
        start = before + found.end() - len(found["name"] or "")
        return OpenHole(start, list(_names(file, path, form)))
    start = before + found.start("more") + 1 + more.rfind("|")
    if more[0] == ":" and form != SOURCE_TEMPLATE:
        return OpenHole(before + found.start("more") + 1, list(map(Named, _types(form))))
    if more[0] == "|" and form == SOURCE_TEMPLATE:
        return OpenHole(start, list(map(Named, FILTERS)))
    return None


def _types(form: str) -> Iterator[str]:
    yield from TYPES
    yield from (MARKUP,) if form == PATTERN else ()


def _names(file: TomlFile, path: Path, form: str) -> Iterator[Named]:
    own = list(dict.fromkeys(_own_names(file, path)))
    yield from (Named(name, "hole of the page") for name in own)
    if form == SOURCE_TEMPLATE:
        return
    place = place_of(file, path)
    kinds = dict.fromkeys(file.written("kind", index, "name") for index in file.indexes("kind"))
    for hole in meaningful_holes():
        if place in hole.where:
            names = (name for name in names_for(hole, kinds) if name not in own)
            need = hole_tables().needs[hole.where[place]] if hole.where[place] else ""
            detail = f"{hole.example}  ({need})" if need else hole.example
            yield from (Named(name, detail, hole.meaning) for name in names)
    yield from (Named(name, "parameter of the format") for name in file.texts("parameters") if name not in ("", *own))
    yield Named(UNREAD, "text that nothing reads")


def place_of(file: TomlFile, path: Path) -> str:
    """Return where in a format a text is, as `doclint.formats.holes` calls it; empty if it has no such place."""
    keys = [part for part in path if isinstance(part, str)]
    table = path[: max((index for index, part in enumerate(path) if isinstance(part, str)), default=0)]
    shape = file.written(*table, "shape")
    found = ""
    match keys:
        case ["claims", *_]:
            found = "claim"
        case ["filler", _]:
            found = "filler"
        case [*_, "front-matter", _]:
            found = "front-matter"
        case [*_, "item"]:
            found = shape
        case [*_, "text"] if shape == "text" and file.written(*table, "key"):
            found = "claim"
        case [*_, "text" | "fence"]:
            found = _BY_SHAPE.get(shape, "")
        case [*_, last]:
            found = _BY_KEY.get(last, "")
    return found if found in hole_tables().places else ""


def _own_names(file: TomlFile, path: Path) -> Iterator[str]:
    """Yield the holes of what tells the page, or the section, that a text is about."""
    around: Path = path[:2] if path[:1] == ("kind",) else ()
    for kind in [around] if around else [("kind", index) for index in file.indexes("kind")]:
        texts = [file.written(*kind, "path")]
        if path[2:3] == ("source",):
            texts += file.texts(*kind, "title")
            texts += [file.written(*kind, "front-matter", key) for key in file.names(*kind, "front-matter")]
        for text in texts:
            yield from HOLE_NAME.findall(text)
    if path[-2:-1] == ("source",) or path[-1:] == ("source",):
        section = path[: path.index("source")]
        for text in file.texts(*section, "heading"):
            yield from HOLE_NAME.findall(text)
