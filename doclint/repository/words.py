"""The words of files: which of the files that some patterns match have a word."""

from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from doclint.errors.expressions import expression
from doclint.repository.globs import files_matching
from doclint.repository.repository import Repository, remembered

MOST_FILES = 20_000
"""The files whose words are known; of more, none are."""

_WORD = expression(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*+")  # letters of all languages


@remembered
def files_of(repository: Repository, patterns: tuple[str, ...]) -> Sequence[str]:
    """Return the files that any of some patterns matches, those of the first pattern in front."""
    return list(dict.fromkeys(path for one in patterns for path in files_matching(repository, one).files))


@remembered
def files_by_word(repository: Repository, patterns: tuple[str, ...]) -> Mapping[bytes, Sequence[int]]:
    """Return where in `files_of` the files with each word are, in this order; nothing if there are too many files.

    >>> from doclint.repository.in_memory import Memory
    >>> memory = Memory({"a.ts": "let basket = 1", "b.ts": "let pear = basket"})
    >>> found = files_by_word(memory, ("*.ts",))
    >>> [*found[b"basket"]], [*found[b"pear"]], b"plum" in found
    ([0, 1], [1], False)
    """
    files = files_of(repository, patterns)
    found: defaultdict[bytes, array[int]] = defaultdict(partial(array, "H"))
    for index, path in enumerate(files if len(files) <= MOST_FILES else ()):
        for word in {*_WORD.findall(repository.page(path) or b"")}:
            found[word].append(index)
    found.default_factory = None
    return found
