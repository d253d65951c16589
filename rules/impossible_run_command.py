from collections.abc import Iterator, Mapping
from posixpath import dirname, normpath
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Message, Page, Repository, Rule, Span, Valid, Violation
from doclint.kit import expression, language_of
from doclint.kit.nodes import CodeBlock
from doclint.kit.shapes import Command, SourceCopy

from ._commands import PLACEHOLDER, SHELLS, command_lines, commands, started
from ._pages import file_of, file_page

_PYTHON = expression(r"(?:(?:python|pypy)[\d.]*|py)(?:\.exe)?\Z")
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
_FLAGS = frozenset("bBdEiIOsSuvxlf")  # of interpreters: options that take no argument and name nothing to run

_TESTING = "## Testing & Usage\n\n### Testing\n\n```bash\n{}\n```\n"


class ImpossibleRunCommand(Rule):
    """A command on the page cannot work: `python notes.md`.

    Generators that offer `python <path>` for every file with "test" in its name or folder make the reader run Markdown,
    YAML and shell scripts with Python. In shell fences, doclint compares the program with the type of the file that the
    command gives it, by the extension of the file. It ignores options that name something else to run (`python -m`,
    `bash -c`) and placeholders (`python <script>`).

    doclint reports a file that does not exist only in a command that the format defines: in other fences the reader may
    be in another folder. The folder of the file must exist, unless the page is about the file.
    """

    family = "commands"
    severity = "error"
    reads = {"command", "markdown"}
    covers = ("F03", "F04")
    remedy = (
        "Choose the command by the type of the file, and leave it out for files that cannot run: `test` in a path does "
        "not make a test."
    )
    advice = "Give the command that runs the file, or leave the command out if the file cannot run."
    messages = {
        "wrong-type": Message("`{program}` cannot run `{file}`, which is {type}", key=("program", "file")),
        "missing-file": Message(
            "The command gives `{program}` the file `{file}`, which does not exist",
            key=("program", "file"),
            severity="warning",
            remedy=(
                "Write commands only for files that exist when you write the page, and delete the pages of files that "
                "are gone."
            ),
            advice="Give the path that the file has now, or remove the command.",
        ),
    }
    examples = (
        Invalid(*file_of("test/a.md", _TESTING.format("python test/a.md")), lines=(8,)),
        Invalid("```console\n$ sudo python3 -u run.sh --fast\n```\n", lines={2: "wrong-type"}),
        Invalid(*file_of("test/a.py", _TESTING.format("python test/a.py")), lines={8: "missing-file"}),
        Invalid(
            file_page("a.py", _TESTING.format("python -m pytest test/b.py::one")),
            "docs/a.py_docs.md",
            files={"test/a.py": ""},
            lines={8: "missing-file"},
        ),
        Valid(*file_of("a.py", _TESTING.format("python build/b.py -o ../b.txt"))),
        Invalid("```sh\njulia a.py\n```\n", options={"programs": {"julia": ["julia"]}}, lines=(2,)),
        Valid("```bash\npython setup.py build && bash test.sh\npython -m json.tool data.json\n```\n"),
        Valid("```bash\npython <file>.md\ncat notes.md | python\npython app.pyz --config app.toml\n```\n"),
        Valid("```console\n$ ./run\nbash notes.md was not found\n```\n"),
        Valid("```bash\n# python config.yaml is read first\nphp index.html\n```\n"),
        Valid("Do not type `python notes.md`.\n\n```python\npython notes.md\n```\n"),
    )

    programs: Annotated[
        dict[str, list[str]],
        Meta(description="More programs that run files, each with the ids of its languages: `python`, `shell`."),
    ] = {}

    def check(self, page: Page) -> Iterator[Violation]:
        repository = page.repository
        copies = {copy.block.start for copy in page.all(SourceCopy)}
        runs = {**_RUNS, **{program: set(languages) for program, languages in self.programs.items()}}
        own = {command.block.start for command in page.all(Command) if command.matched}
        for block in page.document.code_blocks:
            if block.language in SHELLS and block.start not in copies:
                for span, program, file in _runs(page, block, runs):
                    language = language_of(file)
                    if language and language.id not in _languages(program, runs):
                        yield Violation(span, "wrong-type", program=program, file=file, type=language.name)
                    elif repository and block.start in own and _is_missing_subject(page, repository, normpath(file)):
                        yield Violation(span, "missing-file", program=program, file=file)
        if repository is not None:
            for command in page.all(Command):
                yield from _missing_files(page, repository, command)


def _is_missing_subject(page: Page, repository: Repository, file: str) -> bool:
    """Whether a file is the one that the page is about, and does not exist."""
    return page.subject is not None and file == page.subject.path and not repository.exists(file)


def _missing_files(page: Page, repository: Repository, command: Command) -> Iterator[Violation]:
    """Yield the files of a command that are missing from an existing folder, but not the one that the page is about."""
    subject = page.subject.path if page.subject else None
    for span in page.source.lines(command.block.content):
        line = page.text(span)
        for words in commands(line.strip()):
            for file in (word.partition("::")[0] for word in words[1:]):
                is_known = file != subject and _is_path(file) and repository.is_folder(dirname(file))
                if is_known and not repository.exists(file):
                    place = Span(span.start, span.start + len(line.rstrip()))
                    yield Violation(place, "missing-file", program=words[0], file=file)


def _is_path(word: str) -> bool:
    """Whether a word of a command is the path of a file from the root of the repository."""
    is_normal = bool(dirname(word)) and normpath(word) == word
    return is_normal and not PLACEHOLDER.search(word) and language_of(word) is not None


def _languages(program: str, runs: Mapping[str, set[str]]) -> set[str]:
    """Return the languages that a program runs; none for a program that is not known."""
    return {"python"} if _PYTHON.match(program) else runs.get(program, set())


def _runs(page: Page, block: CodeBlock, runs: Mapping[str, set[str]]) -> Iterator[tuple[Span, str, str]]:
    """Yield each command of a fence that gives a file to an interpreter: its place, the program and the file."""
    programs = ("py", *runs)
    for place, on_line in command_lines(page, block, lambda line: any(program in line for program in programs)):
        for words in on_line:
            run = _interpreted(words, runs)
            if run is not None:
                yield place, *run


def _interpreted(words: list[str], runs: Mapping[str, set[str]]) -> tuple[str, str] | None:
    """Return the interpreter that a command starts and the file that it is given; None if there is no such file."""
    program, rest = started(words)
    if not _languages(program, runs):
        return None
    for word in rest:
        if not word.startswith("-"):
            return None if PLACEHOLDER.search(word) else (program, word)
        if word.startswith("--") or not _FLAGS.issuperset(word[1:]):
            return None
    return None
