"""A native parser cannot end a run unnoticed, whatever the pages and their sources hold."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from scratch import Scratch
from tree import write

from doclint.source import parsing
from doclint.source.extract import read
from doclint.source.trees import is_known


def doclint(*arguments: str | Path, **options: object) -> "subprocess.CompletedProcess[str]":
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "doclint", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, **options)  # type: ignore[call-overload,no-any-return]


# Bytes that are not UTF-8, in captures that a predicate of a query looks at

CONVERSIONS = b"A</*\xe9*/int>::operator int() {}\nB::operator int() {}\n"
EXPORTS = b"const x = f('\xe9');\nmodule.exports['\xe9'] = x;\nmodule['\xe9'].f = function () {};\n"
LONE_SURROGATE = b"const x = f('\xed\xa0\x80');\nmodule.exports['\xed\xbf\xbf'] = x;\n"
CRASHED = {
    "a.h": CONVERSIONS,
    "a.cpp": CONVERSIONS,
    "a.cu": CONVERSIONS,
    "a.js": EXPORTS,
    "a.ts": EXPORTS,
    "a.tsx": EXPORTS,
    "b.js": LONE_SURROGATE,
    "b.ts": LONE_SURROGATE,
}


def test_sources_that_are_not_utf_8(tmp_path: Path) -> None:
    for name, source in CRASHED.items():
        write(tmp_path, f"src/{name}", source)
        write(tmp_path, f"docs/src/{name}_kw.md", f"# Keyword Index: `src/{name}`\n\n## Keywords Extracted\n")
    done = doclint("check", "--root", tmp_path, "--isolated", "--no-cache", "--jobs", "1")
    assert (done.returncode, done.stderr) == (1, "")
    assert f"{len(CRASHED)} of {len(CRASHED)} pages" in done.stdout


SAMPLES = {
    "python": "A = 1\nclass B:\n    C = D = 'é'\n",
    "cpp": "A</*é*/int>::operator int() {}\nbool A::operator ==(B b) {}\n",
    "shell": "declare -r A=1\nreadonly B\nsource 'é'\n. c\nf() { g; }\n",
    "javascript": "const A = f('é');\nexports.B = A;\nmodule.exports = {A, b: c};\nA.prototype.d = () => 1;\n"
    "require('e');\n",
    "typescript": "enum A { B = 'é' }\nclass C { static D = 1; readonly E = 2 }\nmodule.exports.f = function () {};\n",
    "go": "package a\nconst A, b = 1, 'é'\nfunc (c *C) D() {}\n",
    "rust": 'pub const A: &str = "é";\nmacro_rules! b { () => {} }\n',
    "java": "class A { static final int B = 'é'; void c() {} }\n",
    "csharp": 'using A;\nclass B { const string C = "é"; void D(params int[] e) {} }\n',
    "kotlin": 'import a.B\nclass C(val d: String = "é") {\n  fun e() {}\n}\n',
    "php": "<?php\nuse A\\B;\nclass C { const D = 'é'; function e($f) {} }\n",
    "dart": "import 'a';\nclass C { const D = 'é'; e({f}) {} }\n",
}
EVERY_PLACE = """
import sys
from doclint.source import extract, passages

language, source = sys.argv[1], sys.stdin.buffer.read()
for place in range(len(source)):
    for byte in (b"\\xe9", b"\\x80", b"\\xed"):
        text = source[:place] + byte + source[place + 1 :]
        for look in (extract.read, passages.read, extract.read_docstrings):
            look(language, text)
