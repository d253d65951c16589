import re
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from posixpath import basename, commonprefix, dirname

from pydantic import Field

from doclint.formats.shapes import Imports, Links, Listing, Symbols
from doclint.page.links import target_of
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.repository.repository import Repository
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._counts import stated_counts
from ._lists import expected, listed, missing_imports
from ._names import names_of, plural
from ._pages import file_page

_BEHIND = 200  # characters in which a list can say that it goes on
_NAMED = 5  # files of a folder that are named; on each of its pages nearly all of them may be missing
_GOES_ON = re.compile(r"\bmore\b|\btruncated\b|\bomitted\b|\bfirst \d|\.\.\.|…", re.IGNORECASE)

_SOURCE = "".join(f"class Fruit{number}: ...\n" for number in range(22))
_TWENTY = ", ".join(f"`Fruit{number}`" for number in range(20))


_FILES = {f"docs/f{number}.py_docs.md": "" for number in range(12)}
_LINKS = "".join(f"- [`f{number}.py_docs.md`](./f{number}.py_docs.md)\n" for number in range(10))
_RELATED = file_page("a.py", f"## Related Files\n\n### Related Files\n\n{_LINKS}")


def _page(classes: str, overview: str = "") -> str:
    said = f"## High-Level Overview\n\n{overview}\n\n" if overview else ""
    return file_page("a.py", f"{said}## Detailed Analysis\n\n### Code Structure\n\n**Classes defined**: {classes}\n")


class TruncatedList(Rule):
    """A list stops where the generator cuts it, and does not say so.

    The reader takes it for complete. That there is more is known from the source, or from a count on the page; then the
    finding is a warning. A list that is just as long as the generator's longest may also be complete by chance, so
    without a proof it is only a hint.

    The lengths at which a generator cuts are those of the format. A list is honest if the text behind it says that it
    goes on: "... and 132 more".
    """

    id = "truncated-list"
    family = "symbols"
    severity = "warning"
    covers = ("C18",)
    remedy = "Sort each list, and write how many more there are where it is cut (`... and 12 more`), or do not cut it."
    consults = frozenset({"source", "repository"})
    messages = {
        "source": Message(
            "This list stops after {length} entries, where the generator cuts it; of the {kinds} of "
            "`{source}` it lacks {names}[ (as copied in `{copy}`)]",
            key=("kinds",),
        ),
        "stated": Message(
            "This list stops after {length} entries, where the generator cuts it; the page counts {total} {kinds}",
            key=("kinds",),
        ),
        "folder": Message(
            "This list stops after {length} entries, where the generator cuts it; `{folder}/` has {total} such files, "
            "among them {names}",
        ),
        "length": Message(
            "This list has {length} entries, where the generator cuts it; nothing says whether there are more",
            severity="info",
        ),
        "more": Message("Only the first {most} full lists are compared (`rules.truncated-list.most`)", severity="info"),
    }
    examples = (
        Invalid(_page(_TWENTY), "docs/a.py_docs.md", files={"a.py": _SOURCE}, lines=(7,), messages=("source",)),
        Invalid(
            _page(_TWENTY, "This Python file contains 22 class(es) and 0 function(s)."),
            "docs/a.py_docs.md",
            lines=(11,),
            messages=("stated",),
        ),
        Invalid(_page(_TWENTY), "docs/a.py_docs.md", lines=(7,), messages=("length",)),
        Invalid(_RELATED, "docs/a.py_docs.md", files=_FILES, lines=(7,), messages=("folder",)),
        Invalid(
            _page(f"{_TWENTY}\n\n### Code Structure\n\n**Classes defined**: {_TWENTY}"),
            "docs/a.py_docs.md",
            options={"most": 1},
            files={"a.py": _SOURCE},
            lines=(7, 11),
            messages=("source", "more"),
        ),
        Valid(_RELATED, "docs/a.py_docs.md", files=dict(list(_FILES.items())[:10])),
        Valid(f"{_page(_TWENTY)}\n... and 2 more\n", "docs/a.py_docs.md", files={"a.py": _SOURCE}),
        Valid(_page(_TWENTY), "docs/a.py_docs.md", files={"a.py": _SOURCE.partition("class Fruit20")[0]}),
        Valid(_page("`Fruit0`, `Fruit1`"), "docs/a.py_docs.md", files={"a.py": _SOURCE}),
    )

    most: int = Field(default=100, ge=1, description="Full lists on a page that are compared; generators write a few.")

    def check(self, page: Page) -> Iterator[Violation]:
        full = [one for one in page.all(Listing) if one.cap is not None and len(one.items) >= one.cap]
        stated: dict[str, int] = {}
        for count in stated_counts(page) if full else ():
            stated[count.kind] = max(count.number, stated.get(count.kind, 0))
        for listing in full[: self.most]:
            violation = None if _goes_on(page, listing) else _linter(page, listing, stated)
            if violation is not None:
                violation.arguments["length"] = len(listing.items)
                yield violation
        for listing in full[self.most : self.most + 1]:
            yield Violation(listing.span, "more", most=self.most)


