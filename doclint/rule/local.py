"""Local rules, which a repository has in files that its configuration names."""

import ast
import re
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType, new_class
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field, RootModel, StringConstraints, ValidationError

from doclint.errors import toml
from doclint.errors.exceptions import PluginError
from doclint.errors.validation import explain
from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.repository.paths import read_settings
from doclint.rule.message import Message, Severity
from doclint.rule.registry import candidates, check
from doclint.rule.rule import Invalid, Rule, Valid
from doclint.rule.violation import Violation


def load(paths: Iterable[str], root: Path) -> list[type[Rule]]:
    """Return the rules in files below a root: Python modules, which it executes, and word lists in TOML.

    `paths` count from the root. Raises PluginError if a file is missing or broken; the message names the file, and the
    line of a Python file.
    """
    return [rule for path in paths for rule in _load(path, root)]


def _load(path: str, root: Path) -> Iterator[type[Rule]]:
    try:
        data = read_settings(root / path, root)
    except OSError as error:
        raise PluginError(f"{path}: {error.strerror}") from error
    if data is None:
        raise PluginError(f"{path}: no such file of local rules below the root, `{root}`")
    if path.endswith(".toml"):
        for rule in parse(data, path):
            check(rule)
            yield rule
    elif path.endswith(".py"):
        found = list(candidates(_execute(data, path)))
        if not found:
            raise PluginError(f"{path}: the file does not define a rule")
        for rule in found:
            try:
                check(rule)
            except PluginError as error:
                raise PluginError(f"{path}:{_line_of(rule, data)}: {error}") from error
            yield rule
    else:
        raise PluginError(f"{path}: local rules are Python files (.py) or word lists (.toml)")


def _execute(data: bytes, path: str) -> ModuleType:
    """Return a module made of the content of a file. Raises PluginError if it fails."""
    module = ModuleType("doclint_local_" + re.sub(r"\W", "_", path))
    module.__file__ = path
    # Python looks up the module of a class by its name.
    sys.modules[module.__name__] = module
    try:
        exec(compile(data, path, "exec"), vars(module))  # noqa: S102 - the configuration asks for it
    except SyntaxError as error:
        raise PluginError(f"{path}:{error.lineno or 1}: SyntaxError: {error.msg}") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever it raises, the file is broken, not doclint
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
        place = f"{path}:{lines[-1]}" if lines else path
        raise PluginError(f"{place}: {type(error).__name__}: {error}") from error
    return module


def _line_of(rule: type[Rule], data: bytes) -> int:
    """Return the line, counted from 1, on which the class of a rule begins."""
    tree = ast.parse(data)
    lines = (node.lineno for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == rule.__name__)
    return next(lines, 1)


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
        lists = WordLists.model_validate(toml.parse(data)).root
    except ValidationError as error:
        raise PluginError(f"{where}: {explain(error, WordLists)}") from error
    except ValueError as error:
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
