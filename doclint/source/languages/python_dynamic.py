"""What may give a Python module or class names at run time that no statement of it binds."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.source.languages.python_literals import assignments
from doclint.source.languages.python_source import PythonSource
from doclint.source.languages.python_statements import parts
from doclint.source.model import Declaration
from doclint.source.trees import text_of

# What reads an item of a dictionary, or all of them, and so does not change it.
_READ = rb"(?!\s*+(?:\.(?:get|keys|items|values|copy)\b|\[[^\]\n]*+\](?!\s*+=[^=])))"
# The reasons for a module. Each pattern is only searched where one of its words is.
_DYNAMIC = {
    "it changes `globals()`": (
        (b"globals()",),
        expression(rb"(?<!in )\bglobals\(\)" + _READ),
    ),
    "it changes `sys.modules`": (
        (b"sys.modules",),
        expression(
            rb"\bsys\.modules(?:\[__name__\]|\.get\(__name__|\s*+\[[^\]\n]*+\]\s*+=[^=]|\.(?:update|setdefault)\b)"
        ),
    ),
    "it sets `__path__`": (
        (b"__path__", b"meta_path"),
        expression(
            rb"^__path__\b|\b__path__\.(?:append|extend|insert)\b|\bmeta_path\.(?:append|insert)\b", re.MULTILINE
        ),
    ),
}
OF_PATH = frozenset({"it changes `sys.modules`", "it sets `__path__`"})
"""The reasons for which a module may have further submodules, too."""

_BY_NAME = expression(
    rb"setattr(?:__)?\([^\S\n]*+[^\W\d]\w*+[^\S\n]*+,\s*+(?:[\"'](?P<name>\w++)[\"']|(?P<any>\S))"
    rb"|__setattr__\(\s*+[\"'](?P<inherited>\w++)[\"']"
)
_DICT = expression(rb"\.__dict__\b" + _READ + rb"|\bvars\(")
_WORDS_OF_DICT = (b".__dict__", b"vars(")
_WORD = expression(r"\w++")
_LAZY = expression(r"lazy", re.IGNORECASE)
_FACTORIES = ("extra_objects",)  # what lazy modules offer besides what their table names


def module_reasons(data: bytes) -> list[str]:
    """Return why a module may have names that it does not show ("it changes `globals()`")."""
    return [
        reason
        for reason, (words, pattern) in _DYNAMIC.items()
        if any(word in data for word in words) and pattern.search(data)
    ]


def method_reasons(data: bytes, start: int, end: int) -> list[str]:
    """Return why a class may have attributes that it does not show, by a method between two bytes of a source."""
    found = []
    if data.find(b"setattr", start, end) >= 0 and any(one["any"] for one in _BY_NAME.finditer(data, start, end)):
        found.append("it sets attributes whose names are computed")
    has_dict = any(data.find(word, start, end) >= 0 for word in _WORDS_OF_DICT)
    if has_dict and _DICT.search(data, start, end):
        found.append("it uses `__dict__`")
    return found


def attributes_by_name(data: bytes, start: int, end: int) -> Iterator[tuple[str, int]]:
    """Yield the attributes that code between two bytes sets by their names (`setattr(self, "name", ...)`), with the
    place of each in the source.
    """
    for match in _BY_NAME.finditer(data, start, end) if data.find(b"setattr", start, end) >= 0 else ():
        name = match["name"] or match["inherited"]
        if name is not None:
            yield name.decode(errors="replace"), match.start()


class LazyTable(Struct, frozen=True):
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
