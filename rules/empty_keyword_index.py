import re
from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, SourceFile, Symbol, Valid, Violation
from doclint.kit import expression, fitting, indexes_of, lines_of_symbols, schema
from doclint.kit.indexes import Index
from doclint.kit.lists import by_name
from doclint.kit.nodes import List, Table

from ._pages import Start, file_of, keywords_of

_WORDS = expression(rb"[A-Za-z]{3,}")
_SEVERAL = 3  # words of a text that is worth an index
_GUARD = expression(r"(?:_h|_hh|_hpp|_hxx|_cuh|_inc|_included|_guard)_{0,4}\Z", re.IGNORECASE)

_INTRODUCTION = "This file contains the following key identifiers, symbols, and concepts:"
_NONE = "*No keywords automatically extracted. See documentation for details.*"
_SETTINGS = "".join(f"{name} = 1\n" for name in "heat time rack steam fan light door bread rolls cake pizza".split())
_FOLDER = "# Subtree Keyword Index: `src/`\n\n## Keywords\n\nAll files of this folder.\n"


def _invalid(path: str, source: str | None, message: str) -> Invalid:
    return Invalid(*_start(path, source), lines={3: message})


def _start(path: str, source: str | None) -> Start:
    text = f"# Keyword Index: `{path}`\n\n## Keywords Extracted\n\n{_INTRODUCTION}\n\n{_NONE}\n"
    return text, f"docs/{path}_kw.md", {}, {} if source is None else {path: source}


class EmptyKeywordIndex(Rule):
    """An index has no entries, although there is something to list.

    All other pages link to the index, and it is a dead end. The generator extracts only some of what a file can
    contain, and finds nothing in a configuration, a text, or a header of prototypes.

    doclint reads in the source what the file defines or imports, of the kinds that the format has lists of. If there is
    any, or if the file is a text with words, the finding is a warning. For configuration, and without the source, it is
    a hint. An index without entries is right for a file without names: an empty one, a header with nothing but its
    guard, a list of two requirements.
    """

    family = "lists"
    severity = "warning"
    covers = ("C15",)
    consults = {"source", "repository"}
    reads = {"section.index"}
    yields_to = ("empty-section", "missing-symbol", "missing-content")
    remedy = "Write no index if nothing was found, or say what the file contains instead of names."
    messages = {
        "symbols": Message(
            "The index has no entries, but `{source}` has {names}",
            remedy="Parse the source, and extract everything that the lists of the format are for.",
        ),
        "words": Message("The index has no entries, but `{source}` is a text with words; leave the index out"),
        "data": Message("The index has no entries, but `{source}` has names of its own", severity="info"),
        "folder": Message("The index has no entries, but `{folder}/` has {names}"),
        "unknown": Message("The index has no entries; leave it out", severity="info"),
    }
    examples = (
        _invalid("limits.h", "#define MOST 7\nvoid most(void);\n", "symbols"),
        _invalid(
            "notes.txt", "what the baker said about the bread of the last week and the one before that\n", "words"
        ),
        _invalid("a.toml", _SETTINGS, "data"),
        Invalid(_FOLDER, "docs/src/sub.md", files={"src/app.py": "x = 1\n"}, lines={3: "folder"}),
        _invalid("a.py", None, "unknown"),
        Valid(*_start("a.py", '"""What is baked."""\n')),
        Valid(*_start("limits.h", "#define MOST 7\n")),
        Valid(*_start("a.toml", "\n")),
        Valid(*_start("a.toml", "oven = 3\n")),
        Valid(*_start("a.xyz", _SETTINGS)),
        Valid(*_start("a.h", "#ifndef BREAD_A_H_\n#define BREAD_A_H_\n\n#endif\n")),
        Valid(*keywords_of("a.py", "def run(): ...\n", Functions=["run"])),
        Valid(_FOLDER, "docs/src/sub.md", files={"src/inner/empty.txt": ""}),
        Valid(*file_of("a.py", "## File Metadata\n\nText.\n", "x = 1\n")),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        # An index that is on the page several times lacks the same each time.
        empty = {index.section.key: index for index in reversed(indexes_of(page)) if _is_empty(index)}
        for index in empty.values():
            source = page.source_file
            violation = _check_folder(page, index) if source is None else _check_source(page, index, source)
            if violation is not None:
                yield violation


def _is_empty(index: Index) -> bool:
    """Whether nothing in an index could be an entry. An index without any text is an empty section."""
    if not all(part.blocks for part in index.parts[1:]):
        return False  # another rule reports the section with nothing below its heading
    blocks = [block for part in index.parts for block in part.blocks]
    return not index.items and bool(blocks) and not any(isinstance(block, List | Table) for block in blocks)


def _check_source(page: Page, index: Index, source: SourceFile) -> Violation | None:
    # For files of no family, the format has a list of all names.
    kinds = _kinds(page) if page.subject is not None and page.subject.family else None
    message, found = _contents(source, kinds)
    if not message:
        return None
    related, names = lines_of_symbols(source, found.values()), tuple(found)
    span = index.section.heading.span
    return Violation(span, message, against=source, related=related, source=source.path, names=names)


def _check_folder(page: Page, index: Index) -> Violation | None:
    span, subject = index.section.heading.span, page.subject
    path = subject.path if subject is not None and subject.is_folder else None
    listing = page.repository.listing(path) if path is not None and page.repository else None
    if listing is None:
        return Violation(span, "unknown")
    names = tuple(sorted(name for name, is_folder in listing.items() if not is_folder and not name.startswith(".")))
    return Violation(span, "folder", folder=path or ".", names=names) if names else None


def _kinds(page: Page) -> frozenset[str]:
    """Return the kinds of symbols that the format has lists of on such a page."""
    if page.kind is None:
        return frozenset()
    lists = page.kind.contents(schema.SymbolsContent).values()
    kinds = {kind for several in lists for one in several for kind in one.defines}
    return frozenset(kinds | ({"import", "include"} if page.kind.contents(schema.ImportsContent) else set()))


def _contents(source: SourceFile, kinds: frozenset[str] | None) -> tuple[str, dict[str, Symbol]]:
    """Return the message that says what a source has for an index, empty if it has nothing, and symbols by name."""
    if source.is_binary or source.is_pointer or not source.data.strip():
        return "", {}
    if source.symbols is not None:
        fits = None if kinds is None else fitting(kinds) | kinds
        named = (one for one in source.symbols.found if one.name and not one.name.startswith("_"))
        symbols = (one for one in named if fits is None or one.kind in fits)
        found = by_name(one for one in symbols if not _is_guard(source, one))
        return ("symbols" if found else ""), found
    if source.language is None or len(_WORDS.findall(source.data)) < _SEVERAL:
        return "", {}
    return ("words" if source.language.prose else "data"), {}


def _is_guard(source: SourceFile, symbol: Symbol) -> bool:
    """Whether a macro only keeps a header from being read twice, by its name and its lack of a value."""
    if symbol.kind != "macro" or not _GUARD.search(symbol.name):
        return False
    return {"", "1"}.issuperset((source.macros or {}).get(symbol.name, ()))