"""


@pytest.mark.parametrize("language", SAMPLES)
def test_any_byte_of_a_source_may_be_wrong(language: str) -> None:
    if not is_known(language):
        pytest.skip("the grammar is not installed")
    run = [sys.executable, "-c", EVERY_PLACE, language]
    subprocess.run(run, input=SAMPLES[language].encode(), check=True, timeout=300)


def test_names_keep_their_places_and_bytes() -> None:
    found = read("cpp", b"// \xe9\xe9 \xed\xa0\x80\nclass A {};\nvoid \xc3\xa9() {} /* \xff */ class B {};\n")
    assert found is not None
    assert [(symbol.name, symbol.line) for symbol in found.found] == [("A", 2), ("B", 3), ("é", 3)]


@pytest.mark.parametrize(
    "data", [b"", b"a\xe9b", "aéb\U0001f600".encode(), b"\xed\xa0\x80\xed", b"\xf0\x9f\x98", b"\x00\x1a\x7f\x80\xff"]
)
def test_what_the_parser_sees_is_utf_8_of_the_same_length(data: bytes) -> None:
    seen = parsing.as_utf8(data)
    seen.decode()
    assert len(seen) == len(data)
    assert all(new in (old, 0x1A) for old, new in zip(data, seen, strict=True))


# Crashes in small runs, which have no workers

RULE = '''
import atexit
import os
import signal

from doclint import Message, Rule, Valid, Violation

class Fatal(Rule):
    """A page does something to the process that reads it."""

    id = "fatal"
    family = "house"
    severity = "info"
    messages = {"read": Message("It is read")}
    examples = (Valid("# A\\n"),)

    def check(self, page):
        word = page.document.headings[0].text.split()[0]
        if word.startswith("SIG"):
            os.kill(os.getpid(), getattr(signal, word))
        if word == "LATE":
            atexit.register(os.kill, os.getpid(), signal.SIGSEGV)
        yield Violation(page.document.headings[0].span, "read")
'''
# How a parser in C and one in Rust fail
PARSER = """
import os
import signal
import sys
import tomllib

import pyromark

class PanicException(BaseException):
    pass

def broken(parse):
    def parse_some(text, **options):
        if "CRASH" in text:
            os.kill(os.getpid(), signal.SIGSEGV)
        if "PANIC" in text:
            raise PanicException("index out of bounds")
        return parse(text, **options)
    return parse_some

pyromark.events_with_range = broken(pyromark.events_with_range)
tomllib.loads = broken(tomllib.loads)
"""
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
forks = pytest.mark.skipif(sys.platform != "linux", reason="the command forks on Linux only")
native = pytest.mark.skipif(not find_spec("pyromark"), reason="the parser in Python cannot crash")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Three pages for the rule above."""
    root = tmp_path / "tree"
    write(root, "fatal.py", RULE)
    write(root, "doclint.toml", 'local-rules = ["fatal.py"]\nselect = ["house", "broken-link", "broken-fence"]\n')
    for name in "abc":
        write(root, f"docs/{name}.md", f"# Page {name}\n\n[gone](gone.md)\n")
    return root


@pytest.fixture
def parser(tmp_path: Path) -> dict[str, str]:
    """The environment of a run whose parsers crash at CRASH and panic at PANIC."""
    write(tmp_path, "broken/sitecustomize.py", PARSER)
    return {**ENVIRONMENT, "PYTHONPATH": os.pathsep.join([str(tmp_path / "broken"), ENVIRONMENT["PYTHONPATH"]])}


def reported(done: "subprocess.CompletedProcess[str]") -> list[tuple[str, str]]:
    """Return the path and the rule of each finding of a run with JSON on standard output, sorted."""
    return sorted((one["path"], one["rule"]) for one in json.loads(done.stdout)["findings"])


ALL = [(f"docs/{name}.md", rule) for name in "abc" for rule in ("broken-link", "fatal")]
WITHOUT_B = [one for one in ALL if one[0] != "docs/b.md"]
JSON = ("--output-format", "json")


@forks
@pytest.mark.parametrize(
    ("name", "options"),
    [("SIGSEGV", []), ("SIGABRT", ["--jobs", "1"]), ("SIGBUS", ["--jobs", "2", "--no-cache"]), ("SIGKILL", [])],
)
def test_page_that_crashes_a_small_run_is_named(tree: Path, name: str, options: list[str]) -> None:
    assert reported(doclint("check", "--root", tree, *JSON)) == ALL
    write(tree, "docs/b.md", f"# {name}\n")
    done = doclint("check", "--root", tree, *JSON, *options)
    assert (done.returncode, reported(done)) == (2, sorted([*WITHOUT_B, ("docs/b.md", "worker-died")]))
    assert (
        done.stderr == f"doclint: the run crashed ({name}); it starts again, with every page in a process of its own\n"
    )


