"""Shelves, and the jars on them."""

from __future__ import annotations

import abc
import dataclasses
import enum
from collections.abc import Iterator
from typing import Any, Generic, TypeVar, overload

Thing = TypeVar("Thing")

#: How many jars a shelf holds at most.
LIMIT: int = 40

DEFAULT_LABEL = "unknown | new"


class ShelfError(Exception):
    """Raised if a shelf breaks."""

    def __init__(self, shelf: Shelf, weight: float = 0.5) -> None:
        super().__init__(weight)
        self.shelf = shelf


class Size(enum.Enum):
    """How large a jar is."""

    SMALL = 1
    LARGE = 2


class Storage(abc.ABC, Generic[Thing]):
    """Something that holds things.

    .. versionadded:: 1.2
    """

    @abc.abstractmethod
    def put(self, thing: Thing, /, count: int = 1, *rest: Thing, label: str | None = None, **options: Any) -> None:
        """Put things into it.

        :param thing: what to put in
        :param count: how many, **at least** one
        :param rest: more things
        :param label: a text; see :attr:`Jar.label`
        :type label: str or None
        :raises ShelfError: if there is no room
        """

    @property
    @abc.abstractmethod
    def room(self) -> int:
        """How much room is left."""


@dataclasses.dataclass
class Jar:
    """A jar with a label."""

    #: What is written on it.
    label: str = "none"
    #: How large it is.
    size: Size = Size.SMALL
    #: What else is known of it.
    notes: tuple[str, ...] = ()

    def open(self, force: bool = False):
        """Open the jar.

        .. deprecated:: 1.3
           Use :meth:`unscrew`.

        Examples
        --------
        >>> Jar().open(force=True)
        """

    def unscrew(self) -> None:
        """Take the lid off.

        Note:
            Turn it to the left.

        Steps:

        * grip it
        * turn it

        References
        ----------
        The manual of the kitchen.
        """


class Shelf(Storage[Jar]):
    """A shelf of jars.

    Parameters
    ----------
    name : str
        The name of the shelf.
    jars : list of Jar, optional
        What is on it.

    See Also
    --------
    Jar : what is on it
    """

    #: The material of the shelf.
    material = "oak"

    class Bracket:
        """What holds a shelf."""

        def bend(self, angle: float) -> float:
            """Bend the bracket."""
            return angle

    def __init__(self, name: str, jars: list[Jar] | None = None) -> None:
        self.name = name
        #: All jars, from left to right.
        self.jars = jars or []

    def put(self, thing: Jar, /, count: int = 1, *rest: Jar, label: str | None = None, **options: Any) -> None:
        """Put jars onto the shelf."""

    @property
    def room(self) -> int:
        """How many jars fit."""
        return 3

    @classmethod
    def empty(cls, name: str = "a*b_c") -> Shelf:
        """Return an empty shelf."""
        return cls(name)

    @staticmethod
    def weigh(*jars: Jar, unit: str = "kg") -> float:
        """Return the weight of some jars."""
        return 0.0

    async def restock(self, supplier: str, retries: int = 3) -> list[Jar]:
        """Order what is missing.

        Parameters
        ----------
        supplier : str
            Who delivers.
        retries : int, default 3
            How often to try.

        Returns
        -------
        list of Jar
            What came.

        Raises
        ------
        ShelfError
            If nothing came.
        """
        return []

    def __len__(self) -> int:
        return 0

    def _hidden(self) -> None:
        """Nothing for readers."""


@overload
def pick(shelf: Shelf, which: int) -> Jar: ...


@overload
def pick(shelf: Shelf, which: str) -> Jar | None: ...


def pick(shelf: Shelf, which: int | str) -> Jar | None:
    """Pick a jar from a shelf."""


async def deliver(shelf: Shelf, names: tuple[str, ...] = ("salt", "flour"), callback=None) -> bool:
    """Deliver jars to a shelf.

    Yields nothing; ``*`` and ``_names`` are as they are.
    """
    return True


def jars_of(shelf: Shelf, *, reverse: bool = False) -> Iterator[Jar]:
    """Go through the jars of a shelf.

    :param shelf: the shelf
    :keyword reverse: from right to left
    :return: each jar
    :rtype: Iterator
    """
    yield from ()


def undocumented(x, y=1): ...
