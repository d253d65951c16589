"""Files and folders that commands run: `python tools/build.py`, `./ci/lint.sh`, `yarn jest a/b.js`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise, takewhile
from posixpath import basename, dirname, join

from msgspec import Struct

import doclint
from doclint import Page, RelatedLines, Repository, Span, Violation, kit
from doclint.kit import expression, misspelled_word
from doclint.kit.nodes import CodeBlock
from doclint.repository.names import names_of
from doclint.repository.paths import above, shortest

from ._commands import PLACEHOLDER, SHELLS, command_lines, commands, launched
from ._developers import is_in_another_folder
from ._reasons import ELSEWHERE
from ._stale import bases_of, existing, is_about_another_time, is_copied, is_made, is_placeholder, proof, when

# Programs that run the first file that they get, each with the suffixes of such files.
_PYTHON = (".py",)
_SHELL = (".sh", ".bash")
_SCRIPTS = (*_PYTHON, *_SHELL, ".cjs", ".js", ".mjs", ".pl", ".rb", ".ts")
_RUNS = {
    "bash": _SHELL,
    "bun": (".js", ".mjs", ".ts"),
    "node": (".cjs", ".js", ".mjs", ".ts"),
    "python": _PYTHON,
    "python3": _PYTHON,
    "ruby": (".rb",),
    "sh": _SHELL,
    "tsx": (".ts",),
}
# Programs that give files to scripts and tests of JavaScript, and what such files end in.
_GIVE = frozenset("bun bunx jest npm npx pnpm pnpx vitest yarn".split())
_GIVEN = tuple(f"{mark}{kind}" for mark in (".", ".c", ".m") for kind in ("js", "ts", "jsx", "tsx")) + (
    ".vue",
    ".svelte",
)
_OUTPUT = expression(r"-o\Z|--?(?:out|dest|target)")
_FLAG = expression(r"-[a-zA-Z]{1,4}\Z|--[\w-]++(?:=.*)?\Z")
_TAKES_VALUE = frozenset("-c -m -k -n -p -o -W -X -r --require --import --loader".split())
_MODULE = expression(r"[A-Za-z_]\w*+(?:\.\w++)++\Z")
_FOLDER = expression(r"(?:\./)?+[\w-]++(?:/[\w-]++)*+/?\Z")
_GO = frozenset("build install run test vet".split())
_GO_VALUES = frozenset("-o -tags -ldflags -run -bench -count -timeout -coverprofile".split())
# The names of tests that stand for any other, and the bases of classes that have no tests to inherit.
_ANY_TEST = expression(r"(?i)test_?(?:a|class|func|function|method|name|one|some\w*|specific\w*|x)(?:_?name)?\Z")
_PLAIN_BASES = frozenset(
    f"{module}{name}" for module in ("", "unittest.") for name in ("TestCase", "IsolatedAsyncioTestCase", "object")
)
_HINTS = (*_RUNS, *_GIVE, "pytest")
_MOST_FOLDERS = 50  # that commands of a page may run in, besides those that the page is in
_CD = expression(r"\bcd\s++([\w./-]++)")
_SKILL = expression(r"(?:\A|/)skills/[^/]++/")
_NEAR = 10_000  # characters of the same fence before a command, which may write the file that it runs


class _File(Struct, frozen=True):
    """What a command runs, perhaps only a `test` of it (`TestTill::test_open`), or a file that `is_given` to it."""

    path: str
    is_given: bool = False
    test: str = ""


def missing_files(page: Page, repository: Repository) -> Iterator[Violation]:
    """Yield the violations of commands that run what does not exist."""
    found = (_check(page, repository, span, file) for span, file in _runs(page))
    return (violation for violation in found if violation is not None)


def _runs(page: Page) -> Iterator[tuple[Span, _File]]:
    for code in page.document.code_spans:
        if " " in code.text and _matters(code.text):
            yield from ((code.span, file) for words in commands(code.text) for file in _all_files(words))
    for block in page.document.code_blocks:
        if block.language in SHELLS and _matters(block.text):
            yield from _runs_in(page, block)


def _matters(text: str) -> bool:
    return "./" in text or any(program in text for program in _HINTS)


def _runs_in(page: Page, block: CodeBlock) -> Iterator[tuple[Span, _File]]:
    """Yield the files that the commands of a fence run, up to the clone of a repository; not those named before."""
    for place, on_line in command_lines(page, block, lambda line: _matters(line) or "clone" in line):
        named = ""
        for words in on_line:
            if words[:2] == ["git", "clone"]:
                return
            for file in _all_files(words):
                first = max(block.content.start, place.start - _NEAR)
                name = file.test or file.path
                if page.source.text.find(name, first, place.start) < 0 and name not in named:
                    yield place, file
            named = f"{named} {' '.join(words)}"[-_NEAR:]


def _all_files(words: list[str]) -> Iterator[_File]:
    """Yield what a command runs, and the files that it gives to a script or to tests of JavaScript."""
    run = list(_files(words))
    for path, _, test in (one.partition("::") for one in run):
        yield _File(path, test=test)
    program, rest = launched(words)
    for before, word in pairwise((program, *rest)) if program in _GIVE else ():
        is_file = "/" in word and word.endswith(_GIVEN) and word[0] not in "-@" and {" ", ":"}.isdisjoint(word)
        if is_file and word not in run and not _OUTPUT.match(before):
            yield _File(word, is_given=True)


def _files(words: list[str]) -> Iterator[str]:
    """Yield what a command runs: files, folders with a slash at the end, and modules as paths without a suffix."""
    program, rest = launched(words)
    is_python = program.startswith("python")
    if program == "pytest" or (is_python and rest[:2] == ["-m", "pytest"]):
        yield from _tested(rest[2:] if is_python else rest)
    elif is_python and rest[:1] == ["-m"]:
        yield from (word.replace(".", "/") for word in rest[1:2] if _MODULE.match(word))
    elif program == "go" and rest[:1] and rest[0] in _GO:
        yield from _built(rest)
    elif program.startswith("./") and program.endswith(_SCRIPTS):
        yield program
    elif program in _RUNS:
        first = next((word for word in rest if word in _TAKES_VALUE or not _FLAG.match(word)), "")
        if first.endswith(_RUNS[program]):
            yield first


def _tested(words: list[str]) -> Iterator[str]:
    """Yield the files and folders that pytest is given, and the tests in files: `tests/a.py::test_b`.

    A plain word after a long option may be its value: `--browser chromium`.
    """
    given = takewhile(lambda word: word not in _TAKES_VALUE, words) if "+" not in words else ()  # a list of packages
    for before, word in pairwise(("", *given)):
        is_file = word.partition("::")[0].endswith(".py")
        is_value = before.startswith("--") and "=" not in before and "/" not in word
        if not _FLAG.match(word) and (is_file or (_FOLDER.match(word) and not is_value)):
            yield word if is_file else word.rstrip("/") + "/"


def _built(words: list[str]) -> Iterator[str]:
    """Yield the folders and files that the program `go` is given."""
    for option, word in pairwise(words):
        if word.startswith("./") and option not in _GO_VALUES and word != "./...":
            yield word if word.endswith(".go") else word.removesuffix("...").rstrip("/") + "/"


def _check(page: Page, repository: Repository, span: Span, file: _File) -> Violation | None:
    """Return that a file which a command runs does not exist; None if it may.

    A script may do anything with what it is given: only what has become of the file shows that it should exist.
    """
    path = shortest(file.path)
    is_outside = file.path.startswith(("/", "~", "../")) or path.startswith("../")
    if is_outside or PLACEHOLDER.search(file.path) or is_placeholder(path):
        return None
    places = {base: shortest(join(base, path)) for base in page.remembered(_bases)}
    there = [one for place in places.values() if (one := existing(repository, place)) is not None]
    if there:
        return _in_files(page, repository, span, there, file.test)
    if any(is_made(repository, path, base) for base in places):
        page.claim("command", span, "may run a file that a build makes")
        return None
    names = names_of(repository)
    is_module = not file.path.endswith("/") and "." not in basename(path)
    if not names.is_complete or names.ending_with(path) or (is_module and names.ending_with(f"{path}.py")):
        page.claim("command", span, ELSEWHERE)
        return None
    own = {base: place for base, place in places.items() if not is_copied(f"{base}/", page.path)}
    found = proof(repository, own, page.source.text, has_near=not file.is_given)
    if found and found.message == "moved" and _skill(page) is not None:
        found = None  # a file of that name elsewhere in the repository is not that of the skill
    is_known = found is not None or not repository.deleted.isdisjoint(places.values())
    if not is_known and (file.is_given or not _is_expected(page, repository, span, file.path, places)):
        page.claim("command", span, ELSEWHERE)
        return None
    suggestion = found.suggestion if found else ""
    deletion = found.deletion if found and not suggestion else None
    return Violation(
        span,
        "missing",
        reason=path,
        path=path.replace("/", ".") if is_module else f"{path}/" if file.path.endswith("/") else path,
        suggestion=suggestion or None,
        **when(deletion),
    )


def _in_files(page: Page, repository: Repository, span: Span, paths: Sequence[str], test: str) -> Violation | None:
    """Return that none of some files, which a command may mean, has the test that it runs; None if one may."""
    missing = [_without_test(page, repository, span, path, test) for path in paths if test]
    if None in missing or not missing or is_about_another_time(page, span) or _is_of_others(page, span, paths[0]):
        page.claim("command", span, related=(RelatedLines(paths[0]),))
        return None
    return missing[0]


def _without_test(page: Page, repository: Repository, span: Span, path: str, test: str) -> Violation | None:
    """Return that a file does not have a test; None if it does, or if a class may inherit it."""
    source = kit.declarations_of(repository, path, page.limits)
    if source is None or source.is_broken or source.is_open or source.stars:
        return None
    owner, members = None, source.found
    for name in test.partition("[")[0].split("::"):  # without the values of parameters
        found = next((one for one in members if one.name == name), None)
        if found is None:
            return None if _may_have(repository, path, owner, name) else _untested(page, span, path, name, members)
        owner, members = found, found.members
    return None


def _may_have(repository: Repository, path: str, owner: "doclint.Declaration | None", name: str) -> bool:
    """Whether a file may have a test that neither it nor a class declares, or if the name stands for any other."""
    may_inherit = owner is not None and bool(owner.is_open or not _PLAIN_BASES.issuperset(owner.bases))
    is_any = is_placeholder(name) or _ANY_TEST.match(name) is not None or not name.isidentifier()
    pattern = rb"\b%s\b" % re.escape(name.encode())
    return may_inherit or is_any or re.search(pattern, repository.page(path) or b"") is not None


def _untested(page: Page, span: Span, path: str, name: str, members: "Iterable[doclint.Declaration]") -> Violation:
    suggestion = misspelled_word(name, [one.name for one in members if one.name.lower().startswith("test")])
    start, fix = page.text(span).find(name), None
    if suggestion and start >= 0:
        fix = page.replace(Span(span.start + start, span.start + start + len(name)), suggestion, safe=False)
    return Violation(span, "untested", reason=name, fix=fix, path=path, test=name, suggestion=suggestion)


def _is_expected(page: Page, repository: Repository, span: Span, file: str, places: Iterable[str]) -> bool:
    """Whether the folder of what a command runs exists, and nothing says that it is about other files."""
    path = shortest(file)
    folder, names = dirname(path), names_of(repository)
    if not folder:  # of tests, because nothing else is reported that is in no folder
        has_folder = file.endswith("/") and _skill(page) is None
    elif not file.endswith("/") and "." not in basename(path):
        has_folder = bool(names.ending_with(f"{folder}/__init__.py"))
    else:
        has_folder = any(repository.is_folder(join(base, folder)) for base in _near(page, places))
    return has_folder and not is_about_another_time(page, span) and not _is_of_others(page, span, path)


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
    skill = _skill(page)
    return (base for base in bases if skill is None or f"{base}/".startswith(skill))


def _skill(page: Page) -> str | None:
    """Return the folder of the skill of agents that a page is part of, with a slash; None if it is part of none."""
    found = _SKILL.search(page.path)
    if found:
        return page.path[: found.end()]
    if page.repository is None or page.convention is None or not page.convention.is_reused:
        return None
    places = above(dirname(page.path))
    return next((f"{place}/" for place in places if page.repository.is_file(join(place, "SKILL.md"))), None)


def _is_of_others(page: Page, span: Span, path: str) -> bool:
    """Whether a page links to a file of the same path elsewhere, or tells the reader to run it in some folder."""
    ends = (link.destination.partition("#")[0] for link in page.document.links if "://" in link.destination)
    return is_in_another_folder(page, span) or any(end.endswith(f"/{path}") for end in ends)
