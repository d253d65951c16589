"""Dependencies: what was asked about a repository, and the answers.

A result that was made from the answers holds while the repository still gives the same ones.
"""

from collections.abc import Iterator
from functools import cached_property
from hashlib import blake2b
from posixpath import dirname

import msgspec
from msgspec import Struct

ABSENT, FILE, FOLDER = range(3)
"""What can be at a path."""

_FEW = 8  # dependencies that are copied into each result that shares them; larger sets are stored once, as parts


def digest(data: bytes) -> str:
    """Return a hash of some bytes, 32 hexadecimal digits, that identifies them."""
    return blake2b(data, digest_size=16).hexdigest()


def folder_of_listing(key: str) -> str:
    """Return the folder of an answer about the names in a folder.

    >>> folder_of_listing("docs"), folder_of_listing("docs/"), folder_of_listing("docs//mkdocs"), folder_of_listing("/")
    ('docs', 'docs', 'docs', '')
    """
    return key.partition("//")[0].removesuffix("/")


class Dependencies(Struct, dict=True):
    """Recorded questions about a repository, with their answers.

    * `entries`: what is at each path: ABSENT, FILE or FOLDER.
    * `listings`: the digest of the names in each folder, or of the folders in it if there is a slash at the end of its
      path, or of the names that begin with what follows two slashes; None if it does not exist.
    * `contents`: the digest of each file's content; None if it does not exist or cannot be read.
    * `heads`: the commit of HEAD, if the history was asked for; empty if there is no history.
    * `parts`: dependencies that other results share, by their digest.
    * `too_large`: the paths of files that were not read because of their size.
    """

    entries: dict[str, int] = {}
    listings: dict[str, str | None] = {}
    contents: dict[str, str | None] = {}
    heads: set[str] = set()
    parts: dict[str, "Dependencies"] = {}
    too_large: set[str] = set()

    def __len__(self) -> int:
        return len(self.entries) + len(self.listings) + len(self.contents) + len(self.heads) + len(self.parts)

    def take(self, others: "Dependencies") -> None:
        """Add other dependencies, which must be complete: nothing may be recorded in them afterwards."""
        if others.too_large:
            self.too_large |= others.too_large
        if others.are_many:
            self.parts[others.digest] = others
            return
        self.entries.update(others.entries)
        if others.listings:
            self.listings.update(others.listings)
        if others.contents:
            self.contents.update(others.contents)
        if others.heads:
            self.heads |= others.heads
        if others.parts:
            self.parts.update(others.parts)

    @cached_property
    def are_many(self) -> bool:
        """Whether results share the dependencies as a part. Ask only once they are complete."""
        return len(self) > _FEW

    def all_parts(self) -> Iterator["Dependencies"]:
        """Yield all parts, and the parts of those."""
        for part in self.parts.values():
            yield part
            yield from part.all_parts()

    @cached_property
    def encoded(self) -> bytes:
        """The dependencies as JSON: parts by their digests, and without entries that follow from other answers.

        Ask for it only once the dependencies are complete.
        """
        import json

        entries = self.entries
        if self.listings or self.contents:
            entries = {path: found for path, found in entries.items() if not self._is_implied(path)}
        # File names need not be UTF-8. Only the standard library writes and reads all of them.
        return json.dumps([entries, self.listings, self.contents, sorted(self.heads), list(self.parts)]).encode()

    def _is_implied(self, path: str) -> bool:
        """Whether the listing of its folder or its own content determines what is at a path."""
        return dirname(path) in self.listings or self.contents.get(path) is not None

    @classmethod
    def decode(cls, encoded: bytes) -> tuple["Dependencies", list[str]]:
        """Return dependencies without their parts, and the digests of the parts. Raises ValueError for other JSON."""
        try:
            entries, listings, contents, heads, parts = msgspec.json.decode(encoded)
        except msgspec.DecodeError:  # for names of files that are not UTF-8, or for other JSON
            import json

            entries, listings, contents, heads, parts = json.loads(encoded.decode())
        return cls(entries, listings, contents, set(heads)), parts

    @cached_property
    def digest(self) -> str:
        """The digest of the encoded dependencies."""
        return digest(self.encoded)
