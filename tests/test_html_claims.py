"""The claims of pages in the report for browsers and in other reports, as people see them."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser import opened
from tree import write

from doclint.cli.main import run_cli

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CLAIMS = "[data-view=claims]"
HOSTILE = "<script>alert(1)</script>"
SHOP = "class Basket:\n    size = 0\n"
PAGE = f"""\
# Shop

[Shop](file://src/shop.py#L1-L2) and [size](file://src/shop.py#L7-L9), not `out/made.txt`.
{HOSTILE} \u202e





The last [shop](file://src/shop.py).
"""

Opener = Callable[..., AbstractContextManager["Page"]]
Check = Callable[..., Any]


@pytest.fixture
def shop(root: Path) -> Path:
    """A page with a sound citation, one past the end of its file, and a path that doclint knows nothing about."""
    write(root, "src/shop.py", SHOP)
    write(root, "AGENTS.md", PAGE)
    write(root, "docs/AGENTS.md", "# More\n\n[shop](file://src/shop.py)\n")
    return root


@pytest.fixture
def check(shop: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Runs `doclint check` with output as JSON and some other arguments, and returns that."""

    def run(*arguments: str) -> Any:
        capsys.readouterr()
        run_cli(["check", "--output-format", "json", *arguments])
        return json.loads(capsys.readouterr().out)

    return run


@pytest.fixture
def shown(browser: "Browser", shop: Path) -> Opener:
    """Checks the pages, and opens the report at an address."""

    @contextmanager
    def opener(address: str = "", *arguments: str, **context: Any) -> Iterator["Page"]:
        run_cli(["check", "--output-format", "html=report.html", *arguments])
        with opened(browser, shop / "report.html", address, **context) as page:
            yield page

    return opener


def cells(page: "Page", selector: str) -> list[list[str]]:
    rows = page.locator(selector).filter(visible=True)
    return [row.split("\t")[:6] for row in rows.all_inner_texts()]


def test_lists_have_the_shares_that_hold(shown: Opener) -> None:
    with shown() as page:
        assert "5 of 6 checked claims hold (83.3 %)." in page.locator(".verdict").inner_text()
        page.locator(".verdict a", has_text="checked claims").click()
        assert page.title().startswith("Claims")
        assert "5 of 6 checked claims hold (83.3 %); 1 cannot be checked." in page.locator(CLAIMS).inner_text()
        assert "1: not found, and git has no trace of it" in page.locator(CLAIMS).inner_text()
        assert ["range", "1", "1", "0", "50.0 %", ""] in cells(page, f"{CLAIMS} tbody tr")
        pages = [["AGENTS.md", "4", "1", "1", "80.0 %", "100 %"], ["docs/AGENTS.md", "1", "0", "0", "100 %", "100 %"]]
        assert cells(page, "[data-page]") == pages
        page.locator(f"{CLAIMS} tbody a", has_text=re.compile("^docs/$")).click()
        assert cells(page, "[data-page]") == pages[1:]
        page.go_back()
        assert cells(page, "[data-page]") == pages


def test_lines_of_a_page_are_marked(shown: Opener) -> None:
    with shown("#claims") as page:
        page.locator("[data-page] a").first.click()
        assert page.locator("#claim-page h3").inner_text() == "AGENTS.md"
        line = page.locator('details[data-line="3"]')
        assert line.locator(".sign").all_inner_texts() == ["\u2717", "\u2713", "?"]
        assert [mark.get_attribute("aria-label") for mark in line.locator(".sign").all()] == [
            "refuted",
            "holds",
            "unchecked",
        ]
        marks = [(mark.get_attribute("class"), mark.inner_text()) for mark in line.locator("mark").all()]
        assert marks == [
            ("holds", "[Shop](file://src/shop.py#L1-L2)"),
            ("holds", "[size](file://src/shop.py#"),
            ("refuted", "L7-L9"),
            ("holds", ")"),
            ("unknown", "`out/made.txt`"),
        ]
        assert f"{HOSTILE} U+202E" in page.locator('.line[data-line="4"]').inner_text()
        assert page.locator(".gap").all_inner_texts() == ["1 line without claims", "4 lines without claims"]


def test_evidence_is_one_click_away(shown: Opener) -> None:
    with shown("#claims?page=AGENTS.md") as page:
        page.locator('details[data-line="3"] summary').click()
        entries = page.locator('details[data-line="3"] li').all_inner_texts()
        assert any(text.startswith("\u2713 range holds") and "src/shop.py, lines 1 to 2" in text for text in entries)
        assert any("class Basket:" in text for text in entries)
        assert "? path unchecked: not found, and git has no trace of it" in entries
        page.locator('details[data-line="3"] li a', has_text="impossible-range").click()
        assert page.locator("article.target h4").inner_text() == "src/shop.py has 2 lines, but the page cites lines 7-9"


def test_address_of_a_line_opens_it(shown: Opener) -> None:
    with shown("#claims?page=AGENTS.md&line=10") as page:
        page.locator("details[open]", has_text="citation holds").wait_for()
        page.locator("nav a", has_text="Claims").click()
        page.locator("#claim-page").wait_for(state="hidden")
    with shown("#claims?page=nowhere.md") as page:
        page.locator("#claim-page", has_text="0 hold").wait_for()


def test_a_page_without_findings_has_claims(shown: Opener) -> None:
    with shown("", "docs") as page:
        assert "Nothing found on 1 page. 1 of 1 checked claims hold (100 %)." in page.locator(".verdict").inner_text()
        assert page.locator("nav a").all_inner_texts() == ["Summary", "Claims"]
        page.locator("nav a", has_text="Claims").click()
        assert cells(page, "[data-page]") == [["docs/AGENTS.md", "1", "0", "0", "100 %", "100 %"]]


def test_long_lists_say_what_they_leave_out(root: Path) -> None:
    for number in range(301):
        write(root, f"docs/{number}.md", "# A\n\n[a](#a)\n")
    run_cli(["check", "--output-format", "html=report.html"])
    text = (root / "report.html").read_text(encoding="utf-8")
    assert "1 more page with fewer refuted claims is not in this table." in text


def test_without_scripts_the_lists_are_there(shown: Opener) -> None:
    with shown(java_script_enabled=False) as page:
        assert "5 of 6 checked claims hold" in page.locator(CLAIMS).inner_text()


@pytest.mark.parametrize("address", ["#claims", "#claims?page=AGENTS.md&line=3"])
def test_narrow_screens_need_not_scroll_sideways(shown: Opener, address: str) -> None:
    with shown(address, viewport={"width": 360, "height": 640}) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_json_counts_claims_if_asked(check: Check) -> None:
    assert check()["summary"]["claims"] is None
    claims = check("--claims")["summary"]["claims"]
    assert (claims["holds"], claims["refuted"], claims["unknown"], claims["holding"]) == (5, 1, 1, 0.8333)


def test_findings_are_the_same_with_claims(check: Check) -> None:
    alone = check("--config", "limits.findings=1")
    beside = check("--config", "limits.findings=1", "--claims", "--output-format", "html=report.html")
    assert beside["findings"] == alone["findings"]
    assert beside["summary"]["claims"]["refuted"] == 1


def test_text_says_how_many_hold(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_cli(["check", "--claims"])
    assert "5 of 6 checked claims hold (83.3 %); 1 cannot be checked.\n" in capsys.readouterr().out
    run_cli(["check"])
    assert "claims" not in capsys.readouterr().out


def test_known_findings_refute_claims(check: Check, shop: Path) -> None:
    run_cli(["baseline", "write"])
    found = check("--claims")
    assert found["findings"] == []
    assert found["summary"]["claims"]["refuted"] == 1


def test_claims_write_the_same_report(shop: Path) -> None:
    run_cli(["check", "--output-format", "html=check.html", "docs"])
    assert run_cli(["claims", "--output-format", "html", "-o", "claims.html", "docs"]) == 0
    assert (shop / "claims.html").read_bytes() == (shop / "check.html").read_bytes()
