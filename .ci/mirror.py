"""Write the repository from which pre-commit installs doclint as a package, in place of all of its sources.

    python .ci/mirror.py FOLDER

Commit there what it writes, and tag it with the version. Hooks then name that repository, and nothing else changes.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
_VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
_PROJECT = """\
[project]
name = "doclint-pre-commit"
version = "{version}"
description = "The hooks of doclint for pre-commit"
requires-python = "{python}"
dependencies = ["doclint=={version}"]

[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[tool.setuptools]
py-modules = []
"""
_README = """\
# doclint for pre-commit

The hooks of [doclint]({repository}), which pre-commit installs from the package index. They are explained in
[its documentation]({documentation}/hooks.html).
"""


def main(folder: Path) -> None:
    """Write all files of the mirror, which may exist."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    said = {
        "version": _VERSION.findall((ROOT / "doclint" / "__init__.py").read_text(encoding="utf-8"))[0],
        "python": re.findall(r'^requires-python = "(.+?)"', project, re.MULTILINE)[0],
        "repository": re.findall(r'^Repository = "(.+)"$', project, re.MULTILINE)[0],
        "documentation": re.findall(r'^Documentation = "(.+)"$', project, re.MULTILINE)[0],
    }
    texts = {
        ".pre-commit-hooks.yaml": (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"),
        "LICENSE": (ROOT / "LICENSE").read_text(encoding="utf-8"),
        "README.md": _README.format(**said),
        "pyproject.toml": _PROJECT.format(**said),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
