"""What the Python examples of a page do with the packages of its repository, and what in them cannot work."""

import re

from doclint.page.misuses import PythonUses
from doclint.page.page import Page

_IMPORT = re.compile(r"\b(?:from|import)\s([^\n]*+)")
_TOP = re.compile(r"(?<![\w.])\w++")
_NO_USES = PythonUses((), ())
_MARKS = ("```", "~~~", ">>>")  # one of them is on each page with an example that is read


def python_uses(page: Page) -> PythonUses:
    """Return what the examples of a page do with the Python packages of its repository."""
    repository, text = page.repository, page.source.text
    if repository is None or "import" not in text or not any(mark in text for mark in _MARKS):
        return _NO_USES
    from doclint.packages.python_packages import python_packages

    packages = python_packages(repository)
    if not any(name in text for name in packages.names) or not _imports_any(text, packages.names):
        return _NO_USES
    from doclint.page.python_run import run_examples

    return run_examples(page, packages)


def _imports_any(text: str, names: frozenset[str]) -> bool:
    """Whether a line of a text seems to import one of some packages."""
    return any(not names.isdisjoint(_TOP.findall(line[1])) for line in _IMPORT.finditer(text))
