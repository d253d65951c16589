"""Patterns of texts in one role."""

from collections.abc import Sequence

from doclint.formats.inference.samples import DraftPattern, TextSample


def draft_patterns(samples: Sequence[TextSample], most: int = 4) -> list[DraftPattern]:
    """Return at most some patterns that together match most of the samples, the one with the most of them first.

    What varies is a hole: that of a known value if it is this value in all samples, `{_}` otherwise.
    """
    raise NotImplementedError
