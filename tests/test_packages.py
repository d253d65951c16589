"""What is installed: the packages that are built of this repository, and what package indexes show of them."""

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from binascii import crc32
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

from doclint import __version__
from doclint.errors.tables import head
from doclint.formats.loading import BUILTIN, file_of_builtin

HOUSE = Path(__file__).parents[1]
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
URLS = PROJECT["urls"]
REPOSITORY = URLS["Repository"]
TOOLS = ("__pycache__", ".*_cache", "*.egg-info", ".git", ".venv", ".hypothesis", "build", "dist", "fuzz-failures")
BUILD = "from setuptools.build_meta import build_{0} as build; print(build({1!r}))"


def build(kind: str, source: Path, into: Path) -> Path:
    """Build a package as installers do, but with the setuptools of this environment."""
    script = BUILD.format(kind, str(into))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=source)
    return into / done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    shutil.copytree(HOUSE, folder / "house", symlinks=True, ignore=shutil.ignore_patterns(*TOOLS))
    with tarfile.open(build("sdist", folder / "house", folder)) as archive:
        archive.extractall(folder, filter="data")
    return folder / f"doclint-{__version__}"


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel that installers build of the source distribution."""
    return zipfile.ZipFile(build("wheel", sdist, tmp_path_factory.mktemp("wheel")))


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> Message:
    return message_from_bytes(wheel.read(f"doclint-{__version__}.dist-info/METADATA"))


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file() or path.is_symlink()}


def without_tools(paths: set[str]) -> set[str]:
    return {path for path in paths if not any(Path(part).match(tool) for part in Path(path).parts for tool in TOOLS)}


def test_source_distribution_has_all_that_git_has(sdist: Path) -> None:
    if not (HOUSE / ".git").exists():
        pytest.skip("this is no checkout")
    done = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True, cwd=HOUSE)
    tracked = {path for path in done.stdout.decode().split("\0") if (HOUSE / path).is_file()}
    assert tracked - files(sdist) == set()
    assert {"tests/test_packages.py", "rules/mojibake.py", "pyproject.toml", ".ci/run"} <= files(sdist)


def test_wheel_has_the_modules_and_what_they_read(wheel: zipfile.ZipFile) -> None:
    installed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    own = {f"doclint/{path}" for path in without_tools(files(HOUSE / "doclint"))}
    rules = {f"doclint_rules/{path}" for path in without_tools(files(HOUSE / "rules"))}
    tables = {path.replace(".toml", ".json") for path in own | rules if path.endswith(".toml")}
    assert tables
    assert installed == own | rules | tables | {"doclint/formats/builtin/heads.json", "doclint_rules/heads.json"}
    assert "doclint/py.typed" in installed
    assert {name.partition("/")[0] for name in installed} == {"doclint", "doclint_rules"}


def test_tables_of_the_wheel_are_those_of_its_toml(wheel: zipfile.ZipFile) -> None:
    tables = [name for name in wheel.namelist() if name.endswith(".toml")]
    for name in tables:
        data = wheel.read(name)
        built = json.loads(wheel.read(name.replace(".toml", ".json")))
        assert built == {"checksum": crc32(data), "table": tomllib.loads(data.decode())}
    assert "doclint/formats/builtin/repo-docs.toml" in tables
    heads = json.loads(wheel.read("doclint/formats/builtin/heads.json"))
    texts = [file_of_builtin(name).read_bytes() for name in BUILTIN]
    assert heads == {
        "checksum": crc32(b"".join(texts)),
        "table": {name: head(tomllib.loads(text.decode())) for name, text in zip(BUILTIN, texts, strict=True)},
    }


def test_wheel_runs_without_its_sources(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path / "site")  # noqa: S202 - it was built here
    (tmp_path / "a.md").write_text("# A\n\n[b](gone.md)\n", encoding="utf-8")
    script = f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r}); from doclint.cli.main import run_cli; "
    script += "code = run_cli(['check', '--output-format', 'concise', 'a.md']); import doclint; print(doclint.__file__)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "broken-link" in done.stdout
    assert str(tmp_path / "site") in done.stdout


def test_every_installation_reads_the_languages_of_the_formats_that_come_with_doclint() -> None:
    required = {re.split("[>=<;]", one)[0].strip().replace("-", "_") for one in PROJECT["dependencies"]}
    grammars = tomllib.loads((HOUSE / "doclint" / "source" / "grammars.toml").read_text(encoding="utf-8"))
    modules = {spec["module"] for spec in grammars.values() if "module" in spec}
    assert modules - required == {"tree_sitter_cuda", "tree_sitter_dart"}, "no format is about such sources"


def test_entry_points(wheel: zipfile.ZipFile) -> None:
    text = wheel.read(f"doclint-{__version__}.dist-info/entry_points.txt").decode()
    for group in ("console_scripts", "doclint.rules", "doclint.sites", "pytest11"):
        assert f"[{group}]\ndoclint = doclint" in text


def test_links_of_the_description_lead_to_the_repository(metadata: Message) -> None:
    readme = (HOUSE / "README.md").read_text(encoding="utf-8")
    payload = metadata.get_payload(decode=True)
    assert isinstance(payload, bytes)
    shown = payload.decode()
    outside = re.sub(r"^```.*?^```$", "", shown, flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)\s]+)\)", outside)
    assert len(links) > 20
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    assert f"]({REPOSITORY}/raw/main/docs/terminal.svg)" in shown, "the address of a file, not of a page about it"
    main = re.compile(rf"{re.escape(REPOSITORY)}/(?:blob|raw)/main/")
    places = [main.sub("", link) for link in links if link.startswith(REPOSITORY)]
    assert [place for place in places if not (HOUSE / place.partition("#")[0]).exists()] == []
    fences = re.findall(r"^```.*?^```$", readme, flags=re.MULTILINE | re.DOTALL)
    assert fences
    assert all(fence in shown for fence in fences), "what fences hold stays as it is"


def test_package_indexes_show_the_addresses_of_the_setting(metadata: Message) -> None:
    shown = dict(url.split(", ", 1) for url in metadata.get_all("Project-URL") or [])
    assert shown == URLS
    assert all(shown[name].startswith(f"{REPOSITORY}/") for name in ("Changelog", "Issues"))
