"""Questions: what was asked of a repository, and what the answers were.

What was made of the answers holds as long as all of them are the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from posixpath import dirname

ABSENT, FILE, FOLDER = range(3)
"""What can be at a path."""

_FEW = 8  # questions; so many are written down with everyone who shares them


def digest(data: bytes) -> str:
    """A name for some bytes that no others have."""
    return blake2b(data, digest_size=16).hexdigest()


@dataclass
class Dependencies:
    """What is at some paths, the digests of listings of folders and of contents of files, None for what is not there.

    `parts` are questions that others have asked as well. `too_large` are files of which no more could be told.
    """

    entries: dict[str, int] = field(default_factory=dict)
    listings: dict[str, str | None] = field(default_factory=dict)
    contents: dict[str, str | None] = field(default_factory=dict)
    parts: dict[str, "Dependencies"] = field(default_factory=dict)
    too_large: set[str] = field(default_factory=set)

    def __len__(self) -> int:
        return len(self.entries) + len(self.listings) + len(self.contents) + len(self.parts)

    def take(self, others: "Dependencies") -> None:
        """Ask what others have asked, too; they ask nothing more."""
        self.too_large |= others.too_large
        if len(others) > _FEW:
            self.parts[others.digest] = others
            return
        self.entries.update(others.entries)
        self.listings.update(others.listings)
        self.contents.update(others.contents)
        self.parts.update(others.parts)

    def all_parts(self) -> Iterator["Dependencies"]:
        """The parts, and what they have as parts themselves."""
        for part in self.parts.values():
            yield part
            yield from part.all_parts()

    @cached_property
    def encoded(self) -> bytes:
        """All of it as JSON, the parts by their digests, without what follows from other answers. To be asked for once
        there are no more questions.
        """
        import json

        entries = {path: found for path, found in self.entries.items() if not self._follows(path)}
        # Names of files need not be UTF-8, so that only the standard library writes and reads all of them.
        return json.dumps([entries, self.listings, self.contents, list(self.parts)]).encode()

    def _follows(self, path: str) -> bool:
        """Whether it is known what is at a path where the names in its folder are the same, or its content is."""
        return dirname(path) in self.listings or self.contents.get(path) is not None

    @classmethod
    def decode(cls, encoded: bytes) -> tuple["Dependencies", list[str]]:
        """Questions without their parts, and the digests of those. Raises ValueError for what is no such JSON."""
        import json

        entries, listings, contents, parts = json.loads(encoded.decode())
        return cls(entries, listings, contents), parts

    @cached_property
    def digest(self) -> str:
        """The digest of these questions with their answers."""
        return digest(self.encoded)
