"""From a page to its contents."""

from collections.abc import Collection, Iterator
from typing import Any

from doclint.formats.reading.element_names import name_of
from doclint.formats.reading.front_matter import data_of
from doclint.formats.reading.shapes import Claim, Field, Fields, Prose, Shape, TableListing
from doclint.markdown.diagrams.model import DiagramEdge, DiagramMember, DiagramNode
from doclint.markdown.diagrams.read import Diagram
from doclint.markdown.document import FrontMatter
from doclint.markdown.nodes import CodeBlock, Link, Table, TableRow, plain_text
from doclint.markdown.source import Span, printable
from doclint.output.page.candidates import candidates_of, reason_of
from doclint.output.page.contents import (
    Captured,
    CitedLines,
    DrawnEdge,
    DrawnMember,
    DrawnNode,
    PageAssumption,
    PageCitation,
    PageClaim,
    PageCode,
    PageContents,
    PageDiagram,
    PageField,
    PageFooter,
    PageFrontMatter,
    PageLines,
    PageLink,
    PageProse,
    PageRow,
    PageSubject,
    PageTable,
    PageTitle,
)
from doclint.output.page.parts import SectionReader, SymbolReader, absent_sections, captured, headed_spans, lines_of
from doclint.output.paths import shown_folder
from doclint.page.citations import citations, is_there
from doclint.page.links import target_of
from doclint.page.page import Page
from doclint.page.page_source import promised_source
from doclint.page.parts import PagePart, parts_of
from doclint.rule.reads import without_reading
from doclint.rule.rule import Rule

_GENERATED = "generated."
_MOST = 10_000  # values: aliases of YAML can make a short text a huge value
_DEEPEST = 50
_LARGEST = 2**63  # of a number: readers of JSON know no larger ones


def contents_of(page: Page, rules: Collection[type[Rule]] = ()) -> PageContents:
    """Return what doclint reads on a page, and which of some rules have nothing to read there."""
    spans = headed_spans(page)
    sections = SectionReader(page, spans)
    symbols = SymbolReader(page, {span.heading.start: span.end for span in spans})
    reader = _ContentsReader(page)
    found = page.parsed.recognized
    return PageContents(
        path=page.path,
        format=found.format.name if found else None,
        kind=found.kind.name if found else None,
        is_free=found is not None and found.kind.free,
        reason=reason_of(page),
        instructions=page.convention.description if page.convention else "",
        candidates=candidates_of(page),
        subject=_subject(page),
        title=reader.title(),
        front_matter=reader.front_matter(),
        footer=reader.footer(),
        parameters=page.parameters,
        generated=reader.generated(),
        fields=list(reader.fields()),
        symbols=symbols.symbols(page.documentation) or symbols.listed(page.symbol_lists),
        sections=sections.sections(),
        elements=sections.elements(),
        absent_sections=absent_sections(page),
        claims=list(reader.claims()),
        links=[reader.link(link) for link in page.document.links],
        citations=list(reader.citations()),
        diagrams=[reader.diagram(one) for one in page.diagrams],
        tables=list(reader.tables()),
        code=[reader.code(block) for block in page.document.code_blocks],
        prose=[reader.prose(shape) for shape in page.all(Prose)],
        parts=[_part(part) for part in parts_of(page.parsed)],
        lines=len(page.source.line_starts) - (page.source.text[-1:] in ("", "\n", "\r")),
        assumptions=list(_assumptions(page)),
        idle_rules=without_reading(page, rules) if rules else {},
    )


def _subject(page: Page) -> PageSubject | None:
    subject = page.subject
    if subject is None:
        return None
    return PageSubject(
        path=subject.path,
        is_folder=subject.is_folder and subject.path is not None,
        language=page.language.id if page.language else None,
        holes=subject.holes,
        files=list(promised_source(page.parsed, page.repository)),
    )


def _assumptions(page: Page) -> Iterator[PageAssumption]:
    if page.site is not None and not page.site.is_host:
        yield PageAssumption(about="site", value=page.site.description)
        content = page.site.content_of(page.path)
        if content is not None:
            yield PageAssumption(about="content", value=shown_folder(content))
    if page.source_file is not None:
        yield PageAssumption(about="source", value=page.source_file.copy or page.source_file.path)


def _part(part: PagePart) -> PageLines:
    element = part.shape.element if part.shape else None
    return PageLines(
        taker=part.taker,
        shape=name_of(element) if element else "",
        section=part.section.key or part.section.heading.text if part.section else "",
        line=part.first,
        end_line=part.last,
    )


