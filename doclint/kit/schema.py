"""What a format says about its pages: kinds, sections and contents, as a format file has them.

Each name is loaded when it is asked for, because pages of no format need none of them.
"""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    from doclint.formats.schema.statements import (
        ClaimSpec,
        Correction,
        DescriptionSpec,
        FillerSpec,
        Proof,
        Statement,
        Subjects,
    )

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
    "Proof",
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

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        modules = ("contents", "format", "sections", "statements") if name in __all__ else ()
        for module in (import_module(f"doclint.formats.schema.{one}") for one in modules):
            if hasattr(module, name):
                return getattr(module, name)
        raise AttributeError(f"module `{__name__}` has no attribute `{name}`")
