"""Give the repository and the documentation of doclint other addresses, in all files that git tracks.

    python .ci/addresses.py https://github.com/NAME/doclint https://NAME.github.io/doclint

`[project.urls]` in `pyproject.toml` has the addresses as they are now, which this replaces.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path


def replaced(text: str, old: tuple[str, str], new: tuple[str, str]) -> str:
    """Return a text with other addresses, and with the name of the repository that actions use: `OWNER/doclint@`."""
    pairs = [*zip(old, new, strict=True), *zip(map(_as_action, old[:1]), map(_as_action, new[:1]), strict=True)]
    for before, after in pairs:
        text = re.sub(rf"(?<![\w.-]){re.escape(before)}(?![\w-])", lambda _, after=after: after, text)
    return text


def _as_action(repository: str) -> str:
    """Return how workflows name an action: `uses: OWNER/doclint@`."""
    return f"uses: {repository.removeprefix('https://github.com/')}"


def main(repository: str, documentation: str) -> None:
    """Rewrite the files. The addresses end without a slash."""
    root = Path(__file__).parents[1]
    urls = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    old, new = (urls["Repository"], urls["Documentation"]), (repository.rstrip("/"), documentation.rstrip("/"))
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True).stdout  # noqa: S607
    for path in (root / name.decode() for name in listed.split(b"\0") if name):
        if not path.is_file() or path.is_symlink():
            continue
        content = path.read_bytes()
        try:
            changed = replaced(content.decode(), old, new).encode()
        except UnicodeDecodeError:
            continue  # a page of the tests, or a picture
        if changed != content:
            path.write_bytes(changed)
            print(path.relative_to(root))


if __name__ == "__main__":
    main(*sys.argv[1:])
