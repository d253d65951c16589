"""The holes that have a meaning: their names, where they may be, and what they mean.

All other names have no meaning of their own. A hole with such a name must be read by something else, which
`doclint.formats.mistakes.unread` knows. The manual of formats is made from this table.
"""

from collections.abc import Mapping
from typing import NamedTuple, get_args

from doclint.errors.wording import plural
from doclint.formats.schema.contents import SCOPE, SYMBOL, SymbolKind

BYTES, KB = "size.bytes", "size.kb"
LINES, FILES, FOLDERS, OCCURRENCES = "count.lines", "count.files", "count.folders", "count.occurrences"
SNIPPET = "source.snippet"

ENTRY = "entry"
"""The kind of things that are the entries of all lists of a page."""

COUNTED: dict[str, str] = {f"count.{plural(kind)}": kind for kind in (*get_args(SymbolKind), "import", ENTRY)}
"""What of the source or of the page a number counts, by the name of its hole."""

PROVENANCE = frozenset({"generated.commit", "generated.time", "generated.version"})
"""From which state of the sources, when and by which version of the generator a page was written."""

PLACES: Mapping[str, str] = {
    "path": "the path of a kind",
    "front-matter": "the front matter",
    "title": "a title",
    "heading": "a heading",
    "text": "a text",
    "claim": "a claim",
    "fields": "the value of a field",
    "symbols": "an item of symbols",
    "imports": "an item of imports",
    "links": "an item of links",
    "entries": "an item of entries",
    "table": "a table row",
    "signature": "a signature",
    "source": "the fence of a quoted source",
    "command": "a command",
    "footer": "a footer",
    "placeholder": "a placeholder",
    "language": "the type of a language",
    "filler": "a filler",
    "artificial": "an artificial keyword",
}
"""Where holes may be, in words. A claim is a text with a `key`, or one of a set. What is `before` a heading is a part
of the heading.
"""

LISTED = "symbols", "imports", "links", "entries", "table"
"""The places in an entry of a list, or in a row of a table."""
ON_PAGE = (
    "front-matter",
    "title",
    "heading",
    "text",
    "claim",
    "fields",
    *LISTED,
    "signature",
    "source",
    "command",
    "footer",
)
"""The places whose text doclint compares with what the path of the page says."""
_OF_SYMBOL = "title", "heading", "symbols", "table", "text", "claim", "fields"

NEEDS: Mapping[str, str] = {
    "file": "on pages about a file, by their path",
    "subject": "on pages about a file or a folder, by their path",
    "folder": "on pages about a folder, by their path",
    "source": "on pages about a file, by their path or their `source`",
    "symbol": "where `defines` says that there is a symbol, and below",
    "value": "where `defines` says that there is a symbol, and below, or in a list of macros",
    "listed": "in lists with `defines` or `lists`",
    "index": "in a section with `index`, and below",
    "sections": "in entries of `sections`",
    "bases": "in entries of `bases`",
}
"""What some holes need beside their place, in words."""


class Hole(NamedTuple):
    """A hole with a meaning.

    `where` has the `PLACES` where it has the meaning, each with the one of `NEEDS` that must be met there, or nothing.
    `example` is a pattern. Names in capitals stand for several ones: `page.KIND` for the name of any kind.
    """

    name: str
    where: Mapping[str, str]
    meaning: str
    example: str


def _in(*places: str, needs: str = "") -> dict[str, str]:
    return dict.fromkeys(places, needs)


