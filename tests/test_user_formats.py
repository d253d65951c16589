"""Formats that users write: another docs root, other headings, the same rules."""

import json
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pydantic
import pytest
from hypothesis import given, strategies as st

from doclint import lint_corpus
from doclint.cli.main import run_cli
from doclint.errors import tables
from doclint.errors.exceptions import FormatError
from doclint.errors.models import model_of
from doclint.formats import loading as formats
from doclint.formats.schema.format import Format
from doclint.formats.schema.sharing import with_shared

HOUSE = """
name = "house"
docs-root = "site/reference"
parameters = ["product"]
footer = ["Made for {product}"]

[language]
".py" = { type = "a Python module", fence = "python" }
"*" = { type = "a file" }

[[kind]]
name = "module"
path = "{path}.page.md"
title = "Module {name}"
content = [{ shape = "fields", items = [
    { key = "Source", value = "`{path}`" },
    { key = "What", value = "{language.type}" },
] }]

[[kind.section]]
heading = "Names"
misspelled = "Namess"
content = [{ shape = "symbols", defines = "function", item = "`{symbol}`" }]

[[kind.section]]
heading = "About {product}"

[[kind.section.child]]
heading = "Text of {name}"
content = [{ shape = "source", fence = "{language.fence}" }]

[[kind.section]]
heading = "See also"
required = false
content = [{ shape = "links", item = "[{label}]({target})" }]
"""
PAGE = """\
# Module app.py

- **Source**: `src/app.py`
- **What**: a Python module

## Names

- `start`

## About Orchard

### Text of app.py

```python
def start(): ...
HELP = "# Names"
```

## See also

- [Source](../../../src/app.py)

Made for Orchard
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "doclint.toml").write_text('formats = ["house.toml"]\n', encoding="utf-8")
    (tmp_path / "house.toml").write_text(HOUSE, encoding="utf-8")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "app.py").write_text('def start(): ...\nHELP = "# Names"\n', encoding="utf-8")
    (tmp_path / "site" / "reference" / "src").mkdir(parents=True)
    return tmp_path


def check(root: Path, text: str, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, int]]:
    (root / "site/reference/src/app.py.page.md").write_text(text, encoding="utf-8")
    quoted = text.partition("```python\n")[2].rpartition("```")[0]
    (root / "src" / "app.py").write_text(quoted, encoding="utf-8")
    run_cli(["check", "--root", str(root), "--output-format", "json"])
    findings = json.loads(capsys.readouterr().out)["findings"]
    return [(violation["rule"], violation["line"]) for violation in findings]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("", "", []),
        ("## Names", "## Namess", [("misspelled-heading", 6)]),
        ("- `start`", "- `def`", [("missing-symbol", 8), ("reserved-word-as-symbol", 8)]),
        ("- `start`\n", "", [("empty-section", 6)]),
        ("## Names\n\n- `start`\n\n", "", [("missing-section", 6)]),
        ("Python module", "Perl module", [("wrong-subject", 4)]),
        ("src/app.py`", "src/other.py`", [("wrong-subject", 3)]),
        ("app.py\n\n-", "other.py\n\n-", [("wrong-subject", 1)]),
        ("- **What**: a Python module\n", "", [("wrong-metadata", 3)]),
        ("### Text", "#### Text", [("misplaced-section", 12)]),
        ('"# Names"', '"""\n```\n# Names\n```\n"""', [("broken-fence", 14)]),
        ("../../../src", "../../src", [("broken-link", 21)]),
        ("Made for Orchard\n", "", [("missing-section", 21)]),
    ],
)
def test_rules_work_for_any_format(
    root: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, found: list[tuple[str, int]]
) -> None:
    assert old in PAGE
    assert check(root, PAGE.replace(old, new), capsys) == found


def test_formats_of_the_project_are_listed(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    assert run_cli(["formats"]) == 0
    out = capsys.readouterr().out
    assert "house (pages below site/reference/):" in out
    assert "repo-docs" in out


@pytest.mark.parametrize(
    "text", [(Path(formats.__file__).parent / "builtin" / "repo-docs.toml").read_text(encoding="utf-8"), HOUSE]
)
def test_sound_format_fits_the_schema_for_editors(text: str) -> None:
    jsonschema.validate(tomllib.loads(text), model_of(Format).model_json_schema())


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[[kind]]", "[[kind", "this is not TOML: .* at character 7 of `..kind`"),
        ('title = "Module', 'titel = "Module', "the kind `module`: there is no key `titel`; did you mean `title`"),
        ('path = "{path}.page.md"', "", "the kind `module`: `path` is missing"),
        (
            'shape = "links"',
            'shape = "link"',
            "the section `see-also` of the kind `module`: there is no shape `link`; did you mean `links`",
        ),
        (
            'defines = "function"',
            'defines = "functions"',
            "`symbols` of the section `names` of the kind `module`: `defines` cannot be `functions`; .* `function`",
        ),
        ("Module {name}", "Module {name", "the kind `module`: .*stray"),
        ("Module {name}", "Module {language.typ}", "`language.typ`, which no page can fill"),
        ('item = "[{label}', 'itme = "[{label}', "the element `links` .*: there is no key `itme`; did you mean `item`"),
        (
            'fence = "python"',
            'fences = "python"',
            r"`\.py`: there is no key `fences`; did you mean `fence`",
        ),
        (
            "`{symbol}`",
            "`{name}`",
            "`symbols` of the section `names` of the kind `module`: the item .* has no hole `{symbol}`",
        ),
        (
            'shape = "links"',
            'shape = "links", lists = "files"',
            "is `files`, but no item has the hole `{file}`",
        ),
        (
            "[[kind]]",
            '[claims.has.jit]\ntext = "Has a JIT."\nproof = { word = ["jit"] }\n\n[[kind]]',
            "the `proof` of the claim `has.jit`: there is no key `word`; did you mean `words`",
        ),
        (
            "[[kind]]",
            '[claims.has.jit]\ntext = "Has a JIT."\nproof = { names = ["a.b.c"] }\n\n[[kind]]',
            "the `proof` of the claim `has.jit`: `names` has `a.b.c`, but needs a name",
        ),
        (
            "[[kind]]",
            '[claims.has.jit]\ntext = "Has a JIT."\nproof = {}\n\n[[kind]]',
            "the claim `has.jit`: the `proof` is empty",
        ),
        (
            "[[kind]]",
            '[claims.has.jit]\ntext = "Has a JIT."\nproof = { languages = ["Rust"] }\n\n[[kind]]',
            "the `proof` of the claim `has.jit`: `languages` names the unknown language `Rust`",
        ),
        (
            "[[kind]]",
            '[claims.has.jit]\ntext = "Has a JIT."\nproof = { words = ["jit"], apart = ["compile"] }\n\n[[kind]]',
            "the `proof` of the claim `has.jit`: `apart` has `compile`, but needs names with a dot",
        ),
        (
            "[[kind]]",
            '[[description]]\ntext = "Code"\nwrong = ["Rust"]\n\n[[kind]]',
            "the description `Code`: `wrong` names the unknown language `Rust`",
        ),
        (
            "[[kind]]",
            '[claims.has.tests]\ntext = "Is a test."\ntrue-of = { words = ["test"] }\n\n[[kind]]',
            "the `true-of` of the claim `has.tests`: `words` is a key of `proof`, not of conditions on files",
        ),
        (
            "[[kind]]",
            '[claims.has.tests]\ntext = "Is a test."\nfalse-of = { apart = ["latest"] }\n\n[[kind]]',
            "the claim `has.tests`: `false-of` has no condition",
        ),
        (
            "[[kind]]",
            '[claims.has.tests]\ntext = "Is a test."\nfalse-of = { languages = ["Rust"] }\n\n[[kind]]',
            "the `false-of` of the claim `has.tests`: `languages` names the unknown language `Rust`",
        ),
        (
            "[[kind]]",
            '[claims.has.tests]\ntext = "Is a test."\nabout = "folder"\n\n[[kind]]',
            "names the hole `folder`, which the text does not have",
        ),
        (
            "[[kind]]",
            '[claims.has.tests]\ntext = "Is a test."\nrepeats = "has.jit"\n\n[[kind]]',
            "the claim `has.tests`: `repeats` names the claim `has.jit`, which the format does not have",
        ),
        ('heading = "See also"', 'heading = "Names"', "another section has the key `names`"),
    ],
)
def test_mistake_in_a_format_is_told_with_its_place(root: Path, old: str, new: str, complaint: str) -> None:
    path = root / "house.toml"
    path.write_text(HOUSE.replace(old, new), encoding="utf-8")
    with pytest.raises(FormatError, match=rf"house\.toml.*: .*{complaint}"):
        formats.load(path.name, root)


def test_format_outside_the_root_is_not_read(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outside = root.parent / "outside.toml"
    outside.write_text("secret = 1", encoding="utf-8")
    for name in ("../outside.toml", str(outside), "gone.toml"):
        (root / "doclint.toml").write_text(f'formats = ["{name}"]\n', encoding="utf-8")
        assert run_cli(["check", "--root", str(root)]) == 2
        err = capsys.readouterr().err
        assert "there is no such file below the root" in err
        assert "secret" not in err


_TEXTS = ["", "a", "A", "a.b", "Ünd", "{symbol", "{a}{a}", "[{a} `x`]", "x" + "[`a`]" * 5, "function", "fence", "prose"]
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.dates() | st.datetimes() | st.sampled_from(_TEXTS),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["shape", "group", "one-of", "text", "level", "a"]), inner, max_size=2)
    ),
)


@cache
def _builtin(name: str) -> dict[str, Any]:
    return with_shared(tables.table("doclint.formats.builtin", name)).data


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the tables and lists in a value, each with each of its keys or indexes."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(inner, dict | list):
            yield from _places(inner)


@given(st.data(), st.sampled_from(["griffe2md", "openapi-python", "repoagent", "terraform-website", "typer"]), _VALUES)
def test_models_of_formats_accept_what_formats_accept(data: st.DataObject, name: str, value: Any) -> None:
    table = deepcopy(_builtin(name))
    inside, key = data.draw(st.sampled_from(list(_places(table))))
    inside[data.draw(st.sampled_from([key, "optional", "cap"])) if isinstance(inside, dict) else key] = value
    model = model_of(Format)
    try:
        Format.from_table(table)
    except msgspec.ValidationError:
        with pytest.raises(pydantic.ValidationError):
            model.model_validate(table)
    else:
        model.model_validate(table)


_INDEXED = """
name = "modules"
marks = ["# Module"]
[[kind]]
name = "index"
path = "index.md"
title = "Modules"
content = [{ shape = "links", item = "[{symbol}]({_})", lists = "pages", of-kinds = "module" }]
[[kind]]
name = "module"
path = "{symbol}.md"
title = "Module {symbol}"
"""


@pytest.mark.parametrize(("entries", "expected"), [("index.md", ["docs/c.md"]), ("index.md, c.md", [])])
def test_the_navigation_of_a_site_leads_to_pages(entries: str, expected: list[str]) -> None:
    pages = {f"docs/{name}.md": f"# Module {name}\n" for name in "abc"}
    index = {"docs/index.md": "# Modules\n\n- [a](a.md)\n- [b](b.md)\n"}
    sources = {"mkdocs.yml": f"nav: [{entries}]\n"}
    format_ = tomllib.loads(_INDEXED)
    found = lint_corpus(index | pages, format=format_, sources=sources, rules=["unlinked-page"]).findings
    assert [one.path for one in found] == expected
