"""What pages in MDX import: other pages, which they include, and components, which may add ids.

Docusaurus also reads files with the suffix of Markdown as MDX.
"""

from posixpath import dirname, join

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.markdown.document import Document
from doclint.markdown.javascript import is_component
from doclint.markdown.source import Source
from doclint.repository.paths import shortest
from doclint.repository.repository import Repository, remembered
from doclint.sites.site import NO_INCLUDES, Includes
from doclint.sites.support.script_settings import items_of, table_of
from doclint.source.languages.javascript_literals import commented_json

_SITE = "@site/"
_PAGE = expression(r"\.mdx?(?:\?.*)?\Z")
_SCRIPTS = ("", ".js", ".jsx", ".ts", ".tsx", "/index.js", "/index.jsx", "/index.ts", "/index.tsx")
_PLAIN = expression(r"\.(?:json|ya?ml|svg|png|jpe?g|gif|webp|css|scss|txt|mp4|webm|py|sh)(?:\?.*)?\Z")
_OWN_COMPONENTS = {"MDXComponents", *(f"MDXComponents.{suffix}" for suffix in ("js", "jsx", "ts", "tsx"))}
_COMPONENT = expression("<[A-Z]")
# What a component has that gives ids to places.
_GIVES_IDS = expression(rb"\bid=|\bid:|<h[1-6]\b|Heading|\.mdx?['\"]|dangerouslySetInnerHTML")
_OF_THEME = names("doclint.sites", "docusaurus-components")


def included_by(folder: str, page: str, text: str) -> Includes:
    """Return the pages that a page of a site imports. `folder` is that of the site, which `@site` stands for."""
    if "import " not in text:
        return NO_INCLUDES
    modules = [one.module for one in Document(Source.from_text(text)).as_mdx.imports if _PAGE.search(one.module)]
    paths = [path for module in modules if (path := _path(folder, page, module)) is not None]
    return Includes(tuple(paths), len(paths) == len(modules))


def may_add_ids(repository: Repository, folder: str, page: str, document: Document) -> bool:
    """Whether a component that a page uses may give ids to places on it, as far as its source shows."""
    if not _COMPONENT.search(document.source.text):
        return False
    mdx = document.as_mdx
    if (repository.listing(join(folder, "src/theme")) or {}).keys() & _OWN_COMPONENTS:
        imported = {name for one in mdx.imports for name in one.names}
        used = {tag.name.partition(".")[0] for tag in mdx.tags if is_component(tag.name)}
        if used - imported - _OF_THEME:
            return True
    return any(_may_add_ids(repository, folder, page, one.module) for one in mdx.imports)


def _may_add_ids(repository: Repository, folder: str, page: str, module: str) -> bool:
    if _PAGE.search(module) or _PLAIN.search(module) or "!" in module:
        return False
    if module.startswith("@theme"):
        return module.partition("/")[2] not in _OF_THEME
    path = _path(folder, page, module) or _aliased(repository, folder, module)
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


def _aliased(repository: Repository, folder: str, module: str) -> str | None:
    """Return the path of a module that `paths` in the settings of TypeScript name: `@components/link.astro`."""
    for name, target in _aliases(repository, folder).items():
        if module.startswith(name):
            return shortest(join(folder, target, module.removeprefix(name)))
    return None


@remembered
def _aliases(repository: Repository, folder: str) -> dict[str, str]:
    settings = commented_json(repository.page(join(folder, "tsconfig.json")) or b"")
    paths = table_of(settings.at("compilerOptions", "paths"))
    found = ((name, next(iter(items_of(targets)), None)) for name, targets in paths.items() if name[1:].endswith("*"))
    return {name[:-1]: target.removesuffix("*") for name, target in found if isinstance(target, str)}
