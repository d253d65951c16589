"""What pages in MDX import: other pages, which they include, and components, which may add ids."""

import re
from collections.abc import Iterator
from posixpath import dirname, join

from doclint.repository.repository import Repository
from doclint.sites.site import Includes, shortest

_SITE = "@site/"
_IMPORT = re.compile(
    r"""^import[ ](?P<names>[^;'"]{0,500}?)[ \n]from[ ]*+["'](?P<module>[^"'\n]++)["']""", re.MULTILINE
)
_CODE = re.compile(
    r"^[ \t]*+(?P<fence>`{3,}+|~{3,}+)[^\n]*+\n(?:(?![ \t]*+(?P=fence))[^\n]*+\n)*+(?:[ \t]*+(?P=fence))?|`[^`\n]++`",
    re.MULTILINE,
)
_PAGE = re.compile(r"\.mdx?(?:\?.*)?\Z")
_SCRIPTS = ("", ".js", ".jsx", ".ts", ".tsx", "/index.js", "/index.jsx", "/index.ts", "/index.tsx")
_PLAIN = re.compile(r"\.(?:json|ya?ml|svg|png|jpe?g|gif|webp|css|scss|txt|mp4|webm|py|sh)(?:\?.*)?\Z")
_OWN_COMPONENTS = {"MDXComponents", *(f"MDXComponents.{suffix}" for suffix in ("js", "jsx", "ts", "tsx"))}
_WORD = re.compile(r"\w+")
_COMPONENT = re.compile(r"<[A-Z]\w*")
# What a component has that gives ids to places.
_GIVES_IDS = re.compile(rb"\bid=|\bid:|<h[1-6]\b|Heading|\.mdx?['\"]|dangerouslySetInnerHTML")
# Components of the theme that give no id to a place on the page.
_OF_THEME = frozenset(
    "Admonition BrowserOnly CodeBlock CodeInline Details DocCard DocCardList IdealImage Layout Link Mermaid TOC "
    "TOCInline TabItem Tabs ThemedImage Translate".split()
)


def included_by(folder: str, page: str, text: str) -> Includes:
    """Return the pages that a page of a site imports. `folder` is that of the site, which `@site` stands for."""
    if "import " not in text:
        return Includes()
    modules = [module for _, module in _imports(_CODE.sub("", text)) if _PAGE.search(module)]
    paths = [path for module in modules if (path := _path(folder, page, module)) is not None]
    return Includes(tuple(paths), len(paths) == len(modules))


def may_add_ids(repository: Repository, folder: str, page: str, text: str) -> bool:
    """Whether a component that a page uses may give ids to places on it, as far as its source shows."""
    if not _COMPONENT.search(text):
        return False
    prose = _CODE.sub("", text)
    imports = [*_imports(prose)]
    if (repository.listing(join(folder, "src/theme")) or {}).keys() & _OWN_COMPONENTS:
        named = {word for names, _ in imports for word in _WORD.findall(names)}
        if {tag[1:] for tag in _COMPONENT.findall(prose)} - named - _OF_THEME:
            return True
    return any(_may_add_ids(repository, folder, page, module) for _, module in imports)


def _imports(prose: str) -> Iterator[tuple[str, str]]:
    """Yield what a page imports, by its text without code: the names, and the module."""
    return ((match["names"], match["module"]) for match in _IMPORT.finditer(prose))


def _may_add_ids(repository: Repository, folder: str, page: str, module: str) -> bool:
    if _PAGE.search(module) or _PLAIN.search(module) or "!" in module:
        return False
    if module.startswith("@theme"):
        return module.partition("/")[2] not in _OF_THEME
    path = _path(folder, page, module)
    if path is None:  # a package
        return False
    data = next(filter(None, (repository.page(path + suffix) for suffix in _SCRIPTS)), None)
    return data is None or _GIVES_IDS.search(data) is not None


def _path(folder: str, page: str, module: str) -> str | None:
    """Return the path of a module; None for a package."""
    module = module.partition("?")[0]
    if module.startswith(_SITE):
        return shortest(join(folder, module.removeprefix(_SITE)))
    return shortest(join(dirname(page), module)) if module.startswith(".") else None
