"""What is wrong with a format: all mistakes at once, each with its line, its place and the nearest right name."""

import tomllib
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path as FilePath
from typing import Any

import pytest

from doclint.cli.main import run_cli
from doclint.errors.exceptions import FormatError, FormatMistake
from doclint.errors.validation import Path
from doclint.formats.loading import load, parse
from doclint.formats.mistakes.places import at

SOUND = """
name = "orchard"
docs-root = "docs/api"
parameters = ["product"]
footer = ["Made for {product}"]
values = { product = "Orchard" }

[language]
".py" = { type = "Python", fence = "python", family = "python" }

[claims.overview.counted]
text = "It has {count.classes:int} classes."

[claims.overview.tested]
text = "It is a test."
true-of = "tests"
proof = { names = ["pytest"] }

[shared.subjects]
tests = { path = ["test"] }

[shared.sections.links]
heading = "See also"
required = false
content = [{ shape = "links", item = "[{_}]({target})" }]

[shared.contents]
quote = [{ shape = "source", fence = "{language.fence}" }]

[[kind]]
name = "module"
path = "{path}.md"
title = "Module {name}"
content = [{ shape = "claims", of = "overview" }]

[[kind.section]]
heading = "Facts"
when = { family = "python" }
content = [{ shape = "fields", items = [
    { key = "Source", value = "`{path}`" },
    { key = "Size", value = "{size.bytes:int} bytes" },
] }]

[[kind.section]]
heading = "Functions"
content = [{ shape = "symbols", defines = "function", item = [
    "`{symbol}`",
    "`{symbol}`: {description}",
] }]

[[kind.section.child]]
heading = "`{symbol}`"
key = "function"
level = 3
repeats = true
sorted-by = "text"
defines = "function"
content = [
    { shape = "signature", text = "def {symbol}({parameters})", fence = "python" },
    { shape = "table", defines = "parameter", header = ["Name", "Type"], row = ["{symbol}", "{type}"] },
    { shape = "prose" },
]

[[kind.section]]
heading = "Text of {name}"
content = ["quote"]

[[kind]]
name = "model"
path = "models/{symbol}.md"
title = "{symbol}"
defines = "class"
source = "src/{symbol|snake}.py"
section = ["links", { heading = "Fields", content = [{ shape = "entries", of = "fields", item = "{_}" }] }]

[[kind]]
name = "index"
path = "index.md"
title = "Modules"
section = ["links", { heading = "All", content = [
    { shape = "links", lists = "pages", of-kinds = "model", item = "[{symbol}]({target})" },
] }]
"""


def mistakes_of(text: str) -> tuple[FormatMistake, ...]:
    with pytest.raises(FormatError) as caught:
        parse(tomllib.loads(text), "orchard.toml", text)
    return caught.value.mistakes


def line_of(text: str, piece: str) -> int:
    assert text.count(piece) == 1
    return text[: text.index(piece)].count("\n") + 1


def test_shared_section_with_a_key_is_in_a_kind_once() -> None:
    twice = SOUND.replace('section = ["links", {', 'section = ["links", { heading = "More", child = ["links"] }, {')
    assert parse(tomllib.loads(twice), "orchard.toml", twice).name == "orchard"
    [found] = mistakes_of(twice.replace('heading = "See also"', 'heading = "See also"\nkey = "links"'))
    assert found.message.endswith("or leave `key` out of a shared section: it then has one by the section around it")


def test_sound_format() -> None:
    assert parse(tomllib.loads(SOUND), "orchard.toml", SOUND).name == "orchard"


