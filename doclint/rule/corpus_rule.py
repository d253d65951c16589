"""What a rule about all pages together is, and what it notes of each page."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from doclint.formats.format_set import FormatSet
from doclint.markdown.source import Position, Span
from doclint.page.claims import RelatedLines
from doclint.page.page import Page
from doclint.repository.repository import Repository
from doclint.rule.message import Argument
from doclint.rule.rule import Rule
from doclint.rule.violation import Violation


class Where(NamedTuple):
    """A place on a page, as a finding has it.

    `start` is the first character and `end` the place after the last one. `section` is the name of the section in
    reports, `key` its key in the format; `kind` is the name of the page's kind. `embedded` is the path of the quoted
    page that has the place.
    """

    path: str
    start: Position
    end: Position
    section: str
    embedded: str | None = None
    kind: str = ""
    key: str = ""


class Fact(NamedTuple):
    """What a rule about all pages needs to know about one page, at a place on it.

    `span` is a half-open range of characters of the page, and `data` is of the type that `CorpusRule.data` names.
    """

    span: Span
    data: Any = None


class Note(NamedTuple):
    """A fact with its place. With `is_allowed`, a comment on the page suppresses the rule there."""

    where: Where
    data: Any
    is_allowed: bool

    def violation(
        self, message: str, *, reason: str = "", related: Iterable[RelatedLines] = (), **arguments: Argument
    ) -> tuple["Note", Violation]:
        """Return a violation at the place of the fact."""
        where = Span(0, 0)
        return self, Violation(where, message, reason=reason, fix=None, against=None, related=related, **arguments)

    @property
    def lines(self) -> RelatedLines:
        """The lines of the fact, for violations on other pages."""
        return RelatedLines(self.where.path, self.where.start.line, self.where.end.line)


class Corpus(NamedTuple):
    """All pages of a repository, as a rule noted them, in the order of their paths.

    `repository` has the files, and `formats` are those that the pages can be of.
    """

    notes: Sequence[Note]
    repository: Repository
    formats: FormatSet


class CorpusRule(Rule):
    """A rule about the pages of a repository together; it runs only if all pages are checked.

    It takes facts from each page, and then checks the facts of all pages.
    """

    data: ClassVar[Any] = str | int | bool | None
    """The type of the data of its facts, which the cache keeps: text, numbers, or a named tuple of these and of tuples
    of these.
    """

    def check(self, page: Page) -> Iterator[Violation]:  # noqa: ARG002 - the signature of all rules
        """Yield nothing: the rule needs all pages."""
        yield from ()

    @abstractmethod
    def facts(self, page: Page) -> Iterator[Fact]:
        """Yield the facts about a page; violations can only be at their places."""

    @abstractmethod
    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        """Yield what is wrong with the pages together, as `note.violation` returns it."""
