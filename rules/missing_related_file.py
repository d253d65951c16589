import re
from collections.abc import Iterator
from posixpath import basename, dirname, splitext

from doclint.formats.shapes import Links
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page
from ._siblings import documented

_TEST = re.compile(r"^tests?_|_(?:unit)?tests?$|[.](?:test|spec)$", re.IGNORECASE)


def _page(path: str, *names: str) -> str:
    items = "".join(f"- [`{name}_docs.md`](./{name}_docs.md)\n" for name in names)
    return file_page(path, f"## Related Files\n\n### Related Files\n\nFiles in the same folder (`src`):\n\n{items}")


def _pages(*names: str) -> dict[str, str]:
    return {f"docs/src/{name}_docs.md": "" for name in names}


class MissingRelatedFile(Rule):
    """A list of related files has strangers, and lacks the nearest relative: the header, the test.

    Who reads about `oven.cpp` looks for `oven.h` and `oven_test.cpp`. A list of the first ten names of the folder does
    not have them. To fix it, the generator puts the files of the same name first.

    Relatives are the files in the same folder that have the same name but for the extension, and the test of a file,
    or the file of a test. Only those that have a page are missed.
    """

    id = "missing-related-file"
    family = "lists"
    severity = "warning"
    covers = ("F16",)
    needs = frozenset({"repository"})
    remedy = "List the files of the same stem and the tests of a module first, and the others after them."
    messages = {"missing": Message("This list of related files lacks {names}")}
    examples = (
        Invalid(
            _page("src/oven.cpp", "bread.cpp", "table.h"),
            "docs/src/oven.cpp_docs.md",
            files=_pages("bread.cpp", "table.h", "oven.h", "oven_test.cpp"),
            lines=(9,),
        ),
        Invalid(
            _page("src/test_oven.py", "bread.py"),
            "docs/src/test_oven.py_docs.md",
            files=_pages("bread.py", "oven.py"),
            lines=(9,),
        ),
        Valid(
            _page("src/oven.cpp", "bread.cpp", "oven.h"),
            "docs/src/oven.cpp_docs.md",
            files=_pages("bread.cpp", "oven.h", "oven_door.h", "table.h"),
        ),
        Valid(_page("src/oven.cpp", "bread.cpp"), "docs/src/oven.cpp_docs.md", files={"src/oven.h": ""}),
        Valid(_page("src/oven.cpp"), "docs/src/oven.cpp_docs.md", files=_pages("oven.h")),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        subject = page.subject
        if subject is None or subject.path is None or subject.is_folder:
            return
        own = basename(subject.path)
        for listing in page.all(Links):
            there = {item["sibling"].text for item in listing.items if "sibling" in item.captures}
            missing = sorted(_relatives(page, own) - there - {own}) if there else []
            if missing:
                yield Violation(listing.span, "missing", names=tuple(missing))


def _relatives(page: Page, name: str) -> frozenset[str]:
    """The files beside a page's own whose names have the same core; those that have a page."""
    repository = page.repository
    if repository is None or page.format is None:
        return frozenset()

    def find() -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for other in documented(page):
            found.setdefault(_core(other), set()).add(other)
        return {core: frozenset(names) for core, names in found.items()}

    core = _core(name)
    by_core = repository.remembered(("relatives", dirname(page.path), page.format.name), find)
    return by_core.get(core, frozenset()) if core else frozenset()


def _core(name: str) -> str:
    """What is left of a name without its extension and what makes it a test.

    >>> [_core(name) for name in ("oven.h", "test_oven.py", "oven.test.js", "tests.py")]
    ['oven', 'oven', 'oven', 'tests']
    """
    return _TEST.sub("", splitext(name)[0])
