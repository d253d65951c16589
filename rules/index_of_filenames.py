from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import indexes_of
from doclint.kit.indexes import is_of_files

from ._pages import subtree_page

_FILES = {"bread": "bread.py", "oven": "oven.py", "rye": "rye.py", "table": "table.py"}
_DATA = {name: f"{name}.csv" for name in _FILES}


class IndexOfFilenames(Rule):
    """An index of keywords lists only the names of files.

    A reader who looks for a class or a function finds nothing, although the index promises them. The generator has a
    stopgap in place of a real index. Names that the generator makes up for a type of file do not count as keywords.

    The rule ignores indexes of one or two entries, and folders without code. It reports each index once, at its
    heading.
    """

    family = "lists"
    severity = "info"
    profile = "strict"
    reads = {"{keyword} of heading + section.index", "{target} of listing + section.index", "section.index"}
    covers = ("C21",)
    remedy = "List in an index of keywords what the files define, or call it an index of files."
    messages = {"files": Message("The keywords of this index are only names of files; list what the files define")}
    examples = (
        Invalid(subtree_page(_FILES), "docs/src/sub.md", lines=(3,)),
        Valid(subtree_page({"Basket": "bread.py", **_FILES}), "docs/src/sub.md"),
        Valid(subtree_page({"bread": "bread.py", "oven": "oven.py"}), "docs/src/sub.md"),
        Valid(subtree_page(_DATA), "docs/src/sub.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for index in indexes_of(page):
            if is_of_files(page, index):
                yield Violation(index.section.heading.span, "files")
