"""Input of a kind that made doclint take minutes or gigabytes: it takes seconds, or doclint names the limit.

Nothing here measures time. If a defect came back, its test would take longer than any timeout allows.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from pathspec import GitIgnoreSpec
from pydantic_core import to_json
from tree import write

from doclint import lint_corpus
from doclint.errors import toml
from doclint.markdown import mojibake
from doclint.markdown.document import Document
from doclint.markdown.source import Source
from doclint.output.rendering import RenderOptions
from doclint.output.styles import json
from doclint.repository.gitignore import MOST_WILD, Patterns

SECONDS = 120
CODECS = ("cp1252", "latin-1", "cp1251", "cp1250", "mac-roman", "cp437")


def check(root: Path, *arguments: str) -> tuple[int, str, str]:
    """Run `doclint check` in a process of its own, and return its exit code and what it writes."""
    command = [sys.executable, "-m", "doclint", "check", "--no-cache", "--jobs", "1", *arguments]
    done = subprocess.run(command, cwd=root, capture_output=True, timeout=SECONDS, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_page_of_control_characters(root: Path) -> None:
    write(root, "docs/a.md", "# A\n\n" + "\x85" * 2_000_000 + "\n\nKeyword â†’ Section\n")
    code, out, _ = check(root)
    assert (code, out.count("mojibake")) == (1, 1), out


def test_page_of_ends_of_links(root: Path) -> None:
    write(root, "docs/a.md", "# A\n\n" + "\\](" * 1_500_000)
    code, out, error = check(root, "--select", "unrendered-link")
    assert (code, out) == (0, "1 page checked, nothing found.\n"), error


def test_one_word_in_a_fence_for_each_command(root: Path) -> None:
    commands = "".join(f"python a{number}.py\n" for number in range(100_000))
    write(root, "docs/a.md", f"# A\n\n```sh\n{commands}```\n\n```sh\n{commands.replace(chr(10), ';')}\n```\n")
    code, out, error = check(root, "--select", "missing-script")
    assert (code, out.count("limit-reached")) in {(0, 0), (1, 1)}, error


def test_words_that_a_source_lacks(root: Path) -> None:
    write(root, "src/a.py", "".join(f"def f{number}(): ...\n" for number in range(100_000)))
    entries = "".join(f"- **`d{number}`**: [a](./a.py_docs.md)\n" for number in range(100_000))
    write(
        root,
        "docs/src/a.py_kw.md",
        f"# Keyword Index: `src/a.py`\n\n## Keywords Extracted\n\n### Functions\n\n{entries}",
    )
    code, out, error = check(root, "--select", "unknown-symbol")
    assert (code, out.count(" warning limit-reached\n")) == (1, 1), error


def _damaged(text: str, codec: str) -> str:
    return "".join(bytes([byte]).decode(codec, "ignore") or chr(byte) for byte in text.encode())


def _bytes(run: str, codec: str) -> Iterator[bytes]:
    for char in run:
        try:
            yield char.encode(codec)
        except UnicodeEncodeError:
            yield bytes([ord(char)]) if 0x80 <= ord(char) < 0xA0 else b"?"


@given(st.lists(st.tuples(st.text("é“→日🎉ы\x85Ё—├", max_size=2), st.sampled_from([*CODECS, ""])), min_size=1))
def test_only_what_no_codec_can_read_is_passed_over(parts: list[tuple[str, str]]) -> None:
    text = "".join(_damaged(part, codec) if codec else part for part, codec in parts)
    for run in mojibake._RUN.findall(text):
        encoded = [b"".join(_bytes(run, codec)) for codec in CODECS]
        might = any(
            b"?" not in data and mojibake._UTF8_CHARACTER.search(data.decode("latin-1")) is not None for data in encoded
        )
        assert mojibake._could_be_utf8(run) == might


SLOW = [
    ("*a*a*a*a*a*a*a*ab", "a" * 240),
    ("a/**/" * 8 + "b", "a/" * 60 + "c"),
    ("**/*a*" * 40 + "b", "a/" * 40 + "a" * 200),
    ("*" * 4000 + "b", "a" * 240),
    ("**/" * 1000 + "*b", "a/" * 60 + "c"),
]


@pytest.mark.parametrize(("pattern", "name"), SLOW, ids=range(len(SLOW)))
def test_patterns_do_not_backtrack(root: Path, pattern: str, name: str) -> None:
    write(root, f"docs/{name}.md", "# A\n\n[a](gone.md)\n")
    write(root, ".gitignore", f"{pattern}\ndocs/{pattern}\n!{pattern}\n")
    write(root, "docs/.gitignore", f"{pattern}\n")
    names = [pattern, f"docs/{pattern}"]
    suppressions = "".join(f"[[suppress]]\nrule = 'links'\npath = '{one}'\nreason = 'a'\n" for one in names)
    write(root, "doclint.toml", f"exclude = {names}\n[per-file-ignores]\n'{pattern}' = ['links']\n{suppressions}")
    code, out, error = check(root)
    assert (code, out.count("broken-link")) == (1, 1), error


def test_many_plain_patterns(root: Path) -> None:
    patterns = [f"x{number}" for number in range(40_000)]
    write(root, ".gitignore", "\n".join(patterns))
    ignores = "".join(f'"{pattern}" = ["links"]\n' for pattern in patterns)
    write(root, "doclint.toml", f"exclude = {patterns}\n[per-file-ignores]\n{ignores}")
    for number in range(200):
        write(root, f"docs/{number}.md", "# A\n\n[a](gone.md)\n")
    write(root, "docs/x39999/a.md", "# A\n\n[a](gone.md)\n")
    code, out, error = check(root, "--statistics")
    assert (code, out.split()[:4]) == (1, ["200", "100%", "error", "broken-link"]), error


def test_long_lists_of_two_layers(root: Path) -> None:
    write(root, "base.toml", f"exclude = {[f'x{number}' for number in range(80_000)]}")
    write(root, "doclint.toml", f"extend = 'base.toml'\nexclude = {[f'y{number}' for number in range(80_000)]}")
    write(root, "docs/x79999/a.md", "# A\n")
    write(root, "docs/y79999.md/a.md", "# A\n")
    write(root, "docs/b.md", "# A\n")
    assert check(root)[1] == "2 pages checked, nothing found.\n"


def test_too_many_wildcards_are_an_error(root: Path) -> None:
    patterns = [f"*.{number}" for number in range(MOST_WILD + 1)]
    write(root, "docs/a.md", "# A\n")
    write(root, "doclint.toml", f"exclude = {patterns}")
    code, _, error = check(root)
    place = "doclint: doclint.toml: `exclude` has `*.1000`, which is not a pattern in the syntax of .gitignore"
    assert (code, error) == (2, f"{place}: more than 1,000 patterns have wildcards\n")
    write(root, "doclint.toml", f"exclude = ['*{'a' * 5000}']")
    code, _, error = check(root)
    assert code == 2
    assert error.endswith("…`, which is not a pattern in the syntax of .gitignore: it has more than 4,096 characters\n")


def test_too_many_wildcards_of_gitignore_match_nothing(root: Path) -> None:
    write(root, ".gitignore", "".join(f"*.{number}\n" for number in range(200_000)) + "docs/b.md\n")
    write(root, "docs/a.199999/a.md", "# A\n")
    write(root, "docs/a.9/a.md", "# A\n")
    write(root, "docs/b.md", "# A\n")
    assert check(root)[1] == "3 pages checked, nothing found.\n"  # doclint does not read a file of this size
    write(root, ".gitignore", "".join(f"*.{number}\n" for number in range(100_000)) + "docs/b.md\n")
    write(root, "docs/a.99999/a.md", "# A\n")
    assert check(root)[1] == "2 pages checked, nothing found.\n"


LETTERS = ("a", "b", "*", "**", "/", "?", "[ab]", "[a-c]", "[", "!", "\\a", " ", "#", "ab", "**/", "/**", ".")
NAMES = st.text("ab. ", min_size=1, max_size=3).filter(lambda name: set(name) != {"."})


@pytest.mark.filterwarnings("ignore:Possible nested set:FutureWarning")
@given(
    st.lists(st.lists(st.sampled_from(LETTERS), min_size=1, max_size=7).map("".join), min_size=1, max_size=3),
    st.lists(NAMES, min_size=1, max_size=5).map("/".join),
    st.sampled_from(["", "/"]),
)
def test_patterns_match_what_pathspec_matches(patterns: list[str], path: str, end: str) -> None:
    try:
        expected = GitIgnoreSpec.from_lines(patterns)
    except ValueError:
        with pytest.raises(ValueError, match="it "):
            Patterns(patterns)
        return
    # Of slashes at the beginning or at the end, pathspec counts some that git does not, and its `[!b]` matches a slash.
    if any("//" in one or "[!" in one or one.strip() == "!/" for one in patterns):
        return
    ours = Patterns(patterns)
    assert ours.check(path + end) == expected.check_file(path + end).include
    alone = [GitIgnoreSpec.from_lines([pattern]).match_file(path + end) for pattern in patterns]
    assert ours.including(path + end) == [number for number, matches in enumerate(alone) if matches]


@pytest.mark.parametrize(
    ("pattern", "path", "is_match"),
    [
        ("[!a]", "b", True),
        ("x[!a]y", "x/y", False),
        ("x[+-9]y", "x/y", False),
        ("[]-]", "]", True),
        ("[^a-]b", "-b", False),
        ("[[:]", ":", True),
        (r"\*a", "ba", False),
        ("a\nb", "a\nb", True),
    ],
)
def test_brackets_and_escapes(pattern: str, path: str, is_match: bool) -> None:
    assert Patterns([pattern]).matches(path) is is_match


PARTS = ".".join("a" * 40_000)  # three of these are less than a format may have
LONG_KEY = "a key has more than 32 parts"
LONG_NUMBER = "a number has more than 3,000 digits"
TOML = [
    (f"{PARTS} = 1\n", f"line 1: {LONG_KEY}"),
    (f"# {PARTS}\nx = '{PARTS}'\n\n[{PARTS}]\n", f"line 4: {LONG_KEY}"),
    (f"x = {{{PARTS} = 1}}\n", f"line 1: {LONG_KEY}"),
    ('"\\"".' * 40_000 + "a = 1\n", f"line 1: {LONG_KEY}"),
    (f"x = {'1' * 5_000}\n", LONG_NUMBER),
    (f"limits.depth = 0x{'f' * 5_000}\n", LONG_NUMBER),
    (f"x = {'[' * 50_000}", "tables or arrays are nested too deeply"),
]


@pytest.mark.parametrize(("text", "message"), TOML, ids=range(len(TOML)))
@pytest.mark.parametrize(
    ("path", "config", "place"),
    [
        ("doclint.toml", "", "doclint.toml"),
        ("a.toml", "formats = ['a.toml']", "doclint.toml: `formats`: a.toml"),
        ("a.toml", "local-rules = ['a.toml']", "doclint.toml: `local-rules`: a.toml"),
    ],
)
def test_toml_that_is_slow_or_cannot_be_read(
    root: Path, text: str, message: str, path: str, config: str, place: str
) -> None:
    write(root, "docs/a.md", "# A\n")
    write(root, "doclint.toml", config)
    write(root, path, text)
    assert check(root) == (2, "", f"doclint: {place}: {message}\n")


@pytest.mark.parametrize("quote", ['"', "'", '"""', "'''"])
def test_dots_in_strings_are_not_keys(quote: str) -> None:
    assert toml.parse(f"x = {quote}{PARTS}{quote}\ny = 1 # {PARTS}\n") == {"x": PARTS, "y": 1}


