"""The names that a search finds of those that a text takes from modules: all that a syntax tree has, or doubt."""

import time
from pathlib import Path

import pytest

from doclint.packages.javascript_manifests import manifests
from doclint.packages.mentions import names_taken
from doclint.repository.in_memory import Memory
from doclint.source.examples.javascript import named_imports

_PLAIN = [
    "import tree from 'orchard'",
    "import tree, { pear as p, type Fruit } from 'orchard/trees'",
    "import type { Fruit, type as kind } from 'orchard'",
    "import type from 'orchard'",
    "import {\n  pear,\n  plum,\n} from\n  'orchard'",
    "import * as all from 'orchard'",
    "import tree, * as all from 'orchard'",
    "export { pear, default as tree } from 'orchard'",
    "export * from 'orchard'",
    "import 'orchard'",
    "const { pear, plum: p } = require('orchard')",
    "const { pear } = await import('orchard')",
    "const orchard = require('orchard')",
    "/** @type {import('orchard').Fruit} */ let fruit",
    'declare module "orchard" {}',
    'export default { plugins: ["orchard"], name: "orchard" }',
]
_UNUSUAL = [
    "export { importer, exporter } from 'orchard'",
    "import { /* a fruit */ pear } from 'orchard'",
    "import { pear } from /* here */ 'orchard'",
    "import { 'a pear' as pear } from 'orchard'",
    "const { pear = 1 } = require('orchard')",
    "const { pear: { color } } = require('orchard')",
    "const { pear } = (await import('orchard'))",
    "const { pear }: Fruit = await import ( 'orchard' )",
    "const { pear } = await import(/* webpackChunkName: 'a' */ 'orchard')",
]


@pytest.mark.parametrize("code", [*_PLAIN, *_UNUSUAL])
def test_the_search_finds_what_the_tree_has(code: str) -> None:
    taken = list(names_taken(f"import {{ x }} from 'other'\n{code};\n", ["orchard"]))
    read = {(one.module, one.name) for one in named_imports(code, "typescript")}
    assert ("orchard", None) in taken or read <= set(taken)
    assert (("orchard", None) in taken) == (code in _UNUSUAL)


@pytest.mark.parametrize("text", ["'" * 100_000, "import {" * 20_000 + " 'orchard'" * 2_000, "'orchard'" * 20_000])
def test_no_text_takes_long(text: str) -> None:
    start = time.process_time()
    list(names_taken(text, ["orchard"]))
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("packages:\n  - 'a'\n  - \"b\" # too\n\n# - c\n  - pkgs/*\nother: [", {"a", "b", "d"}),
        ("packages:\r\n- a\r\n- b\r\n", {"a", "b"}),
        ("other: 1\npackages: [a, pkgs/d]\n", {"a", "d"}),
        ("packages:\n  - a\n  - [b]\n", {"a"}),
        ("packages:\n  - a\n  - b: c\n", {"a"}),
        ("packages: [\n", set()),
    ],
)
def test_pnpm_lists_packages(text: str, names: set[str]) -> None:
    folders = ["a", "b", "c", "pkgs/d"]
    files = {f"work/{one}/package.json": f'{{"name": "{Path(one).name}"}}' for one in folders}
    assert manifests(Memory({**files, "work/pnpm-workspace.yaml": text})).keys() == names
