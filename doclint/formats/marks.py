"""The index of the marks of formats: whose marks a page has."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

# To look for one character is almost free. So a mark is only looked for on pages with its rarest one: these are in the
# order of how many Markdown pages lack them, and what is in no alphabet comes before them.
_RARE = 'J|*6}4!V3<zq>=M2BFj"EONHDCP_RAISx`()[]/'


class MarkIndex:
    """The marks of some formats, given by the name of each format. A format without any may be that of every page."""

    def __init__(self, marks: Mapping[str, Iterable[str]]) -> None:
        self._unmarked = frozenset(name for name, own in marks.items() if not own)
        self._names: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for name, own in marks.items():
            for mark in own:
                self._names[min(mark, key=_rank)][mark].append(name)

    def names_on(self, text: str) -> set[str]:
        """Return the names of the formats that a page with a text can be of, as far as marks tell."""
        found = set(self._unmarked)
        for character, marks in self._names.items():
            if character in text:
                for mark, names in marks.items():
                    if mark in text:
                        found.update(names)
        return found


def _rank(character: str) -> int:
    found = _RARE.find(character)
    return found if found >= 0 or not character.isascii() else len(_RARE)
