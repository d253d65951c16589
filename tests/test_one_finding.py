"""Defects that several rules notice, and that one finding reports."""

import tomllib

import pytest

from doclint import lint_text

FORMAT = """
name = "small"
docs-root = "docs"
[[kind]]
name = "page"
path = "{_}.md"
title = "Client"
source = "SOURCE"
content = [LIST]
SECTION
"""
REQUESTS = """
{ shape = "table", header = ["Function", "Request"], defines = "function", row = [
    "{symbol}", "**{request.method}** {request.path}",
] },
"""
LINKS = """{ shape = "links", lists = "sections", optional = true, item = "[{symbol}]({target})" },"""
NAMES = """{ shape = "links", lists = "sections", optional = true, item = "`{symbol}`" },"""
ROWS = """{ shape = "table", header = ["Function"], defines = "function", row = ["[{symbol}]({_})"] },"""
SECTION = """
[[kind.section]]
heading = "[of ]{symbol}"
repeats = true
required = false
defines = "CONTENT"
"""
PARAMETERS = """content = [{ shape = "symbols", defines = "parameter", complete = "all", item = "`{symbol}`" }]"""
TYPES = """content = [{ shape = "symbols", defines = "type-parameter", item = "`{symbol}`" }]"""
METHODS = f"""
content = [{NAMES}]
[[kind.section.child]]
heading = "{{symbol}}"
repeats = true
defines = "method"
"""


def rules(body: str, files: dict[str, str], list_: str = "", section: str = "", content: str = "") -> list[str]:
    """Return the rules of the findings of a page with a title and a body, whose source is the first of some files."""
    kind = section and SECTION.replace("CONTENT", section) + content
    format_ = FORMAT.replace("SOURCE", next(iter(files))).replace("LIST", list_).replace("SECTION", kind)
    found = lint_text(f"# Client\n\n{body}", path="docs/a.md", format=tomllib.loads(format_), sources=files).findings
    return [one.rule + one.message.partition("in its place")[2].partition(" (")[0] for one in found]


@pytest.mark.parametrize(("request_", "found"), [("GET** /api/pears", []), ("PUT** /api/pears", ["wrong-value"])])
def test_request(request_: str, found: list[str]) -> None:
    client = 'pub fn pears() { send(Method::GET, format!("{}/api/pears", base)) }\n'
    server = "import express from 'express'\nconst router = express.Router()\nrouter.get('/api/pears', handle)\n"
    body = f"| Function | Request |\n|---|---|\n| pears | **{request_} |\n"
    assert rules(body, {"client.rs": client, "server.ts": server}, REQUESTS) == found


def test_link_of_an_unknown_member() -> None:
    files = {"client.py": "def fill(): ...\n"}
    assert rules("| Function |\n|---|\n| [fill](other.md) |\n", files, ROWS) == ["broken-link"]
    assert rules("| Function |\n|---|\n| [empty](other.md) |\n", files, ROWS) == ["unknown-member"]


def test_link_to_a_renamed_heading() -> None:
    assert rules("- [fill](#fill)\n\n## fil\n\nText.\n", {"client.py": "def fill(): ...\n"}, LINKS, "function") == [
        "unknown-member"
    ]


def test_link_to_an_unknown_heading_with_further_words() -> None:
    found = rules("- [filll](#filll)\n\n## of filll\n\nText.\n", {"client.py": "def fill(): ...\n"}, LINKS, "function")
    assert found == ["broken-anchor", "unknown-member"]


def test_entry_with_another_name_among_further_mistakes() -> None:
    files = {"client.py": "def fill(): ...\n\n\ndef empty(): ...\n\n\ndef weigh(): ...\n"}
    sections = "".join(f"## {name}\n\nText.\n\n" for name in ("fill", "empty", "weigh"))
    assert rules(f"- `weigh`\n- `empti`\n\n{sections}", files, NAMES, "function") == [
        "incomplete-index",
        "incomplete-index is about `empty`",
    ]
    assert rules(f"- `weigh`\n- `fill`\n- `empti`\n\n{sections}", files, NAMES, "function") == [
        "incomplete-index is about `empty`"
    ]


def test_index_of_an_unknown_class() -> None:
    files = {"client.py": "class Basket:\n    def fill(self): ...\n\n    def empty(self): ...\n"}
    body = "- `fill`\n\n### fill\n\nText.\n\n### empty\n\nText.\n"
    assert rules(f"## Basket\n\n{body}", files, section="class", content=METHODS) == ["incomplete-index"]
    assert rules(f"## Bucket\n\n{body}", files, section="class", content=METHODS) == ["unknown-member"]


