"""What a rule is: everything that its author needs."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import count
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict

from doclint.errors.validation import kebab
from doclint.formats.schema import Format
from doclint.formats.template import Template
from doclint.markdown.source import Fix, Position, Span
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.repository.repository import Repository

Severity: TypeAlias = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""The most severe first."""
Need: TypeAlias = Literal["repository", "source", "suppressions"]
INPUTS: tuple[Need, ...] = ("source", "repository")
"""What rules can need that is read besides the page; `--without` runs without it."""
Argument: TypeAlias = str | int | tuple[str, ...] | None
Profile: TypeAlias = Literal["minimal", "default", "strict"]
PROFILES: tuple[Profile, ...] = get_args(Profile)
"""The smallest first; each includes those before it."""

_BACKTICKS = re.compile("`+")
_LONGEST = 200  # characters of an argument in a message
_MANY = 5  # entries of a list in a message
_COPIED = " (as copied in `{copy}`)"


class Message(NamedTuple):
    """A message of a rule: text with `{name}` for each argument, and `[...]` around what is left out without arguments.

    `key` names the arguments that identify a finding from one run to the next: no counts, no lines, nothing that a new
    run of the generator changes although the defect is the same. With `severity` None the severity of the rule holds,
    with an empty `remedy` its remedy.
    """

    text: str
    key: tuple[str, ...] = ()
    severity: Severity | None = None
    remedy: str = ""

    def format(self, arguments: Mapping[str, Argument], *, copied_in: str = "") -> str:
        """Return the text with its arguments. They may hold anything: nothing in them is expanded again.

        With `copied_in`, the path of the page whose copy of the source proves the message, the text ends with it.

        >>> Message("`{name}` is a {kind}[; did you mean `{suggestion}`?]").format({"name": "{kind}", "kind": "class"})
        '`{kind}` is a class'
        >>> Message("it hides {headings}").format({"headings": tuple("ABCDEFG")})
        'it hides `A`, `B`, `C`, `D`, `E` and 2 more'
        """
        text = self.text
        if copied_in and "{copy}" not in text:
            text, arguments = text + _COPIED, {**arguments, "copy": copied_in}
        known = {name: value for name, value in arguments.items() if value not in (None, "", ())}
        parts = _template(text).parts(known)
        shown = []
        for index, (text, is_argument) in enumerate(parts):
            in_code = 0 < index < len(parts) - 1 and parts[index - 1][0].endswith("`") and parts[index + 1][0][0] == "`"
            shown.append(_shown(arguments[text], in_code=in_code) if is_argument else text)
        return "".join(shown)


@cache
def _template(text: str) -> Template:
    return Template(text)


def _shown(value: Argument, *, in_code: bool) -> str:
    if isinstance(value, tuple):
        rest = f" and {len(value) - _MANY} more" if len(value) > _MANY else ""
        return ", ".join(f"`{_shown(one, in_code=True)}`" for one in value[:_MANY]) + rest
    text = str(value)
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 1]}…"
    if not in_code or "`" not in text:
        return text
    # A code span that contains backticks needs longer fences (CommonMark 0.31.2, section 6.1); one is there already.
    runs = {len(run) for run in _BACKTICKS.findall(text)}
    more = "`" * (next(length for length in count(2) if length not in runs) - 1)
    return f"{more} {text} {more}"


class Violation:
    """What a rule yields: a place, the id of a message, and the arguments of the message.

    `span` is a half-open range of characters of the page. `reason` distinguishes violations with the same message that
    have different causes in the generator. `fix` is how to fix it, if that is known. `against` is the source file that
    the violation follows from, if the rule may also find it without one: where that file is a copy on a page, the
    message ends with the path of that page. For a `SourceRule` it need not be given.
    """

    __slots__ = ("against", "arguments", "fix", "message", "reason", "span")

    def __init__(
        self,
        span: Span,
        message: str,
        *,
        reason: str = "",
        fix: Fix | None = None,
        against: SourceFile | None = None,
        **arguments: Argument,
    ) -> None:
        self.span = span
        self.message = message
        self.reason = reason
        self.fix = fix
        self.against = against
        self.arguments = arguments

    def at(self, span: Span, fix: Fix | None = None) -> "Violation":
        """Return the violation moved to another place, with the fix for that place."""
        moved = Violation(span, self.message, reason=self.reason, fix=fix, against=self.against)
        moved.arguments = self.arguments
        return moved


@dataclass(frozen=True, slots=True)
class Example:
    """A page for a rule to check, with what surrounds it.

    `path` is the place of the page in its repository, and `files` the other files there, by path. `options` are those
    of the rule. `beside` are the ids of rules that run before it. `format` is a format in TOML, besides the built-in
    ones.
    """

    text: str | bytes
    path: str = "docs/page.md"
    options: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    beside: tuple[str, ...] = ()
    format: str = ""


