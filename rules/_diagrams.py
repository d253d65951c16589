"""Diagrams that are about what is there now."""

from typing import TYPE_CHECKING

from doclint import Page
from doclint.kit import expression, is_about_history

if TYPE_CHECKING:
    from doclint.markdown.diagrams.read import Diagram

# Folders and names of pages about what is to come, or what readers may add.
_PLAN = expression(
    r"(?i)(?:\A|/)(?:quests|plans?|planning|specs?|specifications?|designs?|proposals?|rfcs?|prds?|todo)/"
    r"|(?:\A|[/_ -])(?:design|plan|planning|spec|proposal|prd|rfc|roadmap)(?:[_ -][^/]*)?\.\w+\Z"
    r"|extending|extension|扩展"
)


def current_diagrams(page: Page) -> "list[Diagram]":
    """Return the diagrams of a page, without those about what was or is to come."""
    if not page.diagrams or _PLAN.search(page.path):
        return []
    return [one for one in page.diagrams if not is_about_history(page, one.block.start)]
