"""Knives."""


def sharpen(angle: int = 20) -> None:
    """Sharpen the knife."""


def cut(thing: str, into: int) -> list[str]:
    """Cut a thing into pieces."""
    return [thing] * into
