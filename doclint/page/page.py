"""A page: a document, what kind of page it is, what it is about, and what it says."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from posixpath import dirname, join, relpath
from typing import Any, TypeVar

from doclint.code.languages import Language, language_of
from doclint.formats.fences import Fence
from doclint.formats.kinds import WHOSE, Identity, candidates, lead_of
from doclint.formats.outline import Outline, Section
from doclint.formats.pattern import Capture, Pattern
from doclint.formats.schema import Content, Format, Kind
from doclint.formats.shapes import Absent, Shape, SourceCopy
from doclint.formats.subject import Subject
from doclint.formats.template import Template
from doclint.markdown.document import Document
from doclint.markdown.nodes import Heading
from doclint.markdown.source import Edit, Fix, Source, Span
from doclint.markdown.suppressions import Directives, Suppressions
from doclint.page.limits import LIMITS, Breach, Limits
from doclint.page.parsed import ParsedPage, keep, parsed_page
from doclint.page.source_file import SourceFile, source_file_of
from doclint.repository.memo import NO_MEMO
from doclint.repository.repository import Repository

_Shape = TypeVar("_Shape", bound=Shape)
_Content = TypeVar("_Content", bound=Content)
_QUOTED = ("markdown", "md")
_LEADING = tuple(f"{whose}." for whose in WHOSE)
_HEAD = 4096  # bytes in which the title of a page is to be expected


class Page:
    """One Markdown page, at a path from the root of its repository.

    `document` is the template view: what the generator meant. `rendered` is what CommonMark makes of it. They differ
    only where a quoted source breaks the fence around it. A page of no known kind has no subject and no contents, and
    one view.

    `suppressions` is what came of its directives, for rules that need them; the engine knows it once the others ran.

    A quoted page lies in the copy of another, `outer`, from character `offset` of it on; its own spans count from
    there.

    `reading` is what the page says by itself, if that is known. With `has_source` False nobody wants to know what the
    file has that it is about: there is no evidence.
    """

    def __init__(
        self,
        path: str,
        source: Source,
        *,
        formats: Sequence[Format] = (),
        repository: Repository | None = None,
        parsed: ParsedPage | None = None,
        has_source: bool = True,
        limits: Limits = LIMITS,
    ) -> None:
        self.path = path
        self.source = source
        self.formats = formats
        self.limits = limits
        self.parsed = parsed or ParsedPage(path, source, formats, limits)
        self.repository = repository
        self.outer: Page | None = None
        self.offset = 0
        self.has_source = has_source
        self.suppressions = Suppressions()
        self._by_shape: dict[type[Shape], list[Any]] = {}

    def read(self) -> list["Page"]:
        """Make sense of all of the page, which else happens as it is asked for; the pages that it quotes."""
        _ = self.document.links, self.contents, self.captures, self.directives
        for quote in self.quotes:
            quote.read()
        keep(self.parsed)
        return self.quotes

    @property
    def rendered(self) -> Document:
        """The page as a reader sees it."""
        return self.parsed.rendered

    @cached_property
    def identity(self) -> Identity | None:
        """The kind and the subject of the page, if a format knows it."""
        return self.parsed.identity

    @cached_property
    def format(self) -> Format | None:
        return self.identity.format if self.identity else None

    @cached_property
    def kind(self) -> Kind | None:
        return self.identity.kind if self.identity else None

    @cached_property
    def subject(self) -> Subject | None:
        """What the page is about, by its path."""
        return self.identity.subject if self.identity else None

    @property
    def described_file(self) -> str | None:
        """The path of the file that the page is about; None for a page about anything else."""
        subject = self.subject
        return subject.path if subject and not subject.is_folder else None

    def text(self, span: Span) -> str:
        """Return the characters of a span of the page."""
        return self.source.text[span.start : span.end]

    def replace(self, span: Span, text: str, *, safe: bool) -> Fix:
        """Return the fix that writes a text in place of a span; what makes a fix safe, `Fix` says."""
        return Fix((Edit(span, text),), safe)

    def expects(self, content: type[_Content]) -> list[tuple[Section, _Content]]:
        """Return what the format has of one type of content in the sections of this page, in document order.

        Groups and alternatives are looked into. A page of no known kind expects nothing.
        """
        expected = self.kind.contents(content) if self.kind else {}
        return [(section, one) for section in self.sections for one in expected.get(section.place, ())]

    @cached_property
    def language(self) -> Language | None:
        """The language of the file that the page is about."""
        subject = self.subject
        return language_of(subject.path) if subject and subject.path and not subject.is_folder else None

    @property
    def copy(self) -> Fence | None:
        """Where the quoted source lies."""
        return self.parsed.copy

    @cached_property
    def document(self) -> Document:
        """The page as its generator meant it."""
        return self.parsed.document

    @property
    def broken_fences(self) -> list[Fence]:
        """The fences that the two views of the page do not agree on."""
        return self.parsed.template.broken

    @property
    def directives(self) -> Directives:
        """What the comments of the page say about its findings; those of a quoted page are not asked."""
        return self.parsed.directives

    @cached_property
    def outline(self) -> Outline | None:
        """The sections of the page against those of its kind."""
        return self.parsed.outline

    @cached_property
    def source_file(self) -> SourceFile | None:
        """What the page is held against in what it says of a file: the file, or where that is not there its copy on
        the page or on another one about it.
        """
        subject, repository = self.subject, self.repository
        if not self.has_source or subject is None or subject.path is None or subject.is_folder:
            return None
        if repository is not None and repository.is_file(subject.path):
            data = repository.page(subject.path)
            return None if data is None else self._source_file(subject.path, data)
        return self.quoted_source or self._quoted_elsewhere

    @cached_property
    def quoted_source(self) -> SourceFile | None:
        """The copy of its source that the page quotes."""
        copy = self.parsed.quotation
        return copy and self._source_file(copy.path, copy.data, copy=self.path, complete=copy.is_complete)

    def _source_file(self, path: str, data: bytes, *, copy: str | None = None, complete: bool = True) -> SourceFile:
        memo = self.repository.memo if self.repository else NO_MEMO
        return source_file_of(path, data, copy=copy, complete=complete, work=self.limits.source_work, memo=memo)

    def states_more_than(self, text: str) -> bool:
        """Whether the page states a larger size of its file than that of a text, whatever the line endings are."""
        return self.parsed.states_more_than(text)

    @property
    def _quoted_elsewhere(self) -> SourceFile | None:
        """The copy of the source that another page about it quotes."""
        return next((page.quoted_source for page in self.companions if page.quoted_source), None)

    @cached_property
    def companions(self) -> list["Page"]:
        """The pages about the same file that quote it, but for this one."""
        format_, repository = self.format, self.repository
        if format_ is None or repository is None or self.outer is not None:
            return []
        found = []
        for kind in format_.kind:
            if kind is not self.kind and kind.quotes_source and "path" in kind.page.names:
                path = join(format_.docs_root, self.fill(kind.page))
                data = repository.page(path)
                other = data and self._other(self._parsed(path, data))
                if other and other.kind is kind:
                    found.append(other)
        return found

    def _parsed(self, path: str, data: bytes) -> ParsedPage:
        """What another page says, which most often is the one that was read before this one."""
        return parsed_page(path, Source.from_bytes(data), self.formats, self.limits)

    def _other(self, parsed: ParsedPage) -> "Page":
        """Another page that is asked as this one is."""
        return Page(
            parsed.path,
            parsed.source,
            formats=self.formats,
            repository=self.repository,
            parsed=parsed,
            has_source=self.has_source,
            limits=self.limits,
        )

    @cached_property
    def sections(self) -> list[Section]:
        """The sections of all levels, in document order; none on a page of no known kind."""
        return self.parsed.sections

    @cached_property
    def contents(self) -> list[Shape]:
        """Everything the page says, as shapes in document order."""
        return self.parsed.matched[0]

    @cached_property
    def absent(self) -> list[Absent]:
        """What the format has in the sections of the page and the page has not."""
        return self.parsed.matched[1]

    def all(self, shape: type[_Shape]) -> list[_Shape]:
        """The contents of one shape, in document order."""
        if shape not in self._by_shape:
            self._by_shape[shape] = [found for found in self.contents if isinstance(found, shape)]
        return self._by_shape[shape]

    @property
    def captures(self) -> Mapping[str, Sequence[Capture]]:
        """What holes hold, by their names: of the title, the headings, the contents and the footer, in this order."""
        return self.parsed.captures

    @cached_property
    def parameters(self) -> dict[str, str]:
        """The values of the format's parameters on this page: the known one, else the most frequent one."""
        if self.format is None:
            return {}
        found = {name: self.captures[name] for name in self.format.parameters if name in self.captures}
        values = {name: Counter(one.text for one in held).most_common(1)[0][0] for name, held in found.items()}
        return values | self.format.values

    def fill(self, pattern: Pattern | Template) -> str:
        """A pattern as it should stand on this page: holes with a known value filled, others as `<name>`."""
        leads = [name for name in pattern.names if name.startswith(_LEADING)]
        return pattern.fill(self._values | self._ways(leads) if leads else self._values)

    @cached_property
    def _values(self) -> dict[str, str]:
        variables = self.subject.variables if self.subject else {}
        return {name: right[0] for name, right in variables.items()} | self.parameters

    def _ways(self, holes: Iterable[str]) -> dict[str, str]:
        """The links in some holes, where they are known."""
        here = dirname(self.path) or "."
        leads = {hole: self.lead(hole) for hole in holes}
        return {hole: relpath(lead, here) for hole, lead in leads.items() if lead is not None}

    def lead(self, hole: str) -> str | None:
        """Where a link of the page has to lead whose destination stands in a hole of the format, if that tells."""
        return lead_of(hole, self.identity.subject, self.identity.format) if self.identity else None

    @cached_property
    def quotes(self) -> list["Page"]:
        """The pages that this page quotes and that lie nowhere else."""
        subject = self.subject
        if subject is None or subject.path is None or self.outer is not None:
            return []
        if self.repository is not None and self.repository.is_file(subject.path):
            return []
        return [
            self._quote(copy.content, subject.path) for copy in self.all(SourceCopy) if copy.block.language in _QUOTED
        ]

    def _quote(self, content: Span, path: str) -> "Page":
        text = self.source.text[content.start : content.end]
        quote = self._other(ParsedPage(path, Source(text), self.formats, self.limits))
        quote.outer, quote.offset = self, content.start
        return quote

    def breaches(self, *, needs_source: bool) -> list[Breach]:
        """The limits that the page is beyond, and if that is needed the source that it is held against."""
        source_file = self.source_file if needs_source else None
        if source_file is None or not source_file.is_hopeless:
            return self.parsed.breaches
        lost = f"no more work is done on `{source_file.path}`, and what the page says of it is not checked"
        return [*self.parsed.breaches, Breach("source-work", Span(0, 0), lost)]

    def key_at(self, offset: int) -> str:
        """The key of the section that a character stands in; empty where the format has no such section."""
        return self._heading_at(offset)[1]

    def section_at(self, offset: int) -> str:
        """The key of the section that a character stands in, or the text of its heading where it has no key."""
        heading, key = self._heading_at(offset)
        return key or (heading.text if heading else "")

    def _heading_at(self, offset: int) -> tuple[Heading | None, str]:
        """The last heading before a character, and the key of its section."""
        starts, headings = self._headings
        return headings[bisect_right(starts, offset)]

    @cached_property
    def _headings(self) -> tuple[list[int], list[tuple[Heading | None, str]]]:
        """Where each heading begins; and before them none, all headings with their keys."""
        found: list[tuple[Heading, str]]
        if self.outline is not None:
            found = [(section.heading, section.key) for section in self.sections]
        else:
            found = [(heading, "") for heading in self.document.headings]
        return [heading.start for heading, _ in found], [(None, ""), *found]

    def anchors_of(self, path: str) -> frozenset[str] | None:
        """The anchors of the page at a path; None where they cannot be told."""
        repository = self.repository
        if path == self.path:
            return self.anchors
        if repository is None:
            return None

        def find() -> frozenset[str] | None:
            data = repository.page(path)
            if data is None:
                return None
            question = "anchors", path, self.limits
            return repository.memo.of(data, question, frozenset[str], lambda: self._parsed(path, data).anchors)

        return repository.remembered(("anchors", path), find)

    @property
    def anchors(self) -> frozenset[str]:
        """The fragments a link to this page can have, in either view of it."""
        return self.parsed.anchors

    def is_page(self, path: str) -> bool:
        """Whether the file at that path is a page of a known kind.

        It is told by what it is; if it is not there, by its name, where no other file would have such a name.
        """
        possible = list(candidates(path, self.formats))
        data = self.repository.page(path) if possible and self.repository else None
        if data is None:
            return any(one.subject.path and not one.subject.is_folder for one in possible)
        # The title is enough, and stands at the top.
        parts = (data[:_HEAD], data) if len(data) > _HEAD else (data,)
        return any(self._parsed(path, part).identity for part in parts)
