"""mdBook.

The facts are those of mdBook 0.5: the chapters "Markdown", "Renderers" and "mdBook-specific features" of its guide, and
its code for ids and links (`mdbook-html/src/html/tree.rs`, `mdbook-html/src/utils.rs`), for redirects
(`html_handlebars/hbs_renderer.rs`) and for including files (`builtin_preprocessors/links.rs`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from posixpath import basename, dirname, join, splitext

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.markdown.document import Document
from doclint.markdown.slugs import unique
from doclint.repository.configuration import configuration, table, text, value
from doclint.repository.paths import below, is_below, shortest
from doclint.repository.repository import Repository
from doclint.sites.site import FILE_SUFFIXES, NO_INCLUDES, Address, IncludedCode, Includes, Site, from_page
from doclint.sites.support.ids import heading_ids, typeset
from doclint.sites.support.included_code import book_include
from doclint.sites.support.pages import first_file, includers
from doclint.sites.support.urls import path_of
from doclint.source.language import is_markdown

_INCLUDE = expression(r"(?<!\\)\{\{\s*+#(?:rustdoc_)?include\s++\"?(?P<path>[^\s\":}]++)")
_NAME = expression(r"(?:\w++@)?\w[\w-]*+(?:(?:\.|::)[\w-]++)*+(?:!|\(\))?+\Z")  # of a rule, or in a library
_TERM = expression(r"^(?P<term>[^\s:#>|-][^\n]*+)\n(?:[ \t]*+\n)?[ ]{0,3}:[ \t]", re.MULTILINE)
_EVERYWHERE = frozenset({"index.html", "print.html", "toc.html", "404.html"})  # written for every book
_README = ("README.md", "readme.md", "Readme.md")
_PLAIN = names("doclint.sites", "mdbook-preprocessors")


class MdBook(Site):
    """A book that mdBook builds from `book.toml` and `SUMMARY.md`."""

    id = "mdbook"
    name = "mdBook"
    has_certain_ids = True
    evidence = ("book.toml",)

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        settings = configuration(repository, config) if config else None
        html = table(settings, "output", "html")
        self._source = shortest(join(folder, text(value(settings, "book", "src"), "src")))
        self.content = (self._source,)
        self._url = path_of(text(html.get("site-url")))
        self._redirects = {
            shortest(old.lstrip("/")): new
            for old, new in table(html, "redirect").items()
            if isinstance(new, str) and old.lstrip("/")
        }
        self._fragments: dict[str, set[str]] = {}
        for old in self._redirects:
            path, mark, fragment = old.partition("#")
            if mark:
                self._fragments.setdefault(path, set()).add(fragment)
        self._has_plain_ids = table(settings, "preprocessor").keys() <= _PLAIN

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the files that a link can mean; None if it leads out of the book to what the repository has not.

        Books are published beside other books, so that a build of this book would not show what is there either. A
        preprocessor may resolve names: `[closures]: expr.closure`.
        """
        found = first_file(self, address, self._files)
        if found is not None:
            return [found]
        path = self._path(address)
        is_known = is_below(path, self._source) and not address.path.startswith("/")
        is_name = not self._has_plain_ids and _NAME.match(address.path) is not None
        return [_named(path)] if is_known and (not is_name or splitext(path)[1] in FILE_SUFFIXES) else None

    def _path(self, address: Address) -> str:
        """Return the path that an address leads to, from the source folder if it begins with `/`."""
        if address.path.startswith("/"):
            return shortest(join(self._source, address.path.lstrip("/").removeprefix(self._url)))
        return from_page(address)

    def _files(self, address: Address) -> Iterator[str]:
        """Yield the files that an address can mean: `x.html` and `x` stand for `x.md`, a folder for its `README.md`."""
        path = self._path(address)
        stem, suffix = splitext(path)
        if suffix == ".html":
            yield f"{stem}.md"
            if basename(stem) == "index":
                yield from (join(dirname(path), name) for name in _README)
        elif suffix.lower() not in FILE_SUFFIXES:
            yield f"{path}.md"
            yield from (join(path, name) for name in ("index.md", *_README))
        yield path
        inner = below(path, self._source)
        if inner is not None:
            yield from self._made(inner)

    def _made(self, page: str) -> Iterator[str]:
        """Yield what stands for a page that mdBook makes: the target of a redirect, or the book."""
        stem, suffix = splitext(page)
        new = self._redirects.get(page if suffix == ".html" else f"{stem}.html")
        if new is not None:
            target = shortest(join(dirname(page), new.partition("#")[0])) if "//" not in new else ""
            yield join(self._source, f"{splitext(target)[0]}.md")
            yield self._source
        if page in _EVERYWHERE:
            yield self._source

    def fragments(self, page: str, document: Document) -> frozenset[str] | None:
        """Return the ids of headings and terms, as mdBook and GitHub make them; None if a preprocessor may add some.

        Both number repeated ids in the same way. Typographic dashes, which are a setting, leave no hyphens in ids.
        """
        if not self._has_plain_ids:
            return None
        page_text = document.source.text
        ids = set(heading_ids(document, id_from_content, unique))
        ids.update(heading_ids(document, id_from_content, unique, lambda heading: typeset(heading.children)))
        if "\n:" in page_text or "\n :" in page_text:
            ids.update(id_from_content(match["term"]) for match in _TERM.finditer(page_text))
        # `"/a.html#old" = "b.html#new"` redirects a fragment.
        redirected = self._fragments.get(f"{splitext(below(page, self._source) or '')[0]}.html", set())
        return document.anchors | ids | redirected

    def includes(self, page: str, text: str) -> Includes:
        if "{{" not in text:
            return NO_INCLUDES
        paths = (shortest(join(dirname(page), match["path"])) for match in _INCLUDE.finditer(text))
        return Includes(tuple(path for path in paths if is_markdown(path) or path.endswith(".html")))

    def included_code(self, page: str, statement: str, options: Mapping[str, str]) -> IncludedCode | None:
        stated = book_include(statement)
        return stated and stated.of(self.repository, [shortest(join(dirname(page), stated.path))])

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment is a footnote, an admonition, or on a page that includes the page with the link."""
        if fragment.startswith(("footnote-", "fr-", "admonition-")):
            return True
        return page == target and page in includers(self)

    def resolves(self, page: str, label: str) -> bool:
        """Whether a preprocessor may resolve a reference."""
        return not self._has_plain_ids


def _named(path: str) -> str:
    """Return the path that a message names: the source of a page rather than the page."""
    stem, suffix = splitext(path)
    return f"{stem}.md" if suffix == ".html" else path


def id_from_content(text: str) -> str:
    """Return the id that mdBook makes of the text of a heading: letters, digits, `_`, `-`, and `-` for white space.

    >>> id_from_content("`--passes`: add more rustdoc passes"), id_from_content("Method-call expressions \U0001f47c")
    ('--passes-add-more-rustdoc-passes', 'method-call-expressions-')
    """
    lowered = "".join(one.lower() if one.isascii() else one for one in text.strip())
    return "".join("-" if one.isspace() else one for one in lowered if one.isspace() or one.isalnum() or one in "_-")
