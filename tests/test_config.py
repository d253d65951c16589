"""Configuration files and what is wrong with them."""

from pathlib import Path

import pytest

from doclint import config
from doclint.errors import ConfigError


def write(root: Path, name: str, text: str) -> Path:
    (root / name).write_text(text, encoding="utf-8")
    return root


def test_no_configuration_gives_the_defaults(tmp_path: Path) -> None:
    assert config.load(tmp_path).config == config.Config()


def test_own_file_and_pyproject(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", '[tool.doclint]\nignore = ["mojibake"]\n')
    assert config.load(tmp_path).config.ignore == ["mojibake"]
    write(tmp_path, "doclint.toml", 'exclude = ["old/"]\n')
    assert config.load(tmp_path).config == config.Config(exclude=["old/"])


def test_pyproject_without_settings_is_no_configuration(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", '[project]\nname = "x"\n')
    assert config.load(tmp_path).config == config.Config()
    assert config.find_root(tmp_path) != tmp_path


def test_root_is_the_repository_or_else_the_highest_configuration(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    write(tmp_path / "a", "doclint.toml", "")
    assert config.find_root(tmp_path / "a" / "b") == tmp_path / "a"
    write(tmp_path, "doclint.toml", "")
    assert config.find_root(tmp_path / "a" / "b") == tmp_path
    (tmp_path / "a" / ".git").mkdir()
    assert config.find_root(tmp_path / "a" / "b") == tmp_path / "a"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("ignroe = []", r"doclint\.toml: there is no setting `ignroe`; did you mean `ignore`\?"),
        ('select = "links"', r"doclint\.toml: `select` is 'links': input should be a valid list"),
        ("rules.mojibak = {}", r"doclint\.toml: `rules\.mojibak` names no rule; did you mean `mojibake`\?"),
        ("select = ]", r"doclint\.toml: .*line 1"),
    ],
)
def test_mistake_is_told_with_file_key_and_nearest_name(tmp_path: Path, text: str, complaint: str) -> None:
    write(tmp_path, "doclint.toml", text)
    with pytest.raises(ConfigError, match=complaint):
        config.load(tmp_path)


def test_unknown_option_of_a_rule(tmp_path: Path) -> None:
    settings = config.parse({"rules": {"mojibake": {"strict": True}}}, "doclint.toml")
    with pytest.raises(ConfigError, match=r"doclint\.toml: there is no setting `rules\.mojibake\.strict`"):
        config.make_rules(settings)


@pytest.mark.parametrize("key", ["select", "ignore"])
def test_unknown_rule_is_told_with_the_file_that_names_it(key: str) -> None:
    settings = config.parse({key: ["broken-lnk"]}, "doclint.toml")
    with pytest.raises(ConfigError, match=rf"doclint\.toml: `{key}`: .*did you mean `broken-link`"):
        config.make_rules(settings)


@pytest.mark.parametrize("text", ["tool = 3", "[tool]\ndoclint = 3", "[[tool.doclint]]"])
def test_table_that_is_none(tmp_path: Path, text: str) -> None:
    write(tmp_path, "pyproject.toml", text)
    with pytest.raises(ConfigError, match=r"pyproject\.toml: `(?:tool|doclint)` is .*, not a table"):
        config.load(tmp_path)


def test_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    write(tmp_path, "doclint.toml", "\ufeffignore = []\n")
    assert config.load(tmp_path).config == config.Config()
