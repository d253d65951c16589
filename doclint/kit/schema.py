"""What a format says about its pages: kinds, sections and contents, as a format file has them."""

from doclint.formats.schema.contents import (
    CHILD,
    Children,
    Content,
    Defining,
    FieldsContent,
    ImportsContent,
    LinksContent,
    ListingContent,
    OneOf,
    ProseContent,
    SignatureContent,
    SourceContent,
    SymbolsContent,
    TableContent,
    TextContent,
    flat,
    patterns_of,
)
from doclint.formats.schema.format import Format, Kind
from doclint.formats.schema.sections import SectionPlace, SectionSpec
from doclint.formats.schema.statements import ClaimSpec, Correction, DescriptionSpec, FillerSpec, Statement, Subjects

__all__ = [
    "CHILD",
    "Children",
    "ClaimSpec",
    "Content",
    "Correction",
    "Defining",
    "DescriptionSpec",
    "FieldsContent",
    "FillerSpec",
    "Format",
    "ImportsContent",
    "Kind",
    "LinksContent",
    "ListingContent",
    "OneOf",
    "ProseContent",
    "SectionPlace",
    "SectionSpec",
    "SignatureContent",
    "SourceContent",
    "Statement",
    "Subjects",
    "SymbolsContent",
    "TableContent",
    "TextContent",
    "flat",
    "patterns_of",
]
