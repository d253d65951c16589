"""The settings of Setuptools, which `pyproject.toml`, `setup.cfg` and `setup.py` have in the same words."""

import re
from collections.abc import Mapping
from typing import Any

from doclint.repository.configuration import strings, value
from doclint.source.answer import UNKNOWN
from doclint.source.languages.python_literals import arguments_of


def setuptools_settings(settings: Mapping[str, Any], declared: bytes, script: bytes) -> Mapping[str, Any]:
    """Return the settings of Setuptools as `pyproject.toml` has them. That of the first file that has one counts."""
    found: dict[str, Any] = {}
    declarations = (
        value(settings, "tool", "setuptools"),
        _of_setup_cfg(declared),
        _of_setup_py(script),
    )
    for table in declarations:
        for name, declared_value in table.items() if isinstance(table, dict) else ():
            found.setdefault(name, declared_value)
    return found


def _of_setup_cfg(data: bytes) -> dict[str, Any]:
    if not data:
        return {}
    from configparser import ConfigParser
    from configparser import Error as SettingsError

    parser = ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(data.decode(errors="replace"))
    except SettingsError:
        return {}
    options = parser["options"] if parser.has_section("options") else {}
    find = parser["options.packages.find"] if parser.has_section("options.packages.find") else {}
    found: dict[str, Any] = {}
    if "packages" in options:
        value = options["packages"].strip()
        patterns = {name: _lines(find[name]) for name in ("where", "include", "exclude") if name in find}
        is_search = value.startswith("find")
        found["packages"] = {"find": patterns} if is_search else _lines(value)
    if "package_dir" in options:
        pairs = (line.partition("=") for line in _lines(options["package_dir"]))
        found["package-dir"] = {name.strip(): path.strip() for name, _, path in pairs}
    if "py_modules" in options:
        found["py-modules"] = _lines(options["py_modules"])
    return found


def _lines(written: str) -> list[str]:
    return [one.strip() for one in re.split(r"[\n,]", written) if one.strip()]


def _of_setup_py(script: bytes) -> dict[str, Any]:
    arguments = arguments_of(script, "setup") if b"setup" in script else None
    if not arguments:
        return {}
    found: dict[str, Any] = {}
    packages = arguments.get("packages")
    if isinstance(packages, list) and strings(packages):
        found["packages"] = packages
    for search in ("find_packages", "find_namespace_packages"):
        options = arguments_of(script, search) if search.encode() in script and "packages" not in found else None
        if options is not None:
            where = options.get("where", options.get("0"))
            found["packages"] = {"find": {**options, "where": where}}
    for name in ("package_dir", "py_modules"):
        if isinstance(arguments.get(name), list | dict):
            found[name.replace("_", "-")] = arguments[name]
    return found


def has_known_place(settings: Mapping[str, Any]) -> bool:
    """Whether all folders in the settings of Setuptools are literals."""
    return UNKNOWN not in (value(settings, "packages", "find", "where"), value(settings, "package-dir", ""))
