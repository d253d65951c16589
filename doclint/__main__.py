"""`python -m doclint`."""

from doclint.cli.main import main

main()
