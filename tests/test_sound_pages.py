"""What pages of generators that are right, though they look wrong at first, do not lead to."""

import posixpath
import tomllib
from collections.abc import Mapping

import pytest

from doclint import lint_corpus, read_page

BASKET = "docs/Basket.md"
MODULE = """\
# Shop

<a name="module_shop"></a>

## shop

* [shop](#module_shop)
    * [~fill()](#module_shop..fill)

<a name="module_shop..fill"></a>

### shop~fill()
**Kind**: inner method of [<code>shop</code>](#module_shop)

<a name="SIZE"></a>

{} SIZE : <code>number</code>
**Kind**: global constant
"""


def a_format(kind: str) -> str:
    return f'name = "small"\ndocs-root = "docs"\n[[kind]]\nname = "page"\n{kind}'


def rules_of(
    text: str, path: str = BASKET, *, format_: str | None = None, files: Mapping[str, str] | None = None
) -> set[str]:
    """Return the rules that report something on a page beside other pages and sources."""
    others = {name: one for name, one in (files or {}).items() if name.endswith(".md")}
    sources = {name: one for name, one in (files or {}).items() if name not in others}
    format_of_pages = tomllib.loads(format_) if format_ else None
    report = lint_corpus({path: text, **others}, format=format_of_pages, sources=sources)
    return {one.rule for one in report.findings if one.path == path}


BASES = a_format(
    """
path = "{_}.md"
title = "Class {symbol}"
defines = "class"
source = "shop.ts"
content = [{ shape = "entries", of = "bases", item = "{base}" }]
"""
)


@pytest.mark.parametrize(
    ("bases", "source", "is_right"),
    [
        ("Box Unit", "class Box implements Unit {}\nexport class Basket extends Box {}\n", True),
        ("Box Shelf", "class Box implements Unit {}\nexport class Basket extends Box {}\n", False),
        ("Stream Readable", "import { Stream } from 'stream'\nexport class Basket extends Stream {}\n", True),
        ("Stream Readable", "import * as s from 'stream'\nexport class Basket extends s.Stream {}\n", True),
        ("Iterable Shelf", "export class Basket implements Iterable<Fruit> {}\n", False),
    ],
)
def test_bases_of_bases_in_typescript(bases: str, source: str, *, is_right: bool) -> None:
    text = "# Class Basket\n\n" + "".join(f"- {base}\n" for base in bases.split())
    files = {"shop.ts": f"interface Unit {{}}\n{source}"}
    assert ("wrong-base" in rules_of(text, format_=BASES, files=files)) != is_right


PARAMETERS = a_format(
    """
path = "{_}.md"
title = "Function {symbol}"
defines = "function"
source = "shop.js"
content = [{ shape = "symbols", defines = "parameter", item = "`{symbol}[{optional='?'}]`" }]
"""
)


@pytest.mark.parametrize(
    ("parameter", "is_right"), [("count", False), ("[count]", True), ("{number=} count", True), ("[size]", False)]
)
def test_optional_parameters_of_javascript(parameter: str, *, is_right: bool) -> None:
    source = f"/**\n * Fills it.\n * @param {parameter}\n */\nexport function fill (count) {{}}\n"
    found = rules_of("# Function fill\n\n- `count?`\n", "docs/fill.md", format_=PARAMETERS, files={"shop.js": source})
    assert ("wrong-optionality" in found) != is_right


LINES = a_format(
    """
path = "{_}.md"
title = "Class {symbol}"
defines = "class"
source = "shop.ts"

[[kind.section]]
heading = "{symbol}"
defines = "property"
content = [{ shape = "text", text = "Line {source.line:int}" }]
"""
)


@pytest.mark.parametrize(("line", "is_right"), [(1, False), (2, True), (3, True), (4, False)])
def test_lines_of_accessors_in_typescript(line: int, *, is_right: bool) -> None:
    source = "export class Basket {\n  set size(size: number) {}\n  get size() { return 1 }\n}\n"
    text = f"# Class Basket\n\n## size\n\nLine {line}\n"
    assert ("wrong-line" in rules_of(text, format_=LINES, files={"shop.ts": source})) != is_right


@pytest.mark.parametrize(("level", "is_right"), [("##", True), ("###", False)])
def test_globals_of_jsdoc_to_markdown_are_behind_the_last_module(level: str, *, is_right: bool) -> None:
    assert ("incomplete-index" in rules_of(MODULE.format(level), "README.md")) != is_right


@pytest.mark.parametrize(("description", "is_right"), [(r"The front\_door.", True), (r"The front\_till.", False)])
def test_descriptions_with_escapes(description: str, *, is_right: bool) -> None:
    title = '### <a name="input_till"></a> [till](#input\\_till)'
    text = f"<!-- BEGIN_TF_DOCS -->\n## Required Inputs\n\nThe following input variables are required:\n\n{title}\n\n"
    text += f"Description: {description}\n\nType: `any`\n<!-- END_TF_DOCS -->\n"
    source = 'variable "till" {\n  description = <<EOT\nThe front_door.\nEOT\n}\n'
    assert ("wrong-description" in rules_of(text, "README.md", files={"main.tf": source})) != is_right


