from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import indexes_of
from doclint.kit.indexes import entries

from ._pages import subtree_page


class PseudoKeyword(Rule):
    """An index has keywords that the generator made up: `files-.h`.

    Readers do not look up such a word, and it hides the keywords that they do look up. A list of the files by type
    belongs elsewhere. The format says what such words look like. doclint reports them once for each index, at the first
    of them.
    """

    family = "lists"
    severity = "info"
    profile = "strict"
    reads = {"{keyword} of heading + section.index + format.artificial", "section.index + format.artificial"}
    covers = ("C22",)
    remedy = "Leave made-up entries out of the index, or show them as what they are, such as types of files."
    messages = {"made-up": Message("The index has made-up keywords that readers do not look up: {names}")}
    examples = (
        Invalid(subtree_page({"a": "a.py", "files-.md": "a.md", "files-.py": "a.py"}), "docs/src/sub.md", lines=(9,)),
        Valid(subtree_page({"a": "a.py", "files": "a.py", "profiles-.py": "a.py"}), "docs/src/sub.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        made_up = page.format.artificial if page.format else []
        for index in indexes_of(page) if made_up else ():
            names = [
                entry.name for entry in entries(index) if any(one.match(entry.name.text) is not None for one in made_up)
            ]
            if names:
                yield Violation(names[0].span, "made-up", names=tuple(name.text for name in names))
