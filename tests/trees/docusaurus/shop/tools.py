def weigh(fruit: str) -> float:
    """Weigh a fruit."""


def count(fruit: str) -> int:
    """Count it."""