PACKAGE = a_format(
    """
path = "{symbol}.md"
title = "Module {symbol}"

[[kind]]
name = "index"
path = "index.md"
title = "Modules"
content = [{ shape = "links", item = "[{symbol}]({_})", lists = "pages", of-kinds = "page" }]

[[kind]]
name = "package"
path = "package.md"
title = "Package {_}"
source = "shop.py"
open = true
"""
)


@pytest.mark.parametrize("is_listed", [True, False])
def test_pages_of_packages_are_indexes_beside_their_source(*, is_listed: bool) -> None:
    files = {name: f"# Module {name[5:6]}\n" for name in ("docs/a.md", "docs/b.md")}
    files["README.md"] = "# Shop\n\n[package](docs/package.md), [a](docs/a.md), [b](docs/b.md)\n"
    files |= {"docs/package.md": f"# Package shop\n\n{'[c](c.md)' if is_listed else 'c'}\n", "shop.py": ""}
    assert ("unlinked-page" in rules_of("# Module c\n", "docs/c.md", format_=PACKAGE, files=files)) != is_listed


MODELS = """
name = "models"
docs-root = "docs"
[[kind]]
name = "model"
path = "{symbol}.md"
title = "{symbol}"
source = "*/models/{symbol|snake}.py"
defines = "class"
"""


@pytest.mark.parametrize(("name", "is_right"), [("QuinceJam", True), ("quince_jam", True), ("Quince", False)])
def test_pages_of_no_kind_in_another_case_than_their_files(name: str, *, is_right: bool) -> None:
    files = {f"shop/models/{one}.py": "" for one in ("apple", "pear", "plum", "quince_jam")}
    files |= {"docs/Pear.md": "# Pear\n", "docs/Plum.md": "# Plum\n", f"docs/{name}.md": "Written by hand.\n"}
    assert ("undocumented-source" in rules_of("# Apple\n", "docs/Apple.md", format_=MODELS, files=files)) != is_right


@pytest.mark.parametrize(("signature", "is_right"), [("► **lift**R", True), ("▸ **liftR**", False)])
def test_type_parameters_of_the_first_plugin_for_typedoc(signature: str, *, is_right: bool) -> None:
    method = f"###  lift\n\n{signature}(a: *`R`*): `Box`\n\n*Defined in [box.ts:2](https://example.com/box.ts)*\n"
    source = "export class Box {\n  lift<R>(a: R): Box { return this }\n}\n"
    found = rules_of(f"# Class: Box\n\n## Methods\n\n{method}", "docs/classes/box.md", files={"src/box.ts": source})
    assert ("misplaced-signature" in found) != is_right


@pytest.mark.parametrize("heading", ["### Index", "## Index"])
def test_index_of_typedoc_before_version_3(heading: str) -> None:
    size = "### `Const` SIZE\n\n• **SIZE**: *number* = 1\n\n*Defined in [box.ts:1](https://example.com/box.ts)*\n"
    text = f"# Module: shop\n\n{heading}\n\n#### Variables\n\n* [SIZE](globals.md#size)\n\n## Variables\n\n{size}"
    assert read_page(text, path="docs/modules/shop.md").format == "typedoc-v3"
    assert "missing-section" not in rules_of(
        text, "docs/modules/shop.md", files={"src/box.ts": "export const SIZE = 1\n"}
    )


PYTHON = """
name = "python"
docs-root = "docs"
[[kind]]
name = "module"
path = "{module}.md"
title = "Module {module}"
source = ["**/{module|path}.py", "**/{module|path}/__init__.py"]
open = true
[[kind.section]]
heading = "{symbol}"
defines = "function"
repeats = true
"""


@pytest.mark.parametrize(("name", "is_right"), [("fill", True), ("lid", True), ("handle", False)])
def test_package_may_be_meant_or_the_module_of_its_name(name: str, *, is_right: bool) -> None:
    """A generator that runs in a package calls its modules by one name."""
    files = {"src/box/__init__.py": "def fill(): ...\n\ndef open(): ...\n", "src/box/box.py": "def lid(): ...\n"}
    page = f"# Module box\n\n## open\n\n## {name}\n" if name == "handle" else f"# Module box\n\n## {name}\n"
    found = rules_of(page, "docs/box.md", format_=PYTHON, files=files)
    assert ("unknown-member" in found) != is_right


@pytest.mark.parametrize(("module", "is_right"), [("shop/trees/box.py", True), ("trees/shop/crate.py", False)])
def test_empty_package_is_not_the_module_of_its_name(module: str, *, is_right: bool) -> None:
    """A page without symbols does not tell which of the two it is about."""
    format_ = PYTHON.replace('title = "Module {module}"', 'title = "Module {module}"\ndefines = "module"')
    format_ = format_.replace("repeats = true", 'repeats = true\nrequired = false\ncomplete = "public"')
    files = {"shop/box/__init__.py": "", module: "def fill(): ...\n"}
    name = "box" if is_right else "crate"
    found = rules_of(f"# Module {name}\n\nText.\n", f"docs/{name}.md", format_=format_, files=files)
    assert ("missing-member" in found) != is_right


