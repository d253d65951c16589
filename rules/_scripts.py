"""Commands that run what a manifest of the repository defines by name: `npm run build`, `make test`."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from posixpath import basename, dirname, join

from msgspec import Struct
from msgspec.structs import replace

from doclint import Page, RelatedLines, Repository, Span, Violation
from doclint.kit import expression, misspelled_word
from doclint.kit.tables import names
from doclint.packages.scripts import RUNNERS, Scripts, all_scripts, nearest_scripts
from doclint.repository.hosting import project_of
from doclint.repository.names import names_of
from doclint.repository.paths import above, shortest

from ._commands import PLACEHOLDER, SHELLS, command_lines, commands, launched, started
from ._developers import is_in_another_folder
from ._reasons import ELSEWHERE
from ._stale import bases_of, is_about_another_time, is_placeholder

_NAME = expression(r"[a-zA-Z](?:[\w:.@-]*\w)?\Z")
_JOINT = expression(r"[:_.-]")
_LEAST = 3  # letters of a name that may be a slip
# What nearly every project calls its scripts, and no package calls a program: other words may be programs.
_USUAL = frozenset("build check coverage dev format lint preview release serve start test typecheck".split())
_OWN = names("doclint_rules", "package-manager-commands")


_MANIFESTS = {"bundle": "Gemfile", "cargo": "Cargo.toml", "go": "go.mod", "mvn": "pom.xml", "npm": "package.json"}
_OF_MANIFESTS = expression(rf"(?m)^[ \t]*+(?:\$[ \t])?({'|'.join(_MANIFESTS)})[ \t]")
_SEVERAL = 2
_NOTHING: Mapping[str, str] = {}


class _Call(Struct, frozen=True):
    """A command that runs something by its name: where it is, the program, the runner whose manifest defines the name,
    the folders that it may run in, and whether the name may be that of a program that a dependency brings.
    """

    span: Span
    program: str
    runner: str
    name: str
    folders: Sequence[str]
    may_be_program: bool


class _Program(Struct, frozen=True):
    """How a program is called: the runner, the names in its words, options with a value, and those with a folder.

    If it also runs programs that dependencies bring, it does so unless one of some words comes first. `named` are the
    runners of options that name something themselves, after one of the words `naming`.
    """

    runner: str
    names: Callable[[list[str]], Iterable[str]]
    valued: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    but_after: frozenset[str] | None = None
    named: Mapping[str, str] = _NOTHING
    naming: frozenset[str] = frozenset()


def _npm(words: list[str]) -> Iterable[str]:
    return words[:1] if words[:1] in (["start"], ["test"]) else _composer(words)


def _javascript(own: tuple[str, ...], words: list[str]) -> Iterable[str]:
    """Return what pnpm, Yarn or Bun run by its name: none of the commands that all have, or of those of their `own`."""
    if words[:1] == ["workspace"]:
        words = words[2:]
    is_said = words[:1] in (["run"], ["run-script"])
    name = "".join(words[1:2] if is_said else words[:1])
    return () if not is_said and (name in own or name in _OWN) else [name]


def _targets(words: list[str]) -> Iterable[str]:
    return (word for word in words if "=" not in word)


def _composer(words: list[str]) -> Iterable[str]:
    return words[1:2] if words[:1] in (["run"], ["run-script"]) else ()


def _compose(words: list[str]) -> Iterable[str]:
    return words[1:] if words[:1] == ["up"] else ()


_RUN = frozenset({"run", "run-script"})
_JUST = _Program("just", lambda words: words[:1], ("--set",), ("-d", "--working-directory"))
_COMPOSE = _Program("docker compose", _compose, ("-f", "--file", "-p", "--profile", "--env-file", "--scale"))
_TOX, _NOX = frozenset({"", "r", "run", "p", "run-parallel"}), frozenset({""})
_CARGO = {f"--{kind}": f"cargo {kind}" for kind in ("package", "bin", "example", "test", "bench")}
_PROGRAMS = {
    "npm": _Program("npm", _npm, ("-w", "--workspace"), ("--prefix", "-C")),
    "pnpm": _Program("npm", partial(_javascript, ("deploy",)), ("-F", "--filter"), ("-C", "--dir"), _RUN),
    "yarn": _Program("npm", partial(_javascript, ("check",)), (), ("--cwd",), frozenset()),
    "bun": _Program("npm", partial(_javascript, ("build", "test")), ("--filter",), ("--cwd",), frozenset()),
    "make": _Program("make", _targets, ("-j", "-o", "-W"), ("-C", "--directory")),
    "just": _JUST,
    "task": _Program("task", _targets, (), ("-d", "--dir")),
    "tox": _Program("tox", lambda _: (), named=dict.fromkeys(("-e", "--env"), "tox"), naming=_TOX),
    "nox": _Program("nox", lambda _: (), named=dict.fromkeys(("-s", "--session", "--sessions"), "nox"), naming=_NOX),
    "composer": _Program("composer", _composer, (), ("-d", "--working-dir")),
    "docker-compose": _COMPOSE,
    "cargo": _Program(
        "cargo package",
        lambda _: (),
        ("-F", "--features", "--target", "--profile", "-j"),
        ("-C",),
        named={"-p": "cargo package", **_CARGO},
        naming=frozenset("b bench build c check clippy doc r run t test".split()),
    ),
    "docker": replace(_COMPOSE, names=lambda words: _compose(words[1:]) if words[:1] == ["compose"] else ()),
}
# With these, a command reads another manifest, or a missing name does not matter.
_GIVES_UP = frozenset("-f --file --makefile --justfile -t --taskfile -g --global --if-present --manifest-path".split())


def undefined_scripts(page: Page, repository: Repository) -> Iterator[Violation]:
    """Yield the violations of commands that run by its name what no manifest defines."""
    found = (_undefined(page, repository, call) for call in _script_calls(page, repository))
    return (violation for violation in found if violation is not None)


def _undefined(page: Page, repository: Repository, call: _Call) -> Violation | None:
    """Return that no manifest of the repository defines what a command runs; None if one may."""
    runner = RUNNERS[call.runner]
    nearest = nearest_scripts(repository, runner, call.folders)
    if nearest is None:
        return None
    if call.name in nearest.names:
        _note(page, call, related=(RelatedLines(nearest.path),))
        return None
    if not nearest.is_complete:
        _note(page, call, f"may run what `{nearest.path}` includes")
        return None
    manifests = all_scripts(repository, runner).values()
    is_elsewhere = any(call.name in scripts.names for scripts in manifests) or is_in_another_folder(page, call.span)
    if is_elsewhere or is_about_another_time(page, call.span) or _is_for_any_project(page, repository, call.span):
        _note(page, call, ELSEWHERE)
        return None
    find = _slip if call.may_be_program else misspelled_word
    suggestion = _same_words(call.name, nearest.names) or find(call.name, nearest.names)
    if call.may_be_program and (suggestion is None or _is_program(repository, call.name, nearest, manifests)):
        _note(page, call, "may run a program that a dependency brings")
        return None
    place = _place_of_name(page, call)
    return Violation(
        call.span,
        "undefined",
        reason=call.name,
        fix=page.replace(place, suggestion, safe=False) if place and suggestion else None,
        program=call.program,
        script=call.name,
        manifest=nearest.path,
        suggestion=suggestion,
    )


def _is_for_any_project(page: Page, repository: Repository, span: Span) -> bool:
    """Whether a fence has commands of several programs whose manifests the repository does not have: examples."""
    block = next((one for one in page.document.code_blocks if one.start <= span.start < one.end), None)
    programs = set(_OF_MANIFESTS.findall(block.text)) if block else ()
    return sum(not names_of(repository).paths(_MANIFESTS[one]) for one in programs) >= _SEVERAL


def _place_of_name(page: Page, call: _Call) -> Span | None:
    """Return where the name is in the command; None if that is not certain."""
    name = rf"(?<=[ \t,]){re.escape(call.name)}(?![\w:./-])"
    places = [match.span() for match in re.finditer(name, page.text(call.span))]
    return Span(*(call.span.start + place for place in places[0])) if len(places) == 1 else None


def _note(page: Page, call: _Call, because: str = "", related: Sequence[RelatedLines] = ()) -> None:
    """Note a command that is not reported, where its name is: one command can run several things by their names."""
    if page.claims is not None:
        page.claim("command", _place_of_name(page, call) or call.span, because, related=related)


def _script_calls(page: Page, repository: Repository) -> Iterator[_Call]:
    """Yield what commands of a page run by its name, in fences with commands and in code spans."""
    for code in page.document.code_spans:
        if " " in code.text and _matters(code.text):
            yield from _calls(page, repository, [(code.span, list(commands(code.text)))])
    for block in page.document.code_blocks:
        if block.language in SHELLS and _matters(block.text):
            lines = command_lines(page, block, lambda line: _matters(line) or "cd " in line or "clone" in line)
            yield from _calls(page, repository, lines)


def _same_words(name: str, names: Iterable[str]) -> str | None:
    """Return the only one of some names that has the words of a name in another order; None if there is none.

    >>> _same_words("docs:build", ["build-docs", "build"])
    'build-docs'
    """
    wanted = sorted(_JOINT.split(name))
    found = [other for other in names if sorted(_JOINT.split(other)) == wanted]
    return found[0] if len(found) == 1 else None


def _slip(name: str, names: Iterable[str]) -> str | None:
    """Return the only one of some names that differs from a name by one letter after the first; None for two or none.

    >>> _slip("lnt", ["lint", "test"]), _slip("jest", ["lint", "test"])
    ('lint', None)
    """
    from rapidfuzz.distance import OSA

    found = [one for one in names if one[:1] == name[:1] and OSA.distance(name, one, score_cutoff=1) == 1]
    return found[0] if len(found) == 1 and len(name) >= _LEAST else None


def _is_program(repository: Repository, name: str, nearest: Scripts, manifests: Iterable[Scripts]) -> bool:
    """Whether a dependency of some package may bring a program of a name: `vitest`, `@playwright/test`."""
    places = (join(folder, "node_modules/.bin", name) for folder in (*above(dirname(nearest.path)), ""))
    return any(name in one.programs for one in manifests) or any(map(repository.exists, places))


def _matters(text: str) -> bool:
    return any(program in text for program in _PROGRAMS)


def _calls(page: Page, repository: Repository, lines: Iterable[tuple[Span, list[list[str]]]]) -> Iterator[_Call]:
    """Yield the calls on some lines, up to a command that leads out of the repository."""
    folders, clone = bases_of(page), ""
    for span, on_line in lines:
        for words in on_line:
            program, rest = launched(words)
            if program not in ("tox", "nox"):  # `poetry run task` runs another program than `task`
                program, rest = started(words)
            if words[:2] == ["git", "clone"]:
                clone = _own_clone(repository, words)
                folders = [] if not clone else folders
            elif program == "cd":
                folders = [""] if rest == [clone] else _entered(repository, folders, "".join(rest))
            elif program in _PROGRAMS:
                yield from _called(repository, span, program, rest, folders)
            if not folders:
                return


def _called(repository: Repository, span: Span, name: str, words: list[str], folders: Sequence[str]) -> Iterator[_Call]:
    """Yield what a program of some name runs by its name, given the words after it."""
    program = _PROGRAMS[name]
    plain, options = _read(program, words)
    for option, path in options:
        folders = _entered(repository, folders, path) if option in program.folders else folders
    if not folders or not _GIVES_UP.isdisjoint(option for option, _ in options):
        return
    for option, several in options if "".join(plain[:1]) in program.naming else ():
        for one in several.split(",") if option in program.named else ():
            is_of_parts = name in ("tox", "nox") and "-" in one  # they may make it: `py311-lint`, `tests-3.11`
            if _NAME.match(one) and not (one.isupper() or is_placeholder(one) or is_of_parts):
                yield _Call(span, f"{name} {option}", program.named[option], one, folders, may_be_program=False)
    for one in program.names(plain):
        if program is _JUST and "/" in one:  # the recipe of another folder
            places = _entered(repository, folders, dirname(one))
            yield _Call(span, name, program.runner, basename(one), places, may_be_program=False)
        elif _NAME.match(one):
            may_be = program.but_after is not None and program.but_after.isdisjoint(plain[:1])
            yield _Call(span, name, program.runner, one, folders, may_be and one not in _USUAL and ":" not in one)


def _read(program: _Program, words: list[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the plain words after a program, and the options with their values, up to `--`."""
    plain, options = list[str](), list[tuple[str, str]]()
    rest = iter(takewhile(lambda word: word != "--", words))
    valued = {*program.valued, *program.folders, *program.named}
    for word in rest:
        option, is_joined, argument = word.partition("=")
        if word.startswith("-"):
            options.append((option, next(rest, "") if option in valued and not is_joined else argument))
        elif not word.startswith("+"):  # which chooses a version of Cargo
            plain.append(word)
    return plain, options


def _own_clone(repository: Repository, words: list[str]) -> str:
    """Return the folder that a command clones this repository into; empty if it clones another one."""
    address = next((word for word in words[2:] if "/" in word), "").removesuffix("/").removesuffix(".git")
    project = project_of(repository).name.partition("/")[2]
    is_own = project and f"/{address.lower().replace(':', '/')}".endswith(f"/{project}")
    return basename(address) if is_own else ""


def _entered(repository: Repository, folders: Sequence[str], path: str) -> list[str]:
    """Return the folders that `cd` leads to; none if the repository has no such folder."""
    if not path or path.startswith(("/", "~", "-")) or PLACEHOLDER.search(path):
        return []
    places = dict.fromkeys(shortest(join(folder, path)) for folder in folders)
    return [place for place in places if repository.is_folder(place)]
