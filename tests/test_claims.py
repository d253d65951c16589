"""What a page says of its source out of a closed set, against sources of which it is true or not."""

from collections.abc import Mapping
from pathlib import Path

import pytest

import doclint
from doclint.cli.main import run_cli
from doclint.formats.loading import builtin
from doclint.page.source_file import SourceFile
from doclint.source.words import Identifiers

SECTIONS = {
    "pattern": "## Code Patterns & Idioms\n\n### Common Patterns",
    "performance": "## Performance Considerations\n\n### Performance Notes",
    "security": "## Security & Safety\n\n### Security Considerations",
}
STATEMENTS = {
    "pattern.object-oriented": "**Object-Oriented Design**: Uses classes and constructors",
    "pattern.context-manager": "**Context Manager**: Is or uses one",
    "pattern.abstract": "**Abstract Base Classes**: Defines interfaces",
    "pattern.errors": "**Error Handling**: Includes exception handling",
    "pattern.async": "**Asynchronous Programming**: Waits for others",
    "pattern.neural-network": "**Neural Network**: Defines or uses components of one",
    "pattern.autograd": "**Automatic Differentiation**: Works with gradients",
    "performance.gpu": "This file appears to involve **GPU/parallel computing** capabilities.",
    "performance.caching": "Implements or uses **caching** mechanisms.",
    "performance.jit": "May involve **JIT compilation** or compilation optimizations.",
    "performance.benchmarking": "Contains **benchmarking** code or performance tests.",
    "security.execution": "**Code Execution**: Uses `eval()` or `exec()` - ensure input is sanitized",
    "security.serialization": "**Serialization**: Uses pickle",
    "security.command": "**Command Execution**: Executes system commands",
    "security.database": "**Database**: Builds queries",
    "security.none": "No obvious security concerns detected in automated analysis.",
}
TRUE = [
    ("pattern.object-oriented", "a.py", "class A:\n    def __init__(self): ...\n"),
    ("pattern.object-oriented", "a.cpp", "struct A { A(); };\n"),
    ("pattern.object-oriented", "a.js", "class A { constructor() {} }\n"),
    ("pattern.context-manager", "a.py", "with open(path) as file: ...\n"),
    ("pattern.context-manager", "a.cpp", 'c.def("__enter__", &enter);\n'),
    ("pattern.context-manager", "a.go", "func a() { defer b() }\n"),
    ("pattern.abstract", "a.py", "from abc import ABC\n"),
    ("pattern.abstract", "a.py", "def area(): raise NotImplementedError\n"),
    ("pattern.abstract", "a.hpp", "struct A { virtual void b() = 0; };\n"),
    ("pattern.errors", "a.py", "try:\n    a()\nexcept OSError: ...\n"),
    ("pattern.errors", "a.cc", "void a() { throw b(); }\n"),
    ("pattern.errors", "a.c", "int a() { return errno; }\n"),
    ("pattern.errors", "a.sh", "trap stop EXIT\n"),
    ("pattern.errors", "a.cmake", "execute_process(COMMAND python -c [[try: a()\nexcept OSError: b()]])\n"),
    ("pattern.async", "a.py", "async def a(): await b()\n"),
    ("pattern.async", "a.cu", "void a() { cudaMemcpyAsync(b, c, 1, d); }\n"),
    ("pattern.async", "a.rs", "async fn a() { b().await }\n"),
    ("pattern.neural-network", "a.py", "import torch.nn as layers\n"),
    ("pattern.neural-network", "a.cpp", "torch::nn::Linear a(1, 2);\n"),
    ("pattern.neural-network", "nn/a.py", "print()\n"),
    ("pattern.autograd", "a.py", "x.requires_grad_()\n"),
    ("pattern.autograd", "a.cpp", "a.backward();\n"),
    ("performance.gpu", "a.py", 'net.to("cuda:0")\n'),
    ("performance.gpu", "a.cu", "int a;\n"),
    ("performance.gpu", "a.cpp", "#include <thread>\n"),
    ("performance.gpu", "a.h", '#include "cuda_helpers.h"\n'),
    ("performance.gpu", "a.c", "#ifdef USE_CUDA\nint a;\n#endif\n"),
    ("performance.gpu", "a.yaml", "runs-on: gpu-large\n"),
    ("performance.gpu", "CMakeLists.txt", "find_package(CUDA REQUIRED)\n"),
    ("performance.gpu", "a.sh", 'python -c "import torch; torch.cuda.init()"\n'),
    ("performance.caching", "a.py", "@lru_cache\ndef a(): ...\n"),
    ("performance.caching", "a.py", "# Cache it: asking is slow.\na._size = size()\n"),
    ("performance.caching", "a.cpp", "CacheKey a;\n"),
    ("performance.caching", "a.ini", "cache_dir = /tmp\n"),
    ("performance.caching", "a.yml", "steps:\n  - uses: actions/cache@v4\n"),
    ("performance.caching", "a.yml", "cache: *default\n"),
    ("performance.caching", "a.cmake", 'set(A "#" CACHE STRING "")\n'),
    ("performance.caching", "a.toml", "cache-size = 5\n"),
    ("performance.jit", "a.py", "fast = nb_jit(slow)\n"),
    ("performance.jit", "a.py", "step = torch.compile(step)\n"),
    ("performance.jit", "a.cpp", "constexpr int a = 1;\n"),
    ("performance.benchmarking", "a.py", "from time import perf_counter\n"),
    ("performance.benchmarking", "a.cpp", "BENCHMARK(run);\n"),
    ("security.execution", "a.py", "print(eval(text))\n"),
    ("security.execution", "a.py", "print(*map(eval, texts))\n"),
    ("security.execution", "a.py", "import builtins\nbuiltins.exec(text)\n"),
    ("security.execution", "a.cpp", 'py::exec("a = 1");\n'),
    ("security.execution", "a.js", "const a = `${eval(text)}`;\n"),
    ("security.execution", "a.sh", 'eval "$text"\n'),
    ("security.serialization", "a.py", "import pickle\n"),
    ("security.serialization", "a.cpp", "c.def(py::pickle(a, b));\n"),
    ("security.command", "a.py", "os.system(line)\n"),
    ("security.command", "a.c", "int a() { return system(line); }\n"),
    ("security.command", "a.go", 'import "os/exec"\nvar a = exec.Command(b)\n'),
    ("security.command", "a.sh", "ls\n"),
    ("security.database", "a.py", 'send("SELECT name FROM users")\n'),
    ("security.database", "a.java", "import java.sql.Connection;\n"),
]
REFUTED = [
    ("pattern.object-oriented", "a.py", '"""A class with __init__."""\n', "mentioned"),
    ("pattern.object-oriented", "a.c", "// A class of its own, see __init__.\nint a;\n", "mentioned"),
    ("pattern.context-manager", "a.py", "# Goes with __enter__.\na()\n", "mentioned"),
    ("pattern.abstract", "a.py", 'LETTERS = "ABCDEF"\n', "mentioned"),
    ("pattern.abstract", "a.cpp", "// The ABC of it.\nint a;\n", "mentioned"),
    ("pattern.errors", "a.py", "# try: all except the last\na()\n", "mentioned"),
    ("pattern.errors", "a.cpp", "// To catch up.\nint a;\n", "mentioned"),
    ("pattern.async", "a.py", '"""Guests await you."""\n', "mentioned"),
    ("pattern.neural-network", "a.py", "# As torch.nnapi has it.\na()\n", "mentioned"),
    ("pattern.neural-network", "a.py", "print(torch.nnapi)\n", "part"),
    ("pattern.autograd", "a.cu", "// no autograd here\nint a;\n", "mentioned"),
    ("performance.gpu", "a.py", "# Not safe for threads.\na()\n", "mentioned"),
    ("performance.gpu", "a.cpp", "// CUDA is another matter.\nint a;\n", "mentioned"),
    ("performance.caching", "a.py", 'flag("--cache")\n', "mentioned"),
    ("performance.jit", "a.py", "import re\n\na = re.compile(b)\n", "part"),
    ("performance.jit", "a.py", "jitter = 1\n", "part"),
    ("security.execution", "a.yaml", "run: retrieval(x)\n", "part"),
    ("performance.caching", "a.yml", "# A cache.\npaths: ['**/cache/**']\n", "unfounded"),
    ("performance.caching", ".gitignore", "__pycache__/\n.cache/\n", "part"),
    ("performance.caching", "CMakeLists.txt", "add_library(cache a.cpp)\nlink(cache)  # fill\n", "unfounded"),
    ("performance.gpu", "a.cmake", "file(GLOB files cuda/*.cu)\n", "unfounded"),
    ("performance.gpu", "Makefile", "# gpu\n", "unfounded"),
    ("performance.jit", "a.c", "/* compiled elsewhere */\nint a;\n", "mentioned"),
    ("performance.benchmarking", "a.py", "# A benchmark showed why.\na()\n", "mentioned"),
    ("security.execution", "a.py", "model.eval()\nretrieval()\n", "part"),
    ("security.execution", "a.py", "# eval() is evil\ndef eval(a): ...\n", "unfounded"),
    ("security.execution", "a.py", 'print("eval(1)")\n', "mentioned"),
    ("security.execution", "a.js", "const a = /b/.exec(c);\n", "part"),
    ("security.serialization", "a.py", "# Better than pickle.\na()\n", "mentioned"),
    ("security.command", "a.py", "# Another subprocess reads it.\na()\n", "mentioned"),
    ("security.database", "a.py", "# SQL has more.\na()\n", "mentioned"),
    ("security.database", "a.py", "", "unfounded"),
]


