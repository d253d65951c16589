"""A judge: what the rules that are chosen say of a page, wherever it comes from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from doclint import corpus
from doclint.corpus import Notes
from doclint.formats.schema import Format
from doclint.lint import outcome
from doclint.page import Page
from doclint.problem import Problem, failure, too_large
from doclint.repository import Repository
from doclint.selection import Chosen, Selection
from doclint.source import Source, printable
from doclint.verdict import Verdict


@dataclass(frozen=True)
class Judge:
    """What judges pages: the rules that are selected for each, and the formats that they may have.

    Pages of more than `most` bytes are reported unread. If these are all pages, `is_whole`, rules about all of them
    together take their notes.
    """

    selection: Selection
    formats: Sequence[Format]
    most: int
    is_whole: bool = False

    def file(self, path: str, repository: Repository) -> Verdict:
        """What there is to say of the page at a path of a repository."""
        with repository.asking() as asked:
            return replace(self._file(path, repository), asked=asked)

    def _file(self, path: str, repository: Repository) -> Verdict:
        data = repository.read(path)
        if data is None:
            message = "The page cannot be read: it is no file below the root, or may not be"
            return Verdict([failure("page-unreadable", printable(path), message)])
        return self.text(path, data, repository)

    def text(self, path: str, text: str | bytes, repository: Repository | None) -> Verdict:
        """The same for a page that is at hand."""
        if len(text) > self.most:
            return Verdict([too_large(printable(path), self.most)])
        source = Source.from_bytes(text) if isinstance(text, bytes) else Source.from_text(text)
        return self.page(Page(path, source, formats=self.formats, repository=repository))

    def page(self, page: Page) -> Verdict:
        """The same for a page that is taken apart already."""
        chosen = self.selection.at(page.path)
        page.reads_source = "source" not in self.selection.without
        found = outcome(page, chosen.rules, chosen.known.values() if chosen.is_complete else None)
        has_failed = any(problem.rule == "page-failed" for problem in found.problems)
        notes, failures = corpus.note(page, chosen.rules) if self.is_whole and not has_failed else ({}, [])
        return Verdict(weighed([*failures, *found.problems], chosen), found.suppressed, notes)

    def pages(self, notes: Notes, repository: Repository) -> Verdict:
        """What rules about all pages together find, by what was noted of each. Their options are those of the root."""
        chosen = self.selection.at("")
        with repository.asking() as asked:
            problems, suppressed = corpus.check(chosen.rules, notes, repository, self.formats)
        return Verdict(weighed(problems, chosen), suppressed, asked=asked)


def weighed(problems: Sequence[Problem], chosen: Chosen) -> list[Problem]:
    """Some problems with the severities that are chosen for them."""
    severities = chosen.severities
    return [replace(one, severity=severities[one.rule]) if one.rule in severities else one for one in problems]
