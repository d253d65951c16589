"""What a short run does not wait for."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tree import write

from doclint.cli.common import progress

PAGES = Path(__file__).parent / "pages"
PAGE = str(PAGES / "docs/src/notes.md_docs.md")


@cache
def loaded(*arguments: str) -> frozenset[str]:
    """The modules that a run of the command loads."""
    script = f"import sys; from doclint.cli.main import run_cli; run_cli({list(arguments)}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return frozenset(done.stdout.splitlines()[-1].split())


def test_version_loads_nothing_it_does_not_say() -> None:
    modules = loaded("--version")
    own = {name for name in modules if name.startswith("doclint.") and not name.startswith("doclint.cli")}
    assert own == {"doclint.errors", "doclint.errors.exceptions", "doclint.errors.lazy_names"}
    assert not modules & {"pydantic", "pyromark", "mistune"}


@pytest.mark.parametrize(
    "slow",
    [
        "asyncio",
        "concurrent.futures",
        "doclint.source.brackets",
        "doclint.source.compare.types",
        "doclint.source.compare.values",
        "doclint.page.declared",
        "doclint.kit.documented",
        "doclint.page.examples.code_examples",
        "doclint.page.examples.python_run",
        "doclint.packages.python_packages",
        "doclint.sites.support.code_docs",
        "doclint.source.model",
        "doclint.formats.reading.signatures",
        "doclint.source.languages.python",
        "doclint.engine.report.baseline",
        "doclint.engine.cache.cache",
        "doclint.engine.format_test.run",
        "doclint.cli.formats",
        "doclint.repository.git",
        "doclint.cli.baseline",
        "doclint.cli.runs",
        "doclint.output.styles.html",
        "doclint.engine.report.schema",
        "doclint.rule.reads",
        "doclint.packages.javascript_declarations",
        "doclint.packages.terraform_provider",
        "doclint.source.languages.go_values",
        "doclint.source.examples.terraform",
        "doclint.errors.toml_places",
        "doclint.formats.documented.documentation",
        "doclint.engine.format_draft",
        "doclint.formats.mistakes.checks",
        "doclint.page.parts",
        "doclint.page.page_source",
        "doclint.packages.following",
        "doclint.rule.local",
        "doclint.engine.report.causes_diff",
        "doclint.engine.shard_results",
        "doclint.engine.report.trend",
        "doclint.config.show",
        "doclint.engine.fixes.verify",
        "doclint.engine.fixes.apply",
        "doclint.output.links",
        "doclint.output.page",
        "difflib",
        "doclint.api",
        "pytest",
        "doclint.engine.scope",
        "doclint.engine.cache.key",
        "doclint.config.init",
        "doclint.config.mistakes",
        "doclint.config.survey",
        "doclint.cli.usage",
        "doclint.cli.servers",
        "doclint.cli.watch",
        "doclint.output.rules",
        "doclint.output.addresses",
        "doclint.testing",
        "click.shell_completion",
        "doclint.source.read",
        "doclint.source.languages.comments",
        "watchfiles",
        "doclint.engine.cache.store",
        "doclint.engine.workers",
        "doclint.output.hosted",
        "doclint.output.selection",
        "ftfy",
        "html",
        "jinja2",
        "json",
        "jsonschema",
        "logging",
        "markupsafe",
        "mistune",
        "multiprocessing",
        "platformdirs",
        "pydantic",
        "pygls",
        "lsprotocol",
        "rapidfuzz",
        "rich",
        "sqlite3",
        "subprocess",
        "tomlkit",
        "traceback",
        "tree_sitter",
        "unittest",
        "wcwidth",
        "xml",
        "yaml",
    ],
)
def test_sound_page_loads_no(slow: str) -> None:
    assert slow not in loaded("check", "--root", str(PAGES), PAGE)


def test_page_about_a_python_source_loads_no_grammar() -> None:
    modules = loaded("check", "--root", str(PAGES), str(PAGES / "docs/src/basket.py_docs.md"))
    assert "doclint.source.languages.python_names" in modules
    assert not [name for name in modules if name.startswith("tree_sitter")]
    assert not modules & {"sqlite3", "multiprocessing", "pydantic", "doclint.errors.models"}


def test_page_that_is_of_no_format_by_path_and_text_loads_none(tmp_path: Path) -> None:
    page = write(tmp_path, "README.md", "# Guide\n\nSee [notes](notes.md).\n")
    script = (
        "from doclint.cli.main import run_cli; from doclint.formats.loading import builtin; "
        f"run_cli(['check', '--root', {str(tmp_path)!r}, {str(page)!r}]); print(builtin.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0"
    modules = loaded("check", "--root", str(tmp_path), str(page))
    models = {"pydantic", "doclint.formats.schema.format", "doclint.formats.reading.matching"}
    assert not modules & {*models, "email", "html"}


def test_text_on_many_findings_loads_no_models(tmp_path: Path) -> None:
    page = write(tmp_path, "README.md", "# Guide\n\n" + "[notes](notes.md)\n\n" * 300)
    assert "pydantic" not in loaded("check", "--root", str(tmp_path), str(page))


def test_whole_tree_loads_no_more_than_it_may_use() -> None:
    assert not loaded("check", "--root", str(PAGES), "--jobs", "1", "--no-cache") & {"sqlite3", "multiprocessing"}
    assert "multiprocessing" not in loaded("check", "--root", str(PAGES), "--jobs", "1")


def test_what_sources_declare_is_read_where_a_rule_asks_only() -> None:
    modules = loaded("check", "--root", str(PAGES), "--jobs", "1", "--no-cache")
    assert "doclint.page.source_file" in modules
    declared = ("doclint.source.read",)
    assert [name for name in modules if name.startswith(declared)] == []


def test_end_comes_at_once_but_not_too_early(tmp_path: Path) -> None:
    write(tmp_path, "own.py", OWN_RULE)
    write(tmp_path, "doclint.toml", 'local-rules = ["own.py"]\nselect = ["own"]\nlimits.findings = 20_000\n')
    write(tmp_path, "a.md", "# A\n\n" + "[b](b.md)\n\n" * 20_000)
    run = [sys.executable, "-m", "doclint", "check", "--root", str(tmp_path), "--output-format", "concise"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    *findings, last = done.stdout.splitlines()
    assert len(findings) == 20_000
    assert last == "the end of a rule"


OWN_RULE = '''
import atexit
from doclint import Invalid, Message, Rule, Valid, Violation

atexit.register(print, "the end of a rule")

class Own(Rule):
    """Every link."""

    id = "own"
    family = "house"
    severity = "info"
    messages = {"link": Message("A link")}
    examples = (Invalid("[a](b)\\n", lines=(1,)), Valid("a\\n"))

    def check(self, page):
        for link in page.document.links:
            yield Violation(link.span, "link")
'''


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_output_that_cannot_be_written_is_no_success() -> None:
    run = [sys.executable, "-m", "doclint", "check", "--root", str(PAGES), PAGE]
    with open("/dev/full", "w", encoding="utf-8") as full:  # noqa: PTH123
        done = subprocess.run(run, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "No space left" in done.stderr


def test_profilers_see_the_end(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "cProfile", "-o", str(tmp_path / "profile"), "-m", "doclint", "--version"]
    subprocess.run(run, capture_output=True, check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert (tmp_path / "profile").stat().st_size


@pytest.fixture
def careless() -> Iterator[None]:
    """Garbage is not collected, as when the command starts."""
    threshold = gc.get_threshold()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()
    gc.set_threshold(*threshold)


@pytest.mark.usefixtures("careless")
def test_garbage_is_collected_once_pages_come() -> None:
    assert list(progress(iter("ab"), 2)) == ["a", "b"]
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
