"""Shelves."""


class Shelf:
    """Where things are kept."""

    def __init__(self, width_in_cm=80, *names):
        self.width_in_cm = width_in_cm

    def fill(self, things, overwrite=False):
        """Fill the shelf.

        Args:
            things: What to put there.
            overwrite: Whether to replace what is there.
        """
