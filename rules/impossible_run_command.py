import re
import shlex
from collections.abc import Iterator, Mapping
from itertools import takewhile
from posixpath import dirname, normpath

from pydantic import Field

from doclint.code.languages import language_of
from doclint.formats.shapes import Command, SourceCopy
from doclint.markdown.nodes import CodeBlock
from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page

_PYTHON = re.compile(r"(?:(?:python|pypy)[\d.]*|py)(?:\.exe)?\Z")
_RUNS = {
    "bash": {"shell"},
    "dash": {"shell"},
    "node": {"javascript", "typescript"},
    "perl": {"perl"},
    "php": {"html", "php"},
    "Rscript": {"r"},
    "ruby": {"ruby"},
    "sh": {"shell"},
    "zsh": {"shell"},
}
_BEFORE_A_PROGRAM = {"command", "env", "exec", "nohup", "sudo", "time"}
_SCRIPTS = {"bash", "sh", "shell", "zsh"}
_SESSIONS = {"console", "shell-session", "shellsession"}
_ASSIGNMENT = re.compile(r"\w+=")
_PROMPT_IN_SCRIPT = re.compile(r"\s*(?:\$\s+)?")
_PROMPT = re.compile(r"\s*(?:[$%>#]\s+|\w*+@[\w.:~/-]*+[$#]\s+)?")
_PLACEHOLDER = re.compile(r"[<>{}$*?\[\]]")
_OPERATOR = re.compile(r"[();<>|&]+\Z")
_LONGEST = 2_000


class ImpossibleRunCommand(Rule):
    """A command that cannot work: `python notes.md`.

    Generators that offer `python <path>` for every file whose name or folder has «test» in it tell the reader to run
    Markdown, YAML and shell scripts with Python. In the shell fences of a page, the program is compared with the type
    of the file it is given, told by its extension. Options that name something else to run (`python -m`, `bash -c`) and
    placeholders (`python <script>`) are left alone.

    A file that does not exist is reported only where the page's own format has a command: in other fences the reader
    may be in another folder. Of other files than that of the page the folder has to be there.
    """

    id = "impossible-run-command"
    family = "commands"
    severity = "error"
    covers = ("F03", "F04")
    remedy = (
        "Choose the command by the type of the file, and give none for what no program runs: `test` in a path "
        "makes no test."
    )
    messages = {
        "wrong-type": Message("`{program}` cannot run `{file}`, which is {type}", key=("program", "file")),
        "missing-file": Message(
            "`{program}` is given `{file}`, but the repository has no such file",
            key=("program", "file"),
            severity="warning",
            remedy=(
                "Give commands only for files that exist when the page is written, and delete the pages of "
                "files that are gone."
            ),
        ),
    }
    examples = (
        Invalid(
            file_page("test/a.md", "## Testing & Usage\n\n### Testing\n\n```bash\npython test/a.md\n```\n"),
            "docs/test/a.md_docs.md",
            lines=(8,),
        ),
        Invalid("```console\n$ sudo python3 -u run.sh --fast\n```\n", lines=(2,), messages=("wrong-type",)),
        Invalid(
            file_page("test/a.py", "## Testing & Usage\n\n### Testing\n\n```bash\npython test/a.py\n```\n"),
            "docs/test/a.py_docs.md",
            lines=(8,),
            messages=("missing-file",),
        ),
        Invalid(
            file_page("a.py", "## Testing & Usage\n\n### Testing\n\n```bash\npython -m pytest test/b.py::one\n```\n"),
            "docs/a.py_docs.md",
            files={"test/a.py": ""},
            lines=(8,),
            messages=("missing-file",),
        ),
        Valid(
            file_page("a.py", "## Testing & Usage\n\n### Testing\n\n```bash\npython build/b.py -o ../b.txt\n```\n"),
            "docs/a.py_docs.md",
        ),
        Invalid("```sh\njulia a.py\n```\n", options={"programs": {"julia": ["julia"]}}, lines=(2,)),
        Valid("```bash\npython setup.py build && bash test.sh\npython -m json.tool data.json\n```\n"),
        Valid("```bash\npython <file>.md\ncat notes.md | python\npython app.pyz --config app.toml\n```\n"),
        Valid("```console\n$ ./run\nbash notes.md was not found\n```\n"),
        Valid("```bash\n# python config.yaml is read first\nphp index.html\n```\n"),
        Valid("Do not type `python notes.md`.\n\n```python\npython notes.md\n```\n"),
    )

    programs: dict[str, list[str]] = Field(
        default={},
        description="More programs that run files, each with the languages it runs (their ids: python, shell).",
    )

    def check(self, page: Page) -> Iterator[Violation]:
        copies = {copy.block.start for copy in page.all(SourceCopy)}
        runs = {**_RUNS, **{program: set(languages) for program, languages in self.programs.items()}}
        own = {command.block.start for command in page.all(Command) if command.matched}
        for block in page.document.code_blocks:
            if block.language in _SCRIPTS | _SESSIONS and block.start not in copies:
                for span, program, file in _runs(page, block, runs):
                    language = language_of(file)
                    if language and language.id not in _runnable(program, runs):
                        yield Violation(span, "wrong-type", program=program, file=file, type=language.name)
                    elif block.start in own and _is_missing(page, normpath(file)):
                        yield Violation(span, "missing-file", program=program, file=file)
        for command in page.all(Command):
            yield from _missing(page, command)


