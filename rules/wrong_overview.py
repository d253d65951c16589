import re
from collections.abc import Iterator

from doclint import Invalid, Message, Page, RelatedLines, SourceFile, SourceRule, Span, Valid, Violation
from doclint.kit import expression, lines_of
from doclint.kit.shapes import Prose
from doclint.source.locate import Letters, SourceLocation
from doclint.source.symbols import Docstring

from ._pages import file_page
from ._remedies import REWRITE

_QUOTES = expression(r"[A-Za-z]{0,2}(?:\"\"\"|''')")
_DESTINATION = expression(r"\]\([^()\s]*+\)")
_ROLE = expression(r":(?:[A-Za-z][\w.+-]*+:){1,3}+`(?:~[\w.]*\.)?([^`<]*+)(?:<[^`>]*+>)?`")
_ALIKE = 0.75  # of the words of an overview, if it abridges the docstring
_LINE = 80  # characters of a docstring in a message

_PATH = "docs/a.py_docs.md"
_STOP = 'def stop():\n    """Stop it.\n\n    At once.\n    """\n'
_WHEN_ASKED = '"""Do it only\nwhen asked.\n"""\n'
_GAP = expression(rb"[^\s] {4,}[^\s]")
_WORD = 40  # characters of a word in a message


def _page(overview: str) -> str:
    """Return a page with an overview on line 5."""
    counts = "\n\nThis Python file contains 0 class(es) and 0 function(s)."
    return file_page("a.py", f"## High-Level Overview\n\n{overview}{counts if overview else counts.strip()}\n")


def _invalid(overview: str, source: str, message: str) -> Invalid:
    return Invalid(_page(overview), _PATH, files={"a.py": source}, lines={5: message})


class WrongOverview(SourceRule):
    """The overview of a module is not the module's docstring.

    If the format says that a text is the module's docstring, readers take it for the purpose of the file. A generator
    that takes the first text in triple quotes shows the docstring of a function instead, another string, or code. One
    that collects the docstring line by line joins the lines without a space, keeps the quotes, or misses the end.

    The overview may be shorter than the docstring: its first sentence, or the text before an ellipsis. doclint ignores
    differences in white space, punctuation and Markdown, and takes a link for the role of Sphinx that it was made from.
    """

    family = "claims"
    severity = "error"
    reads = {"prose of docstring"}
    covers = ("F13", "F14")
    remedy = (
        "Take the overview from the parsed module (`ast.get_docstring`), and say so if the module has no docstring: "
        "the first text in triple quotes can be anything."
    )
    messages = {
        "absent": Message(
            "The overview is [the docstring of `{name}`][{what}] (line {line}); the module has no docstring"
        ),
        "other": Message(
            "The overview is [the docstring of `{name}`][{what}] (line {line}); the module's docstring begins "
            "`{docstring}`"
        ),
        "changed": Message(
            "The overview is not the module's docstring, which begins `{docstring}`", severity="warning", remedy=REWRITE
        ),
        "unfounded": Message(
            "The overview is nowhere in the source, and the module has no docstring",
            severity="warning",
            remedy="Take the overview only from the docstring of the module, and say so if the module has none.",
        ),
        "joined": Message(
            "The overview is the module's docstring, but {faults}",
            severity="warning",
            remedy=(
                "Take the docstring from the parsed module (`ast.get_docstring`), or join its lines with "
                "spaces: `''.join(lines)` runs words together."
            ),
        ),
    }
    examples = (
        _invalid('"""Stop it.', f"import os\n\n\n{_STOP}", "absent"),
        _invalid("Usage: a [options]", '"Do it."\n\nUSAGE = """Usage: a [options]"""\n', "other"),
        _invalid("Undo everything.", '"Do it."\n', "changed"),
        _invalid("Undo everything.", "x = 1\n", "unfounded"),
        _invalid('"""Do it onlywhen asked.', _WHEN_ASKED, "joined"),
        _invalid("Do it only    when asked.", '"""Do it only\n    when asked.\n"""\n', "joined"),
        _invalid(
            '"""Do it."""import osdef stop():    pass', '"""Do it."""\nimport os\ndef stop():\n    pass\n', "joined"
        ),
        Valid(
            _page("Do it *only*\nwhen asked ..."),
            _PATH,
            files={"a.py": '# A note.\n"""Do it *only* when\nasked, not before.\n\nUsage: a\n"""\n'},
        ),
        Valid(
            _page("Old name of [`b`](b.md#module-b)."),
            _PATH,
            files={"a.py": '"""Old name of :mod:`b`.\n\n.. deprecated:: 2\n"""\n'},
        ),
        Valid(_page(""), _PATH, files={"a.py": _STOP}),
        Valid(
            file_page("a.py", '## High-Level Overview\n\n"""Stop it.\n\nSome functions are here.\n'),
            _PATH,
            files={"a.py": _STOP},
        ),
    )

    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        blocks = list(_docstring_blocks(page))
        if not blocks or source.docstrings is None:
            return
        span = Span(blocks[0].start, blocks[-1].end)
        text, is_quoted = _unquoted(page.text(span))
        overview = Letters(text)
        module = next((one for one in source.docstrings if not one.name), None)
        if not overview.letters:
            return
        if module is None or not module.text.strip() or not Letters(_encoded(module.text)).letters:
            violation = _without_docstring(span, overview, source)
        else:
            violation = _with_docstring(span, overview, source, module, is_quoted=is_quoted)
        if violation is not None:
            yield violation


