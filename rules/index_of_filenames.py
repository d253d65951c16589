from collections.abc import Iterator
from posixpath import basename

from doclint.formats.kinds import candidates
from doclint.languages import language_of
from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid
from doclint.targets import target_of

from ._index import Entry, entries, indexes

_MOST = 3  # entries that may be names of files


def _page(**files: str) -> str:
    groups = "".join(f"### {name}\n\n- [`src/{file}`](./{file}_docs.md)\n\n" for name, file in files.items())
    return f"# Subtree Keyword Index: `src/`\n\n## Keywords\n\n{groups}"


class IndexOfFilenames(Rule):
    """An index of keywords has only the names of files.

    Who searches a class or a function finds nothing, though the index promises them. It comes of an implementation that
    was to be the first one. Names that are made up for a type of files do not count as keywords either.

    Indexes of up to three entries are let be, and folders without code. Each index is reported once, at its heading.
    """

    id = "index-of-filenames"
    family = "lists"
    severity = "info"
    profile = "strict"
    covers = ("C21",)
    remedy = "List what the files define in an index of keywords, or call it an index of files."
    messages = {"files": Message("Every keyword of this index is only the name of the file that it leads to")}
    examples = (
        Invalid(_page(bread="bread.py", oven="oven.py", rye="rye.py", table="table.py"), "docs/src/sub.md", lines=(3,)),
        Valid(_page(Basket="bread.py", oven="oven.py", rye="rye.py", table="table.py"), "docs/src/sub.md"),
        Valid(_page(bread="bread.py", oven="oven.py", rye="rye.py"), "docs/src/sub.md"),
        Valid(_page(bread="bread.csv", oven="oven.csv", rye="rye.csv", table="table.csv"), "docs/src/sub.md"),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        made_up = page.format.artificial if page.format else []
        for index in indexes(page):
            found = [entry for entry in entries(index) if all(one.match(entry.name.text) is None for one in made_up)]
            if len(found) > _MOST and all(_is_file_name(page, entry) for entry in found) and _has_code(page, found):
                yield Finding(index.section.heading.span, "files")


def _is_file_name(page: Page, entry: Entry) -> bool:
    names = _files(page, entry)
    return bool(names) and entry.name.text in {part for name in names for part in (name, name.partition(".")[0])}


def _has_code(page: Page, found: list[Entry]) -> bool:
    languages = (language_of(name) for entry in found for name in _files(page, entry))
    return any(language is not None and language.code for language in languages)


def _files(page: Page, entry: Entry) -> list[str]:
    """The names of the files that an entry leads to, or that the pages are about which it leads to."""
    targets = [target.path for target in (target_of(page, one) for one in entry.targets) if target]
    return [_file_of(page, path) for path in targets]


def _file_of(page: Page, path: str) -> str:
    subjects = (candidate.subject for candidate in candidates(path, page.formats))
    return next((basename(one.path) for one in subjects if one.path and not one.is_folder), basename(path))
