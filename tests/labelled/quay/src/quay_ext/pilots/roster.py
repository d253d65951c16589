class Pilot:
    def __init__(self, name):
        self.name = name

    def board(self, ship):
        """Go on board."""


def call_pilot(ship, hour, *, urgent=False):
    """Ask for a pilot."""
    return Pilot("Ada")
