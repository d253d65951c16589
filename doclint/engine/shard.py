"""A shard: one of several parts that a run is divided into, for one machine each."""

import re
from collections.abc import Sequence
from typing import NamedTuple, Self

from doclint.errors.exceptions import UsageError

_TOGETHER = 8  # neighbouring pages, which are often about one source
_FORM = re.compile(r"(\d{1,9})/(\d{1,9})", re.ASCII)


class Shard(NamedTuple):
    """One part of a run: the `number`, counted from 1, `of` how many parts."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `number/count`. Raises UsageError for anything else.

        >>> Shard.parse("2/5")
        Shard(number=2, of=5)
        """
        form = _FORM.fullmatch(text)
        shard = cls(int(form[1]), int(form[2])) if form else cls(0, 0)
        if not 1 <= shard.number <= shard.of:
            raise UsageError(f"`{text}` is not a shard; write number/count, such as `1/5` to `5/5`")
        return shard

    def part(self, paths: Sequence[str]) -> list[str]:
        """Return the paths of this part. Neighbours stay together, and each part has pages from all over.

        >>> [len(Shard(number, 3).part(["a.md"] * 50)) for number in (1, 2, 3)]
        [18, 16, 16]
        """
        return [path for index, path in enumerate(paths) if index // _TOGETHER % self.of == self.number - 1]
