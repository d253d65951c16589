"""Making repositories with packages of Python and JavaScript, and pages with examples that use them."""

from random import Random

from fuzz.generate import CODE, MARKDOWN, ODD, Files, hostile, mutated

_PYTHON = {
    "pyproject.toml": (
        '[project]\nname = "shop"\n[tool.setuptools]\npackage-dir = {"" = "src", "a.b" = "shop"}\n'
        'packages = ["shop"]\n[tool.setuptools.packages.find]\nwhere = [".", "src", ".."]\ninclude = ["*", "*a*a*b"]\n'
    ),
    "setup.cfg": "[metadata]\nname = shop\n[options]\npackages = find:\npackage_dir =\n  = lib\n  a.b = ../outside\n",
    "setup.py": "from setuptools import *\nsetup(name='shop', packages=find_packages('.'), py_modules=['a', '../b'])\n",
    "shop/__init__.py": (
        "from .a import *\nfrom .b import B as C, g\nfrom . import a\n__all__ = ['A', 'f', 'gone']\nif x:\n    D = C\n"
    ),
    "shop/a.py": (
        "from .b import *\nfrom . import *\nimport abc, enum, dataclasses\n@dataclasses.dataclass\nclass A(abc.ABC):\n"
        "    x: int = 1\n    def f(self, a, /, b=1, *c, d, **e): self.y = b\n    @property\n    def p(self): ...\n"
        "class E(enum.Enum):\n    ONE = 1\nf = A.f\n"
    ),
    "shop/b.py": (
        "from .a import *\nfrom .a import A\nfrom typing import overload, NamedTuple\nclass B(A, B):\n"
        "    def __enter__(self) -> 'B': ...\n    __slots__ = ('s',)\n@overload\ndef g(a): ...\n@overload\n"
        "def g(a, b): ...\ndef g(*a): ...\nclass N(NamedTuple):\n    x: int\n(w := 1)\nx = y\ny = x\n"
    ),
    "shop/c.pyi": "class A(A): ...\nclass Q(R): ...\nclass R(Q): ...\n",
    "src/shop/__init__.py": "import sys\nsys.modules[__name__] = Lazy(__name__, {'a': ['b']})\ndef __getattr__(n): 1\n",
}
_JAVASCRIPT = {
    "package.json": (
        '{"name": "fruit", "main": "dist/index.js", "types": "../outside/a.md", "workspaces": ["packages/*", "**", '
        '"!**/x", "../outside", "{a,b}/**"], "exports": {".": {"import": "./index.js", "default": ["./src/index.ts"]}, '
        '"./*": "./src/*.ts", "./b/*": "../*", "./deep/": "./src/"}}\n'
    ),
    "pnpm-workspace.yaml": "packages:\n  - packages/*\n  - '../outside'\n  - '**/**/**'\n  - '!**/[a'\n",
    "rush.json": '{"projects": [{"projectFolder": "packages/a"}, {"projectFolder": "../outside"}, 1]} // x\n',
    "lerna.json": '{"packages": ["packages/*", "/etc", "*"]}\n',
    "tsconfig.json": '{"extends": "./tsconfig.json", "compilerOptions": {"outDir": "dist", "rootDir": "../outside"}}\n',
    "tsconfig.a.json": '{"extends": "../outside/tsconfig", "compilerOptions": {"outDir": "./lib", "rootDir": "src"}}\n',
    "index.js": "export * from './src/index'\nexport * from './index.js'\nexport { a as 'b c', d as default }\n",
    "src/index.ts": (
        "export * from '../index'\nexport * as ns from './m'\nexport type { T } from './m'\nexport enum E {}\n"
        "export * from 'fruit'\nexport * from '@fruit/a'\ndeclare module 'fruit' { interface I {} }\nexport = ns;\n"
    ),
    "src/m.ts": "export * from './m'\nexport const { a, b: [c] } = d;\nexport namespace N { export class X {} }\n",
    "packages/a/package.json": '{"name": "@fruit/a", "type": "module", "exports": "./index.cjs"}\n',
    "packages/a/index.cjs": (
        "module.exports = exports = {...require('./b'), a, b() {}};\nexports.c = 1;\n__exportStar(require('fruit'));\n"
        "Object.keys(m).forEach(function (k) { Object.defineProperty(exports, k, {}) });\n/** @typedef {{a: {}}} T */\n"
    ),
}
_IN_SETTINGS = [
    *("**/", "../", "/etc/", '"', "'", "{", "}", "[", "]", ",", ":", "\n", "a.", "*", "!", "\\", "\x00"),
    *(
        "{" * 300,
        "[" * 300,
        "a." * 300,
        "**/" * 60,
        "{a,b}" * 20,
        "9" * 5_000,
        "&a [*a]",
        "null",
        "true",
        "-",
        "=",
        "#",
    ),
]
_IN_SOURCES = [
    *CODE,
    *("from .a import *\n", "from . import a as b\n", "__all__ = ['A']\n", "__all__ += a.__all__\n", "class A(B):\n"),
    *("    def f(self, a=1, *, b): ...\n", "@overload\n", "global A\n", "globals()[x] = 1\n", "setattr(self, x, 1)\n"),
    *("export * from './m'\n", "export { a }\n", "exports.a = ", "__toESM(require('a'))", "declare module 'fruit' {\n"),
    *("namespace N {\n", "export = ", "import a = require('b')\n", "}" * 5, "(" * 50, "exports = " * 30, "é", "A.b.c"),
]
_CODE = [
    *(
        "import shop\n",
        "from shop import A, B, Gone\n",
        "from shop.a import (\n    A as X,\n)\n",
        "import shop.gone as z\n",
    ),
    *("a = shop.A(1, x=2)\n", "a.f(1, d=2)\n", "a.gone\n", "shop.A.f()\n", "shop.B().__enter__()\n", "g(1, 2, 3)\n"),
    *("with shop.B() as b, open(c) as d:\n    b.s\n", "async with b as c: c.p\n", "for A in B: A.x\n", "del a.x, b\n"),
    *(
        "try:\n    import shop.x\nexcept ImportError: ...\n",
        "if hasattr(a, 'x'): a.x\n",
        "lambda a=1: a.b\n",
        "await a\n",
    ),
    *(">>> a = shop.A()\n", "... b\n", ">>> shop.gone\nTraceback (most recent call last):\n", "In [1]: import shop\n"),
    *(
        "%%bash\n",
        "!pip install shop\n",
        "a?\n",
        "...\n",
        "# Error: wrong\n",
        "# old: no longer works\n",
        "Path('a')\n",
    ),
    *(
        "import { A, gone } from 'fruit'\n",
        "const { a, b: c } = require('@fruit/a')\n",
        "import D, * as N from 'fruit/m'\n",
    ),
    *(
        "export { x as y } from 'fruit/deep/m'\n",
        "<script>\nimport {q} from 'fruit'\n</script>\n",
        "declare module 'fruit' {\n",
    ),
    *("python ci/gone.py\n", "cd shop && ./run.sh\n", "git clone x\n", "pytest shop/test_a.py::b\n", "é = '\u2028'\n"),
]
_FENCES = ["python", "py", "pycon", "{code-block} python", "js", "ts", "vue", "astro", "sh", "console", "", "{.py #a}"]
_TEXT = [
    *MARKDOWN,
    *ODD,
    *(
        "`shop/gone.py` ",
        "`src/idnex.ts:3` ",
        "`./shop/` ",
        '=== "Tab"\n\n',
        '!!! note "A"\n\n',
        "|a|b|\n|-|-|\n|c|d|e|\n",
    ),
    *(
        "[a] (https://b.c)",
        "[a](b c)",
        "**a:**b",
        "\\*\\*a\\*\\*",
        "&amp;lt;",
        ":meth:`a`",
        "{@link a}",
        "@param a b\n",
    ),
    *(
        "<a name='x'></a>\n\ny\n\n<a name='x'></a>\n\n[a](#x)\n",
        "https://github.com/a/b/blob/main/x.py",
        "It was old.\n",
    ),
]
_PAGES = ("README.md", "docs/a.md", "AGENTS.md", "docs/dev/b.md")
LINKS = ("shop/out -> ../../outside", "shop/d.py -> ../../outside/secret.md", "src/loop -> ..", "packages/b -> /etc")
"""Links of the file system that lead out of the root, or around in it."""