def page(path: str, *claims: str) -> str:
    section = SECTIONS[claims[0].partition(".")[0]]
    items = "".join(f"- {STATEMENTS[claim]}\n" for claim in claims)
    return f"# Documentation: `{path}`\n\n{section}\n\n{items}"


def found(text: str, path: str, files: Mapping[str, str]) -> list[str]:
    """The messages about a page, each with its id."""
    report = doclint.lint_corpus({f"docs/{path}_docs.md": text}, rules=["refuted-claim"], sources=files)
    assert not [finding for finding in report.findings if finding.is_failure]
    return [f"{finding.message_id}: {finding.message}" for finding in report.findings]


def of(claim: str, path: str, source: str) -> list[str]:
    return [message.partition(":")[0] for message in found(page(path, claim), path, {path: source})]


@pytest.mark.parametrize(("claim", "path", "source"), TRUE)
def test_true_claim(claim: str, path: str, source: str) -> None:
    assert of(claim, path, source) == []


@pytest.mark.parametrize(("claim", "path", "source", "message"), REFUTED)
def test_refuted_claim(claim: str, path: str, source: str, message: str) -> None:
    assert of(claim, path, source) == [message]


PURPOSES = {
    "testing": "This file is part of the **testing infrastructure**.",
    "documentation": "This file is part of the **documentation**.",
    "example": "This file contains **examples or benchmarks**.",
    "tool": "This file is a **utility or tool script**.",
    "test-file": "This appears to be a **test file**.",
    "package": "This is a **Python package initialization file**.",
    "setup": "This file handles **configuration or setup**.",
}


