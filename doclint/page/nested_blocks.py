"""Nested blocks of the types of Terraform providers, which pages by hand do not always tell apart."""

from collections import Counter

from doclint.formats.documented.symbols import DocumentedSymbol
from doclint.page.declaration_index import DeclarationIndices
from doclint.source.model import Declaration


class NestedBlocks:
    """Says of which arguments of a page it is not certain whether they are those of a type, or of a block in it.

    People list both one below another, as in the pages of many providers.
    """

    def __init__(self, indices: DeclarationIndices) -> None:
        self._indices = indices
        self._repeated: dict[DocumentedSymbol, frozenset[str]] = {}

    def doubt(self, type_: Declaration, documented: DocumentedSymbol, name: str, *, is_here: bool) -> str:
        """Return why a page that documents a type may mean an argument of a block by a name; empty if it does not.

        The type itself has the name if it `is_here`; then a list of the page has it several times.
        """
        if is_here and name not in self._repeated_in(documented):
            return ""
        is_nested = name in self._indices.of(type_.members).inner_names
        return f"a nested block of `{type_.name}` has `{name}`" if is_nested else ""

    def _repeated_in(self, documented: DocumentedSymbol) -> frozenset[str]:
        """Return the names that one list of the members of a symbol has several times."""
        if documented not in self._repeated:
            counts = [Counter(one.name.text for one in members.symbols) for members in documented.members]
            repeated = (name for count in counts for name, number in count.items() if number > 1)
            self._repeated[documented] = frozenset(repeated)
        return self._repeated[documented]
