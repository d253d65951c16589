"""Sea protests, which captains lodge with a notary."""


def lodge(captain: str, storm: bool = True) -> str:
    return f"{captain} protests" if storm else captain


def match(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def type(text: str) -> str:
    """Types it on the machine.

    ```
    type("storm")
    ```"""
    return text.upper()
