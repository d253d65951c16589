"""A judge: what the rules that are chosen say of a page, wherever it comes from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from doclint.config.selection import Chosen, Selection
from doclint.engine import corpus_rules as corpus
from doclint.engine.corpus_rules import Notes
from doclint.engine.page_rules import outcome
from doclint.engine.result import Verdict
from doclint.formats.schema import Format
from doclint.markdown.source import Source, printable
from doclint.page.limits import Limits
from doclint.page.page import Page
from doclint.repository.dependencies import Questions
from doclint.repository.repository import Repository
from doclint.rule.finding import Problem, failure, limit_reached, too_large

if TYPE_CHECKING:
    from doclint.config.project import Project


@dataclass(frozen=True)
class Judge:
    """What judges pages: the rules that are selected for each, and the formats that they may have.

    What is beyond the `limits` is left out, and reported. If these are all pages, `is_whole`, rules about all of them
    together take their notes.
    """

    selection: Selection
    formats: Sequence[Format]
    limits: Limits
    is_whole: bool = False

    @classmethod
    def of(cls, project: "Project", selection: Selection, *, is_whole: bool = False) -> "Judge":
        """What judges the pages of a project."""
        return cls(selection, project.formats, project.settings.config.limits, is_whole)

    def file(self, path: str, repository: Repository) -> Verdict:
        """What there is to say of the page at a path of a repository."""
        with repository.asking() as asked:
            data = repository.read(path)
            verdict = self._unreadable(path) if data is None else self._text(path, data, repository)
        return self._complete(path, verdict, asked, repository)

    def text(self, path: str, text: str | bytes, repository: Repository | None) -> Verdict:
        """The same for a page that is at hand."""
        if repository is None:
            return self._text(path, text, None)
        with repository.asking() as asked:
            verdict = self._text(path, text, repository)
        return self._complete(path, verdict, asked, repository)

    def _unreadable(self, path: str) -> Verdict:
        message = "The page cannot be read: it is no file below the root, or may not be"
        return Verdict([failure("page-unreadable", printable(path), message)])

    def _text(self, path: str, text: str | bytes, repository: Repository | None) -> Verdict:
        most = self.limits.file_bytes
        if len(text) > most or (isinstance(text, str) and len(text.encode(errors="surrogatepass")) > most):
            return Verdict([too_large(printable(path), most)])
        source = Source.from_bytes(text) if isinstance(text, bytes) else Source.from_text(text)
        return self.page(self.read(path, source, repository))

    def read(self, path: str, source: Source, repository: Repository | None) -> Page:
        """A page with all that the rules may ask of it."""
        without = self.selection.without
        return Page(
            path,
            source,
            formats=self.formats,
            repository=None if "repository" in without else repository,
            has_source="source" not in without,
            limits=self.limits,
        )

    def _complete(self, path: str, verdict: Verdict, asked: Questions, repository: Repository) -> Verdict:
        """The verdict with what was asked and found out, and with the files that are too large to be asked anything."""
        lost = "`{}` has more bytes, and what the page says of it is not checked"
        more = [
            limit_reached(printable(path), "file-bytes", self.limits.file_bytes, lost.format(printable(file)))
            for file in sorted(asked.too_large)
        ]
        problems = sorted([*verdict.problems, *more], key=lambda problem: problem.order) if more else verdict.problems
        return replace(verdict, problems=problems, asked=asked, facts=repository.facts.taken())

    def page(self, page: Page) -> Verdict:
        """The same for a page that is taken apart already."""
        chosen = self.selection.at(page.path)
        found = outcome(page, chosen.rules, chosen.known.values() if chosen.is_complete else None)
        has_failed = any(problem.rule == "page-failed" for problem in found.problems)
        notes, failures = corpus.note(page, chosen.rules) if self.is_whole and not has_failed else ({}, [])
        return Verdict(weighed([*failures, *found.problems], chosen), found.suppressed, notes)

    def pages(self, notes: Notes, repository: Repository) -> Verdict:
        """What rules about all pages together find, by what was noted of each. Their options are those of the root."""
        chosen = self.selection.at("")
        with repository.asking() as asked:
            problems, suppressed = corpus.check(chosen.rules, notes, repository, self.formats)
        return Verdict(weighed(problems, chosen), suppressed, asked=asked, facts=repository.facts.taken())


def weighed(problems: Sequence[Problem], chosen: Chosen) -> list[Problem]:
    """Some problems with the severities that are chosen for them."""
    severities = chosen.severities
    return [replace(one, severity=severities[one.rule]) if one.rule in severities else one for one in problems]
