"""Names that a change removes and pages use, as `--changed-since` reports them."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from scratch import Scratch

from doclint.cli.main import run_cli

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="there is no git")

Found = Callable[..., list[str]]
_SHOP = """\
class Basket:
    def iter_items(self): ...
    def get(self): ...
    def add(self): ...


def open_shop(): ...


def close_shop(): ...
"""


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scratch:
    """A repository with a module and pages that use what is in it."""
    scratch = Scratch(tmp_path / "repository")
    scratch.write("shop/basket.py", _SHOP)
    scratch.write("README.md", "# Shop\n\nUse `b.iter_items()` of a `Basket`.\n")
    scratch.write("docs/api.md", "# Basket\n\n## get\n\nSee `get()` and `d.get()`.\n\n::: shop.basket.Basket.get\n")
    scratch.write("docs/other.md", "# Others\n\n`get`, `d.get()`, `open_shop` of shop\n")
    scratch.commit()
    monkeypatch.chdir(scratch.root)
    return scratch


@pytest.fixture
def found(capsys: pytest.CaptureFixture[str]) -> Found:
    """The places of names that are gone, by `--changed-since`."""

    def check(*arguments: str) -> list[str]:
        run_cli(["check", "--changed-since", "HEAD", "--output-format", "json", *arguments])
        findings = json.loads(capsys.readouterr().out)["findings"]
        assert {one["rule"] for one in findings} <= {"removed-name", "broken-import"}
        return [f"{one['path']}:{one['line']} {one['arguments'].get('name')}" for one in findings]

    return check


def without(*names: str) -> str:
    return "".join(
        line for line in _SHOP.splitlines(keepends=True) if not any(f"def {name}(" in line for name in names)
    )


def test_what_pages_use(scratch: Scratch, found: Found) -> None:
    assert found() == []
    scratch.write("shop/basket.py", without("iter_items", "get"))
    everything = ["README.md:3 Basket.iter_items", "docs/api.md:5 Basket.get", "docs/api.md:7 Basket.get"]
    assert found() == everything
    assert found("--jobs", "2") == everything
    assert found("docs") == everything[1:]
    scratch.commit()
    assert found() == []


def test_source_that_is_deleted(scratch: Scratch, found: Found) -> None:
    (scratch.root / "shop/basket.py").unlink()
    scratch.write("docs/api.md", "# Basket\n")
    assert "docs/other.md:3 open_shop" in found()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("shop/other.py", "def iter_items(): ...\n"),
        ("shop/other.py", "from iter_tools import every as iter_items\n"),
        ("shop/other.py", "from iter_tools import (\n    every,\n    iter_items,\n)\n"),
        ("lib/other.ts", "export { iter_items } from './more'\n"),
        ("shop/other.py", "Basket.iter_items = lambda self: None\n"),
        ("shop/other.py", "NAMES = ['iter_items']\n"),
        ("lib/other.rb", "def iter_items\nend\n"),
        ("lib/other.js", "export const basket = {\n  iter_items() {},\n}\n"),
        ("shop/basket.py", "def __getattr__(name): ...\n"),
        ("shop/basket.py", "class Basket\n"),
        ("shop/basket.py", "class Basket:\n    def __getattr__(self, name): ...\n"),
        ("shop/basket.py", "from bags import Bag\n\nclass Basket(Bag): ...\n"),
        ("shop/basket.py", "from shop.bags import Bag\n\nclass Basket(Bag[int]): ...\n"),
    ],
)
def test_names_that_may_still_be_there(scratch: Scratch, found: Found, path: str, text: str) -> None:
    scratch.write("shop/bags.py", "from bags import Sack\n\nclass Bag(Sack): ...\n")
    scratch.write("docs/api.md", "# Basket\n")
    scratch.write("shop/basket.py", without("iter_items"))
    assert found() == ["README.md:3 Basket.iter_items"]
    scratch.write(path, text)
    assert "README.md:3 Basket.iter_items" not in found()


def test_base_in_the_repository(scratch: Scratch, found: Found) -> None:
    scratch.write("shop/bags.py", "class Bag: ...\n")
    scratch.write("shop/basket.py", without("iter_items").replace("Basket:", "Basket(Bag):"))
    assert found() == ["README.md:3 Basket.iter_items"]


@pytest.mark.parametrize(
    ("line", "is_use"),
    [
        ("`shop.basket.close_shop()`", True),
        ("`close_shop`", True),
        ("`bank.close_shop()`", False),
        ("close_shop", False),
        ("`close_shopping`, `close_shop-x`", False),
        ("```python\nfrom shop import (\n    open_shop,\n    close_shop,\n)\n```", True),
        ("```python\nfrom bank import close_shop\n\nclose_shop()\n```", False),
        ("```python\n# close_shop()\nprint('close_shop()')\n```", False),
        ("```python\nbasket.get()\n```", True),
        ("```python\nget()\nd.get()\n```", False),
        (">>> ```\n>>> `Basket::get`", False),
        ("```\n>>> close_shop()\n```", True),
        ("```go\nclose_shop()\n```", False),
        ("```\n::: shop.basket.close_shop\n```", False),
        ("::: shop.basket.close_shop", True),
        ("::: shop.close_shop", True),
        ("::: bank.close_shop", False),
        ("### close_shop()", True),
        ("We removed `close_shop`.", False),
        ("## Changelog\n\n`close_shop`", False),
    ],
)
def test_uses(scratch: Scratch, found: Found, line: str, is_use: bool) -> None:
    scratch.write("shop/__init__.py", "from shop.basket import *\n")
    scratch.write("use.md", f"# The shop\n\nHow to use shop:\n\n{line}\n")
    scratch.commit()
    scratch.write("shop/basket.py", without("get", "close_shop"))
    assert any(one.startswith("use.md") for one in found("use.md")) is is_use


def test_lines_that_the_change_wrote(scratch: Scratch, found: Found) -> None:
    scratch.write("shop/basket.py", without("iter_items"))
    scratch.write("README.md", "# Shop\n\nDe methode `b.iter_items()` van `Basket` is verwijderd.\n")
    scratch.write("new.md", "Use `b.iter_items()` of a `Basket`.\n")
    assert found() == []
    scratch.write("README.md", "# The shop\n\nUse `b.iter_items()` of a `Basket`.\n")
    assert found() == ["README.md:3 Basket.iter_items"]


def test_scripts_and_routes_that_are_gone(scratch: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    scratch.write("package.json", '{"scripts": {"lint": "x", "start": "y"}}\n')
    scratch.write(
        "server.js", "const app = require('express')()\napp.post('/shop/pears', a)\napp.get('/shop/pears', b)\n"
    )
    scratch.write("CONTRIBUTING.md", "# Work\n\n```sh\nnpm run lint\n```\n")
    scratch.write("docs/server.md", "# Server\n\n| POST | `/api/shop/pears` |\n")
    scratch.write("docs/more.md", "# More\n\nlint, pears\n")
    scratch.commit()
    scratch.write("package.json", '{"scripts": {"check": "x", "start": "y"}}\n')
    scratch.write("server.js", "const app = require('express')()\napp.get('/shop/pears', b)\n")
    assert run_cli(["check", "--changed-since", "HEAD", "--output-format", "json"]) == 1
    out, err = capsys.readouterr()
    assert {(one["path"], one["rule"]) for one in json.loads(out)["findings"]} == {
        ("CONTRIBUTING.md", "missing-script"),
        ("docs/server.md", "wrong-http-method"),
    }
    assert "2 with names that are gone" in err


def test_extras_and_endpoints_that_are_gone(scratch: Scratch, found: Found) -> None:
    extras = '[project]\nname = "shop"\n[project.optional-dependencies]\ndev = []\ntest = []\n'
    routes = {"users": "get('/', a)\nrouter.get('/archive', b)\n", "pears": "get('/:id', c)\n"}
    server = "const app = require('express')()\napp.use('/api/users', require('./users'))\n"
    for name, text in routes.items():
        scratch.write(f"{name}.js", f"const router = require('express').Router()\nrouter.{text}")
    scratch.write("server.js", server)
    scratch.write("pyproject.toml", extras)
    scratch.write("CONTRIBUTING.md", "# Work\n\n`pip install -e '.[test, dev]'`, then `make x[test]`.\n")
    scratch.write("docs/install.md", "# Install\n\n- `pip install shop[test]`\n- `pip install .[test]`\n")
    scratch.write("docs/server.md", "# Server\n\n- GET `/api/users/archive`\n- `GET /users`\n- `GET /pears/1`\n")
    scratch.commit()
    scratch.write("pyproject.toml", extras.replace("test", "tests"))
    scratch.write("users.js", "const router = require('express').Router()\nrouter.get('/', a)\n")
    wanted = [
        "CONTRIBUTING.md:3 shop[test]",
        "docs/install.md:3 shop[test]",
        "docs/server.md:3 GET /api/users/archive",
    ]
    assert found() == wanted
    assert found("--jobs", "2") == wanted
    scratch.write("users.js", "const router = require('express').Router()\nrouter.get('/:name', a)\n")
    assert found() == wanted[:2]
    scratch.write("users.js", "const router = require('express').Router()\nrouter.get('/', a)\n")
    scratch.write("more.js", "const router = require('express').Router()\nrouter.get('/archive', a)\n")
    assert found() == wanted[:2]


def test_scripts_and_routes_that_stay_choose_no_page(scratch: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    scratch.write("package.json", '{"scripts": {"lint": "x", "start": "y"}}\n')
    scratch.write("server.js", "const app = require('express')()\napp.post('/shop/pears', a)\napp.get('/a', b)\n")
    scratch.write("CONTRIBUTING.md", "# Work\n\n```sh\nnpm run lint\n```\n")
    scratch.write("docs/server.md", "# Server\n\n| POST | `/api/shop/pears` |\n")
    scratch.commit()
    scratch.write("package.json", '{"scripts": {"lint": "x"}}\n')
    scratch.write("server.js", "const app = require('express')()\n\napp.post('/shop/pears', a)\n")
    assert run_cli(["check", "--changed-since", "HEAD"]) == 0
    assert "the changes affect no page" in capsys.readouterr().err


def test_files_given_to_scripts_that_are_gone(scratch: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    def reported(*arguments: str) -> list[tuple[int, str, str | None]]:
        run_cli(["check", "--select", "missing-script", "--output-format", "json", *arguments])
        findings = json.loads(capsys.readouterr().out)["findings"]
        return [(one["line"], one["arguments"]["path"], one["arguments"].get("suggestion")) for one in findings]

    scratch.write("package.json", '{"scripts": {"test": "x", "test:unit": "y"}}\n')
    files = ("src/pear_till.test.ts", "src/b.spec.js", "src/cart_box.test.tsx")
    for file in (*files, "src/pear_mill.test.ts", "src/made.ts"):
        scratch.write(file, f"// {file}\n")
    scratch.write(".gitignore", "src/made.ts\n")
    scratch.write(
        "CONTRIBUTING.md",
        "# Work\n\n```sh\npnpm test:unit src/pear_till.test.ts\nnpm test -- src/b.spec.js\n"
        "yarn jest src/never.test.js\n"
        "npx vitest run --outFile src/gone.ts src/cart_box.test.tsx\nbun run test --out=src/made.ts src/made.ts\n```\n",
    )
    scratch.commit()
    assert reported() == []
    scratch.git("rm", "--quiet", files[1])
    scratch.git("mv", files[0], "src/new.test.ts")
    scratch.git("mv", files[2], "cart_box.test.tsx")
    moved = (7, files[2], "cart_box.test.tsx")
    assert reported() == [moved]
    every = [(4, files[0], None), (5, files[1], None), moved]
    assert reported("--changed-since", "HEAD") == every
    assert reported("--changed-since", "HEAD", "--jobs", "2") == every
    scratch.commit()
    assert reported() == [(4, files[0], "src/new.test.ts"), every[1], moved]
    (scratch.root / "src/made.ts").unlink()
    assert len(reported()) == 3
