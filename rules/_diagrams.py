"""Diagrams that are about what is there now."""

from typing import TYPE_CHECKING

from doclint import Page
from doclint.kit import expression, is_about_history

if TYPE_CHECKING:
    from doclint.markdown.diagrams.read import Diagram

# Folders and names of designs, and of pages about what readers may add: a diagram there shows what is to come, although
# the text may be about now. Plans and proposals are history for all rules.
_DESIGN = expression(
    r"(?i)(?:\A|/)(?:quests|plan|specs?|specifications?|designs?|prds?|todo)/"
    r"|(?:\A|[/_ -])(?:design|plan|spec|prd)(?:[_ -][^/]*)?\.\w+\Z"
    r"|extending|extension|扩展"
)


def current_diagrams(page: Page) -> "list[Diagram]":
    """Return the diagrams of a page, without those about what was or is to come."""
    if not page.diagrams or _DESIGN.search(page.path):
        return []
    return [one for one in page.diagrams if not is_about_history(page, one.block.start)]
