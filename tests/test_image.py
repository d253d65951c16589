"""The image of doclint: what it installs, and, where a builder and a base are at hand, that it checks the examples."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HOUSE = Path(__file__).parents[1]
DOCKERFILE = (HOUSE / "Dockerfile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BASE = "DOCLINT_IMAGE_BASE"


def test_versions_fit_the_dependencies() -> None:
    lines = (HOUSE / ".ci" / "image.txt").read_text(encoding="utf-8").splitlines()
    versions = dict(line.split("==") for line in lines if not line.startswith("#"))
    for requirement in map(Requirement, PROJECT["dependencies"]):
        assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)]), requirement


def test_image_copies_what_there_is() -> None:
    [base] = re.findall(r"^ARG BASE=\S+/python:([\d.]+)-", DOCKERFILE, re.MULTILINE)
    assert f"Programming Language :: Python :: {base}" in PROJECT["classifiers"]
    assert f"--python-version {base} " in (HOUSE / ".ci" / "image.txt").read_text(encoding="utf-8")
    copied = [
        path
        for names in re.findall(r"^COPY ((?:[\w./]+ )+)/source/", DOCKERFILE, re.MULTILINE)
        for path in names.split()
    ]
    assert {"doclint", "rules", "pyproject.toml"} <= set(copied)
    assert [path for path in copied if not (HOUSE / path).exists()] == []


@pytest.mark.slow
@pytest.mark.skipif(
    not (shutil.which("buildah") and BASE in os.environ), reason=f"it needs buildah, and a base in {BASE}"
)
def test_image_checks_the_examples() -> None:
    environment = {**os.environ, "BUILDAH_ISOLATION": "chroot", "STORAGE_DRIVER": "vfs"}

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["buildah", *command], env=environment, capture_output=True, text=True, check=False)

    certificates = "/etc/ssl/certs:/etc/ssl/certs:ro"
    built = run("build", "--quiet", "--volume", certificates, "--build-arg", f"BASE={os.environ[BASE]}", str(HOUSE))
    assert built.returncode == 0, built.stderr[-2000:]
    image = built.stdout.strip()
    container = run("from", image).stdout.strip()
    mount = ["--user", "65534:65534", "--volume", f"{HOUSE / 'examples'}:/repository:ro", container, "--"]
    assert run("run", *mount, "doclint", "--version").stdout.startswith("doclint ")
    checked = run("run", *mount, "doclint", "check", "--output-format", "concise")
    assert checked.returncode == 1
    assert "error mojibake" in checked.stdout
    run("rm", container)
    run("rmi", image)
