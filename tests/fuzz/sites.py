"""Making repositories with sites: configurations of all generators, pages with front matter and in MDX, links out."""

from random import Random

from fuzz.generate import MARKDOWN, Files, hostile, mutated

_LAUGHS = "".join(f"a{one}: &a{one} [{', '.join([f'*a{one - 1}'] * 9)}]\n" for one in range(1, 9))
_MERGES = "".join(f"m{one}: &m{one} {{<<: [{', '.join([f'*m{one - 1}'] * 9)}]}}\n" for one in range(1, 9))
_TABLES = "".join(
    f"t{one}: &t{one} {{{', '.join(f'k{key}: *t{one - 1}' for key in range(9))}}}\n" for one in range(1, 9)
)
BOMBS = [
    f"a0: &a0 [x, x]\n{_LAUGHS}",
    f"m0: &m0 {{x: 1, y: 2}}\n{_MERGES}",
    f"t0: &t0 {{x: 1, y: 2}}\n{_TABLES}",
    "s: &s [*s, *s]\n",
    "d: &d {x: *d, <<: *d}\n",
    "n: 1" + ":1" * 2_000 + "\n",
    "slug: 0x" + "f" * 5_000 + "\n",
    "deep: " + "[" * 2_000 + "\n",
    "deep = " + "[" * 2_000 + "\n",
    '{"a": ' * 2_000,
    "a." * 40 + "b = 1\n",
    "export default {a: " + "{a: " * 500 + "\n",
    "const a = [" + "1, " * 500 + "];\nconst b = [...a, ...a];\nexport default {a: [...b, ...b]}\n",
    "x = " + "(" * 300 + "\n",
    'extensions = ["myst_parser"]\n' + 'extensions += ["a"]\n' * 200,
]
"""What a few lines of a configuration can become if all of it is walked through."""

