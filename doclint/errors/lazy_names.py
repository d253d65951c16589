"""Names that a module takes from others when they are asked for, so that a program loads only what it uses."""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

_IMPORT = r"(?m)^from (\S+) import (\([^)]*\)|.*)"
_NAME = r"(\w+) as \1\b"


def lazy_names(module: str, file: str) -> tuple[list[str], Callable[[str], object]]:
    """Return `__all__` and `__getattr__` of a module, from the stub beside its file.

    The stub, `.pyi`, imports each name as itself, which is how stubs export a name
    (https://typing.python.org/en/latest/guides/writing_stubs.html#re-exporting-names). Type checkers read it too.
    `__all__` leaves out modules that the stub imports from the package itself.
    """
    imports = re.findall(_IMPORT, Path(file).with_suffix(".pyi").read_text(encoding="utf-8"))
    module_of = {name: origin for origin, names in imports for name in re.findall(_NAME, names)}

    def found(name: str) -> object:
        if name not in module_of:
            raise AttributeError(f"module `{module}` has no attribute `{name}`")
        origin = module_of[name]
        value = import_module(f".{name}", module) if origin == "." else getattr(import_module(origin), name)
        sys.modules[module].__dict__[name] = value
        return value

    return sorted(name for name, origin in module_of.items() if origin != "."), found
