import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from posixpath import dirname, join

from doclint import Fix, Invalid, Message, Page, Repository, RepositoryRule, Span, Valid, Violation
from doclint.kit import expression, is_about_history, misspelled_word
from doclint.kit.nodes import CodeBlock
from doclint.packages.scripts import RUNNERS, all_scripts, nearest_scripts
from doclint.repository.history import Deletion
from doclint.repository.names import names_of
from doclint.repository.paths import shortest

from ._commands import PLACEHOLDER, SHELLS, command_lines, commands, started
from ._developers import is_about_this_repository, is_for_developers
from ._scripts import ScriptCall, same_words, script_calls
from ._stale import bases_of, is_about_another_time, is_made, is_placeholder, proof

# Programs that run the first file that they get, each with the suffixes of such files.
_PYTHON = (".py",)
_SHELL = (".sh", ".bash")
_SCRIPTS = (*_PYTHON, *_SHELL, ".cjs", ".js", ".mjs", ".pl", ".rb", ".ts")
_RUNS = {
    "bash": _SHELL,
    "bun": (".js", ".mjs", ".ts"),
    "node": (".cjs", ".js", ".mjs", ".ts"),
    "pytest": _PYTHON,
    "python": _PYTHON,
    "python3": _PYTHON,
    "ruby": (".rb",),
    "sh": _SHELL,
    "tsx": (".ts",),
}
_RUNNERS = {"uv": "run", "poetry": "run", "pipenv": "run", "hatch": "run", "pdm": "run", "rye": "run"}
_FLAG = expression(r"-[a-zA-Z]{1,4}\Z|--[\w-]++(?:=.*)?\Z")
_TAKES_VALUE = frozenset("-c -m -k -n -p -o -W -X -r --require --import --loader".split())
_HINTS = tuple(_RUNS)
_MOST_FOLDERS = 50  # that commands of a page may run in, besides those that the page is in
_CD = expression(r"\bcd\s++([\w./-]++)")
_FROM_FOLDER = expression(
    r"\b(?:from|in|inside) (?:an?|its|that|the|your) (?!base|main|project|repo|root|same|top)[\w`./-]++ "
    r"(?:checkout|clone|directory|folder|repo\w*+)\b"
    r"|\b(?:from|in|inside) your (?:own )?(?:app\w*+|package|project|site)\b",
    re.IGNORECASE,
)
_SKILL = expression(r"(?:\A|/)skills/[^/]++/")
_LONGEST = 300  # characters before a command that are looked at
_NEAR = 10_000  # characters of the same fence before a command, which may write the file that it runs


