"""Which names the packages of JavaScript in a repository have, from its manifests to its sources."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from doclint.packages.javascript_packages import JavascriptPackages, javascript_packages
from doclint.repository.in_memory import Memory
from doclint.source.answer import Found, Missing, Unknown

SOURCE = "export const tree = 1;\n"


def packages(files: Mapping[str, Any]) -> JavascriptPackages:
    """Return the packages of a repository of these files; tables are written as JSON."""
    texts = {path: data if isinstance(data, str) else json.dumps(data) for path, data in files.items()}
    return javascript_packages(Memory(texts))


def orchard(**manifest: Any) -> dict[str, Any]:
    return {"name": "orchard", **manifest}


@pytest.mark.parametrize(
    ("manifest", "source"),
    [
        ({"main": "lib/index.js", "types": "lib/index.d.ts"}, "src/index.ts"),
        ({"main": "./dist/cjs/index.cjs", "module": "./dist/esm/index.js"}, "src/index.tsx"),
        ({"exports": "./dist/node/index.mjs"}, "src/node/index.ts"),
        ({"exports": {"import": {"types": "./dist/index.d.mts", "default": "./dist/index.mjs"}}}, "src/index.mts"),
        ({"exports": {".": ["./dist/index.umd.min.js"]}}, "src/index.js"),
        ({"main": "dist/orchard.production.min.js"}, "src/index.ts"),
        ({"main": "dist/orchard-public"}, "source/index.ts"),
        ({"main": "lib"}, "lib/index.js"),
        ({}, "index.js"),
        ({"main": "index.js", "publishConfig": {"main": "dist/index.js"}}, "index.js"),
    ],
)
def test_built_files_lead_to_their_sources(manifest: dict[str, Any], source: str) -> None:
    found = packages({"package.json": orchard(**manifest), source: SOURCE})
    answer = found.imported("orchard", "tree")
    assert isinstance(answer, Found)
    assert (answer.value.path, answer.value.line) == (source, 1)
    assert isinstance(found.imported("orchard", "bush"), Missing)


def test_settings_of_typescript_name_the_folders() -> None:
    files: dict[str, Any] = {
        "package.json": orchard(main="target/index.js"),
        "tsconfig.json": '{"extends": "./base", /* ours */ "include": ["code"],}',
        "base.json": {"compilerOptions": {"outDir": "target", "rootDir": "code"}},
        "code/index.ts": SOURCE,
    }
    assert isinstance(packages(files).imported("orchard", "bush"), Missing)


def test_all_conditions_count() -> None:
    manifest = orchard(exports={".": {"react-native": "./dist/index.native.js", "default": "./dist/index.js"}})
    files: dict[str, Any] = {
        "package.json": manifest,
        "src/index.ts": SOURCE,
        "src/index.native.ts": "export const leaf = 1;",
    }
    assert isinstance(packages(files).imported("orchard", "leaf"), Found)
    assert isinstance(packages(files).imported("orchard", "bush"), Missing)


def test_patterns_of_subpaths() -> None:
    exports = {
        ".": "./dist/index.js",
        "./tools/*": "./dist/tools/*.js",
        "./tools/private/*": None,
        "./a.css": "./a.css",
    }
    files: dict[str, Any] = {
        "package.json": orchard(exports=exports),
        "src/index.ts": SOURCE,
        "src/tools/saw.ts": SOURCE,
    }
    found = packages(files)
    assert isinstance(found.imported("orchard/tools/saw", "tree"), Found)
    assert isinstance(found.imported("orchard/tools/saw", "bush"), Missing)
    assert isinstance(found.imported("orchard/tools/axe", "bush"), Unknown)
    assert isinstance(found.imported("orchard/tools/private/x", "bush"), Missing)
    assert isinstance(found.imported("orchard/a.css", "bush"), Unknown)


def test_subpaths_without_a_list() -> None:
    files: dict[str, Any] = {
        "package.json": orchard(main="lib/index.js"),
        "src/index.ts": SOURCE,
        "src/tools.ts": SOURCE,
        "saws/package.json": {"main": "../lib/index.js", "module": "saw.js"},
        "saws/saw.js": "export const saw = 1;",
    }
    found = packages(files)
    assert isinstance(found.imported("orchard/lib/tools", "bush"), Missing)
    assert isinstance(found.imported("orchard/saws", "saw"), Found)
    assert isinstance(found.imported("orchard/nothing", "bush"), Unknown)


@pytest.mark.parametrize(
    "files",
    [
        {"src/index.ts": "export * from 'garden';"},
        {"src/index.ts": "export * from './generated';"},
        {"src/index.ts": "export * from './data.json';"},
        {"src/index.ts": "export * from './Tree.vue';", "src/Tree.vue": ""},
        {"src/index.ts": "export * from './empty';\nexport const a = 1;", "src/empty.ts": ""},
        {"src/index.ts": "export * from '../../outside';"},
        {"src/index.ts": ""},
        {"src/index.js": "module.exports = make();"},
        {},
    ],
)
def test_what_leaves_the_repository_is_unknown(files: dict[str, str]) -> None:
    found = packages({"package.json": orchard(main="dist/index.js"), **files})
    assert isinstance(found.imported("orchard", "bush"), Unknown)


def test_types_beside_sources_count() -> None:
    files: dict[str, Any] = {
        "package.json": orchard(main="index.js", types="index.d.ts"),
        "index.js": "exports.tree = 1;",
        "index.d.ts": "export interface Fruit {}\nexport const tree: number;",
    }
    assert isinstance(packages(files).imported("orchard", "Fruit"), Found)
    assert isinstance(packages(files).imported("orchard", "bush"), Missing)
    types = orchard(main="index.js", types="types/made.d.ts")
    assert isinstance(packages({**files, "package.json": types}).imported("orchard", "bush"), Unknown)


@pytest.mark.parametrize(
    "settings",
    [
        {"package.json": {"private": True, "workspaces": ["packages/*", "!packages/old"]}},
        {"package.json": {"workspaces": {"packages": ["packages/**"]}}},
        {"package.json": {}, "pnpm-workspace.yaml": "packages:\n  - 'packages/{tools,orchard}'\n"},
        {"lerna.json": {"packages": ["packages/*"]}},
        {"rush.json": '{"projects": [{"projectFolder": "packages/tools"}, {"projectFolder": "packages/orchard"},],}'},
        {"web/package.json": {"workspaces": ["./packages/*/"]}},
    ],
)
def test_workspaces(settings: dict[str, Any]) -> None:
    root = "web/" if "web/package.json" in settings else ""
    files: dict[str, Any] = {
        f"{root}packages/orchard/package.json": orchard(main="dist/index.js"),
        f"{root}packages/orchard/src/index.ts": (
            "export * from '@fruit/tools';\nexport * as saws from '@fruit/tools/saws';"
        ),
        f"{root}packages/tools/package.json": {
            "name": "@fruit/tools",
            "exports": {".": "./dist/index.js", "./saws": "./dist/saws.js"},
        },
        f"{root}packages/tools/src/index.ts": "export { rake } from './rake.js';\nexport default 1;",
        f"{root}packages/tools/src/saws.ts": "export const blade = 1;",
        f"{root}packages/tools/test/fixtures/package.json": {"name": "orchard"},
    }
    found = packages({**settings, **files})
    assert found.names == {"orchard", "@fruit/tools"}
    assert isinstance(found.imported("orchard", "rake"), Found)
    missing = found.imported("orchard", "blade")
    assert isinstance(missing, Missing)
    assert missing.what.elsewhere[0] == "orchard.saws"
    elsewhere = found.imported("@fruit/tools", "blade")
    assert isinstance(elsewhere, Missing)
    assert elsewhere.what.elsewhere == ("@fruit/tools/saws",)
    nearest = found.imported("orchard", "rakes")
    assert isinstance(nearest, Missing)
    assert nearest.what.suggestion == "rake"


def test_of_packages_with_one_name_the_public_one_counts() -> None:
    files: dict[str, Any] = {
        "package.json": orchard(private=True, workspaces=["packages/*"]),
        "packages/a/package.json": orchard(main="index.js"),
        "packages/a/index.js": SOURCE,
    }
    assert isinstance(packages(files).imported("orchard", "tree"), Found)
    assert packages({**files, "b/package.json": orchard()}).names == frozenset()


def test_default_exports() -> None:
    files: dict[str, Any] = {"package.json": orchard(exports="./index.js"), "index.js": SOURCE}
    assert isinstance(packages(files).imported("orchard", "default"), Unknown)
    pure = {**files, "package.json": orchard(type="module", exports="./index.js")}
    assert isinstance(packages(pure).imported("orchard", "default"), Missing)
    inner = {**pure, "index.js": "export * from './a.js';", "a.js": f"{SOURCE}export default 1;"}
    assert isinstance(packages(inner).imported("orchard", "default"), Missing)


@pytest.mark.parametrize(
    "manifest",
    ['{"name": "orchard", "exports": ' + "[" * 50_000, "[" * 50_000, '{"name": "../orchard"}', '{"name": 1}', "", "[]"],
)
def test_broken_manifests_offer_nothing(manifest: str) -> None:
    assert packages({"package.json": manifest}).names == frozenset()


@pytest.mark.parametrize("target", ["../../etc/passwd", "/etc/passwd", "./" * 5_000, "*" * 5_000, ""])
def test_strange_targets_are_unknown(target: str) -> None:
    found = packages({"package.json": orchard(exports={".": target, "./*": target})})
    assert isinstance(found.imported("orchard", "tree"), Unknown)
    assert isinstance(found.imported("orchard/" + "x/" * 500, "tree"), Unknown)


def test_cycles_and_long_chains_end() -> None:
    modules = {f"m{number}.js": f"export * from './m{(number + 1) % 2_000}.js';" for number in range(2_000)}
    files: dict[str, Any] = {
        "package.json": orchard(exports="./m0.js"),
        **modules,
        "m7.js": f"export * from './m8.js';{SOURCE}",
    }
    assert isinstance(packages(files).imported("orchard", "bush"), Missing)


def test_packages_that_export_each_other() -> None:
    files: dict[str, Any] = {
        "package.json": {"workspaces": ["p/*"]},
        "p/a/package.json": {"name": "a", "main": "i.js"},
        "p/a/i.js": "export * from 'b';",
        "p/b/package.json": {"name": "b", "main": "i.js"},
        "p/b/i.js": f"export * from 'a';\n{SOURCE}",
    }
    assert isinstance(packages(files).imported("a", "tree"), Found)
    assert isinstance(packages(files).imported("a", "bush"), Missing)
