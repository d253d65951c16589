"""Whatever somebody writes into packages and into the examples on pages: no rule fails, nothing outside of the root is
read, and twice as much is twice the work.
"""

import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from scratch import Scratch
from tree import write
from work import lines_of

from doclint import lint_corpus, lint_paths
from doclint.repository import git, history
from doclint.repository.history import deletions, head

RULES = (
    "broken-import",
    "unknown-attribute",
    "wrong-arguments",
    "unbound-method",
    "undefined-name",
    "missing-export",
    "stale-path",
    "missing-script",
)
PROJECT = {"pyproject.toml": '[project]\nname = "shop"\n'}
MANIFEST = {"package.json": '{"name": "fruit", "main": "index.js", "types": "index.d.ts"}'}

Repository = tuple[dict[str, str], dict[str, str]]


def fence(code: str, language: str = "python") -> str:
    return f"```{language}\n{code}```\n"


def python(code: str, init: str, **files: str) -> Repository:
    """A page with an example, and the package `shop` that it is about."""
    modules = {f"shop/{name}.py": text for name, text in files.items()}
    return {"docs/a.md": fence(f"import shop\n{code}")}, {**PROJECT, "shop/__init__.py": init, **modules}


def javascript(code: str, index: str, name: str = "index.js") -> Repository:
    return {"docs/a.md": fence(code, "js")}, {**MANIFEST, name: index}


def check(pages: dict[str, str], sources: dict[str, str]) -> list[str]:
    """Return the rules that report something, once for each finding."""
    return [finding.rule for finding in lint_corpus(pages, sources=sources, rules=RULES).findings]


GONE = "import { gone } from 'fruit'\n"

