"""Mistakes that the schema of a format finds, in words for people who write formats, who may look for keys and shapes
under other names.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from pydantic import ValidationError

from doclint.errors import tables
from doclint.errors.grouping import by_key
from doclint.errors.models import model_of
from doclint.errors.validation import Mistake, Node, Path, Problem, described, names_in, problems, schema_of, short
from doclint.errors.wording import misspelled_word, nearest
from doclint.formats.mistakes.places import at
from doclint.formats.mistakes.repairs import Repair
from doclint.formats.schema.format import Format
from doclint.formats.schema.models import MEANINGS

_MOST = 20_000  # errors that are put into words; what is shared can have one in each of its places
_MANY = 4  # tables or shapes that a message names

_TYPES = {
    "bool_type": "`true` or `false`",
    "dict_type": "a table",
    "int_type": "a whole number",
    "model_type": "a table",
    "string_type": "a text in quotes",
}
_BOUNDS = {"greater_than_equal": ("ge", "at least"), "less_than_equal": ("le", "at most")}
_PLAIN = frozenset({"bool_type", "int_type", *_BOUNDS})
"""Errors in numbers, which nothing else in a format refers to."""


def meant_key(written: str, keys: Collection[str], *, is_known: bool) -> str | None:
    """Return the key, of those that a table can have, that an unknown one most likely means; None if none is likely.

    If the key `is_known`, because tables of other types have it, it is not a slip of another one.

    >>> meant_key("columns", ["header", "row"], is_known=False), meant_key("haeder", ["header", "row"], is_known=False)
    ('row', 'header')
    """
    plain = written.casefold().replace("_", "-")
    if plain in keys:
        return plain
    meant: list[str] = _words()["keys"].get(plain, [])
    for key in meant:
        if key in keys:
            return key
    return misspelled_word(written, keys) if is_known else nearest(written, keys)


def meant_shape(written: str, shapes: Collection[str]) -> str | None:
    """Return the shape that an unknown one most likely means; None if none is likely.

    >>> meant_shape("list", ["entries", "links"]), meant_shape("link", ["entries", "links"])
    ('entries', 'links')
    """
    plain = written.casefold()
    shape = plain if plain in shapes else _words()["shapes"].get(plain)
    return shape if shape in shapes else nearest(written, shapes)


class SchemaMistakes:
    """The mistakes that pydantic finds in the data of a format, in which shared parts are in their places.

    What they most likely stand for is in `repairs`; where this is not clear, a cut takes the place of what is wrong.
    """

    def __init__(self, data: object) -> None:
        self.mistakes: list[Mistake] = []
        self.repairs: list[Repair] = []
        self._data = data
        model = model_of(Format)
        self._schema = schema_of(model)
        self._shapes = _shapes(self._schema)
        found: list[Problem] = []
        try:
            model.model_validate(data)
        except ValidationError as error:
            found = problems(error, model)
        for path, of_table in by_key((_table(problem), problem) for problem in found[:_MOST]).items():
            if not self._is_of_another_shape(path, of_table):
                self._add_all(of_table)
        if len(found) > _MOST:
            self.repairs.clear()

    def _add(self, path: Path, text: str, repair: Repair | None = None) -> None:
        self.mistakes.append(Mistake(path, text))
        self.repairs.append(repair or Repair(path, is_cut=True))

    def _add_all(self, found: Sequence[Problem]) -> None:
        meant: set[str | int] = set()
        for problem in found:
            if problem.is_unknown_key:
                meant.add(self._add_unknown_key(problem))
        for problem in found:
            if problem.is_unknown_key or (problem.is_missing_key and problem.path[-1] in meant):
                continue
            if problem.details["type"] == "union_tag_invalid":
                self._add_unknown_shape(problem)
            else:
                self._add_value(problem)

    def _add_unknown_key(self, problem: Problem) -> str:
        """Add the mistake, and return the key that is meant; the empty text if that is not clear."""
        key, keys = str(problem.path[-1]), problem.keys
        owners = [name for name, table in self._tables() if key in table["properties"]]
        meant = meant_key(key, keys, is_known=bool(owners))
        if meant:
            is_free = at(self._data, (*problem.path[:-1], meant)) is None
            # What is shared is put into its places before the search, so what has been meant by it stays unknown.
            repair = Repair(problem.path, key=meant) if is_free and (*problem.path[:-1], meant) != ("shared",) else None
            self._add(problem.path, f"there is no key `{key}`; did you mean `{meant}`?", repair)
            return meant
        here = _listed(_name(table) for table in problem.tables)
        repair = Repair(problem.path) if isinstance(problem.details.get("input"), bool | int) else None
        if owners:
            self._add(problem.path, f"`{key}` is a key of {_listed(owners)}, not of {here}", repair)
        else:
            known = ", ".join(f"`{one}`" for one in keys)
            self._add(problem.path, f"there is no key `{key}`; the keys of {here} are {known}", repair)
        return ""

    def _tables(self) -> Iterator[tuple[str, Node]]:
        for table in (self._schema, *self._schema["$defs"].values()):
            if "properties" in table:
                yield _name(table), table

    def _add_unknown_shape(self, problem: Problem) -> None:
        written = str(problem.details["ctx"]["tag"])
        element = at(self._data, problem.path)
        keys = set(element) if isinstance(element, dict) else set()
        fitting = self._fitting(keys - {"shape"})
        if written:
            meant = meant_shape(written, self._shapes) or (fitting[0] if len(fitting) == 1 else None)
            text = f"there is no shape `{written}`"
        else:
            meant = fitting[0] if len(fitting) == 1 else None
            text = "the element has no `shape`"
            slip = next((key for key in keys if meant_key(key, ["shape"], is_known=False)), None)
            if slip is not None:
                repair = Repair((*problem.path, slip), key="shape")
                self._add(repair.path, f"there is no key `{slip}`; did you mean `shape`?", repair)
                return
        path = (*problem.path, "shape")
        if meant:
            self._add(path, f"{text}; did you mean `{meant}`?", Repair(path, value=meant))
        else:
            known = ", ".join(f"`{one}`" for one in (fitting if 0 < len(fitting) <= _MANY else self._shapes))
            self._add(path, f"{text}; there are {known}")

    def _fitting(self, keys: set[str]) -> list[str]:
        """Return the shapes of elements that can have some keys, and need none besides."""
        fitting = []
        for shape, table in self._shapes.items():
            if keys and keys <= table["properties"].keys() and keys >= set(table["required"]) - {"shape"}:
                fitting.append(shape)
        return fitting

    def _is_of_another_shape(self, path: Path, found: Sequence[Problem]) -> bool:
        """Add one mistake if an element has the keys of another shape than its own, and return whether it has."""
        unknown = [problem for problem in found if problem.is_unknown_key]
        element = at(self._data, path)
        shape = str(element.get("shape")) if isinstance(element, dict) else ""
        if shape not in self._shapes or not unknown or len(found) < 2:
            return False
        fitting = self._fitting(element.keys() - {"shape"})
        if len(fitting) != 1:
            return False
        keys = _listed(f"`{problem.path[-1]}`" for problem in unknown)
        place = (*path, "shape")
        text = f"`{shape}` has no {keys}; did you mean `{fitting[0]}`, which has?"
        self._add(place, text, Repair(place, value=fitting[0]))
        return True

    def _add_value(self, problem: Problem) -> None:
        """Add the mistake that a value is wrong, or missing."""
        type_ = problem.details["type"]
        key = next((part for part in reversed(problem.path) if isinstance(part, str)), "")
        if type_ == "literal_error":
            self._add_other_value(problem, str(key))
            return
        if type_ == "string_pattern_mismatch":
            self._add_other_form(problem, str(key))
            return
        required = {name for table in problem.tables for name in table.get("required", ())}
        is_plain = type_ in _PLAIN and key not in required
        whole = problem.path[: len(problem.path) - problem.path[::-1].index(key)] if is_plain else ()
        is_item = isinstance(problem.path[-1], int) and isinstance(at(self._data, problem.path[:-1]), list)
        text = _value_text(problem, str(key), f"an item of `{key}`" if is_item else f"`{key}`")
        self._add(problem.path, text, Repair(whole) if is_plain else None)

    def _add_other_value(self, problem: Problem, key: str) -> None:
        value = problem.details.get("input")
        known = names_in(problem.details["ctx"]["expected"])
        near = nearest(str(value), known)
        if near:
            text = f"`{key}` cannot be {_written(value)}; did you mean `{near}`?"
            self._add(problem.path, text, Repair(problem.path, value=near))
        else:
            self._add(problem.path, f"`{key}` cannot be {_written(value)}, but {_any_of(known)}")

    def _add_other_form(self, problem: Problem, key: str) -> None:
        value, pattern = str(problem.details.get("input")), problem.details["ctx"]["pattern"]
        text = f"`{key}` has {_written(value)}, but needs {MEANINGS[pattern]}"
        lower = value.lower()
        self._add(problem.path, text, Repair(problem.path, value=lower) if re.search(pattern, lower) else None)


def _table(problem: Problem) -> Path:
    """Return the path of the table that has, or lacks, the last key of a path; for an element, its own path."""
    path = problem.path
    if problem.details["type"] == "union_tag_invalid":
        return path
    last = max((index for index, part in enumerate(path) if isinstance(part, str)), default=0)
    return path[:last]


def _shapes(schema: Node) -> dict[str, Node]:
    """Return the tables of elements in the JSON schema, by shape."""
    found = {}
    for table in schema["$defs"].values():
        shape = table.get("properties", {}).get("shape", {}).get("const")
        if shape:
            found[shape] = table
    return found


@cache
def _words() -> dict[str, dict[str, Any]]:
    return tables.table(__package__, "words")


def _name(table: Node) -> str:
    shape = table.get("properties", {}).get("shape", {}).get("const")
    return f"`{shape}`" if shape else _words()["tables"].get(table.get("title", ""), "such tables")


def _listed(names: Iterable[str]) -> str:
    found = sorted(set(names))
    if len(found) > _MANY + 1:
        found[_MANY:] = [f"{len(found) - _MANY} others"]
    return " and ".join(filter(None, (", ".join(found[:-1]), *found[-1:])))


def _any_of(names: Sequence[str]) -> str:
    quoted = [f"`{name}`" for name in names if name]
    return " or ".join(filter(None, (", ".join(quoted[:-1]), *quoted[-1:])))


def _written(value: object) -> str:
    return f"`{value}`" if isinstance(value, str) and len(value) < 60 else short(value)


def _value_text(problem: Problem, key: str, what: str) -> str:
    value, context = problem.details.get("input"), problem.details.get("ctx", {})
    match problem.details["type"]:
        case "too_short" | "string_too_short":
            text = f"`{key}` is empty"
        case "list_type" if isinstance(value, dict):
            text = f"`{key}` is a list of tables: write `[[...]]` above it, or `{key} = [{{ ... }}]`"
        case "list_type":
            text = f"`{key}` is a list: write `{key} = [...]`, not {short(value)}"
        case type_ if type_ in _TYPES:
            text = f"{what} should be {_TYPES[type_]}, not {short(value)}"
        case type_ if type_ in _BOUNDS:
            limit, words = _BOUNDS[type_]
            text = f"`{key}` is {short(value)}, but should be {words} {context[limit]}"
        case "value_error":
            text = f"`{key}`: {problem.details['msg'].removeprefix('Value error, ')}"
        case _:
            text = described(problem, key)
    return text