def said_of(path: str, purpose: str) -> list[str]:
    """The messages about a purpose on the page about a file that is not at hand."""
    text = f"# Documentation: `{path}`\n\n## File Purpose\n\n{PURPOSES[purpose]}\n"
    report = doclint.lint_corpus({f"docs/{path}_docs.md": text}, rules=["inapplicable-claim"])
    return [finding.message_id for finding in report.findings]


@pytest.mark.parametrize(
    ("purpose", "path"),
    [
        ("testing", "unit-tests/a.sh"),
        ("testing", "selftest/a.dat"),
        ("testing", "src/a_test.go"),
        ("testing", "src/latest/test_a.py"),
        ("documentation", "apidocs/a.css"),
        ("documentation", "ci/docker/README.md"),
        ("documentation", "docker/man/a.1"),
        ("example", "src/Benchmarks/a.cc"),
        ("tool", "buildtools/a.py"),
        ("tool", "toolchain/a.unknown"),
        ("test-file", "runtests.sh"),
        ("test-file", "tests/conftest.py"),
        ("test-file", "TestApp.java"),
        ("package", "src/__init__.py"),
        ("package", "src/__init__.pyi"),
        ("setup", "src/config.py"),
    ],
)
def test_purpose_that_a_path_bears_out(purpose: str, path: str) -> None:
    assert said_of(path, purpose) == []


@pytest.mark.parametrize(
    ("purpose", "path", "message"),
    [
        ("testing", "src/attestation/a.py", "part"),
        ("testing", "shortest_path/a.cc", "part"),
        ("documentation", "ci/Docker/pins/a.txt", "part"),
        ("documentation", "src/doctor.py", "part"),
        ("example", "src/a.py", "path"),
        ("tool", "src/descriptors/a.py", "part"),
        ("tool", "tools/a.json", "type"),
        ("test-file", "src/latest.py", "part"),
        ("test-file", "src/testing.py", "part"),
        ("test-file", "tests/notes.md", "type"),
        ("test-file", "tests/test_data.json", "type"),
        ("package", "src/__init__.md", "type"),
        ("setup", "guide/config.md", "type"),
    ],
)
def test_purpose_that_a_path_rules_out(purpose: str, path: str, message: str) -> None:
    assert said_of(path, purpose) == [message]


