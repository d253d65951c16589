"""Print constraints for pip: the lowest version that `pyproject.toml` allows of each package that doclint uses."""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
extras = project["optional-dependencies"]
for line in [*project["dependencies"], *(line for extra in sorted(extras.keys() - {"dev"}) for line in extras[extra])]:
    requirement = Requirement(line)
    if requirement.name == project["name"]:  # one extra has another
        continue
    [lowest] = [one.version for one in requirement.specifier if one.operator == ">="]
    print(f"{requirement.name}=={lowest}")
