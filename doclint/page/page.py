"""A page: its document, its kind, what it is about, what it contains, and what rules ask about these."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from posixpath import dirname, join, relpath
from typing import TYPE_CHECKING, Any, Concatenate, TypeVar

from doclint.errors.grouping import by_key
from doclint.formats.format_set import FormatSet
from doclint.formats.kinds import LEADING, Identity, candidates, described_files, lead_of
from doclint.formats.patterns.pattern import Capture, Pattern
from doclint.formats.patterns.template import Template
from doclint.formats.reading.fences import Fence
from doclint.formats.reading.outline import Outline, Section
from doclint.formats.reading.shapes import Absent, Field, Fields, Shape, SourceCopy, Symbols
from doclint.formats.subject import Subject, source_subject
from doclint.markdown.document import Document
from doclint.markdown.nodes import Heading
from doclint.markdown.slugs import slug
from doclint.markdown.source import Edit, Fix, Source, Span
from doclint.markdown.suppressions import Directives, Suppressions
from doclint.page.claims import Assumption, ClaimKind, NotedClaim, Outcome, RelatedLines
from doclint.page.limits import LIMITS, Breach, Limits
from doclint.page.parsed_page import ParsedPage, keep, parsed_page
from doclint.page.source_file import SourceFile, source_file_of
from doclint.repository.instructions import Convention, convention_of, convention_of_front_matter
from doclint.repository.memo import NO_MEMO
from doclint.repository.repository import Repository
from doclint.sites.finder import NO_SETTINGS, Sites, configured_elsewhere, host
from doclint.sites.site import Site, Target
from doclint.source.language import Language, language_of
from doclint.source.lookup import declares_all_names
from doclint.source.symbols import LISTED

if TYPE_CHECKING:
    from doclint.formats.documented.symbols import DocumentedSymbol, Members
    from doclint.formats.schema.contents import Content
    from doclint.formats.schema.format import Format, Kind
    from doclint.markdown.diagrams.read import Diagram

_Answer = TypeVar("_Answer")
_Shape = TypeVar("_Shape", bound=Shape)
_Content = TypeVar("_Content", bound="Content")
_QUOTED = ("markdown", "md")
_WORDS = frozenset({"identifier"})
_HEAD = 4096  # bytes in which the title of a page is to be expected


class Page:
    """One Markdown page, at a path from the root of its repository. Spans count characters of its text, half-open.

    `document` is the page as its generator meant it, `rendered` the page as CommonMark reads it. They differ only where
    a quoted source breaks the fence around it. A page of no known kind has no subject, no contents and no outline.

    `suppressions` says how its suppression comments were used; the engine sets it once all other rules have run.

    A quoted page is in the copy on another page, `outer`, from character `offset` of that on; its own spans count from
    there.

    `parsed` is the page parsed, if it is already. With `has_source` False there is no source file.

    `targets` keeps where links lead on a site, by destination and whether that is in raw HTML: several rules ask for
    the same ones. `outcomes` has the number of comparisons by the assumption that they rest on and their outcome.
    `claims` are the claims that rules have compared; None in a run that does not ask for them.
    """

    def __init__(
        self,
        path: str,
        source: Source,
        *,
        formats: "FormatSet | Sequence[Format]" = (),
        repository: Repository | None = None,
        parsed: ParsedPage | None = None,
        has_source: bool = True,
        limits: Limits = LIMITS,
        sites: Sites = NO_SETTINGS,
    ) -> None:
        self.path = path
        self.source = source
        self.formats = parsed.formats if parsed else FormatSet.of(formats)
        self.limits = limits
        self.sites = sites
        self._given = parsed or ParsedPage(path, source, self.formats, limits)
        self.repository = repository
        self.outer: Page | None = None
        self.offset = 0
        self.has_source = has_source
        self.suppressions = Suppressions()
        self.targets: dict[tuple[str, bool], Target | None] = {}
        self.outcomes: dict[tuple[Assumption, Outcome], int] = {}
        self.claims: list[NotedClaim] | None = None
        self._by_shape: dict[type[Shape], list[Any]] = {}
        self._remembered: dict[Any, Any] = {}

    def read(self) -> list["Page"]:
        """Parse all of the page, which otherwise happens as it is needed, and return the pages that it quotes."""
        _ = self.document.links, self.contents, self.captures, self.directives
        for quote in self.quotes:
            quote.read()
        keep(self._given)
        return self.quotes

    def remembered(self, find: "Callable[Concatenate[Page, ...], _Answer]", *arguments: Any) -> _Answer:
        """Return what a function returns for the page and further arguments, and call it only once for them."""
        key = (find, *arguments) if arguments else find
        if key not in self._remembered:
            self._remembered[key] = find(self, *arguments)
        answer: _Answer = self._remembered[key]
        return answer

    def count(self, assumption: Assumption, outcome: Outcome, number: int = 1) -> None:
        """Count the outcome of comparisons that rest on an assumption; the engine counts what violations refute."""
        self.outcomes[assumption, outcome] = self.outcomes.get((assumption, outcome), 0) + number

    def claim(self, kind: ClaimKind, span: Span, because: str = "", *, related: Iterable[RelatedLines] = ()) -> None:
        """Note that a claim holds, or why doclint cannot check it, in a run that asks for claims.

        Of the lines that show this, the most important ones first, it keeps the first.
        """
        if self.claims is not None:
            self.claims.append(NotedClaim(kind, *span, because, next(iter(related), None)))

    @cached_property
    def parsed(self) -> ParsedPage:
        """The parsed page, in one of the formats that are possible at its place.

        A format whose mark the page may share with others counts only if the page has a source in that format.
        """
        if self.repository is None:
            return self._given
        formats = self.formats.at_place(self.path, self.repository)
        given = self._given if formats is self.formats else self._given.within(formats)
        if not given.is_weakly_marked:
            return given
        from doclint.page.page_source import with_source

        return with_source(given, self.repository)

    @property
    def around(self) -> "Page":
        """The page without the format of the part that a generator owns, as it is checked like one that people wrote.

        The page itself if no part of it belongs to a generator.
        """
        return self._around or self  # a page that had itself would be left to the garbage collector

    @cached_property
    def _around(self) -> "Page | None":
        if self.format is None or not (self.format.between or self.format.handwritten):
            return None
        parsed = self.parsed.within(self.formats.without({self.format.name}))
        page = self._other(parsed)
        page.formats = parsed.formats
        page.claims, page.outcomes = self.claims, self.outcomes
        return page

    @property
    def rendered(self) -> Document:
        """The page as CommonMark reads it, and a reader sees it."""
        return self.parsed.rendered

    @cached_property
    def identity(self) -> Identity | None:
        """The format, kind and subject of the page; None if no format knows it."""
        identity = self.parsed.identity
        if identity is None or not identity.kind.source or identity.kind.together or self.repository is None:
            return identity
        from doclint.page.page_source import is_within_package, promised_source, source_of

        paths = promised_source(self.parsed, self.repository)
        path = source_of(paths, self.documented, self.repository, self.limits)
        path = None if path and is_within_package(self.parsed, paths, path, self.repository) else path
        subject = source_subject(identity.kind, identity.format, path, identity.subject.holes)
        return identity._replace(subject=subject)

    @cached_property
    def format(self) -> "Format | None":
        return self.identity.format if self.identity else None

    @cached_property
    def kind(self) -> "Kind | None":
        return self.identity.kind if self.identity else None

    @cached_property
    def subject(self) -> Subject | None:
        """The file or folder that the page is about, by its path."""
        return self.identity.subject if self.identity else None

    @property
    def described_file(self) -> str | None:
        """The path of the file that the page is about; None for a page about anything else."""
        subject = self.subject
        return subject.path if subject and not subject.is_folder else None

    @property
    def has_jsdoc(self) -> bool:
        """Whether the page is made of comments of JSDoc, which may declare what the code does not."""
        return self.format is not None and self.format.docstrings == "jsdoc"

    @property
    def ignored_rules(self) -> Sequence[str]:
        """The ids of the rules that do not apply to the page by its format."""
        return self.format.ignore if self.format else ()

    @property
    def is_for_host(self) -> bool:
        """Whether the page was generated for the host of the repository: its format names the folder of its pages.

        Sites are made of the pages of other generators.
        """
        return self.format is not None and not self.format.is_anywhere

    @cached_property
    def convention(self) -> Convention | None:
        """The convention by which the page is instructions for models, which read its text and do not render it.

        It is None for pages for people and for those that a format knows.
        """
        if self.kind is not None:
            return None
        head = self.document.front_matter
        by_path = convention_of(self.path, self.repository)
        return by_path or (convention_of_front_matter(self.path, head.text) if head else None)

    @cached_property
    def site(self) -> Site | None:
        """The site that decides where the links of the page lead; None without a repository.

        A page whose format says where its pages are was generated for the host, whatever else is built from its folder.
        Instructions for models are read in the repository, but for those in a folder that a site serves. Any other page
        with front matter was written for a generator, even if that is configured in another repository.
        """
        if self.repository is None:
            return None
        if self.is_for_host or (self.convention is not None and not self.convention.is_served):
            return host(self.repository)
        site = self.sites.of(self.path, self.repository)
        if not site.is_host or self.sites.is_given(self.path):
            return site
        is_served = self.convention is not None and "/" in self.path
        is_for_another = is_served or self.document.front_matter
        return configured_elsewhere(self.repository, is_served=is_served) if is_for_another else site

    def text(self, span: Span) -> str:
        """Return the characters of a span of the page."""
        return self.source.text[span.start : span.end]

    @cached_property
    def own_text(self) -> str:
        """The text of the page without the copies of sources that it quotes, which are most of many pages.

        A text that is not in it is in no text, link or example of the page.
        """
        text, start, parts = self.source.text, 0, []
        for copy in self.all(SourceCopy):
            parts.append(text[start : copy.content.start])
            start = copy.content.end
        return "".join([*parts, text[start:]]) if parts else text

    def replace(self, span: Span, text: str, *, safe: bool) -> Fix:
        """Return the fix that writes a text in place of a span; what makes a fix safe, `Fix` says."""
        return Fix((Edit(span, text),), safe)

    def correct(self, capture: Capture, text: str, *, safe: bool) -> Fix | None:
        """Return the fix that puts a text in place of a capture; None if the capture is not on the page verbatim."""
        return self.replace(capture.span, text, safe=safe) if self.text(capture.span) == capture.text else None

    def rest_of_line(self, offset: int) -> Span:
        """Return the characters from a place to the end of its line, without the line ending."""
        return self.source.rest_of_line(offset)

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
        """The fence around the copy of the source file."""
        return self.parsed.copy

    @cached_property
    def document(self) -> Document:
        """The page as its generator meant it."""
        return self.parsed.document

    @cached_property
    def diagrams(self) -> "list[Diagram]":
        """The Mermaid diagrams of the types that doclint reads, in document order."""
        blocks = [block for block in self.document.code_blocks if block.language == "mermaid"]
        if not blocks:
            return []
        from doclint.markdown.diagrams.read import diagrams

        return diagrams(self.source, blocks)

    @property
    def broken_fences(self) -> list[Fence]:
        """The fences that end elsewhere in `document` than in `rendered`."""
        return self.parsed.template.broken

    @property
    def directives(self) -> Directives:
        """The suppression comments of the page; those of a quoted page have no effect."""
        return self.parsed.directives

    @cached_property
    def outline(self) -> Outline | None:
        """The sections of the page, matched with those of its kind."""
        return self.parsed.outline

    @cached_property
    def source_file(self) -> SourceFile | None:
        """The file that the page is about; if it does not exist, its copy on this page or on another page about it."""
        subject, repository = self.subject, self.repository
        if not self.has_source or subject is None or subject.path is None or subject.is_folder:
            return None
        if repository is not None and repository.is_file(subject.path):
            data = repository.page(subject.path)
            return None if data is None else self._source_file(subject.path, data)
        elsewhere = (page.quoted_source for page in self.companions if page.quoted_source)
        return self.quoted_source or next(elsewhere, None)

    @cached_property
    def quoted_source(self) -> SourceFile | None:
        """The copy of its source file that the page quotes."""
        copy = self.parsed.quotation
        return copy and self._source_file(copy.path, copy.data, copy=self.path, complete=copy.is_complete)

    def _source_file(self, path: str, data: bytes, *, copy: str | None = None, complete: bool = True) -> SourceFile:
        memo = self.repository.memo if self.repository else NO_MEMO
        return source_file_of(path, data, copy=copy, complete=complete, work=self.limits.source_work, memo=memo)

    def states_more_than(self, text: str) -> bool:
        """Whether the page states a larger size for its file than a text has, whatever its line endings."""
        return self.parsed.states_more_than(text)

    @cached_property
    def companions(self) -> list["Page"]:
        """The other pages about the same file that quote it."""
        format_ = self.format
        if format_ is None or self.repository is None or self.outer is not None:
            return []
        found = []
        for kind in format_.kind:
            if kind is not self.kind and kind.quotes_source and "path" in kind.path.names:
                parsed = self.parsed_at(format_.at(self.fill(kind.path)))
                other = parsed and self._other(parsed)
                if other and other.kind is kind:
                    found.append(other)
        return found

    def parse(self, path: str, data: bytes) -> ParsedPage:
        """Return another page, parsed; most often, it was checked just before this page."""
        return parsed_page(path, Source.from_bytes(data), self.formats, self.limits)

    def _other(self, parsed: ParsedPage) -> "Page":
        """Return another page of the repository, with the settings of this one."""
        other = Page(
            parsed.path,
            parsed.source,
            formats=self.formats,
            repository=self.repository,
            parsed=parsed,
            has_source=self.has_source,
            limits=self.limits,
            sites=self.sites,
        )
        other.claims = None if self.claims is None else []
        return other

    @property
    def documentation(self) -> "list[Members]":
        """The symbols at the top of the page, list by list, with all that the page says of them."""
        return self.parsed.documentation

    @cached_property  # many rules ask every page
    def documented(self) -> "tuple[DocumentedSymbol, ...]":
        """The symbols at the top of the page."""
        return tuple(symbol for members in self.documentation for symbol in members.symbols)

    @cached_property
    def sections(self) -> list[Section]:
        """The sections of all levels, in document order; empty for a page of no known kind."""
        return self.parsed.sections

    @cached_property
    def contents(self) -> list[Shape]:
        """The contents of the page, as shapes in document order."""
        return self.parsed.matched[0]

    @cached_property
    def absent(self) -> list[Absent]:
        """What the format expects in the sections of the page but the page lacks."""
        return self.parsed.matched[1]

    def all(self, shape: type[_Shape]) -> list[_Shape]:
        """Return the contents of one shape, in document order."""
        if shape not in self._by_shape:
            types = [one for one in self._by_type if shape in one.__mro__]  # quicker than `issubclass`
            if len(types) == 1:  # as most often
                self._by_shape[shape] = self._by_type[types[0]]
            else:
                self._by_shape[shape] = [found for found in self.contents if type(found) in types] if types else []
        return self._by_shape[shape]

    @cached_property
    def _by_type(self) -> dict[type[Shape], list[Any]]:
        """The contents, in document order, by their types. Rules ask for a dozen shapes of each page."""
        return by_key([(type(shape), shape) for shape in self.contents])

    @property
    def symbol_lists(self) -> list[Symbols]:
        """The lists of names that the source defines according to the page.

        If pages of the kind document symbols, `documentation` has what they list. Then these are only the lists of
        names of which declarations say nothing certain: a source has more names than it declares if it has a
        preprocessor, or if doclint does not read its declarations.
        """
        lists = self.all(Symbols)
        if not lists or not (self.kind and self.kind.documents):
            return lists
        grammar = self.source_file and self.source_file.grammar
        kinds = LISTED if grammar and not declares_all_names(grammar) else _WORDS
        return [one for one in lists if kinds.issuperset(one.kinds)]

    @property
    def fields(self) -> list[Field]:
        """The fields of all lists of fields, in document order."""
        return [field for fields in self.all(Fields) for field in fields.fields]

    @property
    def captures(self) -> Mapping[str, Sequence[Capture]]:
        """What each hole of the format captured, by name, in title, headings, contents and footer, in this order."""
        return self.parsed.captures

    @cached_property
    def manifest(self) -> tuple[str, Mapping[str, str]]:
        """The path of the manifest that the kind names, and what it says, by keys; nothing without one."""
        name = self.kind.manifest if self.kind else ""
        if not name or self.repository is None:
            return "", {}
        from doclint.packages.settings import manifest_in

        path = join(dirname(self.path), name)
        return path, manifest_in(self.repository, path)

    @cached_property
    def parameters(self) -> dict[str, str]:
        """The values of the format's parameters: the configured one, else the most frequent one on the page."""
        if self.format is None:
            return {}
        found = {name: self.captures[name] for name in self.format.parameters if name in self.captures}
        values = {name: Counter(one.text for one in held).most_common(1)[0][0] for name, held in found.items()}
        return values | self.format.values

    def fill(self, pattern: Pattern | Template) -> str:
        """Return a pattern as text for this page: holes with a known value are filled, others become `<name>`."""
        leads = [name for name in pattern.names if name.startswith(LEADING)]
        return pattern.fill(self._values | self._ways(leads) if leads else self._values)

    @cached_property
    def _values(self) -> dict[str, str]:
        variables = self.subject.variables if self.subject else {}
        return {name: right[0] for name, right in variables.items()} | self.parameters

    def _ways(self, holes: Iterable[str]) -> dict[str, str]:
        """Return the relative links that belong in some holes, as far as they are known."""
        here = dirname(self.path) or "."
        leads = {hole: self.lead(hole) for hole in holes}
        return {hole: relpath(lead, here) for hole, lead in leads.items() if lead is not None}

    def lead(self, hole: str) -> str | None:
        """Return the path that the link in a hole of the format has to lead to; None if the format does not say."""
        return lead_of(hole, self.identity.subject, self.identity.format) if self.identity else None

    @cached_property
    def quotes(self) -> list["Page"]:
        """The pages that this page quotes and that the repository does not have."""
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
        """Return the limits that the page exceeds and, if `needs_source`, those that its source file exceeds."""
        source_file = self.source_file if needs_source else None
        if source_file is None:
            return self.parsed.breaches
        # A page that documents symbols is compared with the declarations of its source, and with nothing else of it.
        of_symbols = self.kind is not None and self.kind.documents
        if not (source_file.is_undeclarable if of_symbols else source_file.is_hopeless):
            return self.parsed.breaches
        lost = (
            f"parsing `{source_file.path}` takes too much work, so doclint does not check what the page says about it"
        )
        return [*self.parsed.breaches, Breach("source-work", Span(0, 0), lost, source_file.path)]

    def key_at(self, offset: int) -> str:
        """Return the key of the section around a character; empty if the format has no such section."""
        return self._heading_at(offset)[1]

    def section_at(self, offset: int) -> str:
        """Return the key of the section around a character, or the text of its heading if it has no key."""
        heading, key = self._heading_at(offset)
        return key or (heading.text if heading else "")

    def _heading_at(self, offset: int) -> tuple[Heading | None, str]:
        """Return the last heading before a character, with the key of its section."""
        starts, headings = self._headings
        return headings[bisect_right(starts, offset)]

    @cached_property
    def _headings(self) -> tuple[list[int], list[tuple[Heading | None, str]]]:
        """The start of each heading; and the headings with their keys, after an entry for the text before the first."""
        found: list[tuple[Heading, str]]
        if self.outline is not None:
            found = [(section.heading, section.key) for section in self.sections]
        else:
            found = [(heading, "") for heading in self.document.headings]
        return [heading.start for heading, _ in found], [(None, ""), *found]

    def links_to(self, heading: Heading) -> bool:
        """Whether a link of the page leads to one of its headings, by the slug of its text."""
        return f"#{slug(heading.text)}" in self._destinations

    @cached_property
    def _destinations(self) -> frozenset[str]:
        return frozenset([link.destination for link in self.document.links])

    def parsed_at(self, path: str) -> ParsedPage | None:
        """Return the page at a path, parsed or to be parsed; None if there is none, or no repository."""
        data = self.repository.page(path) if self.repository else None  # of this page, too, as answers depend on it
        if path == self.path:
            return self.parsed
        return None if data is None else self.parse(path, data)

    def files_described_at(self, path: str) -> Iterator[str]:
        """Yield the files that a page at a path is about, if it is what the path promises: see `described_files`."""
        return described_files(path, self.formats.at(path))

    def is_page(self, path: str) -> bool:
        """Whether the file at a path is a page of a known kind.

        Its title decides; for a file that does not exist its name, if no other file would have such a name.
        """
        possible = list(candidates(path, self.formats.at(path)))
        data = self.repository.page(path) if possible and self.repository else None
        if data is None:
            return any(one.subject.path and not one.subject.is_folder for one in possible)
        # The title is enough, and it is at the top.
        parts = (data[:_HEAD], data) if len(data) > _HEAD else (data,)
        return any(self.parse(path, part).identity for part in parts)
