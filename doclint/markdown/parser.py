"""Text to nodes: one module for each engine, and the only ones that import a Markdown parser.

Dialect: CommonMark 0.31.2 with GFM's tables, strikethrough and task lists, and footnotes. Heading attributes,
maths and smart punctuation are plain text.
"""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec

from doclint.markdown.nodes import DEFAULT_DEPTH, Tree


def parse(text: str, depth: int = DEFAULT_DEPTH) -> Tree:
    """Parse Markdown with the reference engine, or with the one in pure Python where no wheel of it installs.

    Nodes that lie in more than `depth` others are kept beside those: no input may overflow the stack of those who walk
    the tree.
    """
    return _engine()(text, depth)


@cache
def _engine() -> Callable[[str, int], Tree]:
    if find_spec("pyromark"):
        from doclint.markdown import pulldown

        return pulldown.parse
    from doclint.markdown.mistune import parser as mistune

    return mistune.parse
