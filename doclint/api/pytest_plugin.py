"""The plug-in for pytest: with `--doclint`, pages are tests.

Every run of pytest loads this module where doclint is installed; it loads the rest of doclint only if it is asked to.
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options to pytest."""
    group = parser.getgroup("doclint")
    group.addoption("--doclint", action="store_true", help="Check the Markdown pages at the paths with doclint.")
    group.addoption(
        "--doclint-fail-on",
        choices=["error", "warning", "info"],
        default="info",
        help="The lowest severity of a finding for which --doclint fails; by default info.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make tests of the pages, if that is asked for."""
    if config.getoption("--doclint"):
        from doclint.api.page_tests import PageTests

        config.pluginmanager.register(PageTests(config), "doclint-pages")
