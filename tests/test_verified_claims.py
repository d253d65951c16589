"""How much of the pages is verified: the claims that hold, are refuted, or cannot be checked."""

import json
import shutil
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace
from scratch import Scratch
from tree import write

from doclint import Invalid
from doclint.cli.main import run_cli
from doclint.engine.check_run import CheckRun, Resources
from doclint.engine.page_rules import lint
from doclint.engine.plan import Request, make_plans
from doclint.engine.report.claims_document import ClaimsDocument
from doclint.errors.models import model_of
from doclint.rule.registry import rules
from doclint.rule.rule import Rule
from doclint.testing import page_of

CORPUS = Path(__file__).parents[2] / "shared" / "corpus" / "wikis"
EXAMPLES = Path(__file__).parents[1] / "examples"

SHOP = "class Basket:\n    def fill(self): ...\n"
PAGE = """\
# Shop

[Shop](file://src/shop.py#L1-L2), [shop](file://src/shop.py#L1-L9), [till](file://src/till.py#L1) and [gone](gone.md).

See [the shop](#shop), [the till](#till) and [the notes](notes.md), or the [site](https://example.org/a.md).

It is in `src/shop.py`, not in `src/till.py` or `out/made.txt`.
"""


@pytest.fixture
def repository(root: Path) -> Path:
    """A page of each outcome, and one without claims."""
    write(root, "src/shop.py", SHOP)
    write(root, "src/till/drawer.py", "")
    write(root, "AGENTS.md", PAGE)
    write(root, "notes.md", "# Notes\n\nNothing to compare.\n")
    return root


Claims = Callable[..., dict[str, Any]]


@cache  # to check that the schema is one takes longer than a run
def validator() -> Draft202012Validator:
    return Draft202012Validator(model_of(ClaimsDocument).model_json_schema())


@pytest.fixture
def claims(capsys: pytest.CaptureFixture[str]) -> Claims:
    """Run `doclint claims` and return its JSON, which its schema describes."""

    def run(*arguments: str) -> dict[str, Any]:
        run_cli(["claims", "--output-format", "json", *arguments])
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        validator().validate(found)
        return found

    return run


def counts(found: dict[str, Any]) -> dict[str, tuple[int, int, int]]:
    return {name: (one["holds"], one["refuted"], one["unknown"]) for name, one in found["groups"].items()}


def test_endpoints_navigations_and_scripts(root: Path, claims: Claims) -> None:
    routes = "app.get('/shop/pears', a)\napp.post('/shop/plums', b)\n"
    write(root, "server.js", f"const app = require('express')()\n{routes}")
    write(root, "package.json", '{"scripts": {"lint": "x"}}\n')
    write(root, "docs/use.md", "# Use\n\n`GET /shop/pears`, `GET /shop/plums`, `GET /bank/coins`\n")
    write(root, "AGENTS.md", "# Work\n\n`pnpm run lint`, `pnpm run lnt`, `pnpm vitest`\n")
    write(root, "mkdocs.yml", "nav: [use.md]\n")
    expected = {"endpoint": (1, 1, 1), "link": (1, 0, 0), "command": (1, 1, 1)}
    assert counts(claims()) == expected
    write(root, "mkdocs.yml", "nav: [use.md, gone.md]\n")
    assert counts(claims()) == {**expected, "link": (0, 1, 0)}
    write(root, "mkdocs.yml", "nav: [use.md, gone.md, a.md]\n")
    assert counts(claims()) == {**expected, "link": (0, 0, 1)}


EXAMPLES_OF_SHOP = """\
# Use

```python
import shop
from shop import Basket, Cart, lazy
from other import thing

basket = Basket(size=3)
basket.fill("pear", count=2)
basket.fill("pear", number=2, count=2)
basket.fill(*fruits)
basket.weigh()
basket.fill = basket.color
shop.wrapped(1)
```

```ts
import { Tree, Bush } from 'orchard'
import { leaf } from 'orchard/gone'
```
"""
SHOP_IN_PYTHON = """\
from other import lazy, decorated

class Basket:
    def __init__(self, size): ...
    def fill(self, fruit, count=1): ...

@decorated
def wrapped(): ...
"""