def test_what_is_assigned_to_a_value_is_no_member_of_its_type() -> None:
    source = "export interface Box { size: number }\nexport const Box: Maker = make()\nBox.fill = 1\n"
    page = "# Interface: Box\n\n## Properties\n\n### size\n\n• **size**: *number*\n\n*Defined in [box.ts:1](https://example.com/box.ts)*\n"
    found = rules_of(page, "docs/interfaces/box.md", files={"src/box.ts": source})
    assert "missing-member" not in found


@pytest.mark.parametrize(("field", "is_right"), [("*Ptr[int]", True), ("*Unit", False)])
def test_gomarkdoc_leaves_out_what_is_not_exported_in_types(field: str, *, is_right: bool) -> None:
    struct = "type Basket struct {\n    Items []struct {\n        X int\n    }\n    Size int\n}\n"
    source = struct.replace("X int\n", "X int\n        y int\n").replace("Size", f"{field}\n    Size")
    files = {"shop.go": f"package shop\n\ntype Ptr[T any] struct{{}}\n\ntype Unit struct{{}}\n\n{source}"}
    end = "Generated by [gomarkdoc](https://github.com/princjef/gomarkdoc)\n"
    found = rules_of(f"# shop\n\n## type Basket\n\n```go\n{struct}```\n\n{end}", "README.md", files=files)
    assert found == (set() if is_right else {"missing-member"})


def test_gomarkdoc_takes_the_first_line_of_a_comment_for_a_heading() -> None:
    source = "package box\n\n// Fill writes into w\n// whatever the box has.\nfunc Fill(w int) {}\n"
    head = "# box\n\n## func [Fill](<https://a.org/box.go#L5>)\n\n```go\nfunc Fill(w int)\n```\n\n"
    end = "\n\nGenerated by [gomarkdoc](https://github.com/princjef/gomarkdoc)\n"
    for text, is_right in (("#### Fill writes into w\n\nwhatever the box has.", True), ("Fill reads from w.", False)):
        found = rules_of(f"{head}{text}{end}", "box/README.md", files={"box/box.go": source})
        assert ("wrong-description" in found) != is_right


_CHAIN = """\
# `shop`

**Usage**:

```console
$ shop [OPTIONS] COMMAND [ARGS]...
```

**Options**:

* `--help`: Show this message and exit.

**Commands**:

* `to`: Change it.

## `shop to`

Change it.

**Usage**:

```console
$ shop to [OPTIONS]{} COMMAND1 [ARGS]... [COMMAND2 [ARGS]...]...
```

**Options**:

* `--help`: Show this message and exit.

**Commands**:

* `add`: Add it.
"""


@pytest.mark.parametrize(("more", "is_right"), [("", True), (" FRUIT", False)])
def test_commands_that_follow_each_other_have_another_usage(more: str, *, is_right: bool) -> None:
    source = (
        'import typer\n\napp = typer.Typer()\nto = typer.Typer()\n\n@to.callback()\ndef change():\n    "Change it."\n\n'
        '@to.command()\ndef add(name: str):\n    "Add it."\n\napp.add_typer(to, name="to", chain=True)\n'
    )
    found = rules_of(_CHAIN.format(more), "docs/cli.md", files={"shop.py": source})
    assert ("wrong-description" in found) != is_right


@pytest.mark.parametrize(("name", "is_right"), [("Pile", True), ("Heap", False)])
def test_generic_types_of_csharp_in_other_types(name: str, *, is_right: bool) -> None:
    page = f'# <a id="Shop_Box"></a> Class Box.{name}<T\\>\n\nNamespace: [Shop](Shop.md)  \nAssembly: Shop.dll  \n'
    files = {"Box.cs": "public partial class Box { public int Size; }\n"}
    files["Box.More.cs"] = "public partial class Box { public class Pile<T> {} }\n"
    whole = {"Box.cs": files["Box.More.cs"].replace("partial ", "")}
    for each, is_known in ((files, True), (whole, is_right)):  # generators add types to partial ones
        found = rules_of(page, f"docs/api/Shop.Box.{name}-1.md", files={"docs/api/Shop.md": "# Shop\n", **each})
        assert ("unknown-member" in found) != is_known


_OF_DOCFX = (
    '# <a id="Shop_Box"></a> {} Box\n\nNamespace: [Shop](Shop.md)  \nAssembly: Shop.dll  \n\n```csharp\n{}\n```\n\n'
)
_METHOD = '### <a id="Shop_Box_{0}"></a> {0}\\({1}\\)\n\n```csharp\n{2}\n```\n\n'


@pytest.mark.parametrize("number", [100, 101])
def test_types_of_csharp_with_many_parts_are_not_compared(number: int) -> None:
    page = (
        _OF_DOCFX.format("Class", "public class Box")
        + "## Methods\n\n"
        + _METHOD.format("Add", "", "public void Add()")
    )
    files = {f"Box{part}.cs": "public partial class Box {}\n" for part in range(number)}
    found = rules_of(page, "docs/api/Shop.Box.md", files={"docs/api/Shop.md": "# Shop\n", **files})
    assert ("unknown-member" in found) == (number <= 100)


