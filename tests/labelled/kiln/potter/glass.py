"""Melts."""


class Glass:
    """What melts."""
