"""Code that pages include from files: what names it brings to a page, and what in it cannot work."""

from pathlib import Path

import pytest
from tree import write

from doclint import Finding, lint_text
from doclint.repository.in_memory import Memory
from doclint.sites.mdbook import MdBook
from doclint.sites.mkdocs import MkDocs
from doclint.sites.site import IncludedCode
from doclint.sites.sphinx import Sphinx

SHOP = {
    "shop/__init__.py": "from shop.basket import Basket\n",
    "shop/basket.py": "class Basket:\n    def add(self, fruit): ...\n\n    def weigh(self): ...\n",
}
EXAMPLE = """\
from shop import Basket

# --8<-- [start:use]
# ANCHOR: use
basket = Basket()
basket.add("pear")
# ANCHOR_END: use
# --8<-- [end:use]
basket.pay()
"""
MKDOCS = {"mkdocs.yml": "site_name: Shop\nmarkdown_extensions: [pymdownx.snippets]\n"}
SPHINX = {"docs/conf.py": "extensions = ['myst_parser']\n"}
BOOK = {"book.toml": "[book]\nsrc = 'docs'\n"}
SITES = {"mkdocs": MKDOCS, "sphinx": SPHINX, "mdbook": BOOK}


def fence(line: str) -> str:
    return f"```python\n{line}\n```\n"


WAYS = {
    "mkdocs": fence('--8<-- "docs/use.py"'),
    "sphinx": "```{literalinclude} use.py\n:language: python\n:linenos:\n```\n",
    "mdbook": fence("{{#include use.py}}"),
}


def findings(text: str, site: dict[str, str], example: str = EXAMPLE) -> list[tuple[int, str, list[str]]]:
    sources = SHOP | site | {"docs/use.py": example}
    found = lint_text(text, path="docs/page.md", rules=["examples"], sources=sources).findings
    return [(one.start.line, one.message, list(map(str, one.related))) for one in found]


@pytest.mark.parametrize("site", SITES)
def test_misuse_in_a_file_is_reported_where_the_page_includes_it(site: str) -> None:
    text = "# Use\n\n" + WAYS[site]
    [(line, message, related)] = findings(text, SITES[site])
    assert line == (3 if site == "sphinx" else 4)
    assert message == "`Basket` has no attribute `pay` (shop/basket.py:1) (included from docs/use.py:9)"
    assert related == ["docs/use.py:9", "shop/basket.py:1"]


@pytest.mark.parametrize("site", SITES)
def test_names_of_the_file_are_known_on_the_page(site: str) -> None:
    use = "```python\nimport shop\n\nbasket.weigh()\nbasket.pay()\nBasket().add(os.name)\n```\n"
    sound = EXAMPLE.replace("basket.pay()\n", "")
    assert [message for _, message, _ in findings(WAYS[site] + "\n" + use, SITES[site], sound)] == [
        "`Basket` has no attribute `pay` (shop/basket.py:1)",
        "The example uses `os` without an import: `import os`",
    ]


def test_file_is_reported_once() -> None:
    assert len(findings("\n".join([WAYS["mkdocs"]] * 3), MKDOCS)) == 1


def test_nothing_is_fixed_on_the_page() -> None:
    example = "from shop import Basket\nBasket().ad(1)\nBasket().add(fruits=1)\nfrom shop import Baskett\n"
    sources = SHOP | MKDOCS | {"docs/use.py": example}
    found = lint_text(WAYS["mkdocs"], path="docs/page.md", rules=["examples"], sources=sources).findings
    assert [(one.rule, one.fix, one.start.line) for one in found] == [
        ("broken-import", None, 2),
        ("unknown-attribute", None, 2),
        ("wrong-arguments", None, 2),
    ]


