"""API reports: Markdown files in which API Extractor keeps what a package of TypeScript exports, as one fence of code.

Source: @microsoft/api-extractor 7, `ApiReportGenerator`. The comments in front of declarations are line comments there,
with the tags of the documentation comments of the sources but without their texts.
"""

from doclint.errors.expressions import expression

_TITLE = b"## API Report File for "
_OPENING = expression(rb"(?m)^```ts\r?\n")
_CLOSING = expression(rb"(?m)^```\s*$")
_TAGS = expression(rb"(?m)^([ \t]*)// (@[^\r\n]*?|\(undocumented\))(?=\r?$)")
_RENAMED = expression(rb"(?m)^export \{ (?P<own>[\w$]+) as (?P<exported>[\w$]+) \}\r?$")
_NUMBER = expression(r"(?<=[\w$])_\d++\Z")
_WORD = expression(rb"[\w$]+")
_LINE = expression(rb"[^\r\n]+")


def typescript_of(data: bytes) -> bytes | None:
    r"""Return the code of an API report, on the lines that it has in the report, with its tags as JSDoc; None if the
    text is another one.

    >>> typescript_of(b'## API Report File for "shop"\n\n```ts\n// @internal\nexport type A = 1;\n```\n')
    b'\n\n\n/** @internal */\nexport type A = 1;\n'
    """
    opening = _OPENING.search(data) if data.startswith(_TITLE) else None
    closing = _CLOSING.search(data, opening.end()) if opening else None
    if opening is None or closing is None:
        return None
    before = _LINE.sub(b"", data[: opening.end()])
    code = data[opening.end() : closing.start()]
    return before + _TAGS.sub(rb"\1/** \2 */", _with_exported_names(code))


def other_reports(path: str) -> tuple[str, ...]:
    """Return the pattern of the reports of other entry points of a package; none for what is not a report.

    >>> other_reports("etc/shop.api.md")
    ('etc/shop-*.api.md',)
    """
    return (f"{path.removesuffix('.api.md')}-*.api.md",) if path.endswith(".api.md") else ()


def exported_name(name: str) -> str:
    """Return the name that a package exports for one on a page of API Documenter, which shows the numbers of reports.

    >>> exported_name("Date_2")
    'Date'
    """
    return _NUMBER.sub("", name)


def _with_exported_names(code: bytes) -> bytes:
    """Return the code with the names that a package exports: a report numbers those that are globals as well, as in
    `class Date_2` with `export { Date_2 as Date }`.
    """
    names = {found["own"]: found["exported"] for found in _RENAMED.finditer(code)}
    names = {own: exported for own, exported in names.items() if exported_name(own.decode()) == exported.decode()}
    return _WORD.sub(lambda word: names.get(word[0], word[0]), code) if names else code
