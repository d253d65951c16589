"""Extracting symbols and docstrings: from the text of a source to what it defines, imports and says of itself."""

import re
from functools import cache

from doclint.source.branches import blank_out, choose_branches
from doclint.source.parsing import HopelessError
from doclint.source.symbol_collector import collector_of, nodes_of_symbols
from doclint.source.symbols import Docstring, SourceSymbols, longest_names
from doclint.source.trees import grammars, is_known, tree_of


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
        if "symbols" not in grammars()[id_]:
            from doclint.source.declared_symbols import read as read_declared
            from doclint.source.read import reads

            if reads(id_):
                return read_declared(id_, data, work, longest_names(data, work))
        text, is_cut = blank_unreadable(id_, data)
        tree = tree_of(id_, text, work)
        dialect = grammars()[id_].get("dialect", "")
        if tree.root_node.has_error and dialect:
            other = read(dialect, data, work)
            if other is not None and not other.is_broken:
                return other
        most = longest_names(data, work)
        found = collector_of(id_)(id_, text, most).symbols(nodes_of_symbols(id_, text, work))
    except HopelessError:
        return None
    found.sort(key=lambda symbol: (symbol.line, symbol.qualified))
    return SourceSymbols(tuple(found), is_broken=is_cut or tree.root_node.has_error)


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


def read_docstrings(id_: str, data: bytes, work: int = 1) -> list[Docstring] | None:
    r"""Return the docstrings of a source in a language, given by its id, in the order of the source.

    None if the language has no docstrings, the source begins with a string that has no end, or it takes more than
    `work` times the work that real sources take.

    >>> source = b"# note\n'A ' 'module.'\ndef f():\n  'A function.'\n"
    >>> [(found.name, found.text) for found in read_docstrings("python", source)]
    [('', 'A module.'), ('f', 'A function.')]
    """
    if id_ != "python":
        return None
    from doclint.source.languages.python_docstrings import begins_with_open_string
    from doclint.source.languages.python_names import names_of

    names = None if begins_with_open_string(data) else names_of(data, work)
    return names.docstrings if names else None