TABLE: tuple[Hole, ...] = (
    Hole(
        "PATH",
        _in(*ON_PAGE),
        "What the path of the page has in a hole of that name, other than `symbol`.",
        "Package {package}",
    ),
    Hole("PARAMETER", _in(*ON_PAGE), "A parameter of the format: it has one value on all pages.", "Made for {project}"),
    Hole(
        "path",
        _in("path") | _in(*ON_PAGE, needs="file"),
        "The file that the page is about, from the root of the repository.",
        "Documentation: `{path}`",
    ),
    Hole(
        "folder",
        _in("path") | _in(*ON_PAGE, needs="subject"),
        "The folder that the page is about, or that has the file that it is about, from the root of the repository. "
        "Pages call the root `root-name`.",
        "Index: `{folder}/`",
    ),
    Hole("name", _in(*ON_PAGE, needs="file"), "The name of the file that the page is about.", "Module {name}"),
    Hole(
        "ext",
        _in("language") | _in(*ON_PAGE, needs="file"),
        "The extension of the file that the page is about, with its dot.",
        "Source File ({ext})",
    ),
    Hole(
        "language.type", _in(*ON_PAGE, needs="source"), "The `type` of its language in the format.", "{language.type}"
    ),
    Hole("language.fence", _in(*ON_PAGE, needs="source"), "The `fence` of its language.", "{language.fence}"),
    Hole(
        "page.KIND",
        _in(*ON_PAGE),
        "The destination of a link to the page of that kind about the same file or folder, or about the folder of the "
        "file.",
        "[Keyword index]({page.file-kw})",
    ),
    Hole(
        "parent.KIND",
        _in(*ON_PAGE),
        "The destination of a link to the page of that kind about the folder that contains that folder.",
        "[Up]({parent.folder-index})",
    ),
    Hole(
        SYMBOL,
        _in("symbols")
        | _in("title", "heading", "signature", needs="symbol")
        | _in("links", "entries", "table", needs="listed"),
        "The name of a symbol, which may be qualified: `Basket.weigh`. In the path of a page: see `source`.",
        "Class `{symbol}`",
    ),
    Hole(
        SCOPE,
        _in("heading", needs="symbol"),
        "The name of the class or module that a symbol is in. A heading with another scope than the section around it "
        "does not begin a section there; this tells methods from functions that follow a class on the same level.",
        "{scope}.{symbol}",
    ),
    Hole("type", _in(*_OF_SYMBOL, "signature", needs="symbol"), "The type of a symbol.", "`{symbol}` ({type})"),
    Hole(
        "default",
        _in(*_OF_SYMBOL, "signature", needs="symbol"),
        "The default of a parameter or a field.",
        "`{symbol}` = `{default}`",
    ),
    Hole(
        "value",
        _in(*_OF_SYMBOL, "signature", needs="symbol") | _in("symbols", needs="value"),
        "The value of a constant, a member of an enum, or a macro.",
        "`{symbol}` = `{value}`",
    ),
    Hole(
        "optional",
        _in("heading", "symbols", "table", "signature", needs="symbol"),
        "Whether a parameter or a field is optional: it is if the hole has any text.",
        "{symbol}[{optional='?'}]",
    ),
    Hole(
        "required",
        _in("heading", "symbols", "table", needs="symbol"),
        "Whether a parameter or a field is required: it is if the hole has any text.",
        "`{symbol}`[ {required='(required)'}]",
    ),
    Hole(
        "returns", _in(*_OF_SYMBOL, "signature", needs="symbol"), "What a function returns.", "Returns {returns:markup}"
    ),
    Hole(
        "base",
        _in(*_OF_SYMBOL, needs="symbol") | _in("entries", needs="bases"),
        "A base of a class.",
        "{base:markup}",
    ),
    Hole(
        "bases",
        _in(*_OF_SYMBOL, "signature", needs="symbol"),
        "The bases of a class, separated by commas.",
        "class {symbol}({bases})",
    ),
    Hole("parameters", _in("signature", needs="symbol"), "Parameters, as code.", "def {symbol}({parameters})"),
    Hole(
        "async",
        _in("signature", needs="symbol"),
        "Whether a function is asynchronous: it is if the hole has any text.",
        "[{async='async '}]def {symbol}({parameters})",
    ),
    Hole(
        "source.path",
        _in(*_OF_SYMBOL, needs="symbol"),
        "The file that defines a symbol.",
        "Defined in {source.path}",
    ),
    Hole(
        "source.line",
        _in(*_OF_SYMBOL, needs="symbol"),
        "The line that defines a symbol, from 1.",
        "Line {source.line:int}",
    ),
    Hole(
        "source.link",
        _in(*_OF_SYMBOL, needs="symbol"),
        "The destination of a link to where a symbol is defined; it may have a line.",
        "[source]({source.link})",
    ),
    Hole(
        "description",
        _in(*LISTED) | _in("heading", "text", "fields", needs="symbol"),
        "What the page says about an entry or a symbol.",
        "`{symbol}`: {description:markup}",
    ),
    Hole("module", _in("imports"), "What is imported or included.", "`{module}`[: {names}]"),
    Hole("names", _in("imports"), "The names that are imported from it, separated by commas.", "`{module}`[: {names}]"),
    Hole(
        "file",
        _in(*LISTED, "filler"),
        "The name of a file in the folder that the page is about.",
        "[`{file}`]({target})",
    ),
    Hole(
        "subfolder",
        _in("heading", *LISTED, "filler"),
        "The name of a folder in the folder that the page is about.",
        "[`{subfolder}/`]({target})",
    ),
    Hole(
        "sibling",
        _in("links", needs="file"),
        "The name of another file in the folder of the file that the page is about.",
        "[`{sibling}`]({target})",
    ),
    Hole("target", _in(*LISTED), "The destination of the link of an entry.", "[{label}]({target})"),
    Hole(
        "keyword",
        _in("heading", needs="index"),
        "A heading that is an entry of an index, whose links are below it.",
        "{keyword:any}",
    ),
    Hole(
        "section",
        _in("entries", needs="sections"),
        "The heading of a section on the page about the same file that quotes it.",
        "**{section}**: {text}",
    ),
    Hole("text", _in("entries", needs="sections"), "What is in that section.", "**{section}**: {text}"),
    Hole(
        "extension",
        _in(*LISTED, needs="folder"),
        "An extension, with its dot, of files in the folder that the page is about.",
        "`{extension}`: {count.files:int} file(s)",
    ),
    Hole(
        BYTES,
        _in("front-matter", "text", "claim", "fields"),
        "The size of the file that the page is about, in bytes.",
        "{size.bytes:int} bytes",
    ),
    Hole(
        KB,
        _in("fields"),
        "The same size in units of 1,024 bytes, rounded.",
        "{size.bytes:int} bytes ({size.kb:float} KB)",
    ),
    Hole(
        LINES,
        _in("front-matter", "text", "claim", "fields"),
        "The number of its lines.",
        "{count.lines:int}",
    ),
    Hole(
        "count.KINDS",
        _in("front-matter", "text", "claim", "fields"),
        "How many symbols of a kind it defines, by the plural of the kind (`count.enum-members`), how many `imports` "
        "it has, or how many `entries` the lists of the page have.",
        "{count.classes:int} classes",
    ),
    Hole(
        FILES,
        _in("claim", *LISTED, needs="folder"),
        "How many files are directly in the folder that the page is about; with `extension`, those that have it.",
        "{count.files:int} file(s)",
    ),
    Hole(
        FOLDERS, _in("claim", needs="folder"), "How many folders are directly in it.", "{count.folders:int} folder(s)"
    ),
    Hole(OCCURRENCES, _in(*LISTED), "How often an entry occurs.", "`{word}`: {count.occurrences:int}"),
    Hole(SNIPPET, _in(*ON_PAGE), "A verbatim piece of the source.", "The first line: {source.snippet}"),
    Hole(
        "generated.commit",
        _in(*ON_PAGE),
        "The commit of the sources that the generator read.",
        "Commit {generated.commit}",
    ),
    Hole("generated.time", _in(*ON_PAGE), "When the page was written.", "Written on {generated.time}"),
    Hole(
        "generated.version",
        _in(*ON_PAGE),
        "The version of the generator.",
        "Written by mirror {generated.version}",
    ),
)
"""All holes that have a meaning."""


KNOWN = frozenset(hole.name for hole in TABLE if "." in hole.name and hole.name.islower()).union(COUNTED)
"""The holes with a meaning whose names have a dot, without those that lead to pages: no other hole has a dot."""


def names_for(hole: Hole, kinds: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of a hole of the table in a format with some kinds; none for those that a format chooses."""
    whose, _, last = hole.name.partition(".")
    if last == "KIND":
        return tuple(f"{whose}.{kind}" for kind in kinds)
    if last == "KINDS":
        return tuple(COUNTED)
    return () if hole.name.isupper() else (hole.name,)
