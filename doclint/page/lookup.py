"""What a look-up of a documented symbol in the sources returns."""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from doclint.errors.wording import misspelled_word
from doclint.packages.answers import DeclaredAt
from doclint.page.declaration_index import fits
from doclint.source.answer import Answer
from doclint.source.model import Declaration

_MOST_COMPARED = 1_000  # declarations in which a similar name is looked for


class Undeclared(Struct, frozen=True):
    """A documented symbol that its source certainly does not declare.

    `path` is that of the source, `scope` what is around it there, with the declarations `beside` it, `name` its name
    and `kinds` what the page says it is. `other` is what has that name there and is something else than the page says.
    """

    path: str
    scope: Declaration | None
    other: Declaration | None = None
    name: str = ""
    kinds: Sequence[str] = ()
    beside: Sequence[Declaration] = ()

    @property
    def nearest(self) -> str:
        """The nearest name beside it of something that fits; empty if there is none, or if there are too many."""
        if len(self.beside) > _MOST_COMPARED:
            return ""
        return misspelled_word(self.name, {one.name for one in self.beside if fits(one, self.kinds)}) or ""


Lookup: TypeAlias = Answer[DeclaredAt, Undeclared]
