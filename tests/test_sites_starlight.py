"""Documentation that Astro builds with Starlight.

The URLs and ids were compared with the pages that Starlight 0.36 and Astro 5 made of the same files.
"""

import pytest
from site_faults import faults

from doclint.markdown.document import Document
from doclint.markdown.source import Source
from doclint.repository.in_memory import Memory
from doclint.sites.starlight import Starlight

BASED = """
import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
export default defineConfig({
  base: '/base',
  redirects: {'/old': '/guides/one/', '/away': 'https://example.org'},
  integrations: [starlight({ title: 'T', locales: { root: {label: 'English', lang: 'en'}, fr: {label: 'Français'} } })],
});
"""
CONFIG = BASED.replace("  base: '/base',\n", "")
ONE = """---
title: One
---
## Öffnen & `x_y` C++

## Use

## Use

## Own {#own-id}

## Trailing!-

## Émile’s “quote” – dash

<a id="raw"></a>
"""
DOCS = "src/content/docs"
FILES = {
    "astro.config.mjs": CONFIG,
    f"{DOCS}/index.md": "---\ntitle: Home\n---\n",
    f"{DOCS}/guides/one.md": ONE,
    f"{DOCS}/guides/Two Big.md": "# Two\n",
    f"{DOCS}/guides/index.mdx": "# Guides\n",
    f"{DOCS}/guides/slugged.md": "---\nslug: custom/place\n---\n# S\n",
    f"{DOCS}/guides/v1.2.md": "# V\n",
    f"{DOCS}/guides/_part.md": "# Part\n",
    f"{DOCS}/fr/guides/one.md": "# Un\n\n## Deux\n",
    "src/pages/custom.astro": "",
    "src/assets/a.png": "",
    "public/img/x.png": "",
}


def on_page(link: str, path: str = f"{DOCS}/links.md", config: str = CONFIG) -> list[str]:
    return faults({**FILES, "astro.config.mjs": config, path: f"# Links\n\n{link}\n"})


@pytest.mark.parametrize(
    "link",
    [
        "/guides/one/#use-1",
        "../guides/one/",
        "../guides/two-big/",
        "../guides/",
        "/custom/place/",
        "/guides/v12/",
        "/fr/guides/one/#deux",
        "/fr/guides/two-big/",
        "/fr/",
        "/",
        "/custom/",
        "/old",
        "/away/",
        "/img/x.png",
        "../../assets/a.png",
        "~/assets/any.png",
        "./guides/one.md",
        "/guides/one/#_top",
        "/guides/one/#öffnen--x_y-c",
        "/guides/one/#own-own-id",
        "/guides/one/#trailing",
        "/guides/one/#raw",
    ],
)
def test_links_that_work(link: str) -> None:
    assert on_page(f"[a]({link})") == []


@pytest.mark.parametrize(
    "link",
    ["/guides/three/", "/three/", "../guides/gone/", "/guides/slugged/", "/guides/_part/", "/img/y.png", "./gone.md"],
)
def test_links_that_do_not_work(link: str) -> None:
    assert on_page(f"[a]({link})") == [f"{DOCS}/links.md: {link}"]


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("/base/guides/one/", []),
        ("/base/guides/one", []),
        ("/", []),
        ("/about/", ["/about/"]),
        ("/guides/one/#use", ["/guides/one/#use"]),
        ("/img/x.png", ["/img/x.png"]),
    ],
)
def test_links_of_a_site_with_a_base(link: str, expected: list[str]) -> None:
    assert on_page(f"[a]({link})", config=BASED) == [f"{DOCS}/links.md: {one}" for one in expected]
    assert on_page(f"<a href='{link}'>a</a>", config=BASED) in ([], [f"{DOCS}/links.md: /about/"])
    assert on_page(f"[a]({link})", config=f"import fix from 'rehype-fix';\n{BASED}") in (
        [],
        [f"{DOCS}/links.md: /about/"],
    )


@pytest.mark.parametrize("link", ["/guides/one/#use-2", "./guides/one.md#own-id", "../guides/one/#title"])
def test_fragments_that_do_not_exist(link: str) -> None:
    assert on_page(f"[a]({link})") == [f"{DOCS}/links.md: {DOCS}/guides/one.md#{link.partition('#')[2]}"]


