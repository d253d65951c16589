"""The report for browsers, as people see it in one."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser import opened
from msgspec.structs import replace
from reports import finding, rendered, report
from test_outputs import count_html
from tree import write

from doclint.cli.main import run_cli
from doclint.engine.report.report import BaselineResult, Report
from doclint.markdown.source import Edit, Fix, Position, Span
from doclint.output.rendering import RenderOptions, render
from doclint.output.styles.html_report import data
from doclint.page.claims import RelatedLines
from doclint.repository.disk import Folder
from doclint.rule.finding import Since

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LONG = f"docs/long{'_name' * 20}.md"
HOSTILE = "</script><img src=x onerror=alert(1)><!--"
STYLE = Path(data.__file__).with_name("report.css").read_text(encoding="utf-8")
PAGE = f"# A page\n\nIt calls \U0001f600 `weigh()` now.\nIt shows {HOSTILE} and \u202eabc.\nLast line.\n"
SOURCE = "".join(f"line {number}\n" for number in range(1, 41))
WEIGH: dict[str, Any] = {
    "rule": "unknown-symbol",
    "cause": "unknown-symbol/weigh",
    "remedy": "Read the source.",
    "kind": "file",
}

Opener = Callable[..., AbstractContextManager["Page"]]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    write(root, "docs/a.md", PAGE)
    write(root, "docs/deep/b.md", "word [b](b.md)\n" * 60)
    write(root, LONG, "x" * 3000 + "wrong" + "y" * 3000 + "\n")
    write(root, "src/basket.py", SOURCE)
    return root


@pytest.fixture
def found(tree: Path) -> Report:
    start = PAGE.index("`weigh()`")
    findings = [
        finding(
            "docs/a.md",
            message="The source has no `weigh`",
            start=Position(3, 12),
            end=Position(3, 21),
            related=(RelatedLines("src/basket.py", 5, 30), RelatedLines("src/other.py")),
            fix=Fix((Edit(Span(start, start + 9), "`weight()`"),), safe=True),
            **WEIGH,
        ),
        finding("docs/a.md", message=f"It shows {HOSTILE}", start=Position(4, 10), end=Position(4, 20), **WEIGH),
        finding(
            LONG,
            message="Wrong",
            start=Position(1, 3001),
            end=Position(1, 3006),
            fix=Fix((Edit(Span(3000, 3005), "right"),), safe=False),
            **WEIGH,
        ),
        *(finding("docs/deep/b.md", line, end=Position(line, 15), severity="warning") for line in range(1, 61)),
    ]
    of = report(*findings, root=tree.as_posix(), pages=("README.md", f"docs/{HOSTILE.replace('/', '')}.md"))
    of.repository = Folder(tree)
    return of


@pytest.fixture
def shown(browser: "Browser", tmp_path: Path, found: Report) -> Opener:
    """Opens the report at an address."""

    @contextmanager
    def opener(address: str = "", **context: Any) -> Iterator["Page"]:
        file = tmp_path / "report.html"
        file.write_text(rendered("html", found), encoding="utf-8")
        with opened(browser, file, address, **context) as page:
            yield page

    return opener


def count(page: "Page") -> str:
    return page.locator("#count").inner_text()


def test_summary_has_the_figures_and_what_to_change(shown: Opener, found: Report) -> None:
    found.baseline = BaselineResult(known=7, gone=2, rises={})
    with shown() as page:
        assert page.title() == "Summary - doclint report: shop"
        assert page.locator(".verdict").inner_text() == (
            "3 of 5 pages have new findings: 3 errors, 60 warnings. Most come from broken-link."
        )
        assert re.search(r"Checked on 20\d\d-\d\d-\d\d by doclint", page.locator("header").inner_text())
        assert re.findall(r"[\d,]+ ?\n? ?\w+", page.locator(".totals").inner_text())[:3] == [
            "63\nfindings",
            "3\nerrors",
            "60\nwarnings",
        ]
        notes = page.locator("#content .notes").first.inner_text()
        assert "7 more known findings; 2 are gone" in notes
        assert "1 finding can be fixed with doclint check --fix." in notes
        first = page.locator(".changes li").first.inner_text()
        assert first.startswith("Read the source.")
        assert first.endswith("for example docs/a.md:3: The source has no weigh")


def test_each_finding_is_shown_with_its_lines_and_those_of_the_source(shown: Opener) -> None:
    with shown("#findings?page=docs/a.md") as page:
        first = page.locator("article").first
        assert first.locator("mark").inner_text() == "`weigh()`"
        assert "compared with src/other.py" in first.locator(".about").inner_text()
        captions = first.locator("figcaption").all_inner_texts()
        assert captions == [
            "This page",
            "Compared with src/basket.py, lines 5 to 30",
            "Safe fix",
        ]
        lines = first.locator("figure").nth(1).locator("pre > span").all_inner_texts()
        assert lines == [*(f"line {number}" for number in range(5, 19)), "12 more lines"]
        assert first.locator("del").inner_text() == "It calls \U0001f600 `weigh()` now."
        assert first.locator("ins").inner_text() == "It calls \U0001f600 `weight()` now."


def test_one_line_of_a_source_is_shown_with_those_around_it(shown: Opener, found: Report) -> None:
    found.findings[0] = replace(found.findings[0], related=(RelatedLines("src/basket.py", 20, 20),))
    with shown("#findings?page=docs/a.md") as page:
        lines = page.locator("article").first.locator("figure").nth(1)
        assert lines.locator("figcaption").inner_text() == "Compared with src/basket.py, line 20"
        assert lines.locator("pre > span").all_inner_texts() == [f"line {number}" for number in range(18, 23)]
        assert lines.locator("mark").inner_text() == "line 20"


def test_commit_that_made_it_false_is_named(shown: Opener, found: Report) -> None:
    since = Since("changed", "3f8a52c0d1", "2026-03-14", f"join {HOSTILE}")
    found.findings[0] = replace(found.findings[0], since=since)
    with shown("#findings?page=docs/a.md") as page:
        about = [page.locator("article").nth(at).locator(".about").inner_text() for at in (0, 1)]
        assert f"wrong since 3f8a52c0d1 (2026-03-14): join {HOSTILE}" in about[0]
        assert "wrong since" not in about[1]


def test_places_in_one_source_are_together(shown: Opener, found: Report) -> None:
    places = [RelatedLines("src/basket.py", *lines) for lines in ((7, 7), (30, 37), (3, 4))]
    others = [RelatedLines(f"src/{name}.py") for name in "abcd"]
    found.findings[0] = replace(found.findings[0], related=(*places, *others))
    with shown("#findings?page=docs/a.md") as page:
        first = page.locator("article").first
        assert first.locator("figcaption").nth(1).inner_text() == "Compared with src/basket.py, 3 places"
        assert first.locator("figure").nth(1).locator("pre > span").all_inner_texts() == [
            *(f"line {number}" for number in (3, 4, 7, 30, 31, 32)),
            "5 more lines",
        ]
        assert "compared with src/a.py, src/b.py, src/c.py and 1 more file" in first.locator(".about").inner_text()


def test_long_lines_are_cut_around_the_place(shown: Opener) -> None:
    with shown(f"#findings?page={LONG}") as page:
        assert page.locator("mark").inner_text() == "wrong"
        assert page.get_by_text("Fix that needs a look: a guess or a deletion (not shown)").is_visible()
        assert len(page.locator("article pre").inner_text()) < 700


def test_text_of_pages_stays_text(shown: Opener) -> None:
    with shown("#findings?page=docs/a.md") as page:
        assert page.locator("img").count() == 0
        assert HOSTILE in page.locator("article h4").nth(1).inner_text()
        line = page.locator("article").nth(1).locator("[data-line='4']")
        assert line.inner_text() == f"It shows {HOSTILE} and U+202Eabc."
        assert "\u202e" not in page.content()


def test_policy_stops_other_scripts(browser: "Browser", tmp_path: Path, found: Report) -> None:
    file = tmp_path / "report.html"
    other = (
        "<script>document.title = 'other'</script><img src='https://example.org/' onerror=\"document.title = 'other'\">"
    )
    file.write_text(rendered("html", found).replace("</body>", f"{other}</body>"), encoding="utf-8")
    with browser.new_context() as context:
        page = context.new_page()
        refused: list[str] = []
        page.on("console", lambda message: refused.append(message.text))
        page.goto(file.as_uri())
        assert page.title() == "Summary - doclint report: shop"
        assert len([text for text in refused if "Content Security Policy" in text]) >= 2


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("#findings", "63 findings on 3 pages"),
        ("#findings?severity=warning", "60 of 63 findings on 1 page"),
        ("#findings?rule=unknown-symbol", "3 of 63 findings on 2 pages"),
        ("#findings?kind=none", "60 of 63 findings on 1 page"),
        ("#findings?folder=docs/deep/", "60 of 63 findings on 1 page"),
        ("#findings?folder=docs/*", "3 of 63 findings on 2 pages"),
        ("#findings?cause=unknown-symbol/weigh&text=HAS+weigh", "1 of 63 findings on 1 page"),
        ("#findings?fix=safe", "1 of 63 findings on 1 page"),
        ("#findings?severity=none-such", "0 of 63 findings on 0 pages"),
        ("#findings?sort=__proto__.valueOf&line=x", "63 findings on 3 pages"),
    ],
)
def test_every_view_has_an_address(shown: Opener, address: str, expected: str) -> None:
    with shown(address) as page:
        assert count(page) == expected


def test_choices_change_the_address_and_back_undoes_them(shown: Opener) -> None:
    with shown() as page:
        page.get_by_role("link", name="Findings", exact=True).click()
        page.get_by_label("Severity").select_option("error")
        page.get_by_label("Folder").select_option("docs/")
        assert page.url.endswith("#findings?severity=error&folder=docs/")
        assert count(page) == "3 of 63 findings on 2 pages"
        page.go_back()
        assert count(page) == "3 of 63 findings on 2 pages"
        assert page.get_by_label("Folder").input_value() == ""
        page.go_back()
        assert count(page) == "63 findings on 3 pages"
        page.go_back()
        assert page.locator("#summary-title").is_visible()


def test_back_returns_to_the_place(shown: Opener) -> None:
    with shown("#findings") as page:
        page.locator("#more").scroll_into_view_if_needed()
        link = page.locator("article").nth(62).get_by_role("link", name="line 1")
        link.scroll_into_view_if_needed()
        page.wait_for_timeout(200)
        place = "document.querySelectorAll('article')[62].getBoundingClientRect().top"
        before = page.evaluate(place)
        link.click()
        assert count(page) == "1 of 63 findings on 1 page"
        page.go_back()
        assert count(page) == "63 findings on 3 pages"
        page.wait_for_timeout(200)
        assert abs(page.evaluate(place) - before) < 20
        assert page.locator("article").count() == 63


def test_address_of_a_line_shows_its_finding(shown: Opener) -> None:
    with shown("#findings?page=docs/deep/b.md&line=55") as page:
        assert page.locator("article.target").get_by_text("line 55, column 5").is_visible()
        assert page.evaluate("document.activeElement.closest('article').className") == "target"


def test_causes_are_sorted_and_filtered(shown: Opener) -> None:
    def causes(page: "Page") -> list[list[str]]:
        rows = page.locator("#cause-table tr[data-cause]:visible").all()
        return [[row.locator("td").nth(at).inner_text() for at in (0, 2, 4)] for row in rows]

    links, symbols = ["60", "1", "broken-link"], ["3", "2", "unknown-symbol"]
    with shown("#causes") as page:
        assert causes(page) == [links, symbols]
        page.get_by_role("button", name="Pages").click()
        assert causes(page) == [symbols, links]
        heading = page.get_by_role("columnheader", name="Pages")
        assert heading.get_attribute("aria-sort") == "descending"
        page.get_by_role("button", name="Pages").press("Enter")
        assert heading.get_attribute("aria-sort") == "ascending"
        assert page.url.endswith("#causes?sort=pages.ascending")
        page.get_by_label("Text").fill("docs/long")
        page.wait_for_url("**docs/long**")
        assert causes(page) == [["1", "1", "unknown-symbol"]]
        page.get_by_role("link", name="unknown-symbol/weigh").click()
        assert count(page) == "1 of 63 findings on 1 page"


def test_keyboard_reaches_everything(shown: Opener) -> None:
    with shown() as page:
        page.keyboard.press("Tab")
        assert page.locator(":focus").inner_text() == "Skip to the content"
        page.keyboard.press("/")
        page.keyboard.type("weigh")
        page.wait_for_url("**text=weigh")
        assert count(page) == "3 of 63 findings on 2 pages"
        for _ in range(5):
            page.keyboard.press("Tab")
        assert page.locator(":focus").get_attribute("name") == "fix"
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert count(page) == "63 findings on 3 pages"


def test_folders_are_listed_where_not_all_pages_are(shown: Opener, found: Report) -> None:
    with shown() as page:
        assert not page.get_by_role("heading", name="Folders").count()
    found.findings = [*found.findings, *(finding(f"docs/deep/{number}.md") for number in range(10))]
    found.paths = [*{each.path for each in found.findings}, "docs/deep/z.md"]
    with shown() as page:
        assert page.get_by_role("row", name="docs/deep/ 11 of 12 70").is_visible()
        page.get_by_role("link", name="docs/deep/", exact=True).click()
        assert count(page) == "70 of 73 findings on 11 pages"


def test_colors_are_those_of_the_system_until_someone_chooses(shown: Opener) -> None:
    with shown(color_scheme="dark") as page:
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.get_by_role("button", name="Light colors").click()
        light = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert light != dark
        page.reload()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light
        assert page.get_by_role("button", name="Dark colors").is_visible()


def test_without_scripts_the_summary_the_causes_and_some_findings_are_there(shown: Opener) -> None:
    with shown(java_script_enabled=False) as page:
        text = page.locator("main").inner_text()
        assert "Make links relative to the page." in text
        assert "unknown-symbol/weigh" in text
        assert "docs/a.md:3:12" in text
        assert "only the first 30 findings" in text
        assert not page.locator("#filters").is_visible()


def test_print_has_causes_and_the_first_findings_of_each_change(shown: Opener) -> None:
    with shown("#findings?text=docs") as page:
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.locator(".verdict").is_visible()
        assert page.locator("#cause-table").is_visible()
        assert page.locator("article").count() == 15
        assert page.locator("article").get_by_text("unknown-symbol/weigh").count() == 3
        assert page.locator("#unprinted").inner_text().endswith("the file has 48 more findings.")
        assert not page.locator("nav, #theme, #more").filter(visible=True).count()
        assert page.locator("#count").is_visible()
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.locator("article").count() == 40


def test_print_of_a_large_report_has_at_most_ten_pages(shown: Opener, found: Report, tmp_path: Path) -> None:
    for number in range(1, 400):
        cause = f"unknown-symbol/{number}"
        found.findings.append(
            finding(f"docs/deep/{number}.md", **WEIGH | {"cause": cause, "remedy": f"Read {number}. " * 10})
        )
    with shown() as page:
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) in range(3, 11)


@pytest.mark.parametrize("address", ["", "#causes", "#findings"])
def test_narrow_screens_need_not_scroll_sideways(shown: Opener, address: str) -> None:
    with shown(address, viewport={"width": 360, "height": 700}) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_causes_fit_a_narrow_screen(shown: Opener) -> None:
    with shown("#causes", viewport={"width": 360, "height": 700}) as page:
        assert page.locator(".wide").evaluate("table => table.scrollWidth - table.clientWidth") == 0
        assert page.get_by_role("link", name="unknown-symbol/weigh").is_visible()


def test_nothing_found(browser: "Browser", tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(rendered("html", report(pages=("a.md", "b.md"))), encoding="utf-8")
    with opened(browser, file) as page:
        assert page.locator(".verdict").inner_text() == "Nothing found on 2 pages."
        assert page.get_by_role("navigation").get_by_role("link").count() == 1


def test_rules_link_to_their_manuals(found: Report) -> None:
    options = RenderOptions(rule_pages="https://example.org/{rule}")
    assert 'href="https://example.org/broken-link"' in "".join(render(found, "html", options))


def test_report_is_the_same_each_time_and_names_no_folder_of_the_machine(found: Report, tree: Path) -> None:
    text = rendered("html", found)
    assert text == rendered("html", found)
    assert tree.parent.as_posix() not in text
    assert not re.search(r"[\x00-\x08\x0b-\x1f\u2028\u202e]", text)


def test_too_many_findings_are_cut_cause_by_cause(found: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "_MOST", 13)
    assert count_html(rendered("html", found)) == 13


def test_lines_that_do_not_fit_are_counted(shown: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doclint.output.styles.html_report.excerpts._ROOM", 200)
    with shown("#findings") as page:
        assert page.locator("#limits").inner_text() == "To keep this file small, 61 findings have no lines."


def test_command_writes_the_file(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "docs/a.md", "# A page\n\n[b](b.md)\n")
    assert run_cli(["check", "--output-format", "html=report.html"]) == 1
    assert capsys.readouterr().out == ""
    assert count_html((root / "report.html").read_text(encoding="utf-8")) == 1


def test_terminal_is_not_a_place_for_it(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run_cli(["check", "--output-format", "html"]) == 2
    assert "name a file: --output-format html=FILE" in capsys.readouterr().err


def luminance(color: str) -> float:
    """The relative luminance of a color, as WCAG 2.2 defines it."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


COLORS = {name: both for name, *both in re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", STYLE)}
PAIRS = [
    *product(["text", "quiet", "accent", "error", "warning", "info"], ["page", "raised"]),
    *product(["text"], ["mark", "added", "removed", "accent-soft"]),
    ("accent", "accent-soft"),
]


@pytest.mark.parametrize(("front", "back"), PAIRS)
def test_contrast_is_enough_to_read(front: str, back: str) -> None:
    for theme in (0, 1):
        dark, light = sorted((luminance(COLORS[front][theme]), luminance(COLORS[back][theme])))
        assert (light + 0.05) / (dark + 0.05) >= 4.5  # success criterion 1.4.3