@dataclass(frozen=True, slots=True)
class Valid(Example):
    """An example without violations of the rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invalid(Example):
    """An example with a violation on each of these lines, counted from 1, and with these ids of messages, if given.

    `fixed` is the page after all fixes, safe or not.
    """

    lines: tuple[int, ...]
    messages: tuple[str, ...] = ()
    fixed: str | bytes | None = None


class Rule(BaseModel, ABC):
    """One thing that can be wrong with a page. The docstring is its manual, its fields are options, its examples tests.

    A rule asks the page for what it contains, and yields violations in any order. It says where on the page and what is
    wrong; the engine adds the file, the line and the severity. It never reads configuration.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        defer_build=True,
        alias_generator=kebab,
        populate_by_name=True,
    )

    id: ClassVar[str]
    """In kebab-case, named after the defect, so that it reads well after "allow"; the rule's file has the same name."""

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

    in_quotes: ClassVar[bool] = False
    """Whether it also checks the pages that a page quotes."""

    needs: ClassVar[frozenset[Need]] = frozenset()
    """What the rule needs to run; without it, the rule is skipped.

    The source is the file that the page is about, or a copy of it (`page.source_file`). A rule that needs the
    suppressions runs after the others, and comments on the page cannot suppress its findings.
    """

    consults: ClassVar[frozenset[Need]] = frozenset()
    """What the rule reads if it exists. A run `--without` it skips the rule, which would report wrong things."""

    yields_to: ClassVar[tuple[str, ...]] = ()
    """Rules that take precedence: where one of them reports an overlapping place, this rule's violation is dropped."""

    messages: ClassVar[Mapping[str, Message]]
    """Its messages, by id."""

    examples: ClassVar[tuple[Example, ...]]
    """Pages with the defect, and pages that look alike and are right."""

    @abstractmethod
    def check(self, page: Page) -> Iterator[Violation]:
        """Yield what is wrong with a page."""


# pydantic would evaluate the annotations again for each rule, only to find that none of them is an option.
Rule.__annotations__ = {}


class SourceRule(Rule):
    """A rule that checks a page against its source file: the file that the page is about, or a copy of it on a page.

    It does not run where there is neither.
    """

    needs: ClassVar[frozenset[Need]] = frozenset({"source"})

    names_copy: ClassVar[bool] = True
    """Whether its messages end with the page whose copy stands in for a source file that is not there."""

    def check(self, page: Page) -> Iterator[Violation]:
        """Yield what is wrong with a page; without a source file nothing."""
        if page.source_file is not None:
            yield from self.check_source(page, page.source_file)

    @abstractmethod
    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        """Yield what is wrong with a page, given its source file."""


class RepositoryRule(Rule):
    """A rule that checks a page against the files of its repository; it does not run where they are not at hand."""

    needs: ClassVar[frozenset[Need]] = frozenset({"repository"})

    def check(self, page: Page) -> Iterator[Violation]:
        """Yield what is wrong with a page; without a repository nothing."""
        if page.repository is not None:
            yield from self.check_repository(page, page.repository)

    @abstractmethod
    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        """Yield what is wrong with a page, given its repository."""


class Where(NamedTuple):
    """A place on a page, as a finding has it.

    `start` is the first character and `end` the place after the last one. `section` is the name of the section in
    reports, `key` its key in the format; `kind` is the name of the page's kind. `embedded` is the path of the quoted
    page that the place lies in.
    """

    path: str
    start: Position
    end: Position
    section: str
    embedded: str | None = None
    kind: str = ""
    key: str = ""


class Fact(NamedTuple):
    """What a rule about all pages needs to know about one of them, at a place on it."""

    span: Span
    data: Any = None


class Note(NamedTuple):
    """A fact with its place. With `is_allowed`, a comment on the page suppresses the rule there."""

    where: Where
    data: Any
    is_allowed: bool

    def violation(self, message: str, *, reason: str = "", **arguments: Argument) -> tuple["Note", Violation]:
        """Return a violation at the place of the fact."""
        return self, Violation(Span(0, 0), message, reason=reason, fix=None, against=None, **arguments)


class Corpus(NamedTuple):
    """All pages of a repository, as a rule noted them, in the order of their paths, with the repository itself."""

    notes: Sequence[Note]
    repository: Repository
    formats: Sequence[Format]


class CorpusRule(Rule):
    """One thing that can be wrong with the pages of a repository together; it runs only if all of them are checked.

    It takes the facts that it needs from each page, and then checks them together.
    """

    data: ClassVar[Any] = str | int | bool | None
    """The type of the data of its facts, which the cache keeps: text, numbers, or a named tuple of these and of tuples
    of these.
    """

    def check(self, page: Page) -> Iterator[Violation]:  # noqa: ARG002 - the signature of all rules
        """Yield nothing: one page alone proves nothing."""
        yield from ()

    @abstractmethod
    def facts(self, page: Page) -> Iterator[Fact]:
        """Yield the facts about a page; violations can only be at their places."""

    @abstractmethod
    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        """Yield what is wrong with the pages together, as `note.violation` returns it."""


class RuleSchedule(tuple[Rule, ...]):
    """Rules, grouped by when they run; once, as they check many pages."""

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> "RuleSchedule":
        """Return a schedule of the rules, which may be one already."""
        return rules if isinstance(rules, cls) else cls(rules)

    @cached_property
    def on_page(self) -> list[Rule]:
        """The rules that check a page by itself."""
        return [rule for rule in self if not isinstance(rule, CorpusRule) and "suppressions" not in rule.needs]

    @cached_property
    def on_quotes(self) -> list[Rule]:
        """The rules that also check the pages that a page quotes."""
        return [rule for rule in self.on_page if rule.in_quotes]

    @cached_property
    def on_sources(self) -> bool:
        """Whether a rule needs the source file of a page."""
        return any("source" in rule.needs for rule in self)

    @cached_property
    def on_quoted_sources(self) -> bool:
        """Whether a rule needs the source file of a quoted page."""
        return any("source" in rule.needs for rule in self.on_quotes)

    @cached_property
    def on_suppressions(self) -> list[Rule]:
        """The rules that check how the suppression comments of a page were used."""
        return [rule for rule in self if "suppressions" in rule.needs]

    @cached_property
    def on_all(self) -> list[CorpusRule]:
        """The rules about all pages together."""
        return [rule for rule in self if isinstance(rule, CorpusRule)]