CONFIGURATIONS: dict[str, str] = {
    "mkdocs.yml": (
        "site_name: A\nsite_url: https://example.org/a/\nINHERIT: base.yml\ndocs_dir: docs\nuse_directory_urls: true\n"
        "validation:\n  links:\n    absolute_links: relative_to_docs\nnav:\n  - A: a.md\n  - '!include ../b.yml'\n"
        "plugins:\n  - search\n  - redirects:\n      redirect_maps:\n        'old.md': 'a.md'\n"
        "  - i18n:\n      docs_structure: folder\n      languages: [{locale: en, default: true}, {locale: de}]\n"
        "markdown_extensions:\n  - toc:\n      slugify: !!python/object/apply:pymdownx.slugs.slugify\n"
        "        kwds: {case: lower}\n  - pymdownx.snippets:\n      base_path: [!relative $docs_dir, .., /]\n"
        "      auto_append: [docs/inc.md]\nhooks: [hook.py]\ntheme: {name: material, custom_dir: over}\n"
    ),
    "zensical.toml": '[project]\ndocs_dir = "docs"\n[project.markdown_extensions.toc]\nseparator = "_"\n',
    "book.toml": (
        '[book]\nsrc = "docs"\n[output.html]\nsite-url = "/a/"\n[output.html.redirect]\n"/old.html" = "a.html"\n'
        '"/a.html#x" = "b.html#y"\n[preprocessor.links]\n'
    ),
    "_config.yml": (
        "title: A\nbaseurl: /a\nsource: docs\npermalink: /:categories/:title:output_ext\nplugins: [jekyll-feed]\n"
        "include: [_pages]\nexclude: ['*.tmp', vendor]\ncollections: {guides: {permalink: '/:collection/:path/'}}\n"
        "defaults: [{scope: {path: '', type: guides}, values: {permalink: /x/:title}}]\nkramdown: {input: GFM}\n"
        "keep_files: [x]\nplugins_dir: _plugins\n"
    ),
    "hugo.toml": (
        'baseURL = "https://example.org/a/"\ncontentDir = "docs"\ntheme = ["b"]\ndefaultContentLanguage = "en"\n'
        '[permalinks]\nblog = "/:year/:slug/"\n[languages.en]\ncontentDir = "docs"\n[module]\n'
        'replacements = "b -> ../b"\n[[module.imports]]\npath = "b"\n[[module.mounts]]\nsource = "docs"\n'
        'target = "content"\n[markup.goldmark.parser]\nautoHeadingIDType = "github"\n'
    ),
    "hugo.yaml": (
        "baseURL: https://example.org\ncontentDir: docs\nmodule: {imports: [{path: b, mounts: [{target: content}]}]}\n"
        "permalinks: {page: {blog: '/:slug'}}\nlanguages: {en: {contentDir: docs}}\n"
    ),
    "docusaurus.config.js": (
        "const a = 'docs';\nmodule.exports = {baseUrl: '/a/', trailingSlash: false, i18n: {locales: ['en', 'de']},\n"
        "  staticDirectories: ['static', '/etc', '../../outside'], presets: [['classic', {docs: {path: a, "
        "routeBasePath: '/',\n  lastVersion: '1.0', versions: {current: {path: 'next'}}}, blog: false}]],\n"
        "  plugins: [['@docusaurus/plugin-client-redirects', {redirects: [{from: ['/old', '/x'], to: '/a'}],\n"
        "  fromExtensions: ['html']}], ['@docusaurus/plugin-content-docs', {id: 'b', path: '../outside'}]]};\n"
    ),
    "siteConfig.js": "module.exports = {headerLinks: [], customDocsPath: '../docs', baseUrl: '/a/'};\n",
    "astro.config.mjs": (
        "export default defineConfig({srcDir: '.', base: '/a', redirects: {'/old': '/a', '/[x]': '/b'},\n"
        "  publicDir: '/etc', integrations: [starlight({title: 'A', defaultLocale: 'root',\n"
        "  locales: {root: {}, de: {}}, plugins: []})],\n"
        "  markdown: {remarkPlugins: [x]}});\n"
    ),
    ".vitepress/config.ts": (
        "export default defineConfig({srcDir: 'docs', base: '/a/', rewrites: {'a.md': 'b.md', ':x/(.*)': ':x'},\n"
        "  srcExclude: ['**/x.md'], ignoreDeadLinks: ['/gone', /x/], markdown: {anchor: {permalink: true}},\n"
        "  vite: {publicDir: '../outside'}})\n"
    ),
    "conf.py": (
        'extensions = ["myst_parser", "sphinx.ext.intersphinx"]\nextensions += ["sphinx_reredirects"]\n'
        'html_static_path = ["_static", "/etc", "../outside"]\nredirects = {"old": "a.html"}\nif x:\n'
        '    extensions.append("y")\nrediraffe_redirects = {"o.md": "../../outside/secret.md"}\n'
    ),
    "_toc.yml": "format: jb-book\nroot: docs/a\nchapters:\n- file: docs/b\n",
    "myst.yml": "version: 1\nproject:\n  toc:\n    - file: docs/a.md\n",
    "docfx.json": (
        '{"build": {"content": [{"src": "docs", "dest": "x"}, {"src": "../../outside", "files": ["**"]}],\n'
        '"resource": [{"src": "/etc"}]}, "metadata": [{"dest": "api"}]}\n'
    ),
    ".openpublishing.publish.config.json": (
        '{"docsets_to_publish": [{"build_source_folder": "docs"}], "dependent_repositories": [{"path_to_root": "b"}]}\n'
    ),
    ".openpublishing.redirection.json": '{"redirections": [{"source_path": "docs/old.md", "redirect_url": "/a"}]}\n',
    ".gitbook.yaml": "root: ./docs/\n",
    "book.json": '{"gitbook": "3", "root": "docs", "plugins": []}\n',
    "_bookdown.yml": "book_filename: a\n",
    "SUMMARY.md": "# Summary\n\n* [A](docs/a.md)\n",
    "_sidebar.md": "* [A](docs/a.md)\n",
    "eleventy.config.js": "module.exports = {dir: {input: 'docs'}};\n",
    "config.toml": 'base_url = "https://example.org"\n',
    "_quarto.yml": "project:\n  type: website\n",
    "package.json": '{"dependencies": {"hexo": "1", "nextra": "2"}}\n',
    "next.config.js": "module.exports = {};\n",
}
"""A configuration of each generator, by its name. Some of what they name lies outside of the root."""

