import re
from collections.abc import Iterator

from doclint.code.symbols import Symbol
from doclint.formats.schema import ImportsContent, SymbolsContent
from doclint.markdown.nodes import List, Table
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._index import Index, indexes
from ._names import fitting
from ._pages import file_page, keyword_page

_WORDS = re.compile(rb"[A-Za-z]{3,}")
_SEVERAL = 3  # words that a text has which is worth an index
_GUARD = re.compile(r"(?:_h|_hh|_hpp|_hxx|_cuh|_inc|_included|_guard)_{0,4}\Z", re.IGNORECASE)

_NONE = "*No keywords automatically extracted. See documentation for details.*\n"


def _page(path: str) -> str:
    introduction = "This file contains the following key identifiers, symbols, and concepts:"
    return f"# Keyword Index: `{path}`\n\n## Keywords Extracted\n\n{introduction}\n\n{_NONE}"


_SETTINGS = "".join(f"{name} = 1\n" for name in "heat time rack steam fan light door bread rolls cake pizza".split())
_FOLDER = "# Subtree Keyword Index: `src/`\n\n## Keywords\n\nAll files of this folder.\n"


class EmptyKeywordIndex(Rule):
    """An index has no entry, although there is something to find.

    All other pages link to it, and it is a dead end. It comes of an extraction that knows only some of what a file can
    have: a configuration, a text, prototypes. Either the extraction learns it, or the page is not written.

    What the file defines or imports, of the kinds that the format has lists of, is told from its source; then the
    finding is a warning, and so it is for a text with words. For configuration, and where the source is not at hand, it
    is a hint. That a file without any name has an index without entries is right: an empty one, a header with nothing
    but its guard, a list of two requirements.
    """

    id = "empty-keyword-index"
    family = "lists"
    severity = "warning"
    covers = ("C15",)
    consults = frozenset({"source", "repository"})
    yields_to = ("empty-section", "missing-symbol", "missing-content")
    remedy = "Write no index where nothing was found, or say what the file holds instead of names."
    messages = {
        "symbols": Message(
            "This index has no entry; `{source}` has {names}[ (as copied in `{copy}`)]",
            remedy="Have the extraction find all that the lists of the format are for, by parsing the source.",
        ),
        "words": Message("This index has no entry, although `{source}` is a text[ (as copied in `{copy}`)]"),
        "data": Message(
            "This index has no entry, although `{source}` has names of its own[ (as copied in `{copy}`)]", (), "info"
        ),
        "folder": Message("This index has no entry; `{folder}/` has {names}"),
        "unknown": Message("This index has no entry", severity="info"),
    }
    examples = (
        Invalid(
            _page("limits.h"),
            "docs/limits.h_kw.md",
            files={"limits.h": "#define MOST 7\nvoid most(void);\n"},
            lines=(3,),
            messages=("symbols",),
        ),
        Invalid(
            _page("notes.txt"),
            "docs/notes.txt_kw.md",
            files={"notes.txt": "what the baker said about the bread of the last week and the one before that\n"},
            lines=(3,),
            messages=("words",),
        ),
        Invalid(_page("a.toml"), "docs/a.toml_kw.md", files={"a.toml": _SETTINGS}, lines=(3,), messages=("data",)),
        Invalid(_FOLDER, "docs/src/sub.md", files={"src/app.py": "x = 1\n"}, lines=(3,), messages=("folder",)),
        Invalid(_page("a.py"), "docs/a.py_kw.md", lines=(3,), messages=("unknown",)),
        Valid(_page("a.py"), "docs/a.py_kw.md", files={"a.py": '"""What is baked."""\n'}),
        Valid(_page("limits.h"), "docs/limits.h_kw.md", files={"limits.h": "#define MOST 7\n"}),
        Valid(_page("a.toml"), "docs/a.toml_kw.md", files={"a.toml": "\n"}),
        Valid(_page("a.toml"), "docs/a.toml_kw.md", files={"a.toml": "oven = 3\n"}),
        Valid(_page("a.xyz"), "docs/a.xyz_kw.md", files={"a.xyz": _SETTINGS}),
        Valid(_page("a.h"), "docs/a.h_kw.md", files={"a.h": "#ifndef BREAD_A_H_\n#define BREAD_A_H_\n\n#endif\n"}),
        Valid(keyword_page("a.py", "Functions", ["run"]), "docs/a.py_kw.md", files={"a.py": "def run(): ...\n"}),
        Valid(_FOLDER, "docs/src/sub.md", files={"src/inner/empty.txt": ""}),
        Valid(file_page("a.py", "## File Metadata\n\nText.\n"), "docs/a.py_docs.md", files={"a.py": "x = 1\n"}),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        # One that stands on the page several times lacks the same each time, and that may be much.
        empty = {index.section.key: index for index in reversed(indexes(page)) if _is_empty(index)}
        for index in empty.values():
            violation = _linter(page, index)
            if violation is not None:
                yield violation


def _is_empty(index: Index) -> bool:
    """Whether nothing in an index could be an entry; without any text it is an empty section."""
    if not all(part.blocks for part in index.parts[1:]):
        return False  # a section of it has nothing below its heading, which is reported
    blocks = [block for part in index.parts for block in part.blocks]
    return not index.items and bool(blocks) and not any(isinstance(block, List | Table) for block in blocks)


def _linter(page: Page, index: Index) -> Violation | None:
    span, source_file, subject = index.section.heading.span, page.source_file, page.subject
    if source_file is not None:
        # Of files of no family the format lists whatever is a name.
        kinds = _kinds(page) if subject is not None and subject.family else None
        message, names = _of_source(source_file, kinds)
        path, copy = source_file.path, source_file.copy
        return Violation(span, message, source=path, names=names, copy=copy) if message else None
    is_folder = subject is not None and subject.is_folder and subject.path is not None
    there = page.repository.listing(subject.path or "") if is_folder and subject and page.repository else None
    if there is None or subject is None:
        return Violation(span, "unknown")
    names = tuple(sorted(name for name, is_folder in there.items() if not is_folder and not name.startswith(".")))
    return Violation(span, "folder", folder=subject.path or ".", names=names) if names else None


def _kinds(page: Page) -> frozenset[str]:
    """The kinds of symbols that the format has lists of on such a page."""
    places = page.kind.all_sections if page.kind else ()
    contents = [content for place in places for content in place.spec.content]
    kinds = {kind for content in contents if isinstance(content, SymbolsContent) for kind in content.kind}
    has_imports = any(isinstance(content, ImportsContent) for content in contents)
    return frozenset(kinds | ({"import", "include"} if has_imports else set()))


def _of_source(source_file: SourceFile, kinds: frozenset[str] | None) -> tuple[str, tuple[str, ...]]:
    """What a source has that belongs into an index: the message that says so, and the names."""
    if source_file.is_binary or source_file.is_pointer or not source_file.data.strip():
        return "", ()
    if source_file.symbols is not None:
        fits = None if kinds is None else fitting(kinds) | kinds
        named = (one for one in source_file.symbols.found if one.name and not one.name.startswith("_"))
        symbols = (one for one in named if fits is None or one.kind in fits)
        found = dict.fromkeys(one.name for one in symbols if not _is_guard(source_file, one))
        return ("symbols" if found else ""), tuple(found)
    language = source_file.language
    if language is None or len(_WORDS.findall(source_file.data)) < _SEVERAL:
        return "", ()
    return ("words" if language.prose else "data"), ()


def _is_guard(source_file: SourceFile, symbol: Symbol) -> bool:
    """Whether a macro only keeps a header from being read twice: it is called like one, and stands for nothing."""
    if symbol.kind != "macro" or not _GUARD.search(symbol.name):
        return False
    return {"", "1"}.issuperset((source_file.macros or {}).get(symbol.name, ()))