@pytest.mark.parametrize(
    ("head", "below", "source"),
    [
        # A character is a number.
        (("Enum", "public enum Box"), "## Fields\n\n`A = 97` \n\n`B = 98` \n\n", "enum Box { A = 'a', B }"),
        # Any overload may be static.
        (
            ("Class", "public class Box"),
            "## Methods\n\n"
            + _METHOD.format("Put", "int", "public static void Put(int size)")
            + _METHOD.format("Put", "string", "public void Put(string name)").replace("Box_Put", "Box_Put2"),
            "class Box { public static void Put(int size) {} public void Put(string name) {} }",
        ),
        # What members of interfaces are without a word.
        (
            ("Interface", "public interface Box"),
            "## Methods\n\n" + _METHOD.format("Put", "", "void Put()"),
            "interface Box { public abstract void Put(); }",
        ),
    ],
)
def test_docfx_says_less_than_csharp(head: tuple[str, str], below: str, source: str) -> None:
    files = {"docs/Shop.md": "# Shop\n", "Box.cs": f"public {source}\n"}
    page = _OF_DOCFX.format(*head) + below
    assert rules_of(page, "docs/Shop.Box.md", files=files) <= {"unlinked-page"}


_BLOCKS = """\
# `shop`

**Options**:

* `--help`: Show this message and exit.

## `shop weigh`

- Weigh it.
- Print that.

```
$ shop weigh pears
```

Twice.

**Usage**:

```console
$ shop weigh [OPTIONS] {FRUIT-NAME} {FRUIT-CRATE}...
```

**Arguments**:

* `FRUIT-NAME <str>`: [required]
* `FRUIT-CRATE... <list[str]>`: [required]

**Options**:

* `--unit <str>`: One of:
- kg
- lb  [default: kg]
* `--scale <int>`: Which.

Or none.  [default: 1]
* `--at <str>`: Where.
* `--help`: Show this message and exit.

## `shop pay`

Pay.

**Usage**:

```console
$ shop pay [HOW]
```

**Options**:

* `--help`: Show this message and exit.
"""
_COMMANDS = """import typer

app = typer.Typer()

@app.command()
def weigh(
    fruit: str = typer.Argument(metavar="FRUIT-NAME"),
    crate: list[str] = typer.Argument(metavar="FRUIT-CRATE..."),
    unit: str = typer.Option("kg", help="One of:\\n- kg\\n- lb"),
    scale: int = typer.Option(1, help="Which.\\n\\nOr none."),
    at: str = typer.Option(None, help="Where."),
):
    '''- Weigh it.
    - Print that.

    ```
    $ shop weigh pears
    ```

    Twice.
    '''

@app.command(options_metavar="[HOW]")
def pay():
    "Pay."
"""


def test_commands_whose_texts_are_blocks() -> None:
    assert rules_of(_BLOCKS, "docs/cli.md", files={"shop.py": _COMMANDS}) == set()
    computed = _COMMANDS.replace('"FRUIT-NAME"', "NAME")
    assert rules_of(_BLOCKS, "docs/cli.md", files={"shop.py": computed}) == set()
    wrong = _BLOCKS.replace("FRUIT-CRATE", "FRUIT")
    assert rules_of(wrong, "docs/cli.md", files={"shop.py": _COMMANDS}) == {"unknown-member"}
    words = _COMMANDS.replace("FRUIT-NAME", "A FRUIT")
    assert rules_of(_BLOCKS.replace("FRUIT-NAME", "A FRUIT"), "docs/cli.md", files={"shop.py": words}) == set()


_CHART = """\
# shop

![Version: 1.0.0](https://img.shields.io/badge/Version-1.0.0-informational?style=flat-square)

## Maintainers

| Name | Email | Url |
| ---- | ------ | --- |
| Ann | <ann@fruit.example> | {} |

## Values

| Key | Type | Default | Description |
|-----|------|---------|-------------|
| size | int | `3` |  |

----------------------------------------------
Autogenerated from chart metadata using [helm-docs v1.14.2](https://github.com/norwoodj/helm-docs/releases/v1.14.2)
"""
_ANN = "maintainers:\n  - name: Ann\n    email: ann@fruit.example\n    url: fruit.example\n"


@pytest.mark.parametrize(("address", "is_right"), [("<fruit.example>", True), ("<pear.example>", False)])
def test_address_of_a_maintainer_that_is_no_link(address: str, *, is_right: bool) -> None:
    files = {"shop/Chart.yaml": f"name: shop\nversion: 1.0.0\n{_ANN}", "shop/values.yaml": "size: 3\n"}
    found = rules_of(_CHART.format(address), "shop/README.md", files=files)
    assert ("wrong-value" in found) != is_right


@pytest.mark.parametrize("maintainers", ["", _ANN.replace("Ann", "Bob")])
def test_maintainers_are_those_of_the_manifest(maintainers: str) -> None:
    sources = {"shop/Chart.yaml": f"name: shop\nversion: 1.0.0\n{maintainers}", "shop/values.yaml": "size: 3\n"}
    pages = {"shop/README.md": _CHART.format("")}
    [found] = lint_corpus(pages, sources=sources, rules=["unknown-member"]).findings
    assert "`shop/Chart.yaml` has no such name" in found.message


