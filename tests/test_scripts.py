"""Scripts and targets that commands run by their name, in manifests of all sorts."""

import json

import pytest

from doclint import lint_corpus


def undefined(files: dict[str, str], *lines: str, page: str = "AGENTS.md") -> list[str]:
    """Return the names that commands of a page run and no manifest defines."""
    text = "```sh\n" + "\n".join(lines) + "\n```\n"
    found = lint_corpus({page: text}, sources=files, rules=("missing-script",)).findings
    return [str(finding.arguments["script"]) for finding in found if finding.message_id == "undefined"]


def package(*scripts: str) -> str:
    return json.dumps({"scripts": dict.fromkeys(scripts, "x")})


MAKEFILE = ".PHONY: all lint\nCC := cc\nall: a.o \\\n  b.o\n\tcc a.o\nlint test:\n\truff\nout.txt: a\n"
JUSTFILE = (
    'set shell := ["sh"]\nname := "a"\nalias b := build\nbuild mode="a:b" *flags: (check mode)\n  cc\n@check:\n  true\n'
)
TASKFILE = "version: 3\ntasks:\n  build: {cmds: [cc], aliases: [b]}\n  docs:serve: {cmds: [serve]}\n"
CARGO = {
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\nserde = "1"\n',
    "crates/till/Cargo.toml": '[package]\nname = "till"\n[[bin]]\nname = "open-till"\n[dev-dependencies]\nrand = "1"\n',
    **dict.fromkeys(("crates/till/src/main.rs", "crates/till/src/bin/count.rs", "crates/till/tests/reads/main.rs"), ""),
}
COMPOSE = "services:\n  web: {image: a}\n"


