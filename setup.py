"""What `pyproject.toml` cannot say.

* The README for package indexes, where its links lead to the repository.
* The tables of an installation in JSON, beside the TOML that they are written in: `doclint.errors.tables` reads them.
* The heads of rules, with which an installation starts without loading their modules; `tests/test_rules.py` records
  them.
* A source distribution that is the same, byte for byte, whoever builds it and when. Wheels are so already.
"""

import gzip
import json
import os
import re
import tarfile
import tomllib
from pathlib import Path
from runpy import run_path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

_HOUSE = Path(__file__).parent
_TABLES = run_path(str(_HOUSE / "doclint" / "errors" / "tables.py"))
_RELATIVE_LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)(?:\./)?(?=[^)\s]+\))")
_IMAGE = re.compile(r"(!\[[^\]]*\]\(https?://[^)\s]*?)/blob/main/")
_FENCE = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)


def description(readme: str, repository: str) -> str:
    """Return a README with absolute links. What fences hold stays as it is."""
    parts = _FENCE.split(readme)
    parts[::2] = [_RELATIVE_LINK.sub(f"{repository}/blob/main/", part) for part in parts[::2]]
    # Pages about files of the repository show no images.
    return _IMAGE.sub(r"\1/raw/main/", "".join(parts))


class BuildTables(build_py):
    """Builds the modules, and the tables of an installation."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for path in Path(self.build_lib).rglob("*.toml"):
            data = path.read_bytes()
            _write(path.with_suffix(".json"), data, tomllib.loads(data.decode()))
        folder = Path(self.build_lib, "doclint", "formats", "builtin")
        texts = {path.stem: path.read_bytes() for path in sorted(folder.glob("*.toml"), key=lambda path: path.stem)}
        heads = {name: _TABLES["head"](tomllib.loads(data.decode())) for name, data in texts.items()}
        _write(folder / f"{_TABLES['HEADS']}.json", b"".join(texts.values()), heads)
        self.copy_file(str(_HOUSE / "tests" / "records" / "heads.json"), str(Path(self.build_lib, "doclint_rules")))


def _write(path: Path, data: bytes, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(_TABLES["built"](data, content), ensure_ascii=False), encoding="utf-8")


class ReproducibleArchive(sdist):
    """Archives the sources with the time of SOURCE_DATE_EPOCH (reproducible-builds.org) if that is set."""

    def make_archive(self, base_name: str, format: str, root_dir: Any = None, *given: Any, **options: Any) -> str:  # noqa: A002
        epoch = os.environ.get("SOURCE_DATE_EPOCH")
        if not epoch or format != "gztar":
            return super().make_archive(base_name, format, root_dir, *given, **options)

        def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
            member.mtime = int(epoch)
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            return member

        folder, path = Path(root_dir or ".", self.distribution.get_fullname()), f"{base_name}.tar.gz"
        with (
            open(path, "wb") as file,  # noqa: PTH123
            gzip.GzipFile("", "wb", fileobj=file, mtime=int(epoch)) as stream,
            tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            archive.add(folder, folder.name, filter=plain)
        return path


setup(
    cmdclass={"build_py": BuildTables, "sdist": ReproducibleArchive},
    long_description=description(
        (_HOUSE / "README.md").read_text(encoding="utf-8"),
        tomllib.loads((_HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Repository"],
    ),
    long_description_content_type="text/markdown",
)