@pytest.mark.parametrize(
    ("statement", "lines"),
    [
        ('--8<-- "docs/use.py"', (1, 9)),
        ("-8<-  'docs/use.py'", (1, 9)),
        ('--8<-- "docs/use.py:2:4"', (2, 4)),
        ('--8<-- "docs/use.py:2"', (2, 9)),
        ('--8<-- "docs/use.py::3"', (1, 3)),
        ('--8<-- "docs/use.py:8:99"', (8, 9)),
        ('--8<-- "docs/use.py:use"', (4, 7)),
        ('--8<-- "docs/use.py:gone"', None),
        (f'--8<-- "docs/use.py:1:{"9" * 5000}"', None),
        ('--8<-- "docs/use.py:1:2,4:5"', None),
        ('--8<-- "docs/gone.py"', None),
        ('--8<-- "../use.py"', None),
        ('--8<-- "https://shop.test/use.py"', None),
        (';--8<-- "docs/use.py"', None),
        ("--8<--", None),
    ],
)
def test_snippets(statement: str, lines: tuple[int, int] | None) -> None:
    site = MkDocs(Memory(MKDOCS | {"docs/use.py": EXAMPLE}), "", "mkdocs.yml")
    found = site.included_code("docs/page.md", statement, {})
    assert (found and (found.start, found.end)) == lines


def test_snippets_are_below_their_folders() -> None:
    config = "site_name: Shop\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: [parts, docs]\n"
    files = {"mkdocs.yml": config, "docs/use.py": EXAMPLE, "docs/parts.py": "x = 1\n", "use.md": ""}
    site = MkDocs(Memory(files), "", "mkdocs.yml")
    found = site.included_code("docs/page.md", '--8<-- "use.py"', {})
    assert found == IncludedCode("docs/use.py", 1, 9, is_whole=True)
    assert site.included_code("docs/page.md", '--8<-- "../docs/use.py"', {}) == found
    assert site.included_code("docs/page.md", '--8<-- "../use.md"', {}) is None
    without = MkDocs(Memory({"mkdocs.yml": "site_name: Shop\n", "docs/use.py": EXAMPLE}), "", "mkdocs.yml")
    assert without.included_code("docs/page.md", '--8<-- "docs/use.py"', {}) is None


@pytest.mark.parametrize(
    ("statement", "lines"),
    [
        ("{{#include use.py}}", (1, 9)),
        ("{{ #include  use.py:2:4 }}", (2, 4)),
        ("{{#include use.py:2}}", (2, 2)),
        ("{{#include use.py:2:}}", (2, 9)),
        ("{{#include use.py::3}}", (1, 3)),
        ("{{#rustdoc_include use.py:use}}", (5, 6)),
        ("{{#include use.py:us}}", None),
        ("{{#playground use.py}}", None),
        ("\\{{#include use.py}}", None),
        ("{{#include ../../use.py}}", None),
    ],
)
def test_includes_of_books(statement: str, lines: tuple[int, int] | None) -> None:
    site = MdBook(Memory(BOOK | {"docs/use.py": EXAMPLE}), "", "book.toml")
    found = site.included_code("docs/page.md", statement, {})
    assert (found and (found.start, found.end)) == lines


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        ({"language": "python", "emphasize-lines": "2"}, (1, 9)),
        ({"lines": "2-4"}, (2, 4)),
        ({"lines": "2-"}, (2, 9)),
        ({"lines": "2"}, (2, 2)),
        ({"lines": "1,3-4"}, None),
        ({"start-after": "ANCHOR: use", "end-before": "ANCHOR_END"}, (5, 6)),
        ({"start-at": "basket = ", "end-at": "add("}, (5, 6)),
        ({"end-before": "gone"}, None),
        ({"start-after": "gone"}, None),
        ({"start-after": "shop", "lines": "1-2"}, None),
        ({"pyobject": "Basket"}, None),
        ({"diff": "old.py"}, None),
        ({"": "text"}, None),
    ],
)
def test_literal_includes(options: dict[str, str], lines: tuple[int, int] | None) -> None:
    site = Sphinx(Memory(SPHINX | {"docs/use.py": EXAMPLE}), "docs", "docs/conf.py")
    for path in ("use.py", "/use.py"):
        found = site.included_code("docs/page.md", f"{{literalinclude}} {path}", options)
        assert (found and (found.start, found.end)) == lines


