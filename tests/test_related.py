"""Related lines: where in other files a finding follows from, as reports show them beside the page."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tree import write

from doclint import RelatedLines, lint_paths, lint_text
from doclint.engine.page_result import PageResult, decode_found, encode
from doclint.engine.page_rules import PageFindings
from doclint.rule.registry import rules
from doclint.rule.violation import MOST_RELATED
from doclint.testing import findings_of

PYTHON = "```python\nfrom shop import Basket\n\n{}\n```\n"
BASKET = (
    "class Basket:\n    def move(\n        self,\n        to: int,\n    ) -> None: ...\n\n    def weigh(self): ...\n"
)
SHOP = {"shop/__init__.py": "from shop.basket import Basket\n", "shop/basket.py": BASKET}


def shown(lines: RelatedLines) -> str:
    """Related lines as `path`, `path:3` or `path:3-5`."""
    return f"{lines}-{lines.end}" if lines.end > lines.start else str(lines)


def related(rule: str, text: str, files: Mapping[str, str | bytes]) -> list[str]:
    """The related lines of the only finding of a rule on a page."""
    [finding] = lint_text(text, path="docs/page.md", rules=[rule], sources=files).findings
    return list(map(shown, finding.related))


@pytest.mark.parametrize(
    ("rule", "call", "lines"),
    [
        ("wrong-arguments", "Basket().move(1, 2)", "shop/basket.py:2-5"),
        ("unknown-attribute", "Basket().pay()", "shop/basket.py:1"),
        ("unbound-method", "Basket.weigh()", "shop/basket.py:7"),
        ("broken-import", "from shop import Cart", "shop/__init__.py"),
        ("broken-import", "import shop.cart", "shop/__init__.py"),
    ],
)
def test_examples_follow_from_what_they_use(rule: str, call: str, lines: str) -> None:
    assert related(rule, PYTHON.format(call), SHOP) == [lines]


def test_message_and_lines_name_one_place() -> None:
    base = "class Base:\n    limit = 1\n\n    def __init__(self, size): ...\n"
    derived = "from shop.base import Base\n\n\nclass Basket(Base):\n    pass\n"
    files = {"shop/__init__.py": "from shop.basket import Basket\n", "shop/base.py": base, "shop/basket.py": derived}
    report = lint_text(PYTHON.format("Basket()"), rules=["wrong-arguments"], sources=files)
    [finding] = report.findings
    assert finding.message.endswith("(shop/base.py:4)")
    assert list(map(shown, finding.related)) == ["shop/base.py:4"]


def test_package_without_code_has_no_lines() -> None:
    files = {"shop/__init__.py": "", "shop/basket/fruit.py": "pear = 1\n"}
    text = "```python\nfrom shop.basket import Cart\n```\n"
    [finding] = lint_text(text, rules=["broken-import"], sources=files).findings
    assert "(shop/basket/)" in finding.message
    assert finding.related == ()


def test_exports_follow_from_the_module() -> None:
    files = {"package.json": '{"name": "orchard", "main": "index.js"}', "index.js": "export const tree = 1\n"}
    text = "```js\nimport { bush } from 'orchard'\n```\n"
    assert related("missing-export", text, files) == ["index.js"]


CLAIMS = {
    ("absent-source", "blank"): ["a.py"],
    ("cut-snippet", "cut"): ["a.c:1-2"],
    ("duplicate-entry", "duplicate"): ["src/app.cpp:1", "src/app.cpp:2"],
    ("empty-keyword-index", "symbols"): ["limits.h:2"],
    ("missing-symbol", "missing"): ["basket.py:4", "basket.py:9", "basket.py:13"],
    ("padded-copy", "padded"): ["a.py:1"],
    ("refuted-claim", "mentioned"): ["src/app.py:1"],
    ("refuted-claim", "part"): ["src/app.py:4"],
    ("refuted-claim", "unfounded"): ["src/app.py"],
    ("stale-copy", "differs"): ["a.py:2"],
    ("stale-copy", "longer"): ["a.py:1"],
    ("truncated-list", "source"): ["a.py:21", "a.py:22"],
    ("unknown-symbol", "imported"): ["basket.py:7"],
    ("unknown-symbol", "absent"): ["basket.py"],
    ("wrong-count", "source"): ["a.py:5"],
    ("wrong-import", "alias"): ["a.py:6"],
    ("wrong-import", "string"): ["a.py:11"],
    ("wrong-macro-value", "wrong"): ["shop.h:3"],
    ("wrong-overview", "other"): ["a.py:1", "a.py:3"],
    ("wrong-overview", "joined"): ["a.py:1-3"],
    ("wrong-size", "bytes"): ["a.py"],
    ("wrong-symbol-kind", "kind"): ["basket.h:3"],
}


@pytest.mark.parametrize(("rule", "message"), CLAIMS, ids="-".join)
def test_claims_follow_from_lines_of_the_source(rule: str, message: str) -> None:
    found = (finding for example in rules()[rule].examples for finding in findings_of(rules()[rule], example))
    first = next(finding for finding in found if finding.message_id == message and finding.related)
    assert list(map(shown, first.related)) == CLAIMS[rule, message]


def keyword_page(path: str, group: str, *names: str) -> str:
    items = "".join(f"- **`{name}`**: [a_docs.md](./a_docs.md)\n" for name in names)
    return f"# Keyword Index: `{path}`\n\n## Keywords Extracted\n\n### {group}\n\n{items}"


def test_copy_on_a_page_is_no_file() -> None:
    quoting = "# Documentation: `a.py`\n\n## Original Source\n\n```python\nimport os\n```\n"
    page = keyword_page("a.py", "Classs", "os")
    for files, expected in (({"a.py": "import os\n"}, ["a.py:1"]), ({"docs/a.py_docs.md": quoting}, [])):
        [finding] = lint_text(page, path="docs/a.py_kw.md", rules=["unknown-symbol"], sources=files).findings
        assert list(map(shown, finding.related)) == expected


def test_pages_are_related_to_each_other() -> None:
    target = "# One\n\n## Two\n"
    assert related("broken-anchor", "[b](b.md#three)\n", {"docs/b.md": target}) == ["docs/b.md"]
    assert related("broken-anchor", "# One\n\n[b](#three)\n", {}) == []


def test_pages_of_one_title_are_related_to_each_other() -> None:
    rule = rules()["ambiguous-title"]
    [finding] = (finding for example in rule.examples for finding in findings_of(rule, example))
    assert list(map(shown, finding.related)) == ["docs/lib/app.py.page.md:1"]


def test_quoted_page_has_related_lines() -> None:
    quoted = keyword_page("a.py", "Classs", "os")
    page = f"# Documentation: `docs/a.py_kw.md`\n\n## Original Source\n\n```markdown\n{quoted}```\n"
    sources = {"a.py": "import os\n"}
    report = lint_text(page, path="docs/docs/a.py_kw.md_docs.md", rules=["unknown-symbol"], sources=sources)
    assert [(one.embedded, list(map(shown, one.related))) for one in report.findings] == [
        ("docs/a.py_kw.md", ["a.py:1"])
    ]


def test_finding_keeps_the_first_ones() -> None:
    source = "".join(f"def bake{number}(): ...\n" for number in range(99))
    page = keyword_page("a.py", "Functions", "bake98")
    [finding] = lint_text(page, path="docs/a.py_kw.md", rules=["missing-symbol"], sources={"a.py": source}).findings
    assert list(map(shown, finding.related)) == [f"a.py:{line}" for line in range(1, MOST_RELATED + 1)]


def test_related_lines_are_stored_and_come_back(root: Path) -> None:
    for path, text in SHOP.items():
        write(root, path, text)
    page = PYTHON.format("Basket().move(1, 2)\nBasket.weigh()\n")
    for number in range(40):
        write(root, f"docs/{number}.md", page)
    once = lint_paths([root], root=root, rules=["examples"]).findings
    assert {tuple(map(shown, finding.related)) for finding in once} == {("shop/basket.py:2-5",), ("shop/basket.py:7",)}
    assert lint_paths([root], root=root, rules=["examples"], jobs=2).findings == once
    assert decode_found(encode(PageResult(PageFindings(once))).found).findings == once
