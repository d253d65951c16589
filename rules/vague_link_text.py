from collections import defaultdict
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit.nodes import Link, plain_text

_SAY_NOTHING = frozenset({"..", ".", "click", "click here", "here", "link", "this", "this link", "this page"})
_SAY_LITTLE = frozenset("details doc docs documentation file folder index keywords more page source view".split()) | {
    "read more",
    "see more",
    "view index",
    "view source",
}


class VagueLinkText(Rule):
    """The text of a link does not say where it leads: `[..](../index.md)`, or `[docs](...)` for ten different pages.

    Screen readers list the links of a page by their texts, and search engines rank pages by them. Name what the link
    leads to.

    The rule ignores words like `docs` if all such links of a page lead to the same place.
    """

    family = "style"
    severity = "info"
    profile = "strict"
    needs = {"rendering"}
    covers = ("D09",)
    remedy = "Use the name of the target as the text of each link."
    advice = "Name the target in the text of the link."
    messages = {
        "nothing": Message("The link text `{text}` does not say where the link leads; name the target", key=("text",)),
        "several": Message(
            "Several links are called `{text}`, but lead to different places; name each target", key=("text",)
        ),
    }
    examples = (
        Invalid("[..](../a.md), [Click here](b.md)\n", lines={1: ("nothing", "nothing")}),
        Invalid("[docs](a.md)\n\n[docs](b.md), [*docs*](c.md)\n", lines={1: "several"}),
        Invalid("[api](a.md), [api](b.md)\n", options={"words": ["API"]}, lines=(1,)),
        Valid("[docs](a.md), [docs](a.md), [keywords](b.md), [the guide](c.md), ![here](d.png)\n"),
    )

    words: Annotated[list[str], Meta(description="More link texts that say little.")] = []

    def check(self, page: Page) -> Iterator[Violation]:
        vague_words = _SAY_LITTLE.union(word.lower() for word in self.words)
        vague: dict[str, list[Link]] = defaultdict(list)
        for link in page.document.links:
            text = "" if link.image or link.is_html else plain_text(link.children).strip()
            if text.lower() in _SAY_NOTHING:
                yield Violation(link.span, "nothing", text=text)
            elif text.lower() in vague_words:
                vague[text.lower()].append(link)
        for links in vague.values():
            if len({link.destination for link in links}) > 1:
                yield Violation(links[0].span, "several", text=plain_text(links[0].children).strip())
