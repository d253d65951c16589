"""What the language server knows of a place in a configuration or a format, by functions of a text and an offset."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import records
from hypothesis import given, settings, strategies as st
from tree import write

from doclint.errors.validation import Node, Path as Keys, step
from doclint.formats.loading import BUILTIN, file_of_builtin
from doclint.output import schemas
from doclint.rule.registry import rules
from doclint.server.features.definition import definitions_at
from doclint.server.features.hover import explanation_at
from doclint.server.toml.completion import suggestions
from doclint.server.toml.file import TomlFile
from doclint.server.toml.mistakes import mistakes_of
from doclint.server.toml.schema import FileKind

SCHEMAS: dict[FileKind, Node] = {"config": schemas.config(), "format": schemas.format_schema()}
CARET = "|"
NOWHERE = Path("/nowhere")
KIND = 'name = "recipes"\n[[kind]]\nname = "recipe"\npath = "{module}.md"\n'


def parted(text: str) -> tuple[str, int]:
    """Return a text without its caret, and where that was."""
    offset = text.rindex(CARET)
    return text[:offset] + text[offset + 1 :], offset


def offered(text: str, kind: FileKind, **place: Path) -> list[str]:
    """Return the labels of what can be written at the caret."""
    written, offset = parted(text)
    return [one.label for one in suggestions(TomlFile(written, kind, **place), offset)]


def completed(text: str, kind: FileKind, label: str, **place: Path) -> str:
    """Return the text after something was chosen, with the caret."""
    written, offset = parted(text)
    found = next(one for one in suggestions(TomlFile(written, kind, **place), offset) if one.label == label)
    start, end = found.span
    insert = found.insert if "\0" in found.insert else f"{found.insert}\0"
    return (written[:start] + insert + written[end:]).replace("\0", CARET)


def tables(schema: Node) -> Iterator[tuple[Keys, Node]]:
    """Yield each table of a schema once, with a path of keys that leads to it; an element comes after its shape."""
    seen: set[int] = set()
    waiting: list[tuple[Keys, Node]] = [((), schema)]
    while waiting:
        path, node = waiting.pop(0)
        if id(node) in seen:
            continue
        seen.add(id(node))
        if node.get("properties"):
            yield path, node
        below = [*node.get("properties", ())]
        below += ["any"] if isinstance(node.get("additionalProperties"), dict) else []
        for part in [*below, *([0] if isinstance(node.get("items"), dict) else [])]:
            waiting += [((*path, *_tag(node), part), one) for one in step(schema, node, part)]


def _tag(node: Node) -> Keys:
    shape = node.get("properties", {}).get("shape", {}).get("const")
    return (f"shape:{shape}",) if shape else ()


def opened(path: Keys, tag: Keys) -> str:
    """Return a text that has begun to write what is at a path."""
    text = ""
    for index, part in enumerate((*path, *tag)):
        if isinstance(part, int):
            text += "["
        elif part.startswith("shape:"):
            text += f'{{ shape = "{part.removeprefix("shape:")}", '
        else:
            is_open = not index or str(path[index - 1]).startswith("shape:")
            text += f"{'' if is_open else '{ '}{part} = "
    return text if tag or not path else f"{text}{{ "


PLACES = [(kind, path, node) for kind, schema in SCHEMAS.items() for path, node in tables(schema)]


@pytest.mark.parametrize(
    ("kind", "path", "node"),
    PLACES,
    ids=[f"{kind}-{'.'.join(map(str, path))}{_tag(node)}" for kind, path, node in PLACES],
)
def test_every_key_is_offered_at_its_place(kind: FileKind, path: Keys, node: Node) -> None:
    tag = _tag(node)
    only = next((key for key in ("group", "one-of") if key in node["properties"]), None)
    text = opened(path, tag)
    found = suggestions(TomlFile(text, kind), len(text))
    records.check(
        "toml-keys", f"{kind} {'.'.join(map(str, (*path, *tag)))}", [f"{one.label}: {one.detail}" for one in found]
    )
    labels = [one.label for one in found]
    assert {*labels} >= node["properties"].keys() - ({"shape"} if tag else set()), only
    for key, value in node["properties"].items():
        words = [*value.get("enum", ()), *value.get("items", {}).get("enum", ())]
        values = offered(f'{text}{key} = "{CARET}', kind) if words else []
        assert {*values} >= {word for word in words if word}


def test_what_is_chosen_is_a_key_or_a_value() -> None:
    assert completed("sel|", "config", "select") == "select = [|]"
    assert completed("sel| = []", "config", "select") == "select| = []"
    assert completed("select = [|]", "config", "links") == 'select = ["links"|]'
    assert completed('select = ["li|", "mojibake"]', "config", "links") == 'select = ["links"|, "mojibake"]'
    assert completed('select = ["li|"]', "config", "links") == 'select = ["links"|]'
    assert completed("root = |", "config", "true") == "root = true|"
    assert completed("[lim|]", "config", "limits") == "[limits|]"
    assert completed("[rules.br|]", "config", "broken-link") == "[rules.broken-link|]"
    assert completed(f"{KIND}|", "format", "[[kind.section]]") == f"{KIND}[[kind.section]]\n|"
    assert completed(f"{KIND}content = [{{ sh|", "format", "shape") == f'{KIND}content = [{{ shape = "|"'
    assert completed(f"{KIND}title = 'A {{mo|'", "format", "module") == f"{KIND}title = 'A {{module}}|'"
    assert completed(f"{KIND}title = 'A {{mo|}}'", "format", "module") == f"{KIND}title = 'A {{module}}|'"


def test_names_that_only_the_file_or_the_rules_have() -> None:
    assert {"minimal", "links", "broken-link"} <= {*offered("select = [|", "config")}
    assert "links" not in offered('ignore = ["links", |', "config")
    assert offered('[[suppress]]\nrule = "broken-link"\nmessage-id = "|', "config") == [
        *rules()["broken-link"].messages
    ]
    assert "mkdocs" in offered('site = "|', "config")
    assert "typedoc" in offered('ignore-formats = ["|', "config")
    shared = '[shared.contents.steps]\nshape = "prose"\n'
    assert "steps" in offered(f"{KIND}content = [|]\n{shared}", "format")
    assert offered(f"{KIND}[[kind.section]]\nof-kinds = '|'", "format") == []
    assert offered(f"{KIND}content = [{{ shape = 'links', of-kinds = '|' }}]", "format") == ["recipe"]


def test_holes_types_and_filters() -> None:
    assert {"module", "symbol", "page.recipe", "_"} <= {*offered(f'{KIND}title = "Class {{|"', "format")}
    assert "parameters" in offered(f"{KIND}content = [{{ shape = 'signature', text = '{{|' }}]", "format")
    assert "parameters" not in offered(f'{KIND}title = "Class {{|"', "format")
    assert "markup" in offered(f'{KIND}title = "{{x:|"', "format")
    assert offered(f'{KIND}source = "src/{{|"', "format") == ["module"]
    assert "snake" in offered(f'{KIND}source = "src/{{module|{CARET}', "format")
    assert offered(f'{KIND}title = "no hole |"', "format") == []
    assert offered(f'{KIND}title = "{{{{ no hole |"', "format") == []


def test_paths_are_those_below_the_root(tmp_path: Path) -> None:
    root = (tmp_path / "root").resolve()
    write(root, "docs/ours.toml", "")
    write(root, "docs/page.md", "")
    write(root, ".hidden/a.toml", "")
    write(tmp_path, "outside.toml", "")
    (root / "link").symlink_to(tmp_path)
    place = {"path": root / "doclint.toml", "root": root}
    assert offered('formats = ["|', "config", **place) == ["docs/", "link/"]
    assert offered('formats = ["docs/|', "config", **place) == ["docs/ours.toml"]
    assert offered('docs-roots = ["|', "config", **place) == ["docs/", "link/"]
    for outside in ("../", "link/", str(tmp_path) + "/", "docs/../../"):
        assert offered(f'formats = ["{outside}|', "config", **place) == []


def test_pyproject_has_settings_below_its_table(tmp_path: Path) -> None:
    place = {"path": tmp_path / "pyproject.toml"}
    assert "select" in offered("[tool.doclint]\nse|", "config", **place)
    assert "depth" in offered("[tool.doclint.limits]\n|", "config", **place)
    assert offered("[tool.other]\nse|", "config", **place) == []
    assert offered("se|", "config", **place) == []


def explained(text: str, kind: FileKind) -> str:
    written, offset = parted(text)
    found = explanation_at(TomlFile(written, kind), offset)
    assert found is None or found.text, "nothing to show is no hover"
    return found.text.partition("\n")[0] if found else ""


def test_hover_explains_keys_values_and_holes() -> None:
    assert explained("fail-|on = 'info'", "config") == '`fail-on`: one of "error", "warning", "info"'
    assert explained("select = ['broken-l|ink']", "config").startswith("`broken-link`: A relative link")
    assert explained("[rules.broken-|link]", "config").startswith("`broken-link`: A relative link")
    assert explained("[rules.broken-link]\nall|ow = []", "config") == "`allow`: list of texts"
    assert explained(f"{KIND}ti|tle = 'A'", "format") == "`title`: pattern, or a list of these"
    assert explained(f"{KIND}content = [{{ shape = 'tab|le' }}]", "format").startswith("`table`: A table with")
    assert explained(f"{KIND}title = 'A {{sym|bol}}'", "format").startswith("`{symbol}`: The name of a symbol")
    assert explained("x| = 1", "config") == explained("x = 'a|'", "config") == explained("# a|", "config") == ""


def test_hover_links_to_the_web_only() -> None:
    def linked(address: str) -> str:
        text, offset = parted(f"rule-pages = '{address}'\nselect = ['broken-l|ink']")
        found = explanation_at(TomlFile(text, "config"), offset)
        assert found is not None
        return found.text.rpartition("\n\n")[2]

    assert linked("https://example.org/{rule}.html") == "[Manual](https://example.org/broken-link.html)"
    assert linked("https://example.org/{rule})![a](b") == "[Manual](https://example.org/broken-link%29%21%5Ba%5D%28b)"
    assert linked("command:evil?{rule}").startswith("Family `links`")


def defined(text: str, kind: FileKind, **place: Path) -> list[str]:
    written, offset = parted(text)
    found = definitions_at(TomlFile(written, kind, **place), offset)
    return [one.file.name if one.file else written[slice(*one.span)] for one in found]


def test_definitions(tmp_path: Path) -> None:
    write(tmp_path, "ours.toml", "")
    place = {"path": tmp_path / "doclint.toml", "root": tmp_path.resolve()}
    assert defined("formats = ['ours|.toml', 'no.toml']", "config", **place) == ["ours.toml"]
    assert defined("formats = ['no|.toml']", "config", **place) == []
    assert defined("formats = ['../|']", "config", **place) == []
    assert defined("ignore-formats = ['type|doc']", "config", **place) == ["typedoc.toml"]
    assert defined(f"{KIND}content = ['st|eps']\n[shared.contents.steps]\n", "format") == ["steps"]
    assert defined(f"{KIND}title = '{{page.rec|ipe}}'", "format") == ["name"]
    assert defined(f"{KIND}content = [{{ shape = 'claims', of = 'pur|pose' }}]\n[claims.purpose.a]\n", "format") == [
        "purpose"
    ]


def mistakes(text: str, kind: FileKind, root: Path | None = None) -> list[tuple[str, str]]:
    """Return the text at each mistake, and what is meant."""
    path = root / "doclint.toml" if root else None
    return [(text[slice(*one.span)], one.meant) for one in mistakes_of(text, kind, path, root)]


def test_mistakes_of_a_configuration(tmp_path: Path) -> None:
    text = """\
