"""The pages of typedoc-plugin-markdown in the corpus, read by the format that comes with doclint."""

from collections import Counter

import pytest
from format_trees import WILD, FormatTree

import doclint
from doclint.formats.loading import builtins
from doclint.formats.reading.shapes import SymbolSignature
from doclint.markdown.source import Source
from doclint.page.declared import declared
from doclint.page.page import Page
from doclint.repository.in_memory import Memory

TREE = WILD / "typedoc-form"


@pytest.fixture(scope="module")
def tree() -> FormatTree:
    if not TREE.is_dir():
        pytest.skip("the corpus is not there")
    return FormatTree.at(TREE)


def reference(tree: FormatTree) -> list[str]:
    return [path for path in tree.pages if path.startswith("docs/") and "/reference/" in path]


def test_every_page_is_described(tree: FormatTree) -> None:
    formats, memory = builtins(), Memory(tree.files)
    kinds: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    unread = []
    for path in reference(tree):
        page = Page(path, Source.from_bytes(tree.files[path]), formats=formats, repository=memory)
        kinds[page.kind.name if page.kind else ""] += 1
        for symbol in (one for top in page.documented for one in top.walk()):
            if set(symbol.kinds).isdisjoint(("parameter", "type-parameter")):
                answers[type(declared(page, symbol)).__name__] += 1
            unread += [one for one in symbol.signatures if "parameters" in one.shape.spans and one.parameters is None]
        for shape in page.all(SymbolSignature):
            own = page.source.text[slice(*shape.captures["symbol"].span)] if "symbol" in shape.captures else ""
            assert own == (shape.captures["symbol"].text if own else "")
    assert kinds == {"class": 11, "function": 41, "interface": 46, "module": 7, "type": 77, "variable": 16}
    assert answers["Found"] > 600
    assert answers["Missing"] == 0
    assert unread == []


def test_sound_pages_have_the_structure_of_the_format(tree: FormatTree) -> None:
    found = Counter(finding.rule for finding in tree.sound(*reference(tree)).findings)
    structure = {rule: number for rule, number in found.items() if "section" in rule or rule == "missing-content"}
    assert structure == {}


OLD = """# Class: Basket

## Hierarchy

* *Box*

  ↳ **Basket**

## Methods

### fill

▸ `Private`**NAME**<T\\>(`fruit`: T): *void*

#### Type parameters:

Name |
:------ |
`T` |

#### HEADING

Name | Type |
:------ | :------ |
`fruit` | T |

**Returns:** *void*

Defined in: [src/basket.ts:2](https://example.com/src/basket.ts#L2)
"""
PLAIN = """# Interface: Fruit

## Hierarchy

* **Fruit**

  ↳ **Apple**

## Properties

### weight

• **weight**: *number*

Defined in: [src/fruit.ts:2](https://example.com/src/fruit.ts#L2)
"""


@pytest.mark.parametrize(
    ("name", "heading", "expected"),
    [
        ("fill", "Parameters:", []),
        ("full", "Parameters:", ["misplaced-signature"]),
        ("fill", "Paramaters:", ["misspelled-heading"]),
    ],
)
def test_pages_before_version_3_12(name: str, heading: str, expected: list[str]) -> None:
    """Headings end in colons, and flags are right in front of names."""
    old = OLD.replace("NAME", name).replace("HEADING", heading)
    pages = {"api/Basket.md": old, "api/Box.md": old.replace("Basket", "Box"), "api/Fruit.md": PLAIN}
    rules = ("misplaced-signature", "misspelled-heading", "mixed-dialects", "unexpected-section")
    found = doclint.lint_corpus(pages, sources={}, rules=rules).findings
    assert [one.rule for one in found if one.path == "api/Basket.md"] == expected
    assert [one.rule for one in found if one.path == "api/Fruit.md"] == []


@pytest.mark.parametrize("contents", ["## Index\n\n### Functions\n\n* [fill](_shop_.md#fill)\n\n", ""])
def test_contents_of_a_module_before_version_3(contents: str) -> None:
    """Some themes write none."""
    signature = "\n▸ **fill**(`fruit`: string): *void*\n\n*Defined in [shop.ts:2](https://example.com/shop.ts#L2)*\n"
    page = f'# Module: "shop"\n\n{contents}## Functions\n\n### fill\n{signature}'
    pages = {"api/_shop_.md": page, "api/Fruit.md": PLAIN, "api/Basket.md": OLD}
    assert doclint.lint_corpus(pages, sources={}, rules=("missing-section",)).findings == []