@pytest.mark.parametrize(
    ("value", "row", "is_right"),
    [
        ("!!str 3", 'string | `"3"`', True),
        ("!!str 3", "int | `3`", False),
        ('!!int "3"', "int | `3`", True),
        ('!!int "3"', 'string | `"3"`', False),
        ('"!!int 3"', 'string | `"!!int 3"`', True),
    ],
)
def test_tag_of_a_value_in_a_chart(value: str, row: str, *, is_right: bool) -> None:
    files = {"shop/Chart.yaml": f"name: shop\nversion: 1.0.0\n{_ANN}", "shop/values.yaml": f"size: {value}\n"}
    found = rules_of(_CHART.format("<fruit.example>").replace("int | `3`", row), "shop/README.md", files=files)
    assert found.isdisjoint({"wrong-type", "wrong-default"}) == is_right


_RAISES = """\
[[kind]]
name = "function"
path = "{_}.md"
title = "Raises {symbol}"
defines = ["function", "class"]
source = "shop.py"
content = [{ shape = "symbols", defines = "exception", item = "`{symbol}`" }]
"""


@pytest.mark.parametrize(
    ("source", "is_right"),
    [
        ('def fill():\n    """Fill it."""\n', False),
        ('@documented\ndef fill():\n    """Fill it."""\n', True),
        ('def fill():\n    """Fill it."""\n\nfill.__doc__ += ERRORS\n', True),
        ('class fill(Base):\n    """Fill it."""\n', True),
        ('class fill(Base):\n    """Fill it."""\n\n    def __init__(self):\n        """Begin."""\n', False),
        ('class fill(Base):\n    """Fill it."""\n\n    def __init__(self):\n        """Raise OSError."""\n', True),
    ],
)
def test_docstring_from_elsewhere_may_have_an_exception(source: str, *, is_right: bool) -> None:
    page = "# Raises fill\n\n- `OSError`\n"
    found = rules_of(
        page, "docs/fill.md", format_=f'name = "raises"\ndocs-root = "docs"\n\n{_RAISES}', files={"shop.py": source}
    )
    assert ("unknown-member" in found) != is_right


def test_page_that_people_wrote_has_no_format_of_api_documenter() -> None:
    page = "[Home](./index.md)\n\n## API Reference\n\n### Modules\n\n- [basket](./basket.md)\n"
    found = rules_of(page, "docs/index.md", files={"docs/basket.md": "# Basket\n\nIt holds fruit.\n"})
    assert found.isdisjoint({"missing-section", "misplaced-section", "unexpected-section", "missing-content"})


def test_plan_with_headings_in_code_is_of_no_generator() -> None:
    sections = "".join(f"## `shop/{name}.md`\n\nRead it.\n\n" for name in "abcdefgh")
    text = f"# Plan\n\n{sections}- [**Start**](start.md) – at once\n"
    assert read_page(text, path="docs/plan.md", sources={"shop/a.go": b"package shop\n"}).format is None


@pytest.mark.parametrize(("names", "found"), [("ab", ["wrong-default"] * 2), ("abc", [])])
def test_a_command_may_show_no_defaults(names: str, found: list[str]) -> None:
    options = "".join(f"* `--{name} INTEGER`: A number.\n" for name in names)
    page = "# `shop`\n\n**Usage**:\n\n```console\n$ shop [OPTIONS]\n```\n\n**Options**:\n\n"
    page += "* `--help`: Show this message and exit.\n\n## `shop pay`\n\n**Usage**:\n\n"
    page += "```console\n$ shop pay [OPTIONS]\n```\n\n"
    page += f"**Options**:\n\n{options}* `--help`: Show this message and exit.\n"
    parameters = ", ".join(f"{name}: int = typer.Option(3, help='A number.')" for name in names)
    source = f"import typer\n\napp = typer.Typer()\n\n@app.command()\ndef pay({parameters}): ...\n"
    findings = lint_corpus({"docs/cli.md": page}, sources={"shop.py": source}).findings
    assert [one.rule for one in findings if one.rule == "wrong-default"] == found


LAZYDOCS = "# <kbd>module</kbd> `shop`\n\n---\n\n## <kbd>class</kbd> `Box`\n\n---\n\n## <kbd>class</kbd> `Lid`\n"
PYDOC = """\
<a id="shop"></a>

# shop

<a id="shop.Box"></a>

## Box Objects

<a id="shop.Lid"></a>

## Lid Objects

<a id="shop.Lid.close"></a>

#### close
"""


@pytest.mark.parametrize("page", [LAZYDOCS, PYDOC])
def test_generators_write_a_heading_of_what_has_no_docstring(page: str) -> None:
    source = "class Box: ...\n\n\nclass Lid:\n    def close(self): ...\n"
    findings = lint_corpus({"docs/shop.md": page}, sources={"shop.py": source}).findings
    assert not [one for one in findings if one.rule == "empty-section"]


SETTERS = """\
<a id="shop.{0}"></a>

## {0} Objects

<a id="shop.{0}.size"></a>

#### size

```python
@property
def size()
```

<a id="shop.{0}.size"></a>

#### size

```python
{1}
def size(size)
```

"""