def test_front_matter_of_dotted_keys() -> None:
    matter = Document(Source.from_text(f"+++\n{PARTS} = 1\n+++\n")).front_matter
    assert matter is not None
    with pytest.raises(ValueError, match=LONG_KEY):
        matter.load()


LARGER = "bytes, and doclint reads no larger file here\n"


@pytest.mark.parametrize(
    ("path", "config", "message"),
    [
        ("doclint.toml", "", f"doclint.toml: it has more than 5,000,000 {LARGER}"),
        ("a.toml", "extend = 'a.toml'", f"a.toml: it has more than 5,000,000 {LARGER}"),
        ("a.toml", "formats = ['a.toml']", f"doclint.toml: `formats`: a.toml: it has more than 250,000 {LARGER}"),
        ("a.py", "local-rules = ['a.py']", f"doclint.toml: `local-rules`: a.py: it has more than 5,000,000 {LARGER}"),
        ("a.json", "baseline = 'a.json'", f"a.json cannot be read: it has more than 50,000,000 {LARGER}"),
    ],
)
def test_huge_files(root: Path, path: str, config: str, message: str) -> None:
    write(root, "docs/a.md", "# A\n")
    write(root, "doclint.toml", config)
    with write(root, path, config if path == "doclint.toml" else "").open("r+b") as file:
        file.truncate(3_000_000_000)
    assert check(root) == (2, "", f"doclint: {message}")