# What would end in an exception, or take hours or all of the memory, if it took more than linear work.
BOMBS: dict[str, Callable[[], Repository]] = {
    "re-exports behind each other": lambda: python(
        "shop.A().y\nshop.B().f(1)\n",
        "from .m0 import x\nclass A(x): ...\nclass B:\n    @x\n    def f(self): ...\n",
        **{f"m{i}": f"from .m{i + 1} import x\n" for i in range(700)},
    ),
    "bases behind each other": lambda: python(
        "shop.B900().y\n", "class B0: ...\n" + "".join(f"class B{i + 1}(B{i}): ...\n" for i in range(900))
    ),
    "attributes behind each other": lambda: python("shop" + ".y" * 5_000 + "\n", "x = 1\n"),
    "classes in each other": lambda: python("shop.A.A.y\n", "".join(" " * i + "class A:\n" for i in range(300))),
    "word with an assignment": lambda: python("shop.y\n", "(a := 1)\n" + "a" * 500_000),
    "dots in a comment": lambda: python("shop.y  # " + "." * 200_000 + "\n", "x = 1\n"),
    "words of imports": lambda: python("Path\n# " + "import " * 100_000 + "\n", "x = 1\n"),
    "words before a sign of equality": lambda: python("Path\n# " + "Path, " * 100_000 + "\n", "x = 1\n"),
    "name of many parts": lambda: python(
        "shop.y\n", "from shop" + ".a" * 100_000 + " import y\n", setup=f"# {'a.' * 1000}"
    ),
    "name of a package in the settings": lambda: (
        {"docs/a.md": fence("import shop\nshop.y\n")},
        {"setup.cfg": f"[options]\npackage_dir =\n  {'a.' * 200_000}a = shop\n", "shop/__init__.py": ""},
    ),
    "patterns of packages": lambda: (
        {"docs/a.md": fence("import shop\nshop.y\n")},
        {
            "pyproject.toml": '[project]\nname = "shop"\n[tool.setuptools.packages.find]\n'
            f"where = {['./' * i + '.' for i in range(1_000)]}\ninclude = {['*a' * 9 + str(i) for i in range(900)]}\n",
            **{f"b{i}/__init__.py": "" for i in range(300)},
            "shop/__init__.py": "",
        },
    ),
    "folders of workspaces": lambda: (
        {"docs/a.md": fence(GONE, "js")},
        {
            "package.json": f'{{"name": "fruit", "workspaces": ["{"**/" * 90}x", "!{"**/*/" * 40}y"]}}',
            "index.js": "export const a = 1\n",
            "a/b/c/d/e/f.js": "",
        },
    ),
    "braces of workspaces": lambda: (
        {"docs/a.md": fence(GONE, "js")},
        {
            "package.json": f'{{"name": "fruit", "workspaces": ["{{{",".join(f"*a{i}" for i in range(50_000))}}}"]}}',
            "index.js": "export const a = 1\n",
            **{f"b{i}/a.js": "" for i in range(300)},
        },
    ),
    "modules in each other": lambda: javascript(GONE, 'declare module "a" {\n' * 400 + "}\n" * 400, "index.d.ts"),
    "helpers around each other": lambda: javascript(
        GONE, "module.exports = " + "__toESM(" * 2_000 + "require('a')" + ")" * 2_000
    ),
    "modules that export each other": lambda: javascript(
        GONE, "export * from './index.js'\nexport * from 'fruit'\n" * 2_000 + "export const a = 1\n"
    ),
    "settings that extend themselves": lambda: (
        {"docs/a.md": fence("import { gone } from 'fruit/sub'\n", "js")},
        {**MANIFEST, "tsconfig.json": '{"extends": "./tsconfig.json", "compilerOptions": {"outDir": "../../.."}}'},
    ),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_no_package_and_no_example_makes_a_rule_fail_or_grows(bomb: str) -> None:
    assert set(check(*BOMBS[bomb]())) <= set(RULES)


SHAPES: dict[str, Callable[[int], Repository]] = {
    "mistakes": lambda n: python("".join(f"shop.y{i}\n" for i in range(n)), "x = 1\n"),
    "mistakes behind a comment": lambda n: python("# A\n" + "shop.y  # b\n" * n, "x = 1\n"),
    "methods and their calls": lambda n: python(
        "a = shop.A()\n" + "".join(f"a.f{i}(1, 2)\n" for i in range(n)),
        "class A:\n" + "".join(f"    def f{i}(self, a): ...\n" for i in range(n)),
    ),
    "names that nothing defines": lambda n: python(
        "".join(f"BigTree{i}()\n" for i in range(n)), "".join(f"class BigTree{i}: ...\n" for i in range(n))
    ),
    "exported names": lambda n: javascript(
        f"import {{ {', '.join(f'b{i}' for i in range(n))} }} from 'fruit'\n",
        "".join(f"exports.a{i} = 1\n" for i in range(n)),
    ),
    "modules that are declared": lambda n: javascript(
        GONE, 'declare module "a" { const b: 1 }\n' * n + "export const a = 1\n", "index.d.ts"
    ),
    "subpaths and settings": lambda n: (
        {"docs/a.md": fence("".join(f"import {{ y }} from 'fruit/s{i}'\n" for i in range(n)), "js")},
        {**MANIFEST, "tsconfig.json": '{"compilerOptions": {' + "".join(f'"a{i}": 1,' for i in range(n)) + "}}"},
    ),
    "commands that enter folders": lambda n: (
        {"AGENTS.md": fence("".join(f"cd gone{i}\npython ci/x{i}.py\n" for i in range(n)), "sh")},
        {"ci/a.py": ""},
    ),
    "paths with near names": lambda n: (
        {"AGENTS.md": "".join(f"`src/orchards-{'x' * i}.py` " for i in range(n))},
        {"src/orchard.py": "", "src/tree.py": ""},
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_as_much_is_twice_the_work(shape: str) -> None:
    once, twice = (lines_of(partial(check, *SHAPES[shape](size))) for size in (40, 80))
    assert twice <= 2.3 * once


def test_no_package_leads_out(tmp_path: Path) -> None:
    root = tmp_path / "top" / "root"
    write(
        root, "setup.cfg", "[options]\npackages = shop, out\npackage_dir =\n  out = ../../outside\n  = ../../outside\n"
    )
    write(root, "shop/__init__.py", "from ...outside import *\nfrom .link import *\n")
    write(root, "package.json", '{"name": "fruit", "main": "../../outside/a.js", "workspaces": ["../../outside"]}')
    write(root, "index.js", "export * from '../../outside/a'\n")
    write(root, "tsconfig.json", '{"extends": "../../outside/tsconfig.json"}')
    (root / "shop" / "link.py").symlink_to("../../../outside/__init__.py")
    code = "import shop, out\nfrom shop import A\nfrom out import A\nshop.link.A\n"
    write(root, "docs/a.md", fence(code) + fence("import { a } from 'fruit'\nimport { b } from 'fruit/sub'\n", "js"))
    before = lint_paths([root], root=root, discover=True, rules=RULES).findings
    for place in (tmp_path / "outside", tmp_path / "top" / "outside"):
        write(place, "__init__.py", "class A: ...\n")
        write(place, "a.js", "export const a = 1\n")
        write(place, "tsconfig.json", '{"compilerOptions": {"outDir": "sub"}}')
    assert lint_paths([root], root=root, discover=True, rules=RULES).findings == before


@pytest.mark.parametrize(
    "name", ["src/tree`house.py", "src/tree|house.py", "src/tree\nhouse.py", "lib/a\n# b/tree-house.py"]
)
def test_no_name_of_a_file_adds_markup_to_a_page(name: str) -> None:
    pages = {"AGENTS.md": "Edit `src/tree-house.py` here.\n"}
    found = lint_corpus(pages, sources={name: "", "src/x.c": ""}, rules=["stale-path"]).findings
    assert [finding.fix for finding in found] == [None]


# The history of git


@pytest.fixture
def repository(tmp_path: Path) -> Scratch:
    if not shutil.which("git"):
        pytest.skip("there is no git")
    scratch = Scratch(tmp_path / "repository")
    scratch.write("src/a.py", "a\n")
    scratch.commit()
    scratch.git("rm", "--quiet", "src/a.py")
    scratch.write("b.py", "b\n")
    scratch.commit()
    return scratch


def test_commits_that_delete_nothing_count(repository: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        repository.write("b.py", f"{number}\n")
        repository.commit()
    monkeypatch.setattr(history, "_MOST_COMMITS", 3)
    assert deletions(repository.root, head(repository.root)) == {}
    monkeypatch.setattr(history, "_MOST_COMMITS", 4)
    assert "src/a.py" in deletions(repository.root, head(repository.root))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
@pytest.mark.parametrize("key", ["diff.orderFile", "include.path"])
def test_git_does_not_wait_for_pipes(repository: Scratch, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    pipe = repository.root / ".git" / "pipe"
    commit = head(repository.root)
    section, _, name = key.partition(".")
    config = repository.root / ".git" / "config"
    config.write_text(f"{config.read_text()}[{section}]\n{name} = {pipe}\n")
    os.mkfifo(pipe)
    monkeypatch.setattr(git, "_LONGEST", 1)
    found = deletions(repository.root, commit)
    assert ("src/a.py" in found) == (key == "diff.orderFile")


def test_folder_that_looks_like_a_repository_is_none(repository: Scratch) -> None:
    inner = repository.root / "docs"
    shutil.copytree(repository.root / ".git", inner)
    (inner / "config").write_text(f"[core]\nrepositoryformatversion = 0\nbare = false\nworktree = {inner}\n")
    assert head(inner) == ""