_BESIDE: dict[str, str] = {
    "base.yml": "INHERIT: ../mkdocs.yml\nplugins: {search: {}}\nextra: {x: {y: {z: 1}}}\n",
    "hook.py": "def on_page_markdown(markdown):\n    return markdown\n",
    "versions.json": '["1.0", "0.9"]\n',
    "docs/_category_.json": '{"link": {"type": "generated-index", "slug": "/cat"}}\n',
    "_redirects": "/old /a\n/x/* /b/:splat\n",
    "Gemfile": 'gem "github-pages"\n',
    "_plugins/a.rb": "class A < Generator; end\n",
    "layouts/shortcodes/inc.html": '{{ readFile (.Get 0) }}{{ partial "p" . }}<h2 id="x">\n',
    "layouts/partials/p.html": '{{ partial "p" . }}\n',
    "layouts/_markup/render-link.html": "<a>",
    "src/theme/MDXComponents.js": "export default {A: () => <h2 id='x'/>};\n",
    "src/a.jsx": "export default () => <h2 id='a'/>;\n",
    ".gitignore": "build/\n*.tmp\n!keep.md\n/docs/[!a]*\n**/x/**\n",
    "tests/fixtures/a.md": "# A\n\n[a](gone.md)\n",
    "vendor/a.md": "# A\n\n[a](gone.md)\n",
    "ISSUE_TEMPLATE.md": "# A\n\n[a](gone.md)\n",
    "i18n/de/docusaurus-plugin-content-docs/current/a.md": "# A\n\n[a](./b.md)\n",
}

_FRONT = [
    *("---\nslug: /x\nid: y\n---\n", "---\nurl: /x/\naliases: [/old, ../o]\n---\n", '+++\nslug = "x"\n+++\n'),
    *(
        "---\npermalink: /x/:title/\nredirect_from: [/old]\ndate: 2020-01-01\ncategories: a b\n---\n",
        "---\nslug: [x]\n---\n",
    ),
    *("---\nslug: 0x" + "f" * 5_000 + "\n---\n", "---\ndate: 0001-01-01\npermalink: ':year:title'\n---\n"),
    *(f"---\nslug: x\npermalink: y\n{bomb}---\n" for bomb in BOMBS[:7]),
    *(
        "---\npermalink: " + ":title" * 500 + "\nslug: " + "a" * 9_000 + "\n---\n",
        "---\nslug: ../../../outside/secret\n---\n",
    ),
]
_TARGETS = [
    *("b.md", "./b", "b/", "/b", "/a/b", "/a/b.html", "b.html#x", "a.mdx#a-1", "@site/docs/b.md", "~/b.md", "@/b.md"),
    *(
        "../../outside/secret.md",
        "/etc/passwd",
        "../../../../etc/passwd",
        "/docs/out/secret.md#secret",
        "out/secret.md",
    ),
    *(
        "/old",
        "old.md",
        "old.html",
        "/x/y",
        "#x",
        "#tab/linux",
        "img.png",
        "/img.png",
        "/tags/a",
        "a/" * 300,
        "%2e%2e/%2e%2e/",
    ),
    *("{{< ref b >}}", "{% link b.md %}", "$lib/b.md", "b.md?x=1#y", "/de/b", "b\\c.md", "\ud800", "%ff", "%00"),
]
_PIECES = [
    *MARKDOWN,
    *("# A\n\n", "## A\n\n", "## A {#x .y}\n\n", "## A-1\n\n", "{: #y}\n", "(label)=\n", "## B `c` & <d>\n\n"),
    *("Term\n: Text\n\n",),
    *('--8<-- "inc.md"\n', '--8<-- "/etc/passwd"\n', '--8<-- "../outside/secret.md"\n', "--8<--\ninc.md\n--8<--\n"),
    *("{! inc.md !}",),
    *('{% include "inc.md" %}', "{% include_relative inc.md %}", "{{#include inc.md}}", "{{#include /etc/passwd}}"),
    *("{{% inc inc.md %}}",),
    *('{{< inc "docs/inc.md" >}}', "<!-- @include: ./inc.md -->", "```{include} inc.md\n```\n"),
    *("[!INCLUDE [a](inc.md)]", "{{<img src=a.png>}}"),
    *("import I from './inc.md'\n\n", "<I/>\n\n", "import A from '../src/a'\n\n", "<A id='z'>\n", "</A>\n"),
    *("export const b = {\n", "<B {...c} d={<e/>}/>"),
    *("<script setup>\nimport a from './inc.md'\n</script>\n", "::: tip\n", ":::\n", "/// note\n", '=== "Tab"\n'),
    *("{{ x }}", "{% raw %}", "[x]: {{ y }}\n"),
    *("```{figure} a.png\n:name: n\n```\n", "::: {#id}\n", "[a]{#b}", "<a name='c'></a>", "[text][undefined]"),
    *("[[wiki]]", "{/* c */}", "{`${'}"),
]
LINKS = ("docs/out -> ../../outside", "docs/linked.md -> ../../outside/secret.md", "loop -> .", "inc -> /etc")
"""Links of the file system that lead out of the root, or around in it."""


