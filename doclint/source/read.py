"""Reading declarations: from the text of a source to what it declares."""

from collections.abc import Callable
from importlib import import_module

from doclint.source.model import SourceDeclarations
from doclint.source.parsing import HopelessError
from doclint.source.trees import grammars

Reader = Callable[[str, bytes, int], SourceDeclarations]


def reads(id_: str) -> bool:
    """Whether doclint reads the declarations of a language, given by its id."""
    return "declarations" in grammars().get(id_, {})


def needs_no_grammar(id_: str) -> bool:
    """Whether doclint reads the declarations of a language from the text of a source, and knows nothing else of it."""
    return "module" not in grammars().get(id_, {"module": ""})


def read(id_: str, data: bytes, work: int = 1, **options: bool) -> SourceDeclarations | None:
    """Return what a source in a language declares.

    None if doclint does not read the language, the source takes more than `work` times the work that real sources take
    to parse, or a merge left conflicts in it.
    """
    if not reads(id_) or (b"\n<<<<<<< " in data and b"\n>>>>>>> " in data):
        return None
    reader: Reader = import_module(f"{__package__}.languages.{grammars()[id_]['declarations']}").declarations
    try:
        return reader(id_, data, work, **options)
    except HopelessError:
        return None
