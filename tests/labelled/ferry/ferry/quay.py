"""Where boats lie."""

import json
from pathlib import Path


class Quay:
    """A place with room for boats."""

    def __init__(self, name: str) -> None:
        self.name = name

    def berth(self) -> str:
        return json.dumps({"quay": self.name, "log": str(Path.cwd())})


def match(boat: str, quay: Quay) -> bool:
    """Whether a boat may lie there; the template is {boat}."""
    return boat in quay.name


def type(boat: str) -> str:
    return f"{boat}: ```"
