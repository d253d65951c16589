"""What `broken-link` reports, beyond the examples of its file."""

import pytest

from doclint.rule.registry import rules
from doclint.rule.rule import Example, Invalid, Valid
from doclint.testing import check_example

_MODELS = """
name = "models"
docs-root = "docs"
[[kind]]
name = "model"
path = "apis/{symbol}.md"
title = "{symbol}"
source = "*/models/{symbol|snake}.py"
defines = "class"
"""
EXAMPLES: tuple[Example, ...] = (
    Invalid(
        "[a](docs/b/c.md)\n",
        "old/x/page.md",
        files={"docs/b/c.md": ""},
        lines={1: "elsewhere"},
        fixed="[a](../../docs/b/c.md)\n",
    ),
    Valid("[a](/home/me/a/)\n", "src/a.md", files={"mkdocs.yml": "docs_dir: src\n", "src/home/me/a.md": ""}),
    Valid("Title: A\n\nURL Source: https://example.org/a\n\n[b](/b), [c](../c.html)\n"),
    Invalid("Source: https://github.com/a/b\n\n[b](/b)\n\nThe source: https://example.org/a is\n", lines=(3,)),
    Valid("[e](...), [e](…), [f](.../a.md), [page]\n\n[page]: PAGE_URL\n"),
    Invalid("[page](PAGE), [file](THE_FILE)\n", lines=(1, 1)),
    Valid("[a](`Enum.map/2`), [b](`c:M.f/1`), [m](`Enum`)\n"),
    Invalid("[a](`app.py`)\n", lines=(1,)),
    Valid("[a](api/a.html)\n", options={"allow": ["api/*"]}),
    Valid("`[a](b.md)` and\n\n```\n[a](b.md)\n```\n"),
    Valid(
        "[a](Shop), [b](`fn@Shop::open`), [`Fruit`](enum.Fruit.html), [c]\n\n[c]: trees/struct.Tree.html\n",
        "README.md",
        files={"Cargo.toml": "", "src/lib.rs": '#![doc = include_str!("../README.md")]'},
    ),
    Invalid(
        "[shop](Shop), [shops](shops.md)\n",
        "docs/shop.md",
        files={
            "Cargo.toml": "",
            "src/lib.rs": "mod shop;",
            "src/shop.rs": '#![doc = include_str!("../docs/shop.md")]',
        },
        lines=(1,),
    ),
    Invalid("[shop](Shop)\n", "README.md", files={"Cargo.toml": "", "src/lib.rs": "//! The README.md"}, lines=(1,)),
    Valid("[a](./A-b) [b](A-b#c)\n", "wiki/c.md", files={"wiki/A-b.md": ""}),
    Valid("[issues](../../issues/new), [wiki](../../wiki), [home](../../)\n", "README.md"),
    Invalid(
        "[guide](guide#use), [api](api.html)\n",
        files={"docs/guide.md": "", "docs/api/index.md": ""},
        lines=(1, 1),
        fixed="[guide](./guide.md#use), [api](./api/index.md)\n",
    ),
    Valid("[api](api/index.html)\n", files={".gitignore": "docs/api/\n"}),
    Valid("[api](api.md), ![demo](demo.gif)\n", files={"docs/api.md.in": "", "docs/demo.gif.b64": ""}),
    Valid("[till](../till/a.md)\n", files={"mkdocs.yml": "plugins: [same-dir]\n", "till/a.md": ""}),
    Invalid("[a](/mnt/c/Users/ann/a.md)\n", lines={1: "on-disk"}),
    Valid("- [API](api.md) _(To be generated)_\n- [Guide](guide.md): coming soon\n"),
    Invalid("- [API](api.md) is to be generated\n", lines=(1,)),
    Valid("[colors](../../colors.md)\n", "docs/axes/_ticks.md"),
    Valid("[config](../reference/config.html)\n", "man/includes/options.md"),
    Valid("[name](url), [a](docs/{name}.md)\n\n<Card href='/guide'>\n", "AGENTS.md"),
    Invalid("[name](url), [a](docs/name.md)\n", "README.md", lines=(1, 1)),
    Valid("Each name has a link (e.g. [`Shop`](link), [`Till`](link)).\n", "agents/writer/prompt.md"),
    Invalid("---\nname: a\n---\n\n[a](references/b)\n", "skills/a/SKILL.md", lines=(5,)),
    Valid("---\nname: a\n---\n\n[a](references/b)\n", "skills/a/guide.md"),
    Valid(
        "[config](../reference/config.html)\n",
        "doc/man/run.md",
        files={
            "doc/book.toml": "",
            "doc/src/SUMMARY.md": "",
            "doc/src/commands/run.md": "",
            "doc/src/reference/config.md": "",
        },
    ),
    Invalid(
        "# Tree\n\n[Apple](Apple.md)\n",
        "docs/apis/Tree.md",
        files={"docs/models/Apple.md": "# Apple\n", "garden/models/tree.py": "class Tree: ..."},
        format=_MODELS,
        lines=(3,),
        fixed="# Tree\n\n[Apple](../models/Apple.md)\n",
    ),
    Invalid(
        "[config](../reference/config.html)\n",
        "doc/man/run.md",
        files={"doc/src/commands/run.md": "", "doc/src/reference/config.md": ""},
        lines=(1,),
    ),
    Valid(
        "[a](https://github.com/a/b/blob/main/404), [b](https://github.com/a/b/blob/main/24-25), "
        "[c](https://example.org/a[1](2)/c/2-trees), [d](https://github.com/a/b/blob/main/a.py#L3-L4)\n",
        files={"24-25": ""},
    ),
    Invalid(
        "```mermaid\ngraph TD\nA[<a href='b.md'>b</a>] --> B --> C\n"
        'click A "c.md" "C"\nclick B href "a.md"\nclick C "https://example.org"\n```\n',
        files={"docs/a.md": ""},
        lines=(3, 4),
    ),
    Invalid("[a](./use.md.md#top)\n", files={"docs/use.md": ""}, lines=(1,), fixed="[a](./use.md#top)\n"),
    Invalid(
        "[a](/s/trees/cherrry/#use), [b](../cherrry), [c](../Cherry/)\n\n<a href='/s/trees/cherrry'>d</a>\n",
        "src/content/docs/trees/pear.md",
        files={
            "astro.config.mjs": "export default { base: '/s', integrations: [starlight({ title: 'A' })] };",
            "src/content/docs/trees/cherry.md": "## Use\n",
        },
        lines={1: ("missing", "missing", "wrong-case"), 3: "missing"},
        fixed="[a](/s/trees/cherry/#use), [b](../cherry), [c](../cherry/)\n\n<a href='/s/trees/cherry'>d</a>\n",
    ),
    Invalid(
        "[a](aple.md)\n\n<a href='aple.md'>b</a>\n",
        "docs/pear.md",
        files={"mkdocs.yml": "site_name: A\n", "docs/apple.md": ""},
        lines=(1, 3),
        fixed="[a](./apple.md)\n\n<a href='../apple/'>b</a>\n",
    ),
    Invalid(
        "[guide](/guide), [api](/api)\n",
        "docs/a/page.md",
        files={"docs/a/guide.md": "", "guide.md": "", "docs/api.md": "", "api.md": "", "docs/b/api.md": ""},
        lines=(1, 1),
        fixed="[guide](./guide.md), [api](../api.md)\n",
    ),
)


@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example: Example) -> None:
    check_example(rules()["broken-link"], example)