def test_parameter_with_another_name_among_missing_ones() -> None:
    files = {"client.py": "def fill(fruit, weight, colour, size): ...\n"}
    items = "".join(f"- `{name}`\n" for name in ("fruit", "color", "size"))
    found = rules(f"## fill\n\n{items}", files, section="function", content=PARAMETERS)
    assert found == ["missing-parameter", "unknown-parameter is `colour`"]


def test_unknown_type_parameter_is_in_no_order() -> None:
    files = {"client.ts": "export class Basket<Fruit, Size> {}\n"}
    items = "".join(f"- `{name}`\n" for name in ("Colour", "Size", "Fruit"))
    assert rules(f"## Basket\n\n{items}", files, section="class", content=TYPES) == ["unknown-parameter"]


CALLABLE = """
{ shape = "symbols", defines = "function", item = "`{symbol}`: {_}" },
{ shape = "signature", fence = "py", text = "{symbol}({parameters})", optional = true },
"""
SIGNED = """
content = [
    { shape = "signature", fence = "py", text = "{symbol}({parameters})" },
    { shape = "symbols", defines = "parameter", item = "`{symbol}`" },
]
"""


def test_link_to_the_only_heading_which_is_unknown() -> None:
    files = {"client.py": "def fill(): ...\n"}
    assert rules("- [fill](#fill)\n\n## pour\n\nText.\n", files, LINKS, "function") == ["unknown-member"]
    found = rules("- [fill](#fill)\n- [mix](#mix)\n\n## pour\n\nText.\n", files, LINKS, "function")
    assert found == ["broken-anchor", "broken-anchor", "unknown-member"]


def test_renamed_parameter_beside_one_that_the_page_lacks_or_adds() -> None:
    files = {"client.py": "def fill(fruit, size, colour): ...\n"}
    body = "## fill\n\n```py\nfill({})\n```\n\n- `{}`\n"

    def found(signature: str, *listed: str) -> list[str]:
        return rules(body.format(signature, "`\n- `".join(listed)), files, section="function", content=SIGNED)

    assert found("fruit, size, colour", "fruit", "weight", "colour") == ["unknown-parameter is `size`"]
    assert found("size, colour", "weight", "colour") == ["missing-parameter", "unknown-parameter is `size`"]
    added = found("fruit, zebra, size, colour", "fruit", "zebra", "weight", "colour")
    assert added == ["unknown-parameter", "unknown-parameter is `size`"]


INDEX = """
[[kind.section]]
heading = "Index"
repeats = true
content = [{ shape = "links", lists = "sections", item = "`{symbol}`" }]
[[kind.section]]
heading = "of {symbol}"
repeats = true
defines = "function"
"""


def test_index_without_entries() -> None:
    format_ = tomllib.loads(FORMAT.replace("SOURCE", "client.py").replace("LIST", "").replace("SECTION", INDEX))
    files = {"client.py": "def fill(): ...\n\n\ndef empty(): ...\n\n\ndef weigh(): ...\n"}

    def found(entries: str, *names: str) -> list[str]:
        sections = "".join(f"## of {name}\n\nText.\n\n" for name in names)
        page = f"# Client\n\n## Index\n\n{entries}\n\n{sections}## Index\n\n## of weigh\n\nText.\n"
        report = lint_text(page, path="docs/a.md", format=format_, sources=files)
        known = ("incomplete-index", "empty-section")
        return [f"{one.rule} {one.start.line}" for one in report.findings if one.rule in known]

    assert found("- `fill`", "fill") == ["incomplete-index 11"]
    assert found("- `fill`", "fill", "empty") == ["incomplete-index 5", "empty-section 15"]


REPEATED = """
[[kind.section]]
heading = "{symbol}"
level = [2, 3]
repeats = true
defines = "function"
"""


@pytest.mark.parametrize(
    ("second", "found"),
    [
        ("## fill\n\nText.\n\n### empty\n\nText.\n", [9]),
        ("## fill\n\nText.\n\n### empty\n\nText.\n\n### empty\n\nText.\n", [9, 17]),
        ("## fill\n\nText.\n\n### weigh\n\nText.\n\n### empty\n\nText.\n\n## empty\n\nText.\n", [9, 21]),
        ("### empty\n\nText.\n\n## weigh\n\nText.\n\n### empty\n\nText.\n", [9, 17]),
        ("## fill\n\nText.\n\n## weigh\n\n### empty\n\nOther text.\n", [9, 15]),
    ],
)
def test_what_is_below_a_repeated_section(second: str, found: list[int]) -> None:
    format_ = tomllib.loads(FORMAT.replace("SOURCE", "client.py").replace("LIST", "").replace("SECTION", REPEATED))
    files = {"client.py": "def fill(): ...\n\n\ndef empty(): ...\n\n\ndef weigh(): ...\n"}
    page = f"## fill\n\n### empty\n\nText.\n\n{second}"
    report = lint_text(f"# Client\n\n{page}", path="docs/a.md", format=format_, sources=files)
    known = ("repeated-section", "duplicate-entry")
    assert [one.start.line for one in report.findings if one.rule in known] == found