@forks
def test_page_that_crashes_a_run_of_its_own_is_named(tree: Path) -> None:
    page = write(tree, "docs/b.md", "# SIGSEGV\n")
    done = doclint("check", "--root", tree, page, "--output-format", "concise")
    assert (done.returncode, done.stdout.partition(": The page")[0]) == (2, f"{page}:1:1: error worker-died")


@forks
def test_page_from_standard_input_that_crashes_is_named(tree: Path) -> None:
    check = ("check", "--root", tree, "--stdin-filename", tree / "docs/b.md", *JSON)
    assert reported(doclint(*check, input="# Page\n\n[gone](gone.md)\n")) == ALL[2:4]
    done = doclint(*check, input="# SIGSEGV\n")
    assert (done.returncode, reported(done)) == (2, [("docs/b.md", "worker-died")])
    done = doclint("check", "-", *JSON, cwd=tree, input="# SIGSEGV\n")
    assert (done.returncode, reported(done)) == (2, [("stdin.md", "worker-died")])


@forks
def test_outputs_are_written_once(tree: Path) -> None:
    write(tree, "docs/b.md", "# SIGSEGV\n")
    files = [f"--output-format={style}={tree / style}" for style in ("json", "jsonl")]
    done = doclint("check", "--root", tree, *files, "--output-format", "concise")
    assert done.returncode == 2
    assert done.stdout.count(f"{tree}/docs/b.md:1:1: error worker-died") == 1
    assert (tree / "jsonl").read_text(encoding="utf-8").count('"docs/b.md"') == 1
    json.loads((tree / "json").read_text(encoding="utf-8"))


@forks
def test_pages_are_fixed_although_one_crashes(tree: Path) -> None:
    write(tree, "docs/b.md", "# SIGSEGV\n")
    fixable = ("--root", tree, "--select", "untidy-whitespace,house", *JSON)
    write(tree, "docs/a.md", "# Page a  \n\nText\n\n\n\n\n")
    done = doclint("check", "--fix", *fixable)
    assert done.returncode == 2
    assert ("docs/b.md", "worker-died") in reported(done)
    assert (tree / "docs/a.md").read_text(encoding="utf-8") == "# Page a\n\nText\n"


@forks
@native
def test_run_over_a_change_names_the_page_that_crashes(tree: Path, parser: dict[str, str]) -> None:
    repository = Scratch(tree)
    write(tree, "docs/b.md", "# CRASH\n")
    repository.commit()
    write(tree, "docs/a.md", "# Page a\n")
    done = doclint("check", "--root", tree, "--changed-since", "HEAD", *JSON, env=parser)
    assert (done.returncode, reported(done)) == (2, [("docs/a.md", "fatal"), ("docs/b.md", "worker-died")])
    assert "2 of 3 pages" in done.stderr


@forks
@native
def test_other_commands_do_not_end_silently(tree: Path, parser: dict[str, str]) -> None:
    write(tree, "docs/b.md", "# CRASH\n")
    done = doclint("causes", "--root", tree, env=parser)
    assert (done.returncode, "worker-died" in done.stdout) == (2, True)
    done = doclint("baseline", "write", "--root", tree, "--baseline", tree / "known.jsonl", env=parser)
    assert (done.returncode, "docs/b.md:1:1: error worker-died" in done.stderr) == (2, True)
    write(tree, "docs/src/a.py_kw.md", "# Keyword Index: `CRASH`\n")
    (tree / "doclint.toml").unlink()
    done = doclint("init", "--root", tree, env=parser)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(
        "the run crashed again (SIGSEGV), while it was not checking a page; there is no report\n"
    )


