"""What would prove a statement about a source file, and what may have led the generator to it."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.formats.schema.statements import Proof
from doclint.page.source_file import SourceFile
from doclint.source.identifiers import Said

_AROUND = 60  # bytes of a name around a text
_BEFORE = expression(rb"(?:[\w.\x80-\xff]|::|->)*\Z")
_BEHIND = expression(rb"[\w\x80-\xff]*")
# What a remark denies, up to the end of the clause or about a line.
_DENIED = expression(r"\b(?:neither|never|no|nor|without)\b[^.;:!?]{0,60}+")
_PASSAGES = {"comment": "comments", "docstring": "docstrings", "string": "strings"}


def is_impossible(source: SourceFile, proof: Proof) -> bool:
    """Whether a statement is false of all files in the language of a source file: none can do what it says."""
    return source.language is not None and (source.language.prose or source.language.id in proof.never)


def is_refuted(source: SourceFile, proof: Proof) -> bool:
    """Whether a source file has nothing that would prove a statement; False if nothing can be concluded."""
    if source.language is None or source.language.id in proof.languages:
        return False
    if is_impossible(source, proof):
        return True
    identifiers = source.identifiers
    if identifiers is None or not source.complete:
        return False
    if any(map(identifiers.has, proof.names)) or identifiers.calls(proof.calls):
        return False
    said = identifiers.said(proof.apart)
    if not said.words.isdisjoint(proof.words):
        return False
    return not any(part in text for parts, text in _searched(source, proof, said) for part in parts)


def _searched(source: SourceFile, proof: Proof, said: Said) -> Iterator[tuple[Iterable[str], str]]:
    """Yield the parts that would prove a statement, with the text to search for them."""
    yield proof.parts, said.text
    if proof.strings:
        yield proof.strings, source.strings
    if proof.comments:
        yield proof.comments, _DENIED.sub("", source.remarks)


class Trigger(NamedTuple):
    """A text that a generator looks for, as it occurs in a source file.

    `places` are the kinds of passages that it occurs in, and `names` are the names in the code that it is, or is part
    of. `line` is the first one that has it in code, or else anywhere, counted from 1. Without a grammar for the file,
    all of it counts as code, and `line` is None.
    """

    text: str
    places: list[str]
    line: int | None
    names: tuple[str, ...]


def triggers(source: SourceFile, texts: Iterable[str]) -> Iterator[Trigger]:
    """Yield those of some texts that occur in a source file, in whatever case."""
    lower = source.data.lower()
    for text in texts:
        spans = [match.span() for match in re.finditer(re.escape(text.encode().lower()), lower)]
        if spans:
            yield _trigger(source, spans)


def _trigger(source: SourceFile, spans: list[tuple[int, int]]) -> Trigger:
    mentions = [source.passages.mention(start) for start, _ in spans] if source.passages else []
    places = sorted({_PASSAGES[one.place] for one in mentions if one.place in _PASSAGES})
    in_code = [one.place not in _PASSAGES for one in mentions] or [True] * len(spans)
    shown = [one for one in mentions if one.place not in _PASSAGES] or mentions
    line = shown[0].line if shown else None
    names = (_name_around(source.data, *span) for span, is_code in zip(spans, in_code, strict=True) if is_code)
    text = source.data[slice(*spans[0])].decode(errors="replace").strip()
    return Trigger(text, places, line, tuple(dict.fromkeys(names)))


def _name_around(data: bytes, start: int, end: int) -> str:
    """Return the name that some bytes are part of, begin or end, as in `model.eval(`."""
    before = _BEFORE.search(data, max(0, start - _AROUND), start)
    behind = _BEHIND.match(data, end, end + _AROUND)
    is_open = data[end - 1 : end].isalnum() or data[end - 1 : end] == b"_"
    first = before.start() if before else start
    last = behind.end() if behind and is_open else end
    return data[first:last].decode(errors="replace").strip()
