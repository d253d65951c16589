"""The nodes of a Markdown page: blocks and inlines, by the names that CommonMark 0.31.2 gives them."""

from doclint.markdown.nodes import (
    Block as Block,
    Break as Break,
    Code as Code,
    CodeBlock as CodeBlock,
    Definition as Definition,
    Emphasis as Emphasis,
    Heading as Heading,
    Html as Html,
    HtmlBlock as HtmlBlock,
    Inline as Inline,
    Link as Link,
    List as List,
    MissingReference as MissingReference,
    Paragraph as Paragraph,
    Strong as Strong,
    Table as Table,
    TableRow as TableRow,
    Text as Text,
    ThematicBreak as ThematicBreak,
    plain_text as plain_text,
)
