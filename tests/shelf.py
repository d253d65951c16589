"""A small format, and pages of it with defects that depend on parts of it, by the rules that read these parts."""

from collections.abc import Mapping

from doclint.rule.rule import Invalid, Valid

FORMAT = """
name = "shelf"
docs-root = "docs"
parameters = ["project"]
values = { project = "Shop" }
language = { ".py" = { type = "Python", fence = "python" } }

[[kind]]
name = "module"
path = "{module}.md"
title = "Module `{module}`"
source = "{module|path}.py"
footer = ["Made of {generated.commit}."]

[[kind.section]]
heading = ["Function [`{symbol}`]({source.link})", "Function `{symbol}`"]
key = "function"
level = 3
repeats = true
required = false
defines = "function"

[[kind.section.content]]
shape = "table"
header = ["Name", "Default", "Needed"]
row = ["`{symbol}`", ["`{default}`", ""], ["{required='yes'}", ""]]
defines = "parameter"
complete = "all"
optional = true

[[kind.section]]
heading = "Class `{symbol}`"
key = "class"
repeats = true
required = false
defines = "class"
content = [
    { shape = "text", text = "Extends `{base}`.", optional = true },
    { shape = "entries", of = "bases", item = "`{base}`", optional = true },
]

[[kind.section]]
heading = "Notes"
required = false

[[kind]]
name = "file"
path = "{path}.page.md"
title = "Page of {name}"
footer = ["Made on {generated.time}."]

[[kind.section]]
heading = "Source of {project}"
key = "source"
required = false
content = [{ shape = "text", text = "It is written in {language.fence}." }]

[[kind]]
name = "folder"
path = "{folder}/index.md"
title = "Files of {folder}"
footer = ["Made by {generated.version}."]
content = [{ shape = "links", item = "[{file}]({target})", lists = "files" }]
"""

_CLIENT = """
name = "client"
docs-root = "docs"

[[kind]]
name = "class"
path = "{symbol}.md"
title = "`{symbol}`"
source = "{symbol|lower}.go"
defines = "struct"

[[kind.section]]
heading = "`{symbol}`"
repeats = true
defines = "method"
content = [
    { shape = "signature", layout = "quote", text = "{symbol}({parameters})[{builder}].Execute()", hides = ["types"] },
]
"""
_REQUEST = """\
package shop

type Shop struct{}
type ApiSellRequest struct{}

func (r ApiSellRequest) Size(size int) ApiSellRequest { return r }
func (r ApiSellRequest) Execute() (*http.Response, error) { return nil, nil }
func (s *Shop) Sell(fruit Fruit) ApiSellRequest { return ApiSellRequest{} }
"""
_TYPE = """
name = "csharp"
docs-root = "docs"
docstrings = "xml"

[[kind]]
name = "class"
path = "{_}.md"
title = "Class `{symbol}`"
source = "shop.cs"
defines = "class"
content = [
    { shape = "signature", fence = "csharp", text = "class {symbol} : {bases}" },
    { shape = "text", text = "Has: {interfaces}" },
]

[[kind.section]]
heading = "Method `{symbol}`"
repeats = true
required = false
defines = "method"
content = [{ shape = "text", text = "Returns: {returns.description}" }]
"""
_SOLD = "public class Basket : IPriced\n{\n/// <returns>The change.</returns>\npublic int Sell() { return 1; }\n}\n"
_BASKET = "# Class `Basket`\n\n```csharp\nclass Basket : IPriced\n```\n\nHas: {}\n\n## Method `Sell`\n\nReturns: {}\n"
_ALL = """
name = "all"
docs-root = "docs"

[[kind]]
name = "index"
path = "index.md"
title = "All folders"

[[kind.section]]
heading = "Folder `{subfolder}`"
repeats = true
required = false

[[kind.section]]
heading = "Files of lib/"
required = false
"""
_HEADER = """
name = "header"
docs-root = "docs"

[[kind]]
name = "header"
path = "{_}.md"
title = "File {path}"
source = "{path}"

[[kind.section]]
heading = "Functions"
content = [{ shape = "symbols", item = "`{symbol}`", defines = "function" }]

[[kind.section]]
heading = "Class {symbol}"
required = false
defines = "class"
"""
_SOURCE = "class Box: ...\n\n\nclass Basket(Box): ...\n\n\ndef fill(fruit, count=1, size=2): ...\n"
_END = "\nMade of tip.\n"


def _module(text: str) -> tuple[str, str, dict[str, object], dict[str, str | bytes]]:
    return f"# Module `shop`\n\n{text}{_END}", "docs/shop.md", {}, {"shop.py": _SOURCE}


def _rows(*rows: str) -> str:
    table = "\n".join(["| Name | Default | Needed |", "| --- | --- | --- |", *(f"| {row} |" for row in rows)])
    return f"### Function `fill`\n\n{table}\n"


