"""A native parser cannot end a run unnoticed, whatever the pages and their sources hold."""

import subprocess
import sys
from pathlib import Path

import pytest
from tree import write

from doclint.code import parsing
from doclint.code.extract import read
from doclint.code.grammars import is_known


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
}
EVERY_PLACE = """
import sys
from doclint.code import docstrings, extract, passages

language, source = sys.argv[1], sys.stdin.buffer.read()
for place in range(len(source)):
    for byte in (b"\\xe9", b"\\x80", b"\\xed"):
        text = source[:place] + byte + source[place + 1 :]
        for look in (extract.read, passages.read, docstrings.read):
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