@pytest.mark.parametrize(("decorator", "is_right"), [("@size.setter", True), ("@property", False)])
def test_classes_may_have_the_same_setters(decorator: str, *, is_right: bool) -> None:
    page = '<a id="shop"></a>\n\n# shop\n\n' + SETTERS.format("Box", "@size.setter") + SETTERS.format("Lid", decorator)
    page = page if is_right else page.replace("size(size)", "size()")
    assert ("repeated-section" not in rules_of(page, "docs/shop.md")) == is_right


@pytest.mark.parametrize(("heading", "is_right"), [(r"Box\\\_Lid", True), (r"Box\\\_Rim", False)])
def test_gomarkdoc_escapes_names_in_headings_twice(heading: str, *, is_right: bool) -> None:
    index = "# box\n\n## Index\n\n- [type Box\\_Lid](<#Box_Lid>)\n- [type Rim](<#Rim>)\n\n"
    section = f'<a name="Box_Lid"></a>\n## type [{heading}](<https://a.org/b.go#L3>)\n\n```go\ntype Box_Lid '
    section += "struct{}\n```\n\n"
    other = '<a name="Rim"></a>\n## type [Rim](<https://a.org/box.go#L5>)\n\n```go\ntype Rim struct{}\n```\n\n'
    end = "# tool\n\n## Index\n\nGenerated by [gomarkdoc](https://github.com/princjef/gomarkdoc)\n"
    source = "package box\n\ntype Box_Lid struct{}\n\ntype Rim struct{}\n"
    found = rules_of(f"{index}{section}{other}{end}", "box/README.md", files={"box/box.go": source})
    assert "empty-section" not in found
    assert bool(found & {"incomplete-index", "misplaced-signature", "unknown-member"}) != is_right


def of_gomarkdoc(*sections: str) -> str:
    """Return a page with sections of types of Go, each with the text below its heading."""
    headed = (f'<a name="{one.split()[1]}"></a>\n## type {one.split()[1]}\n\n```go\n{one}' for one in sections)
    index = "".join(f"- [type {one.split()[1]}](<#{one.split()[1]}>)\n" for one in sections)
    end = "Generated by [gomarkdoc](https://github.com/princjef/gomarkdoc)\n"
    return f"# box\n\n## Index\n\n{index}\n\n{''.join(headed)}{end}"


_TYPES = ("type Box struct {\n    Lid string\n}\n```\n\nA box.\n\n", "type Rim struct{}\n```\n\nA rim.\n\n")
_BOX = "package box\n\n// A box.\ntype Box struct {\n\tLid string\n}\n"
_RIM = "package box\n\n// A rim.\ntype Rim struct{}\n"
_ANY = "package shop\n\n// Any box.\ntype Box interface{}\n\n// Any rim.\ntype Rim interface{}\n"
_WINDOWS = "package box\n\n// Another box.\ntype Box struct {\n\tDoor string\n}\n"


@pytest.mark.parametrize(
    ("files", "is_right"),
    [
        ({"rim.go": _RIM, "../shop.go": _ANY}, True),
        ({"rim.go": _RIM, "windows.go": _WINDOWS, "box.go": _BOX}, True),
        ({"rim.go": _RIM, "box.go": _BOX.replace("Lid", "Door")}, False),
        ({f"{number}.go": f"package box\n\ntype T{number} struct {{\n\tBox int\n}}\n" for number in range(30)}, True),
    ],
)
def test_the_source_of_gomarkdoc_is_a_package(files: Mapping[str, str], *, is_right: bool) -> None:
    every = {"z.go": _BOX, "rim.go": _RIM, **files}
    if not is_right:
        del every["z.go"]
    page = of_gomarkdoc(*_TYPES)
    sources = {posixpath.normpath(f"shop/box/{name}"): text for name, text in every.items()}
    found = rules_of(page, "shop/box/README.md", files=sources)
    assert (found & {"wrong-description", "unknown-member", "missing-member", "wrong-type"} == set()) == is_right


@pytest.mark.parametrize(
    ("method", "is_right"), [("Level() string", True), ("Level(at int) string", True), ("Rank() string", False)]
)
def test_interfaces_of_gomarkdoc_on_one_line(method: str, *, is_right: bool) -> None:
    source = _RIM + "\ntype Box interface{ %s }\n" % (method if is_right else "Level() string")
    page = of_gomarkdoc(f"type Box interface{{ {method} }}\n```\n\n", _TYPES[1])
    assert ("unknown-member" in rules_of(page, "box/README.md", files={"box/box.go": source})) != is_right


@pytest.mark.parametrize(("result", "is_right"), [("(any)", True), ("any", True), ("(string)", False)])
def test_gomarkdoc_has_a_single_result_without_brackets(result: str, *, is_right: bool) -> None:
    method = '<a name="Box.Open"></a>\n### func \\(Box\\) Open\n\n```go\nfunc (b Box) Open() any\n```\n\n'
    page = of_gomarkdoc(_TYPES[0] + method, _TYPES[1])
    source = f"{_BOX}\nfunc (b Box) Open() {result} {{ return nil }}\n\n// A rim.\ntype Rim struct{{}}\n"
    assert ("wrong-type" in rules_of(page, "box/README.md", files={"box/box.go": source})) != is_right


