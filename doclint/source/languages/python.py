"""What Python sources declare. A syntax tree is read, and no source is ever run."""

import re
from collections.abc import Iterator, Sequence

from doclint.errors.expressions import expression
from doclint.source.answer import UNKNOWN
from doclint.source.languages.python_attributes import OF_PATH, lazy_table, module_reasons
from doclint.source.languages.python_body import PythonBody
from doclint.source.languages.python_literals import assignments
from doclint.source.languages.python_source import PythonSource
from doclint.source.languages.python_text import outline
from doclint.source.model import OMITTED, Declaration, SourceDeclarations
from doclint.source.trees import COLLECTOR_PAUSE, Node, tree_of

_REPLACED = b"sys.modules"
# Names that functions assign to the module, and that expressions at its top assign on the way.
_GLOBAL = expression(rb"^[ \t]++global[ \t]++([\w, \t]++)", re.MULTILINE)
_WALRUS = expression(rb"(?<!\w)([^\W\d]\w*+)[ \t]*+:=")
_EXPORTS = b"__all__"
_PATCHED = "its module sets attributes of it"


def declarations(id_: str, data: bytes, work: int = 1) -> SourceDeclarations:
    r"""Return what a Python source declares.

    The signature of the function that implements overloads comes after theirs. What methods assign to attributes of
    their first parameter are fields, unless the class binds the name itself; they are conditional outside of
    constructors. Of several definitions of one name, the last one holds that is not conditional.

    Raises HopelessError if the source takes more than `work` times the work that real sources take to parse.

    >>> found = declarations("python", b"class Basket:\n  size: int = 3\n  def weigh(self, unit='g') -> float: ...\n")
    >>> [(one.kind, one.name, one.type, one.value) for one in found.found[0].members]
    [('field', 'size', 'int', '3'), ('method', 'weigh', '', None)]
    >>> found.found[0].members[1].signatures[0].parameters[1].default
    "'g'"
    """
    text, root = _parsed(id_, data, work)
    source = PythonSource(data, text)
    with COLLECTOR_PAUSE:
        body = PythonBody(source)
        body.take(root)
        lazy = lazy_table(source)
        named = {one.name for one in (*body.members, *body.further)}
        further = [
            *body.further,
            *(one for one in _globals_of_functions(source) if one.name not in named),
            *(lazy.imports if lazy else ()),
        ]
    dynamic = module_reasons(data if lazy is None else data[: lazy.start] + data[lazy.end :])
    listed = _listed(text, work)
    names = [name for name in listed or () if isinstance(name, str)]
    reasons = [*body.reasons, *dynamic]
    if any(one.name == "__getattr__" for one in (*body.members, *further)):
        reasons.append("it defines `__getattr__`")
    if root.has_error:
        reasons.append("it has a syntax error")
    return SourceDeclarations(
        tuple(_seen_from_outside(one, source.patched, listed) for one in body.members),
        source.docstring,
        root.has_error,
        tuple(further),
        tuple(dict.fromkeys(source.stars)),
        tuple(names) if listed is not None and len(names) == len(listed) else None,
        next(iter(reasons), ""),
        has_open_path=not OF_PATH.isdisjoint(dynamic) or root.has_error,
    )


def _parsed(id_: str, data: bytes, work: int) -> "tuple[bytes, Node]":
    """Return the text that was parsed, and the root of its tree: the outline of a source, if that is enough.

    The table of a lazy module may be used in functions, and a syntax error may come from the outline alone.
    """
    text = data if _REPLACED in data else outline(data)
    root = tree_of(id_, text, work).root_node
    return (text, root) if text == data or not root.has_error else (data, tree_of(id_, data, work).root_node)


def _listed(data: bytes, work: int) -> Sequence[object] | None:
    """Return `__all__` of a module, with UNKNOWN for what is computed; None if there is none."""
    names = assignments(data, work).get(_EXPORTS.decode()) if _EXPORTS in data else None
    return names if names is None or isinstance(names, list) else [UNKNOWN]


def _globals_of_functions(source: PythonSource) -> Iterator[Declaration]:
    """Yield the names that functions, or parts of expressions, may assign to the module."""
    for guard, pattern in ((b"global", _GLOBAL), (b":=", _WALRUS)):
        for match in pattern.finditer(source.data) if guard in source.data else ():
            for name in match[1].decode(errors="replace").split(","):
                line = source.line(match.start())
                yield Declaration("variable", name.strip(), line, 0, 0, value=OMITTED, is_conditional=True)


def _seen_from_outside(one: Declaration, patched: set[str], names: Sequence[object] | None) -> Declaration:
    """Return a declaration with what the rest of the module says of it. A computed `__all__` may have the others."""
    if names is not None:
        one = one._replace(is_public=one.name in names)
    if one.is_class and one.name in patched and not one.changes:
        one = one._replace(changes=_PATCHED, is_open=_PATCHED)
    return one
