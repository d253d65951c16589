"""The table of holes, and holes that nothing reads."""

import ast
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from doclint.errors.exceptions import FormatError
from doclint.formats.holes import dotted_names, hole_tables, meaningful_holes, names_for
from doclint.formats.loading import parse
from doclint.formats.patterns.pattern import Pattern

ROOT = Path(__file__).parents[1]
READERS = [
    *(ROOT / "rules").glob("*.py"),
    # The captures of `doclint.source` are those of grammars.
    *(path for path in (ROOT / "doclint").rglob("*.py") if path.parts[len(ROOT.parts) + 1] != "source"),
]
ASKS = {"says": 0, "said": 1, "can_say": 2}
"""The functions that ask for a hole, and which of their arguments is its name."""
NAMES = {name for hole in meaningful_holes() for name in names_for(hole, {})}


def names_read(path: Path) -> set[str]:
    """Return the names of the holes that a module reads."""
    text = path.read_text(encoding="utf-8")
    if "captures" not in text and "item[" not in text and "says(" not in text and "said(" not in text:
        return set()
    tree = ast.parse(text)
    package, *parts = path.relative_to(ROOT).with_suffix("").parts
    module = import_module(".".join(["doclint_rules" if package == "rules" else package, *parts]))
    loops = {
        node.target.id: node.iter
        for node in ast.walk(tree)
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.target, ast.Name)
    }
    return {name for key in keys_asked(tree) for name in texts(key, module, loops)}


def keys_asked(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield what is asked of the captures of something."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=value, slice=key) if holds_captures(value, items=True):
                yield key
            case ast.Call(func=ast.Attribute(value=value, attr="get"), args=[key, *_]) if holds_captures(value):
                yield key
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=arguments) if name in ASKS:
                yield from arguments[ASKS[name] : ASKS[name] + 1]
            case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[value]) if holds_captures(value):
                yield key
            case ast.Compare(
                left=ast.Call(func=ast.Attribute(value=value, attr="keys")), ops=[ast.GtE()], comparators=[keys]
            ) if holds_captures(value):
                yield keys


def holds_captures(value: ast.expr, *, items: bool = False) -> bool:
    """Whether an expression is named like captures or, if asked, like an item, which has captures."""
    match value:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.endswith("captures") or (items and name in ("item", "entry"))
    return False


def texts(key: ast.expr, module: ModuleType, loops: dict[str, ast.expr]) -> Iterable[str]:
    """Return the texts that an expression can have, as far as it is made of constants."""
    found: Any = ()
    match key:
        case ast.Constant(value=str(text)):
            found = [text]
        case ast.Set(elts=parts) | ast.Tuple(elts=parts):
            found = [text for part in parts for text in texts(part, module, loops)]
        case ast.Name(id=name) if name in loops:
            found = texts(loops[name], module, {})
        case ast.Name(id=name):
            value: Any = getattr(module, name, ())
            found = [value] if isinstance(value, str) else value
        case ast.Subscript(value=ast.Name(id=name)):
            found = getattr(module, name, {}).values()
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="items" | "keys")):
            found = getattr(module, name, ())
    return [one for one in found if isinstance(one, str)] if isinstance(found, Iterable) else []


def test_every_hole_that_doclint_reads_is_in_the_table() -> None:
    read = {name: path.name for path in READERS for name in names_read(path)}
    assert {name: path for name, path in read.items() if name not in NAMES} == {}
    assert len(read) > 30, "the test no longer finds what is read"


def test_table_names_places_and_needs() -> None:
    for hole in meaningful_holes():
        assert hole.where.keys() <= hole_tables().places.keys(), hole.name
        assert {need for need in hole.where.values() if need} <= hole_tables().needs.keys(), hole.name
        assert hole.meaning.endswith("."), hole.name
        assert "`" not in hole.name
        if not hole.name.isupper():
            named = re.escape(hole.name).replace("KINDS", "[a-z-]+").replace("KIND", "[a-z-]+")
            assert any(re.fullmatch(named, name) for name in Pattern(hole.example).names)
    assert len({hole.name for hole in meaningful_holes()}) == len(meaningful_holes())
    assert {name for name in dotted_names() if "." not in name} == set()


def format_of(**kind: Any) -> dict[str, Any]:
    table = {"name": "page", "path": "{path}.md", "title": "Page {name}", **kind}
    return {"name": "own", "docs-root": "docs", "kind": [table]}