MISTAKES = [
    # Keys
    ("parameters =", "parametres =", "", "there is no key `parametres`; did you mean `parameters`?"),
    ('docs-root = "docs/api"', 'docs = "docs/api"', "", "there is no key `docs`; did you mean `docs-root`?"),
    ('path = "index.md"', 'page = "index.md"', "the kind `index`", "there is no key `page`; did you mean `path`?"),
    (
        'title = "Module {name}"',
        'titel = "Module {name}"',
        "the kind `module`",
        "there is no key `titel`; did you mean `title`?",
    ),
    (
        'heading = "Facts"',
        'title = "Facts"',
        "the section `any` of the kind `module`",
        "there is no key `title`; did you mean `heading`?",
    ),
    (
        "repeats = true",
        "multiple = true",
        "the section `function` of the kind `module`",
        "there is no key `multiple`; did you mean `repeats`?",
    ),
    (
        'row = ["{symbol}"',
        'columns = ["{symbol}"',
        "the element `table` of the section `function` of the kind `module`",
        "there is no key `columns`; did you mean `row`?",
    ),
    (
        '{ key = "Size", value',
        '{ key = "Size", valeu',
        "the field `Size` of the section `facts` of the kind `module`",
        "there is no key `valeu`; did you mean `value`?",
    ),
    (
        '{ shape = "prose" }',
        '{ shape = "prose", level = 3 }',
        "the element `prose` of the section `function` of the kind `module`",
        "`level` is a key of sections, not of `prose`",
    ),
    (
        'header = ["Name", "Type"]',
        'sorted-by = "text", header = ["Name", "Type"]',
        "the element `table` of the section `function` of the kind `module`",
        "`sorted-by` cannot be `text`, but `default`",
    ),
    (
        'item = "[{_}]({target})"',
        'regex = "[{_}]({target})"',
        "the element `links` of the shared section `links`",
        "there is no key `regex`; did you mean `item`?",
    ),
    (
        'proof = { names = ["pytest"] }',
        'proof = { word = ["pytest"] }',
        "the `proof` of the claim `overview.tested`",
        "there is no key `word`; did you mean `words`?",
    ),
    (
        'fence = "python", family',
        'fances = "python", family',
        "the language `.py`",
        "there is no key `fances`; did you mean `fence`?",
    ),
    ("[shared.contents]", "[shared.content]", "", "there is no key `shared.content`; did you mean `contents`?"),
    # Shapes
    (
        'shape = "signature"',
        'shape = "signatur"',
        "the element `signatur` of the section `function` of the kind `module`",
        "there is no shape `signatur`; did you mean `signature`?",
    ),
    (
        '{ shape = "prose" }',
        '{ shape = "paragraph" }',
        "the element `paragraph` of the section `function` of the kind `module`",
        "there is no shape `paragraph`; did you mean `prose`?",
    ),
    (
        'shape = "fields", items',
        'shape = "metadata", items',
        "the element `metadata` of the section `facts` of the kind `module`",
        "there is no shape `metadata`; did you mean `fields`?",
    ),
    (
        '{ shape = "table", defines',
        "{ defines",
        "the element `2` of the section `function` of the kind `module`",
        "the element has no `shape`; did you mean `table`?",
    ),
    (
        '{ shape = "table", defines',
        '{ shape = "links", defines',
        "the element `links` of the section `function` of the kind `module`",
        "`links` has no `defines`, `header` and `row`; did you mean `table`, which has?",
    ),
    # Values
    ("level = 3", "level = 0", "the section `function` of the kind `module`", "`level` is 0, but should be at least 1"),
    (
        "level = 3",
        'level = "3"',
        "the section `function` of the kind `module`",
        "`level` should be a whole number, not '3'",
    ),
    (
        "level = 3",
        "level = 1",
        "the section `function` of the kind `module`",
        "`level` is 1, but the section around it, `functions`, has level 2; levels count from 1, the title",
    ),
    (
        "required = false",
        'required = "no"',
        "the shared section `links`",
        "`required` should be `true` or `false`, not 'no'",
    ),
    (
        'defines = "class"',
        'defines = "klass"',
        "the kind `model`",
        "`defines` cannot be `klass`; did you mean `class`?",
    ),
    (
        'sorted-by = "text"',
        'sorted-by = "txt"',
        "the section `function` of the kind `module`",
        "`sorted-by` cannot be `txt`; did you mean `text`?",
    ),
    (
        "of-kinds =",
        "cap = 0, of-kinds =",
        "the element `links` of the section `all` of the kind `index`",
        "`cap` is 0, but should be at least 1",
    ),
    ('heading = "Facts"', 'heading = ""', "the section `any` of the kind `module`", "`heading` is empty"),
    ('heading = "Facts"', "heading = []", "the section `any` of the kind `module`", "`heading` is empty"),
    (
        'heading = "Facts"',
        'heading = "## Facts"',
        "the section `facts` of the kind `module`",
        "`## Facts` is not one line of inline Markdown; write headings without `#`",
    ),
    (
        '    "`{symbol}`",',
        '    "- `{symbol}`",',
        "the element `symbols` of the section `functions` of the kind `module`",
        "`item` is `- `{symbol}``: write items without the marker, as ``{symbol}``",
    ),
    (
        'key = "Size"',
        'key = "**Size**:"',
        "the field `**Size**:` of the section `facts` of the kind `module`",
        "`key` is `**Size**:`: write it without markup and colon, as `Size`, for `**Size**: ...`",
    ),
    (
        'key = "Size"',
        'key = "Source"',
        "the field `Source` of the section `facts` of the kind `module`",
        "another field has the key `Source`, too; for alternatives, `value` can be a list",
    ),
    (
        'header = ["Name", "Type"]',
        'header = ["Name"]',
        "the element `table` of the section `function` of the kind `module`",
        "`row` has 2 cells, but `header` has 1; for cells that nothing reads, write `{_:markup}`",
    ),
    (
        'fence = "python" },',
        'fence = "python", layout = ["quote", "heading"] },',
        "the element `signature` of the section `function` of the kind `module`",
        "`layout` has `heading` beside others: a signature is either in the heading or below it",
    ),
    (
        'text = "def {symbol}({parameters})", fence = "python"',
        'layout = "heading", text = "`{symbol}({parameters})`"',
        "the element `signature` of the section `function` of the kind `module`",
        "`text` has backticks, but doclint compares it with what readers see; write `{symbol}({parameters})`",
    ),
    (
        'docs-root = "docs/api"',
        'docs-root = "../docs"',
        "",
        "`docs-root` is `../docs`: write a path from the root of the repository, such as `docs/api`, and",
    ),
    (
        'docs-root = "docs/api"',
        'docs-root = "/docs"',
        "",
        "`docs-root` is `/docs`: write a path from the root of the repository, such as `docs/api`, and an",
    ),
    ("{ product = ", "{ produkt = ", "the `values`", "`produkt` is not a parameter; did you mean `product`?"),
    (
        'path = ["test"]',
        'path = ["Test"]',
        "the shared subjects `tests`",
        "`path` has `Test`, but needs a word of small letters from a to z",
    ),
    (
        "proof = {",
        "proof = {} #",
        "the claim `overview.tested`",
        "the `proof` is empty, so nothing could prove the claim",
    ),
    (
        '    { shape = "prose" },\n',
        '    { optional = true, group = [{ shape = "prose" }] },\n',
        "the element `group` of the section `function` of the kind `module`",
        "`prose` cannot be in a `group` or in `one-of`, which never match with it; put it before or after",
    ),
    # Names of other parts
    ('name = "index"', 'name = "model"', "the kind `model`", "another kind has the name `model`, too"),
    (
        'heading = "Text of {name}"',
        'heading = "Functions"',
        "the section `functions` of the kind `module`",
        "another section has the key `functions`, too; give one of them a `key` of its own",
    ),
    (
        'of-kinds = "model"',
        'of-kinds = "modle"',
        "the element `links` of the section `all` of the kind `index`",
        "`of-kinds` names `modle`, but no kind has this name; did you mean `module`?",
    ),
    (
        'of-kinds = "model", ',
        "",
        "the element `links` of the section `all` of the kind `index`",
        "`lists` is `pages`, but `of-kinds` does not say of which kinds",
    ),
    (
        'lists = "pages", ',
        "",
        "the element `links` of the section `all` of the kind `index`",
        '`of-kinds` has no effect without `lists = "pages"`',
    ),
    (
        '"[{symbol}]({target})" }',
        '"[{_}]({target})" }',
        "the element `links` of the section `all` of the kind `index`",
        "`lists` is `pages`, but no item has the hole `{symbol}` for their names",
    ),
    (
        'of = "overview"',
        'of = "overwiev"',
        "the element `claims` of the kind `module`",
        "`of` names the claims `overwiev`, which the format does not have; did you mean `overview`?",
    ),
    (
        'when = { family = "python"',
        'when = { family = "pyhton"',
        "the `when` of the section `facts` of the kind `module`",
        "`pyhton` is not the `family` of any `language`; did you mean `python`?",
    ),
    (
        'when = { family = "python" }',
        "when = {}",
        "the `when` of the section `facts` of the kind `module`",
        "`when` has no condition: write `family = [...]` or `ext = [...]`",
    ),
    (
        'when = { family = "python" }',
        'when = { ext = "py" }',
        "the `when` of the section `facts` of the kind `module`",
        "`py` has no dot; did you mean `.py`?",
    ),
    (
        'heading = "Functions"',
        'heading = "Functions"\ninstead-of = "fact"',
        "the section `functions` of the kind `module`",
        "`instead-of` is `fact`, which is not a section beside it; did you mean `facts`?",
    ),
    (
        "repeats = true\n",
        "",
        "the section `function` of the kind `module`",
        "`sorted-by` has no effect: only sections with `repeats = true` are sorted",
    ),
    (
        'defines = "class"\n',
        'complete = "public"\n',
        "the kind `model`",
        "`complete` has no effect without `defines`, which says of which symbols all must be there",
    ),
    (
        'true-of = "tests"',
        'true-of = ["tests", { languages = ["pyton"] }]',
        "the `true-of` of the claim `overview.tested`",
        "`languages` names the unknown language `pyton`",
    ),
    (
        'true-of = "tests"',
        'true-of = ["tests", { apart = ["latest"] }]',
        "the claim `overview.tested`",
        "`true-of` has no condition",
    ),
    (
        "proof = { names",
        'about = "file"\nproof = { names',
        "the claim `overview.tested`",
        "`about` names the hole `file`, which the text does not have",
    ),
    (
        'content = ["quote"]',
        'content = ["quote", "quote"]',
        "the section `text-of-name` of the kind `module`",
        "`content` has a second quoted source; a section can have several only if each has `when`",
    ),
    # Shared parts
    (
        'true-of = "tests"',
        'true-of = "test"',
        "the claim `overview.tested`",
        "there is no `shared.subjects.test`; did you mean `tests`?",
    ),
    (
        'content = ["quote"]',
        'content = ["qoute"]',
        "the section `text-of-name` of the kind `module`",
        "there is no `shared.contents.qoute`; did you mean `quote`?",
    ),
    (
        'content = ["quote"]',
        'content = "quote"',
        "the section `text-of-name` of the kind `module`",
        '`content` is a list: write `content = ["quote"]` for `shared.contents.quote`',
    ),
    ("quote = [{", 'quote = ["quote", {', "", "`shared.contents.quote` contains itself"),
    # Patterns
    (
        'title = "Module {name}"',
        'title = "Module {name"',
        "the kind `module`",
        "`Module {name` has a stray `{` at character 8; for a brace in the text, write `{{`",
    ),
    (
        'title = "Module {name}"',
        'title = "Module {language.tpe}"',
        "the kind `module`",
        "`Module {language.tpe}` has the hole `language.tpe`, which no page can fill; did you mean",
    ),
    (
        "{size.bytes:int}",
        "{size.bytes:integer}",
        "the field `Size` of the section `facts` of the kind `module`",
        "`{size.bytes:integer} bytes` has a hole of the unknown type `integer`; did you mean `int`?",
    ),
    (
        "{symbol|snake}",
        "{symbol|snak}",
        "the kind `model`",
        "`source`: `src/{symbol|snak}.py` has the unknown filter `snak`; did you mean `snake`?",
    ),
    (
        "{symbol|snake}",
        "{model|snake}",
        "the kind `model`",
        "`source` has the hole `model`, which neither the path, the title nor the front matter has",
    ),
    (
        "def {symbol}(",
        "def {returns}{symbol}(",
        "the element `signature` of the section `function` of the kind `module`",
        "`text`: `def {returns}{symbol}({parameters})` does not say where the hole `returns` ends; put a",
    ),
]


