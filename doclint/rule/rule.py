"""What a rule is, of one page or of all pages together, and what the examples of it are."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from functools import cache
from inspect import get_annotations
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, TypeVar, cast, get_args, get_origin

from msgspec import NODEFAULT, Struct, defstruct, field
from msgspec.structs import asdict

from doclint.errors.grouping import by_key
from doclint.errors.settings_table import SettingsTable, kebab
from doclint.formats.format_set import FormatSet
from doclint.markdown.source import Position, Span
from doclint.page.claims import ClaimKind, RelatedLines
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.repository.history import Deletion
from doclint.repository.repository import Repository
from doclint.rule.message import Argument, Message, Severity
from doclint.rule.violation import Violation


class Example(Struct, frozen=True):
    """A page for a rule to check, with what surrounds it.

    `text` is the page, as text or as its bytes. `path` is the place of the page in its repository, `files` are the
    other files there, by path, `deletions` those that git has deleted, and `before` sources as they were before the
    change that is checked. `options` are those of the rule, by the names of its fields. `beside` are the ids of rules
    that run before the rule. `format` is a format in TOML, besides the built-in ones.
    """

    text: str | bytes
    path: str = "docs/page.md"
    options: Mapping[str, Any] = {}
    files: Mapping[str, str | bytes] = {}
    deletions: Mapping[str, Deletion] = {}
    before: Mapping[str, str] = {}
    beside: tuple[str, ...] = ()
    format: str = ""


class Valid(Example, frozen=True):
    """An example without violations of the rule. Its arguments are those of `Example`."""


class Invalid(Example, frozen=True, kw_only=True):
    """An example with a violation on each of these lines, counted from 1.

    A line with two violations is listed twice. As a mapping, `lines` also has the id of the message on each line, or
    the ids of several. `fixed` is the page after all fixes, safe or not.
    """

    lines: tuple[int, ...] | Mapping[int, str | tuple[str, ...]]
    fixed: str | bytes | None = None


_Key = TypeVar("_Key")
Need: TypeAlias = Literal["repository", "source", "rendering", "suppressions"]
INPUTS: tuple[Need, ...] = ("source", "repository")
"""What rules can need that is read besides the page; `--without` runs without it."""
Profile: TypeAlias = Literal["minimal", "default", "strict"]
PROFILES: tuple[Profile, ...] = get_args(Profile)
"""The smallest first; each includes those before it."""
HAS_DOCSTRINGS = sys.flags.optimize < 2
"""Whether Python keeps docstrings. With `-OO` or `PYTHONOPTIMIZE=2` it drops them, and so the manuals of rules."""


class Options(SettingsTable, frozen=True):
    """The options of a rule that has none, and the base of those that have some, which describe them."""

    @classmethod
    def descriptions(cls) -> Mapping[str, str]:
        """Return nothing: rules may be of any package."""
        return {}


class Rule(ABC):
    """A defect that pages can have. The docstring is the manual, the fields are options, and the examples are tests.

    A rule asks the page for what it contains, and yields violations in any order. It says where on the page and what is
    wrong; the engine adds the file, the line and the severity. It never reads configuration.
    """

    id: ClassVar[str]
    """The name of the class in kebab-case, unless the rule has another one. The rule's file has the same name.

    It is named after the defect, so that it reads well after "allow".
    """

    family: ClassVar[str]
    """The group that selects it together with others."""

    severity: ClassVar[Severity]
    """error: readers are misled, or content is lost; warning: wrong or useless; info: noise."""

    profile: ClassVar[Profile] = "default"
    """The smallest profile that includes it. minimal: no project can accept it; strict: many projects do."""

    covers: ClassVar[tuple[str, ...]] = ()
    """The classes of defects in the catalogue that it finds."""

    remedy: ClassVar[str] = ""
    """What to change in the generator, in a sentence or two for its author.

    Findings with the same remedy are reported together, so rules that find traces of one bug share its remedy. A
    message that knows more has its own.
    """

    advice: ClassVar[str] = ""
    """What to do by hand on a page of no known format, in a sentence or two for its author.

    It replaces a `remedy` that only the author of a generator can follow. It may not mention a generator.
    """

    in_quotes: ClassVar[bool] = False
    """Whether it also checks the pages that a page quotes."""

    needs: ClassVar[AbstractSet[Need]] = frozenset()
    """What the rule needs to run; without it, the rule is skipped.

    The source is the file that the page is about, or a copy of it (`page.source_file`). A rule that needs the
    rendering is about what readers see of markup: instructions for models, which read the text, lack it. A rule that
    needs the suppressions runs after the others, and comments on the page cannot suppress its findings.
    """

    consults: ClassVar[AbstractSet[Need]] = frozenset()
    """What the rule reads if it exists. A run `--without` it skips the rule, which would report wrong things."""

    reads: ClassVar[AbstractSet[str]] = frozenset()
    """What of a format the rule reads, as `doclint.formats.format_parts` writes it: `"{default} of symbol"`.

    Where a page has none of it, the rule has nothing to read, and reports nothing; it does not run on a page of no
    format. `" + "` joins parts that must be there together. Empty, or with `"markdown"`, for a rule that reads any
    Markdown.
    """

    claims: ClassVar[ClaimKind | None] = None
    """What the claims are about that its violations refute, unless their message says something else.

    Such a rule notes those that hold, too (`page.claim`).
    """

    yields_to: ClassVar[tuple[str, ...]] = ()
    """Rules that take precedence: where one of them reports an overlapping place, or the one that a violation
    `follows_from`, this rule's violation is dropped.
    """

    of_template: ClassVar[bool] = False
    """Whether its violations are about how a generator lays out its pages: if many pages have some, the project has a
    template of its own, or the pages only look like those of the generator.
    """

    gone: ClassVar[AbstractSet[str]] = frozenset()
    """The messages that say that a file which a page cites is gone; the path of the file is their reason.

    The causes of such a rule are its reasons alone, whatever the kinds and sections of the pages: no place in a format
    is to blame. Reports list the files, and the pages to write again.
    """

    messages: ClassVar[Mapping[str, Message]]
    """Its messages, by id."""

    examples: ClassVar[tuple[Example, ...]]
    """Pages with the defect, and pages that look alike and are right."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "id" not in vars(cls):
            cls.id = words_of(cls)

    def __init__(self, /, **options: Any) -> None:
        """Raises ValidationError of msgspec if an option does not exist, or not with such a value."""
        if options:
            given = self.options().of({kebab(name): value for name, value in options.items()})
            vars(self).update(asdict(given))

    @abstractmethod
    def check(self, page: Page) -> Iterator[Violation]:
        """Yield what is wrong with a page."""

    @classmethod
    def claim_of(cls, message: str) -> ClaimKind | None:
        """Return what the claim is about that violations with a message, given by its id, refute; None for no claim."""
        return cls.messages[message].claims or cls.claims

    @classmethod
    @cache
    def options(cls) -> type[Options]:
        """Return the table of the options: the annotated fields of the rule."""
        base = next((base.options() for base in cls.__bases__ if issubclass(base, Rule)), Options)
        hints = get_annotations(cls, eval_str=True)
        own = {name: hint for name, hint in hints.items() if ClassVar not in (hint, get_origin(hint))}
        fields = [(name, hint, *_default(cls, name)) for name, hint in own.items()]
        about = {"__doc__": cls.__doc__}
        options = defstruct(cls.__name__, fields, bases=(base,), namespace=about, frozen=True, kw_only=True)
        return cast("type[Options]", options)

    @classmethod
    def remedy_of(cls, message: Message, *, by_hand: bool) -> str:
        """Return what to do about findings with a message; with `by_hand`, on a page of no known format."""
        own = (message.advice or message.remedy or cls.advice) if by_hand else message.remedy
        return own or cls.remedy


