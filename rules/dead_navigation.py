from collections.abc import Iterator
from functools import partial
from posixpath import splitext

from msgspec import Struct

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Span, Valid, Violation
from doclint.kit import expression, is_markdown
from doclint.repository.names import names_of
from doclint.sites.site import Site
from doclint.sites.support.workflows import is_copied

from ._stale import proof

_LANGUAGE = expression(r"(?<=/)[a-z]{2}(?:[-_]\w{2,4})?/")
_MOST = 200  # entries that lead to no page
_LEAST_SHARE = 0.5  # of the pages in a navigation must exist; else doclint does not know where they are


def _invalid(path: str, files: dict[str, str]) -> Invalid:
    return Invalid("# Shop\n", path, files=files, lines=(1,))


class _Dead(Struct, frozen=True):
    """An entry that leads to no page: the file that has it, its text, its line in the file, and the missing path."""

    file: str
    text: str
    line: int
    path: str
    suggestion: str


class DeadNavigation(RepositoryRule):
    """The navigation of the site has an entry that leads to no page.

    The reader gets a page that says "not found", or the entry is missing in the built site: few generators stop for it.
    Entries stay when a page is deleted or renamed, because no link checker reads the settings of a site.

    The rule reads `nav` of MkDocs, the table of contents of Jupyter Book and MyST, `nav` and `sidebar` of VitePress as
    far as they are written out, `docs.json` of Mintlify, and `meta.json` of Fumadocs and Nextra. The finding is on the
    first page of the navigation, and related to the line of the settings. Addresses, patterns, and pages that plugins
    and builds make are left out, and so is a navigation most of whose pages do not exist.
    """

    family = "links"
    severity = "error"
    covers = ("J17",)
    claims = "link"
    remedy = "Write the navigation from the list of pages, or change it when a page is moved or deleted."
    advice = "Take the entry out of the navigation, or give the path that the page has now."
    messages = {
        "missing": Message(
            "The navigation in `{file}` has `{entry}`, but `{path}` does not exist[; did you mean `{suggestion}`?]",
            key=("file", "entry"),
        )
    }
    examples = (
        _invalid(
            "docs/index.md",
            {
                "mkdocs.yml": "nav:\n  - index.md\n  - Guide:\n      - guide/use.md\n      - Set up: guide/setup.md\n",
                "docs/guide/use.md": "",
                "docs/guide/set-up.md": "",
            },
        ),
        _invalid(
            "book/intro.md",
            {
                "book/_toc.yml": "format: jb-book\nroot: intro\nchapters:\n- file: use\n- file: till\n- url: https://a.org\n",
                "book/use.ipynb": "",
            },
        ),
        _invalid(
            "docs/use.md",
            {
                "docs/.vitepress/config.mts": "export default {themeConfig: {nav: [{text: 'A', link: '/use'}], "
                "sidebar: {'/': [{items: [{link: '/till'}, {link: 'https://a.org'}, {link: '/use#c'}]}]}}}",
            },
        ),
        _invalid(
            "docs/use.mdx",
            {
                "docs/docs.json": '{"$schema": "https://mintlify.com/docs.json", "navigation": {"groups": ['
                '{"group": "A", "pages": ["use", {"group": "B", "pages": ["gone", "GET /x"]}]}]}}',
            },
        ),
        _invalid(
            "content/docs/use.mdx",
            {
                "source.config.ts": "",
                "content/docs/meta.json": '{"pages": ["---A---", "use", "...", "[B](https://a.org)", "gone", '
                '"more", "made"]}',
                "content/docs/more/a.mdx": "",
                ".gitignore": "/content/docs/made/\n",
            },
        ),
        Valid(
            "# Shop\n",
            "docs/index.md",
            files={
                "mkdocs.yml": "plugins: [gen-files]\nnav:\n  - index.md\n  - api/a.md\n  - api/*.md\n  - https://a.org/b.md\n"
            },
        ),
        Valid("# Shop\n", "docs/index.md", files={"mkdocs.yml": "nav:\n  - index.md\n  - a.md\n  - b.md\n"}),
        Valid("# Shop\n", "docs/a.md", files={"mkdocs.yml": "nav: [index.md, a.md, b.md]\n", "docs/index.md": ""}),
        Valid(
            "# Shop\n",
            "docs/a.md",
            files={
                "mkdocs.yml": "nav: [index.md, a.md]\n",
                ".github/workflows/docs.yml": "jobs: {build: {steps: [{run: |\n  cp README.md docs/index.md\n}]}}\n",
            },
        ),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        site = page.site
        if site is None or site.config is None:
            return
        found = repository.answered((_dead_entries, site.id, site.config), partial(_dead_entries, site))
        first, dead, is_certain = found
        if page.path != first:
            return
        heading = next(iter(page.document.headings), None)
        place = heading.span if heading else Span(0, 0)
        if not is_certain:
            page.claim("link", place, "may lead to pages that are made elsewhere")
        elif not dead:
            page.claim("link", place, related=(RelatedLines(site.config),))
        for one in dead if is_certain else ():
            yield Violation(
                place,
                "missing",
                reason=one.file,
                related=(RelatedLines(one.file, one.line, one.line),),
                file=one.file,
                entry=one.text,
                path=one.path,
                suggestion=one.suggestion or None,
            )


def _dead_entries(site: Site) -> tuple[str | None, list[_Dead], bool]:
    """Return the first page in the navigation of a site, the entries that lead to no page, and whether enough do."""
    repository = site.repository
    entries = list(dict.fromkeys((entry.file, entry.text, *entry.paths) for entry in site.navigation() if entry.paths))
    dead: list[_Dead] = []
    count = 0
    for file, text, *paths in entries:
        found = next(filter(repository.exists, paths), None)
        count += found is not None
        places = (place for path in paths for place in (path, f"{splitext(path)[0]}/index.md"))
        made = (repository.is_ignored(place) or is_copied(site, place, place) for place in places)
        if found is None and len(dead) < _MOST and not any(made):
            dead.append(_dead(site, file, text, paths))
    return site.first_page(), dead, bool(count) and count >= _LEAST_SHARE * len(entries)


def _dead(site: Site, file: str, text: str, paths: list[str]) -> _Dead:
    repository = site.repository
    before, mark, _ = (repository.page(file) or b"").partition(text.encode())
    named = (one for one in paths if splitext(text)[1] and one.endswith(text))
    path = next(named, next((one for one in paths if is_markdown(one)), paths[0]))
    found = proof(repository, {"": path}, "") if names_of(repository).is_complete else None
    # A translation, or a file with the usual name of any project, is not what another folder should have.
    near = found.suggestion if found else ""
    is_in_same = near.partition("/")[0] == path.partition("/")[0]
    is_near = is_in_same and _LANGUAGE.sub("", near) != _LANGUAGE.sub("", path)
    line = before.count(b"\n") + 1 if mark else 0
    return _Dead(file, text, line, path, near if is_near else "")
