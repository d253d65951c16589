from collections.abc import Iterator
from urllib.parse import unquote

from doclint import Capture, Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.formats.holes import BYTES, KB
from doclint.formats.patterns.pattern import Pattern
from doclint.kit import expression, misspelled_word
from doclint.kit.figures import correct_figure, in_kb, is_same_figure
from doclint.kit.shapes import Field, Fields

from ._pages import metadata_page
from ._remedies import EMPTY_VALUE

_NOTHING = "``"
_BADGE = expression(r"\]\(https://img\.shields\.io/badge/\w+-((?:[^-()\s?]|--)++)-\w")
_OF_MANIFEST = [f"{{manifest.{key}}}" for key in ("name", "version", "app-version", "type", "home", "kube-version")]

_CHART = """\
# {}

![Version: {}](https://a.org) ![Type: {}](https://a.org) ![AppVersion: {}](https://a.org)

Made using [helm-docs](https://a.org).
"""
_CHARTED = {
    "values.yaml": "size: 1\n",
    "Chart.yaml": "name: shop\nversion: 1.2\ntype: application\nappVersion: '3.4'\n",
}


def _page(*fields: str, size: str = "13,269 bytes (12.96 KB)") -> str:
    """Return the page about `a.py` with its path, on line 5, its size and other fields."""
    return metadata_page("a.py", "**Path**: `a.py`", f"**Size**: {size}", *fields)


