import re
from collections.abc import Iterable, Iterator
from posixpath import basename, dirname, join

from msgspec import Struct

from doclint import Fix, Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Span, Valid, Violation
from doclint.kit import expression, is_about_history, is_below
from doclint.repository.history import Deletion
from doclint.repository.names import names_of
from doclint.repository.paths import shortest

from ._commands import PLACEHOLDER
from ._developers import is_about_this_repository
from ._drawn_trees import DrawnTree, Entry, drawn_trees
from ._stale import MESSAGES, Evidence, bases_of, existing, is_made, is_placeholder, proof, stale

_SURE = 0.8  # of the entries of a tree must exist, so that it shows this repository
_LIKELY = 0.5  # of them, if something shows what became of an entry that does not
_LEAST = 4  # entries that exist
_MOST_FOLDERS = 20  # with the name of the root of a tree
_MOST = 50  # entries of a tree that are reported
# What a line of a tree says of an entry that a checkout need not have.
_NOT_THERE = expression(
    r"(?i)\b(?:generat|creat|(?:git-?)?ignor|optional|plan|todo|future|propos|new\b|not (?:in|commit|track|check)|"
    r"untracked|your?\b|auto-|build|built|output|runtime|local|remov|delet|deprecat|legacy|later|example|placeholder|"
    r"download|cache|if\b|wip\b|coming|unreleased|will\b|symlink|submodule|per\b|secret|"
    r"g[eé]n[eé]r|gerad|erzeug|geplant|planej|planif|opcion|optionn|генер|опцион)"
    r"|生成|自动|自建|自行|创建|你的|您的|可选|可選|任意|待|计划|規劃|规划|予定|不存在|忽略|示例|运行时|构建|下载|新增|省略|생성|선택|예정"
)
# Folders that programs fill, and that git therefore often has no file of.
_FILLED = expression(
    r"(?:\A|/)(?:\.\w++|archives?|assets|backups?|data|datasets?|documents|files|images|models|outputs?|public|reports?|results?|"
    r"static|storage|te?mp\w*+|uploads?|videos?|\.env.*)/?\Z",
    re.IGNORECASE,
)
_ALTERNATIVES = expression(r"\.{3}|\.[a-z]{2,4}(?:/[a-z]{2,4})+\Z")  # `...`, `icon.svg/png`
# What the sentence before a tree says if the tree is not that of the repository as it is.
_NOT_NOW = expression(
    r"(?i)\b(?:propos|target|plan|future|recommend|suggest|will\b|would\b|should\b|desired|ideal|expected|result|"
    r"after\b|generat|creat|output|produc|your?\b|example|sample|e\.g|before\b|old\b|scaffold|typical|template|"
    r"imagine|say\b)"
)
_BEFORE = 300  # characters before a tree
_TREE = (
    "```\nshop/\n├── README.md\n├── src/\n{}\n│   ├── grammar.py\n│   ├── tables.py\n│   ├── tokens.py\n"
    "│   └── units.py\n├── Makefile\n└── main.py\n```\n"
)
_FILES = dict.fromkeys(
    "README.md Makefile main.py src/lexer.py src/grammar.py src/tables.py src/tokens.py src/units.py "
    "src/parser/a.py".split(),
    "",
)
_FEW = dict.fromkeys(("README.md", "Makefile", "main.py", "lexer.py"), "")


class _Fit(Struct, frozen=True):
    """How a tree fits a folder: its missing entries that are in existing ones, and how many exist, of how many."""

    folder: str
    missing: list[Entry]
    there: list[Entry]
    total: int

    @property
    def share(self) -> float:
        return len(self.there) / self.total if self.total else 0