STATED = (
    "***\n\n[shop](README.md) / Basket\n\n# Interface: Basket\n\n"
    "{}## Properties\n\n### size\n\n> **size**: `string`\n\nHow many.\n"
)
SIZE = "export interface Basket {\n  size: number\n}\n"


@pytest.mark.parametrize(
    ("place", "files", "expected"),
    [
        ("", {"src/basket.ts": SIZE}, ["wrong-type"]),
        ("Defined in: old/basket.ts:7\n\n", {"src/basket.ts": SIZE}, ["wrong-type"]),
        ("Defined in: node_modules/shop/basket.ts:7\n\n", {"src/basket.ts": SIZE}, []),
        ("", {"src/basket.ts": SIZE, "src/bag.ts": SIZE}, []),
        ("", {"src/basket.ts": SIZE, "src/bag.ts": f"{SIZE[7:]}export const bag = 1\n"}, ["wrong-type"]),
        ("", {"src/basket.ts": SIZE, "src/bag.ts": "export const Basket = 1\n"}, ["wrong-type"]),
        ("", {"api/src/basket.ts": SIZE, "cli/src/bag.ts": SIZE}, []),
        ("", {"api/src/basket.ts": SIZE, "cli/src/bag.ts": SIZE, "api/package.json": "{}"}, ["wrong-type"]),
        ("", {"src/basket.ts": "export type { Basket } from 'shop'\n"}, []),
    ],
)
def test_source_of_a_page_that_does_not_say_where_it_is(place: str, files: dict[str, str], expected: list[str]) -> None:
    """One file declares the name as what the page says, and exports it; of several, one in the package of the page."""
    page = {"api/docs/interfaces/Basket.md": STATED.format(place)}
    found = doclint.lint_corpus(page, sources=files, rules=("unknown-member", "wrong-type")).findings
    assert [one.rule for one in found] == expected


@pytest.mark.parametrize(("place", "expected"), [("old/basket.ts:7", ["wrong-line"]), ("src/bag.ts:7", [])])
def test_line_in_a_file_with_another_name_is_not_that_of_the_source(place: str, expected: list[str]) -> None:
    page = {"docs/interfaces/Basket.md": STATED.format(f"Defined in: {place}\n\n")}
    found = doclint.lint_corpus(page, sources={"src/basket.ts": SIZE}, rules=("wrong-line",)).findings
    assert [one.rule for one in found] == expected


def test_field_with_a_quoted_name_may_be_absent() -> None:
    page = {"docs/interfaces/Basket.md": STATED.format("").replace("string", "number")}
    for name, expected in {"'size:change'": [], "change": ["missing-member"]}.items():
        files = {"src/basket.ts": SIZE.replace("}", f"  {name}: string\n}}")}
        found = doclint.lint_corpus(page, sources=files, rules=("missing-member",)).findings
        assert [one.rule for one in found] == expected


FUNCTIONS = (
    "***\n\n[shop](README.md) / api\n\n# Module: api\n\n## Functions\n"
    + "\n### {0}()\n\n> **{0}**(): `string`\n\nDoes it.\n".format("fill")
)


@pytest.mark.parametrize(
    ("name", "files", "expected"),
    [
        ("empty", {}, ["unknown-member"]),
        ("empty", {"tests/basket.test.ts": "empty()\n"}, []),
        ("default", {"src/bag.ts": "export default function (): number { return 1 }\n"}, []),
        ("default", {"src/bag.ts": "function bag(): number { return 1 }\nexport { bag as default }\n"}, []),
    ],
)
def test_function_that_no_file_declares(name: str, files: dict[str, str], expected: list[str]) -> None:
    """What tests mention may come from somewhere, and a default export may be that of any file."""
    page = {"docs/api.md": FUNCTIONS + FUNCTIONS[FUNCTIONS.index("\n###") :].replace("fill", name)}
    files = {"src/basket.ts": "export function fill(): string { return '' }\n", **files}
    found = doclint.lint_corpus(page, sources=files, rules=("unknown-member", "wrong-type")).findings
    assert [one.rule for one in found] == expected


