"""Making repositories with pages of the formats that come with doclint, and the sources that these pages document."""

from functools import cache
from random import Random

from fuzz.generate import CODE, MARKDOWN, MOST_BYTES, Files, hostile, mutated
from golden_trees import FORMATS, trees

from doclint.source.language import is_markdown

_MOST_PAGES = 3
_MOST_SOURCES = 12
_IN_PAGES = [
    *MARKDOWN,
    *(
        "<table>",
        "<tr><td>",
        "</td></tr>",
        "</table>",
        '<a id="x"></a>\n',
        "<kbd>",
        "</kbd>",
        "<code>",
        "&lt;",
        "---\n",
    ),
    *(
        "`{",
        "}`",
        "(Required) ",
        "[optional]",
        "[default to ",
        "**Returns:**",
        "> ",
        "- `x` (",
        "| a \\| b |",
        ": ",
        "::",
    ),
]
_IN_SOURCES = [
    *CODE,
    *('"x": {', "Type: schema.TypeString,\n", "Elem: &schema.Resource{", "func f() {\n", "\n}\n", "/*", "`", "'\"'"),
    *(
        "// @public\n",
        "export { A_2 as A }\n",
        "```\n",
        "public class A<B> extends C {\n",
        "Field(",
        "alias='a'",
        "...\n",
    ),
]


@cache
def _trees() -> list[Files]:
    """Return all golden trees without files that are too large to be changed often."""
    return [
        {path: data for path, data in tree.files.items() if len(data) < MOST_BYTES}
        for format_ in FORMATS
        for tree in trees(format_).values()
    ]


@cache
def _others(extension: str) -> list[bytes]:
    """Return the golden files with an extension, of which other files get pieces."""
    return [data for files in _trees() for path, data in files.items() if path.endswith(extension)]


def repository(random: Random, earlier: Files | None) -> Files:
    """Return some files of a golden tree, of which a few are changed."""
    files = dict(earlier or _some(random, random.choice(_trees())))
    for path in random.sample(sorted(files), min(len(files), random.randrange(1, 4))):
        pieces = _IN_PAGES if is_markdown(path) else _IN_SOURCES
        others = _others(path[path.rfind(".") :] if "." in path else path)
        is_new = random.random() < 0.03
        files[path] = hostile(random, pieces) if is_new else mutated(random, files[path], pieces, others)
    return files


def _some(random: Random, tree: Files) -> Files:
    pages = [path for path in tree if is_markdown(path)]
    sources = [path for path in tree if path not in pages]
    chosen = random.sample(pages, min(len(pages), _MOST_PAGES))
    return {path: tree[path] for path in [*chosen, *random.sample(sources, min(len(sources), _MOST_SOURCES))]}