class StaleTree(RepositoryRule):
    """A drawing of the repository's folders has an entry that does not exist.

    Readers, and agents even more, take such a tree for a map of the repository. Files are renamed, moved and deleted,
    and the tree stays as it was.

    The rule reads trees in fences, drawn with `├──` or by indentation and slashes, on pages for those who work on the
    repository and in wikis that models write. Each line without a branch begins another tree, and what follows the last
    entry of a folder is left out: blanks that are lost hide what it is in. A tree is compared with the folder that it
    fits best: one that the page is in, or one with the name of its first line. If at least four entries and 80 % of all
    exist, every other one is reported; from 50 % on, those for which there is the evidence of `stale-path`: a near
    name, the only file of its name elsewhere, a deletion in the history of git. Of a folder that is missing with all
    that it contains, only the folder is reported.

    Placeholders and patterns, what git ignores, what builds make, entries that the line calls generated, optional or
    planned, folders that are filled later (`data/`, `uploads/`), and trees about other times are ignored.
    """

    family = "paths"
    severity = "warning"
    covers = ("J13",)
    claims = "path"
    remedy = "Draw the tree from the files in the repository, and draw it again when they change."
    advice = "Draw the folder as it is now, or leave out what changes often."
    messages = {
        **{name: MESSAGES[name] for name in ("misspelled", "moved", "replaced", "renamed", "deleted")},
        "missing": Message("The tree shows `{path}`, which does not exist", key=("path",)),
    }
    examples = (
        Invalid(
            _TREE.format("│   ├── lexers.py  # tokens\n│   ├── old/"),
            "README.md",
            files=_FILES,
            lines={5: "misspelled", 6: "missing"},
            fixed=_TREE.format("│   ├── lexer.py  # tokens\n│   ├── old/"),
        ),
        Invalid(
            "```\n.\n|-- src/\n|   |-- lexer.py\n|   |-- grammar.py\n|   |-- tables.py\n|   `-- word_list.py\n"
            "|-- scan.py\n|-- cli.py\n`-- lib/\n```\n",
            "AGENTS.md",
            files={**_FILES, "lib/x/word_list.py": ""},
            deletions={
                "scan.py": Deletion("1f0e3dad99", "2026-03-14"),
                "cli.py": Deletion("6512bd43d9", "2026-02-28", "main.py"),
            },
            lines={7: "moved", 8: "deleted", 9: "renamed"},
            fixed="```\n.\n|-- src/\n|   |-- lexer.py\n|   |-- grammar.py\n|   |-- tables.py\n|   `-- word_list.py\n"
            "|-- scan.py\n|-- main.py\n`-- lib/\n```\n",
        ),
        Invalid(
            "```text\nsrc/\n  lexer.py\n  grammar.py\n  tables.py\n  parser.py   # rules\ntools/\n```\n",
            "CONTRIBUTING.md",
            files={**_FILES, "tools/a.py": ""},
            lines={6: "replaced"},
        ),
        Valid(
            _TREE.format(
                "│   ├── keys.py      # generated\n│   ├── logo.svg/png\n│   ├── page.html/js/css\n"
                "│   ├── made/  # 自动生成\n│   │   └── a.py\n"
                "│   ├── own/  ← 你的项目（需自建）\n"
                "│   ├── data/\n│   ├── <name>.py\n│   ├── foo.py\n│   ├── ...\n"
                "│   ├── build/\n│   ├── a.py, b.py\n│   ├── more of it\n│   ├── test_*.py"
            ),
            "README.md",
            files=_FILES,
        ),
        Valid(_TREE.format("│   ├── old/\n│   │   ├── a.py\n│   │   └── b.py"), "README.md", files=_FILES),
        Valid(_TREE.format("│ └── parser/\n│ ├── a.py\n│ └── b.py").replace("│   ", "│ "), "README.md", files=_FILES),
        Valid(f"The target structure is:\n\n{_TREE.format('│   ├── old/')}", "README.md", files=_FILES),
        Valid(_TREE.format("│   ├── old/"), "docs/guide.md", files=_FILES),
        Valid(_TREE.format("│   ├── old/"), "skills/a/README.md", files=_FILES),
        Valid("```\n.\n├── README.md\n├── Makefile\n├── main.py\n└── lexers.py\n```\n", "README.md", files=_FEW),
        Valid(_TREE.format("│   ├── scan_all.py"), "README.md", files={**_FILES, "src/src/scan_all.py": ""}),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        if not is_about_this_repository(page):
            return
        for tree in drawn_trees(page):
            if is_about_history(page, tree.block.start) or _is_of_another_time(page, tree):
                continue
            fit = _fit(page, repository, tree)
            if fit is not None and names_of(repository).is_complete:
                for entry in fit.there:
                    place = shortest(join(fit.folder, entry.path))
                    page.claim("path", entry.span, related=(RelatedLines(place),))
                for number, entry in enumerate(fit.missing):
                    violation = _violation(page, repository, fit, entry) if number < _MOST else None
                    if violation is None:
                        page.claim("path", entry.span, "may be left out, or made by a build")
                    else:
                        yield violation


def _is_of_another_time(page: Page, tree: DrawnTree) -> bool:
    before = page.source.text[max(0, tree.block.start - _BEFORE) : tree.block.start].rstrip()
    return _NOT_NOW.search(before.rpartition("\n\n")[2]) is not None


def _fit(page: Page, repository: Repository, tree: DrawnTree) -> _Fit | None:
    """Return how a tree fits the folder that it fits best; None if it fits none."""
    fits = [_in(repository, tree, folder) for folder in _folders(page, repository, tree.root)]
    best = max(fits, key=lambda fit: fit.share, default=None)
    return best if best is not None and best.share >= _LIKELY and len(best.there) >= _LEAST else None


def _folders(page: Page, repository: Repository, root: str) -> Iterable[str]:
    """Return the folders that a tree may be drawn of: those of a page, and those with the name of the root."""
    bases = bases_of(page)
    name = "" if PLACEHOLDER.search(root) else shortest(root.strip("/"))
    inside = [join(base, name) for base in bases] if name else []
    elsewhere = names_of(repository).ending_with(name)[:_MOST_FOLDERS] if name else []
    found = dict.fromkeys(shortest(folder) for folder in (*inside, *bases, *elsewhere))
    return (folder for folder in found if repository.is_folder(folder))


def _in(repository: Repository, tree: DrawnTree, folder: str) -> _Fit:
    there: set[int] = set()
    optional: set[int] = set()
    missing, inside_missing = [], 0
    for number, entry in enumerate(tree.entries):
        if entry.parent in optional or _NOT_THERE.search(entry.note):
            optional.add(number)
        is_inside = entry.parent < 0 or entry.parent in there
        if entry.path and is_inside and _exists(repository, join(folder, entry.path)):
            there.add(number)
        elif entry.path and number not in optional and not _may_be_missing(repository, entry, folder):
            missing += [entry] if is_inside else []
            inside_missing += not is_inside
    found = [tree.entries[number] for number in sorted(there)]
    return _Fit(folder, missing, found, len(found) + len(missing) + inside_missing)


def _exists(repository: Repository, path: str) -> bool:
    """Whether a path exists, or is in an empty folder: git puts a submodule there."""
    path = shortest(path)
    return existing(repository, path) is not None or repository.listing(dirname(path)) == {}


def _may_be_missing(repository: Repository, entry: Entry, folder: str) -> bool:
    path = entry.path
    return (
        PLACEHOLDER.search(path) is not None
        or _ALTERNATIVES.search(path) is not None
        or is_placeholder(path)
        or _FILLED.search(path) is not None
        or is_made(repository, path, folder)
    )


def _violation(page: Page, repository: Repository, fit: _Fit, entry: Entry) -> Violation | None:
    """Return that an entry does not exist; None if it may, because the tree fits badly or leaves out `src`."""
    place = shortest(join(fit.folder, entry.path))
    found = proof(repository, {"": place}, page.source.text)
    if found is not None and not is_below(found.suggestion or place, fit.folder):
        found = None
    if found is None:
        return stale(page, entry.span, place, Evidence("missing")) if fit.share >= _SURE else None
    if found.suggestion.replace("/src/", "/") == place:
        return None
    return stale(page, entry.span, place, found).at(entry.span, _fix(page, entry.span, place, found.suggestion))


def _fix(page: Page, span: Span, path: str, suggestion: str) -> Fix | None:
    """Return the fix, which is not safe, that writes another name; None if the entry is in another folder now."""
    old, new = basename(path), basename(suggestion)
    is_beside = suggestion and dirname(suggestion) == dirname(path) and new.isprintable() and "`" not in new
    if not is_beside or not page.text(span).endswith(old):
        return None
    return page.replace(Span(span.end - len(old), span.end), new, safe=False)