def test_underscores_that_markdown_takes_for_strong_text() -> None:
    shown = "### __size__\n\n**● __{0}__**: *`number`*\n\n*Defined in [basket.ts:2](../basket.ts)*\n"
    page = f"# Interface: Basket\n\n## Properties\n\n{shown}"
    source = "export interface Basket {\n  __size__: number;\n}\n"
    for name, rules in (("size", []), ("sizes", ["misplaced-signature"])):
        report = doclint.lint_text(page.format(name), path="docs/interfaces/basket.md", sources={"basket.ts": source})
        assert [one.rule for one in report.findings if one.rule == "misplaced-signature"] == rules


def written(name: str, place: str) -> str:
    return f"### {name}\n\n▸ **{name}**(): *string*\n\n*Defined in [{place}](https://example.com/{place})*\n\n"


@pytest.mark.parametrize(
    ("place", "names", "expected"),
    [
        ("src/old.ts:1", ("fill", "empty", "pay"), []),
        ("src/old.ts:1", ("fill", "size", "pay"), ["wrong-type", "wrong-type"]),
        ("src/basket.ts:1", ("fill", "empty", "pay"), ["unknown-member", "unknown-member", "wrong-type"]),
    ],
)
def test_what_a_file_that_is_gone_had(place: str, names: tuple[str, ...], expected: list[str]) -> None:
    """Another file with one name of a page is not its source; one with most of them may be."""
    page = {
        "docs/modules/_old_.md": '# Module: "old"\n\n## Functions\n\n' + "".join(written(one, place) for one in names)
    }
    sources = {"src/basket.ts": "".join(f"export const {one} = (): number => 1\n" for one in ("fill", "size"))}
    found = doclint.lint_corpus(page, sources=sources, rules=("unknown-member", "wrong-type")).findings
    assert sorted(one.rule for one in found) == expected


@pytest.mark.parametrize(
    ("place", "expected"),
    [("src/messages.ts:3", ["wrong-type"]), ("src/old.ts:3", []), ("src/basket.ts:2", ["unknown-member"])],
)
def test_members_say_which_of_several_declarations_a_page_has(place: str, expected: list[str]) -> None:
    """It may be in a namespace, and if its file is gone, another one with other members is not it."""
    page = STATED.format("") + f"\n#### Defined in\n\n[{place}](https://example.com/{place})\n"
    sources = {
        "src/messages.ts": f"export namespace Messages {{\n  {SIZE}}}\n",
        "src/basket.ts": "export interface Basket {\n  weight: string\n}\n",
    }
    if "old" in place:
        del sources["src/messages.ts"]
    found = doclint.lint_corpus(
        {"docs/Basket.md": page}, sources=sources, rules=("unknown-member", "wrong-type")
    ).findings
    assert [one.rule for one in found] == expected


@pytest.mark.parametrize(("base", "expected"), [("Store<T | number>", []), ("Box", ["wrong-type"])])
def test_type_that_a_class_passes_to_its_base(base: str, expected: list[str]) -> None:
    page = STATED.format("").replace("Interface", "Class").replace("`string`", "`number` \\| `T`")
    classes = f"export class Basket<T> extends {base} {{\n  {'' if 'Store' in base else 'size: T'}\n}}\n"
    sources = {"src/basket.ts": f"class Store<T> {{\n  size: T\n}}\nclass Box {{}}\n{classes}"}
    found = doclint.lint_corpus({"docs/Basket.md": page}, sources=sources, rules=("wrong-type",)).findings
    assert [one.rule for one in found] == expected


@pytest.mark.parametrize(("name", "expected"), [("Shop_Box", []), ("Till_Box", ["misleading-link"])])
def test_link_with_the_bundled_name_of_a_type(name: str, expected: list[str]) -> None:
    page = STATED.format("").replace("`string`", f"[`{name}`](namespaces/Shop.md#Box)")
    found = doclint.lint_corpus({"docs/Basket.md": page}, sources={}, rules=("misleading-link",)).findings
    assert [one.rule for one in found] == expected
