"""Buoys by colour."""


class Buoy:
    """Floats."""


def colour(name: str) -> str:
    return "red" if name == "port" else "green"
