"""Loading formats: those that come with doclint, and those of users."""

from collections.abc import Collection
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from doclint.errors import tables, toml
from doclint.errors.exceptions import FormatError
from doclint.errors.wording import did_you_mean
from doclint.formats.format_set import FormatSet, UnloadedFormat
from doclint.repository.paths import read_settings

if TYPE_CHECKING:
    from doclint.formats.schema.format import Format

_PACKAGE = "doclint.formats.builtin"
_FOLDER = Path(__file__).parent / "builtin"
BUILTIN = tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))
"""The names of the formats that come with doclint."""

LARGEST = 250_000
"""The largest size of a format file in bytes. All checks of a format together take time in proportion to it."""


def file_of_builtin(name: str) -> Path:
    """Return the file of a format that comes with doclint."""
    return _FOLDER / f"{name}.toml"


@cache
def builtin(name: str) -> "Format":
    """Return a format that comes with doclint. Its patterns are tested, so they are not checked here."""
    from doclint.formats.schema.format import Format

    return Format.from_table(tables.table(_PACKAGE, name))


def builtins(ignored: Collection[str] = ()) -> FormatSet:
    """Return the formats that come with doclint, without those whose names are `ignored`. Pages load them.

    Raises FormatError if there is no format to ignore with such a name.
    """
    unknown = next((name for name in ignored if name not in BUILTIN), None)
    if unknown is not None:
        raise FormatError(f"no built-in format is called `{unknown}`{did_you_mean(unknown, BUILTIN)}")
    return FormatSet(unloaded=tuple(one for one in _unloaded() if one.name not in ignored))


@cache
def _unloaded() -> tuple[UnloadedFormat, ...]:
    heads = tables.heads(_PACKAGE, BUILTIN)
    return tuple(
        UnloadedFormat(
            name,
            marks=(
                *(first for first, _ in head.get("between", ())),
                *(mark for key in ("sure-marks", "marks", "weak-marks") for mark in head.get(key, ())),
            ),
            docs_roots=(head["docs-root"],) if "docs-root" in head else (),
            load=partial(builtin, name),
            folders=tuple(head.get("folders", ())),
            beside=tuple(head.get("beside", ())),
        )
        for name, head in heads.items()
    )


def load(path: str, root: Path) -> "Format":
    """Read a format from a TOML file, given by its path from a root.

    Raises FormatError, which names the file and the places in it, if the file cannot be read or is not a valid format.
    """
    try:
        data = read_settings(root / path, root, LARGEST)
        if data is None:
            raise FormatError(f"{path}: there is no such file below the root, `{root}`")
        text = data.decode("utf-8-sig")
        table = toml.parse(text)
    except OSError as error:
        raise FormatError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FormatError(f"{path}: {error}") from error
    except ValueError as error:
        from doclint.formats.mistakes.search import error_of_syntax

        raise error_of_syntax(error, path, text) from error
    return parse(table, path, text)


def parse(table: object, where: str, text: str | None = None) -> "Format":
    """Check a table, all of its patterns included, and return it as a format.

    Raises FormatError if the table is not a valid format; `where` names the table in the message, which also has the
    lines of mistakes if `text` is the file that the table is from.
    """
    from doclint.formats.mistakes.search import Search, error_of

    search = Search(table)
    error = error_of(search.mistakes(), table, where, text)
    if error is not None or search.format is None:
        raise error or FormatError(f"{where}: this is not a format")
    return search.format
