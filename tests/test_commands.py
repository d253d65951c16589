"""Commands of Typer in sources."""

import pytest

import doclint
from doclint.packages.commands import command_named, commands_of
from doclint.repository.in_memory import Memory
from doclint.source.answer import Found, Missing, Unknown

HEAD = "import typer\n\napp = typer.Typer()\n\n\n@app.command()\n"
STOCK = "import typer\n\nmine = typer.Typer(name='stock')\n\n\n@mine.command('add')\ndef put(): ...\n"


def members(parameters: str, before: str = "") -> tuple[list[tuple[str, str, str | None, bool]], str]:
    """Return the kind, name, default and optionality of what a command has, and why it may have more."""
    (own,) = commands_of(Memory({"a.py": before + HEAD + f"def go({parameters}): ...\n"}))
    found = [
        one
        for one in own.declaration.members
        if not one.name.endswith(("--help", "--install-completion", "--show-completion"))
    ]
    return [(one.kind, one.name, one.value, one.is_optional) for one in found if one.is_public], own.declaration.is_open


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ("a_b: str", [("argument", "A_B", None, False)]),
        ("a_b: int = 3", [("option", "--a-b", "3", True)]),
        ("a: str = typer.Option(..., '-x', '--xy')", [("option", "-x, --xy", None, False)]),
        ("a: str = typer.Argument('b', metavar='C')", [("argument", "C", "'b'", True)]),
        ("a: Annotated[str, typer.Option('--b/--no-b')] = 'c'", [("option", "--b / --no-b", "'c'", True)]),
        ("a: int = typer.Option(3, ' --aa', '-x')", [("option", " --aa, -x", "3", True)]),
        ("a: bool = True", [("option", "--a / --no-a", "'a'", True)]),
        ("a: bool = typer.Option(False, '-a/-A', '--aa/--bb')", [("option", "-a, --aa / -A, --bb", "'A'", True)]),
        ("a: bool = typer.Option(False, '--aa')", [("option", "--aa", None, True)]),
        ("a: bool = typer.Option(True, '--aa', count=True)", []),
        ("a: tuple[bool, str] = (True, 'x')", [("option", "--a", "…", True)]),
        ("a: str = typer.Option('', hidden=True)", []),
        ("a: str = typer.Option('', hidden=not BETA)", []),
        ("a: str = typer.Option('', hidden=False)", [("option", "--a", None, True)]),
        ("a: str = typer.Option('', '-a')", [("option", "-a", None, True)]),
        ("_aB: str = typer.Option('')", [("option", "---ab", None, True)]),
        ("a: Path = typer.Option(Path('./b//c/'))", [("option", "--a", "'b/c'", True)]),
        ("context: typer.Context", []),
    ],
)
def test_options_and_arguments(parameters: str, expected: list[tuple[str, str, str | None, bool]]) -> None:
    assert members(parameters) == (expected, "")


@pytest.mark.parametrize(
    "parameters",
    ["a: Imported", "a = IMPORTED", "a: str = typer.Option('', **MORE)", "**a", "a: str = typer.Option('', NAME)"],
)
def test_what_is_not_known(parameters: str) -> None:
    assert members(parameters) == ([], "the options of its parameter `a` are not known")


def test_commands_by_the_words_of_users() -> None:
    source = HEAD + "def go_on(): ...\n\n\napp.add_typer(stock.mine)\n\n\n@app.command(NAME)\ndef other(): ...\n"
    repository = Memory(
        {"main.py": source, "stock.py": STOCK, "copy.py": STOCK, "x.py": 'NAME = "later"\nNAMES = "old | new"\n'}
    )
    assert isinstance(command_named(repository, "shop go-on"), Found)
    assert isinstance(command_named(repository, "shop stock add"), Found)
    assert isinstance(command_named(repository, "shop stock drop"), Missing)
    assert isinstance(command_named(repository, "shop nothing"), Missing)
    for name in ("shop", "shop add", "shop later", "shop old | new", "shop elsewhere add", "shop elsewhere nothing"):
        assert isinstance(command_named(repository, name), Unknown)


def test_an_imported_app_under_another_name() -> None:
    main = (
        HEAD + "def go(): ...\n\n\nfrom shop.stock import mine as stock_app\n\napp.add_typer(stock_app, name='shelf')\n"
    )
    repository = Memory({"main.py": main, "shop/stock.py": STOCK})
    assert isinstance(command_named(repository, "shop shelf add"), Found)


def test_options_in_a_variable() -> None:
    before = "import typer\nSIZE = typer.Option(3, '--size')\nKind = Annotated[str, typer.Option('--kind')]\n"
    assert members("a: int = SIZE, b: Kind = 'c'", before) == (
        [("option", "--size", "3", True), ("option", "--kind", "'c'", True)],
        "",
    )


def test_groups_in_each_other() -> None:
    group = "import typer\n{}{} = typer.Typer(name={})\n{}"
    inner = "from shop.{0} import {0}\n"
    added = "{}.add_typer({})\n"
    repository = Memory(
        {
            "shop/__init__.py": "",
            "shop/main.py": inner.format("a") + group.format("", "app", "'shop'", added.format("app", "a")),
            "shop/a.py": group.format(
                inner.format("b") + inner.format("c"), "a", "'x'", added.format("a", "b") + added.format("a", "c")
            ),
            "shop/b.py": group.format("", "b", "'y'", "@b.command()\ndef go(): ...\n"),
            "shop/c.py": group.format("", "c", "NAME", "@c.command()\ndef run(): ...\n"),
        }
    )
    found = {(one.declaration.name, one.is_callback): one.above for one in commands_of(repository)}
    assert found == {
        ("go", False): {("x", "y")},
        ("run", False): set(),
        ("a", True): {("x",)},
        ("b", True): {("x", "y")},
    }