@pytest.mark.parametrize("path", [".gitignore", "docs/.gitignore"])
def test_huge_gitignore_is_ignored(root: Path, path: str) -> None:
    write(root, "docs/a.md", "# A\n")
    with write(root, path, "docs/\n").open("r+b") as file:
        file.truncate(3_000_000_000)
    assert check(root) == (0, "1 page checked, nothing found.\n", "")


def test_huge_baseline_is_replaced(root: Path) -> None:
    write(root, "docs/a.md", "# A\n\n[a](gone.md)\n")
    with write(root, "doclint-baseline.json", "").open("r+b") as file:
        file.truncate(3_000_000_000)
    command = [sys.executable, "-m", "doclint", "baseline", "write", "--force"]
    subprocess.run(command, cwd=root, capture_output=True, timeout=SECONDS, check=True)
    assert (root / "doclint-baseline.json").stat().st_size < 1000


@pytest.mark.parametrize("text", ["# A\n", "# A\n\n[a](b)\n", '# A\n\n[a](b "\\"findings\\": [],") [a](c)\n'])
def test_json_is_written_finding_by_finding(text: str) -> None:
    report = lint_corpus({"docs/a.md": text})
    assert "\n".join(json.render(report, RenderOptions())) == to_json(report.to_dict(), indent=2).decode()
