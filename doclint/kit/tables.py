"""The lists of words that a package of rules has in its table `names`."""

from doclint.errors.tables import names as names
