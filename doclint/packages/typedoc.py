"""The settings of TypeDoc that decide what its pages have: `typedoc.json`, or `typedocOptions` in other files.

Facts: TypeDoc's manual, "Configuration" and "Input".
"""

from posixpath import dirname, join

from doclint.packages.javascript_manifests import commented_json_at
from doclint.repository.paths import above
from doclint.repository.repository import Repository

_FILES = {
    "typedoc.json": "",
    "typedoc.jsonc": "",
    ".config/typedoc.json": "",
    "package.json": "typedocOptions",
    "tsconfig.json": "typedocOptions",
}


def excludes_undocumented(repository: Repository, path: str) -> bool:
    """Whether settings in a folder above a page or a source leave out what has no comment, or may do so in what they
    extend.

    >>> from doclint.repository.in_memory import Memory
    >>> memory = Memory({"lib/typedoc.json": '{"excludeNotDocumented": true}'})
    >>> excludes_undocumented(memory, "lib/docs/a.md"), excludes_undocumented(memory, "docs/a.md")
    (True, False)
    """
    return any(repository.remembered(_excludes, folder) for folder in (*above(dirname(path)), ""))


def _excludes(repository: Repository, folder: str) -> bool:
    for name, key in _FILES.items():
        settings = commented_json_at(repository, join(folder, name))
        own = settings.get(key) if key else settings
        if isinstance(own, dict) and (own.get("excludeNotDocumented") is True or (not key and "extends" in own)):
            return True
    return False
