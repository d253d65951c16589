"""How rules come in."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from doclint.errors.exceptions import PluginError, UsageError
from doclint.rule import registry
from doclint.rule.head import FILE, RuleHead

RULE = '''
from doclint.rule.rule import Rule

class {name}(Rule):
    """A rule."""

    id = "{id}"
    family = "plugin"
    severity = "info"
    messages = {{}}
    examples = ()

    def check(self, page):
        return iter(())
'''


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of rules beside those of doclint."""
    package = tmp_path / "plugin_rules"
    package.mkdir()
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    own = entry_points(group=registry.GROUP)
    points = [*own, EntryPoint("plugin", "plugin_rules", registry.GROUP)]
    monkeypatch.setattr(registry, "entry_points", lambda **_: points)
    registry.rules.cache_clear()
    yield package
    registry.rules.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] == "plugin_rules"]:
        del sys.modules[name]


def test_rules_of_doclint_come_through_the_entry_point() -> None:
    assert {rule.__module__.split(".")[0] for rule in registry.rules().values()} == {"doclint_rules"}
    assert list(registry.rules()) == sorted(registry.rules())


def test_heads_are_as_different_as_rules() -> None:
    """Rules declare sets, which have no hash; heads keep them as what has one."""
    assert len({RuleHead.of(rule) for rule in registry.rules().values()}) == len(registry.rules())


def test_new_rule_is_one_new_file(plugin: Path) -> None:
    (plugin / "new_rule.py").write_text(RULE.format(name="NewRule", id="new-rule"))
    assert "new-rule" in registry.rules()
    assert [rule.id for rule in registry.rules().select(["plugin"])] == ["new-rule"]


def test_abstract_base_without_messages_is_no_rule(plugin: Path) -> None:
    base = "from doclint.rule.rule import Rule\n\nclass Shared(Rule):\n    family = 'plugin'\n"
    rule = RULE.format(name="NewRule", id="new-rule").replace("(Rule):", "(Shared):")
    (plugin / "new_rule.py").write_text(base + rule)
    assert [rule.id for rule in registry.rules().select(["plugin"])] == ["new-rule"]


def test_module_of_a_rule_with_a_head_is_loaded_when_it_is_asked_for(plugin: Path) -> None:
    (plugin / "new_rule.py").write_text(RULE.format(name="NewRule", id="new-rule"))
    head = RuleHead.of(registry.rules()["new-rule"])
    del sys.modules["plugin_rules.new_rule"]
    registry.rules.cache_clear()
    (plugin / FILE).write_bytes(json.encode([head]))
    assert registry.rules().heads["new-rule"] == head
    assert "plugin_rules.new_rule" not in sys.modules
    assert registry.rules()["new-rule"].id == "new-rule"
    assert "plugin_rules.new_rule" in sys.modules


def test_rule_that_differs_from_its_head_is_an_error(plugin: Path) -> None:
    (plugin / "new_rule.py").write_text(RULE.format(name="NewRule", id="new-rule"))
    head = replace(RuleHead.of(registry.rules()["new-rule"]), profile="strict")
    registry.rules.cache_clear()
    (plugin / FILE).write_bytes(json.encode([head]))
    with pytest.raises(PluginError, match="is not the one that was installed"):
        registry.rules()["new-rule"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("import nothing_of_that_name", "`broken`.*ModuleNotFoundError"),
        ("def :", "`broken`.*SyntaxError"),
        (RULE.format(name="Broken", id="mojibake"), "Two rules have the id `mojibake`"),
        (RULE.format(name="Broken", id="broken").replace('    family = "plugin"\n', ""), "has no `family`"),
        (RULE.format(name="Broken", id="broken").replace('"""A rule."""', ""), "no docstring"),
        (RULE.format(name="Broken", id="Broken_Rule"), "`Broken_Rule`, which is reserved or not in kebab-case"),
        (RULE.format(name="Broken", id="page-failed"), "`page-failed`, which is reserved or not in kebab-case"),
        (
            RULE.format(name="Broken", id="broken").replace('"info"', '"fatal"'),
            "the severity `fatal`, not one of error, warning, info",
        ),
        (RULE.format(name="Broken", id="broken").replace("{}", '{"bad": "text"}'), "`bad` .* is not a Message"),
    ],
)
def test_broken_plugin_is_an_error(plugin: Path, text: str, complaint: str) -> None:
    (plugin / "broken.py").write_text(text)
    with pytest.raises(PluginError, match=complaint):
        registry.rules()


def test_selection_by_id_and_family() -> None:
    links = [rule.id for rule in registry.rules().select(["links"])]
    assert links == sorted(rule.id for rule in registry.rules().values() if rule.family == "links")
    assert {"broken-anchor", "broken-link", "undefined-reference"} <= set(links)
    assert RuleHead.of(registry.rules().find("broken-link")) in registry.rules().select(["links"])


def test_unknown_name_is_told_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="`links` is a family, not a rule; its rules are broken-anchor, broken-link"):
        registry.rules().find("links")
    with pytest.raises(UsageError, match="`broken-lnk`; did you mean `broken-link`"):
        registry.rules().select(["broken-lnk"])


def test_rules_run_without_docstrings(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\n[a](gone.md)\n")

    def run(*arguments: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "doclint", *arguments]
        env = {**os.environ, "PYTHONOPTIMIZE": "2", "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    code, out = run("check", "--no-cache")
    assert (code, out.count("broken-link")) == (1, 1), out
    code, out = run("explain", "broken-link")
    assert (code, out.split("\n")[2]) == (0, "Python was told to drop docstrings, and this manual is one of them.")
    assert "## Messages" in out
