"""Files that pages of MkDocs include, by PyMdown Snippets, include-markdown, markdown-include and mdx_include."""

import re
from collections.abc import Iterator

from doclint.errors.expressions import expression

_SNIPPET = expression(r"""^[ \t>]*+-++8<-++[ \t]++["'](?P<path>[^"'\n]++)["']""", re.MULTILINE)
_SNIPPETS = expression(
    r"^[ \t]*+-++8<-++[ \t]*+\n(?P<paths>(?:(?![ \t]*+-+8<-)[^\n]*+\n)*+)[ \t]*+-++8<-", re.MULTILINE
)
_INCLUDE = expression(r"""\{%-?\s*+include(?:-markdown)?\s++["'](?P<path>[^"'\n]++)["']""")
_BRACED_INCLUDE = expression(r"\{!\s*+(?P<path>[^\s!{}]++)\s*+!")


def snippets_in(text: str) -> Iterator[str]:
    """Yield the paths of snippets and includes without lines or sections; an empty one for a web address."""
    stated = [match["path"] for match in (*_SNIPPET.finditer(text), *_BRACED_INCLUDE.finditer(text))]
    for match in _SNIPPETS.finditer(text):
        stated += filter(None, map(str.strip, match["paths"].splitlines()))
    for path in stated:
        if not path.startswith(";"):
            yield "" if "://" in path else path.partition(":")[0]


def inclusions_in(text: str) -> Iterator[str]:
    """Yield the paths that the plugin include-markdown includes."""
    return (match["path"] for match in _INCLUDE.finditer(text))
