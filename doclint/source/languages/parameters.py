"""The parameters of a function from the text between its parentheses."""

from functools import lru_cache

from doclint.source.model import DeclaredParameter
from doclint.source.read import read

_ECMASCRIPT = "function f({}) {{}}"
_FUNCTIONS = {
    "go": "package p\nfunc f({}) {{}}",
    "java": "class C {{ void f({}) {{}} }}",
    "javascript": _ECMASCRIPT,
    "python": "def f({}): ...",
    "rust": "fn f({}) {{}}",
    "tsx": _ECMASCRIPT,
    "typescript": _ECMASCRIPT,
}
"""A function with some parameters, by the id of the language."""


@lru_cache(maxsize=256)  # a page has half of its signatures twice: in an overview, and in the section of the symbol
def parameters(id_: str, text: str) -> tuple[DeclaredParameter, ...] | None:
    """Return the parameters that a text stands for in a language; None if they cannot be read.

    >>> [(one.name, one.default) for one in parameters("python", "a, *, b: int = 3")]
    [('a', None), ('b', '3')]
    >>> parameters("python", "a): ...") is None
    True
    """
    function = _FUNCTIONS.get(id_)
    source = read(id_, function.format(text).encode()) if function else None
    match source:
        case None:
            return None
        case _ if source.is_broken or len(source.found) != 1:
            return None
    [found] = [*source.found[0].members, *source.found][:1]
    return found.signatures[0].parameters if len(found.signatures) == 1 else None
