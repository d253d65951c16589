"""Documented signatures: what a page says about the parameters of a symbol where it writes them as code."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.formats.holes import SYMBOL
from doclint.formats.patterns.pattern import Capture, Captures
from doclint.formats.patterns.template import Template
from doclint.formats.reading.shapes import SymbolSignature
from doclint.formats.reading.signatures import MEMBERS, signature_in
from doclint.markdown.source import Span
from doclint.source.brackets import CodeText
from doclint.source.language import language_of, languages_of_fence

if TYPE_CHECKING:
    from doclint.source.model import Declaration, DeclarationKind, DeclaredParameter

_MODULES = {"go": "package p\n"}
"""What a module begins with of which a page has a declaration, by the id of the language."""
_MEMBERS = ("field", "method", "constant", "variable")
_METHOD = [Template("{symbol}({parameters}) {returns}"), Template("{symbol}({parameters})")]
_PLAIN = expression(r"(?P<optional>\[)?(?:\.\.\.)?(?P<name>[^\W\d]\w*+)(?(optional)\])")
_CALL = expression(r"\.(?P<setter>\w++)\((?P<name>\w*+)\)")
_MARKS = ("*", "/")  # what separates the parameters of Python


@lru_cache(maxsize=256)  # a page has half of its signatures twice: in an overview, and in the section of the symbol
def parameters(id_: str, text: str) -> "tuple[DeclaredParameter, ...] | None":
    """Return the parameters that a text stands for in a language; None if they cannot be read.

    >>> [(one.name, one.default) for one in parameters("python", "a, *, b: int = 3")]
    [('a', None), ('b', '3')]
    >>> parameters("python", "a): ...") is None
    True
    """
    from doclint.source.read import read
    from doclint.source.trees import grammars

    function = grammars().get(id_, {}).get("signature")
    text = text.replace("''", "'") if id_ == "rust" else text  # rustdoc-md doubles the quotes of lifetimes
    source = read(id_, function.replace("$", text).encode()) if function else None
    match source:
        case None:
            return None
        case _ if source.is_broken or len(source.found) != 1:
            return None
    [found] = [*source.found[0].members, *source.found][:1]
    return found.signatures[0].parameters if len(found.signatures) == 1 else None


class DocumentedParameter(Struct, eq=False):
    """A parameter in a signature. `type` and `default` are None if the signature does not say.

    The `setter` is the method of a builder that sets it, as in `.size(size)`; no edit can correct it.
    """

    name: Capture
    type: Capture | None = None
    default: Capture | None = None
    is_optional: bool = False
    setter: Capture | None = None


class DocumentedSignature(Struct, eq=False, dict=True):
    """A signature: what its shape captures, and its parameters.

    `files` are the paths of the sources that the symbol may be in.
    """

    shape: SymbolSignature
    files: Sequence[str] = ()

    @cached_property
    def parameters(self) -> list[DocumentedParameter] | None:
        """The parameters; None if there are none in the signature, or if they cannot be read.

        The language is that of the fence or, without one, of the sources.
        """
        span = self.shape.spans.get("parameters")
        if span is None:
            return None
        if "types" in self.shape.hides and (plain := self._plain_names(span)):
            return [*plain, *self._set_by_calls()]
        text = self.shape.code.text[slice(*span)]
        declared = next((found for id_ in self._languages() if (found := parameters(id_, text)) is not None), None)
        pieces = [*self._pieces(span)]
        if declared is None or len(declared) != len(pieces):
            return None
        return [self._parameter(one, piece) for one, piece in zip(declared, pieces, strict=True)]

    @property
    def members(self) -> "Iterator[tuple[DeclarationKind, Captures, SymbolSignature | None]]":
        """What the code declares if it has the hole `members`: a kind, the name, type and value, and how to call it.

        Nothing if doclint does not know how such code begins in the language, or if it cannot be read.
        """
        from doclint.source.read import read

        id_ = next((id_ for id_ in self._languages() if id_ in _MODULES), "")
        if MEMBERS not in self.shape.spans or not id_:
            return
        before = _MODULES[id_]
        text = before + self.shape.code.lines
        source = read(id_, text.encode())
        starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
        found = source.found if source and not source.is_broken else ()
        for one in (each for top in found for each in top.members or (top,) if each.kind in _MEMBERS):
            lines = Span(starts[one.line - 1] - len(before), starts[one.end] - 1 - len(before))
            if name := re.compile(rf"\b{re.escape(one.name)}\b").search(self.shape.code.lines, *lines):
                yield self._member(one, Span(*name.span()), lines.end)

    def _member(
        self, one: "Declaration", name: Span, end: int
    ) -> "tuple[DeclarationKind, Captures, SymbolSignature | None]":
        code = self.shape.code
        captures = {SYMBOL: Capture(one.name, *code.place_in_lines(name))}
        for hole, said in (("type", one.type), ("value", one.value)):
            at = code.lines.find(said, name.end, end) if said else -1
            if said:
                captures[hole] = Capture(said, *code.place_in_lines(Span(at, at + len(said)) if at >= 0 else name))
        if one.kind != "method" or "\n" not in code.lines.strip():
            return one.kind, captures, None  # on the line of its interface, its end is not known
        written = code.part(Span(name.start, name.start + len(code.lines[name.start : end].partition("//")[0])))
        place = captures[SYMBOL].span
        language = self.shape.language
        return one.kind, captures, signature_in(written, _METHOD, start=place.start, end=place.end, language=language)

    def _languages(self) -> Iterator[str]:
        fence = self.shape.language
        if fence:
            yield from sorted(languages_of_fence(fence))
        else:
            found = map(language_of, self.files)
            yield from dict.fromkeys(language.id for language in found if language)

    def _plain_names(self, span: Span) -> list[DocumentedParameter]:
        """Return the parameters if each is only a name, as the grammars of Go and Java want types; else nothing.

        Pages made of comments of JSDoc have optional parameters in brackets.
        """
        found = []
        for piece in self._pieces(span):
            match = _PLAIN.fullmatch(self.shape.code.text[slice(*piece)].strip())
            if match is None:
                return []
            name = self._capture(match["name"], piece)
            found.append(DocumentedParameter(name, is_optional=match["optional"] is not None))
        return found

    def _set_by_calls(self) -> Iterator[DocumentedParameter]:
        """Yield what the calls of a builder set, each of which names it twice."""
        for match in _CALL.finditer(self.shape.code.text, *self.shape.spans.get("builder", (0, 0))):
            call = Span(*match.span())
            setter = Capture(f".{match['setter']}", *self.shape.code.place(Span(*match.span("setter"))))
            yield DocumentedParameter(self._capture(match["name"], call, last=True), setter=setter)

    def _pieces(self, span: Span) -> Iterator[Span]:
        text = self.shape.code.text
        return (piece for piece in CodeText(text).split(",", span) if text[slice(*piece)] not in _MARKS)

    def _parameter(self, declared: "DeclaredParameter", piece: Span) -> DocumentedParameter:
        name = self._capture(declared.name, piece)
        behind = Span(min(piece.start + len(declared.name), piece.end), piece.end)
        type_ = self._capture(declared.type, behind) if declared.type else None
        default = self._capture(declared.default, behind, last=True) if declared.default is not None else None
        return DocumentedParameter(name, type_, default, not declared.is_required)

    def _capture(self, text: str, piece: Span, *, last: bool = False) -> Capture:
        """Return the capture of a text in a piece of the code, at the place of the whole piece if it is not there."""
        code = self.shape.code.text
        start = (code.rfind if last else code.find)(text, *piece) if text else -1
        return Capture(text, *self.shape.code.place(Span(start, start + len(text)) if start >= 0 else piece))