def test_ids() -> None:
    site = Starlight(Memory(FILES), "", "astro.config.mjs")
    ids = site.fragments(f"{DOCS}/guides/one.md", Document(Source.from_text(ONE)))
    made = {"öffnen--x_y-c", "use", "use-1", "own-own-id", "trailing", "émiles-quote--dash", "_top", "raw"}
    assert ids == frozenset(made | {"trailing-"})


def test_plugins_may_make_pages() -> None:
    config = CONFIG.replace("title: 'T'", "title: 'T', plugins: [openAPI()]")
    assert on_page("[a](/api/x/) [b](/guides/three/)", config=config) == [f"{DOCS}/links.md: /guides/three/"]


def test_default_language_in_a_folder() -> None:
    config = CONFIG.replace("root:", "en:").replace("title:", "defaultLocale: 'en', title:")
    files = {
        "docs/astro.config.mjs": config,
        f"docs/{DOCS}/en/a.md": "[a](/en/b/) [b](/fr/b/) [c](/b/) [d](/en/c/)\n",
        f"docs/{DOCS}/en/b.md": "# B\n",
        f"docs/{DOCS}/fr/c.md": "# C\n",
    }
    assert faults(files) == [f"docs/{DOCS}/en/a.md: /b/", f"docs/{DOCS}/en/a.md: /en/c/"]


@pytest.mark.parametrize(
    "options", ["{ title: 'T', locales, defaultLocale: 'en' }", "{ title: 'T', locales, defaultLocale }", "shared"]
)
def test_languages_from_another_file(options: str) -> None:
    """The guide "Internationalization": a page that is not translated shows that of the default language."""
    links = "[b](/de/b/) [b](/pt-br/b/#b) [b](../b/) [c](/de/c/) [d](/de/guides/d/)\n"
    files = {
        "astro.config.mjs": CONFIG.partition("integrations")[0] + f"integrations: [starlight({options})],\n}});\n",
        f"{DOCS}/en/b.md": "# B\n",
        f"{DOCS}/de/a.md": f"# A\n\n{links}",
    }
    assert faults(files) == [f"{DOCS}/de/a.md: {link}" for link in ("/de/c/", "/de/guides/d/")]


def test_what_astro_builds_without_starlight_is_another_site() -> None:
    page = "[a](b.md) [b](/c/) [c](gone.md)\n"
    files = {"astro.config.mjs": "export default {}", f"{DOCS}/a.md": page, f"{DOCS}/b.md": "# B\n"}
    assert faults(files) == [f"{DOCS}/a.md: gone.md"]


@pytest.mark.parametrize("config", ["starlight(", "export default starlight()", "\0starlight("])
def test_settings_that_cannot_be_read(config: str) -> None:
    assert on_page("[a](/api/x/) [b](./gone.md) [c](/guides/one/)", config=config) == []


def test_redirects_of_the_host_are_unknown() -> None:
    files = {**FILES, "public/_redirects": "/guides/away/* /guides/one/\n"}
    page = "[a](/guides/away/x/) [b](/guides/gone/)\n"
    assert faults({**files, f"{DOCS}/links.md": page}) == [f"{DOCS}/links.md: /guides/gone/"]


@pytest.mark.parametrize(
    ("paths", "found"),
    [("'@parts/*': ['src/parts/*']", []), ("'@other/*': ['src/parts/*']", [f"{DOCS}/links.mdx: #more"])],
)
def test_components_by_another_name_may_add_ids(paths: str, found: list[str]) -> None:
    files = {
        **FILES,
        "tsconfig.json": f"// Names\n{{'compilerOptions': {{'paths': {{{paths}}}}}}}".replace("'", '"'),
        "src/parts/snippet.astro": "---\nconst all = import.meta.glob('../*.mdx', { eager: true });\n---\n",
        f"{DOCS}/links.mdx": "import Part from '@parts/snippet.astro';\n\n# Links\n\n<Part />\n\n[a](#more)\n",
    }
    assert faults(files) == found