def section(**keys: Any) -> dict[str, Any]:
    return format_of(section=[{"heading": "Part", **keys}])


def content(shape: str, **keys: Any) -> dict[str, Any]:
    return section(content=[{"shape": shape, **keys}])


def parameters(*cells: str) -> dict[str, Any]:
    """Return a format with a table of parameters below the section of a function."""
    table = {"shape": "table", "header": list("ABC"[: len(cells)]), "defines": "parameter", "row": list(cells)}
    return section(heading="`{symbol}`", repeats=True, defines="function", content=[table])


NOTHING = "for text that nothing reads, write `{_}`"


@pytest.mark.parametrize(
    ("format_", "complaints"),
    [
        (parameters("`{symbol}`", "{type}", "{default}"), []),
        (parameters("`{symbol}`", "{tpye}"), ["the hole `tpye` in a table row; did you mean `type`? For text that"]),
        (parameters("`{symbol}`", "{desc}"), ["the hole `desc` in a table row; did you mean `description`?"]),
        (parameters("`{symbol}`", "{qqq}"), [f"the hole `qqq` in a table row; {NOTHING}"]),
        (parameters("`{symbol}`", "{_}", "{_:int}"), []),
        (parameters("`{symbol}`", "{returns}"), []),
        (
            parameters("`{symbol}`", "{parameters}"),
            ["the hole `parameters` in a table row: it has a meaning only in a s"],
        ),
        (content("table", header=["A", "B"], row=["`{any}`", "{_}"]), []),
        (content("table", header=["A", "B"], row=["`{any}`", "{other}"]), ["the hole `other` in a table row;"]),
        (content("table", header=["A", "B"], row=["{_}", "{other}"]), []),
        (
            content("table", header=["A"], row=["{symbol} {type}"]),
            ["the hole `type` in a table row: it has a meaning only where"],
        ),
        (content("links", item="[{label}]({target})"), []),
        (content("links", item="[{label}]({link})"), ["the hole `link` in an item of links;"]),
        (content("links", item="[x]({link})"), []),
        (
            content("links", item=["[x]({page.page})", "**{key}**: [{label}]({_})"]),
            ["the hole `label` in an item of links: it has a meaning only in a table row;"],
        ),
        (content("links", item="[x]({page.pages})"), ["the hole `page.pages`, which no page can fill; did you mean"]),
        (
            content("symbols", defines="function", item="`{symbol}`: {first}"),
            ["the hole `first` in an item of symbols;"],
        ),
        (content("symbols", defines="macro", item="`{symbol}`: {value}"), []),
        (
            content("symbols", defines="function", item="`{symbol}`: {value}"),
            ["the hole `value` in an item of symbols: it has"],
        ),
        (content("imports", item="`{module}`: {names}"), []),
        (content("imports", item="`{module}`: {name}"), []),
        (
            content("imports", item="`{module}`: {nmes}"),
            ["the hole `nmes` in an item of imports; did you mean `names`?"],
        ),
        (content("entries", of="bases", item="{any}, {base}"), []),
        (
            content("entries", of="names", item="{any}, {base}"),
            ["the hole `base` in an item of entries: it has a meaning only"],
        ),
        (content("entries", of="sections", item="{section}: {text}"), []),
        (content("text", text="{count.classes:int} classes in {name}"), []),
        (
            content("text", text="{classes:int} classes"),
            ["the hole `classes` in a text; did you mean `count.classes`?"],
        ),
        (
            content("text", text="{count.files:int} files"),
            ["the hole `count.files` in a text: it has a meaning only in a claim"],
        ),
        (
            content("text", key="a", text="{count.files:int}"),
            ["the hole `count.files` in a claim: it has a meaning only on pages"],
        ),
        (content("text", key="a", text="About {other}", about="other"), []),
        (
            content("text", text="Type {type}"),
            ["the hole `type` in a text: it has a meaning only where `defines` says"],
        ),
        (
            content("signature", text="def {symbol}({parameters})"),
            ["the hole `symbol` in a signature: it", "`parameters`"],
        ),
        (
            content("fields", items=[{"key": "Path", "value": "{path} {lnes}"}]),
            ["the hole `lnes` in the value of a field;"],
        ),
        (content("source", fence="{lang}"), ["the hole `lang` in the fence of a quoted source;"]),
        (content("source", fence="{_}", placeholder=["{size}"]), ["the hole `size` in a placeholder;"]),
        (content("command", fence="sh", text="run {path} {x}"), ["the hole `x` in a command;"]),
        (
            section(heading="Class {symbol}"),
            ["the hole `symbol` in a heading: it has a meaning only where `defines` says"],
        ),
        (section(heading="Part {a} of {b}"), ["the hole `a` in a heading;", "the hole `b` in a heading;"]),
        (section(heading="Part {a} of {b}", repeats=True), ["the hole `b` in a heading;"]),
        (section(heading="Part {a}", before='<a id="{a}-{b}">'), ["the hole `b` in a heading;"]),
        (section(heading="Class {_}", defines="class"), ["the section defines symbols, but its heading has no hole"]),
        (section(heading="Class", before='<a id="{symbol}">', defines="class"), []),
        (content("table", header=["A"], row=["{_}"], defines="field"), ["the table defines symbols, but `row` has no"]),
        (section(heading="Part {a}", source="src/{a}.py"), []),
        (section(heading="Part {a}", source="src/{b}.py"), ["the hole `a` in a heading;", "`source` has the hole `b`"]),
        (section(heading="{keyword}", repeats=True, index=True), []),
        (format_of(footer=["By {tool}"]), ["the hole `tool` in a footer;"]),
        (format_of(footer=["By {symbol}"]), ["the hole `symbol` in a footer: it has a meaning only in"]),
        (format_of(**{"front-matter": {"title": "{titel}"}}), ["the hole `titel` in the front matter;"]),
        (format_of(**{"front-matter": {"title": "{generated.version}"}}), []),
        (format_of(path="{symbol}.md", title="{symbol}", defines="class"), []),
        (
            format_of(path="{symbol}.md", title="Class {name}", defines="class"),
            ["the hole `symbol` in the path of a kind, and noth"],
        ),
        (
            format_of(path="{a}/{b}.md", title="{b}"),
            ["the hole `a` in the path of a kind, and nothing else on the page has it"],
        ),
        (format_of(path="{a}/{b}.md", title="{b}", source="src/{a}.py"), []),
        (
            format_of(path="{a}.md", title="On {b}", source="src/{c}.py"),
            ["`a`", "`b`", "`source` has the hole `c`, which"],
        ),
        ({**format_of(), "artificial": ["{x}s"]}, ["the hole `x` in an artificial keyword;"]),
        ({**format_of(), "filler": [{"text": "{name} module"}]}, ["the hole `name` in a filler"]),
        (
            {**format_of(), "language": {"*": {"type": "File {extension}"}}},
            ["the hole `extension` in the type of a language"],
        ),
        ({**format_of(footer=["By {tool}"]), "parameters": ["tool"]}, []),
        ({**format_of(footer=["By {tool}"]), "own-holes": ["tool"]}, []),
    ],
)
def test_holes_that_nothing_reads(format_: dict[str, Any], complaints: list[str]) -> None:
    try:
        parse(format_, "own")
        found = []
    except FormatError as error:
        found = [mistake.message for mistake in error.mistakes]
    assert len(found) == len(complaints), found
    for message, complaint in zip(found, complaints, strict=True):
        assert complaint in message


def test_hole_of_a_shared_part_is_read_at_one_of_its_places() -> None:
    typed = {"shape": "text", "text": "Type: {type}", "optional": True}
    sections = [
        {"heading": "`{symbol}`", "repeats": True, "defines": "function", "content": ["typed"]},
        {"heading": "More", "content": ["typed"]},
    ]
    parse({**format_of(section=sections), "shared": {"contents": {"typed": [typed]}}}, "own")


def test_hole_of_a_claim_is_read_in_one_of_the_kinds() -> None:
    claims = {"facts": {"files": {"text": "{count.files:int} files"}}}
    kinds = [
        {
            "name": "folder",
            "path": "[{folder}/]all.md",
            "title": "Folder",
            "content": [{"shape": "claims", "of": "facts"}],
        },
        {"name": "file", "path": "{path}.md", "title": "File", "content": [{"shape": "claims", "of": "facts"}]},
    ]
    parse({"name": "own", "docs-root": "docs", "claims": claims, "kind": kinds}, "own")
    with pytest.raises(FormatError, match=r"the claim `facts.files`: nothing reads the hole `count.files` in a claim"):
        parse({"name": "own", "docs-root": "docs", "claims": claims, "kind": kinds[1:]}, "own")
