import re
from collections.abc import Iterator
from posixpath import basename, dirname, splitext

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import described_beside, expression
from doclint.kit.shapes import Links

from ._pages import related_page

_TEST = expression(r"^tests?_|_(?:unit)?tests?$|[.](?:test|spec)$", re.IGNORECASE)


def _pages(*names: str) -> dict[str, str]:
    return {f"docs/src/{name}_docs.md": "" for name in names}


class MissingRelatedFile(Rule):
    """A list of related files has other files, but lacks the closest ones: the header, or the test.

    A reader of the page about `oven.cpp` looks for `oven.h` and `oven_test.cpp`. Most often the generator lists the
    first names of the folder.

    The closest files are those in the same folder that have the same name with another extension, and the test of a
    file, or the file that a test is for. The rule reports only files that have a page.
    """

    family = "lists"
    severity = "warning"
    covers = ("F16",)
    needs = {"repository"}
    reads = {"{sibling} of links"}
    remedy = "List the files with the same name and the tests first, and other files after them."
    messages = {
        "missing": Message("The list of related files leaves out {names}, the closest by name; list such files first")
    }
    examples = (
        Invalid(
            related_page("src/oven.cpp", "bread.cpp", "table.h"),
            "docs/src/oven.cpp_docs.md",
            files=_pages("bread.cpp", "table.h", "oven.h", "oven_test.cpp"),
            lines=(9,),
        ),
        Invalid(
            related_page("src/test_oven.py", "bread.py"),
            "docs/src/test_oven.py_docs.md",
            files=_pages("bread.py", "oven.py"),
            lines=(9,),
        ),
        Valid(
            related_page("src/oven.cpp", "bread.cpp", "oven.h"),
            "docs/src/oven.cpp_docs.md",
            files=_pages("bread.cpp", "oven.h", "oven_door.h", "table.h"),
        ),
        Valid(related_page("src/oven.cpp", "bread.cpp"), "docs/src/oven.cpp_docs.md", files={"src/oven.h": ""}),
        Valid(related_page("src/oven.cpp"), "docs/src/oven.cpp_docs.md", files=_pages("oven.h")),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        own = basename(page.described_file or "")
        for listing in page.all(Links) if own else ():
            listed = {item["sibling"].text for item in listing.items if "sibling" in item.captures}
            missing = _relatives(page, own) - listed - {own} if listed else ()
            if missing:
                yield Violation(listing.span, "missing", names=tuple(sorted(missing)))


def _relatives(page: Page, name: str) -> frozenset[str]:
    """Return the names of the files with pages beside this one that have the same core as a name."""
    repository, core = page.repository, _core(name)
    if repository is None or page.format is None or not core:
        return frozenset()

    def find() -> dict[str, frozenset[str]]:
        by_core: dict[str, set[str]] = {}
        for other in described_beside(page):
            by_core.setdefault(_core(other), set()).add(other)
        return {core: frozenset(names) for core, names in by_core.items()}

    return repository.answered((_relatives, dirname(page.path), page.format.name), find).get(core, frozenset())


def _core(name: str) -> str:
    """Return a file name without its extension and without what makes it the name of a test.

    >>> [_core(name) for name in ("oven.h", "test_oven.py", "oven.test.js", "tests.py")]
    ['oven', 'oven', 'oven', 'tests']
    """
    return _TEST.sub("", splitext(name)[0])