CLIENT = """
[[kind.section]]
heading = "{symbol}"
repeats = true
defines = "class"
content = [{ shape = "symbols", optional = true, defines = "property", complete = "public", item = "`{symbol}`" }]
[[kind.section.child]]
heading = "{symbol}"
repeats = true
required = false
defines = "method"
complete = "public"
"""


@pytest.mark.parametrize(
    ("type_", "found"),
    [("(text: string) => string", ["unknown-member"]), ("string", ["missing-member", "unknown-member"])],
)
def test_property_that_may_be_called_has_another_name(type_: str, found: list[str]) -> None:
    format_ = tomllib.loads(FORMAT.replace("SOURCE", "a.ts").replace("LIST", "").replace("SECTION", CLIENT))
    files = {"a.ts": f"export class Basket {{\n  size: number\n  parser: {type_}\n}}\n"}
    page = "# Client\n\n## Basket\n\n- `size`\n\n### weigh\n\nText.\n"
    report = lint_text(page, path="docs/a.md", format=format_, sources=files)
    assert [one.rule for one in report.findings if one.rule.endswith("-member")] == found


@pytest.mark.parametrize(("defines", "level", "number"), [("property", 5, 1), ("property", 6, 0), ("type", 5, 1)])
def test_sections_that_are_there_twice(defines: str, level: int, number: int) -> None:
    section = REPEATED.replace("[2, 3]", str(level)).replace("function", defines).replace("{symbol}", "{symbol:name}")
    kind = f"{FORMAT.replace('SOURCE', 'a.py').replace('LIST', '').replace('SECTION', section)}open = true\n"
    format_ = tomllib.loads(f'ignore = ["repeated-section"]\n{kind}')
    page = f"# Client\n\n{2 * ('#' * level + ' size' + chr(10) + chr(10) + 'Text.' + chr(10) + chr(10))}"
    report = lint_text(page, path="docs/a.md", format=format_, rules=["duplicate-entry"])
    assert len(report.findings) == number


@pytest.mark.parametrize(("defines", "number"), [("exception", 0), ("class", 1)])
def test_exceptions_may_have_several_reasons(defines: str, number: int) -> None:
    items = f'{{ shape = "symbols", defines = "{defines}", item = "`{{symbol}}`: {{_}}" }}'
    format_ = tomllib.loads(FORMAT.replace("SOURCE", "a.py").replace("LIST", items).replace("SECTION", ""))
    page = "# Client\n\n- `KeyError`: No fruit.\n- `KeyError`: No money.\n"
    report = lint_text(page, path="docs/a.md", format=format_, rules=["duplicate-entry"])
    assert len(report.findings) == number


@pytest.mark.parametrize(("name", "rules"), [("Crate", ["unknown-member"]), ("Box", [])])
def test_type_that_a_package_exports_from_another_file(name: str, rules: list[str]) -> None:
    format_ = tomllib.loads(
        FORMAT.replace("SOURCE", "src/a.ts")
        .replace("LIST", "")
        .replace("SECTION", REPEATED.replace("function", "type"))
    )
    files = {
        "package.json": '{"name": "shop", "types": "src/index.ts"}',
        "src/index.ts": "export type { Crate } from './b'\nexport type { Box } from './a'\n",
        "src/b.ts": "export class Crate {}\n",
        "src/a.ts": "export class Box {}\n",
    }
    report = lint_text(f"# Client\n\n## {name}\n\nText.\n", path="docs/a.md", format=format_, sources=files)
    assert [one.rule for one in report.findings] == rules


RAISING = """
content = [{ shape = "signature", fence = "py", text = "{symbol}({parameters})" }]
[[kind.section.child]]
heading = "Raises"
content = [{ shape = "symbols", defines = "exception", item = "`{symbol}`" }]
"""


