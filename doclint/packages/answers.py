"""What dotted names stand for in the packages of a repository."""

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec import Struct

from doclint.source.answer import Answer

if TYPE_CHECKING:
    from doclint.source.model import Declaration


class Resolved(Struct, frozen=True):
    """What a dotted name stands for.

    `module` is the dotted name of the module that defines it, after all re-exports, and `path` the file of that module
    from the root of the repository. `member` is None if it is the module itself; the path of a package without
    `__init__` is that of its folder, with a slash at its end. `owner` is the qualified name of the class that has the
    member.
    """

    module: str
    path: str
    member: "Declaration | None"
    owner: str = ""

    def __hash__(self) -> int:
        """Return a hash that does not depend on all of the declaration, which may be large."""
        return hash((self.module, self.path, self.name, self.line))

    @property
    def line(self) -> int:
        """The line of the name of the member, counted from 1; 0 for a module."""
        return self.member.line if self.member else 0

    @property
    def name(self) -> str:
        """The dotted name of what was found, where it is defined."""
        return ".".join(filter(None, (self.module, self.owner, self.member.name if self.member else "")))


class MissingName(Struct, frozen=True):
    """A name that is certainly not there: the `name` that the module or class `where` lacks.

    `suggestion` is the dotted module that has the name now, or the nearest name that is there; empty if there is
    neither. `elsewhere` are the dotted modules of the same package that define the name, public ones first.
    """

    name: str
    where: Resolved
    suggestion: str = ""
    elsewhere: tuple[str, ...] = ()


class Result(Struct, frozen=True):
    """What a function returns: an instance of the class `type`, or of one that derives from it unless it `is_exact`."""

    type: Resolved
    is_exact: bool


class DeclaredAt(NamedTuple):
    """A declaration, the path of the source that has it, and the declarations around it there.

    For several definitions of one name of which any may hold, `others` are those besides the last one. `parts` are the
    other parts of a `partial` type of C#; empty if not all of them are known.
    """

    path: str
    declaration: "Declaration"
    outer: "tuple[Declaration, ...]" = ()
    others: "tuple[Declaration, ...]" = ()
    parts: "tuple[DeclaredAt, ...]" = ()


NameAnswer: TypeAlias = Answer[Resolved, MissingName]
DeclarationAnswer: TypeAlias = Answer[DeclaredAt, None]