@forks
def test_crash_after_the_report_does_not_repeat_it(tree: Path) -> None:
    write(tree, "docs/b.md", "# LATE\n")
    done = doclint("check", "--root", tree, *JSON)
    assert (done.returncode, reported(done)) == (2, sorted([*WITHOUT_B, ("docs/b.md", "fatal")]))
    assert done.stderr == "doclint: the run crashed (SIGSEGV) while it wrote its report\n"


@native
def test_parser_that_panics_fails_at_the_page(tree: Path, parser: dict[str, str]) -> None:
    write(tree, "docs/b.md", "# PANIC\n")
    done = doclint("check", "--root", tree, *JSON, env=parser)
    assert (done.returncode, done.stderr) == (2, "")
    assert reported(done) == sorted([*WITHOUT_B, ("docs/b.md", "page-failed")])


@pytest.mark.skipif(os.name == "nt", reason="crashes have other exit codes")
def test_crash_under_a_profiler_is_shown(tree: Path) -> None:
    write(tree, "docs/b.md", "# SIGSEGV\n")
    profiled = [sys.executable, "-m", "cProfile", "-m", "doclint", "check", "--root", str(tree)]
    done = subprocess.run(profiled, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert done.returncode == -signal.SIGSEGV
    assert "fatal.py" in done.stderr


@native
def test_panic_outside_of_pages_is_a_failure(tree: Path, parser: dict[str, str]) -> None:
    """A panic of Rust is not an Exception, and uncaught exceptions have the exit code of findings."""
    write(tree, "doclint.toml", "# PANIC")
    done = doclint("check", "--root", tree, env=parser)
    assert (done.returncode, done.stdout) == (2, "")
    assert "this is a bug in doclint: PanicException: index out of bounds" in done.stderr


# The process that waits


SLEEPER = RULE.replace(
    "    def check(self, page):",
    "    def check(self, page):\n        import time; open('asleep', 'w').close(); time.sleep(600)",
)


@pytest.fixture
def sleeping(tree: Path) -> Iterator["subprocess.Popen[str]"]:
    """A run that checks a page without end."""
    write(tree, "fatal.py", SLEEPER)
    command = [sys.executable, "-m", "doclint", "check", "--root", str(tree)]
    run = subprocess.Popen(
        command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        wait_for((tree / "asleep").exists)
        yield run
    finally:
        run.kill()
        run.communicate(timeout=60)  # which waits for the child, too, as it has the other ends of the pipes


def wait_for(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


@forks
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL", "SIGUSR1"])
def test_child_ends_with_the_command(sleeping: "subprocess.Popen[str]", name: str) -> None:
    sleeping.send_signal(getattr(signal, name))
    out, err = sleeping.communicate(timeout=60)
    assert (sleeping.returncode, out, err) == (-getattr(signal, name), "", "")


@forks
@pytest.mark.parametrize("send", [os.kill, os.killpg])
def test_interrupt_ends_the_command_and_the_child(
    sleeping: "subprocess.Popen[str]", send: Callable[[int, int], None]
) -> None:
    send(sleeping.pid, signal.SIGINT)
    out, err = sleeping.communicate(timeout=60)
    assert (sleeping.returncode, out, err) == (2, "", "\ndoclint: interrupted\n")


@forks
@pytest.mark.parametrize("ignored", ["CHLD", "INT", "IO"])
def test_signals_that_are_ignored_change_nothing(tree: Path, ignored: str) -> None:
    check = shlex.join([sys.executable, "-m", "doclint", "check", "--root", str(tree), *JSON])
    done = subprocess.run(["sh", "-c", f"trap '' {ignored}; {check}"], capture_output=True, text=True, check=False)
    assert (done.returncode, reported(done), done.stderr) == (1, ALL, "")


@forks
def test_command_that_a_user_terminates_is_not_run_again(tree: Path) -> None:
    write(tree, "docs/b.md", "# SIGTERM\n")
    done = doclint("check", "--root", tree)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGTERM, "", "")
