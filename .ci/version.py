"""Give doclint a version for a release, or check that what is here may be released.

python .ci/version.py 0.2.0           # writes the version, the heading of the changelog, and what the docs install
python .ci/version.py --check v0.2.0  # exits with a message if this may not be released under the tag
"""

import re
import sys
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACEHOLDER = "OWNER"
VERSION = re.compile(r'(?m)^__version__ = "(.+)"$')
SHOWN = re.compile(r"(?<=/doclint@v)[\w.]+\b|(?<=doclint\.git#v)[\w.]+\b|(?<=doclint==)[\w.]+\b|(?<=  rev: v)[\w.]+\b")
OPEN = "## Unreleased\n"


def write(version: str) -> None:
    """Write a version to the package, the changelog and the docs."""
    _rewrite(ROOT / "doclint" / "__init__.py", lambda text: VERSION.sub(f'__version__ = "{version}"', text))
    heading = f"{OPEN}\n## {version} ({datetime.now(UTC):%Y-%m-%d})\n"
    _rewrite(ROOT / "CHANGELOG.md", lambda text: text.replace(OPEN, heading, 1))
    for path in sorted((ROOT / "docs").glob("*.md")):
        _rewrite(path, lambda text: SHOWN.sub(version, text))


def mistakes(tag: str) -> list[str]:
    """Return why what is here may not be released under a tag."""
    version = VERSION.findall((ROOT / "doclint" / "__init__.py").read_text(encoding="utf-8"))[0]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    found = []
    if tag != f"v{version}":
        found.append(f"The tag of version {version} is v{version}, not {tag}: run `python .ci/version.py {tag[1:]}`")
    if not re.search(rf"(?m)^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", changelog):
        found.append(f"CHANGELOG.md has no heading `## {version} (DATE)`: run `python .ci/version.py {version}`")
    if any(PLACEHOLDER in address for address in urls.values()):
        found.append(
            "`[project.urls]` has no real addresses yet: run `python .ci/addresses.py REPOSITORY DOCUMENTATION`"
        )
    return found


def _rewrite(path: Path, change: Callable[[str], str]) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(change(text), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--check", tag]:
            sys.exit("\n".join(mistakes(tag)) or 0)
        case [version] if re.fullmatch(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?", version):
            write(version)
        case _:
            sys.exit(__doc__)