def test_every_claim_that_is_judged_is_tested() -> None:
    claims = builtin("repo-docs").claims
    linted = {f"{set_}.{key}" for set_ in SECTIONS for key, spec in claims[set_].items() if spec.proof}
    assert linted == STATEMENTS.keys() - {"security.none"}
    assert linted == {claim for claim, _, _ in TRUE} == {claim for claim, *_ in REFUTED}


@pytest.mark.parametrize("path", ["a.md", "a.rst", "a.txt", "LICENSE"])
@pytest.mark.parametrize("claim", STATEMENTS)
def test_prose_proves_nothing(claim: str, path: str) -> None:
    expected = [] if claim == "security.none" else ["prose"]
    assert of(claim, path, "class A: try: cuda jit cache eval( pickle subprocess torch.nn\n") == expected


@pytest.mark.parametrize(("path", "source"), [("a.rb", "# gpu\n"), ("a.unknown", "gpu\n"), ("a.py", "# gpu\0\n")])
def test_what_cannot_be_read_is_not_judged(path: str, source: str) -> None:
    assert of("performance.gpu", path, source) == []


def test_copy_is_named_and_a_cut_one_proves_nothing() -> None:
    quoted = page("a.py", "performance.gpu") + "\n## Original Source\n\n```python\n# gpu\n\n```\n"
    [message] = found(quoted, "a.py", {})
    assert message.endswith("drop it (by the copy on this page)")
    size = "\n## File Metadata\n\n- **Size**: 5,000 bytes (4.88 KB)\n"
    assert found(quoted + size, "a.py", {}) == []


def test_where_the_word_stands_is_told() -> None:
    text = page("a.py", "security.execution", "security.serialization", "security.command")
    source = "# eval() is evil\nmodel.eval()\nretrieval()\n\nprint('.pickle')  # and pickles\nimport subprocess\n"
    [message] = found(text, "a.py", {"a.py": source})
    assert "`eval(` occurs only as part of `model.eval(`, `retrieval(`" in message
    [message] = found(page("a.py", "performance.jit"), "a.py", {"a.py": '"""A"""\n# compiled\nb("compile")\n'})
    assert "`compile` occurs only in comments and strings, first on line 2" in message


def test_statement_is_taken_off_a_list_that_may_do_without_it(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import subprocess\n", encoding="utf-8")
    (tmp_path / "docs").mkdir()
    both = page("a.py", "security.command", "security.execution")
    for text, left in (
        (both, page("a.py", "security.command")),
        (page("a.py", "security.execution"), page("a.py", "security.execution")),
        (page("a.py", "performance.gpu"), page("a.py", "performance.gpu").rpartition("- ")[0]),
    ):
        path = tmp_path / "docs/a.py_docs.md"
        path.write_text(text, encoding="utf-8")
        run_cli(["check", "--root", str(tmp_path), "--select", "refuted-claim", "--fix", "--unsafe-fixes"])
        assert path.read_text(encoding="utf-8") == left


@pytest.mark.parametrize(
    ("code", "own"),
    [
        ("eval(x)", True),
        ("map(eval, x)", True),
        ("run = eval\n", True),
        ("a.eval(x)", False),
        ("a->eval(x)", False),
        ("a::eval(x)", False),
        ("a()\n  .eval(x)", False),
        ("def eval(x)", False),
        ("run(eval=True)", False),
        ("run(eval == x)", True),
        ("[...eval(x)]", True),
        ("literal_eval(x)", False),
    ],
)
def test_names_of_their_own(code: str, own: bool) -> None:
    assert Identifiers(code).calls(["eval"]) is own


def test_names_that_are_set_apart() -> None:
    found = Identifiers("re.compile(a); re.compile(b); c.compile(d)")
    assert "compile" in found.names(["re.compile"])
    assert "compile" not in found.names(["re.compile", "c.compile"])


def test_analysis_takes_time_by_length_only() -> None:
    source = b"a." * 1_000 + b" " * 100_000 + b"#" * 100_000 + b"\n" + b"_" * 100_000 + b"A" * 100_000
    identifiers = SourceFile("a.py", source).identifiers
    assert identifiers is not None
    assert identifiers.has("a.a")
