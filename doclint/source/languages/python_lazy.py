"""Tables of lazy modules, which name what a Python module imports when somebody asks for it."""

import re
from typing import Any, NamedTuple

from doclint.errors.expressions import expression
from doclint.source.languages.python_literals import assignments
from doclint.source.languages.python_source import PythonSource
from doclint.source.languages.python_statements import parts
from doclint.source.model import Declaration
from doclint.source.trees import text_of

_WORD = expression(r"\w++")
_LAZY = expression(r"lazy", re.IGNORECASE)
_FACTORIES = ("extra_objects",)  # what lazy modules offer besides what their table names


class LazyTable(NamedTuple):
    """What a lazy module imports when it is asked, and the place of the statement that makes the module lazy."""

    start: int
    end: int
    imports: list[Declaration]


def lazy_table(source: PythonSource) -> LazyTable | None:
    """Return what the table of a lazy module names: `sys.modules[__name__] = LazyImporter(__name__, ..., table)`.

    None if there is none, or if it cannot be read as a literal. Such a table has lists of names by submodule, as
    `lazy_imports` and the `_LazyModule` of Transformers take them.
    """
    if len(source.replacements) != 1:
        return None
    [(statement, call)] = source.replacements
    function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or arguments is None or not _LAZY.search(text_of(source.data, function)):
        return None
    text = text_of(source.data, arguments)
    named = list(source.tables.keys() & set(_WORD.findall(text)))
    if len(named) != 1 or any(one in text for one in _FACTORIES):
        return None
    table = source.tables[named[0]]
    uses = re.findall(rf"\b{re.escape(named[0])}\b\s*[\[.|]".encode(), source.data)
    pairs = parts(table)
    value = assignments(source.data).get(named[0])
    if (
        uses
        or not isinstance(value, dict)
        or len(value) != len(pairs)
        or not all(map(_is_list_of_names, value.values()))
    ):
        return None
    line = statement.start_point[0] + 1
    imports = [
        Declaration("import", name, line, line, line, module=f".{module}", origin=name)
        for module, names in value.items()
        for name in names
    ]
    return LazyTable(statement.start_byte, statement.end_byte, imports)


def _is_list_of_names(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(name, str) for name in found)
