"""Docstrings: the strings with which a source describes itself and what it defines."""

import ast
import warnings
from typing import TYPE_CHECKING, NamedTuple

from doclint.errors.expressions import expression
from doclint.source.grammars import grammars, is_known
from doclint.source.parsing import HopelessError
from doclint.source.trees import search, text_of, tree_of

if TYPE_CHECKING:
    from tree_sitter import Node

# A literal without escapes or a prefix, whose value is the text between its quotes. Nearly all are.
_PLAIN = expression(r'"{3}((?:[^"\\\r\0]++|"(?!""))*+)"{3}')
_LITERALS = ("string", "concatenated_string")


class Docstring(NamedTuple):
    """The docstring of a definition or a module.

    `start` and `end` are bytes, half-open, and include the quotes. `name` is the name of the definition, empty for the
    module; `line` the line of that name, 1-based, or of the docstring for the module. `text` is the value of the
    string.
    """

    start: int
    end: int
    name: str
    line: int
    text: str


def read(id_: str, data: bytes, work: int = 1) -> list[Docstring] | None:
    r"""Return the docstrings of a source in a language, given by its id, in the order of the source.

    None if the language has no docstrings, doclint has no grammar for it, the grammar is not installed, the source
    begins with a syntax error, or it takes more than `work` times the work that real sources take.

    >>> [(found.name, found.text) for found in read("python", b"# note\n'A ' 'module.'\ndef f():\n  'A function.'\n")]
    [('', 'A module.'), ('f', 'A function.')]
    """
    if not is_known(id_) or "docstrings" not in grammars()[id_]:
        return None
    try:
        root = tree_of(id_, data, work).root_node
    except HopelessError:
        return None
    first = next((child for child in root.named_children if child.type != "comment"), None)
    if root.type == "ERROR" or (first is not None and first.type == "ERROR"):
        return None
    found = []
    for _, captures in search(id_, data, "docstrings", work):
        node = _literal(captures["body"][0])
        if node is None:
            continue
        name = captures["name"][0] if "name" in captures else None
        text = string_value(text_of(data, node))
        if text is not None:
            own = text_of(data, name) if name else ""
            found.append(Docstring(node.start_byte, node.end_byte, own, (name or node).start_point[0] + 1, text))
    return sorted(found)


def _literal(body: "Node") -> "Node | None":
    """Return the literal that is the first statement of a body, with the parentheses around it; None if there is none.

    Most bodies do not begin with a comment, so the list of all children is not made for them.
    """
    statement = body.named_child(0) if body.named_child_count else None
    if statement is not None and statement.type == "comment":
        statement = next((child for child in body.named_children if child.type != "comment"), None)
    if statement is None or statement.type != "expression_statement":
        return None
    literal = _only_child(statement)
    inner = _only_child(literal) if literal and literal.type == "parenthesized_expression" else literal
    return literal if inner and inner.type in _LITERALS else None


def _only_child(node: "Node") -> "Node | None":
    return node.named_child(0) if node.named_child_count == 1 else None


def string_value(literal: str) -> str | None:
    """Return the text of a string literal; None for bytes and for a string with expressions in it.

    If this version of Python cannot read the literal, such as one of Python 2, return the literal itself.
    """
    if plain := _PLAIN.fullmatch(literal):
        return plain[1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about an unknown escape, which is the source's affair
        try:
            value = ast.literal_eval(f"(\n{literal}\n)")
        except ValueError as error:
            return literal if isinstance(error, UnicodeError) else None
        except (SyntaxError, RecursionError, MemoryError):
            return literal
    return value if isinstance(value, str) else None