HELP = """\
`{0}`

**Usage**:

```console
$ {0} [OPTIONS]
```

**Options**:

{1}* `--help`: Show this message and exit.

"""


@pytest.mark.parametrize(("option", "rules"), [("size", []), ("weight", ["unknown-member"])])
def test_page_without_the_name_of_the_program(option: str, rules: list[str]) -> None:
    commands = [
        f"## {HELP.format(f'{group} | x', '')}### {HELP.format(f'{group} | x add', f'* `--{option} TEXT`{chr(10)}')}"
        for group in ("a", "b")
    ]
    source = "import typer\n\nx = typer.Typer(cls=Own)\n\n\n@x.command('add | new')\ndef add(size: str = ''): ...\n"
    main = HEAD.partition("@")[0] + "".join(
        f"from shop.sub_{one} import x as {one}\napp.add_typer({one}, name='{one} | x')\n" for one in "ab"
    )
    sources = {"shop/__init__.py": "", "shop/main.py": main, "shop/sub_a.py": source, "shop/sub_b.py": f"{source}\n"}
    found = doclint.lint_text("# Reference\n\n" + "".join(commands), path="docs/cli.md", sources=sources).findings
    assert sorted({one.rule for one in found}) == rules


def test_group_with_the_name_of_the_program() -> None:
    main = f"{HEAD}def add(weight: str = ''): ...\n\n\nfrom shop.stock import mine\napp.add_typer(mine, name='shop')\n"
    stock = STOCK.replace("put()", "put(size: str = '')")
    page = [HELP.format(*one) for one in (("shop", ""), ("shop add", "* `--weight TEXT`\n"), ("shop shop add", ""))]
    sources = {"shop/__init__.py": "", "shop/main.py": main, "shop/stock.py": stock}
    found = doclint.lint_text("# " + "## ".join(page), path="docs/cli.md", sources=sources).findings
    assert [one.message for one in found] == ["The page leaves out `--size` of `shop shop add` (shop/stock.py:7)"]


_COPIED = """\
# `shop`

* `--help`: Show this message and exit.

## `shop pay`

{}

**Options**:

* `--help`: Show this message and exit.

## `shop stop`

Stop it.

**Options**:

* `--help`: Show this message and exit.

## `shop pay`

{}

**Options**:

* `--help`: Show this message and exit.
"""


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("Pay for it.", "Pay for it.", ["repeated-section 21"]),
        ("Take it.", "Take it.", ["repeated-section 21", "wrong-description 7"]),
        ("Pay for it.", "Take it.", ["repeated-section 21", "wrong-description 23"]),
    ],
)
def test_a_section_that_is_there_twice_repeats_no_other_finding(first: str, second: str, found: list[str]) -> None:
    source = "import typer\n\napp = typer.Typer()\n"
    source += "".join(
        f'\n\n@app.command()\ndef {one}():\n    """{text}"""\n'
        for one, text in (("pay", "Pay for it."), ("stop", "Stop it."))
    )
    rules = ["repeated-section", "wrong-description"]
    page = _COPIED.format(first, second)
    findings = doclint.lint_corpus({"docs/cli.md": page}, sources={"shop.py": source}, rules=rules).findings
    assert sorted(f"{one.rule} {one.start.line}" for one in findings) == found


@pytest.mark.parametrize(("call", "rules"), [("", ["wrong-description"]), ("deprecated=True", [])])
def test_what_is_deprecated_has_a_description_of_its_own(call: str, rules: list[str]) -> None:
    source = f'import typer\n\napp = typer.Typer()\n\n\n@app.command({call})\ndef pay():\n    """Pay for it."""\n'
    page = _COPIED.partition("## `shop stop`")[0].format("(deprecated) Pay for it.")
    findings = doclint.lint_corpus(
        {"docs/cli.md": page}, sources={"shop.py": source}, rules=["wrong-description"]
    ).findings
    assert [one.rule for one in findings] == rules


PAY = "import typer\n\napp = typer.Typer()\n\n\n@app.command()\ndef pay({}): ...\n\n\n@app.command()\ndef stop(): ...\n"


def found_in(option: str, parameters: str) -> list[str]:
    """Return what is reported about a page with one option of a command that has some parameters."""
    page = "# " + "## ".join([HELP.format("shop", ""), HELP.format("shop pay", option), HELP.format("shop stop", "")])
    report = doclint.lint_text(page, path="docs/cli.md", sources={"shop.py": PAY.format(parameters)})
    return [one.message.partition(" (")[0] for one in report.findings]


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        ("required", []),
        ("x>=20; required", []),
        ("env var: SIZE; x>=20; required", []),
        ("x>=20", ["The page calls `shop pay.--size` optional, but it is required"]),
        ("default: 3; x>=20", []),
    ],
)
def test_what_must_be_given_may_have_a_range(extra: str, expected: list[str]) -> None:
    default = "3" if "default" in extra else "..."
    option = f"* `--size INTEGER RANGE`: How many.  [{extra}]\n"
    assert found_in(option, f"size: int = typer.Option({default}, min=20, help='How many.')") == expected


def test_option_with_one_of_its_names_is_not_missing() -> None:
    parameters = "plot: bool = typer.Option(False, '--plot/--no-plot', help='Plot it.'), size: int = 3"
    assert found_in("* `--plot`: Plot it.\n", parameters) == [
        "The page leaves out `--size` of `shop pay`",
        "The page has `--plot` for the option `--plot / --no-plot` of `pay`",
    ]
