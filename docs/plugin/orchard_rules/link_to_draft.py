from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Message, Page, Repository, RepositoryRule, Valid, Violation
from doclint.kit import is_below, links_and_definitions, target_of


class LinkToDraft(RepositoryRule):
    """A finished page leads its readers to a draft.

    Drafts change without notice, and nobody has read them yet. Drafts may lead to each other.
    """

    family = "orchard"
    severity = "warning"
    remedy = "Link pages when they leave the folder of drafts."
    messages = {"draft": Message("`{target}` is a draft", key=("target",))}
    examples = (
        Invalid("See [pears](../drafts/pears.md).\n", "docs/index.md", files={"drafts/pears.md": ""}, lines=(1,)),
        Valid("See [pears](pears.md).\n", "drafts/index.md", files={"drafts/pears.md": ""}),
        Valid("See [plums](plums.md).\n", "docs/index.md", files={"docs/plums.md": ""}),
    )

    folder: Annotated[str, Meta(description="The folder of the drafts.")] = "drafts"

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        if is_below(page.path, self.folder):
            return
        for link in links_and_definitions(page):
            target = target_of(page, link.destination)
            if target and is_below(target.path, self.folder) and repository.is_file(target.path):
                yield Violation(link.span, "draft", target=target.path)
