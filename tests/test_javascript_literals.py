"""Configurations in JavaScript and TypeScript, which doclint reads and never runs."""

from typing import Any

import pytest

from doclint.source.answer import UNKNOWN
from doclint.source.languages.javascript_literals import ObjectLiteral, exported


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("export default {a: 'b', 'c': [1, true, null]}", {"a": "b", "c": [1, True, None]}),
        ("module.exports = {a: `b`, c: `${d}`}", {"a": "b", "c": UNKNOWN}),
        ("const b = 'x';\nconst a = {b};\nmodule.exports = a;", {"b": "x"}),
        ("export default defineConfig({a: 1})", {"a": 1}),
        ("export default defineConfig(() => ({a: 1}))", {"a": 1}),
        ("export default async function config() { const a = 1; return {a}; }", {"a": 1}),
        ("module.exports = async () => { if (x) { return {}; } return {a: 1}; }", {"a": 1}),
        ("export default {a: '\\u{41}\\x42\\n\\''}", {"a": "AB\n'"}),
        ("export default {a: require.resolve('b'), c: path.join(__dirname, '..', 'd')}", {"a": "b", "c": "../d"}),
        ("export default {a: [1, ...b, ...[2]], ...{c: 3}}", {"a": [1, UNKNOWN, 2], "c": 3}),
        ("export default {a: 1, ...b, c: 2}", {"a": UNKNOWN, "c": 2}),
        ("let a = 1; a = 2; export default {a}", {"a": UNKNOWN}),
        ("const a = [a]; export default {a}", {"a": [UNKNOWN]}),
        ("export default {a: f(), b: x ? 1 : 2, c() {}, d: new D()}", dict.fromkeys("abcd", UNKNOWN)),
        ("export default {a: 1, b: ((}", {"a": 1}),
        ("console.log({a: 1})", UNKNOWN),
    ],
)
def test_values(text: str, value: Any) -> None:
    assert exported(text.encode(), "config.js") == value


def test_types_are_no_part_of_values() -> None:
    text = b"const c: Config = {a: <string>'b' as const} satisfies Config;\nexport default c as Config;"
    assert exported(text, "config.ts") == {"a": UNKNOWN}
    assert exported(b"export = {a: 'b' as const}", "config.cts") == {"a": "b"}


@pytest.mark.parametrize(
    ("text", "is_open"),
    [
        ("export default {a: 1}", False),
        ("export default defineConfig({a: 1})", False),
        ("export default {a: 1, [b]: 2}", True),
        ("export default {...b, a: 1}", True),
        ("export default withPlugin({a: 1})", True),
        ("export default {a: 1, b: ((}", True),
        ("const c = {a: 1};\nc.b = 2;\nexport default c", True),
    ],
)
def test_keys_that_are_not_there_may_be_unknown(text: str, is_open: bool) -> None:
    value = exported(text.encode(), "config.js")
    assert isinstance(value, ObjectLiteral)
    assert (value.at("a"), value.at("z"), value.at("z", "y")) == ((1, UNKNOWN, UNKNOWN) if is_open else (1, None, None))


@pytest.mark.parametrize(
    "text",
    [
        "export default " + "[" * 100_000,
        "export default " + "{a:" * 5_000 + "1" + "}" * 5_000,
        "".join(f"const x{n} = [x{n + 1}, x{n + 1}];" for n in range(200)) + "export default x0",
        "export default '" + "x" * 1_000_000 + "'",
    ],
    ids=["open", "deep", "doubled", "long"],
)
def test_hostile_configurations_end(text: str) -> None:
    exported(text.encode(), "config.js")
