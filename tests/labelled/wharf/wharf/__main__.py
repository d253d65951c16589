"""The command line of Wharf."""

import argparse
import sys

from wharf import Berth


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("ship")
    given = parser.parse_args(argv)
    print(Berth(given.ship))
    return 0


if __name__ == "__main__":
    sys.exit(main())
