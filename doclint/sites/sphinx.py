"""Sphinx with MyST-Parser, which reads Markdown; and MyST and Jupyter Book, which build sites with the same syntax.

The facts are those of Sphinx 8 and MyST-Parser 4: its guide "Cross-references", and the code that renders links and
resolves references (`mdit_to_docutils/base.py`, `mdit_to_docutils/sphinx_.py`, `sphinx_ext/myst_refs.py`).

Those about MyST are from the guide of mystmd 1.6 ("Cross-references") and of Jupyter Book 1 and 2, which are built with
Sphinx and with mystmd.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from posixpath import basename, dirname, join, splitext
from typing import ClassVar, Self

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.markdown.document import Document
from doclint.repository.configuration import configuration, strings, value
from doclint.repository.paths import is_below, shortest
from doclint.repository.repository import Repository
from doclint.sites.site import FILE_SUFFIXES, Address, IncludedCode, Includes, NavigationEntry, Site, from_page
from doclint.sites.support.included_code import literal_include
from doclint.sites.support.navigation import texts_in
from doclint.sites.support.pages import files_below, page_text
from doclint.source.languages.python_literals import assignments

_PARSERS = (b"myst_parser", b"myst_nb", b"recommonmark")
_SOURCES = (".md", ".rst", ".ipynb", ".txt")
_TEXTS = (".md", ".rst", ".txt")
_STATIC = "_static/"
_MOST_STATICS = 50
_BUILT = frozenset({"genindex", "modindex", "py-modindex", "search"})  # pages that Sphinx adds
_INVENTORIES = "sphinx.ext.intersphinx"
# An entry of a table of contents: `guide/use`, `Use <guide/use>`, or `- use` in those of extensions.
_LISTED = expression(r"^[ \t]++(?:- )?(?:[^<>\n]*+<)?(?P<page>\w[\w./-]*+)>?[ \t]*+$", re.MULTILINE)
_NOT_IN_ID = expression(r"[^a-z0-9]++")
_LATIN = str.maketrans({"ß": "sz", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "ł": "l", "ŧ": "t"})
_INCLUDE = expression(
    r"^[ \t>]*+(?:[`~:]{3,}+[ \t]*+\{include\}|\.\.[ ]include::)[ \t]++(?P<path>[^\n]++)$", re.MULTILINE
)

# What gives a name to a place: a target, attributes in braces, an option of a directive, a label of mathematics, and a
# target of reStructuredText.
_LABEL = expression(
    r"""^[ \t]*+\((?P<target>[^()\n]{1,200})\)=[ \t]*+$
      | \{[^{}\n\#]{0,200}\#(?P<attribute>[^\s{}]++)
      | ^[ \t]*+:(?:name|label):[ \t]*+(?P<option>\S[^\n]{0,200})
      | \$\$[ \t]*+\((?P<equation>[^()\n]{1,200})\)[ \t]*+$
      | ^[ \t]*+\.\.[ ]_`?(?P<explicit>[^:`\n]{1,200})`?:
    """,
    re.MULTILINE | re.VERBOSE,
)
_DIRECTIVE = expression(r"^[ \t>]*+(?:`{3,}+|~{3,}+|:{3,}+)[ \t]*+\{(?P<name>[\w:.-]++)\}", re.MULTILINE)
_PLAIN = names("doclint.sites", "sphinx-directives")


