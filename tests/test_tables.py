"""The tables that come with doclint, in an installation and in a checkout."""

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import click
import pytest
from pydantic.alias_generators import to_camel

import doclint
from doclint.cli.commands import cli
from doclint.cli.common import DescribedOption
from doclint.errors.settings_table import kebab
from doclint.errors.tables import built, heads, table

SHOWN_BY_PART = {"subjects", "examples"}
HOUSE = Path(doclint.__file__).parent.parent
BUILT = json.dumps(built(b"a = 1\n", {"a": "built"}))


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"fruit.toml": "a = 1\n"}, {"a": 1}),
        ({"fruit.toml": "a = 1\n", "fruit.json": BUILT}, {"a": "built"}),
        ({"fruit.toml": "a = 2\n", "fruit.json": BUILT}, {"a": 2}),
    ],
    ids=["checkout", "installation", "installation with other TOML"],
)
def test_table_is_that_of_the_toml(
    files: dict[str, str], expected: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / f"orchard_{tmp_path.name}"  # modules stay loaded from one test to the next
    package.mkdir()
    for name, text in {"__init__.py": "", **files}.items():
        (package / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert table(package.name, "fruit") == expected


@pytest.mark.parametrize(
    ("apple", "expected"),
    [("a = 1\n", {"apple": {"a": "built"}, "pear": {}}), ("a = 2\n", {"apple": {"a": 2}, "pear": {"b": []}})],
    ids=["installation", "installation with other TOML"],
)
def test_heads_are_those_of_the_toml(
    apple: str, expected: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / f"orchard_{tmp_path.name}"
    package.mkdir()
    pear = "b = []\n[c]\nd = 1\n[[e]]\nf = 1\n"
    heads_built = built(f"a = 1\n{pear}".encode(), {"apple": {"a": "built"}, "pear": {}})
    files = {"__init__.py": "", "apple.toml": apple, "pear.toml": pear, "heads.json": json.dumps(heads_built)}
    for name, text in files.items():
        (package / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert heads(package.name, ["apple", "pear"]) == expected


# `test_format_schema.py` has a test of those of formats, whose classes have keys of several bases.
KEYS = sorted(path.parent for path in (HOUSE / "doclint").glob("**/keys.toml") if path.parent.name != "schema")


@pytest.mark.parametrize("folder", KEYS, ids=lambda folder: folder.name)
def test_described_keys_are_those_of_classes(folder: Path) -> None:
    package = ".".join(folder.relative_to(HOUSE).parts)
    modules = [import_module(f"{package}.{one.name}") for one in iter_modules([str(folder)]) if not one.ispkg]
    classes = {name: value for module in modules for name, value in vars(module).items() if isinstance(value, type)}
    for name, texts in table(package, "keys").items():
        fields = {*classes[name].__annotations__, *getattr(classes[name], "__struct_encode_fields__", ())}
        assert texts.keys() <= {*fields, *map(kebab, fields), *map(to_camel, fields)}, name


def described(command: click.Command) -> Iterator[tuple[str, str]]:
    yield from (one.text for one in command.params if isinstance(one, DescribedOption))
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        yield from described(below)


def test_each_help_is_that_of_an_option() -> None:
    texts = {part: names for part, names in table("doclint.cli", "options").items() if part not in SHOWN_BY_PART}
    assert {(part, name) for part, names in texts.items() for name in names} == set(described(cli))
