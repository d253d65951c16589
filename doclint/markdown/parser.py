"""Parsing Markdown with one of two engines: `pulldown` (the reference) and `mistune` (in pure Python).

Dialect: CommonMark 0.31.2 with GFM's tables, strikethrough and task lists, and footnotes. Heading attributes,
maths and smart punctuation are plain text.
"""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec

from doclint.markdown.nodes import DEFAULT_DEPTH, Tree


def parse(text: str, depth: int = DEFAULT_DEPTH) -> Tree:
    """Parse Markdown with the reference engine, or with the one in pure Python if the former is not installed.

    Nodes nested deeper than `depth` become siblings of their parents, so that no input can overflow the stack of code
    that walks the tree.
    """
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
