"""What doclint reads on a page by its format: lists, fields, copies of sources, and so on."""

from doclint.formats.reading.shapes import (
    Claim as Claim,
    Command as Command,
    Entries as Entries,
    Field as Field,
    Fields as Fields,
    FixedText as FixedText,
    Imports as Imports,
    Item as Item,
    Links as Links,
    Listing as Listing,
    Prose as Prose,
    Shape as Shape,
    SourceCopy as SourceCopy,
    Stated as Stated,
    SymbolExample as SymbolExample,
    Symbols as Symbols,
)
