"""What the Python examples of a page do with the packages of its repository, and what in them cannot work."""

from doclint.packages.mentions import mentions_python
from doclint.page.examples.misuses import PythonUses
from doclint.page.page import Page

_NO_USES = PythonUses((), ())


def python_uses(page: Page) -> PythonUses:
    """Return what the examples of a page do with the Python packages of its repository."""
    repository = page.repository
    if repository is None or not mentions_python(page.source.text, repository):
        return _NO_USES
    from doclint.packages.python_packages import python_packages
    from doclint.page.examples.python_run import run_examples

    return run_examples(page, python_packages(repository))
