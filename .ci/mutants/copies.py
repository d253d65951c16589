"""A copy of the checkout in the cache, which mutants are written into and tests run in."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "doclint-mutants"
CODE = ("doclint/", "rules/")


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


COPY = CACHE / "copies" / digest(str(HOUSE))


def git(*arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=HOUSE, check=True, capture_output=True, encoding="utf-8").stdout  # noqa: S603


def copy_checkout() -> None:
    """Make the copy equal to the checkout, except for what git ignores."""
    listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    names = {name for name in listed if name and (HOUSE / name).is_file()}
    folders = {folder.as_posix() for name in names for folder in Path(name).parents}
    for old in sorted(COPY.rglob("*")):
        path = old.relative_to(COPY).as_posix()
        if old.is_file() and old.suffix != ".pyc" and path not in names:
            old.unlink()
        elif old.is_dir() and old.name != "__pycache__" and path not in {*folders, "doclint_rules"}:
            shutil.rmtree(old)
    for name in names:
        source, target = HOUSE / name, COPY / name
        if not target.exists() or source.read_bytes() != target.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    if not (COPY / "doclint_rules").exists():
        (COPY / "doclint_rules").symlink_to("rules")


def code_files() -> list[str]:
    return sorted(path.relative_to(COPY).as_posix() for folder in CODE for path in (COPY / folder).rglob("*.py"))


def text_of(name: str) -> str:
    return (COPY / name).read_text(encoding="utf-8")


def pytest(*arguments: str, seconds: float | None = None, **environment: str) -> tuple[int | None, str]:
    """Run tests of the copy; return the exit code, or None if they take too long, and what pytest prints.

    The path comes before the checkout, which is installed, also in the processes that tests start.
    """
    path = os.pathsep.join([str(COPY), str(COPY / ".ci" / "mutants")])
    variables = {**os.environ, **environment, "PYTHONPATH": path, "PYTEST_ADDOPTS": ""}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments]
    with subprocess.Popen(  # noqa: S603
        command, cwd=COPY, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    ) as tests:
        try:
            printed, _ = tests.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(tests.pid, signal.SIGKILL)
            tests.communicate()
            return None, ""
        return tests.returncode, printed.decode(errors="replace")
