"""Turns."""


class Wheel:
    """A wheel."""

    def turn(self) -> int:
        return 1


def stop() -> None:
    pass
