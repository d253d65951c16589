"""A package of somebody else with rules and a site, installed beside doclint."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parent / "plugin"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the plugin is installed."""
    folder = tmp_path_factory.mktemp("plugin")
    shutil.copytree(PLUGIN, folder / "source")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder / "site")]
    subprocess.run([*pip, str(folder / "source")], check=True)
    return {**os.environ, "PYTHONPATH": str(folder / "site"), "PYTHONUTF8": "1"}


def run(installed: dict[str, str], folder: Path, *command: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, *command], env=installed, cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_rule_of_a_plugin_runs_like_all_others(installed: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# READ ME\n\n# YES\n")
    command = ("-m", "doclint", "check", "--output-format", "concise", "a.md")
    assert run(installed, tmp_path, *command) == (1, "a.md:1:1: info loud-heading: `READ ME` shouts\n")
    (tmp_path / "doclint.toml").write_text("rules.loud-heading.shortest = 3\n")
    assert run(installed, tmp_path, *command)[1].count("loud-heading") == 2
    (tmp_path / "doclint.toml").write_text('ignore = ["acme"]\n')
    assert run(installed, tmp_path, *command) == (0, "")


def test_manual_of_the_rule_of_a_plugin(installed: dict[str, str], tmp_path: Path) -> None:
    code, output = run(installed, tmp_path, "-m", "doclint", "explain", "loud-heading")
    assert code == 0
    assert "A heading is written in capitals." in output


def test_author_of_a_plugin_can_check_its_rules(installed: dict[str, str], tmp_path: Path) -> None:
    script = (
        "from acme_rules.loud_heading import LoudHeading as rule\n"
        "from doclint.testing import check_example, check_rule\n"
        "check_rule(rule)\n"
        "for example in rule.examples: check_example(rule, example)\n"
    )
    assert run(installed, tmp_path, "-c", script) == (0, "")


def test_site_of_a_plugin_is_found_like_all_others(installed: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[b](b)\n")
    (tmp_path / "b.md").write_text("# B\n")
    command = ("-m", "doclint", "check", "--select", "broken-link", "--output-format", "concise")
    assert "a.md:1:1: error broken-link [unsafe fix]: The link `b` leads" in run(installed, tmp_path, *command)[1]
    (tmp_path / "acme.json").write_text("{}")
    assert run(installed, tmp_path, *command) == (0, "")
    assert (
        "# site of `a.md`: Acme, because of `acme.json`"
        in run(installed, tmp_path, "-m", "doclint", "config", "a.md")[1]
    )
    (tmp_path / "doclint.toml").write_text('site = "none"\n')
    assert run(installed, tmp_path, *command)[0] == 1
    (tmp_path / "doclint.toml").write_text('site = "amce"\n')
    assert "did you mean `acme`?" in run(installed, tmp_path, *command)[1]


def test_broken_package_of_sites_is_named(tmp_path: Path) -> None:
    info = tmp_path / "site" / "broken-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[doclint.sites]\n[a]\n[doclint.sites]\nbroken = no_such_package\n")
    (tmp_path / "a.md").write_text("[b](b)\n")
    code, output = run({**os.environ, "PYTHONPATH": str(tmp_path / "site")}, tmp_path, "-m", "doclint", "check", "a.md")
    assert (code, "Traceback" in output) == (2, False)
    assert "no_such_package" in output
