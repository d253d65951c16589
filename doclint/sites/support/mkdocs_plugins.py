"""What plugins and hooks of MkDocs do to a site, as far as their documentation and the names of functions show."""

import re
from collections.abc import Collection, Iterator
from itertools import islice
from posixpath import join
from typing import Any, NamedTuple

from doclint.errors.expressions import expression
from doclint.repository.paths import shortest
from doclint.repository.repository import Repository
from doclint.sites.support.mkdocs_settings import text

# Plugins that add no pages and no ids, and leave links as they are.
_PLAIN_PLUGINS = frozenset(
    "abbreviations add-number alias asciinema-player audiotag autorefs awesome-nav awesome-pages badges bibtex "
    "build_url callouts caption charts codeinclude copy-to-llm d2 drawio drawio-exporter enumerate-headings exclude "
    "exclude-search external-link-icon favicon file-filter git-authors git-committers git-committers-2 "
    "git-latest-changes git-revision-date git-revision-date-localized glightbox group header-dropdown htmlproofer "
    "i18n image-captions img2fig include-markdown include_dir_to_nav info kroki lightgallery link-marker literate-nav "
    "llmstxt llmstxt-md localsearch macros markdown-exec markmap material-relative-language-selector mdpo mermaid2 "
    "meta meta-descriptions meta-manager mike minify minify_html mkdocs-video mkdocstrings monorepo multiline "
    "nav-enhancer nav-weight no-sitemap-link offline open-in-new-tab optimize page-pdf pagenav panzoom pdf-export "
    "pdf-with-js placeholder plantuml plotly preview-links print-site privacy puml pymdownx quiz redirects redoc-tag "
    "render_swagger rss same-dir search section-index show-nav-index site-urls sitemap social spellcheck "
    "swagger-ui-tag table-reader tags techdocs-core termynal toggle-sidebar tooltips typeset unused_files "
    "version-select video with-pdf xml-sitemap".split()
)
# What adds pages, or files beside them, but changes no text.
_MAKING_PLUGINS = frozenset(
    "api-autonav autoapi coverage gallery gen-files jupyter mkdocs-jupyter multirepo projects simple".split()
)
_MAKING_HOOKS = frozenset({"on_startup", "on_pre_build", "on_files"})
_WRITING_HOOKS = frozenset(
    {"on_page_read_source", "on_page_markdown", "on_page_content", "on_env", "on_post_page", "on_post_template"}
)
_MOST_HOOKS = 50
_END = object()
_MOST_VALUES = 10_000  # of a navigation
_HOOK = expression(rb"^[ ]*+(?:async )?def (?P<name>on_\w++)", re.MULTILINE)


class Effects(NamedTuple):
    """Whether a build may make pages and other files, and whether it may change the text of pages."""

    makes_files: bool
    writes_text: bool


def effects(repository: Repository, folder: str, plugins: Collection[str], hooks: Any) -> Effects:
    """Return what the plugins with some names and the hooks of the site in a folder may do.

    The plugin for blogs is not among them: what it makes is in a folder of its own.
    """
    events = _events(repository, folder, hooks)
    others = set(plugins) - _PLAIN_PLUGINS - {"blog"}
    return Effects(bool(events & _MAKING_HOOKS or others), bool(events & _WRITING_HOOKS or others - _MAKING_PLUGINS))


def _events(repository: Repository, folder: str, hooks: Any) -> set[str]:
    """Return the events for which hooks have functions; all that matter if a hook cannot be read."""
    found: set[str] = set()
    paths = list(dict.fromkeys(map(text, hooks))) if isinstance(hooks, list) else []
    for number, path in enumerate(paths):
        data = repository.page(shortest(join(folder, path))) if path and number < _MOST_HOOKS else None
        if data is None:
            return {*_MAKING_HOOKS, *_WRITING_HOOKS}
        found.update(match["name"].decode() for match in _HOOK.finditer(data))
    return found


def includes_sites(nav: Any) -> bool:
    """Whether a navigation includes other sites: `- Other: "!include other/mkdocs.yml"`, for the plugin monorepo."""
    return any(isinstance(one, str) and one.startswith("!include") for one in islice(_values(nav), _MOST_VALUES))


def _values(found: Any) -> Iterator[Any]:
    """Yield all values in lists and mappings, which may contain themselves."""
    waiting: list[Iterator[Any]] = [iter([found])]
    while waiting:
        one = next(waiting[-1], _END)
        if one is _END:
            waiting.pop()
        elif isinstance(one, list | dict):
            waiting.append(iter(one if isinstance(one, list) else one.values()))
            yield None
        else:
            yield one
