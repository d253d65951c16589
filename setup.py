"""What `pyproject.toml` cannot say.

* The README for package indexes, where its links lead to the repository.
* The tables of an installation in JSON, beside the TOML that they are written in: `doclint.errors.tables` reads them.
"""

import json
import re
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

_HOUSE = Path(__file__).parent
_RELATIVE_LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)(?:\./)?(?=[^)\s]+\))")
_FENCE = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)


def description(readme: str, repository: str) -> str:
    """Return a README with absolute links. What fences hold stays as it is."""
    parts = _FENCE.split(readme)
    parts[::2] = [_RELATIVE_LINK.sub(f"{repository}/blob/main/", part) for part in parts[::2]]
    return "".join(parts)


class BuildTables(build_py):
    """Builds the modules, and the tables of an installation."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for path in Path(self.build_lib).rglob("*.toml"):
            text = path.read_text(encoding="utf-8")
            built = json.dumps({"toml": text, "table": tomllib.loads(text)}, ensure_ascii=False)
            path.with_suffix(".json").write_text(built, encoding="utf-8")


setup(
    cmdclass={"build_py": BuildTables},
    long_description=description(
        (_HOUSE / "README.md").read_text(encoding="utf-8"),
        tomllib.loads((_HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Repository"],
    ),
    long_description_content_type="text/markdown",
)
