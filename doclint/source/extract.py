"""Extracting symbols: from the text of a source to what it defines and imports."""

import re
from collections.abc import Iterable
from functools import cache
from operator import itemgetter

from doclint.source.branches import blank_out, choose_branches
from doclint.source.definitions import CapturedDefinition, NamingRules, naming_rules
from doclint.source.grammars import grammars, is_known
from doclint.source.parsing import HopelessError
from doclint.source.qualify import qualify
from doclint.source.read import reads
from doclint.source.symbols import SourceSymbols, Symbol, longest_names
from doclint.source.trees import Match, search, text_of, tree_of


def read(id_: str, data: bytes, work: int = 1) -> SourceSymbols | None:
    r"""Return the symbols of a source in a language, given by its id.

    None if doclint has no grammar for the language, the grammar is not installed, or the source takes more than `work`
    times the work that real sources take.

    >>> [(symbol.kind, symbol.qualified) for symbol in read("python", b"class A:\n    def b(self): ...\n").found]
    [('class', 'A'), ('method', 'A.b')]
    """
    if not is_known(id_):
        return None
    if id_ == "python":
        from doclint.source.languages.python_names import names_of

        names = names_of(data, work)
        return names.symbols if names else None
    try:
        if reads(id_) and grammars()[id_].get("queries") == []:
            from doclint.source.declared_symbols import read as read_declared

            return read_declared(id_, data, work, longest_names(data, work))
        text, is_cut = blank_unreadable(id_, data)
        tree = tree_of(id_, text, work)
        dialect = grammars()[id_].get("dialect", "")
        if tree.root_node.has_error and dialect:
            other = read(dialect, data, work)
            if other is not None and not other.is_broken:
                return other
        matches = search(id_, text, "symbols", work)
        found = _symbols(naming_rules(id_), text, matches, longest_names(data, work))
        return SourceSymbols(found, is_broken=is_cut or tree.root_node.has_error)
    except HopelessError:
        return None


def blank_unreadable(id_: str, data: bytes) -> tuple[bytes, bool]:
    """Replace what the grammar of a language cannot read by blanks; all other bytes keep their places.

    Return the text, and whether it lost declarations.
    """
    for pattern in _unreadable(id_):
        data = pattern.sub(lambda match: blank_out(match[0]), data)
    return choose_branches(data) if grammars()[id_].get("branches") else (data, False)


@cache
def _unreadable(id_: str) -> tuple[re.Pattern[bytes], ...]:
    patterns = grammars()[id_].get("blank", [])
    return tuple(re.compile(text.encode(), re.MULTILINE | re.VERBOSE) for text in patterns)


def _symbols(naming: NamingRules, data: bytes, matches: "Iterable[Match]", most: int) -> tuple[Symbol, ...]:
    """Return the symbols that the matches in a source are about.

    Raises HopelessError if the qualified names together have more than `most` characters.
    """
    definitions: dict[int, CapturedDefinition] = {}
    imports: list[Symbol] = []
    exported: set[str] = set()
    # Matches come in the order of the source, but queries rely on the order of their patterns.
    for _, captures in sorted(matches, key=itemgetter(0)):
        if "exported" in captures:
            exported.update(text_of(data, node) for node in captures["exported"])
            continue
        definition = naming.definition(data, captures)
        if definition.kind in ("import", "include"):
            imports.append(naming.imported(data, definition, captures))
            most -= len(imports[-1].qualified)
            if most < 0:
                raise HopelessError("the imported names are too long")
        else:
            # If several patterns capture a node, the last one wins.
            definitions[definition.node.id] = definition
    symbols = [*imports, *qualify(naming, definitions.values(), exported, most)]
    return tuple(sorted(symbols, key=lambda symbol: (symbol.line, symbol.qualified)))
