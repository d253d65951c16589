"""Making repositories with a format of their own, pages that document symbols, and the sources of these."""

from functools import cache
from random import Random

from fuzz.generate import CODE, MARKDOWN, TESTS, TOML, Files, hostile, mutated

_CONFIG = b'formats = ["format.toml"]\nselect = ["strict"]\n'
_PYTHON = (
    b'class Pet(Base[int], metaclass=M):\n    """A pet."""\n    name: str = "a"\n    size: int | None = Field(None)\n'
    b"    async def feed(self, food: list[str], /, *more, times: int = 2, **rest) -> bool: ...\n"
    b"    @overload\n    def walk(self, a): ...\n    def walk(self, a, b=1): self.far = b\n"
    b'class Kind(enum.Enum):\n    CAT = "cat"\n    DOG = "dog"\ndef find(name: str) -> Pet: ...\n'
)
_TYPESCRIPT = (
    b"/** A pet. */\nexport class Pet<T = string> extends Base<T> implements I {\n  name?: string = 'a'\n"
    b"  constructor(private size: number) { super() }\n  get far(): number { return 1 }\n"
    b"  async feed(food: string[], { times = 2 }: O = {}): Promise<void> {}\n}\n"
    b"export type Pet2 = { a: { b: 1 } } | Pet\n"
    b"export interface I extends Pet { (x: number): string; [key: string]: any }\nexport * from './index'\n"
)
_SOURCES: dict[str, tuple[str, bytes]] = {
    "openapi-python": ("shop/models/pet.py", _PYTHON),
    "typedoc": ("packages/shop/src/pet.ts", _TYPESCRIPT),
}
_PAGES: dict[str, Files] = {
    "openapi-python": {
        "docs/Pet.md": b"# Pet\n\n\n## Properties\n\nName | Type | Description | Notes\n---- | --- | --- | ---\n"
        b"**name** | **str** |  | [optional] [default to 'a']\n**size** | [**Kind**](Kind.md) | b | \n\n## Example\n\n"
        b"```python\nPet.from_json(1)\n```\n[[Back to README]](../README.md)\n"
    },
    "typedoc": {
        "docs/reference/classes/Pet.md": b"---\nid: Pet\ntitle: Pet\n---\n\n# Class: Pet\\<T\\>\n\n"
        b"Defined in: [packages/shop/src/pet.ts:2](https://github.com/a/b/blob/main/packages/shop/src/pet.ts#L2)\n\n"
        b"## Extends\n\n- `Base`\\<`T`\\>\n\n## Properties\n\n### name?\n\n```ts\noptional name: string;\n```\n\n"
        b"## Methods\n\n### feed()\n\n```ts\nfeed(food): Promise<void>;\n```\n\n#### Parameters\n\n##### food\n\n"
        b"`string`[] = `1`\n"
    },
}
_IN_FORMATS = [
    *TOML,
    *("{symbol}", "{a:markup}", "{b:any}", "{c:int}", "{optional='[o]'}", "{source.path}", "[", "]", "[[", "{", "}"),
    *("{symbol|snake}", "{symbol|path|kebab}", "**/", "*", "../", "/etc/", "\\u0000", "<a id>", "`", "**", "(", ")"),
    *("repeats = true\n", "open = true\n", "required = false\n", 'defines = "method"\n', 'complete = "all"\n'),
    *("nested = true, ", "optional = true, ", 'omits = ["*a*"]\n', "level = [1, 2]\n", 'instead-of = "a"\n'),
    *('one-of = [[{ shape = "prose" }]], ', 'lists = "sections", ', 'content = ["x"]\n', "[shared.contents]\nx = []\n"),
]
_IN_PAGES = [
    *MARKDOWN,
    *("### feed()\n\n", "## Parameters\n\n", "- `food` (int): x\n", "  - `food.a`\n", "| **a** | **b** | c | d |\n"),
    *(
        "```ts\nfeed(",
        "```python\ndef f(",
        "Pet",
        "Pet.feed",
        "a.b.c",
        "`string`[]",
        "str | None",
        "Promise\\<",
        "#L99",
    ),
    *("#L99", "\n---\n", "<a id='x'></a>\n\n", "Defined in: [a:1](b#L1)\n\n", "[optional]", " = 1", "<kbd>", "</kbd>"),
]


@cache
def _format(name: str) -> bytes:
    return (TESTS.parent / "doclint" / "formats" / "builtin" / f"{name}.toml").read_bytes()


def repository(random: Random, earlier: Files | None) -> Files:
    """Return the files of a repository with a format, pages and a source, of which some are changed."""
    files = dict(earlier or {})
    if not files:
        name = random.choice(sorted(_PAGES))
        path, source = _SOURCES[name]
        files = {"doclint.toml": _CONFIG, "format.toml": _format(name), path: source, **_PAGES[name]}
    for path in random.sample(sorted(files), random.randrange(1, 4)):
        if path == "doclint.toml":
            continue
        pieces = _IN_FORMATS if path == "format.toml" else _IN_PAGES if path.endswith(".md") else CODE
        files[path] = hostile(random, pieces) if random.random() < 0.03 else mutated(random, files[path], pieces)
    return files
