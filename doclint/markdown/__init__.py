"""Text to nodes: one module for each engine, and the only ones that import a Markdown parser.

Dialect: CommonMark 0.31.2 with GFM's tables, strikethrough and task lists, and footnotes. Heading attributes,
maths and smart punctuation are plain text.
"""

from doclint.nodes import Tree


def parse(text: str) -> Tree:
    """Parse Markdown with the engine of reference, or with the one in pure Python where no wheel of it installs."""
    try:
        from doclint.markdown import pulldown as engine
    except ImportError:
        from doclint.markdown import mistune as engine  # type: ignore[no-redef]
    return engine.parse(text)