@pytest.mark.parametrize(("rows", "is_right"), [("| lid | [bool](#bool) |  |  |\n", True), ("", False)])
def test_rows_behind_a_fence_that_a_cell_opens_are_on_the_page(rows: str, *, is_right: bool) -> None:
    page = f"""# Protocol Documentation
<a name="top"></a>

## Table of Contents

- [box.proto](#box-proto)
    - [Box](#Box)

- [Scalar Value Types](#scalar-value-types)

<a name="box-proto"></a>
<p align="right"><a href="#top">Top</a></p>

## box.proto

<a name="Box"></a>

### Box

| Field | Type | Label | Description |
| ----- | ---- | ----- | ----------- |
| size | [int32](#int32) |  | Its size:

```proto int32 size = 1;
| rim | [int32](#int32) |  |  |
{rows}
"""
    source = (
        'syntax = "proto3";\n\nmessage Box {\n  // Its size:\n  int32 size = 1;\n  int32 rim = 2;\n  bool lid = 3;\n}\n'
    )
    assert ("missing-member" in rules_of(page, "box.md", files={"box.proto": source})) != is_right


_OF_JSII = """\
# API Reference <a name="API Reference" id="api-reference"></a>

## Classes <a name="Classes" id="Classes"></a>

### Box <a name="Box" id="shop.Box"></a>

A box.

#### Initializers <a name="Initializers" id="shop.Box.Initializer"></a>

```typescript
import { Box } from 'shop'

new Box(size: number)
```
"""


@pytest.mark.parametrize(("kind", "is_wrong"), [("class", False), ("interface", True)])
def test_a_class_may_have_the_name_of_a_namespace(kind: str, *, is_wrong: bool) -> None:
    body = "constructor(size: number) {}" if kind == "class" else "size: number;"
    source = "export namespace Box {\n  export interface Size {}\n}\n\n"
    source += f"/** A box. */\nexport {kind} Box {{\n  {body}\n}}\n"
    files = {"src/index.ts": 'export * from "./box";\n', "src/box.ts": source, "package.json": '{"name": "shop"}'}
    assert ("unknown-member" in rules_of(_OF_JSII, "API.md", files=files)) == is_wrong


_OF_PYDOC = (
    '<a id="shop"></a>\n\n# shop\n\n<a id="shop.fill"></a>\n\n#### fill\n\n```python\ndef fill()\n```\n\nFill it.\n'
)


@pytest.mark.parametrize(
    ("name", "settings", "is_asked"),
    [
        ("pydoc-markdown.yml", "renderer: {pages: [{contents: [shop.fill]}]}\n", False),
        ("docs/pydoc-markdown.yaml", "renderer: {pages: [{contents: [shop.fill]}]}\n", False),
        ("pydoc-markdown.yml", "renderer: {type: markdown}\n", True),
        ("pyproject.toml", '[[tool.pydoc-markdown.renderer.pages]]\ncontents = ["shop.fill"]\n', False),
        ("pyproject.toml", 'contents = ["shop.fill"]\n', True),
    ],
)
def test_settings_may_choose_parts_of_a_module(name: str, settings: str, *, is_asked: bool) -> None:
    source = "".join(f'def {one}():\n    """{one.title()} it."""\n\n\n' for one in ("fill", "empty"))
    found = rules_of(_OF_PYDOC, "docs/shop.md", files={"shop.py": source, name: settings})
    assert ("missing-member" in found) == is_asked


TERRAFORM = """\
# box

<!-- BEGIN_TF_DOCS -->
## Resources

{}

## Inputs

| Name | Description | Type | Default | Required |
|------|-------------|------|---------|:--------:|
| lid | n/a | `string` | n/a | yes |
| rim | n/a | `string` | n/a | yes |
<!-- END_TF_DOCS -->
"""


@pytest.mark.parametrize(
    ("table", "is_right"),
    [
        ("| Name |\n|------|\n| [null_resource](https://a.org) |", True),
        ("| Name | Type |\n|------|------|\n| [null_resource.box](https://a.org) | resource |", True),
        ("| Name | Type |\n|------|------|\n| [null_resource.lid](https://a.org) | resource |", False),
    ],
)
def test_first_tables_of_resources_in_terraform_have_types_alone(table: str, *, is_right: bool) -> None:
    source = 'resource "null_resource" "box" {}\nvariable "lid" { type = string }\nvariable "rim" { type = string }\n'
    found = rules_of(TERRAFORM.format(table), "README.md", files={"main.tf": source})
    assert ("unknown-member" in found) != is_right


PYDOC = """\
<a id="shop"></a>

# shop

<a id="shop.fill"></a>

#### fill

```python
def fill(count: int, fruit: str) -> None
```

Fill it.

**Arguments**:

- `count` _int_ - How many:
- `{}` - Three or less.
- `fruit` _str_ - What.
"""


