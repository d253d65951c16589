"""What `pyproject.toml` cannot say: the README for package indexes, where its links lead to the repository."""

import re
import tomllib
from pathlib import Path

from setuptools import setup

_HOUSE = Path(__file__).parent
_RELATIVE_LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)(?:\./)?(?=[^)\s]+\))")
_FENCE = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)


def description(readme: str, repository: str) -> str:
    """Return a README with absolute links. What fences hold stays as it is."""
    parts = _FENCE.split(readme)
    parts[::2] = [_RELATIVE_LINK.sub(f"{repository}/blob/main/", part) for part in parts[::2]]
    return "".join(parts)


setup(
    long_description=description(
        (_HOUSE / "README.md").read_text(encoding="utf-8"),
        tomllib.loads((_HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Repository"],
    ),
    long_description_content_type="text/markdown",
)