def test_other_lists_are_not_empty_because_of_the_signature() -> None:
    files = {"client.py": "def fill(fruit): ...\n"}
    body = "## fill\n\n```py\nfill()\n```\n\n### Raises\n"
    assert rules(body, files, section="function", content=RAISING) == ["missing-parameter", "empty-section"]


METHODS_OF_CLASSES = """
[[kind.section]]
heading = "Class {symbol}"
repeats = true
required = false
defines = "class"
content = []
[[kind.section.child]]
heading = "Methods"
content = [{ shape = "symbols", defines = "method", item = "`{symbol}`" }]
"""


def test_a_heading_of_a_class_is_not_empty_because_of_a_function() -> None:
    list_ = '{ shape = "symbols", defines = "function", complete = "public", item = "`{symbol}`" }'
    kind = FORMAT.replace("SOURCE", "client.py").replace("LIST", list_).replace("SECTION", METHODS_OF_CLASSES)
    files = {"client.py": "def fill(): ...\n\n\ndef empty(): ...\n\n\nclass Basket: ...\n"}
    page = "# Client\n\n- `fill`\n\n## Class Basket\n\n### Methods\n"
    report = lint_text(page, path="docs/a.md", format=tomllib.loads(kind), sources=files)
    assert [f"{one.rule} {one.start.line}" for one in report.findings] == ["missing-member 3", "empty-section 7"]


INNER = """
[[kind.section]]
heading = "Class {symbol}"
repeats = true
defines = "class"
content = []
[[kind.section.child]]
heading = "Index"
content = [{ shape = "links", lists = "sections", item = "`{symbol}`" }]
"""


def test_an_empty_index_of_a_class_is_not_that_of_the_page() -> None:
    format_ = tomllib.loads(FORMAT.replace("SOURCE", "a.py").replace("LIST", NAMES).replace("SECTION", INNER))
    page = "# Client\n\n- `Box`\n\n## Class Box\n\n### Index\n\n## Class Crate\n\n### Index\n"
    files = {"a.py": "class Box: ...\n\n\nclass Crate: ...\n"}
    report = lint_text(page, path="docs/a.md", format=format_, sources=files)
    found = [f"{one.rule} {one.start.line}" for one in report.findings]
    assert sorted(found) == ["empty-section 11", "empty-section 7", "incomplete-index 3"]


SORTED_MEMBERS = """
[[kind.section]]
heading = "Class {symbol}"
repeats = true
defines = "class"
content = []
[[kind.section.child]]
heading = "Methods"
required = false
content = [{ shape = "symbols", defines = "method", item = "`{symbol}`" }]
[[kind.section.child]]
heading = "Fields"
required = false
content = [{ shape = "symbols", defines = "field", item = "`{symbol}`" }]
"""


def test_a_member_in_the_wrong_list_is_one_of_its_class() -> None:
    format_ = tomllib.loads(FORMAT.replace("SOURCE", "a.py").replace("LIST", "").replace("SECTION", SORTED_MEMBERS))
    files = {"a.py": "class Box:\n    def fill(self): ...\n\n\nclass Crate:\n    def fill(self): ...\n"}
    moved, empty = "## Class {}\n\n### Methods\n\n### Fields\n\n- `fill`\n\n", "## Class {}\n\n### Methods\n\n"
    whole = "## Class {}\n\n### Fields\n\n- `fill`\n\n"

    def found(*sections: str) -> list[str]:
        page = "# Client\n\n" + "".join(one.format(name) for one, name in zip(sections, ("Box", "Crate"), strict=True))
        return [one.rule for one in lint_text(page, path="docs/a.md", format=format_, sources=files).findings]

    assert found(moved, whole) == ["unknown-member", "unknown-member"]
    assert found(empty, whole) == ["empty-section", "unknown-member"]


@pytest.mark.parametrize(
    ("further", "found"), [("", ["repeated-section"]), ("c", ["duplicate-anchor", "repeated-section"])]
)
def test_anchors_that_are_copied_with_a_section(further: str, found: list[str]) -> None:
    format_ = tomllib.loads(FORMAT.replace("SOURCE", "client.py").replace("LIST", "").replace("SECTION", REPEATED))
    section = '## fill\n\nText.\n\n<a id="b"></a>\n\n### empty\n\nText.\n\n'
    own = f'<a id="{further}"></a>\n\nText.\n\n' if further else ""
    page = f"# Client\n\n{own}{section}{section.replace('Text', 'More')}### weigh\n\nMore.\n\n{own}"
    report = lint_text(page, path="docs/a.md", format=format_)
    assert sorted(one.rule for one in report.findings if one.rule in ("duplicate-anchor", "repeated-section")) == found