@pytest.mark.parametrize(("old", "new", "place", "text"), MISTAKES)
def test_mistake_is_found_where_it_is(old: str, new: str, place: str, text: str) -> None:
    [found] = mistakes_of(SOUND.replace(old, new))
    first = line_of(SOUND, old)
    assert found.line in range(first, first + new.count("\n") + 1)
    assert found.message.startswith(f"{place}: {text}" if place else text)


@pytest.mark.parametrize(
    ("old", "new", "at", "message"),
    [
        ('path = "{path}.md"\n', "", '[[kind]]\nname = "module"', "the kind `module`: `path` is missing"),
        (
            'docs-root = "docs/api"\n',
            "",
            "",
            "`docs-root` is missing",
        ),
        ('content = ["quote"]', "content = []", "quote = [{", "`shared.contents.quote` is used nowhere"),
        (
            '"`{symbol}`: {description}"',
            '"`{symbol}`[ (`{_}`)]",\n    "`{symbol"',
            '    "`{symbol",',
            "the element `symbols` of the section `functions` of the kind `module`: ``{symbol` has a stray `{`",
        ),
    ],
)
def test_mistake_is_found_where_the_cause_is(old: str, new: str, at: str, message: str) -> None:
    changed = SOUND.replace(old, new)
    found = mistakes_of(changed)[-1]
    assert found.message.startswith(message)
    assert found.line == (line_of(changed, at) if at else None)


