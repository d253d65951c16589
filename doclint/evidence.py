"""Evidence: what the claims of a page about a file are held against."""

from functools import cached_property

from doclint.languages import language_of
from doclint.repository import Repository
from doclint.symbols import Symbols, is_known, read
from doclint.symbols.passages import Passages, Place
from doclint.symbols.vocabulary import Vocabulary


class Evidence:
    """A file that a page is about, or where it is not there a copy of it in a page.

    `path` is that of the file, from the root of the repository, and `data` its content. `copy` is the path of the page
    that quotes it, None for the file itself. A copy that may be cut is not `complete`: what it lacks proves nothing.
    """

    def __init__(
        self,
        path: str,
        data: bytes,
        *,
        repository: Repository | None = None,
        copy: str | None = None,
        complete: bool = True,
    ) -> None:
        self.path = path
        self.data = data
        self.language = language_of(path)
        self.copy = copy
        self.complete = complete
        self._repository = repository

    @property
    def is_binary(self) -> bool:
        """Whether it is no text: it has a NUL byte, by which git tells as well."""
        return b"\0" in self.data

    @cached_property
    def symbols(self) -> Symbols | None:
        """What the file defines and imports; None where nobody can tell: not code, no grammar, or a binary file."""
        if self.language is None or self.is_binary:
            return None
        if self.copy is None and self._repository is not None:
            return self._repository.symbols(self.path)
        return read(self.language.id, self.data)

    @cached_property
    def passages(self) -> Passages | None:
        """The comments and strings of the file; None where nobody can tell."""
        if self.language is None or self.is_binary or not is_known(self.language.id):
            return None
        return Passages(self.language.id, self.data)

    @cached_property
    def vocabulary(self) -> Vocabulary | None:
        """The names in the code of the file, with those of the file itself and of what it imports; None where nobody
        can tell what is code.

        Prose has no code. Of configuration and data, whose comments are not known here, all counts.
        """
        language = self.language
        if language is None or self.is_binary:
            return None
        if language.prose:
            return Vocabulary("")
        if not language.code:
            return Vocabulary(self.data.decode(errors="replace"), more=[self.path])
        if self.passages is None:
            return None
        code = [self.passages.code, *([self.passages.said("string")] if language.strings_run else [])]
        found = self.symbols.found if self.symbols else ()
        imported = [symbol.qualified for symbol in found if symbol.kind in ("import", "include")]
        return Vocabulary(b"\n".join(code).decode(errors="replace"), more=[self.path, *imported])

    @cached_property
    def strings(self) -> str:
        """What stands in the strings of the file, or all of a file of which no more is known, in lower case."""
        return self._said("string")

    @cached_property
    def remarks(self) -> str:
        """What stands in its comments and docstrings, likewise."""
        return self._said("comment", "docstring")

    def _said(self, *places: Place) -> str:
        data = self.data if self.passages is None else self.passages.said(*places)
        return data.decode(errors="replace").lower()
