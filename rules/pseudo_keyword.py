from collections.abc import Iterator

from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._index import entries, indexes


def _page(*names: str) -> str:
    groups = "".join(f"### {name}\n\n- [`src/a.py`](./a.py_docs.md)\n\n" for name in names)
    return f"# Subtree Keyword Index: `src/`\n\n## Keywords\n\n{groups}"


class PseudoKeyword(Rule):
    """An index has keywords that the generator made up: `files-.h`.

    Nobody looks up such a word, and among the keywords it is in the way. A list of the files by type belongs elsewhere.

    What such words look like is told by the format. They are reported once for each index, at the first of them.
    """

    id = "pseudo-keyword"
    family = "lists"
    severity = "info"
    profile = "strict"
    covers = ("C22",)
    remedy = "Leave out entries that the generator makes up, or show them as what they are, such as types of file."
    messages = {"made-up": Message("No one looks up a keyword that is made up: {names}")}
    examples = (
        Invalid(_page("a", "files-.md", "files-.py"), "docs/src/sub.md", lines=(9,)),
        Valid(_page("a", "files", "profiles-.py"), "docs/src/sub.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        made_up = page.format.artificial if page.format else []
        for index in indexes(page) if made_up else ():
            names = [entry.name for entry in entries(index) if any(one.match(entry.name.text) for one in made_up)]
            if names:
                yield Violation(names[0].span, "made-up", names=tuple(name.text for name in names))
