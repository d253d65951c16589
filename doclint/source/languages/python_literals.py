"""What a Python module assigns at its top level, as far as it is written in literals. The module is not run."""

from collections.abc import Iterator, Mapping
from typing import Any

from doclint.source.answer import UNKNOWN
from doclint.source.trees import Node, root_of

_DEEPEST = 20  # literals inside each other
_CONSTANTS = {"true": True, "false": False, "none": None}
_SCALARS = ("string", "integer", "float")
_LISTS = ("list", "tuple", "set", "argument_list")
_BLOCKS = ("block", "if_statement", "else_clause", "elif_clause", "try_statement", "except_clause")


def assignments(data: bytes, work: int = 1) -> Mapping[str, Any]:
    r"""Return the values of the names that a module assigns: strings, numbers, booleans, None, lists and mappings.

    Anything else is UNKNOWN, also as an item of a list or a mapping. A list has what `name += [...]`, `name.append(x)`
    and `name.extend([...])` add to it. What is assigned in a block (`if`, `try`) is UNKNOWN, or adds UNKNOWN to a list.
    A source that takes more than `work` times the usual work to parse assigns nothing.

    >>> assignments(b"a = ['x', f()]\na += ['y']\nif b:\n    a = []")
    {'a': ['x', UNKNOWN, 'y', UNKNOWN]}
    """
    root = root_of("python", data, work)
    found: dict[str, Any] = {}
    for node, is_in_block in _statements(root) if root else ():
        _take(node, found, is_in_block=is_in_block)
    return found


def arguments_of(data: bytes, function: str) -> Mapping[str, Any] | None:
    r"""Return the arguments of the first call of a function in a module; None if nothing calls it.

    The function may be an attribute (`setuptools.setup`). Positional arguments have their numbers as keys. A name has
    the value that the module assigns to it, and anything else is as for `assignments`.

    >>> arguments_of(b"where = 'src'\nsetup(find(where), name='a')", "setup"), arguments_of(b"find(b, a=1)", "find")
    ({'0': UNKNOWN, 'name': 'a'}, {'0': UNKNOWN, 'a': 1})
    """
    root = root_of("python", data)
    waiting = [root] if root else []
    while waiting:
        node = waiting.pop()
        called = node.child_by_field_name("function") if node.type == "call" else None
        if called is not None and _text(called).rpartition(".")[2] == function:
            arguments = node.child_by_field_name("arguments")
            return _arguments(arguments.named_children if arguments is not None else [], assignments(data))
        waiting += reversed(node.named_children)
    return None


def _arguments(nodes: "list[Node]", names: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for node in nodes:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if node.type != "keyword_argument" or name is None or value is None:
            name, value = None, node
        known = names.get(_text(value), UNKNOWN) if value.type == "identifier" else _literal(value)
        found[_text(name) if name is not None else str(len(found))] = known
    return found


def _statements(root: "Node") -> Iterator[tuple["Node", bool]]:
    """Yield the expressions that are statements of a module, each with whether it is in a block."""
    waiting = [(child, False) for child in reversed(root.named_children)]
    while waiting:
        node, is_in_block = waiting.pop()
        if node.type == "expression_statement":
            yield from ((child, is_in_block) for child in node.named_children)
        elif node.type in _BLOCKS:
            waiting += [(child, True) for child in reversed(node.named_children)]


def _take(node: "Node", found: dict[str, Any], *, is_in_block: bool) -> None:
    """Add what one statement assigns to what was found before it."""
    target, value = node.child_by_field_name("left"), node.child_by_field_name("right")
    adds = node.type == "augmented_assignment"
    if node.type == "call":
        target, value, adds = *_addition(node), True
    if target is None or target.type != "identifier" or value is None:
        return
    name = _text(target)
    before = found.get(name)
    new = UNKNOWN if is_in_block else _literal(value)
    if isinstance(before, list) and (adds or is_in_block):
        before += new if isinstance(new, list) else [UNKNOWN]
    else:
        found[name] = UNKNOWN if adds else new


def _addition(call: "Node") -> tuple["Node | None", "Node | None"]:
    """Return the list and the new items of a call such as `name.append(x)`; the argument list stands for the items."""
    function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or function.type != "attribute" or arguments is None or len(arguments.named_children) != 1:
        return None, None
    method = function.child_by_field_name("attribute")
    items = {"append": arguments, "extend": arguments.named_children[0]}.get(_text(method) if method else "")
    return function.child_by_field_name("object") if items else None, items


def _literal(node: "Node", depth: int = 0) -> Any:
    """Return the value of an expression, as `assignments` describes it."""
    if node.type in _SCALARS:
        return _scalar(node)
    if depth == _DEEPEST:
        return UNKNOWN
    if node.type in _LISTS:
        return [_literal(child, depth + 1) for child in node.named_children if child.type != "comment"]
    if node.type == "dictionary":
        pairs = [(one.child_by_field_name("key"), one.child_by_field_name("value")) for one in node.named_children]
        keys = [(key and _literal(key, depth + 1), value) for key, value in pairs]
        return {key: _literal(value, depth + 1) for key, value in keys if isinstance(key, str) and value is not None}
    return _CONSTANTS.get(node.type, UNKNOWN)


def _scalar(node: "Node") -> Any:
    from ast import literal_eval

    try:
        return literal_eval(_text(node))
    except (ValueError, SyntaxError, MemoryError, RecursionError):  # a formatted string, a number that is too long
        return UNKNOWN


def _text(node: "Node") -> str:
    return (node.text or b"").decode(errors="replace")