def words_of(rule: type[Rule]) -> str:
    """Return the words of the name of a rule's class, in kebab-case."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in rule.__name__).lstrip("-")


def _default(rule: type[Rule], option: str) -> Iterator[Any]:
    """Yield the default value of an option, if it has one, as structs take it."""
    default = vars(rule).get(option, NODEFAULT)
    if default is not NODEFAULT:
        yield field(default_factory=lambda: default) if isinstance(default, list | dict) else default


class SourceRule(Rule):
    """A rule that compares a page with its source file: the file that the page is about, or a copy of it on a page.

    It does not run on pages without such a file or copy.
    """

    needs: ClassVar[AbstractSet[Need]] = {"source"}

    names_copy: ClassVar[bool] = True
    """Whether its messages end with the page whose copy stands in for a source file that is not there."""

    def check(self, page: Page) -> Iterator[Violation]:
        """Return what is wrong with a page; without a source file nothing."""
        return iter(()) if page.source_file is None else self.check_source(page, page.source_file)

    @abstractmethod
    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        """Yield what is wrong with a page, given its source file."""


class RepositoryRule(Rule):
    """A rule that compares a page with the files of its repository; it does not run without a repository."""

    needs: ClassVar[AbstractSet[Need]] = {"repository"}

    def check(self, page: Page) -> Iterator[Violation]:
        """Return what is wrong with a page; without a repository nothing."""
        return iter(()) if page.repository is None else self.check_repository(page, page.repository)

    @abstractmethod
    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        """Yield what is wrong with a page, given its repository."""


class MemberRule(RepositoryRule):
    """A rule that compares what a page says about symbols with their declarations.

    It does not run on pages that document none and have no diagrams, and loads what it needs only on others.
    """

    def check(self, page: Page) -> Iterator[Violation]:
        """Yield what is wrong with a page; without documented symbols and diagrams nothing."""
        return super().check(page) if page.documented or page.diagrams else iter(())

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        if page.documented:
            yield from self.check_symbols(page)
        if page.diagrams:
            yield from self.check_diagrams(page, repository)

    def check_diagrams(self, page: Page, repository: Repository) -> Iterator[Violation]:  # noqa: ARG002
        """Yield what is wrong with the diagrams of a page."""
        return iter(())

    @abstractmethod
    def check_symbols(self, page: Page) -> Iterator[Violation]:
        """Yield what is wrong with a page that documents symbols."""


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


class Corpus(Struct, frozen=True):
    """All pages of a repository, as a rule noted them, in the order of their paths.

    `repository` has the files, and `formats` are those that the pages can be of.
    """

    notes: Sequence[Note]
    repository: Repository
    formats: FormatSet

    def by(self, key: Callable[[Note], _Key]) -> dict[_Key, list[Note]]:
        """Return the notes by what a function returns for each, in their order."""
        return by_key((key(note), note) for note in self.notes)


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