class WrongMetadata(Rule):
    """A field of the metadata is missing, has a value of another form, or contradicts itself or the manifest.

    Programs that read the fields fail, or read something else. The format says which fields there are and what form
    their values have. If a field states a size in bytes and in KB, doclint compares the two: 13,269 bytes are 12.96 KB
    (of 1,024 bytes), not 13.27. `wrong-size` checks whether the file has that size. If a page states the name or the
    version of a chart, doclint compares it with `Chart.yaml`.
    """

    family = "metadata"
    severity = "error"
    reads = {"{size.kb} of fields + {size.bytes} of fields", "fields", *_OF_MANIFEST, "kind.manifest"}
    covers = ("E01", "E06")
    yields_to = ("unexpanded-template", "wrong-size")
    remedy = "Write the metadata of all pages from one template that has the fields and forms of the format."
    messages = {
        "missing": Message("The field `{field}` is missing; the format expects `{expected}`", key=("field",)),
        "misnamed": Message("The page calls a field `{field}`; the format calls it `{expected}`", key=("field",)),
        "malformed": Message("`{field}` is `{found}`; the format expects [`{expected}`][{nothing}]", key=("field",)),
        "empty": Message(
            "`{field}` has no value; the format expects `{expected}`",
            key=("field",),
            remedy="Write a word if the value is empty, such as `root` for the topmost folder.",
        ),
        "backticks": Message(
            "`{field}` is empty and renders as two backticks; write `none`",
            key=("field",),
            severity="warning",
            remedy=EMPTY_VALUE,
        ),
        "repeated": Message("The field `{field}` is already on line {line}; write it once", key=("field",)),
        "unknown": Message("The format has no field `{field}`", key=("field",), severity="warning"),
        "manifest": Message(
            "The page says `{found}`; the {what} in `{manifest}` is `{right}`",
            key=("what",),
            remedy="Run the generator again after each change of the manifest.",
        ),
        "size": Message(
            "The page says {kb} KB, but {bytes} bytes are {right} KB",
            remedy="Compute both figures from one number of bytes; 1 KB is 1,024 bytes.",
        ),
    }
    examples = (
        Invalid(
            _page("**Type**: Python Source Code", size="13,269 bytes (13.27 KB)"),
            "docs/a.py_docs.md",
            lines={5: "missing", 6: "size"},
            fixed=_page("**Type**: Python Source Code"),
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
            lines={6: "repeated", 7: "malformed", 10: "unknown"},
        ),
        Invalid(
            _page("**Type**:", "**Extention**: `.py`", size="1,269,000 bytes (1,239.3 KB)"),
            "docs/a.py_docs.md",
            lines={7: "empty", 8: "misnamed"},
            fixed=_page("**Type**:", "**Extension**: `.py`", size="1,269,000 bytes (1,239.3 KB)"),
        ),
        Invalid(
            _page("**Type**: Source File ()", "**Extension**: ``").replace("a.py", "a"),
            "docs/a_docs.md",
            lines={8: "backticks"},
        ),
        Invalid(
            _CHART.format("till", "1.3", "library", "3"),
            "README.md",
            files=_CHARTED,
            lines={1: "manifest", 3: ("manifest", "manifest", "manifest")},
            fixed=_CHART.format("shop", "1.2", "application", "3.4"),
        ),
        Valid(_CHART.format("Shop", "1.2", "application", "3.4"), "README.md", files=_CHARTED),
        Valid(_CHART.format("Our shop", "1.2", "application", "3.4"), "README.md", files=_CHARTED),
        Valid(_page("**Type**: Python Source Code", "**Extension**: `.py`"), "docs/a.py_docs.md"),
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
                    yield _check_unknown(page, field, missing)
                else:
                    yield from _check_value(page, field)
            for key, pattern in missing.items():
                yield Violation(fields.fields[0].span, "missing", field=key, expected=_plain(page, pattern))
        for what, right in page.manifest[1].items():
            for capture in page.captures.get(f"manifest.{what}", ()):
                # A title in other words than a name, or with capitals, may say more than the name.
                is_free = what == "name" and (" " in capture.text or not capture.text.islower())
                badge, found, fix = _BADGE.match(page.source.text, capture.end), capture.text, None
                if badge and found == right:  # the picture may show something else than its text
                    found = unquote(badge[1]).replace("--", "-")
                    is_free = _letters(found) == _letters(right)
                else:
                    fix = page.correct(capture, right, safe=True)
                if found != right and not is_free:
                    span = capture.span if fix or not badge else Span(*badge.span(1))
                    manifest = page.manifest[0]
                    yield Violation(span, "manifest", fix=fix, found=found, what=what, manifest=manifest, right=right)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _check_unknown(page: Page, field: Field, missing: dict[str, Pattern]) -> Violation:
    """Return the violation of an unknown field, and take the field that is meant from the missing ones."""
    meant = misspelled_word(field.key, missing)
    if meant is None:
        return Violation(field.span, "unknown", field=field.key)
    del missing[meant]
    start = page.source.text.find(f"**{field.key}**", field.start, field.value.start) + 2
    fix = page.replace(Span(start, start + len(field.key)), meant, safe=False) if start > 1 else None
    return Violation(field.span, "misnamed", fix=fix, field=field.key, expected=meant)


def _check_value(page: Page, field: Field) -> Iterator[Violation]:
    value = field.value
    if field.expected and field.state == "malformed":
        expected = _plain(page, field.expected)
        if expected == value.text:
            expected = page.fill(field.expected)
        message, nothing = "malformed" if value.text else "empty", None if expected else "nothing"
        yield Violation(field.span, message, field=field.key, found=value.text, expected=expected, nothing=nothing)
    elif value.text == _NOTHING:
        yield Violation(value.span, "backticks", field=field.key)
    elif field.captures.keys() >= {BYTES, KB}:
        yield from _check_size(page, field, field.captures[BYTES], field.captures[KB])


def _check_size(page: Page, field: Field, size: Capture, kb: Capture) -> Iterator[Violation]:
    right = in_kb(size.number, kb.text) if size.number is not None else kb.text
    if not is_same_figure(kb.text, right):
        fix = correct_figure(page, kb, right, size, safe=False)
        yield Violation(field.value.span, "size", fix=fix, bytes=size.text, kb=kb.text, right=right)


def _plain(page: Page, pattern: Pattern) -> str:
    return page.fill(pattern).replace("`", "")
