"""The tables beside the modules of a package: `names.toml` has lists of words."""

from doclint.errors.tables import names as names
