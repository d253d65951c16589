__all__ = ["BerthTaken", "QuayError"]


class QuayError(Exception):
    """Everything that goes wrong on the quay."""

    code = 1


class BerthTaken(QuayError):
    def __init__(self, berth, ship=None):
        super().__init__(f"{berth} is taken")
        self.berth = berth
        self.ship = ship


class TideTooLow(QuayError):
    """Not for users: `quay.tides` turns it into a delay."""
