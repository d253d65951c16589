"""Starts the planner."""

from ferry.quay import Quay


def main() -> None:
    Quay("north").berth()
