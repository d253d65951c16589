"""What the sources of a program declare of the commands that a page documents."""

from functools import cached_property
from typing import TYPE_CHECKING

from doclint.formats.documented.symbols import DocumentedSymbol
from doclint.page.lookup import Lookup, Undeclared
from doclint.page.page import Page
from doclint.page.versions import is_of_other_version
from doclint.repository.repository import Repository
from doclint.source.answer import Found, Missing, Unknown

if TYPE_CHECKING:
    from doclint.packages.commands import CommandAnswer
    from doclint.source.model import Declaration

_FEW = 3  # options of a command, most of which may be gone


class DocumentedCommands:
    """The commands of one page, each looked up in the sources of a program."""

    def __init__(self, page: Page, repository: Repository) -> None:
        self._page = page
        self._repository = repository

    def of(self, symbol: DocumentedSymbol) -> Lookup:
        """Return a command, if the sources have most of those of the page, and most of its options."""
        own = self._named(symbol.name.text)
        if isinstance(own, Unknown) and (around := self._unrelated(symbol)):
            return Missing(Undeclared(around, None, None, symbol.name.text, symbol.kinds))
        if isinstance(own, Unknown) or not (self._is_of_go or self._has_commands):
            return Unknown("the sources may not be those of the program")
        if isinstance(own, Missing) and (self._is_of_go or symbol.name.text not in self._groups):
            return Missing(Undeclared(own.what, None, None, symbol.name.text, symbol.kinds))
        if isinstance(own, Missing):
            return Unknown("it has commands of its own")
        known = {one.name for one in own.value.declaration.members}
        names = [one.name.text for members in symbol.members for one in members.symbols if one.kinds[0] != "command"]
        if not self._is_of_go and len(names) > _FEW and sum(one in known for one in names) * 2 < len(names):
            return Unknown("another function may be the command")
        return own

    def _unrelated(self, symbol: DocumentedSymbol) -> str:
        """Return the source of the command of Go around one that is neither above nor below it, where a page links
        that. A heading may be one of the description.
        """
        scope, name = symbol.scope, symbol.name.text
        if not self._is_of_go or scope is None or symbol.section:
            return ""
        is_related = name == scope.name.text.rpartition(" ")[0] or name.startswith(f"{scope.name.text} ")
        found = None if is_related else self.of(scope)
        return found.value.path if isinstance(found, Found) else ""

    def may_add(self, command: "Declaration", flag: str) -> bool:
        """Whether a call that is not known may add a flag (`-n, --name`) to a command: a source has its name."""
        from doclint.packages.go_commands import first_words

        name = flag.rpartition(" ")[2]
        is_known = any(one.name.rpartition(" ")[2] == name for one in command.members)
        return not is_known and name.removeprefix("--") in first_words(self._repository)

    @cached_property
    def _is_of_go(self) -> bool:
        """Whether the commands of the page have flags, as those of cobra have."""
        kind = self._page.kind
        return kind is not None and any("flag" in getattr(one, "defines", ()) for one in kind.elements)

    @cached_property
    def _commands(self) -> list[str]:
        every = (one for top in self._page.documented for one in top.walk())
        return [one.name.text for one in every if one.kinds[0] == "command"]

    @cached_property
    def _groups(self) -> frozenset[str]:
        """The commands of the page that have others."""
        return frozenset(one.rpartition(" ")[0] for one in self._commands)

    def _named(self, name: str) -> "CommandAnswer":
        """Return the function that a command calls. The page may call the program by several words, or by none."""
        from doclint.packages.commands import command_named
        from doclint.packages.go_commands import go_command_named

        if self._is_of_go and is_of_other_version(self._page.path, self._repository):
            return Unknown("the page is about another version")
        if self._is_of_go:
            return go_command_named(self._repository, name, self._page.limits.source_work)
        first, work = self._commands[0], self._page.limits.source_work
        own = command_named(self._repository, f"- {name}" if self._lacks_program else name, work)
        if (
            self._lacks_program
            or isinstance(own, Found)
            or " " not in first
            or isinstance(command_named(self._repository, first, work), Found)
        ):
            return own
        is_program = all(f"{one} ".startswith(f"{first} ") for one in self._commands)
        rest = name.removeprefix(first)
        return command_named(self._repository, f"{first.rpartition(' ')[2]}{rest}", work) if is_program else own

    @cached_property
    def _lacks_program(self) -> bool:
        """Whether the commands of the page begin with the groups of a program in place of its name."""
        from doclint.packages.commands import command_named

        several = len({one.partition(" ")[0] for one in self._commands}) > 1
        found = (command_named(self._repository, f"- {one}", self._page.limits.source_work) for one in self._commands)
        return several and any(isinstance(one, Found) for one in found)

    @cached_property
    def _has_commands(self) -> bool:
        """Whether the sources have half of the commands of the page."""
        found = [self._named(one) for one in self._commands]
        return sum(isinstance(one, Found) for one in found) * 2 >= len(found)