class MissingScript(RepositoryRule):
    """A command on a page for developers runs a file or a script that does not exist: `pytest tests/test_old.py`.

    In shell fences and code spans, doclint takes the file that `python`, `pytest`, `bash`, `sh`, `node` and the like
    are given, and scripts that are started by their path (`./ci/check.sh`). It looks for the file in the root, in the
    folders that the page is in, in folders that commands of the page enter (`cd docs`), and in those that the page
    names. If the end of any other path is the same, the file counts as there.

    It also takes what `npm run`, `pnpm`, `yarn`, `bun`, `make`, `just`, `task`, `composer run` and `docker compose up`
    run by its name, and looks for it in the manifest that is nearest to the page, or to the folder that the commands
    before have entered. The name is reported if no manifest of the repository defines it and nothing else can, such as
    an included file, a pattern, or a program that `yarn` and `bun` run as well. Pages of wikis that models write are
    read, too; skills, templates and examples are not, because they are about other projects.

    A path is reported if its folder exists, or if something shows what became of the file: a near name, the only file
    of its name in another folder, a deletion in the history of git. Placeholders, what the same fence names before
    (`cp a.py b.py`), files that `.gitignore` names, files that the reader makes, and pages and sections about other
    times are ignored. A folder alone proves nothing if the reader is sent to another one ("in the app directory"), if
    the page links to such a file elsewhere, or if the page is part of a skill of agents, which has its own scripts.
    """

    id = "missing-script"
    family = "paths"
    severity = "warning"
    covers = ("J14",)
    yields_to = ("impossible-run-command",)
    remedy = "Give the path that the file has now, or remove the command."
    messages = {
        "missing": Message(
            "The command runs `{path}`, which does not exist[; did you mean `{suggestion}`?]"
            "[; git deleted it on {date} ({commit})]",
            key=("path",),
        ),
        "undefined": Message(
            "`{program}` runs `{script}`, which `{manifest}` does not define[; did you mean `{suggestion}`?]",
            key=("program", "script"),
            remedy="Give the name that the manifest defines now, or remove the command.",
        ),
    }
    examples = (
        Invalid(
            "```sh\npip install -e .\npytest -x tests/test_reading.py::test_all\n./ci/lint.sh\n```\n",
            "CONTRIBUTING.md",
            files={"tests/test_read.py": "", "ci/test.sh": "", "scripts/lint.sh": ""},
            lines=(3, 4),
        ),
        Invalid(
            "Run `python tools/build.py --all`.\n\n```console\n$ cd web\n$ uv run python ci/gone.py\n```\n",
            "AGENTS.md",
            files={"tools/make.py": "", "web/a.js": ""},
            deletions={"web/ci/gone.py": Deletion("1f0e3dad99", "2026-03-14")},
            lines=(1, 5),
        ),
        Invalid(
            "Run `npm run dev` or `make lints`.\n\n"
            "```sh\nnpm run build:docs\npnpm lint\nyarn test\ncd web && npm start\n```\n",
            "AGENTS.md",
            files={
                "package.json": '{"scripts": {"start": "vite", "test": "vitest", "docs:build": "typedoc"}}',
                "web/package.json": '{"scripts": {"dev": "vite", "lint": "eslint"}}',
                "Makefile": "all: a.c\n\tcc a.c\nlint:\n\truff check\n",
            },
            lines=(1, 4),
            messages=("undefined", "undefined"),
            fixed="Run `npm run dev` or `make lint`.\n\n"
            "```sh\nnpm run docs:build\npnpm lint\nyarn test\ncd web && npm start\n```\n",
        ),
        Valid(
            "```sh\npytest tests/test_read.py\npython app.py\nbash path/to/run.sh\npython tools/<name>.py\n"
            "bash tools/script.sh\npython -m build tools/x.py\ncp tools/a.py tools/b.py && python tools/b.py\n"
            "node cut/off.js\n```\n",
            "CONTRIBUTING.md",
            files={"lib/tests/test_read.py": "", "tools/a.py": ""},
        ),
        Valid("```sh\ncd web\npython ci/run.py\n```\n", "README.md", files={"web/ci/run.py": "", "ci/x.py": ""}),
        Valid(
            "```sh\ngit clone https://github.com/a/b\ncd b\npython ci/run.py\n```\n", "README.md", files={"ci/x": ""}
        ),
        Valid("Run `pytest tests/test_file.py tests/path_to_a.py`.\n", "AGENTS.md", files={"tests/test_field.py": ""}),
        Valid(
            "Run [it](https://github.com/a/b/blob/main/ci/run.py): `python ci/run.py`.\n\n"
            "From the app directory:\n\n```sh\npython ci/use.py\n```\n\n"
            "In your project:\n\n```sh\npython ci/a.py\n```\n",
            "README.md",
            files={"ci/x.py": ""},
        ),
        Valid("```sh\npython scripts/a.py\n```\n", ".claude/skills/a/SKILL.md", files={"scripts/x.py": ""}),
        Valid("```sh\npytest tests/a.py\n```\n", "docs/v2/dev/a.md", files={"docs/v3/b.md": "", "tests/x.py": ""}),
        Valid("Create a script, and run `python ci/run.py`.\n", "README.md", files={"ci/x.py": ""}),
        Valid("```sh\npython ci/run.py\n```\n", "docs/guide.md", files={"ci/x.py": ""}),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        runs = _runs(page) if is_for_developers(page) else ()
        calls = script_calls(page, repository) if is_about_this_repository(page) else ()
        found = chain(
            (_check(page, repository, span, file) for span, file in runs),
            (_undefined(page, repository, call) for call in calls),
        )
        yield from (one for one in found if one is not None and not is_about_history(page, one.span.start))


def _runs(page: Page) -> Iterator[tuple[Span, str]]:
    """Yield the files that commands of a page run, each with its place."""
    for code in page.document.code_spans:
        if " " in code.text and _matters(code.text):
            yield from ((code.span, file) for words in commands(code.text) for file in _files(words))
    for block in page.document.code_blocks:
        if block.language in SHELLS and _matters(block.text):
            yield from _runs_in(page, block)


def _matters(text: str) -> bool:
    return "./" in text or any(program in text for program in _HINTS)


def _runs_in(page: Page, block: CodeBlock) -> Iterator[tuple[Span, str]]:
    """Yield the files that the commands of a fence run, up to the clone of a repository; not those named before."""
    for place, on_line in command_lines(page, block, lambda line: _matters(line) or "clone" in line):
        named = ""
        for words in on_line:
            if words[:2] == ["git", "clone"]:
                return
            for file in _files(words):
                first = max(block.content.start, place.start - _NEAR)
                if page.source.text.find(file, first, place.start) < 0 and file not in named:
                    yield place, file
            named = f"{named} {' '.join(words)}"[-_NEAR:]


def _files(words: list[str]) -> Iterator[str]:
    """Yield the file that a command runs, without the test in it that it names."""
    program, rest = started(words)
    if program in _RUNNERS and rest[:1] == [_RUNNERS[program]]:
        program, rest = started(rest[1:])
    if program.startswith("./") and program.endswith(_SCRIPTS):
        yield program
    elif program in _RUNS:
        if program.startswith("python") and rest[:2] == ["-m", "pytest"]:
            program, rest = "pytest", rest[2:]
        for word in rest:
            if word in _TAKES_VALUE:
                return
            if not _FLAG.match(word):
                file = word.partition("::")[0]
                if file.endswith(_RUNS[program]):
                    yield file
                if program != "pytest":
                    return


def _check(page: Page, repository: Repository, span: Span, file: str) -> Violation | None:
    """Return that a file which a command runs does not exist; None if it may."""
    path = shortest(file)
    if file.startswith(("/", "~", "../")) or path.startswith("../") or PLACEHOLDER.search(file) or is_placeholder(path):
        return None
    places = {base: shortest(join(base, path)) for base in page.remembered(_bases)}
    if any(repository.exists(place) or is_made(repository, path, base) for base, place in places.items()):
        return None
    names = names_of(repository)
    if not names.is_complete or names.ending_with(path):
        return None
    found = proof(repository, places, page.source.text)
    folder = dirname(path)
    if found is None:
        has_folder = folder and any(repository.is_folder(join(base, folder)) for base in _near(page, places))
        if not has_folder or is_about_another_time(page, span) or _is_of_others(page, span, path):
            return None
    suggestion = found.suggestion if found else ""
    deletion = found.deletion if found and not suggestion else None
    return Violation(
        span,
        "missing",
        reason=path,
        path=path,
        suggestion=suggestion or None,
        date=deletion.date if deletion else None,
        commit=deletion.commit if deletion else None,
    )


def _undefined(page: Page, repository: Repository, call: ScriptCall) -> Violation | None:
    """Return that no manifest of the repository defines what a command runs; None if one may."""
    runner = RUNNERS[call.runner]
    nearest = nearest_scripts(repository, runner, call.folders)
    if nearest is None or not nearest.is_complete or call.name in nearest.names:
        return None
    if any(call.name in scripts.names for scripts in all_scripts(repository, runner).values()):
        return None
    if _is_in_another_folder(page, call.span) or is_about_another_time(page, call.span):
        return None
    suggestion = same_words(call.name, nearest.names) or misspelled_word(call.name, nearest.names)
    return Violation(
        call.span,
        "undefined",
        reason=call.name,
        fix=_renamed(page, call, suggestion) if suggestion else None,
        program=call.program,
        script=call.name,
        manifest=nearest.path,
        suggestion=suggestion,
    )


def _renamed(page: Page, call: ScriptCall, name: str) -> Fix | None:
    """Return the fix, which is not safe, that runs another name; None if the place of the name is not certain."""
    places = [
        match.span() for match in re.finditer(rf"(?<=[ \t]){re.escape(call.name)}(?![\w:./-])", page.text(call.span))
    ]
    if len(places) != 1:
        return None
    start, end = (call.span.start + place for place in places[0])
    return page.replace(Span(start, end), name, safe=False)


def _bases(page: Page) -> Sequence[str]:
    """Return the folders that commands of a page may run in."""
    bases, repository = bases_of(page), page.repository
    named = [code.text.rstrip("/") for code in page.document.code_spans if " " not in code.text]
    places = dict.fromkeys([*_CD.findall(page.source.text), *named])
    entered = dict.fromkeys(shortest(join(base, one)) for base in bases for one in places)
    there = (one for one in entered if repository is not None and repository.is_folder(one))
    return list(dict.fromkeys([*bases, *islice(there, _MOST_FOLDERS)]))


def _near(page: Page, bases: Iterable[str]) -> Iterator[str]:
    """Yield the folders whose own folders show that a path is meant to be there: for a skill of agents, which has
    scripts of its own, those in it.
    """
    skill = _SKILL.search(page.path)
    return (base for base in bases if skill is None or f"{base}/".startswith(page.path[: skill.end()]))


def _is_of_others(page: Page, span: Span, path: str) -> bool:
    """Whether a page links to a file of the same path elsewhere, or tells the reader to run it in some folder."""
    ends = (link.destination.partition("#")[0] for link in page.document.links if "://" in link.destination)
    return _is_in_another_folder(page, span) or any(end.endswith(f"/{path}") for end in ends)


def _is_in_another_folder(page: Page, span: Span) -> bool:
    """Whether a page tells the reader to run a command in some folder."""
    return _FROM_FOLDER.search(page.source.text[max(0, span.start - _LONGEST) : span.start]) is not None
