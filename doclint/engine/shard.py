"""Shards: the parts of a run that is divided among several machines."""

import re
from collections.abc import Sequence
from typing import Self

from msgspec import Struct

from doclint.errors.exceptions import UsageError
from doclint.errors.expressions import expression

_TOGETHER = 8  # neighboring pages that go into one shard, because they are often about the same source
_FORM = expression(r"(\d{1,9})/(\d{1,9})", re.ASCII)


class Shard(Struct, frozen=True):
    """One part of a run: its `number`, counted from 1, and `of` how many parts it is one."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `number/count`. Raises UsageError if the text has another form, or the number is not one of the parts.

        >>> Shard.parse("2/5")
        Shard(number=2, of=5)
        """
        form = _FORM.fullmatch(text)
        shard = cls(int(form[1]), int(form[2])) if form else cls(0, 0)
        if not 1 <= shard.number <= shard.of:
            raise UsageError(f"`{text}` is not a shard; write number/count, such as `1/5` to `5/5`")
        return shard

    def part(self, paths: Sequence[str]) -> list[str]:
        """Return the paths of this part. Neighboring pages stay together, and each part gets pages of all folders.

        >>> [len(Shard(number, 3).part(["a.md"] * 50)) for number in (1, 2, 3)]
        [18, 16, 16]
        """
        return [path for index, path in enumerate(paths) if index // _TOGETHER % self.of == self.number - 1]
