"""What the Python examples of a page do with the packages of its repository, and what in them cannot work."""

from doclint.packages.mentions import imports_python, mentions_python, uses_python
from doclint.page.examples.misuses import PythonUses
from doclint.page.page import Page
from doclint.repository.repository import Repository

_NO_USES = PythonUses((), (), {})
_INCLUDES = ("8<-", "{{#", "{{ #", "{literalinclude}")  # one of them is on each page that includes code


def python_uses(page: Page) -> PythonUses:
    """Return what the examples of a page do with the Python packages of its repository."""
    repository = page.repository
    if repository is None or not may_use_python(page, repository):
        return _NO_USES
    from doclint.packages.python_packages import python_packages
    from doclint.page.examples.python_run import run_examples

    return run_examples(page, python_packages(repository))


def may_use_python(page: Page, repository: Repository) -> bool:
    """Whether a page, or a file that its examples include, may use the Python packages of a repository."""
    text = page.own_text
    return mentions_python(text, repository) or uses_python(text, repository) or _includes_python(page, repository)


def _includes_python(page: Page, repository: Repository) -> bool:
    """Whether a file that the page includes in its examples may import from the packages."""
    if not any(mark in page.own_text for mark in _INCLUDES):
        return False
    from doclint.page.examples.code_examples import included_files

    return any(imports_python(file.code.text, repository) for file in page.remembered(included_files))
