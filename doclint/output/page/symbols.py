"""The symbols of a page, as its contents have them."""

from collections.abc import Iterable, Iterator

from doclint.formats.documented.documented_signature import DocumentedParameter, DocumentedSignature
from doclint.formats.documented.symbols import DocumentedSymbol, Members
from doclint.formats.holes import SYMBOL
from doclint.formats.patterns.pattern import Capture
from doclint.formats.reading.shapes import SymbolExample, Symbols
from doclint.markdown.source import Span
from doclint.output.page.captured import captured, lines_of
from doclint.output.page.contents import PageExample, PageSignature, PageSymbol, SignatureParameter, StatedSource
from doclint.page.page import Page
from doclint.source.brackets import CodeText


class SymbolReader:
    """Reads the symbols of one page. `ends` are where sections end, by where their headings start."""

    def __init__(self, page: Page, ends: dict[int, int]) -> None:
        self._page = page
        self._ends = ends

    def symbols(self, lists: Iterable[Members]) -> list[PageSymbol]:
        """Return the symbols of some lists, with members of all levels."""
        return [self._symbol(symbol) for members in lists for symbol in members.symbols]

    def listed(self, lists: Iterable[Symbols]) -> list[PageSymbol]:
        """Return the names in some lists, which have no members."""
        return [
            self._symbol(DocumentedSymbol(shape.kinds, item[SYMBOL], item.span, item.captures))
            for shape in lists
            for item in shape.items
            if SYMBOL in item.captures
        ]

    def _symbol(self, symbol: DocumentedSymbol) -> PageSymbol:
        source = self._page.source
        return PageSymbol(
            name=symbol.name.text,
            qualified_name=symbol.qualified,
            kinds=list(symbol.kinds),
            section=symbol.section.key if symbol.section else self._page.section_at(symbol.span.start),
            type=_text(symbol.said("type")),
            default=_text(symbol.said("default")),
            value=_text(symbol.said("value")),
            returns=_text(symbol.said("returns")),
            description=_text(symbol.says("description")),
            docstring="\n\n".join(self._page.text(prose.span) for prose in symbol.docstring) or None,
            bases=[base for capture in symbol.bases for base in _names(capture)],
            is_async=symbol.said("async") is not None,
            is_optional=symbol.says("optional") is not None or symbol.said("default") is not None,
            is_required=symbol.says("required") is not None,
            source=_source(symbol),
            signatures=[self._signature(signature) for signature in symbol.signatures],
            examples=[self._example(example) for example in symbol.examples],
            captures=captured(symbol.captures, source),
            members=self.symbols(symbol.members),
            **lines_of(self._span(symbol), source),
        )

    def _span(self, symbol: DocumentedSymbol) -> Span:
        """Return the characters of a symbol, with all that is below its heading."""
        if symbol.section is not None:
            heading = symbol.section.heading
            return Span(heading.start, self._ends[heading.start])
        outline = self._page.outline
        if outline is not None and outline.title is not None and symbol.span == outline.title.span:
            return Span(symbol.span.start, max([symbol.span.end, *self._ends.values()]))
        return symbol.span

    def _signature(self, signature: DocumentedSignature) -> PageSignature:
        shape, source = signature.shape, self._page.source
        parameters = signature.parameters
        return PageSignature(
            text=shape.code.text,
            language=shape.language,
            parameters=None if parameters is None else [self._parameter(one) for one in parameters],
            captures=captured(shape.captures, source),
            **lines_of(shape.span, source),
        )

    def _parameter(self, parameter: DocumentedParameter) -> SignatureParameter:
        return SignatureParameter(
            name=parameter.name.text,
            type=_text(parameter.type),
            default=_text(parameter.default),
            is_optional=parameter.is_optional,
            **lines_of(parameter.name.span, self._page.source),
        )

    def _example(self, example: SymbolExample) -> PageExample:
        return PageExample(
            language=example.block.language, text=example.block.text, **lines_of(example.span, self._page.source)
        )


def _text(capture: Capture | None) -> str | None:
    return capture.text if capture else None


def _names(capture: Capture) -> Iterator[str]:
    """Yield the bases in a capture, which commas separate."""
    code = CodeText(capture.text)
    return (capture.text[slice(*span)].strip("`") for span in code.split(",", Span(0, len(capture.text))))


def _source(symbol: DocumentedSymbol) -> StatedSource | None:
    path, line, link = (symbol.says(hole) for hole in ("source.path", "source.line", "source.link"))
    if path is None and line is None and link is None:
        return None
    return StatedSource(path=_text(path), line=line.number if line else None, link=_text(link))
