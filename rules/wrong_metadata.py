from collections.abc import Iterator

from doclint.formats.shapes import Field, Fields
from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid

from ._pages import metadata_page

_UNIT = 1024


class WrongMetadata(Rule):
    """A field of a page's metadata is missing, has a value of another form, or contradicts itself.

    The fields and the forms of their values are those of the format. Two figures for one size are compared: 13,269
    bytes are 12.96 KB (of 1,024 bytes), not 13.27.
    """

    id = "wrong-metadata"
    family = "metadata"
    severity = "error"
    covers = ("E01", "E06")
    messages = {
        "missing": Message("The field `{field}` is missing", key=("field",)),
        "malformed": Message("`{field}` is `{found}`; it should have the form `{expected}`", key=("field",)),
        "repeated": Message("The field `{field}` is here already", key=("field",)),
        "unknown": Message("The format has no field `{field}`", key=("field",), severity="warning"),
        "size": Message("{bytes} bytes are {right} KB, not {kb}", key=()),
    }
    examples = (
        Invalid(
            metadata_page(
                "a.py", "**Path**: `a.py`", "**Size**: 13,269 bytes (13.27 KB)", "**Type**: Python Source Code"
            ),
            "docs/a.py_docs.md",
            lines=(5, 6),
            messages=("missing", "size"),
        ),
        Invalid(
            metadata_page(
                "a.py",
                "**Path**: `a.py`",
                "**Path**: `a.py`",
                "**Size**: large",
                "**Type**: Python Source Code",
                "**Extension**: `.py`",
                "**Owner**: me",
            ),
            "docs/a.py_docs.md",
            lines=(6, 7, 10),
            messages=("repeated", "malformed", "unknown"),
        ),
        Valid(
            metadata_page(
                "a",
                "**Path**: `a`",
                "**Size**: 13,269 bytes (12.96 KB)",
                "**Type**: Source File ()",
                "**Extension**: ``",
            ),
            "docs/a_docs.md",
        ),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        for fields in page.all(Fields):
            for key, _ in fields.missing:
                yield Finding(fields.fields[0].span, "missing", field=key)
            seen: set[str] = set()
            for field in fields.fields:
                if field.key in seen:
                    yield Finding(field.span, "repeated", field=field.key)
                elif field.state == "malformed":
                    expected = field.expected.replace("`", "")
                    yield Finding(field.span, "malformed", field=field.key, found=field.value.text, expected=expected)
                elif field.state == "unknown":
                    yield Finding(field.span, "unknown", field=field.key)
                else:
                    yield from _size(field)
                seen.add(field.key)


def _size(field: Field) -> Iterator[Finding]:
    captures = field.captures
    if "bytes" not in captures or "kb" not in captures:
        return
    size, kb = captures["bytes"].text, captures["kb"].text
    right = f"{int(size.replace(',', '')) / _UNIT:.2f}"
    if float(kb) != float(right):
        yield Finding(field.value.span, "size", bytes=size, kb=kb, right=right)