def test_all_mistakes_are_found_at_once() -> None:
    made: dict[int, tuple[str, str]] = {}
    changed = SOUND
    for old, new, _, text in MISTAKES:
        # Each line has one mistake. What is meant by some is not clear, so that nothing that refers to it is checked.
        line, is_unclear = line_of(SOUND, old), any(one in new for one in ("snak}", "shared.content]", '["quote", {'))
        if line not in made and not is_unclear and old.count("\n") == new.count("\n"):
            made[line] = new, text
            changed = changed.replace(old, new)
    found = mistakes_of(changed)
    missed = [
        new for line, (new, text) in made.items() if not any(one.line == line and text in one.message for one in found)
    ]
    assert (len(found), missed) == (len(made), [])


def keys_in(value: object, path: Path = ()) -> Iterator[Path]:
    for part, below in (
        value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    ):
        if isinstance(part, str):
            yield (*path, part)
        yield from keys_in(below, (*path, part))


@pytest.mark.parametrize(
    ("path", "key"), [*zip(keys_in(tomllib.loads(SOUND)), cycle(["xyzzy", ""]), strict=False)], ids=str
)
def test_what_is_not_clear_causes_no_other_mistake(path: Path, key: str) -> None:
    has_any_key = path[:1] in (("shared",), ("values",), ("language",)) or (path[:1] == ("claims",) and len(path) < 4)
    if has_any_key or path[-1] == "repeats":  # a switch is left out, which `sorted-by` needs
        return
    data = tomllib.loads(SOUND)
    around: Any = at(data, path[:-1])
    value = around.pop(path[-1])
    around[key or path[-1]] = value if key else [[0.5]]
    with pytest.raises(FormatError) as caught:
        parse(data, "orchard.toml")
    places = {one.path[: len(path)] for one in caught.value.mistakes if one.path[0] != "shared"}
    assert places <= {path, (*path[:-1], key)}, caught.value


