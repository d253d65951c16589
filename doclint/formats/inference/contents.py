"""The elements of a content."""

from collections.abc import Sequence

from doclint.formats.inference.samples import DraftElement, DraftPlace, SectionSample


def draft_content(samples: Sequence[SectionSample], place: DraftPlace) -> list[DraftElement]:
    """Return the elements of the content at one place of a kind, in their order; none for a place without blocks."""
    raise NotImplementedError