class _ContentsReader:
    """Reads one page, except for its sections and symbols."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._source = page.source
        self._tables = {shape.start: shape for shape in page.all(TableListing)}

    def title(self) -> PageTitle | None:
        outline = self._page.outline
        if outline is None or outline.title is None:
            return None
        return PageTitle(
            text=outline.title.text,
            level=outline.title.level,
            matches=outline.title_captures is not None,
            captures=captured(outline.title_captures or {}, self._source),
            **lines_of(outline.title.span, self._source),
        )

    def front_matter(self) -> PageFrontMatter | None:
        outline, front_matter = self._page.outline, self._page.document.front_matter
        if front_matter is None:
            return None
        return PageFrontMatter(
            syntax="toml" if front_matter.syntax == "toml" else "yaml",
            data=json_of(front_matter),
            captures=captured(outline.front_matter_captures if outline else {}, self._source),
            **lines_of(front_matter.span, self._source),
        )

    def footer(self) -> PageFooter | None:
        outline = self._page.outline
        if outline is None or outline.footer is None:
            return None
        return PageFooter(
            captures=captured(outline.footer_captures, self._source), **lines_of(outline.footer, self._source)
        )

    def generated(self) -> Captured:
        """Return what the page says about how it was written; if it does so several times, the first one."""
        found = {
            name.removeprefix(_GENERATED): captures[0]
            for name, captures in self._page.captures.items()
            if name.startswith(_GENERATED)
        }
        return captured(found, self._source)

    def fields(self) -> Iterator[PageField]:
        for shape in self._page.all(Fields):
            yield from (self._field(field, shape) for field in shape.fields)

    def _field(self, field: Field, shape: Shape) -> PageField:
        return PageField(
            key=field.key,
            text=field.value.text,
            state=field.state,
            captures=captured(field.captures, self._source),
            section=shape.section,
            **lines_of(field.span, self._source),
        )

    def claims(self) -> Iterator[PageClaim]:
        for claim in self._page.all(Claim):
            yield PageClaim(
                key=claim.key,
                of=claim.of,
                text=self._page.text(claim.span),
                section=self._page.section_at(claim.start),
                captures=captured(claim.captures, self._source),
                **lines_of(claim.span, self._source),
            )

    def link(self, link: Link) -> PageLink:
        """Return a link, with where it leads."""
        page = self._page
        target = target_of(page, link.destination, is_html=link.is_html)
        is_inside = target is not None and not target.path.startswith("../")
        return PageLink(
            kind=link.kind,
            text=plain_text(link.children),
            destination=link.destination,
            is_image=link.image,
            path=target.path if target else None,
            fragment=target.fragment if target else "",
            exists=page.repository.exists(target.path) if target and is_inside and page.repository else None,
            **lines_of(link.span, self._source),
            column=self._source.position(link.start).column,
        )

    def citations(self) -> Iterator[PageCitation]:
        repository = self._page.repository
        for one in citations(self._page) if repository else ():
            yield PageCitation(
                path=one.path,
                lines=[CitedLines(text=lines.text, first=lines.first, last=lines.last) for lines in one.lines],
                symbol=one.symbol,
                base=one.base,
                ref=one.ref,
                exists=is_there(repository, one) if repository else None,
                **lines_of(one.span, self._source),
                column=self._source.position(one.span.start).column,
            )

    def diagram(self, diagram: Diagram) -> PageDiagram:
        """Return a diagram, as far as it parses."""
        line, found = self._line, diagram.contents
        return PageDiagram(
            type=diagram.type,
            parses=found.failure is None,
            nodes=[
                DrawnNode(id=one.id, label=one.label.text if one.label else "", line=line(one)) for one in found.nodes
            ],
            edges=[
                DrawnEdge(
                    source=one.source,
                    target=one.target,
                    mark=one.mark,
                    label=one.label.text if one.label else "",
                    line=line(one),
                )
                for one in found.edges
            ],
            members=[DrawnMember(owner=one.owner, text=one.text, line=line(one)) for one in found.members],
            **lines_of(diagram.block.span, self._source),
        )

    def _line(self, one: DiagramNode | DiagramEdge | DiagramMember) -> int:
        return self._source.position(one.span.start).line

    def tables(self) -> Iterator[PageTable]:
        for table in self._page.document.tables:
            taken = self._tables.get(table.start)
            yield PageTable(
                header=_cells(table.rows[0]) if table.rows else [],
                rows=list(self._rows(table, taken)),
                section=self._page.section_at(table.start),
                is_described=taken is not None,
                **lines_of(table.span, self._source),
            )

    def _rows(self, table: Table, taken: TableListing | None) -> Iterator[PageRow]:
        captures = {item.start: item.captures for item in taken.items} if taken else {}
        for row in table.rows[1:]:
            found = captured(captures.get(row.start, {}), self._source)
            yield PageRow(cells=_cells(row), captures=found, **lines_of(row.span, self._source))

    def code(self, block: CodeBlock) -> PageCode:
        """Return a code block."""
        return PageCode(
            language=block.language,
            info=block.info,
            text=block.text,
            section=self._page.section_at(block.start),
            **lines_of(Span(block.start, block.end), self._source),
        )

    def prose(self, shape: Prose) -> PageProse:
        """Return a block of free text."""
        return PageProse(
            text=self._page.text(shape.span),
            of="docstring" if shape.of == "docstring" else "",
            is_described=shape.element is not None,
            section=self._page.section_at(shape.start),
            **lines_of(shape.span, self._source),
        )


def _cells(row: TableRow) -> list[str]:
    return [plain_text(cell.children) for cell in row.cells]


def json_of(front_matter: FrontMatter) -> Any:
    """Return what a front matter says, with texts for what JSON does not have, such as dates; None if it cannot be
    read, or is too large or too deep.
    """
    try:
        return _DataReader().value(data_of(front_matter), 0)
    except ValueError:
        return None


class _DataReader:
    """Copies a value, up to a number of parts."""

    def __init__(self) -> None:
        self._count = 0

    def value(self, value: Any, depth: int) -> Any:
        """Return a copy of a value at some depth. Raises ValueError if there are too many, or if they are too deep."""
        self._count += 1
        if self._count > _MOST or depth > _DEEPEST:
            raise ValueError("the front matter is too large")
        match value:
            case dict():
                return {_text(key): self.value(one, depth + 1) for key, one in value.items()}
            case list():
                return [self.value(one, depth + 1) for one in value]
            case bool() | None:
                return value
            case int() | float() if abs(value) < _LARGEST:  # neither infinite nor NaN
                return value
        return _text(value)


def _text(value: Any) -> str:
    return printable(value if isinstance(value, str) else str(value))
