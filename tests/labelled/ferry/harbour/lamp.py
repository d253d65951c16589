"""The lamp on the pier."""


def light() -> bool:
    return True