selct = ["linkz"]
ignore = ["linkz"]
fail-on = "eror"
site = "mkdoc"
ignore-formats = ["typedo"]
formats = ["no.toml"]
extend = "no.toml"
[limits]
depht = 3
[rules.broken-link]
alow = []
[[suppress]]
rule = "broken-link"
path = "a"
message-id = "missin"
"""
    assert sorted(mistakes(text, "config", tmp_path.resolve())) == [
        ('"no.toml"', ""),
        ("alow", "allow"),
        ("depht", "depth"),
        ("eror", "error"),
        ("linkz", "links"),
        ("missin", "missing"),
        ("mkdoc", "mkdocs"),
        ("no.toml", ""),
        ("selct", "select"),
        ("typedo", "typedoc"),
    ]


def test_mistakes_of_a_format() -> None:
    text = f"""\
{KIND}titel = "Recipe {{module}}"
[[kind.section]]
heading = "Steps"
defines = "clas"
content = [{{ shape = "tabel", header = ["a"], row = ["{{symbol}}"] }}, {{ shape = "links" }}, "steps"]
"""
    found = mistakes(text, "format")
    assert found[1:3] == [("titel", "title"), ("clas", "class")]
    assert ("tabel", "table") in found
    assert ('{ shape = "links" }', "") in found


@pytest.mark.parametrize("text", ["a = ", "[a", 'a = "b', "a = [1,", "a = 1\na = 2\n", "[rules]\nx = \ny = [\n", "a"])
def test_unfinished_text_is_one_mistake(text: str) -> None:
    for kind in SCHEMAS:
        (found,) = mistakes_of(text, kind, None, None)
        assert found.message.startswith("this is not TOML: ")
        assert text[slice(*found.span)].strip()


def test_a_name_without_shared_parts_is_where_it_is_written() -> None:
    assert ("steps", "") in mistakes(f'{KIND}title = "A"\ncontent = ["steps"]\n', "format")


TEXTS: list[tuple[FileKind, str]] = [("format", file_of_builtin(name).read_text(encoding="utf-8")) for name in BUILTIN]
TEXTS += [
    ("config", f'[rules.{id_}]\nselect = ["x"]\n[limits]\ndepth = 3\n[[suppress]]\nrule = "{id_}"\n')
    for id_ in [*rules()][:3]
]


@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_no_unfinished_text_is_an_error(data: st.DataObject) -> None:
    kind, text = data.draw(st.sampled_from(TEXTS))
    start = data.draw(st.integers(0, len(text)))
    text = text[max(0, start - 600) : start] + data.draw(st.text(alphabet="[]{}=.,\"'#\n\\ ab|:é", max_size=6))
    offset = data.draw(st.integers(0, len(text)))
    text += data.draw(st.sampled_from(["", '"', "\n[[kind]]\n", "]"]))
    file = TomlFile(text, kind)
    for one in suggestions(file, offset):
        assert 0 <= one.span[0] <= one.span[1] <= len(text)
        assert "\n" not in text[slice(*one.span)]
    _ = explanation_at(file, offset), definitions_at(file, offset)
    for mistake in mistakes_of(text, kind, NOWHERE / "doclint.toml", NOWHERE):
        assert 0 <= mistake.span[0] <= mistake.span[1] <= len(text)


@pytest.mark.parametrize("name", ["griffe2md", "lazydocs"])
def test_built_in_formats_have_no_mistakes(name: str) -> None:
    assert mistakes_of(file_of_builtin(name).read_text(encoding="utf-8"), "format", None, None) == []


def test_suggestions_make_valid_toml() -> None:
    for label in ("ignore", "limits", "project", "suppress", "fail-on", "per-file-ignores", "docs-roots"):
        text = completed("|", "config", label).replace(CARET, "")
        if not text.rstrip().endswith("="):
            assert tomllib.loads(text)