def _goes_on(page: Page, listing: Listing) -> bool:
    """Whether the text behind a list says that there is more."""
    return bool(_GOES_ON.search(page.source.text[listing.end : listing.end + _BEHIND].partition("\n#")[0]))


def _linter(page: Page, listing: Listing, stated: Mapping[str, int]) -> Violation | None:
    """What is known of the rest of a list, also by the numbers that the page states; None if there is none."""
    source_file = page.source_file
    lacking = _lacking(source_file, listing) if source_file and source_file.symbols else None
    if source_file is not None and lacking is not None:
        kinds, names = lacking
        return _of_source(listing, source_file, kinds, names) if names else None
    if isinstance(listing, Links):
        return _judge_links(page, listing)
    kind = listing.kinds[0] if isinstance(listing, Symbols) else "import" if isinstance(listing, Imports) else ""
    if kind not in stated:
        return Violation(listing.span, "length")
    if stated[kind] <= len(listing.items):
        return None
    return Violation(listing.span, "stated", kinds=plural(kind), total=stated[kind])


def _of_source(listing: Listing, source_file: SourceFile, kinds: str, names: list[str]) -> Violation:
    return Violation(
        listing.span,
        "source",
        kinds=kinds,
        names=tuple(names),
        source=source_file.path,
        copy=source_file.copy,
    )


def _lacking(source_file: SourceFile, listing: Listing) -> tuple[str, list[str]] | None:
    """What the source has and a list lacks, and what that is; None where the source cannot tell."""
    if isinstance(listing, Imports):
        return "imports", missing_imports(names_of(source_file), listing)
    if not isinstance(listing, Symbols) or "identifier" in listing.kinds:
        return None
    wanted, there = expected(names_of(source_file), listing.kinds, [listing]), listed([listing])
    return plural(listing.kinds[0]), [name for name in wanted if name not in there]


def _judge_links(page: Page, listing: Links) -> Violation | None:
    """What is known of the rest of a list of files in one folder."""
    targets = [target_of(page, item["target"].text) for item in listing.items if "target" in item.captures]
    paths = {target.path for target in targets if target}
    folders = {dirname(path) for path in paths}
    ending = commonprefix([path[::-1] for path in paths])[::-1].partition("/")[0]
    folder = folders.pop() if len(folders) == 1 else None
    alike = _alike(page.repository, folder, ending) if page.repository and folder is not None else None
    if alike is None:
        return Violation(listing.span, "length")
    own = basename(page.path) if dirname(page.path) == folder else ""
    told = {own, *map(basename, paths)}
    others = tuple(islice((name for name in alike if name not in told), _NAMED))
    if not ending or not others:
        return None
    return Violation(listing.span, "folder", folder=folder, total=len(alike) - (own in alike), names=others)


def _alike(repository: Repository, folder: str, ending: str) -> Collection[str] | None:
    """The names of the files in a folder that end in the same way, sorted; None if there is no such folder."""

    def find() -> Collection[str] | None:
        names = repository.listing(folder)
        if names is None:
            return None
        found = sorted(name for name, is_folder in names.items() if name.endswith(ending) and not is_folder)
        return dict.fromkeys(found).keys()

    return repository.remembered(("alike", folder, ending), find)
