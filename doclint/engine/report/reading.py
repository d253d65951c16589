"""Reading the JSON files of earlier runs, which the command line names."""

import json
from pathlib import Path
from typing import Any, TypeVar

from msgspec import ValidationError, convert

from doclint.errors.exceptions import UsageError
from doclint.errors.settings_table import DescribedTable
from doclint.repository.paths import LARGEST_REPORT, read_at_most

_Form = TypeVar("_Form", bound=DescribedTable)


def read_table(path: Path, writer: str) -> dict[str, Any]:
    """Return the table in a JSON file that the command `writer` writes.

    Raises UsageError if the file cannot be read or is not such a table, and says where.
    """
    try:
        text = read_at_most(path, LARGEST_REPORT).decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: {error}") from error
    try:
        table = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{path}: this is not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}: `{writer}` did not write this file: {error}") from error
    if not isinstance(table, dict):
        raise UsageError(f"{path}: `{writer}` did not write this file")
    return table


def of_table(table: object, form: type[_Form], path: Path, prefix: str = "") -> _Form:
    """Return what a table in a JSON file says; `prefix` is for its keys.

    Raises UsageError if the table does not have this form, and says where.
    """
    try:
        return convert(table, form)
    except (ValidationError, UnicodeEncodeError) as error:  # the latter for half a character, `"\ud800"`
        from doclint.errors.models import mistakes_in

        mistakes = mistakes_in(table, form, prefix)
        raise UsageError(f"{path}: {mistakes[0].text if mistakes else error}") from error