def repository(random: Random, earlier: Files | None) -> Files:
    """Return the files of a repository with packages, and pages with examples."""
    files = dict(earlier or {})
    if not files:
        for one in (_PYTHON, _JAVASCRIPT):
            if random.random() < 0.7:
                files |= {path: text.encode() for path, text in one.items() if random.random() < 0.9}
    for path in random.sample(sorted(files), min(len(files), 2)):
        is_settings = path.endswith((".json", ".toml", ".cfg", ".yaml", "setup.py"))
        if random.random() < 0.7 and not path.endswith(".md"):
            files[path] = mutated(random, files[path], _IN_SETTINGS if is_settings else _IN_SOURCES)
    if random.random() < 0.2:
        files["mkdocs.yml"] = b"site_name: A\n"
    for path in random.sample(_PAGES, 2):
        files[path] = _page(random, files.get(path))
    return dict(list(files.items())[-26:])


def _page(random: Random, earlier: bytes | None) -> bytes:
    if earlier and random.random() < 0.5:
        return mutated(random, earlier, [*_TEXT, *_CODE])
    parts = []
    for _ in range(random.randrange(1, 5)):
        code = "".join(random.choice(_CODE) for _ in range(random.randrange(1, 9)))
        if random.random() < 0.2:
            code = "    " + code.replace("\n", "\n    ") + "\n"
        text = hostile(random, _TEXT, 6).decode(errors="surrogateescape")
        parts.append(f"{text}\n\n```{random.choice(_FENCES)}\n{code}\n```\n\n")
    return "".join(parts).encode(errors="surrogateescape")
