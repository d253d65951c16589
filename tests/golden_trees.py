"""Golden trees: what generators wrote about sources of our own. `tests/golden/README.md` describes the files.

`python tests/golden_trees.py FORMAT` writes the kinds and the findings of the trees of a format again.
"""

import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from format_trees import FormatTree, Mutation

from doclint.api.read import read_page
from doclint.source.language import is_markdown

GOLDEN = Path(__file__).parent / "golden"
FORMATS = sorted(path.name for path in GOLDEN.iterdir() if path.is_dir())


@cache
def trees(format_: str) -> dict[str, FormatTree]:
    """Return the golden trees of a format by their names."""
    folders = sorted(path for path in (GOLDEN / format_).iterdir() if path.is_dir())
    return {folder.name: FormatTree.at(folder) for folder in folders}


def kinds(format_: str, ending: str = "\n") -> Iterator[str]:
    """Yield a line for each page of the trees of a format: its path, and its format and kind with a line ending."""
    for name, tree in trees(format_).items():
        for path in tree.pages:
            contents = read_page(tree.files[path].decode().replace("\n", ending), path=path, sources=tree.files)
            yield f"{name}/{path} {f'{contents.format} {contents.kind}' if contents.kind else '-'}"


def findings(format_: str) -> Iterator[str]:
    """Yield a line for each finding on the pages of the trees of a format."""
    for name, tree in trees(format_).items():
        for finding in tree.sound(*tree.pages).findings:
            yield f"{name}/{finding.path}:{finding.start.line}: {finding.rule} {finding.message}"


def mutations(format_: str) -> list[tuple[str, Mutation]]:
    """Return the mutations of the trees of a format, each with the name of its tree."""
    path = GOLDEN / format_ / "mutations.toml"
    return read_mutations(path) if path.exists() else []


def read_mutations(path: Path) -> list[tuple[str, Mutation]]:
    """Return the mutations in a file, each with the name of its tree."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]
    return [(table["tree"], _mutation(table)) for table in tables]


def _mutation(table: dict[str, Any]) -> Mutation:
    file = table["file"]
    return Mutation(
        name=table["name"],
        file=file,
        old=table.get("old", ""),
        new=table.get("new"),
        rule=table["rule"],
        page=table.get("page", None if is_markdown(file) and "new" in table else ""),
        beside=tuple(table.get("beside", ())),
        message=table.get("message", ""),
    )


def lines_of(format_: str, name: str) -> list[str]:
    """Return the lines that a file of a format has; none if there is no such file."""
    path = GOLDEN / format_ / name
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def write(format_: str) -> None:
    """Write the kinds and the findings of the trees of a format."""
    for name, lines in (("kinds.txt", kinds(format_)), ("findings.txt", findings(format_))):
        (GOLDEN / format_ / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1])
