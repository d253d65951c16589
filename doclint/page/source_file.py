"""A source file: what the claims of a page about a file are compared with."""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from doclint.markdown.source import Source, line_starts
from doclint.repository.memo import NO_MEMO, Memo
from doclint.source.extract import read as read_symbols, read_docstrings
from doclint.source.language import is_api_report, language_of
from doclint.source.passages import Passages, macro_values, read as read_passages, what_it_does
from doclint.source.symbols import Docstring, Passage, PlaceKind, SourceSymbols
from doclint.source.trees import is_known
from doclint.source.words import Identifiers, Vocabulary

if TYPE_CHECKING:
    from doclint.source.locate import Locator, SourceLocation
    from doclint.source.lookup import Definitions
    from doclint.source.model import SourceDeclarations
    from doclint.source.origins import ImportIndex, Origin, Origins

_Answer = TypeVar("_Answer")
_POINTER = b"version https://git-lfs.github.com/spec/"


class SourceFile:
    """The file that a page is about or, if that does not exist, the copy of it on a page.

    `path` is the path of the file from the root of the repository, and `data` its bytes. `copy` is the path of the page
    that quotes it, None for the file itself. A copy that may be cut is not `complete`: what it lacks proves nothing.
    `work` limits the parse, in multiples of what real sources take at most; the `memo` has answers of earlier runs.
    """

    def __init__(
        self,
        path: str,
        data: bytes,
        *,
        copy: str | None = None,
        complete: bool = True,
        work: int = 1,
        memo: Memo = NO_MEMO,
    ) -> None:
        self.path = path
        self.work = work
        self.memo = memo
        self.data = data
        self.language = language_of(path)
        self.copy = copy
        self.complete = complete
        self._remembered: dict[Callable[[SourceFile], Any], Any] = {}

    @cached_property
    def is_binary(self) -> bool:
        """Whether the file is binary: it has a NUL byte, which is what git looks for."""
        return b"\0" in self.data

    @cached_property
    def text(self) -> str:
        """The text of the file, decoded as that of a page is: without a byte order mark, U+FFFD for a lost byte."""
        return Source.from_bytes(self.data).text

    @property
    def is_pointer(self) -> bool:
        """Whether it is a pointer to a file that Git LFS stores elsewhere; the content of that is unknown."""
        return self.data.startswith(_POINTER)

    @cached_property
    def symbols(self) -> SourceSymbols | None:
        """What the file defines and imports; None if that is unknown: not code, no grammar, or a binary file."""
        return self._read("symbols", SourceSymbols | None, read_symbols)

    @cached_property
    def grammar(self) -> str | None:
        """The id of the language whose grammar reads the file; None for a binary file, or without a grammar."""
        language = self.language
        return language.id if language is not None and not self.is_binary and is_known(language.id) else None

    @property
    def is_hopeless(self) -> bool:
        """Whether it is code that takes more work to parse than `work` allows."""
        return self.grammar is not None and (self.symbols is None or self.passages is None)

    @property
    def is_undeclarable(self) -> bool:
        """Whether it is code whose declarations take more work to read than `work` allows."""
        from doclint.source.read import reads

        return self.grammar is not None and reads(self.grammar) and self.declarations is None

    @cached_property
    def passages(self) -> Passages | None:
        """The comments and strings of the file; None if they are unknown."""
        found = self._read("passages", list[Passage] | None, read_passages)
        return None if self.grammar is None or found is None else Passages(self.grammar, self.data, found)

    @cached_property
    def docstrings(self) -> list[Docstring] | None:
        """The docstrings of the file; None if they are unknown, or the language has none."""
        return self._read("docstrings", list[Docstring] | None, read_docstrings)

    @cached_property
    def declarations(self) -> "SourceDeclarations | None":
        """What the file declares, with all members; None if that is unknown: see `doclint.source.read`."""
        from doclint.source.model import SourceDeclarations
        from doclint.source.read import needs_no_grammar, read, reads

        if is_api_report(self.path):
            return self._reported(partial(read, "typescript"))
        id_ = self.grammar
        if self.language is not None and needs_no_grammar(self.language.id) and not self.is_binary:
            id_ = self.language.id
        return self._read("declarations", SourceDeclarations | None, read, id_) if id_ and reads(id_) else None

    def _reported(self, read: "Callable[[bytes, int], SourceDeclarations | None]") -> "SourceDeclarations | None":
        """Return what an API report says that a package exports."""
        from doclint.source.api_report import typescript_of
        from doclint.source.model import SourceDeclarations

        def find() -> SourceDeclarations | None:
            code = typescript_of(self.data)
            return None if code is None else read(code, self.work)

        return self.memo.of(self.data, ("declarations", "api report", self.work), SourceDeclarations | None, find)

    @cached_property
    def macros(self) -> Mapping[str, tuple[str, ...]] | None:
        """The definitions of each macro of the file; None if they are unknown, or there is no preprocessor."""
        return macro_values(self.passages) if self.passages and self.passages.has_directives else None

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of the file."""
        return self.passages.vocabulary if self.passages else Vocabulary(self.data)

    @cached_property
    def identifiers(self) -> Identifiers | None:
        """The names in the code of the file, with its own name and those of what it imports; None if they are unknown.

        Prose has no code. Of configuration and data, the text counts that says what they do.
        """
        language = self.language
        if language is None or self.is_binary:
            return None
        if language.prose:
            return Identifiers("")
        if not language.code:
            return Identifiers(self._telling.decode(errors="replace"), more=[self.path])
        if self.passages is None:
            return None
        code = [self.passages.code, *([self.passages.text_in("string")] if language.strings_run else [])]
        found = self.symbols.found if self.symbols else ()
        imported = [symbol.qualified for symbol in found if symbol.kind in ("import", "include")]
        return Identifiers(b"\n".join(code).decode(errors="replace"), more=[self.path, *imported])

    @cached_property
    def strings(self) -> str:
        """The text of the strings of the file, in lower case; without a grammar, that of `identifiers`."""
        return self._said("string")

    @cached_property
    def remarks(self) -> str:
        """The text of its comments and docstrings, in lower case; empty if these are unknown."""
        return self._said("comment", "docstring") if self.passages else ""

    @cached_property
    def definitions(self) -> "Definitions":
        """What the file defines and imports, by name; nothing if no grammar reads it."""
        from doclint.source.lookup import Definitions

        return Definitions(self.language, self.symbols.found if self.symbols else ())

    @cached_property
    def imports(self) -> "ImportIndex":
        """What the file imports or includes; nothing if no grammar reads it."""
        from doclint.source.origins import ImportIndex

        return ImportIndex(self.symbols.found if self.symbols else (), self.passages)

    def origin(self, name: str, kinds: tuple[str, ...]) -> "Origin | None":
        """Return where a name comes from that the file does not define as one of some kinds.

        None if the file may define it, or if no grammar reads the file. The kinds are those of symbols, `definition`
        for all of them, and `identifier` for any word of the file, which needs no grammar.

        >>> SourceFile("a.py", b"# a class of its own").origin("of", ("class",))
        Origin(reason='comment', line=1, other=None)
        """
        return self._origins.find(name, kinds)

    def declares_scope(self, name: str) -> bool:
        """Whether the code declares or opens a class or namespace of that name, which a grammar may have missed."""
        return self._origins.is_scope(name)

    @cached_property
    def _origins(self) -> "Origins":
        from doclint.source.origins import Origins

        return Origins(self.vocabulary, self.passages if self.symbols is not None else None, self.definitions)

    def locate(self, text: bytes) -> "SourceLocation | None":
        r"""Return where the file has a text, whatever white space, punctuation and markup differ; None if nowhere.

        >>> SourceFile("a.py", b"def run():\n    'Do it, now.'").locate(b"*Do it* now")
        SourceLocation(line=1, place='docstring', docstring_of='run')
        """
        return self._locator.locate(text)

    @cached_property
    def _locator(self) -> "Locator":
        from doclint.source.locate import Locator

        return Locator(self.data, self.passages, self.docstrings or (), self.symbols.found if self.symbols else ())

    def remembered(self, find: "Callable[[SourceFile], _Answer]") -> _Answer:
        """Return what a function finds in the file, and call it only once, whichever rules ask."""
        if find not in self._remembered:
            self._remembered[find] = find(self)
        answer: _Answer = self._remembered[find]
        return answer

    def line(self, place: int) -> int:
        """Return the line, counted from 1, of the byte at an offset."""
        return bisect_right(self._line_starts, place)

    @cached_property
    def _line_starts(self) -> list[int]:
        return line_starts(self.data)  # which forgets those of all but a few sources

    def _read(
        self, name: str, form: object, read: Callable[[str, bytes, int], _Answer | None], id_: str | None = None
    ) -> _Answer | None:
        """Return what the reader of a language finds in the file; None if there is no grammar for it."""
        id_ = id_ or self.grammar
        if id_ is None:
            return None
        return self.memo.of(self.data, (name, id_, self.work), form, partial(read, id_, self.data, self.work))

    @cached_property
    def _telling(self) -> bytes:
        """What of the file says what it does, if it is configuration or data."""
        return what_it_does(self.language.id, self.data) if self.language else self.data

    def _said(self, *places: PlaceKind) -> str:
        data = self._telling if self.passages is None else self.passages.text_in(*places)
        return data.decode(errors="replace").lower()


def source_file_of(
    path: str, data: bytes, *, copy: str | None = None, complete: bool = True, work: int = 1, memo: Memo = NO_MEMO
) -> SourceFile:
    """Return a source file, with all that is known of it: the next page is most often about the same one."""
    return _source_file(path, data, copy, complete, work, memo)


@lru_cache(maxsize=4)  # the cache tells calls apart by how their arguments are written
def _source_file(path: str, data: bytes, copy: str | None, complete: bool, work: int, memo: Memo) -> SourceFile:  # noqa: FBT001
    return SourceFile(path, data, copy=copy, complete=complete, work=work, memo=memo)
