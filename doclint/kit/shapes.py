"""What doclint reads on a page by its format: lists, fields, copies of sources, and so on."""

from doclint.formats.reading.shapes import (
    Claim,
    Command,
    Entries,
    Field,
    Fields,
    FixedText,
    Imports,
    Item,
    Links,
    Listing,
    Prose,
    Shape,
    SourceCopy,
    Stated,
    SymbolExample,
    Symbols,
)

__all__ = [
    "Claim",
    "Command",
    "Entries",
    "Field",
    "Fields",
    "FixedText",
    "Imports",
    "Item",
    "Links",
    "Listing",
    "Prose",
    "Shape",
    "SourceCopy",
    "Stated",
    "SymbolExample",
    "Symbols",
]
