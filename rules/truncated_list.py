import re
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from posixpath import basename, commonprefix, dirname
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Message, Page, Repository, Rule, SourceFile, Span, Symbol, Valid, Violation
from doclint.kit import expected_symbols, expression, lines_of_symbols, listed_symbols, remembered, target_of
from doclint.kit.figures import stated_counts
from doclint.kit.lists import missing_imports
from doclint.kit.shapes import Imports, Links, Listing, Symbols

from ._names import plural
from ._pages import file_page

_BEHIND = 200  # characters after a list in which it can say that it goes on
_NAMED = 5  # files of a folder in a message; each page of a folder may leave out nearly all of them
_GOES_ON = expression(r"\bmore\b|\btruncated\b|\bomitted\b|\bfirst \d|\.\.\.|…", re.IGNORECASE)

_LIMIT = "The list stops at the generator's limit of {length} without saying so; "

_PATH = "docs/a.py_docs.md"
_SOURCE = "".join(f"class Fruit{number}: ...\n" for number in range(22))
_COUNTS = "This Python file contains {} class(es) and 0 function(s)."
_TWENTY = ", ".join(f"`Fruit{number}`" for number in range(20))
_FILES = {f"docs/f{number}.py_docs.md": "" for number in range(12)}
_LINKS = "".join(f"- [`f{number}.py_docs.md`](./f{number}.py_docs.md)\n" for number in range(10))
_RELATED = file_page("a.py", f"## Related Files\n\n### Related Files\n\n{_LINKS}")


def _page(classes: str, overview: str = "") -> str:
    start = f"## High-Level Overview\n\n{overview}\n\n" if overview else ""
    return file_page("a.py", f"{start}## Detailed Analysis\n\n### Code Structure\n\n**Classes defined**: {classes}\n")


class TruncatedList(Rule):
    """A list stops at the generator's limit and does not say so.

    Readers take it for complete. If the source, the folder or a number on the page shows that there is more, the
    finding is a warning. A list that is as long as the limit may also be complete by chance; without evidence, the
    finding is only a hint.

    The limits are those of the format. A list is right if the text after it says that it goes on: "... and 132 more".
    """

    family = "symbols"
    severity = "warning"
    covers = ("C18",)
    remedy = "Sort each list, and write how many entries a limit leaves out (`... and 12 more`), or drop the limit."
    consults = {"source", "repository"}
    reads = {"listing.cap"}
    messages = {
        "source": Message(f"{_LIMIT}it leaves out these {{kinds}} of `{{source}}`: {{names}}", key=("kinds",)),
        "stated": Message(f"{_LIMIT}the page counts {{total}} {{kinds}}", key=("kinds",)),
        "folder": Message(f"{_LIMIT}it leaves out files of `{{folder}}/` such as {{names}} ({{total}} in all)"),
        "length": Message(
            "The list has {length} entries, which is the generator's limit; say whether there are more", severity="info"
        ),
        "more": Message(
            "doclint checks only the first {most} lists that reach a limit (`rules.truncated-list.most`)",
            severity="info",
        ),
    }
    examples = (
        Invalid(_page(_TWENTY), _PATH, files={"a.py": _SOURCE}, lines={7: "source"}),
        Invalid(_page(_TWENTY, _COUNTS.format(22)), _PATH, lines={11: "stated"}),
        Invalid(_page(_TWENTY, f"{_COUNTS.format(22)} {_COUNTS.format(3)}"), _PATH, lines={11: "stated"}),
        Invalid(_page(_TWENTY), _PATH, lines={7: "length"}),
        Invalid(_RELATED, _PATH, files=_FILES, lines={7: "folder"}),
        Invalid(
            _page(f"{_TWENTY}\n\n### Code Structure\n\n**Classes defined**: {_TWENTY}"),
            _PATH,
            options={"most": 1},
            files={"a.py": _SOURCE},
            lines={7: "source", 11: "more"},
        ),
        Valid(_RELATED, _PATH, files=dict(list(_FILES.items())[:10])),
        Valid(_page(_TWENTY, _COUNTS.format(20)), _PATH),
        Valid(f"{_page(_TWENTY)}\n... and 2 more\n", _PATH, files={"a.py": _SOURCE}),
        Valid(_page(_TWENTY), _PATH, files={"a.py": _SOURCE.partition("class Fruit20")[0]}),
        Valid(_page("`Fruit0`, `Fruit1`"), _PATH, files={"a.py": _SOURCE}),
    )

    most: Annotated[
        int, Meta(ge=1, description="Number of lists on a page that are compared of those that reach a limit.")
    ] = 100

    def check(self, page: Page) -> Iterator[Violation]:
        full = [one for one in page.all(Listing) if one.cap is not None and len(one.items) >= one.cap]
        stated: dict[str, int] = {}
        for count in stated_counts(page) if full else ():
            stated[count.kind] = max(count.number, stated.get(count.kind, 0))
        for listing in full[: self.most]:
            violation = None if _goes_on(page, listing) else _check_listing(page, listing, stated)
            if violation is not None:
                violation.arguments["length"] = len(listing.items)
                yield violation
        for listing in full[self.most : self.most + 1]:
            yield Violation(listing.span, "more", most=self.most)