@pytest.mark.parametrize(
    ("files", "defined", "missing"),
    [
        ({"package.json": package("test")}, ["npm test -- --watch", "npm run test", "npm install"], ["npm run x", "x"]),
        ({"package.json": package("dev")}, ["pnpm dev", "yarn dev", "bun run dev", "yarn tsc"], ["pnpm lint", "lint"]),
        (
            {"package.json": package("a")},
            ["npm run a --if-present", "npm run <x>"],
            ["yarn workspace w e2e:ci", "e2e:ci"],
        ),
        (
            {"Makefile": MAKEFILE},
            ["make", "make -j 4 all lint test CC=gcc", "make out.txt"],
            ["make all tests", "tests"],
        ),
        ({"justfile": JUSTFILE}, ["just", "just b", "just build x", "just check"], ["just name", "name"]),
        ({"a/justfile": JUSTFILE, "justfile": ""}, ["just a/build"], ["just a/lint", "lint"]),
        ({"Taskfile.yml": TASKFILE}, ["task b", "task docs:serve -- lint"], ["task docs:build", "docs:build"]),
        ({"composer.json": package("test")}, ["composer run test", "composer update"], ["composer run a", "a"]),
        (
            CARGO,
            [
                "cargo +nightly run -p till --bin=till",
                "cargo r --bin open-till --features x -- --bin x",
                "cargo b -p rand",
            ],
            ["cargo build -p tills", "tills"],
        ),
        (
            CARGO,
            [
                "cargo test -p serde --test reads",
                "cargo update -p x",
                "cargo bench --bench x --manifest-path y/Cargo.toml",
            ],
            ["cargo test --test write", "write"],
        ),
        (
            CARGO,
            ["cargo run --bin count", "cargo run -p PKG --bin crate_name", "cargo run -p till-<x>"],
            ["cd crates/till && cargo run --bin x", "x"],
        ),
        (
            {"Cargo.toml": '[package]\nname = "shop"\n', **dict.fromkeys(("src/lib.rs", "src/bin/count.rs"), "")},
            ["cargo run --bin count", "cargo test -p shop"],
            ["cargo run --bin shop", "shop"],
        ),
        (
            {"compose.yml": COMPOSE, "docker-compose.yml": "services: {db: {}}\n"},
            ["docker compose up -d web db", "docker-compose up", "docker run x"],
            ["docker compose up cache", "cache"],
        ),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else None,
)
def test_names_that_manifests_define(files: dict[str, str], defined: list[str], missing: list[str]) -> None:
    assert undefined(files, *defined) == []
    assert undefined(files, missing[0]) == [missing[1]]


@pytest.mark.parametrize(
    "makefile",
    [
        "include rules.mk\na:\n",
        "a:\n%.x: %.y\n\tcc\n",
        "$(NAMES): a\n\tcc\n",
        "a:\n$(foreach n,1 2,$(eval $(n):))\n",
        ".DEFAULT:\n\tcc\n",
    ],
)
def test_targets_that_a_makefile_does_not_name(makefile: str) -> None:
    assert undefined({"Makefile": makefile}, "make x") == []
    assert undefined({"Makefile": "a:\n"}, "make x") == ["x"]


@pytest.mark.parametrize(
    "files",
    [
        {"justfile": "mod x\n"},
        {"Taskfile.yml": "includes: {a: b}\ntasks: {c: d}\n"},
        {"Taskfile.yml": "tasks: {'a:*': d}\n"},
        {"package.json": "{"},
        {"package.json": '{"peerDependencies": {"projen": "*"}, "scripts": {"build": "jsii"}}'},
        {"Cargo.toml": '[workspace]\nmembers = ["made"]\n'},
        {"Cargo.toml": "", "a/Cargo.toml": '[package]\nname = "{{name}}"\n'},
        {"Makefile": "a:\n", "CMakeLists.txt": ""},
        {"Makefile": "a:\n", "sub/Makefile": "x:\n"},
        {"compose.yml": "include: [a.yml]\n"},
        {"compose.yml": COMPOSE, "docker-compose.yml": "include: [a.yml]\n"},
        {},
    ],
)
def test_names_that_another_file_may_define(files: dict[str, str]) -> None:
    assert undefined(files, "just x", "task x", "npm run x", "make x", "docker compose up x", "cargo run --bin x") == []


TESTS = (
    "import unittest\n\n\nclass TestTill(unittest.TestCase):\n    def test_open(self): ...\n\n\n"
    "class TestAny(Base): ...\n\n\ndef test_count(): ...\n\n\nmake_test('test_made')\n"
)


@pytest.mark.parametrize(
    ("test", "is_missing"),
    [
        ("TestTill::test_open", False),
        ("test_count[1-a]", False),
        ("TestAny::test_gone", False),
        ("test_made", False),
        ("TestClass::test_method_name", False),
        ("test_coun", True),
        ("TestTill::test_count", False),
        ("TestTill::test_close[1::2]", True),
        ("TestTills", True),
    ],
)
def test_tests_in_files(test: str, *, is_missing: bool) -> None:
    def run(source: str) -> list[str]:
        files = {"AGENTS.md": f"Run `pytest tests/test_till.py::{test}`.\n"}
        found = lint_corpus(files, sources={"tests/test_till.py": source}, rules=("missing-script",)).findings
        return [finding.message_id for finding in found]

    assert run(TESTS) == ["untested"] * is_missing
    assert run(f"from more import *\n{TESTS}") == run("def test_count(:\n") == []


@pytest.mark.parametrize(("app", "found"), [("lib/image.ts", ["missing"]), ('"npx ts-node lib/image.ts"', [])])
def test_a_quoted_command_is_no_file(app: str, found: list[str]) -> None:
    page = f"```sh\nnpx cdk synth --app {app}\n```\n"
    report = lint_corpus({"examples/README.md": page}, sources={"examples/image.ts": ""}, rules=("missing-script",))
    assert [one.message_id for one in report.findings] == found


def test_the_folder_that_commands_have_entered() -> None:
    files = {"package.json": package("a"), "web/package.json": package("b"), "web/Makefile": "c:\n"}
    assert undefined(files, "cd web", "npm run b", "make d") == ["d"]
    assert undefined(files, "make d", "cd gone", "npm run x") == []
    assert undefined(files, "pnpm --filter=web x:y") == undefined(files, "pnpm --filter web x:y") == ["x:y"]
    assert undefined(files, "npm --prefix web run x", "make -C web c", "make -C web d") == ["x", "d"]


def test_what_can_only_be_a_script() -> None:
    files = {"package.json": package("lint"), "web/package.json": package("e2e")}
    assert undefined(files, "pnpm run zzz", "pnpm -r run e2e", "pnpm run-script lnt") == ["zzz", "lnt"]
    assert undefined(files, "pnpm zzz", "yarn zzz", "yarn run zzz", "bun run zzz", "bun lint.ts", "pnpm link") == []


@pytest.mark.parametrize("program", ["pnpm", "yarn", "yarn run", "bun run"])
def test_slips_that_may_be_programs_of_dependencies(program: str) -> None:
    files = {"package.json": package("lint", "docs:build", "test", "tsc")}
    assert undefined(files, f"{program} lnt", f"{program} build-docs") == ["lnt", "build-docs"]
    assert undefined(files, f"{program} jest", f"{program} eslint", f"{program} li") == []
    for more in ({"dependencies": {"lnt": "1"}}, {"devDependencies": {"@lnt/cli": "1"}}, {"bin": {"lnt": "a.js"}}):
        assert undefined({**files, "web/package.json": json.dumps(more)}, f"{program} lnt") == []
    assert undefined({**files, "node_modules/.bin/lnt": ""}, f"{program} lnt") == []


def test_clones_of_this_and_of_other_repositories() -> None:
    files = {"package.json": json.dumps({"repository": "me/app", "scripts": {}})}
    assert undefined(files, "git clone https://github.com/me/app.git", "cd app", "npm run x") == ["x"]
    assert undefined(files, "git clone https://github.com/me/other", "cd other", "npm run x") == []
    assert undefined(files, "git clone https://github.com/some/app", "cd app", "npm run x") == []


@pytest.mark.parametrize(
    "page", [".claude/skills/a/SKILL.md", "templates/README.md", "examples/README.md", "docs/plans/contributing.md"]
)
def test_pages_about_other_projects_and_plans(page: str) -> None:
    assert undefined({"package.json": package("a")}, "npm run x", page=page) == []
