from collections.abc import Iterator
from functools import partial
from posixpath import dirname

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Span, Valid, Violation
from doclint.kit import Places, expression, is_about_history
from doclint.kit.nodes import Code, Emphasis, Inline, Strong
from doclint.repository.history import Deletion
from doclint.repository.names import names_of
from doclint.repository.paths import shortest

from ._developers import is_for_developers
from ._stale import (
    MESSAGES,
    Evidence,
    bases_of,
    evidence,
    is_about_another_time,
    is_made,
    is_placeholder,
    place_of,
    stale,
)

# A path, and perhaps a line, a test or a definition in the file.
_PATH = expression(
    r"(?:\./)?+(?P<path>(?:(?!\.\.?/)[\w.+-]++/)++(?:[\w@.+-]++)?+)(?::\d++(?:[-:]\d++)*+|#[\w-]++|::[\w:.]++)?+\Z"
)
# What Claude Code and Gemini CLI replace by a file, as the manuals of both say: `@docs/shop.md`.
_IMPORT = expression(r"(?<![\w@`/.:\[(-])@(?P<path>[\w.][\w./-]*+)")
_IMPORTED = (".md", ".mdc", ".txt")
# A host, or a name of the package registries: `example.org/x`, `github.com/x/y`; or a port: `UDP/53`.
_HOST = expression(r"(?:[\w-]++\.)++(?:com|dev|io|net|org|app)/|[A-Z]++/\d++\Z")


_invalid, _valid = partial(Invalid, path="AGENTS.md"), partial(Valid, path="AGENTS.md")
_PARSER = {"src/parser/a.py": ""}
_BOTH = {"src/lexer/a.py": "", **_PARSER}
_LISTED = {**_PARSER, "src/words/a.py": "", "tools/a.py": ""}

_ENDS_ALIKE, _UNKNOWN = "may mean another path that ends with it", "not found, and git has no trace of it"
_LEAST_OTHERS = 3  # paths of a list that exist, if only one of its folders does not
_MOST_ITEMS = 50  # of a list that are compared


