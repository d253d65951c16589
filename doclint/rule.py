"""What a rule is, and all that its author needs."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from doclint.page import Page
from doclint.source import Span

Severity: TypeAlias = Literal["error", "warning", "info"]
View: TypeAlias = Literal["template", "rendered", "quoted"]

_LONGEST = 200  # characters of an argument in a message


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a rule: text with `{name}` for each argument.

    `key` names the arguments that tell one finding from another for good: no counts, no lines, nothing that a new run
    of the generator changes although the defect is the same. `severity` is the rule's own if it is None.
    """

    text: str
    key: tuple[str, ...] = ()
    severity: Severity | None = None

    def format(self, arguments: Mapping[str, Any]) -> str:
        """The text with its arguments, which may hold anything: nothing in them is looked at again.

        >>> Message("`{name}` is a {kind}").format({"name": "{kind}", "kind": "class"})
        '`{kind}` is a class'
        >>> Message("`{name}` is gone").format({"name": "`x`"})
        '`` `x` `` is gone'
        """
        return _fill(self.text, arguments)


class Finding:
    """What a rule reports: where, which message, and the arguments of the message.

    `reason` tells apart findings of one message that have another cause in the generator.
    """

    __slots__ = ("arguments", "message", "reason", "span")

    def __init__(self, span: Span, message: str, *, reason: str = "", **arguments: Any) -> None:
        self.span = span
        self.message = message
        self.reason = reason
        self.arguments = arguments


@dataclass(frozen=True, slots=True)
class Example:
    """A page for a rule to read: its text and path, the options of the rule, and the other files of the repository."""

    text: str | bytes
    path: str = "docs/page.md"
    options: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Valid(Example):
    """An example in which the rule finds nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invalid(Example):
    """An example with findings at these lines (counted from 1), and if given with these ids of messages."""

    lines: tuple[int, ...]
    messages: tuple[str, ...] = ()


class Rule(BaseModel, ABC):
    """One thing that can be wrong with a page. The docstring is its manual, the fields are its options, the examples
    its tests.

    A rule says where and what, never in which file or line, and never looks at configuration. It reads a page by asking
    it, and gives findings in any order.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    id: ClassVar[str]
    """In kebab-case, named after what is wrong, so that it reads well after «allow»; also the name of the rule's file.
    """

    family: ClassVar[str]
    """The group it is selected by."""

    severity: ClassVar[Severity]
    """error: a reader is misled or content is lost; warning: wrong or useless; info: noise."""

    covers: ClassVar[tuple[str, ...]] = ()
    """The classes of the catalogue of defects that it finds."""

    reads: ClassVar[frozenset[View]] = frozenset({"template"})
    """The views it reads; a rule that reads `quoted` is also given the pages that a page quotes."""

    needs: ClassVar[frozenset[Literal["repository"]]] = frozenset()
    """What it cannot do without; where that is not at hand the rule does not run."""

    yields_to: ClassVar[tuple[str, ...]] = ()
    """Rules that have the say on a claim first: where one of them reports an overlapping place, this one keeps silent.
    """

    messages: ClassVar[Mapping[str, Message]]
    """Its messages by id."""

    examples: ClassVar[tuple[Example, ...]]
    """Pages it finds something in, and pages that look alike and are right."""

    @abstractmethod
    def check(self, page: Page) -> Iterator[Finding]:
        """What is wrong with a page."""


def _fill(text: str, arguments: Mapping[str, Any]) -> str:
    head, *rest = text.split("{")
    parts = [head]
    for piece in rest:
        name, _, after = piece.partition("}")
        value = str(arguments[name])
        if len(value) > _LONGEST:
            value = f"{value[: _LONGEST - 1]}…"
        if "`" in value and parts[-1].endswith("`") and after.startswith("`"):
            # A code span with backticks in it, as CommonMark has it (0.31.2, section 6.1).
            value = f"` {value} `"
        parts += [value, after]
    return "".join(parts)
