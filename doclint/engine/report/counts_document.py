"""The JSON form of how many claims hold."""

from pydantic import Field

from doclint.engine.json_form import JsonForm
from doclint.engine.report.claims import ClaimCounts

_DIGITS = 4


class CountsDocument(JsonForm):
    """How many claims came to which outcome."""

    holds: int
    refuted: int
    unknown: int = Field(description="The claims that doclint cannot check.")
    holding: float | None = Field(description="The share of the checked claims that hold; null if none is checked.")
    checked: float | None = Field(description="The share of the claims that are checked; null without claims.")
    existence: float | None = Field(
        description="The share of the checked names (files, symbols, members ...) that exist; null without names."
    )
    reasons: dict[str, int] = Field(description="Why claims cannot be checked, without names, the most frequent first.")

    @classmethod
    def of(cls, counts: ClaimCounts) -> "CountsDocument":
        """Return the counts of claims in this form."""
        return cls(
            holds=counts.holds,
            refuted=counts.refuted,
            unknown=counts.unknown,
            holding=_rounded(counts.holding),
            checked=_rounded(counts.checkable),
            existence=_rounded(counts.existence),
            reasons=dict(counts.reasons.most_common()),
        )


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, _DIGITS)