def _goes_on(page: Page, listing: Listing) -> bool:
    """Whether the text after a list says that there is more."""
    behind = page.text(Span(listing.end, listing.end + _BEHIND))
    return bool(_GOES_ON.search(behind.partition("\n#")[0]))


def _check_listing(page: Page, listing: Listing, stated: Mapping[str, int]) -> Violation | None:
    """Return what a list leaves out by its source or folder, or by the numbers that the page states for each kind."""
    source = page.source_file
    missing = _missing(source, listing) if source and source.symbols else None
    if source is not None and missing is not None:
        kinds, symbols = missing
        if not symbols:
            return None
        related, names = lines_of_symbols(source, symbols.values()), tuple(symbols)
        path, span = source.path, listing.span
        return Violation(span, "source", against=source, related=related, kinds=kinds, names=names, source=path)
    if isinstance(listing, Links):
        return _check_links(page, listing)
    kind = listing.kinds[0] if isinstance(listing, Symbols) else "import" if isinstance(listing, Imports) else ""
    if kind not in stated:
        return Violation(listing.span, "length")
    if stated[kind] <= len(listing.items):
        return None
    return Violation(listing.span, "stated", kinds=plural(kind), total=stated[kind])


def _missing(source: SourceFile, listing: Listing) -> tuple[str, dict[str, Symbol]] | None:
    """Return what the source has and a list does not, after its kind; None if the source does not show it."""
    if isinstance(listing, Imports):
        return "imports", missing_imports(source, listing)
    if not isinstance(listing, Symbols) or "identifier" in listing.kinds:
        return None
    wanted, present = expected_symbols(source, listing.kinds, [listing]), listed_symbols([listing])
    return plural(listing.kinds[0]), {name: one for name, one in wanted.items() if name not in present}


def _check_links(page: Page, listing: Links) -> Violation | None:
    targets = [target_of(page, item["target"].text) for item in listing.items if "target" in item.captures]
    paths = {target.path for target in targets if target}
    folders = {dirname(path) for path in paths}
    ending = commonprefix([path[::-1] for path in paths])[::-1].partition("/")[0]
    folder = folders.pop() if len(folders) == 1 else None
    alike = _alike(page.repository, folder, ending) if page.repository and folder is not None else None
    if alike is None:
        return Violation(listing.span, "length")
    own = basename(page.path) if dirname(page.path) == folder else ""
    known = {own, *map(basename, paths)}
    others = tuple(islice((name for name in alike if name not in known), _NAMED))
    if not ending or not others:
        return None
    return Violation(listing.span, "folder", folder=folder, total=len(alike) - (own in alike), names=others)


@remembered
def _alike(repository: Repository, folder: str, ending: str) -> Collection[str] | None:
    """Return the sorted names of the files in a folder that end in the same way; None if there is no such folder."""
    names = repository.listing(folder)
    if names is None:
        return None
    found = sorted(name for name, is_folder in names.items() if name.endswith(ending) and not is_folder)
    return dict.fromkeys(found).keys()
