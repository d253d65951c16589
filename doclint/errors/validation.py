"""Messages for users about tables that pydantic rejects."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.wording import did_you_mean, shortened

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError
    from pydantic_core import ErrorDetails

Path = tuple[str | int, ...]
"""The keys, and the indexes in arrays (0-based), that lead from the top of a file to a value."""


class Mistake(Struct, frozen=True):
    """A mistake at a path, and a text that names the last key of the path if it is needed to understand it.

    There need not be anything at the path: that of a missing key says where it would be.
    """

    path: Path
    text: str


Node: TypeAlias = dict[str, Any]
"""A node of a JSON schema."""


@cache
def schema_of(model: "type[BaseModel]") -> Node:
    """Return the JSON schema of a model. It is made once, because that takes much longer than to find a mistake."""
    return model.model_json_schema()


def step(schema: Node, table: Node, part: str | int) -> Iterator[Node]:
    """Yield what a schema has for a key or an index of a table or an array, with all alternatives."""
    found = [table.get("items") if isinstance(part, int) else table.get("properties", {}).get(part)]
    if not found[0] and isinstance(part, str) and "shape" not in table:
        found = [table.get("additionalProperties"), *table.get("patternProperties", {}).values()]
    for one in found:
        if isinstance(one, dict):
            yield from alternatives(schema, one)


def alternatives(schema: Node, node: Node) -> Iterator[Node]:
    """Yield a node of a JSON schema and all alternatives below it, with references resolved."""
    if "$ref" in node:
        node = schema["$defs"][node["$ref"].rpartition("/")[2]]
    for option in [*node.get("anyOf", ()), *node.get("oneOf", ())]:
        yield from alternatives(schema, option)
    yield node


_TABLES = frozenset({"model_type", "dict_type"})  # the errors for a value that is not a table
_LONGEST = 100  # characters of a text that a message shows
_QUOTED = expression(r"'([^']*)'")


class Problem(Struct, frozen=True):
    """An error that pydantic found, at a path of keys and indexes, as files have them.

    `tables` are those of the JSON schema that may have the last key of the path.
    """

    path: Path
    details: "ErrorDetails"
    tables: Sequence[Node]

    @property
    def is_unknown_key(self) -> bool:
        return self.details["type"] == "extra_forbidden"

    @property
    def is_missing_key(self) -> bool:
        return self.details["type"] == "missing"

    @property
    def keys(self) -> list[str]:
        """The keys that the table with the last key of the path can have."""
        return sorted({key for table in self.tables for key in table.get("properties", ())})


def problems(error: "ValidationError", model: "type[BaseModel]") -> list[Problem]:
    """Return what pydantic found, in its order, in values for a model."""
    walk = _SchemaWalk(model)
    return [walk.problem(details) for details in error.errors(include_url=False)]


def explain(error: "ValidationError", model: "type[BaseModel]") -> str:
    """Describe the error that explains most: the key, the value, and the nearest valid name."""
    return all_mistakes(error, model)[0].text


def all_mistakes(error: "ValidationError", model: "type[BaseModel]", prefix: str = "") -> list[Mistake]:
    """Return all errors with their paths in the values, those first that explain most; `prefix` is for the keys."""
    # A misspelled key is also reported as missing, which explains less.
    return [_mistake(one, prefix) for one in sorted(problems(error, model), key=lambda one: not one.is_unknown_key)]


def _mistake(problem: Problem, prefix: str) -> Mistake:
    key = ".".join(filter(None, (prefix, *(shortened(str(part), _LONGEST) for part in problem.path))))
    if problem.is_unknown_key:
        hint = did_you_mean(str(problem.path[-1]), problem.keys)
        return Mistake(problem.path, f"there is no setting `{key}`{hint}")
    return Mistake(problem.path, described(problem, key))


def described(problem: Problem, key: str) -> str:
    """Describe a problem with the value of a key, or its absence, with the nearest valid value."""
    details = problem.details
    value, context = details.get("input"), details.get("ctx", {})
    match details["type"]:
        case "missing":
            return f"`{key}` is missing"
        case "union_tag_invalid":
            near = did_you_mean(context["tag"], names_in(context["expected_tags"]))
            return f"`{key}` has the unknown shape `{shortened(context['tag'], _LONGEST)}`{near}"
        case "literal_error":
            near = did_you_mean(str(value), names_in(context["expected"]))
            return f"`{key}` is {short(value)}, not {context['expected']}{near}"
    message = details["msg"].removeprefix("Value error, ")
    if details["type"] in _TABLES:
        message = "it should be a table"
    about = f"`{key}` is {short(value)}: " if key else ""
    return f"{about}{message[:1].lower()}{message[1:]}"


def names_in(text: str) -> list[str]:
    """Return the names that pydantic lists in a message, in quotes."""
    return _QUOTED.findall(text)


def short(value: object) -> str:
    """Return a value as Python writes it, shortened."""
    return shortened(repr(value), _LONGEST)


class _SchemaWalk:
    """The way from the places that pydantic names to keys, and to the tables of the JSON schema of a model."""

    def __init__(self, model: "type[BaseModel]") -> None:
        self._schema = schema_of(model)
        self._known: dict[Path, tuple[list[int], Sequence[Node]]] = {}

    def problem(self, details: "ErrorDetails") -> Problem:
        location = details["loc"]
        general = tuple(0 if isinstance(part, int) else part for part in location)
        general = (*general, details["type"] == "extra_forbidden")
        if general not in self._known:
            self._known[general] = self._steps(general[:-1], is_unknown=bool(general[-1]))
        steps, tables = self._known[general]
        return Problem(tuple(location[step] for step in steps), details, tables)

    def _steps(self, location: Path, *, is_unknown: bool) -> tuple[list[int], Sequence[Node]]:
        """Return which parts of a location are keys and indexes, and the tables that may have the last key.

        The others are names that pydantic gives to alternatives.
        """
        tables = list(alternatives(self._schema, self._schema))
        steps: list[int] = []
        around = tables
        for index, part in enumerate(location):
            is_last = index == len(location) - 1
            is_tagged = any("oneOf" in table for table in tables)
            tagged = [table for table in tables if _tags(table) & {part}] if is_tagged else []
            below = [child for table in tables for child in step(self._schema, table, part)]
            if tagged:
                tables = tagged
            elif below or isinstance(part, int) or (is_last and is_unknown):
                steps.append(index)
                around = tables if isinstance(part, str) else around
                tables = below
        return steps, around


def _tags(table: Node) -> frozenset[Any]:
    """Return what pydantic may call a table in a location: its shape, or a key that it must have."""
    properties = table.get("properties", {})
    return frozenset({properties["shape"].get("const")} if "shape" in properties else table.get("required", ()))
