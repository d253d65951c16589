"""What may give a Python module or class names at run time that no statement of it binds."""

import re
from collections.abc import Iterator

from doclint.errors.expressions import expression

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