def _missing(page: Page, command: Command) -> Iterator[Violation]:
    """The files given to a command, by their paths from the root, that are missing in a folder that is there; without
    the one that the page is about.
    """
    subject = page.subject.path if page.subject else None
    repository = page.repository
    for start, end in page.source.lines(command.block.content) if repository else ():
        line = page.source.text[start:end].strip()
        for words in _commands(line) if len(line) <= _LONGEST else ():
            for word in words[1:]:
                file = word.partition("::")[0]
                folder = dirname(file)
                is_path = (
                    folder
                    and file != subject
                    and normpath(file) == file
                    and not _PLACEHOLDER.search(file)
                    and language_of(file)
                )
                if repository and is_path and repository.is_folder(folder) and not repository.exists(file):
                    place = Span(start, start + len(page.source.text[start:end].rstrip()))
                    yield Violation(place, "missing-file", program=words[0], file=file)


def _is_missing(page: Page, file: str) -> bool:
    """Whether the file that the page is about, and no other, is not there."""
    is_subject = page.subject is not None and file == page.subject.path
    return is_subject and page.repository is not None and not page.repository.exists(file)


def _runnable(program: str, runs: Mapping[str, set[str]]) -> set[str]:
    return {"python"} if _PYTHON.match(program) else runs.get(program, set())


def _runs(page: Page, block: CodeBlock, runs: Mapping[str, set[str]]) -> Iterator[tuple[Span, str, str]]:
    """Each command of a fence that gives a file to an interpreter: its line, the program and the file."""
    prompt = _PROMPT if block.language in _SESSIONS else _PROMPT_IN_SCRIPT
    # Where some lines of a session have a prompt, the others are what the commands printed.
    has_prompts = block.language in _SESSIONS and any(prompt.match(line)[0].strip() for line in block.text.splitlines())  # type: ignore[index]
    for start, end in page.source.lines(block.content):
        line = page.source.text[start:end]
        if has_prompts and not prompt.match(line)[0].strip():  # type: ignore[index]
            continue
        if len(line) > _LONGEST or not any(program in line for program in ("py", *runs)):
            continue
        begin = prompt.match(line).end()  # type: ignore[union-attr]
        for words in _commands(line[begin:]):
            run = _interpreted(words, runs)
            if run is not None:
                yield Span(start + begin, start + len(line.rstrip())), *run


def _commands(line: str) -> Iterator[list[str]]:
    """The words of each command on a line; nothing for a line that is no shell."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError:
        return
    while words:
        command = list(takewhile(lambda word: not _OPERATOR.match(word), words))
        yield command
        words = words[len(command) + 1 :]


def _interpreted(words: list[str], runs: Mapping[str, set[str]]) -> tuple[str, str] | None:
    """The interpreter of a command and the file that it is given, if it is given one."""
    rest = iter(words)
    program = next((word for word in rest if word not in _BEFORE_A_PROGRAM and not _ASSIGNMENT.match(word)), "")
    if not _runnable(program, runs):
        return None
    for word in rest:
        if not word.startswith("-"):
            return None if _PLACEHOLDER.search(word) else (program, word)
        if word.startswith("--") or not set(word[1:]) <= set("bBdEiIOsSuvxlf"):
            return None
    return None