class StalePath(RepositoryRule):
    """A page for developers names a file that was renamed, moved, split or deleted, or misspells its path.

    The reader, or the agent that follows the page, looks for a file that is not there. doclint reads paths in code
    spans (`` `src/app.py` ``) on pages for those who work on the repository: README, CONTRIBUTING, ARCHITECTURE and the
    like, instructions for models (AGENTS, CLAUDE, skills, `.cursor/`), and folders such as `development/` and
    `contributing/`. A path is relative to the root, to the folder of the page, or to a folder above that. It also
    counts as there if it is the end of another path: `api/app.py` for `src/api/app.py`.

    A missing file alone proves little: pages name files that readers make. So doclint reports a path only if a file
    beside it has nearly the same name, if a folder has replaced the file, if the only file of the same name is in
    another folder or has the same words in another order, if the page is in the folder that should have it, or if git
    deleted it. A folder is also reported if it is the only one of at least four paths in a list that is missing.
    doclint asks git for the last 5,000 commits, and only where nothing else decides. Without git, and in a shallow
    clone, there is no such evidence.

    In instructions for models, `@docs/arch.md` imports a file, also outside of code spans: a file that is not there is
    reported without further evidence, unless it is in a quote.

    Patterns and placeholders (`src/<name>.py`, `path/to/file`), what `.gitignore` names and what builds make (`dist/`),
    sentences about other times ("formerly", "will be created", "for example"), and pages and sections about them
    (snapshots of older versions, changelogs, plans) are ignored.
    """

    family = "paths"
    severity = "warning"
    covers = ("J13",)
    claims = "path"
    remedy = "Write the path that the file has now, or remove what the page says about it."
    messages = {
        **MESSAGES,
        "listed": Message("`{path}` does not exist, but every other path in the list does", key=("path",)),
        "imported": Message("`@{path}` imports a file that does not exist", key=("path",)),
        "beside": Message("`{path}` does not exist in the folder of this page", key=("path",)),
    }
    examples = (
        Invalid(
            "The parser is in `src/parser.py`.\n",
            "CONTRIBUTING.md",
            files=_PARSER,
            lines={1: "replaced"},
            fixed="The parser is in `src/parser/`.\n",
        ),
        Invalid(
            "Edit `tools/doc-to-html.xsl`; then run `./ci/check_links.sh` and see `./ci/check_links.sh:12`.\n",
            "tools/README.md",
            files={"tools/docs-to-html.xsl": "", "tools/ci/other.sh": "", "tools/lint/check_links.sh": ""},
            lines={1: ("misspelled", "moved", "moved")},
            fixed="Edit `tools/docs-to-html.xsl`; then run `./lint/check_links.sh` and see `./ci/check_links.sh:12`.\n",
        ),
        _invalid(
            "See `ci/lint.sh` and `src/lexer.py`.\n",
            files={"src/tokens.py": ""},
            deletions={
                "ci/lint.sh": Deletion("1f0e3dad99", "2026-03-14"),
                "src/lexer.py": Deletion("6512bd43d9", "2026-02-28", "src/tokens.py"),
            },
            lines={1: ("deleted", "renamed")},
            fixed="See `ci/lint.sh` and `src/tokens.py`.\n",
        ),
        Invalid("Copy `ci/default.json`.\n", "ci/README.md", files={"ci/x.json": ""}, lines={1: "beside"}),
        _invalid(
            "- `src/parser/` reads.\n- `src/words/a.py` names.\n- **`src/shown/`** shows.\n- `tools/a.py` builds.\n",
            files=_LISTED,
            lines={3: "listed"},
        ),
        _valid(
            "- `src/parser/`\n- `src/shown/`\n- `src/gone/`\n- `src/words/`\n- `tools/`\n\n`src/shown/`\n",
            files=_LISTED,
        ),
        _valid("# Parser\n\n## 1.4.0\n\n### Fixed\n\nSee `src/parser.py`.\n", files=_PARSER),
        _invalid(
            "Put parsers in `src/shown/`.\n", deletions={"src/shown": Deletion("1f0e3dad99", "2026-03-14")}, lines=(1,)
        ),
        _valid(
            "Each project has `src/shop.py`.\n",
            files={"src/a.py": "", "cli/templates/shop/shop.py": ""},
            deletions={"src/shop.py": Deletion("1f0e3dad99", "2026-03-14", "cli/templates/shop/shop.py")},
        ),
        Valid("The parser is in `src/parser.py`.\n", "docs/guide.md", files=_PARSER),
        Valid(
            "`src/parser.py`, `api/app.py`, `lib/`\n", "a/README.md", files={"a/src/parser.py": "", "b/api/app.py": ""}
        ),
        Valid("`src/lexer.py`\n", "docs/v2/development/a.md", files={"docs/v3/a.md": "", "src/lexer/a.py": ""}),
        _valid(
            "It was in `src/parser.py`.\n\nCreate `src/lexer.py`.\n\nSave it to: `src/lexer.py`.\n\n"
            "Never use `src/parser.py`.\n\nPlace the latest one in `./src/parser.py`.\n",
            files=_PARSER,
        ),
        _valid(
            "`config/settings.yml`, `dist/parser.py`, `src/parser*.py`, `src/<name>.py`, `path/to/parser.py`\n",
            files={"config/setting.yml": "", "config/settings.yml.example": "", "dist/parsers.py": "", "src/x.py": ""},
        ),
        _valid("`src/parser-2.py`, `src/parser_test.py`\n", files={"src/parser-1.py": "", "src/parser.py": ""}),
        _valid(
            "It is `src/parser.py` on the `next` branch, or cloned into `tools/parsed.xsl`. Use `.../parser.py`.\n",
            files={**_PARSER, "tools/parser.xsl": ""},
        ),
        Valid(
            "# Parser\n\nThis guide describes the `next` branch.\n\nSee `src/parser.py`.\n",
            "CONTRIBUTING.md",
            files=_PARSER,
        ),
        Invalid(
            "# Parser\n\nThis guide describes the main branch.\n\nSee `src/parser.py` on the main branch.\n",
            "CONTRIBUTING.md",
            files=_PARSER,
            lines=(5,),
        ),
        _invalid(
            "See `src/lexer.py`.\n",
            files={"src/lexer.sh": ""},
            deletions={"src/lexer.py": Deletion("6512bd43d9", "2026-02-28", "src/lexer.sh")},
            lines={1: "deleted"},
        ),
        _valid(
            "Scripts that still refer to `src/lexer.py` fail. There is `src/parser.py`; that file does not\nexist.\n",
            files=_BOTH,
        ),
        _valid(
            "Keys are in `.keys/`.\n",
            files={".gitignore": ".keys/\n"},
            deletions={".keys": Deletion("1f0e3dad99", "2026-03-14")},
        ),
        _invalid("`src/lexer.py` は移動した。`src/parser.py` を使う。\n", files=_BOTH, lines=(1,)),
        _invalid(
            "The tokens are read in `src/reader/token.py`.\n",
            files={"src/token/reader.py": "", "src/token/writer.py": ""},
            lines={1: "moved"},
            fixed="The tokens are read in `src/token/reader.py`.\n",
        ),
        _valid(
            "The tokens are read in `src/reader/token.py`.\n",
            files={"src/token/reader.py": "", "token/src/reader.py": ""},
        ),
        _valid("以前は `src/lexer.py`。`src/parser.py` に\nあったが廃止した。\n", files=_BOTH),
        _valid(
            "- Scripts point to\n  modules that don't exist (`src/lexer.py`), as `src/lexer_xx.py`.\n\n"
            "For example, for `1.0`:\n\n- `src/words.py`: first\n- `src/parser.py`\n",
            files={**_BOTH, "src/lexer_en.py": "", "src/words.py": ""},
        ),
        _valid("## Files to Create\n\n### `src/parser.py`\n", files=_PARSER),
        _valid("[`src/parser.py`](src/parser/)\n", files=_PARSER),
        _valid("See `src/parser.py`.\n", files={**_PARSER, ".gitmodules": '[submodule "src"]\n\tpath = src\n'}),
        Invalid(
            "See @docs/shop.md, @./docs/till.md and @AGENTS.md.\n\n- Write to me@shop.md, or to @shop/till.\n",
            "CLAUDE.md",
            files={"docs/shop.md": "", "docs/a.md": ""},
            lines={1: ("imported", "imported")},
        ),
        Valid("Write `@docs/shop.md`:\n\n```text\n@docs/shop.md\n```\n\n> Read @docs/shop.md.\n", "CLAUDE.md"),
        Valid("Read @docs/shop.md.\n", "CONTRIBUTING.md"),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        if not is_for_developers(page):
            return
        linked = Places(link.span for link in page.document.links)
        for span, written, is_import in _written(page):
            path = shortest(written) + ("/" if written.endswith("/") else "")
            there = place_of(page, repository, path)
            if there is not None:
                if not there.startswith("../"):
                    page.claim("path", span, related=(RelatedLines(there),))
                continue
            if is_about_another_time(page, span):
                continue
            found = None if linked.meet(span) else evidence(page, repository, path)
            if found is None and path.endswith("/") and _is_only_one(page, repository, span, path):
                found = Evidence("listed")
            if found is None and is_import and not any(is_made(repository, path, base) for base in bases_of(page)):
                found = Evidence("imported")
            if found is not None and not is_about_history(page, span.start):
                yield stale(page, span, written, found)
            else:
                alike = names_of(repository).ending_with(path.rstrip("/"))
                page.claim("path", span, _ENDS_ALIKE if alike else _UNKNOWN)


def _written(page: Page) -> Iterator[tuple[Span, str, bool]]:
    """Yield the paths in code spans, and those that instructions for models import; whether they do."""
    for code in page.document.code_spans:
        match = _PATH.match(code.text) if "/" in code.text else None
        if match is not None and not _HOST.match(match["path"]) and not is_placeholder(match["path"]):
            yield code.span, match["path"], False
    if page.convention is None or page.convention.is_reused or "@" not in page.source.text:
        return
    quoted = Places(node.span for node in (*page.document.code_spans, *page.document.code_blocks))
    for match in _IMPORT.finditer(page.source.text):
        path = match["path"].rstrip(".")
        span = Span(match.start(), match.start("path") + len(path))
        is_quoted = quoted.meet(span) or page.text(page.source.line_at(span.start)).lstrip().startswith(">")
        if path.endswith(_IMPORTED) and not is_quoted and not is_placeholder(path):
            yield span, path, True


def _is_only_one(page: Page, repository: Repository, span: Span, path: str) -> bool:
    """Whether a folder is the only one of the paths in a list that does not exist, and no build makes it."""
    others = [one for one in page.remembered(_listed).get(span.start, ()) if one != path]
    return (
        len(others) >= _LEAST_OTHERS
        and not is_made(repository, path, dirname(page.path))
        and not names_of(repository).ending_with(path.rstrip("/"))
        and all(place_of(page, repository, one) is not None for one in others)
    )


def _listed(page: Page) -> dict[int, list[str]]:
    """Return the paths that the items of a list begin with, for the place of each of them."""
    found: dict[int, list[str]] = {}
    spans = {code.start: code for code in page.document.code_spans}
    for one in page.document.lists():
        starts = (_first(item.inlines) for item in one.items[:_MOST_ITEMS])
        codes = [spans[start] for start in starts if start in spans and "/" in spans[start].text]
        paths = [code.text for code in codes]
        found.update((code.start, paths) for code in codes)
    return found


def _first(inlines: list[Inline]) -> int:
    """Return where the code span is that some inlines begin with, also within emphasis; -1 if there is none."""
    inline = inlines[0] if inlines else None
    while isinstance(inline, Emphasis | Strong) and inline.children:
        inline = inline.children[0]
    return inline.start if isinstance(inline, Code) else -1
