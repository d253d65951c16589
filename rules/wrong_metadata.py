from collections.abc import Iterator

from doclint.errors.suggestions import misspelled_word
from doclint.formats.pattern import Pattern
from doclint.formats.shapes import Field, Fields
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._figures import correct_figure, in_kb, is_same_figure
from ._pages import metadata_page

_NOTHING = "``"


class WrongMetadata(Rule):
    """A field of a page's metadata is missing, has a value of another form, or contradicts itself.

    The fields and the forms of their values are those of the format. Two figures for one size are compared: 13,269
    bytes are 12.96 KB (of 1,024 bytes), not 13.27. Whether the file has that size is for `wrong-size` to say.
    """

    id = "wrong-metadata"
    family = "metadata"
    severity = "error"
    covers = ("E01", "E06")
    yields_to = ("unexpanded-template", "wrong-size")
    remedy = "Write the metadata of all pages from one template that has the fields and forms of the format."
    messages = {
        "missing": Message("The field `{field}` is missing; the format has `{expected}` there", key=("field",)),
        "misnamed": Message("`{field}` stands where the format has the field `{expected}`", key=("field",)),
        "malformed": Message("`{field}` is `{found}`; the format has `{expected}` there", key=("field",)),
        "empty": Message(
            "`{field}` has no value; the format has `{expected}` there",
            key=("field",),
            remedy="Write a word where the value is empty, such as `root` for the topmost folder.",
        ),
        "backticks": Message(
            "`{field}` is two backticks, which show as such: there is no empty code span; write a word, such as none",
            key=("field",),
            severity="warning",
            remedy="Write a word where the value is empty: Markdown has no empty code span.",
        ),
        "repeated": Message("The field `{field}` is repeated; it stands on line {line} already", key=("field",)),
        "unknown": Message("The format has no field `{field}`", key=("field",), severity="warning"),
        "size": Message(
            "The size in KB is {right}, not {kb}, if that in bytes is {bytes}",
            remedy="Compute both figures from one number of bytes; 1 KB is 1,024 of them.",
        ),
    }
    examples = (
        Invalid(
            metadata_page(
                "a.py", "**Path**: `a.py`", "**Size**: 13,269 bytes (13.27 KB)", "**Type**: Python Source Code"
            ),
            "docs/a.py_docs.md",
            lines=(5, 6),
            messages=("missing", "size"),
            fixed=metadata_page(
                "a.py", "**Path**: `a.py`", "**Size**: 13,269 bytes (12.96 KB)", "**Type**: Python Source Code"
            ),
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
        Invalid(
            metadata_page(
                "a.py",
                "**Path**: `a.py`",
                "**Size**: 1,269,000 bytes (1,239.3 KB)",
                "**Type**:",
                "**Extention**: `.py`",
            ),
            "docs/a.py_docs.md",
            lines=(7, 8),
            messages=("empty", "misnamed"),
            fixed=metadata_page(
                "a.py",
                "**Path**: `a.py`",
                "**Size**: 1,269,000 bytes (1,239.3 KB)",
                "**Type**:",
                "**Extension**: `.py`",
            ),
        ),
        Invalid(
            metadata_page(
                "a",
                "**Path**: `a`",
                "**Size**: 13,269 bytes (12.96 KB)",
                "**Type**: Source File ()",
                "**Extension**: ``",
            ),
            "docs/a_docs.md",
            lines=(8,),
            messages=("backticks",),
        ),
        Valid(
            metadata_page(
                "a.py",
                "**Path**: `a.py`",
                "**Size**: 13,269 bytes (12.96 KB)",
                "**Type**: Python Source Code",
                "**Extension**: `.py`",
            ),
            "docs/a.py_docs.md",
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for fields in page.all(Fields):
            missing = dict(fields.missing)
            seen: dict[str, Field] = {}
            for field in fields.fields:
                first = seen.setdefault(field.key, field)
                if first is not field:
                    line = page.source.position(first.start).line
                    yield Violation(field.span, "repeated", field=field.key, line=line)
                elif field.state == "unknown":
                    yield _unknown(page, field, missing)
                elif field.expected and field.state == "malformed":
                    message = "malformed" if field.value.text else "empty"
                    expected = _plain(page, field.expected)
                    if expected == field.value.text:
                        expected = page.fill(field.expected)
                    yield Violation(field.span, message, field=field.key, found=field.value.text, expected=expected)
                elif field.value.text == _NOTHING:
                    yield Violation(field.value.span, "backticks", field=field.key)
                else:
                    yield from _size(page, field)
            for key, pattern in missing.items():
                yield Violation(fields.fields[0].span, "missing", field=key, expected=_plain(page, pattern))


def _unknown(page: Page, field: Field, missing: dict[str, Pattern]) -> Violation:
    """An unknown field, or if its name is much like that of a missing one, that one under another name."""
    meant = misspelled_word(field.key, missing)
    if meant is None:
        return Violation(field.span, "unknown", field=field.key)
    del missing[meant]
    start = page.source.text.find(f"**{field.key}**", field.start, field.value.start)
    name = Edit(Span(start + 2, start + 2 + len(field.key)), meant)
    fix = Fix((name,), safe=False) if start >= 0 else None
    return Violation(field.span, "misnamed", fix=fix, field=field.key, expected=meant)


def _plain(page: Page, pattern: Pattern) -> str:
    return page.fill(pattern).replace("`", "")


def _size(page: Page, field: Field) -> Iterator[Violation]:
    if "bytes" not in field.captures or "kb" not in field.captures:
        return
    size, kb = field.captures["bytes"], field.captures["kb"]
    right = in_kb(size.number, kb.text) if size.number is not None else kb.text
    if not is_same_figure(kb.text, right):
        edit = correct_figure(page, kb, right, size)
        fix = Fix((edit,), safe=False) if edit else None
        yield Violation(field.value.span, "size", fix=fix, bytes=size.text, kb=kb.text, right=right)
