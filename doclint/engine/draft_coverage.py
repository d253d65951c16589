"""How much of its pages a draft of a format takes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from doclint.errors.wording import counted
from doclint.formats.inference.samples import SamplePage
from doclint.formats.schema.format import Format
from doclint.page.parsed_page import ParsedPage
from doclint.page.parts import Taker, parts_of


@dataclass(frozen=True, slots=True)
class DraftCoverage:
    """How many pages and kinds there are, how many pages are of none, and how many lines each taker takes."""

    pages: int
    kinds: int
    others: int
    lines: Counter[Taker]

    @property
    def share(self) -> float:
        """The share of the lines that the draft takes, from 0 to 1; 1 without lines."""
        total = self.lines.total()
        return 1 - self.lines["nothing"] / total if total else 1.0

    @property
    def free(self) -> float:
        """The share of the lines that are free text, from 0 to 1."""
        total = self.lines.total()
        return self.lines["free-text"] / total if total else 0.0

    @property
    def text(self) -> str:
        """The figures in words."""
        others = f", {counted(self.others, 'page')} of no kind" if self.others else ""
        pages = f"{counted(self.pages, 'page')}, {counted(self.kinds, 'kind')}{others}"
        lines = f"{self.share:.1%} of {counted(self.lines.total(), 'line')}"
        taken = f"{self.share - self.free:.1%} as what it describes, and {self.free:.1%} as free text"
        return f"{pages}. The draft takes {lines}: {taken}."


def coverage_of(format_: Format, pages: Sequence[SamplePage]) -> DraftCoverage:
    """Return how much of some pages a format takes. Blank lines do not count."""
    lines: Counter[Taker] = Counter()
    others = 0
    for page in pages:
        source = page.document.source
        parsed = ParsedPage(page.path, source, [format_])
        others += parsed.identity is None
        for part in parts_of(parsed):
            lines[part.taker] += sum(bool(source.line(line).strip()) for line in range(part.first, part.last + 1))
    return DraftCoverage(len(pages), len(format_.kind), others, lines)
