"""The templates of outputs for browsers."""

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from doclint.output.terminal import without_controls


def environment(package: str) -> Environment:
    """Return what loads the templates of a package. Values are escaped, and a name without a value is an error."""
    made = Environment(
        loader=PackageLoader(package, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    made.filters["breakable"] = breakable
    return made


def breakable(path: str) -> Markup:
    """Return a path or a name as markup in which a line can break after each slash.

    >>> print(breakable("docs/a&b.md"))
    docs/<wbr>a&amp;b.md
    """
    return Markup("/<wbr>").join(map(escape, without_controls(path).split("/")))