@pytest.mark.parametrize(("name", "is_right"), [("few", True), ("many", False), ("old", False)])
def test_lines_in_what_a_docstring_says_of_a_parameter(name: str, *, is_right: bool) -> None:
    """pydoc-markdown takes these for further parameters, without their indentation."""
    entries = (
        "count (int): How many:\n            few: Three or less.\n        fruit (str): What.\n        old: Gone.\n"
    )
    source = f'def fill(count: int, fruit: str) -> None:\n    """Fill it.\n\n    Args:\n        {entries}    """\n'
    assert ("unknown-parameter" in rules_of(PYDOC.format(name), "docs/shop.md", files={"shop.py": source})) != is_right


GRIFFE = """\
## `shop`

**Classes:**

- [**Basket**](#shop.Basket) – A basket.

### `shop.Basket`

```python
Basket(size=1)
```

Bases: <code>Box</code>

A basket.

#### `shop.Basket.size`

```python
size: int = {}
```
"""


@pytest.mark.parametrize(
    ("value", "body", "is_right"),
    [
        ("size", "pass", True),
        ("2", "self.size = 2", True),
        ("2", "self.size: int = 2", True),
        ("2", "pass", False),
        ("2", "assert self.size == 2", False),
    ],
)
def test_value_that_a_method_gives_a_field(value: str, body: str, *, is_right: bool) -> None:
    """Griffe may show it in place of the one of the class."""
    source = 'class Basket(Box):\n    """A basket."""\n\n    size: int = 1\n\n'
    source += f"    def __init__(self, size=1):\n        {body}\n"
    assert ("wrong-value" in rules_of(GRIFFE.format(value), "docs/shop.md", files={"shop.py": source})) != is_right


FIELD = """\
# shop module

### *class* shop.Basket()

A basket.

#### size

How many.

* **Raises:**
  **{}** – If it is bad.
"""


@pytest.mark.parametrize(("name", "is_right"), [("ValueError", True), ("KeyError", False)])
def test_last_field_of_a_docstring_has_the_exceptions_of_its_class(name: str, *, is_right: bool) -> None:
    text = (
        "A basket.\n\n    Attributes:\n        size: How many.\n\n    Raises:\n        ValueError: If it is bad.\n    "
    )
    source = f'class Basket:\n    """{text}"""\n\n    size = 1\n    """How many."""\n'
    assert ("unknown-member" in rules_of(FIELD.format(name), "docs/shop.md", files={"shop.py": source})) != is_right


@pytest.mark.parametrize(("decorator", "is_right"), [("@overload\n", True), ("@typing.overload\n", True), ("", False)])
def test_overloads_have_one_anchor(decorator: str, *, is_right: bool) -> None:
    one = PYDOC[PYDOC.index('<a id="shop.fill">') :].replace("def fill", f"{decorator}def fill").format("few")
    page = PYDOC.partition('<a id="shop.fill">')[0] + one + "\n" + one.replace("fruit: str", "fruit: int")
    found = rules_of(page, "docs/shop.md") & {"duplicate-anchor", "repeated-section"}
    assert bool(found) != is_right


FILL = """\
## `shop`

A shop.

### `shop.box`

Boxes.

#### `shop.box.fill`

```python
fill(width, height, rim)
```

Fill a box.

**Parameters:**

- {}
- **rim** (<code>[_type_](#_type_)</code>) – The rim.
"""


@pytest.mark.parametrize(
    ("entry", "is_right"),
    [
        ("**width, height** – The size.", True),
        ("**width and height** (<code>[int](#int)</code>) – The size.", True),
        ("**width** (<code>[int](#int)</code>) – The size.", True),
        ("**width, depth** – The size.", False),
        ("**width** (<code>[_type_](#_type_)</code>) – The size.", False),
    ],
)
def test_griffe_repeats_what_docstrings_have(entry: str, *, is_right: bool) -> None:
    names = "width, height" if ", " in entry else "width and height" if " and " in entry else "width (int)"
    args = f"    Args:\n        {names}: The size.\n        rim (_type_): The rim.\n"
    source = f'"""Boxes."""\n\n\ndef fill(width, height, rim):\n    """Fill a box.\n\n{args}    """\n'
    files = {"shop/__init__.py": '"""A shop."""\n', "shop/box.py": source}
    found = rules_of(FILL.format(entry), "docs/shop.md", files=files)
    assert found.isdisjoint({"unknown-parameter", "missing-parameter", "wrong-type"}) == is_right


@pytest.mark.parametrize(("name", "is_right"), [("_seal", True), ("seal", False)])
def test_griffe_leaves_out_private_names_that_a_module_exports(name: str, *, is_right: bool) -> None:
    listed = "**Functions:**\n\n- [**fill**](#shop.box.fill) – Fill a box.\n\n#### `shop.box.fill`"
    page = FILL.format("**width** – The size.").replace("#### `shop.box.fill`", listed)
    fill = 'def fill(width, height, rim):\n    """Fill a box."""\n'
    source = f'"""Boxes."""\n\n__all__ = ["{name}", "fill"]\n\n\n{fill}\n\ndef {name}():\n    """Seal."""\n'
    files = {"shop/__init__.py": '"""A shop."""\n', "shop/box.py": source}
    assert ("missing-member" not in rules_of(page, "docs/shop.md", files=files)) == is_right
