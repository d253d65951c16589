"""Parsing Markdown with one of two engines: `pulldown` (the reference) and `mistune` (in pure Python).

Dialect: CommonMark 0.31.2 with GFM's tables, strikethrough and task lists, footnotes, and the formulas of GitHub, which
are plain text. So are heading attributes and smart punctuation.
"""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec

from doclint.markdown.formulas import formulas, hidden, show
from doclint.markdown.nodes import DEFAULT_DEPTH, Tree


def parse(text: str, depth: int = DEFAULT_DEPTH) -> Tree:
    """Parse Markdown with the reference engine, or with the one in pure Python if the former is not installed.

    Nodes nested deeper than `depth` become siblings of their parents, so that no input can overflow the stack of code
    that walks the tree.
    """
    tree = _parsed(text, depth)
    if "$" in text and (spans := formulas(text, tree)):
        tree = _parsed(hidden(text, spans), depth)
        show(tree)
    return tree


def _parsed(text: str, depth: int) -> Tree:
    try:
        return _engine()(text, depth)
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # a bug of a parser in Rust, which is not an Exception
            raise RuntimeError(f"the Markdown parser panicked: {error}") from error
        raise


@cache
def _engine() -> Callable[[str, int], Tree]:
    if find_spec("pyromark"):
        from doclint.markdown import pulldown

        return pulldown.parse
    from doclint.markdown.mistune import parser as mistune

    return mistune.parse
