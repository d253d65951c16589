"""A browser, for tests of what people see in one. Tests that ask for it are skipped where there is no Chromium."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


# For each module anew: while the browser runs, tests in the same process cannot run an event loop of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """A Chromium without a window."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        pytest.skip("there is no Chromium")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=program, args=list(_ARGUMENTS))
        yield chromium
        chromium.close()


@contextmanager
def opened(browser: "Browser", file: Path, address: str = "", **context: Any) -> Iterator["Page"]:
    """Open a file, at an address in it (`#...`), in a new context with some options, and fail at the end if the file
    asked for another one, or if the console has a warning or an error.
    """
    faults: list[str] = []
    with browser.new_context(**context) as visit:
        page = visit.new_page()
        page.on("console", lambda message: faults.append(message.text) if message.type != "log" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda asked: faults.append(asked.url) if asked.url.split("#")[0] != file.as_uri() else None)
        page.goto(file.as_uri() + address)
        yield page
        assert faults == []
