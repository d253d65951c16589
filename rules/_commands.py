"""Commands in shell fences."""

import re
import shlex
from collections.abc import Callable, Iterator
from itertools import takewhile

from doclint import Page, Span
from doclint.kit import expression
from doclint.kit.nodes import CodeBlock

_SESSIONS = frozenset({"console", "shell-session", "shellsession"})
SHELLS = frozenset({"bash", "sh", "shell", "zsh", *_SESSIONS})
"""The languages of fences with commands."""
PLACEHOLDER = expression(r"[<>{}$*?\[\]]")
"""What a word has that the reader or the shell replaces."""

_BEFORE_A_PROGRAM = frozenset({"command", "env", "exec", "nohup", "sudo", "time"})
_LAUNCHERS = dict.fromkeys(("uv", "poetry", "pipenv", "hatch", "pdm", "rye", "pipx"), "run")
_ASSIGNMENT = expression(r"\w+=")
_PROMPT_IN_SCRIPT = expression(r"\s*(?:\$\s+)?")
_PROMPT = expression(r"\s*(?:[$%>#]\s+|\w*+@[\w.:~/-]*+[$#]\s+)?")
_OPERATOR = expression(r"[();<>|&]+\Z")
_DESCRIPTOR = expression(r"(?<!\S)\d(?=[<>])")  # which `2>&1` redirects
_LONGEST = 2_000  # characters of a line that is parsed


def command_lines(
    page: Page, block: CodeBlock, matters: Callable[[str], bool]
) -> Iterator[tuple[Span, list[list[str]]]]:
    """Yield the place of each line of a fence that has commands, and the words of each command; only lines that matter.

    If some lines of a session have a prompt, the others are output.
    """
    prompt = _PROMPT if block.language in _SESSIONS else _PROMPT_IN_SCRIPT
    has_prompts = block.language in _SESSIONS and any(_start(prompt, line).strip() for line in block.text.splitlines())
    for start, end in page.source.lines(block.content):
        line = page.text(Span(start, end))
        before = _start(prompt, line)
        if (before.strip() or not has_prompts) and matters(line):
            place = Span(start + len(before), start + len(line.rstrip()))
            yield place, list(commands(line[len(before) :]))


def _start(pattern: re.Pattern[str], line: str) -> str:
    match = pattern.match(line)
    return match.group() if match else ""


def commands(text: str) -> Iterator[list[str]]:
    """Yield the words of each command on a line; nothing if the line is not shell."""
    if len(text) > _LONGEST:
        return
    lexer = shlex.shlex(_DESCRIPTOR.sub("", text), posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError:
        return
    while words:
        command = list(takewhile(lambda word: not _OPERATOR.match(word), words))
        yield command
        words = words[len(command) + 1 :]


def started(words: list[str]) -> tuple[str, list[str]]:
    """Return the program that a command starts, empty if there is none, and the words after it."""
    for number, word in enumerate(words):
        if word not in _BEFORE_A_PROGRAM and not _ASSIGNMENT.match(word):
            return word, words[number + 1 :]
    return "", []


def launched(words: list[str]) -> tuple[str, list[str]]:
    """Return the program that a command starts, also through `uv run` and its like, and the words after it."""
    program, rest = started(words)
    if program == "uvx":
        return started(rest)
    return started(rest[1:]) if rest[:1] == [_LAUNCHERS.get(program)] else (program, rest)
