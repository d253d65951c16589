"""Names of folders and pages that are those of a language."""

from doclint.errors.expressions import expression

LOCALE = expression(r"[a-z]{2}(?:[-_][A-Za-z]{4})?(?:[-_](?:[A-Za-z]{2}|\d{3}))?\Z")
"""A language, perhaps with a script and a region, as in `fr`, `pt-br` and `zh-Hant-TW` (BCP 47, section 2.1)."""
