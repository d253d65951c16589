"""Docstrings: the strings with which a source describes what it defines, and itself."""

import ast
import re
import warnings
from typing import NamedTuple

from doclint.code import symbols
from doclint.code.parsing import HopelessError

# A literal that says what stands between its quotes, as nearly all do.
_PLAIN = re.compile(r'"{3}((?:[^"\\\r\0]++|"(?!""))*+)"{3}')


class Docstring(NamedTuple):
    """A docstring: half-open, in bytes and with its quotes.

    `name` is that of what it describes, empty for the module, and `line` the one that the name stands in, from 1.
    `text` is what the string holds.
    """

    start: int
    end: int
    name: str
    line: int
    text: str


def read(id_: str, data: bytes, work: int = 1) -> list[Docstring] | None:
    r"""The docstrings of a source in a language, given by its id, in their order.

    None where nobody can tell: the language has none, there is no grammar for it here, the source is broken where it
    begins, or it cannot be read in bounded work.

    >>> [(found.name, found.text) for found in read("python", b"# note\n'A ' 'module.'\ndef f():\n  'A function.'\n")]
    [('', 'A module.'), ('f', 'A function.')]
    """
    if not symbols.is_known(id_) or "docstrings" not in symbols.grammars()[id_]:
        return None
    try:
        root = symbols.tree_of(id_, data, work).root_node
    except HopelessError:
        return None
    first = next((child for child in root.named_children if child.type != "comment"), None)
    if root.type == "ERROR" or (first is not None and first.type == "ERROR"):
        return None
    found = []
    for _, captures in symbols.search(id_, data, "docstrings", work):
        node = captures["docstring"][0]
        name = captures["name"][0] if "name" in captures else None
        text = _value(symbols.text_of(data, node))
        if text is not None:
            own = symbols.text_of(data, name) if name else ""
            found.append(Docstring(node.start_byte, node.end_byte, own, (name or node).start_point[0] + 1, text))
    return sorted(found)


def _value(literal: str) -> str | None:
    """What a literal stands for; None if that is no text: bytes, or a string with expressions in it.

    What this Python cannot read, such as a literal of Python 2, stands for itself.
    """
    if plain := _PLAIN.fullmatch(literal):
        return plain[1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an unknown escape is none of our business
        try:
            value = ast.literal_eval(f"(\n{literal}\n)")
        except ValueError as error:
            return literal if isinstance(error, UnicodeError) else None
        except (SyntaxError, RecursionError, MemoryError):
            return literal
    return value if isinstance(value, str) else None
