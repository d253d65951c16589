"""Cases: inputs of one target, which can be written to a file and read again."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self


@dataclass(frozen=True)
class Case:
    """The files of a case by path, and what else its target needs (arguments, such as those of the command line)."""

    target: str
    files: Mapping[str, bytes]
    arguments: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The number of bytes of all files and arguments."""
        return sum(map(len, (*self.files.values(), *self.files, *self.arguments)))

    def dump(self, why: str = "") -> str:
        """Return the case as JSON. `why` says what it shows, for people."""
        files = {path: data.decode(errors="surrogateescape") for path, data in self.files.items()}
        table = {"why": why, "target": self.target, "arguments": self.arguments, "files": files}
        return json.dumps(table, indent=2) + "\n"

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read a case from a file that `dump` made."""
        table = json.loads(file.read_text(encoding="utf-8"))
        files = {path: text.encode(errors="surrogateescape") for path, text in table["files"].items()}
        return cls(table["target"], files, tuple(table["arguments"]))


@dataclass
class Outcome:
    """What happened to a case: the promises that doclint broke, and signs of what it did (rules, messages, errors).

    A failure begins with what identifies it, then a colon and details.
    """

    failures: list[str] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)

    @property
    def kinds(self) -> set[str]:
        """What identifies each failure."""
        return {failure.partition(": ")[0] for failure in self.failures}
