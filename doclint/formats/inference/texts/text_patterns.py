"""Patterns of texts in one role."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.formats.inference.drafts import DraftPattern
from doclint.formats.inference.samples import TextSample
from doclint.formats.inference.texts.alignment import Row, pieces
from doclint.formats.inference.texts.generalizing import generalize
from doclint.formats.inference.texts.pattern_parts import (
    FixedPart,
    HolePart,
    MarkupPart,
    PatternPart,
    holes,
    walk,
    written,
)
from doclint.formats.patterns.optional_markup import choices
from doclint.formats.patterns.pattern import Pattern, first_match
from doclint.formats.patterns.template import TemplateError
from doclint.markdown.nodes import Inline, plain_text

_WORD = expression(r"[^\W_]+")
_MARK_WORDS = 2  # words that tell a text from others
_MOST_SAMPLES = 400
_MOST_PIECES = 1_000  # of a text that all samples have
_ENOUGH = 0.95  # the share of samples that a pattern for all must match
_FEW = 0.05  # the share of samples from which on an alternative is worth a line


class Generalization(NamedTuple):
    """The parts of a pattern, whether it has escapes for all that may be markup, and what samples it matches."""

    parts: list[PatternPart]
    is_careful: bool
    matched: list[int]

    @property
    def text(self) -> str:
        """The pattern, with the names that its holes have now."""
        return written(self.parts, is_careful=self.is_careful)

    @property
    def is_rigid(self) -> bool:
        """Whether the pattern says what the texts look like: its holes have names and values, no sentences."""
        return not any(hole.is_rich or hole.is_free for hole in holes(self.parts))

    @property
    def is_free(self) -> bool:
        """Whether the pattern says nothing of the texts, or only a word."""
        fixed = "".join(part.text for part in walk(self.parts) if isinstance(part, FixedPart))
        is_marked = any(isinstance(part, MarkupPart) for part in self.parts)
        return not is_marked and len(_WORD.findall(fixed)) < _MARK_WORDS and not self.is_rigid


def draft_patterns(samples: Sequence[TextSample], most: int = 4) -> list[DraftPattern]:
    """Return at most some patterns that together match most of the samples, the one with the most of them first.

    What varies is a hole: that of a known value if it is this value in all samples, `{_}` otherwise.
    """
    texts = [(sample.inlines, sample.known) for sample in samples]
    return [DraftPattern(one.text, len(one.matched)) for one in alternatives(texts, most)]


def alternatives(
    texts: Sequence[tuple[Sequence[Inline], Mapping[str, str]]], most: int, *, by_label: bool = True
) -> list[Generalization]:
    """Return the generalizations of some texts with their known values; the indices are those of the texts.

    Each has only the texts that none before it matches. If `by_label`, texts that begin with one of a few words are
    kept apart.
    """
    texts = texts[: _MOST_SAMPLES * 2]
    names = _by_use(texts)
    knowns = [{name: known[name] for name in names if name in known} for _, known in texts]
    is_one = len({plain_text(inlines) for inlines, _ in texts}) == 1
    limit = {"most": _MOST_PIECES} if is_one else {}
    rows: list[Row] = [pieces(inlines, known, **limit) for (inlines, _), known in zip(texts, knowns, strict=True)]
    search = _PatternSearch([inlines for inlines, _ in texts], rows, knowns)
    found = search.alternatives(list(range(len(texts))), most, by_label=by_label)
    if len(found) > 1 and all(map(_is_hole, found)):
        found = search.loose(list(range(len(texts))))
    return sorted(found, key=lambda one: -len(one.matched)) if all(one.is_rigid for one in found) else found


def _is_hole(one: Generalization) -> bool:
    """Whether a pattern is a single hole, or empty."""
    return len(one.parts) <= 1 and all(isinstance(part, HolePart) for part in one.parts)


def _by_use(texts: Sequence[tuple[Sequence[Inline], Mapping[str, str]]]) -> list[str]:
    """Return the names of known values, those first that the most texts have: of two with one value, it counts."""
    counts: Counter[str] = Counter()
    for inlines, known in texts[:_MOST_SAMPLES]:
        text = plain_text(inlines)
        counts.update({name: value in text for name, value in known.items()})
    return [name for name, _ in counts.most_common()]


class _PatternSearch:
    """Searches for the patterns of some texts."""

    def __init__(
        self, texts: Sequence[Sequence[Inline]], rows: Sequence[Row], knowns: Sequence[Mapping[str, str]]
    ) -> None:
        self.texts = texts
        self.rows = rows
        self.knowns = knowns
        self._patterns: dict[str, list[Pattern]] = {}

    def alternatives(self, indices: list[int], most: int, *, by_label: bool) -> list[Generalization]:
        """Return the patterns of the texts at some indices."""
        if not indices:
            return []
        found = self._constants(indices, most)
        if found:
            return found
        whole = self._pattern(indices)
        if most > 1 and by_label:
            labelled = self._by_groups(self._labels(indices), indices, most)
            if labelled:
                return labelled
        is_enough = whole is not None and len(whole.matched) >= _ENOUGH * len(indices)
        if whole is not None and is_enough and (whole.is_rigid or not whole.is_free):
            return [whole]
        if most > 1:
            apart = self._by_groups(self._skeletons(indices), indices, most)
            apart = apart or self._by_groups(self._heads(indices), indices, most, only_rigid=False)
            if apart:
                return apart
        return [whole] if whole is not None else []

    def _constants(self, indices: Sequence[int], most: int) -> list[Generalization]:
        """Return a pattern for each of a few texts that each occur several times; none if there are others."""
        groups = self._grouped(indices, lambda index: str([(piece.key, piece.text) for piece in self.rows[index]]))
        if len(groups) > most or (len(groups) > 1 and len(groups) * 2 > len(indices)):
            return []
        if len(groups) > 1 and any(len(group) < 2 for group in groups):
            return []
        found = [one for one in map(self._pattern, groups) if one is not None]
        # With a hole for a known value in them, the texts may be all of one pattern.
        return found if len({one.text for one in found}) == len(found) else []

    def _labels(self, indices: Sequence[int]) -> list[list[int]]:
        """Return the indices by the first piece of the text, if few texts begin in another way."""
        groups = self._grouped(indices, lambda index: str(self.rows[index][0].key if self.rows[index] else ""))
        return groups if all(len(group) > 1 for group in groups) else []

    def _skeletons(self, indices: Sequence[int]) -> list[list[int]]:
        return self._grouped(indices, lambda index: _skeleton(self.rows[index]))

    def _heads(self, indices: Sequence[int]) -> list[list[int]]:
        """Return the indices by the markup that the text begins with."""
        firsts = {index: next(iter(self.rows[index]), None) for index in indices}
        marks = {
            index: str(first.key) if first is not None and first.is_node else "" for index, first in firsts.items()
        }
        return self._grouped(indices, lambda index: marks[index])

    @staticmethod
    def _grouped(indices: Sequence[int], key: Callable[[int], str]) -> list[list[int]]:
        groups: dict[str, list[int]] = {}
        for index in indices:
            groups.setdefault(key(index), []).append(index)
        return sorted(groups.values(), key=lambda group: -len(group))

    def _by_groups(
        self, groups: Sequence[list[int]], indices: Sequence[int], most: int, *, only_rigid: bool = True
    ) -> list[Generalization]:
        """Return a pattern for each of some groups, and one for all others; none if that says no more than one."""
        large = [group for group in groups[:most] if len(group) > 1 and len(group) >= _FEW * len(indices)]
        if len(groups) < 2 or not large:
            return []
        found: list[Generalization] = []
        left = list(indices)
        for group in large:
            still = set(left)
            pattern = self._pattern([index for index in group if index in still])
            if pattern is not None and (pattern.is_rigid or not (pattern.is_free or only_rigid)):
                found.append(pattern)
                left = [index for index in left if self._match(pattern.text, index) is False]
        if sum(len(one.matched) for one in found) < 0.6 * len(indices):
            return []
        if left and len(found) < most:
            rest = self._pattern(left)
            if rest is not None and (len(left) > 1 or not rest.parts):
                found.append(rest)
        return found

    def loose(self, indices: Sequence[int]) -> list[Generalization]:
        """Return the pattern that matches all texts, whatever they say."""
        return [Generalization(_loose(self.rows, indices), is_careful=False, matched=list(indices))]

    def _pattern(self, indices: Sequence[int]) -> Generalization | None:
        """Return the pattern of some texts; None if there is none."""
        if not indices:
            return None
        step = max(len(indices) // _MOST_SAMPLES, 1)
        used = indices[::step]
        parts, _ = generalize([self.rows[index] for index in used], [self.knowns[index] for index in used])
        best: Generalization | None = None
        for attempt in (parts, _loose(self.rows, used)):
            for is_careful in (False, True):
                text = written(attempt, is_careful=is_careful)
                matched = [index for index in indices if self._match(text, index)]
                if best is None or len(matched) > len(best.matched):
                    best = Generalization(attempt, is_careful, matched)
                if len(matched) >= _ENOUGH * len(indices) * 0.9:
                    return best
        return best if best and best.matched else None

    def _match(self, text: str, index: int) -> bool:
        if text not in self._patterns:
            self._patterns[text] = compiled(text)
        return first_match(self._patterns[text], self.texts[index]) is not None


def compiled(text: str) -> list[Pattern]:
    """Return the patterns that a text stands for; none if it is not a pattern."""
    try:
        patterns = [Pattern(choice) for choice in choices(text)]
        return patterns if all(pattern.names is not None for pattern in patterns) else []
    except TemplateError:
        return []


def _skeleton(row: Row) -> str:
    """Return the kinds of the nodes of a text."""
    found: list[str] = []
    for piece in row:
        kind = piece.key[0] if piece.is_node else "text"
        if not found or found[-1] != kind or piece.is_node:
            found.append(kind)
    return " ".join(found)


def _loose(rows: Sequence[Row], indices: Sequence[int]) -> list[PatternPart]:
    """Return a single hole for some texts."""
    is_rich = any(piece.is_node for index in indices for piece in rows[index])
    values = ["".join(piece.text for piece in rows[index]) for index in indices]
    return [HolePart(values, is_rich=is_rich, is_empty=not all(values))]