def test_examples(root: Path, claims: Claims) -> None:
    write(root, "pyproject.toml", '[project]\nname = "shop"\n')
    write(root, "shop/__init__.py", SHOP_IN_PYTHON)
    write(root, "package.json", '{"name": "orchard", "exports": {".": "./index.js"}}')
    write(root, "index.js", "export const Tree = 1\n")
    write(root, "docs/use.md", EXAMPLES_OF_SHOP)
    found = claims()
    assert counts(found) == {
        "attribute": (5, 2, 0),
        "call": (2, 0, 2),
        "import": (3, 3, 1),
        "parameter": (2, 1, 0),
    }
    lines = {(one["claim"], one["line"]): one["evidence"] for one in found["claims"] if one["outcome"] == "holds"}
    place = {"path": "shop/__init__.py", "line": 5, "end_line": 5}
    assert lines["call", 9] == lines["attribute", 9] == lines["parameter", 9] == place
    assert lines["import", 18] == {"path": "index.js", "line": 1, "end_line": 1}


def test_a_port_is_no_path(root: Path, claims: Claims) -> None:
    write(root, "AGENTS.md", "Open `UDP/53`, as in `docs/53`.\n")
    assert counts(claims()) == {"path": (0, 0, 1)}


@pytest.mark.usefixtures("repository")
def test_each_claim_has_an_outcome(claims: Claims) -> None:
    found = claims()
    assert counts(found) == {
        "anchor": (1, 1, 0),
        "citation": (2, 1, 0),
        "link": (1, 1, 0),
        "path": (1, 1, 1),
        "range": (1, 1, 0),
    }
    total = found["total"]
    assert (total["holds"], total["refuted"], total["unknown"]) == (6, 5, 1)
    assert (total["holding"], total["checked"]) == (round(6 / 11, 4), round(11 / 12, 4))
    assert total["existence"] == round(3 / 5, 4)
    assert total["reasons"] == {"not found, and git has no trace of it": 1}
    places = {(one["claim"], one["line"], one["column"]): (one["outcome"], one["rule"]) for one in found["claims"]}
    assert places["citation", 3, 69] == ("refuted", "dead-citation")
    assert places["link", 5, 46] == ("holds", "")
    assert len(places) == len(found["claims"]) == 12


@pytest.mark.usefixtures("repository")
def test_what_is_refuted_is_what_check_reports(claims: Claims, capsys: pytest.CaptureFixture[str]) -> None:
    refuted = [one for one in claims()["claims"] if one["outcome"] == "refuted"]
    run_cli(["check", "--output-format", "json"])
    found = json.loads(capsys.readouterr().out)["findings"]
    kinds = {rule.id: rule.claims for rule in rules().values()}
    assert Counter((one["rule"], one["line"]) for one in refuted) == Counter(
        (one["rule"], one["line"]) for one in found if kinds.get(one["rule"])
    )


@pytest.mark.usefixtures("repository")
def test_each_claim_that_holds_has_its_evidence(claims: Claims) -> None:
    found = [one for one in claims()["claims"] if one["outcome"] == "holds"]
    places = {
        (one["claim"], one["line"], one["column"]): (one["evidence"]["path"], one["evidence"]["line"]) for one in found
    }
    assert places == {
        ("citation", 3, 1): ("src/shop.py", None),
        ("range", 3, 27): ("src/shop.py", 1),
        ("citation", 3, 35): ("src/shop.py", None),
        ("anchor", 5, 5): ("AGENTS.md", None),
        ("link", 5, 46): ("notes.md", None),
        ("path", 7, 10): ("src/shop.py", None),
    }