def _docstring_blocks(page: Page) -> Iterator[Prose]:
    """Yield what a page shows as the docstring of its module: no docstring of a member or another module, and nothing
    above the title.
    """
    members = {
        prose.span
        for one in (one for top in page.documented for one in top.walk())
        if "module" not in one.kinds or one.section is not None
        for prose in one.docstring
    }
    title = page.outline.title if page.outline else None
    for prose in page.all(Prose):
        is_above = title is not None and prose.start < title.span.start
        if prose.of == "docstring" and prose.span not in members and not is_above:
            yield prose


def _unquoted(text: str) -> tuple[bytes, bool]:
    """Return an overview without opening quotes and the letters before them, and whether it has quotes."""
    text = text.replace("\\", "").strip()
    opening = _QUOTES.match(text)
    is_quoted = opening is not None or text.endswith(('"""', "'''"))
    return text[opening.end() if opening else 0 :].encode(), is_quoted


def _encoded(text: str) -> bytes:
    """Return the bytes of a docstring; an escape in it may make something that is not a character."""
    return text.encode(errors="replace")


def _without_docstring(span: Span, overview: Letters, source: SourceFile) -> Violation | None:
    location = source.locate(overview.data)
    if location is not None:
        return _elsewhere(span, "absent", location, lines_of(source, location.line))
    return Violation(span, "unfounded") if source.complete else None


def _with_docstring(
    span: Span, overview: Letters, source: SourceFile, module: Docstring, *, is_quoted: bool
) -> Violation | None:
    # The generator may show the value of the literal, or the literal itself.
    literal = source.data[module.start : module.end]
    related = lines_of(source, source.line(module.start), source.line(module.end))
    docstrings = [Letters(_encoded(module.text)), Letters(literal.strip(b"\"'"))]
    for docstring in docstrings:
        begins = docstring.letters.find(overview.letters)
        if begins >= 0 or overview.letters.startswith(docstring.letters):
            behind = source.data[module.end :]
            faults = _faults_of(overview, docstring, max(begins, 0), is_quoted=is_quoted, behind=behind)
            return Violation(span, "joined", related=related, faults=" and ".join(faults)) if faults else None
    if any(docstring.has_beginning_of(overview) for docstring in docstrings):
        return None  # abridged further below
    shown, rendered = (_shown(text) for text in (overview.data.decode(), module.text))
    if shown.letters in rendered.letters:
        return None
    first = next(line.strip() for line in module.text.splitlines() if line.strip())[:_LINE]
    location = source.locate(overview.data)
    if location is not None:
        return _elsewhere(span, "other", location, related + lines_of(source, location.line), docstring=first)
    if _is_abridged(shown, rendered):
        return None
    return Violation(span, "changed", related=related, docstring=first)


def _shown(text: str) -> Letters:
    """Return what readers see of a text with links of Markdown or roles of Sphinx."""
    return Letters(_encoded(_ROLE.sub(r"\1", _DESTINATION.sub("]", text))))


def _is_abridged(overview: Letters, docstring: Letters) -> bool:
    known = len(overview.words & docstring.words)
    return known >= _ALIKE * len(overview.words) or docstring.letters in overview.letters


def _elsewhere(
    span: Span,
    message: str,
    location: SourceLocation,
    related: tuple[RelatedLines, ...],
    *,
    docstring: str | None = None,
) -> Violation:
    """Return the violation that an overview is taken from another place of the source."""
    name, line = location.docstring_of, location.line
    what = "" if name else {"code": "code"}.get(location.place, f"a {location.place}")
    return Violation(span, message, related=related, name=name, what=what, line=line, docstring=docstring)


def _faults_of(overview: Letters, docstring: Letters, begins: int, *, is_quoted: bool, behind: bytes) -> list[str]:
    """Return what is wrong with an overview that has the letters of a docstring.

    The overview has them from the letter `begins` of the docstring on, and may have more after them. It may be quoted.
    `behind` is what follows the docstring in the source.
    """
    faults = []
    joint = _joint(overview, docstring, begins)
    if joint:
        faults.append(f"its lines run together (`{joint}`)")
    elif _GAP.search(overview.data, 0, _end(overview, docstring, begins)) and not _GAP.search(docstring.data):
        faults.append("blanks replace its line breaks")
    if is_quoted:
        faults.append("its quotes are kept")
    rest = overview.letters[len(docstring.letters) :]
    if rest and Letters(behind).letters.startswith(rest):
        faults.append("the code behind it follows")
    return faults


def _end(overview: Letters, docstring: Letters, begins: int) -> int:
    """Return the byte of the overview at which the docstring ends: code that follows has lines of its own."""
    letters = min(len(overview.letters), len(docstring.letters) - begins)
    return overview.place(letters - 1) + 1


def _joint(overview: Letters, docstring: Letters, begins: int) -> str:
    """Return the first word of the overview that joins the end of a line of the docstring with the next line."""
    # Lines without letters have the same next letter.
    starts = dict.fromkeys(docstring.letter(line.end()) for line in re.finditer(rb"\n", docstring.data))
    for first in (start - begins for start in starts):
        if not 0 < first < min(len(overview.letters), len(docstring.letters)):
            continue
        left, right = overview.place(first - 1), overview.place(first)
        between = overview.data[left + 1 : right]
        # Scripts that write no spaces, and words that are divided, need none.
        is_joined = not between.strip(b".,;:!?)") and between.strip() == between
        if is_joined and min(overview.data[left], overview.data[right]) < 0x80:
            start = max(overview.data.rfind(mark, 0, left) for mark in (b" ", b"\n")) + 1
            return overview.data[start : right + _WORD].split(maxsplit=1)[0].decode(errors="ignore")[-2 * _WORD :]
    return ""
