"""Papers of a boat."""


def attest(boat: str) -> str:
    return boat.upper()
