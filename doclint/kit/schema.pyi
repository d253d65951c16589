from doclint.formats.schema.contents import (
    CHILD as CHILD,
    Children as Children,
    Content as Content,
    Defining as Defining,
    FieldsContent as FieldsContent,
    ImportsContent as ImportsContent,
    LinksContent as LinksContent,
    ListingContent as ListingContent,
    OneOf as OneOf,
    ProseContent as ProseContent,
    SignatureContent as SignatureContent,
    SourceContent as SourceContent,
    SymbolsContent as SymbolsContent,
    TableContent as TableContent,
    TextContent as TextContent,
    flat as flat,
    patterns_of as patterns_of,
)
from doclint.formats.schema.format import Format as Format, Kind as Kind
from doclint.formats.schema.sections import SectionPlace as SectionPlace, SectionSpec as SectionSpec
from doclint.formats.schema.statements import (
    ClaimSpec as ClaimSpec,
    Correction as Correction,
    DescriptionSpec as DescriptionSpec,
    FillerSpec as FillerSpec,
    Proof as Proof,
    Statement as Statement,
    Subjects as Subjects,
)
