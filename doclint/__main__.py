"""`python -m doclint`."""

from doclint.cli import main

main()