def test_evidence_below_several_roots(root: Path, claims: Claims) -> None:
    for name in "ab":
        write(root, f"{name}/doclint.toml", "")
        write(root, f"{name}/docs/use.md", "[use](use.md)\n")
    assert [one["evidence"]["path"] for one in claims("a", "b")["claims"]] == ["a/docs/use.md", "b/docs/use.md"]


def test_suppressed_findings_do_not_count(repository: Path, claims: Claims) -> None:
    before = claims()["total"]
    write(repository, "AGENTS.md", PAGE.replace("# Shop\n", "# Shop\n<!-- doclint: allow-file dead-citation -->\n"))
    after = claims()["total"]
    assert (after["holds"], after["refuted"]) == (before["holds"], before["refuted"] - 1)


DIAGRAM = """\
# Shop

```mermaid
classDiagram
class Basket {
+fill()
+empty()
}
```

[shop.py](file://src/shop.py#L1-L2)

Run `make lint`, `make test` or `python src/shop.py`.
"""


def test_diagrams_and_commands(root: Path, claims: Claims) -> None:
    write(root, "src/shop.py", SHOP)
    write(root, "Makefile", "lint:\n\truff check\n")
    write(root, "AGENTS.md", DIAGRAM)
    assert counts(claims()) == {"citation": (1, 0, 0), "command": (2, 1, 0), "member": (1, 1, 0), "range": (1, 0, 0)}
    write(root, "Makefile", "include more.mk\nlint:\n\truff check\n")
    write(root, "src/shop.py", f"from other import Shelf\n\n\n{SHOP.replace('Basket', 'Basket(Shelf)')}")
    found = claims()
    assert counts(found)["command"] == (2, 0, 1)
    assert counts(found)["member"] == (1, 0, 1)
    assert "may run what `…` includes" in found["total"]["reasons"]


RULE = """
from doclint import Message, RepositoryRule, Violation
from doclint.markdown.source import Span
from doclint.page.claims import Assumption


class LostLink(RepositoryRule):
    '''A link leads to nothing.'''

    id = "lost-link"
    family = "claims"
    severity = "error"
    claims = "link"
    messages = {"lost": Message("lost")}
    examples = ()

    def check_repository(self, page, repository):
        rest = Assumption("links", "mkdocs", "/x", "MkDocs builds a site", 'site = "none"')
        yield Violation(Span(0, 1), "lost").resting_on(rest)
"""


def test_what_is_held_back_cannot_be_checked(root: Path, claims: Claims) -> None:
    write(root, "rules.py", RULE)
    write(root, "doclint.toml", 'local-rules = ["rules.py"]\nselect = ["lost-link"]\n')
    for number in range(20):
        write(root, f"docs/{number}.md", f"# Page {number}\n")
    held_back, shown = claims()["groups"]["link"], claims("--no-brake")["groups"]["link"]
    assert (held_back["refuted"], held_back["unknown"]) == (0, 20)
    assert (shown["refuted"], shown["unknown"]) == (20, 0)


@pytest.mark.parametrize("by", ["page", "folder", "kind", "format"])
def test_groups(by: str, repository: Path, claims: Claims) -> None:
    write(repository, "docs/use.md", "# Use\n\n[shop](../AGENTS.md)\n")
    names = {"page": ["AGENTS.md", "docs/use.md"], "folder": ["./", "docs/"], "kind": ["(none)"], "format": ["(none)"]}
    found = claims("--by", by)
    assert list(found["groups"]) == names[by]
    assert sum(one["holds"] for one in found["groups"].values()) == found["total"]["holds"] == 7


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git")
def test_citations_that_may_be_right(root: Path, claims: Claims) -> None:
    """What git's index has is there, and what stands for any file cannot be checked."""
    scratch = Scratch(root)
    scratch.write("src/shop.py", SHOP)
    scratch.write("AGENTS.md", "[shop](file://src/shop.py), [any](file://src/{name}.py)\n")
    scratch.commit()
    (root / "src/shop.py").unlink()
    assert counts(claims()) == {"citation": (1, 0, 1)}


