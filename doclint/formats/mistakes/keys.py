"""The keys and shapes that people look for under other names than those of the schema."""

from collections.abc import Collection

from doclint.errors.wording import misspelled_word, nearest

_KEYS = {
    "alternatives": ("one-of",),
    "anchor": ("before",),
    "any-of": ("one-of",),
    "blocks": ("content",),
    "body": ("content",),
    "cells": ("row",),
    "children": ("child",),
    "choice": ("one-of",),
    "columns": ("row",),
    "condition": ("when",),
    "contents": ("content",),
    "depth": ("level",),
    "docs": ("docs-root",),
    "elements": ("content", "group"),
    "extension": ("ext",),
    "extensions": ("ext",),
    "fields": ("items",),
    "file": ("source", "path"),
    "folder": ("docs-root",),
    "frontmatter": ("front-matter",),
    "h1": ("title",),
    "head": ("header",),
    "heading": ("title",),
    "headings": ("heading", "title"),
    "id": ("key", "name"),
    "if": ("when",),
    "item": ("items",),
    "items": ("item", "row"),
    "kinds": ("kind", "of-kinds"),
    "lang": ("fence", "language", "family", "ext"),
    "language": ("fence", "family"),
    "languages": ("language", "family"),
    "limit": ("cap",),
    "list": ("items", "lists"),
    "many": ("repeats",),
    "match": ("text", "item", "value", "heading"),
    "max": ("cap",),
    "metadata": ("front-matter",),
    "multiple": ("repeats",),
    "name": ("key", "heading"),
    "optional": ("required",),
    "order": ("sorted-by",),
    "page": ("path",),
    "pages": ("kind", "path"),
    "pattern": ("text", "item", "value", "heading", "path", "row"),
    "patterns": ("text", "item", "value", "heading", "path"),
    "regex": ("text", "item", "value", "heading", "path"),
    "repeat": ("repeats",),
    "repeated": ("repeats",),
    "required": ("optional",),
    "root": ("docs-root",),
    "sections": ("section", "child"),
    "section": ("child",),
    "sort": ("sorted-by",),
    "sorted": ("sorted-by",),
    "sources": ("source",),
    "subsections": ("child",),
    "subsection": ("child",),
    "symbols": ("defines",),
    "template": ("text", "path"),
    "title": ("heading",),
    "type": ("shape", "of"),
    "types": ("shape",),
    "variables": ("parameters",),
}
"""The keys that another word may mean, the most likely one first."""

_SHAPES = {
    "bullets": "entries",
    "claim": "text",
    "code": "example",
    "definition": "signature",
    "dependencies": "imports",
    "fence": "example",
    "html": "text",
    "include": "source",
    "list": "entries",
    "listing": "entries",
    "markdown": "prose",
    "metadata": "fields",
    "paragraph": "prose",
    "parameters": "table",
    "quote": "source",
    "sentence": "text",
    "separator": "text",
    "statement": "text",
    "statements": "claims",
    "toc": "links",
}
"""The shape that another word may mean."""


def meant_key(written: str, keys: Collection[str], *, is_known: bool) -> str | None:
    """Return the key, of those that a table can have, that an unknown one most likely means; None if none is likely.

    If the key `is_known`, because tables of other types have it, it is not a slip of another one.

    >>> meant_key("columns", ["header", "row"], is_known=False), meant_key("haeder", ["header", "row"], is_known=False)
    ('row', 'header')
    """
    plain = written.casefold().replace("_", "-")
    if plain in keys:
        return plain
    for key in _KEYS.get(plain, ()):
        if key in keys:
            return key
    return misspelled_word(written, keys) if is_known else nearest(written, keys)


def meant_shape(written: str, shapes: Collection[str]) -> str | None:
    """Return the shape that an unknown one most likely means; None if none is likely.

    >>> meant_shape("list", ["entries", "links"]), meant_shape("link", ["entries", "links"])
    ('entries', 'links')
    """
    plain = written.casefold()
    shape = plain if plain in shapes else _SHAPES.get(plain)
    return shape if shape in shapes else nearest(written, shapes)
