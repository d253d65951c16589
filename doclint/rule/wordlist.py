"""Word lists: rules that a TOML file defines by the words that a page should not have."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from types import new_class
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field, RootModel, StringConstraints, ValidationError

from doclint.errors.exceptions import PluginError
from doclint.errors.validation import explain
from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.rule.example import Invalid, Valid
from doclint.rule.message import Message, Severity
from doclint.rule.rule import Rule
from doclint.rule.violation import Violation


class WordList(BaseModel):
    """A table of a file of word lists, which defines a rule; its name is the id of the rule."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    description: str = Field(min_length=1, description="Manual of the rule; its first sentence is the summary.")
    family: str = Field(default="words", pattern="^[a-z][a-z0-9-]*$")
    severity: Severity = "warning"
    words: dict[Annotated[str, StringConstraints(pattern=r"^\S(.*\S)?$")], str] = Field(
        min_length=1, description="Words or phrases, each with its replacement, which may be empty."
    )


class WordLists(RootModel[dict[str, WordList]]):
    """The content of a file of word lists."""


class WordRule(Rule):
    """A rule that reports words in the text of a page, in any case; code is not text."""

    words: ClassVar[Mapping[str, str]]

    messages = {  # noqa: RUF012 - the base class declares what is a class variable
        "word": Message("Avoid `{word}`[; write `{instead}`]", key=("word",))
    }

    def check(self, page: Page) -> Iterator[Violation]:
        """Yield the places of the words that are not part of a longer word."""
        # The longest first, so that a phrase is found before a word that it begins with.
        words = tuple(sorted(self.words, key=len, reverse=True))
        pattern = _pattern(words)
        text = page.source.text
        for node in page.document.texts():
            for match in pattern.finditer(text, node.start, node.end):
                instead = self.words[words[match.lastindex - 1]] if match.lastindex else ""
                yield Violation(Span(*match.span()), "word", word=match.group(), instead=instead)


def parse(data: bytes, where: str) -> Iterator[type[Rule]]:
    """Yield the rules that a file of word lists defines.

    Raises PluginError if the file is broken; the message begins with `where`, the path of the file.
    """
    try:
        lists = WordLists.model_validate(tomllib.loads(data.decode("utf-8-sig"))).root
    except ValidationError as error:
        raise PluginError(f"{where}: {explain(error, WordLists)}") from error
    except (ValueError, RecursionError) as error:  # not TOML, not UTF-8, or a number of thousands of digits
        raise PluginError(f"{where}: {error}") from error
    if not lists:
        raise PluginError(f"{where}: the file does not define a word list")
    for id_, spec in lists.items():
        yield _rule_of(id_, spec, where)


def _rule_of(id_: str, spec: WordList, where: str) -> type[Rule]:
    content = {
        "__module__": where,
        "__doc__": spec.description,
        "id": id_,
        "family": spec.family,
        "severity": spec.severity,
        "words": spec.words,
        "examples": (
            Invalid(f"Some {next(iter(spec.words))} text.\n", lines=(1,)),
            Valid(f"Some `{next(iter(spec.words))}` in code.\n"),
        ),
    }
    return new_class("WordList", (WordRule,), exec_body=lambda namespace: namespace.update(content))


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Compile a pattern with a group for each word, which must not be part of a longer word."""
    choices = "|".join(f"({re.escape(word)})" for word in words)
    return re.compile(rf"(?<!\w)(?:{choices})(?!\w)", re.IGNORECASE)