_PAGES = ("docs/a.md", "docs/b.md", "docs/inc.md", "docs/a.mdx", "docs/x/index.md", "README.md")


def repository(random: Random, earlier: Files | None) -> Files:
    """Return the files of a repository with the configurations of one generator or several."""
    files = dict(earlier or {})
    names = sorted(CONFIGURATIONS)
    for name in random.sample(names, random.choice((0, 1)) if files else random.choice((1, 1, 1, 2, 4))):
        folder = random.choice(("", "", "", "website/", "docs/"))
        files[folder + name] = CONFIGURATIONS[name].encode()
    for path in random.sample(sorted(_BESIDE), random.randrange(5)):
        files[path] = _BESIDE[path].encode()
    for path in [path for path in files if path.rpartition("/")[2] in CONFIGURATIONS]:
        if random.random() < 0.6:
            files[path] = _changed(random, files[path])
    for path in random.sample(
        ("docs/a.md", "docs/b.md", "docs/inc.md", "docs/a.mdx", "docs/x/index.md", "README.md"), 3
    ):
        files[path] = _page(random, files.get(path))
    return dict(list(files.items())[-20:])


def _changed(random: Random, config: bytes) -> bytes:
    kind = random.random()
    if kind < 0.3:
        return config + random.choice(BOMBS).encode()
    if kind < 0.4:
        bomb = random.choice(BOMBS[:5])
        last = bomb.rstrip("\n").rpartition("\n")[2].partition(":")[0]
        lines = [
            b"%s: *%s" % (line.partition(b":")[0], last.encode()) for line in config.splitlines() if line[:1].isalpha()
        ]
        return bomb.encode() + b"\n".join([line for line in lines if random.random() < 0.5]) + b"\n"
    if kind < 0.5:
        return config.replace(random.choice((b"docs", b"'/a/'", b"/a/", b"en", b"b")), random.choice(_OUT).encode())
    if kind < 0.6:
        return b"INHERIT: /etc/passwd\n" + config
    return mutated(random, config, _IN_CONFIGURATIONS, [text.encode() for text in CONFIGURATIONS.values()])


_OUT = (
    "../../outside",
    "/etc",
    "../../../../../etc",
    ".git",
    "docs/out",
    "",
    ".",
    "..",
    "a" * 5_000,
    "a/" * 2_000,
    "\x1b[31m",
)
_IN_CONFIGURATIONS = [
    *(
        "*",
        "&a ",
        "*a",
        "<<: *a",
        "!!python/object/apply:os.system [ls]",
        "!ENV ",
        "!relative ",
        "- ",
        ": ",
        "\n  ",
        "\n",
        "[",
        "]",
    ),
    *(
        "{",
        "}",
        ",",
        "'",
        '"',
        "`",
        "${",
        "...",
        "null",
        "true",
        "1e999",
        "0x" + "f" * 5_000,
        "2020-01-01",
        "require('x')",
        "=>",
        "()",
    ),
    *(
        "docs",
        "../..",
        "/etc",
        "[[",
        "]]",
        "=",
        "//",
        "/*",
        "#",
        "\\",
        "\\u{110000}",
        "\\ud800",
        "await ",
        "async () => ",
        "f'{x}'",
    ),
]


def _page(random: Random, earlier: bytes | None) -> bytes:
    front = random.choice(_FRONT).encode() if random.random() < 0.4 else b""
    links = "".join(f"[a]({random.choice(_TARGETS)}) <a href='{random.choice(_TARGETS)}'>b</a>\n\n" for _ in range(4))
    text = mutated(random, earlier, _PIECES) if earlier and random.random() < 0.7 else hostile(random, _PIECES, 20)
    return front + text + links.encode(errors="surrogateescape" if "\ud800" not in links else "surrogatepass")
