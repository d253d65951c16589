"""Shelves."""

WIDTH = 80
"""How wide a shelf is, in centimeters."""


class Shelf:
    """Where things are kept."""

    def __init__(self, width=WIDTH, *names, **options):
        self.width = width

    def fill(self, things, overwrite=False):
        """
        Fill the shelf.

        Parameters
        ----------
        things
            What to put there.
        overwrite
            Whether to replace what is there.
        """


def measure(shelf, unit="cm", /, *, digits=2):
    """Measure a shelf."""
    return shelf.width
