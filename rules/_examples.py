"""What Python examples of a page do wrong, for the rules about them."""

from collections.abc import Iterator
from typing import TypeVar

from doclint import Page
from doclint.page.examples.misuses import Misuse
from doclint.page.examples.python_uses import python_uses

from ._history import is_about_history

_Kind = TypeVar("_Kind", bound=Misuse)


def misuses(page: Page, kind: type[_Kind]) -> Iterator[_Kind]:
    """Yield what the examples of a page do wrong in one way, but for those about old versions."""
    for found in page.derived(python_uses).misuses:
        if isinstance(found, kind) and not is_about_history(page, found.span.start):
            yield found
