from collections.abc import Iterator
from itertools import chain

from doclint import Invalid, Message, Page, Repository, RepositoryRule, Valid, Violation
from doclint.kit import is_about_history
from doclint.repository.history import Deletion

from ._developers import is_about_this_repository, is_for_developers
from ._run_files import missing_files
from ._scripts import undefined_scripts


class MissingScript(RepositoryRule):
    """A command on a page for developers runs a file or a script that does not exist: `pytest tests/test_old.py`.

    In shell fences and code spans, doclint takes the file that `python`, `pytest`, `bash`, `sh`, `node` and the like
    are given, folders of `pytest` and `go run`, modules of `python -m shop.till`, and scripts that are started by their
    path (`./ci/check.sh`). It looks for them in the root, in the folders that the page is in, in folders that commands
    of the page enter (`cd docs`), and in those that the page names. If the end of any other path is the same, they
    count as there.

    It also takes what `npm run`, `pnpm`, `yarn`, `bun`, `make`, `just`, `task`, `composer run` and `docker compose up`
    run by its name, and looks for it in the manifest that is nearest to the page, or to the folder that the commands
    before have entered; environments of `tox -e` and sessions of `nox -s`; and packages and targets of Cargo (`cargo
    run -p till --bin count`), which any `Cargo.toml` may define. The name is reported if no manifest of the repository
    defines it and nothing else can, such as an included file or a pattern. `pnpm x`, `yarn x` and `bun run x` run
    programs of dependencies as well: there, a name counts if every second project has such a script, if it has a colon,
    or if it is nearly that of a script. Pages of wikis that models write are read, too; skills, templates and examples
    are not, because they are about other projects.

    Files that are given to a script or to tests of JavaScript (`pnpm test src/till.test.ts`, `npx vitest`) are reported
    if git or the change of `--changed-since` has deleted or renamed them, or if the only file of the name is elsewhere.

    A test in a file (`pytest tests/test_till.py::test_open`) is reported if its name occurs nowhere in the file, and no
    class can inherit it.

    Any other path is reported if its folder exists (for `pytest tests/`, if no folder has that name), or if something
    shows what became of the file: a near name, the only file of its name in another folder, a deletion in the history
    of git. Placeholders, what the same fence names before (`cp a.py b.py`), files that `.gitignore` names, files that
    the reader makes, and pages and sections about other times are ignored. A folder alone proves nothing if the reader
    is sent to another one ("in the app directory"), if the page links to such a file elsewhere, or if the page is part
    of a skill of agents, which has its own scripts.
    """

    family = "paths"
    severity = "warning"
    covers = ("J14",)
    claims = "command"
    yields_to = ("impossible-run-command",)
    remedy = "Give the path that the file has now, or remove the command."
    messages = {
        "missing": Message(
            "The command runs `{path}`, which does not exist[; did you mean `{suggestion}`?]"
            "[; git deleted it on {date} ({commit})]",
            key=("path",),
        ),
        "untested": Message(
            "`{path}` has no test `{test}`[; did you mean `{suggestion}`?]",
            key=("path", "test"),
            remedy="Give the name that the test has now, or remove the command.",
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
            "Run `python -m pytest tests/`, or `pytest src/shop/unit -x`.\n\n"
            "```sh\ngo run ./cmd/shop --all\npython -m shop.till.open --now\n```\n",
            "AGENTS.md",
            files={"cmd/till/main.go": "", "src/shop/__init__.py": "", "src/shop/till/__init__.py": ""},
            lines=(1, 1, 4, 5),
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
            lines={1: "undefined", 4: "undefined"},
            fixed="Run `npm run dev` or `make lint`.\n\n"
            "```sh\nnpm run docs:build\npnpm lint\nyarn test\ncd web && npm start\n```\n",
        ),
        Invalid(
            "```sh\ncargo run -p till --bin count\ncargo test --test reeds\n"
            "pytest tests/test_till.py::TestTill::test_opens\n```\n",
            "CONTRIBUTING.md",
            files={
                "Cargo.toml": '[workspace]\nmembers = ["till"]\n',
                "till/Cargo.toml": '[package]\nname = "till"\n\n[[bin]]\nname = "count"\n',
                "till/tests/reads.rs": "",
                "tests/test_till.py": "class TestTill:\n    def test_open(self): ...\n",
            },
            lines={3: "undefined", 4: "untested"},
            fixed="```sh\ncargo run -p till --bin count\ncargo test --test reads\n"
            "pytest tests/test_till.py::TestTill::test_open\n```\n",
        ),
        Invalid(
            "Run `tox -e lints`, `tox run -e py311,fast,docs`, `uvx nox -s test` or `nox -s build-3.12 style`.\n",
            "CONTRIBUTING.md",
            files={
                "tox.ini": "[tox]\nenvlist = py{311,312}-{fast,slow}, lint\n[testenv:docs]\ncommands =\n    fast: a\n",
                "noxfile.py": "@nox.session(name='style')\ndef lint(session): ...\n\n\n"
                "@nox.session\n@nox.parametrize('a', [1])\ndef tests(session): ...\n",
            },
            lines={1: ("undefined", "undefined")},
            fixed="Run `tox -e lint`, `tox run -e py311,fast,docs`, `uvx nox -s tests` or `nox -s build-3.12 style`.\n",
        ),
        Valid(
            "`tox -e anything`, `nox -s anything`\n",
            "CONTRIBUTING.md",
            files={"pyproject.toml": "[tool.tox]\n", "noxfile.py": "from shop.sessions import *\n"},
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
        Valid(
            "`pytest tests -k unit`, `pytest -k tests/gone`, `go test ./...`, `go build -o ./bin/x ./cmd/till`, "
            "`python -m shop.till`, `python -m shop.book`, `python -m http.server`, `pytest path/to/tests`, "
            "`go test ./path -update`\n",
            "AGENTS.md",
            files={
                **dict.fromkeys(("cmd/till/main.go", "http/a.js", "lib/tests/a.py", "src/shop/__init__.py"), ""),
                **dict.fromkeys(("src/shop/till/__main__.py", "src/shop/book.py"), ""),
            },
        ),
        Valid(
            "```sh\nmake build\n\n# Rust\ncargo fmt\n\n# Go\ngo vet ./...\n```\n",
            "AGENTS.md",
            files={"Makefile": "test:\n"},
        ),
        Valid("```sh\npytest tests\n```\n", ".claude/skills/a/README.md", files={"a.py": ""}),
        Valid("```sh\npytest tests\n```\n", "flow/references/a.md", files={"flow/SKILL.md": ""}),
        Valid("```sh\npython skills/a/scripts/find.py\n```\n", ".claude/skills/a/SKILL.md", files={"shop/find.py": ""}),
        Valid(
            "`pytest --reruns 2 tests/`, `pytest tests/ --browser chromium`, `pytest + httpx`, `pytest -q 2>&1`\n",
            "AGENTS.md",
            files={"tests/a.py": ""},
        ),
        Valid("```sh\npython scripts/a.py\n```\n", ".claude/skills/a/SKILL.md", files={"scripts/x.py": ""}),
        Valid("```sh\npytest tests/a.py\n```\n", "docs/v2/dev/a.md", files={"docs/v3/b.md": "", "tests/x.py": ""}),
        Valid("Create a script, and run `python ci/run.py`.\n", "README.md", files={"ci/x.py": ""}),
        Valid("```sh\npython ci/run.py\n```\n", "docs/guide.md", files={"ci/x.py": ""}),
        Valid(
            "Each project runs `python .agents/tools/draw.py`, from `cli/templates`.\n",
            "README.md",
            files={".agents/a.md": "", "cli/templates/tools/draw.py": ""},
        ),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        files = missing_files(page, repository) if is_for_developers(page) else ()
        scripts = undefined_scripts(page, repository) if is_about_this_repository(page) else ()
        yield from (one for one in chain(files, scripts) if not is_about_history(page, one.span.start))