class Sphinx(Site):
    """Documentation that Sphinx builds from the folder of `conf.py`, if one of its extensions reads Markdown."""

    id = "sphinx"
    name = "Sphinx"
    evidence: ClassVar[tuple[str, ...]] = ("conf.py",)

    def __init__(self, repository: Repository, folder: str = "", config: str | None = None) -> None:
        super().__init__(repository, folder, config)
        data = repository.page(config) if config and config.endswith(".py") else None
        self._settings = assignments(data) if data else {}
        self._extensions = frozenset(strings(self._settings.get("extensions")))
        self._statics = strings(self._settings.get("html_static_path"))[:_MOST_STATICS]

    @classmethod
    def at(cls, repository: Repository, folder: str, config: str | None) -> Self | None:
        """Return the site if the configuration names a parser of Markdown."""
        data = repository.page(config) if config else None
        if not data or not (any(one in data for one in _PARSERS) or _lists_markdown(repository, folder)):
            return None
        return cls(repository, folder, config)

    def content_of(self, page: str) -> str | None:
        """Return the folder of the site also for a page outside it that one of its pages includes: a change log."""
        return self.folder if is_below(page, self.folder) or page in self._labels.included else None

    def candidates(self, address: Address) -> Sequence[str] | None:
        """Return the files that a link can mean; None if it names what may be defined anywhere, such as a label."""
        path = from_page(address, self.folder)
        stem, suffix = splitext(path)
        if self.repository.exists(path):
            return [path]
        if suffix == ".html":
            sources = [stem + one for one in _SOURCES]
            return None if basename(stem) in _BUILT else [path, *sources, *self._redirects(stem)]
        if _STATIC in address.path:
            below = address.path.partition(_STATIC)[2]
            return [path, *(shortest(join(self.folder, one, below)) for one in self._statics)]
        if suffix.lower() in FILE_SUFFIXES:
            return None if address.path in self._labels.defined else [path]
        return [path + one for one in _SOURCES if self.repository.is_file(path + one)] or None

    def _redirects(self, stem: str) -> Iterator[str]:
        """Yield the page that an extension redirects a page to: `rediraffe` or `sphinx_reredirects`."""
        page = stem.removeprefix(f"{self.folder}/")
        for setting in ("rediraffe_redirects", "redirects"):
            found = self._settings.get(setting)
            table = found if isinstance(found, dict) else {}
            for target in map(table.get, (page, f"{page}.md", f"{page}.rst")):
                if isinstance(target, str):
                    yield shortest(join(self.folder, f"{splitext(target)[0]}.md"))

    def fragments(self, page: str, document: Document) -> frozenset[str] | None:
        """Return the ids of headings, by the slugs of GitHub and by Docutils, and the labels of a page.

        Return None if a directive may give further ids, as those that document objects do.
        """
        text = document.source.text
        if any(match["name"] not in _PLAIN for match in _DIRECTIVE.finditer(text)):
            return None
        ids = {docutils_id(heading.text) for heading in document.headings}
        labels = {name for label in labels_in(text) for name in (label, docutils_id(label))}
        return document.anchors | ids | labels

    def includes(self, page: str, text: str) -> Includes:
        return Includes(tuple(_included(page, text)))

    def included_code(self, page: str, statement: str, options: Mapping[str, str]) -> IncludedCode | None:
        stated = literal_include(statement.removeprefix("{literalinclude}").strip(), options)
        if stated is None:
            return None
        # A path with a slash in front is relative to the folder of the site.
        folder = self.folder if stated.path.startswith("/") else dirname(page)
        return stated.of(self.repository, [shortest(join(folder, stated.path.lstrip("/")))])

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment without a path is a label of the project, or may be one of another project."""
        return page == target and (_INVENTORIES in self._extensions or fragment.casefold() in self._labels.defined)

    def resolves(self, page: str, label: str) -> bool:
        """Whether a label has a substitution, which may give anything."""
        return "{" in label

    @property
    def _labels(self) -> "Labels":
        return self.repository.remembered(_labels_of, self.folder)


def _lists_markdown(repository: Repository, folder: str) -> bool:
    """Whether the first page lists a page that is only there in Markdown, so that some extension reads it."""
    text = (repository.page(join(folder, "index.rst")) or b"").decode(errors="replace")
    listed = {match["page"] for match in _LISTED.finditer(text)}
    pages = files_below(repository, folder, (".md",)) if listed else ()
    stems = (splitext(path)[0] for path in pages)
    return any(
        not repository.is_file(f"{stem}.rst") and (basename(stem) in listed or stem[len(folder) :].strip("/") in listed)
        for stem in stems
    )


class Labels(Struct, frozen=True):
    """What the pages of a project define and include: labels in lower case, and paths outside of its folder."""

    defined: frozenset[str]
    included: frozenset[str]


def _labels_of(repository: Repository, folder: str) -> Labels:
    labels: set[str] = set()
    included: set[str] = set()
    for path in files_below(repository, folder, _TEXTS):
        text = page_text(repository, path)
        labels.update(label.casefold() for label in labels_in(text))
        included.update(_included(path, text))
    return Labels(frozenset(labels), frozenset(included))


def labels_in(text: str) -> Iterator[str]:
    r"""Yield the labels that a page in Markdown or reStructuredText defines.

    >>> list(labels_in("(first)=\n# One\n\n[two]{#second}\n\n```{figure} x.png\n:name: third\n```\n"))
    ['first', 'second', 'third']
    """
    return (match[match.lastgroup or 0].strip() for match in _LABEL.finditer(text))


def _included(page: str, text: str) -> Iterator[str]:
    if "include" in text:
        for match in _INCLUDE.finditer(text):
            yield shortest(join(dirname(page), match["path"].strip()))


def docutils_id(text: str) -> str:
    """Return the id that Docutils makes of the name of a section (`docutils.nodes.make_id`, version 0.21).

    Docutils also has Latin letters for some rare letters, which this function drops.

    >>> docutils_id("Détails: `x_y` & C++"), docutils_id("2.1 Use")
    ('details-x-y-c', 'use')
    """
    letters = unicodedata.normalize("NFKD", text.lower().translate(_LATIN)).encode("ascii", "ignore").decode("ascii")
    return _NOT_IN_ID.sub("-", letters).rstrip("-").lstrip("-0123456789")


_SUFFIXES = (".md", ".ipynb", ".rst", ".txt", ".tex", ".py")
_BOOK = b"jb-"  # how the formats of the table of contents of Jupyter Book begin


class Myst(Sphinx):
    """A site that mystmd builds from the folder of `myst.yml`, or Jupyter Book from that of `_toc.yml`."""

    id = "myst"
    name = "MyST"
    evidence: ClassVar[tuple[str, ...]] = ("myst.yml", "_toc.yml")

    @classmethod
    def at(cls, repository: Repository, folder: str, config: str | None) -> Self | None:
        """Return the site of a folder; None if another tool reads the table of contents."""
        data = repository.page(config) if config else None
        is_other = config is not None and config.endswith("_toc.yml") and _BOOK not in (data or b"")
        return None if is_other else cls(repository, folder, config)

    def navigation(self) -> Sequence[NavigationEntry]:
        config = self.config or ""
        found = configuration(self.repository, config) if config else None
        toc = found if basename(config) == "_toc.yml" else value(found, "project", "toc")
        files = list(dict.fromkeys(texts_in(toc, ("file", "root"))))
        return [
            NavigationEntry(config, file, [path, *(path + suffix for suffix in _SUFFIXES)])
            for file in files
            if "*" not in file
            for path in [shortest(join(self.folder, file))]
        ]

    def understands(self, page: str, target: str, fragment: str) -> bool:
        """Whether a fragment has no path, so that it may be a label or a heading of any page."""
        return page == target