def test_only_what_the_page_shows_is_reported() -> None:
    assert findings(fence('--8<-- "docs/use.py:use"'), MKDOCS) == []
    assert findings(fence("{{#include use.py:1:8}}"), BOOK) == []
    assert len(findings(fence("{{#include use.py:9}}"), BOOK)) == 1


def test_page_does_not_know_values_from_lines_that_it_does_not_show() -> None:
    use = "\n```python\nimport shop\n\nbasket.pay()\nBasket()\n```\n"
    assert findings(fence('--8<-- "docs/use.py:1:2"') + use, MKDOCS) == []


@pytest.mark.parametrize("example", ["basket.pay()  # raises AttributeError", "basket.pay()  # no longer works"])
def test_code_that_shows_a_failure_is_left_alone(example: str) -> None:
    assert findings(WAYS["mkdocs"], MKDOCS, f"from shop import Basket\nbasket = Basket()\n{example}\n") == []


@pytest.mark.parametrize(
    ("text", "site", "example"),
    [
        (fence('--8<-- "docs/gone.py"'), MKDOCS, EXAMPLE),
        (fence('--8<-- "docs/use.py"'), {"mkdocs.yml": "site_name: Shop\n"}, EXAMPLE),
        (fence('--8<-- "docs/use.py"'), {}, EXAMPLE),
        (fence('--8<-- "docs/use.py"'), MKDOCS, EXAMPLE + '--8<-- "more.py"\n'),
        (fence('--8<-- "docs/use.py"'), MKDOCS, "#" * 100_001),
        (fence("{{#include use.py}}"), BOOK, EXAMPLE + "# {{#include more.py}}\n"),
        ("```{literalinclude} use.py\n:pyobject: Basket\n```\n", SPHINX, EXAMPLE),
        ("```{literalinclude} gone.py\n```\n", SPHINX, EXAMPLE),
        (f"```{{literalinclude}} use.py\n:lines: {'9' * 5000}\n```\n", SPHINX, EXAMPLE),
        (fence(f"{{{{#include use.py:{'9' * 5000}}}}}"), BOOK, EXAMPLE),
    ],
)
def test_what_is_not_certain_stays_unknown(text: str, site: dict[str, str], example: str) -> None:
    use = "\n```python\nfrom shop import Basket\n\nBasket().add(os.name)\n```\n"
    assert findings(use, site, example) != []
    assert findings(text + use, site, example) == []


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("name", ["../../use.py", "linked.py"])
def test_nothing_outside_the_root_is_included(tmp_path: Path, site: str, name: str) -> None:
    root = tmp_path / "root"
    for path, text in {**SHOP, **SITES[site]}.items():
        write(root, path, text)
    write(tmp_path, "use.py", EXAMPLE)
    write(root, "docs/use.py", EXAMPLE)
    (root / "docs/linked.py").symlink_to(tmp_path / "use.py")
    assert _included(root, site, "use.py") != []
    assert _included(root, site, name) == []


def _included(root: Path, site: str, name: str) -> list[Finding]:
    text = WAYS[site].replace("use.py", name)
    return lint_text(text, path="docs/page.md", rules=["examples"], sources=root).findings


@pytest.mark.parametrize(("files", "size", "findings"), [(20, 10, 20), (250, 10, 200), (20, 90_000, 3)])
def test_page_includes_only_so_much(files: int, size: int, findings: int) -> None:
    text = "".join(fence(f'--8<-- "docs/use{number}.py"') + "\n" for number in range(files))
    use = "```python\nfrom shop import Basket\n\nBasket().add(os.name)\n```\n"
    included = {f"docs/use{number}.py": EXAMPLE + "#" * size + "\n" for number in range(files)}
    found = lint_text(text + use, path="docs/page.md", rules=["examples"], sources=SHOP | MKDOCS | included).findings
    rules = [one.rule for one in found]
    assert rules.count("unknown-attribute") == findings
    assert rules.count("undefined-name") == (findings == files)