def test_what_is_not_clear_hides_no_other_mistake() -> None:
    unclear = SOUND.replace("[[kind]]", "[[kind]]\nxyzzy = [0]", 1).replace('shape = "links"', 'shape = "xyzzy"', 1)
    changed = unclear.replace('"Text of {name}"', '"Text of {name}{name}"')
    assert changed != unclear
    assert len(mistakes_of(changed)) == len(mistakes_of(unclear)) + 1


def test_command_line_shows_each_mistake_on_a_line(
    tmp_path: FilePath, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = SOUND.replace("repeats = true", "repaets = true").replace('path = "index.md"', 'page = "index.md"')
    (tmp_path / "orchard.toml").write_text(changed, encoding="utf-8")
    (tmp_path / "doclint.toml").write_text('formats = ["orchard.toml"]\n', encoding="utf-8")
    expected = (
        "doclint: orchard.toml has 2 mistakes{}\n"
        "orchard.toml:55: the section `function` of the kind `module`: there is no key `repaets`; did you mean "
        "`repeats`?\n"
        "orchard.toml:78: the kind `index`: there is no key `page`; did you mean `path`?\n"
    )
    assert run_cli(["check", str(tmp_path)]) == 2
    assert capsys.readouterr().err == expected.format(f" (in the root `{tmp_path}`)")
    monkeypatch.chdir(tmp_path)
    for command in (["check"], ["config"], ["formats"]):
        assert run_cli(command) == 2
        assert capsys.readouterr().err == expected.format("")


def test_one_mistake_is_one_line(tmp_path: FilePath) -> None:
    (tmp_path / "orchard.toml").write_text(SOUND.replace("level = 3", "level = 9"), encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        load("orchard.toml", tmp_path)
    text = "the section `function` of the kind `module`: `level` is 9, but should be at most 6"
    assert str(caught.value) == f"orchard.toml:54: {text}"
    path = ("kind", 0, "section", 1, "child", 0, "level")
    assert caught.value.mistakes == (FormatMistake(path, 54, text),)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[kind]]", "[[kind", "this is not TOML: Expected ']]' at the end of an array declaration, at character 7 of"),
        (
            'name = "orchard"',
            'name = "orchard"\nname = "x"',
            "this is not TOML: Cannot overwrite a value, at",
        ),
    ],
)
def test_file_that_is_not_toml(tmp_path: FilePath, old: str, new: str, message: str) -> None:
    (tmp_path / "orchard.toml").write_text(SOUND.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        load("orchard.toml", tmp_path)
    [found] = caught.value.mistakes
    assert found.line == line_of(SOUND, '[[kind]]\nname = "module"' if "kind" in new else old) + new.count("\n")
    assert found.message.startswith(message)


def test_mistake_in_a_shared_part_is_reported_once() -> None:
    changed = SOUND.replace('heading = "See also"', 'headng = "See also"')
    [found] = mistakes_of(changed)
    assert found == FormatMistake(
        ("shared", "sections", "links", "headng"),
        line_of(changed, "headng"),
        "the shared section `links`: there is no key `headng`; did you mean `heading`?",
    )


@pytest.mark.parametrize(
    ("row", "patterns", "line", "message"),
    [
        ("{shared.types}", "`{type", 4, "``{type` has a stray `{`"),
        ("{shared.typs}", "`{type}`", 9, "the element `table` of the kind `page`: `{shared.typs}` has the hole"),
        ("{type}", "`{type}`", 4, "`shared.patterns.types` is used nowhere"),
    ],
)
def test_mistakes_around_shared_patterns_have_their_places(row: str, patterns: str, line: int, message: str) -> None:
    text = (
        f'name = "x"\ndocs-root = "d"\n[shared.patterns]\ntypes = ["{{type}}", "{patterns}"]\n[[kind]]\nname = "page"\n'
        'path = "{name}.md"\ncontent = [\n'
        f'{{ shape = "table", header = ["A", "B"], row = ["`{{symbol}}`[ = `1`]", "{row}"], defines = "parameter" }},\n'
        "]\n"
    )
    assert (line, message) in [(one.line, one.message[: len(message)]) for one in mistakes_of(text)]


@pytest.mark.parametrize(("kinds", "last"), [(90, "and 40 others"), (5_000, "and 150 or more others")])
def test_no_more_than_fifty_mistakes_are_shown(kinds: int, last: str) -> None:
    text = 'name = "x"\ndocs-root = "docs"\n' + "".join(f'[[kind]]\nname = "k{n}"\n' for n in range(kinds))
    with pytest.raises(FormatError) as caught:
        parse(tomllib.loads(text), "x.toml", text)
    lines = str(caught.value).split("\n")
    assert len(lines) == 52
    assert lines[1] == "x.toml:3: the kind `k0`: `path` is missing"
    assert lines[-1] == last


def test_names_with_line_breaks_and_escapes_forge_nothing(
    tmp_path: FilePath, capsys: pytest.CaptureFixture[str]
) -> None:
    text = SOUND.replace('name = "module"', 'name = "a\\nb.toml:1: \\u001b[31m"').replace("level = 3", "level = 9")
    (tmp_path / "orchard.toml").write_text(text, encoding="utf-8")
    (tmp_path / "doclint.toml").write_text('formats = ["orchard.toml"]\n', encoding="utf-8")
    assert run_cli(["check", "--root", str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert "\x1b" not in err
    assert err.startswith("doclint: orchard.toml:54: the section `function` of the kind `a b.toml:1: ")
    assert err.count("\n") == 1