def _file(text: str) -> str:
    return f"# Page of a.py\n\n## Source of Shop\n\n{text}\n"


_FRUIT, _COUNT, _SIZE = "`fruit` | | yes", "`count` | `1` | ", "`size` | `2` | "

PAGES: Mapping[str, tuple[Invalid | Valid, ...]] = {
    "broken-code-span": (Invalid(*_module("## Notes\n\nIt is in `` here.\n"), lines=(5,), format=FORMAT),),
    "file-shown-as-folder": (
        Invalid("# All folders\n\n## Folder `a.py`\n", "docs/index.md", files={"a.py": ""}, lines=(3,), format=_ALL),
        Valid("# All folders\n\n## Files of lib/\n", "docs/index.md", files={"Files of lib": ""}, format=_ALL),
    ),
    "misordered-parameters": (Invalid(*_module(_rows(_SIZE, _FRUIT, _COUNT)), lines=(7,), format=FORMAT),),
    "missing-parameter": (Invalid(*_module(_rows(_FRUIT)), lines=(5,), format=FORMAT),),
    "missing-provenance": (
        Valid(*_module(""), format=FORMAT),
        Valid("# Page of a.py\n\nMade on Monday.\n", "docs/a.py.page.md", format=FORMAT),
        Valid("# Files of src\n\nMade by Shelf.\n", "docs/src/index.md", format=FORMAT),
    ),
    "missing-section": (Invalid("# Module `shop`\n", "docs/shop.md", lines=(1,), format=FORMAT),),
    "stale-folder-listing": (
        Invalid(
            "# Files of src\n\n- [a.py](a.py.page.md)\n",
            "docs/src/index.md",
            files={"src/b.py": ""},
            lines=(3,),
            format=FORMAT,
        ),
    ),
    "unknown-parameter": (
        Invalid(*_module(_rows(_FRUIT, _COUNT, _SIZE, "`weight` | | ")), lines=(10,), format=FORMAT),
        Invalid(
            "# `Shop`\n\n## `Sell`\n\n> Sell(fruit).Size(weight).Execute()\n",
            "docs/Shop.md",
            {},
            {"shop.go": _REQUEST},
            lines=(5,),
            format=_CLIENT,
        ),
    ),
    "unknown-symbol": (
        Invalid(
            "# File a.h\n\n## Functions\n\n- `fill`\n- `spill`\n",
            "docs/a.md",
            {},
            {"a.h": "int fill(int count);\n"},
            lines=(6,),
            format=_HEADER,
        ),
    ),
    "wrong-base": (
        Invalid(*_module("## Class `Basket`\n\nExtends `Crate`.\n"), lines=(5,), format=FORMAT),
        Invalid(*_module("## Class `Basket`\n\n- `Crate`\n"), lines=(5,), format=FORMAT),
        Invalid(
            _BASKET.format("ISold", "The change."), "docs/a.md", files={"shop.cs": _SOLD}, lines=(7,), format=_TYPE
        ),
    ),
    "wrong-description": (
        Invalid(
            _BASKET.format("IPriced", "The price."), "docs/a.md", files={"shop.cs": _SOLD}, lines=(11,), format=_TYPE
        ),
    ),
    "wrong-default": (Invalid(*_module(_rows(_FRUIT, "`count` | `7` | ", _SIZE)), lines=(8,), format=FORMAT),),
    "wrong-line": (Invalid(*_module("### Function [`fill`](../shop.py#L1)\n"), lines=(3,), format=FORMAT),),
    "wrong-optionality": (Invalid(*_module(_rows(_FRUIT, "`count` | `1` | yes", _SIZE)), lines=(8,), format=FORMAT),),
    "wrong-subject": (
        Invalid("# Page of b.py\n", "docs/a.py.page.md", lines=(1,), format=FORMAT),
        Invalid("# Files of lib\n\n- [a.py](a.py.page.md)\n", "docs/src/index.md", lines=(1,), format=FORMAT),
        Invalid(_file("It is written in ruby."), "docs/a.py.page.md", lines=(5,), format=FORMAT),
        Invalid(
            _file("It is written in python.").replace("Shop", "Inn"), "docs/a.py.page.md", lines=(3,), format=FORMAT
        ),
    ),
    "wrong-metadata": (
        Invalid(
            "# till\n\n**Homepage:** <https://b.org>\n\n## Requirements\n\nKubernetes: `>=2`\n\n"
            "Made using [helm-docs](https://a.org).\n",
            "README.md",
            files={"values.yaml": "", "Chart.yaml": "name: till\nhome: https://a.org\nkubeVersion: '>=1'\n"},
            lines=(3, 7),
        ),
    ),
}
"""More examples of rules: what their own examples do not show of what they read."""