def test_lists_of_symbols_and_figures(claims: Claims, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    found = counts(claims("--root", "."))
    assert found["symbol"][0] > found["symbol"][1] > 0
    assert found["size"][0] > 0
    by_format = claims("--root", ".", "--by", "format")
    assert set(by_format["groups"]) > {"repo-docs"}


@pytest.mark.usefixtures("repository")
def test_gates(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["claims"]) == 0
    assert run_cli(["claims", "--config", "claims.min-holding=0.5", "--config", "claims.min-checked=0.9"]) == 0
    capsys.readouterr()
    assert run_cli(["claims", "--config", "claims.min-holding=0.9", "--config", "claims.min-checked=0.95"]) == 1
    error = capsys.readouterr().err
    assert "54.5 % of the checked claims hold, and `claims.min-holding` asks for 90.0 %" in error
    assert "91.6 % of the claims can be checked, and `claims.min-checked` asks for 95.0 %" in error
    assert run_cli(["claims", "--config", "claims.min-holding=2"]) == 2


def test_a_gate_lets_its_own_share_pass(root: Path) -> None:
    write(root, "AGENTS.md", "[a](AGENTS.md) [b](gone.md) `out/made.txt` `out/more.txt`\n")
    assert run_cli(["claims", "--config", "claims.min-holding=0.5", "--config", "claims.min-checked=0.5"]) == 0
    assert run_cli(["claims", "--config", "claims.min-holding=0.51"]) == 1
    assert run_cli(["claims", "--config", "claims.min-checked=0.51"]) == 1


def test_pages_whose_claims_all_hold_are_left_out(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "sound.md", "[a](sound.md)\n")
    write(root, "AGENTS.md", "`out/made.txt`\n")
    write(root, "wrong.md", "[a](gone.md)\n")
    run_cli(["claims", "--by", "page"])
    text = capsys.readouterr().out
    assert text.index("wrong.md\n") < text.index("AGENTS.md\n") < text.index("and 1 more page, whose claims all hold\n")
    assert "sound.md" not in text


@pytest.mark.parametrize(("sound", "color"), [(20, "#2a7d2e"), (9, "#8a6d00"), (1, "#b3261e")])
def test_color_of_the_badge(sound: int, color: str, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "a.md", "[a](a.md)\n" * sound + "[b](gone.md)\n")
    run_cli(["claims", "--output-format", "svg"])
    assert color in capsys.readouterr().out


LINE = """
from doclint import Message, Rule, Violation
from doclint.markdown.source import Span


class WrongSpan(Rule):
    '''All code spans are wrong.'''

    id = "wrong-span"
    family = "claims"
    severity = "error"
    claims = "path"
    messages = {"wrong": Message("wrong")}
    examples = ()

    def check(self, page):
        yield from (Violation(code.span, "wrong") for code in page.document.code_spans)
"""


def test_what_one_rule_refutes_is_refuted(root: Path, claims: Claims) -> None:
    write(root, "rules.py", LINE)
    write(root, "doclint.toml", 'local-rules = ["rules.py"]\nselect = ["wrong-span", "stale-path"]\n')
    write(root, "AGENTS.md", "`rules.py`, `docs/a.md`\n")
    write(root, "docs/a.md", "")
    assert counts(claims())["path"] == (0, 2, 0)
    assert counts(claims("--ignore", "wrong-span"))["path"] == (1, 0, 0)


REFUTING = [rule for rule in rules().values() if any(map(rule.claim_of, rule.messages))]
COUNTED_BY = {
    "misplaced-range": "impossible-range",
    "missing-endpoint": "wrong-http-method",
    "unbound-method": "wrong-arguments",
    "wrong-symbol-kind": "unknown-symbol",
}


@pytest.mark.parametrize("rule", REFUTING, ids=lambda rule: rule.id)
def test_each_kind_of_claim_that_a_rule_refutes_may_hold(rule: type[Rule]) -> None:
    """Otherwise the share of claims that hold would have its findings only."""
    counting = rules()[COUNTED_BY.get(rule.id, rule.id)]
    held = set()
    for example in counting.examples:
        page = page_of(example)
        page.claims = []
        lint(page, [counting(**example.options)])
        held |= {claim.kind for claim in page.claims if not claim.because}
    assert held >= {kind for message in rule.messages if (kind := rule.claim_of(message))}


CLAIMING = [
    (rule.id, example)
    for rule in rules().values()
    for example in rule.examples
    if any(map(rule.claim_of, rule.messages))
    and isinstance(example, Invalid)
    and not (example.deletions or example.before or example.beside)
]


@pytest.mark.parametrize(("rule", "example"), CLAIMING, ids=lambda one: one if isinstance(one, str) else "")
def test_what_is_suppressed_does_not_hold(rule: str, example: Invalid, root: Path, claims: Claims) -> None:
    for path, text in {**example.files, example.path: example.text, "format.toml": example.format}.items():
        write(root, path, text)
    formats = 'formats = ["format.toml"]\n' if example.format else ""
    options = "".join(f"{name} = {json.dumps(value)}\n" for name, value in example.options.items())
    write(root, "doclint.toml", f'{formats}select = ["{rule}"]\n[rules.{rule}]\n{options}')
    before = claims()["total"]
    suppress = f'suppress = [{{ path = "*", rule = "{rule}", reason = "x" }}]\n'
    write(root, "doclint.toml", f'{formats}{suppress}select = ["{rule}"]\n[rules.{rule}]\n{options}')
    after = claims()["total"]
    assert after["refuted"] == 0 < before["refuted"] or not rules()[rule].claims
    assert before["holds"] == after["holds"]


def test_a_page_without_claims_fails_no_gate(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "notes.md", "# Notes\n")
    assert run_cli(["claims", "--config", "claims.min-holding=1", "--config", "claims.min-checked=1"]) == 0
    assert "1 page without a claim that doclint compares." in capsys.readouterr().out
    write(root, "notes.md", "# Notes\n\n[x](/guide) [y](/other)\n")
    write(root, "_quarto.yml", "website:\n  title: Notes\n")
    assert run_cli(["claims"]) == 0
    assert "None of the 2 claims on 1 page can be checked.\n" in capsys.readouterr().out


@pytest.mark.usefixtures("repository")
def test_outputs(capsys: pytest.CaptureFixture[str], root: Path) -> None:
    run_cli(["claims"])
    text = click.unstyle(capsys.readouterr().out)
    assert (
        "6 of 11 checked claims on 2 pages hold (54.5 %); 1 cannot be checked.\n"
        "3 of the 5 names on the pages exist (60.0 %)." in text
    )
    write(root, "docs/use.md", "# Use\n\n[shop](../AGENTS.md)\n")
    run_cli(["claims", "--by", "page"])
    by_page = click.unstyle(capsys.readouterr().out).splitlines()
    assert [by_page[1].split()[-1], by_page[2]] == ["AGENTS.md", "and 1 more page, whose claims all hold"]
    run_cli(["claims", "docs", "--by", "page"])
    assert capsys.readouterr().out.startswith("1 page, whose claims all hold\n\n1 of 1 checked claims")
    run_cli(["claims", "--output-format", "markdown"])
    assert "| citation | 2 | 1 | 0 | 66.6 % | 100 % |" in capsys.readouterr().out
    run_cli(["claims", "--output-format", "svg", "-o", "badge.svg"])
    badge = (root / "badge.svg").read_text(encoding="utf-8")
    assert badge.startswith("<svg")
    assert "58.3 %" in badge


def test_another_run_stands_beside(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_cli(["claims", "--output-format", "json", "-o", "claims.json"])
    write(repository, "AGENTS.md", "# Shop\n\n[Shop](file://src/shop.py) and `src/shop.py`\n")
    assert run_cli(["claims", "--compare", "claims.json"]) == 0
    text = click.unstyle(capsys.readouterr().out)
    assert "100 % of 1    66.6 % of 3  citation\n" in text
    assert "      none    50.0 % of 2  anchor\n" in text
    assert text.endswith("100 % of 2   54.5 % of 11  all claims\n")
    run_cli(["claims", "--compare", "claims.json", "--output-format", "markdown"])
    assert "| citation | 100 % of 1 | 66.6 % of 3 |" in capsys.readouterr().out


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize(
    ("arguments", "text", "message"),
    [
        ([], None, "cannot be read"),
        ([], "{}", "did not write this file"),
        ([], '{"claims": 1}', "`version` is missing"),
        (["--by", "page"], "", "this run counts claims by claim; compare it with `--by claim`"),
        (["--output-format", "svg"], "", "--compare shows text or markdown, not svg."),
    ],
)
def test_file_that_cannot_be_compared(
    arguments: list[str], text: str | None, message: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        run_cli(["claims", "--output-format", "json", "-o", "other.json"])
    if text:
        write(root, "other.json", text)
    assert run_cli(["claims", "--compare", "other.json", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_shards_count_the_same(root: Path, claims: Claims) -> None:
    for number in range(20):
        write(root, f"docs/{number}.md", "# A\n\n[a](#a), [b](gone.md), [c](0.md), [d](gone.md)\n")
    whole = claims("--config", "limits.findings=1")
    merged = []
    for number in (1, 2):
        file = f"shard{number}.json"
        run_cli(["claims", "--shard", f"{number}/2", "-o", file, "--config", "limits.findings=1"])
        merged += ["--merge", file]
    assert counts(whole) == {"anchor": (20, 0, 0), "link": (20, 40, 0)}
    assert claims(*merged, "--config", "limits.findings=1") == whole
    run_cli(["check", "--shard", "2/2", "--output-format", "json", "-o", "shard2.json"])
    assert run_cli(["claims", *merged]) == 2
    assert run_cli(["claims", *merged, "docs"]) == 2


def test_any_way_of_running_counts_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(EXAMPLES)
    (plan,) = make_plans(Request(), root=EXAMPLES)
    plan = replace(plan, has_claims=True)
    cache = Resources(jobs=1, has_cache=True, cache_folder=tmp_path)
    runs = [Resources(jobs=1), Resources(jobs=4), cache, cache]
    first, *others = [CheckRun(plan, one).report().judged for one in runs]
    assert first
    assert all(one == first for one in others)
    # A run that asks for no claims neither has any nor takes those of the cache.
    assert not CheckRun(replace(plan, has_claims=False), cache).report().claims


@pytest.mark.skipif(not CORPUS.is_dir(), reason="there are no real pages")
def test_real_citations_count_once() -> None:
    root = CORPUS / "CodeBoarding+pyautogui"
    (plan,) = make_plans(Request([root]), root=root, isolated=True)
    found = CheckRun(replace(plan, has_claims=True), Resources(jobs=1)).report().judged
    places = Counter((one.path, one.kind, one.start, one.end) for one in found)
    assert len(found) > 500
    assert max(places.values()) == 1


@pytest.mark.usefixtures("repository")
def test_limit_of_findings_limits_no_claims(claims: Claims) -> None:
    assert counts(claims("--config", "limits.findings=1")) == counts(claims())
    many = "".join(f"[{number}](file://src/gone{number}.py#L1)\n" for number in range(3))
    Path("AGENTS.md").write_text(f"# Shop\n\n{many}", encoding="utf-8")
    assert counts(claims("--config", "limits.findings=1"))["citation"] == (0, 3, 0)
