"""What rules about documented symbols have in common."""

from abc import abstractmethod
from collections.abc import Iterator

from doclint.page.page import Page
from doclint.repository.repository import Repository
from doclint.rule.rule import RepositoryRule
from doclint.rule.violation import Violation


class MemberRule(RepositoryRule):
    """A rule that compares what a page says about symbols with their declarations.

    It does not run on pages that document none and have no diagrams, and loads what it needs only on others.
    """

    def check(self, page: Page) -> Iterator[Violation]:
        """Yield what is wrong with a page; without documented symbols and diagrams nothing."""
        return super().check(page) if page.documented or page.diagrams else iter(())

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        if page.documented:
            yield from self.check_symbols(page)
        if page.diagrams:
            yield from self.check_diagrams(page, repository)

    def check_diagrams(self, page: Page, repository: Repository) -> Iterator[Violation]:  # noqa: ARG002
        """Yield what is wrong with the diagrams of a page."""
        return iter(())

    @abstractmethod
    def check_symbols(self, page: Page) -> Iterator[Violation]:
        """Yield what is wrong with a page that documents symbols."""
