"""Accounts and what is booked on them."""

from dataclasses import dataclass, field


@dataclass
class Entry:
    """An amount, in cents, and what it was for."""

    cents: int
    text: str


@dataclass
class Account:
    """A name and its entries. The balance is not a field of this class
    def-ined anywhere: it is counted.
    """

    name: str
    entries: list[Entry] = field(default_factory=list)

    def book(self, cents: int, text: str) -> None:
        self.entries.append(Entry(cents, text))

    def balance(self) -> int:
        return sum(entry.cents for entry in self.entries)
