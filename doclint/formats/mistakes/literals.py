"""Texts of a format that no page can have, because doclint compares them with what is left of the page's Markdown."""

import re
from collections.abc import Iterator

from doclint.errors.mistakes import Mistake, Path
from doclint.formats.mistakes.walk import contents_of
from doclint.formats.schema.contents import (
    CommandContent,
    Content,
    ExampleContent,
    FieldsContent,
    ListingContent,
    SignatureContent,
    TableContent,
)
from doclint.formats.schema.format import Format
from doclint.markdown.nodes import Paragraph, plain_text
from doclint.markdown.parser import parse

_MARKUP = re.compile(r"[*_`~\[]|\\|&\w+;")
_WORD = re.compile(r"[^\s`]+")


def impossible_texts(format_: Format) -> Iterator[Mistake]:
    """Yield the labels, keys, headers and languages of fences that no page can have."""
    for index, kind in enumerate(format_.kind):
        for at, content in contents_of(("kind", index), kind):
            yield from _in_content(at, content)


def _in_content(path: Path, content: Content) -> Iterator[Mistake]:
    match content:
        case ListingContent(label=label):
            yield from _marked_up((*path, "label"), "label", label)
        case FieldsContent(items=fields):
            for index, field in enumerate(fields):
                yield from _marked_up((*path, "items", index, "key"), "key", field.key)
        case TableContent(header=header, row=row):
            for index, cell in enumerate(header):
                yield from _marked_up((*path, "header", index), "header", cell)
            if len(row) > len(header):
                text = f"no row matches: `row` has {len(row)} cells, and the `header` has {len(header)}"
                yield Mistake((*path, "row"), text)
        case SignatureContent(fence=names) | ExampleContent(fence=names):
            for index, name in enumerate(names):
                yield from _not_a_language((*path, "fence", index), name)
        case CommandContent(fence=name):
            yield from _not_a_language((*path, "fence"), name)


def _marked_up(path: Path, what: str, text: str) -> Iterator[Mistake]:
    """Yield a text with markup, or with blanks around it, where doclint compares what readers see."""
    seen = text.strip()
    if _MARKUP.search(text):
        match parse(seen).blocks:
            case [Paragraph(children=children)]:
                seen = plain_text(children)
    if seen != text:
        yield Mistake(path, f"the {what} `` {text} `` matches nothing; write it as readers see it: `{seen}`")


def _not_a_language(path: Path, name: str) -> Iterator[Mistake]:
    """Yield the name of a language that is not the first word of an info string in lower case."""
    word = _WORD.search(name.lower())
    right = word[0] if word else ""
    if name != right:
        way = f"write its first word in lower case: `{right}`" if right else "without a language, leave it out"
        yield Mistake(path, f"no fence has the language `{name}`; {way}")
