import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from doclint.code.docstrings import Docstring
from doclint.formats.shapes import Prose
from doclint.markdown.source import Span
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page
from ._remedies import REWRITE

_GAP = re.compile(rb"[^\s] {4,}[^\s]")
_RUN = re.compile(rb"[0-9A-Za-z\x80-\xff]+")
_GAPS = bytes(byte for byte in range(256) if not _RUN.match(bytes([byte])))
_QUOTES = re.compile(r"[A-Za-z]{0,2}(?:\"\"\"|''')")
_SHORT = 20  # letters; so short a text stands at many places by chance
_HEAD = 60  # letters by which a text is known that goes on otherwise
_BY_CHANCE = 3
_TRIES = 50  # places of a text that are looked at
_ALIKE = 0.75  # of the words of an overview, if it is to be an abridged docstring
_WORD = 40  # characters of a word in a message
_LINE = 80


def _overview(text: str) -> str:
    """A page with a text as its overview, which stands on line 5."""
    counts = "This Python file contains 0 class(es) and 0 function(s).\n"
    return file_page("a.py", f"## High-Level Overview\n\n{text}{counts}")


class WrongOverview(Rule):
    """The overview of a module is not its docstring: that of a function, some other string, or code.

    Where a format says that a text is the module's docstring, a generator that takes the first text in triple quotes
    shows a detail as the purpose of the file, or a piece of code. Generators that collect the lines of the docstring
    join them without a space, keep the quotes and do not always see where it ends.

    An overview may be shorter than the docstring: its first sentence, or all that stands before an ellipsis. White
    space, punctuation and what Markdown adds to a text make no difference.
    """

    id = "wrong-overview"
    family = "claims"
    severity = "error"
    covers = ("F13", "F14")
    needs = frozenset({"source"})
    remedy = (
        "Take the overview from the parsed module (`ast.get_docstring`), and say so where it has none: the "
        "first text in triple quotes can be anything."
    )
    messages = {
        "absent": Message(
            "The source has no module docstring; this is [the docstring of `{name}`][{what}] (line {line})"
            "[ (as copied in `{copy}`)]"
        ),
        "other": Message(
            "The module's docstring begins `{docstring}`; this is [the docstring of `{name}`][{what}] (line {line})"
            "[ (as copied in `{copy}`)]"
        ),
        "changed": Message(
            "This is not the module's docstring, which begins `{docstring}`[ (as copied in `{copy}`)]",
            severity="warning",
            remedy=REWRITE,
        ),
        "unfounded": Message(
            "The source has no module docstring, nor this text anywhere[ (as copied in `{copy}`)]",
            severity="warning",
            remedy="Take the overview from the docstring of the module alone, and say so where it has none.",
        ),
        "joined": Message(
            "This is the module's docstring, but {faults}[ (as copied in `{copy}`)]",
            severity="warning",
            remedy=(
                "Take the docstring from the parsed module (`ast.get_docstring`) or join its lines with "
                "spaces: `''.join(lines)` runs words together."
            ),
        ),
    }
    examples = (
        Invalid(
            _overview('"""Stop it.\n\n'),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("absent",),
            files={"a.py": 'import os\n\n\ndef stop():\n    """Stop it.\n\n    At once.\n    """\n'},
        ),
        Invalid(
            _overview("Usage: a [options]\n\n"),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("other",),
            files={"a.py": '"Do it."\n\nUSAGE = """Usage: a [options]"""\n'},
        ),
        Invalid(
            _overview("Undo everything.\n\n"),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("changed",),
            files={"a.py": '"Do it."\n'},
        ),
        Invalid(
            _overview("Undo everything.\n\n"),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("unfounded",),
            files={"a.py": "x = 1\n"},
        ),
        Invalid(
            _overview('"""Do it onlywhen asked.\n\n'),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("joined",),
            files={"a.py": '"""Do it only\nwhen asked.\n"""\n'},
        ),
        Invalid(
            _overview("Do it only    when asked.\n\n"),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("joined",),
            files={"a.py": '"""Do it only\n    when asked.\n"""\n'},
        ),
        Invalid(
            _overview('"""Do it."""import osdef stop():    pass\n\n'),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("joined",),
            files={"a.py": '"""Do it."""\nimport os\ndef stop():\n    pass\n'},
        ),
        Valid(
            _overview("Do it *only*\nwhen asked ...\n\n"),
            "docs/a.py_docs.md",
            files={"a.py": '# A note.\n"""Do it *only* when\nasked, not before.\n\nUsage: a\n"""\n'},
        ),
        Valid(_overview(""), "docs/a.py_docs.md", files={"a.py": 'def stop():\n    """Stop it."""\n'}),
        Valid(
            file_page("a.py", '## High-Level Overview\n\n"""Stop it.\n\nSome functions are here.\n'),
            "docs/a.py_docs.md",
            files={"a.py": 'def stop():\n    """Stop it."""\n'},
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        blocks = [prose for prose in page.all(Prose) if prose.of == "docstring"]
        source_file = page.source_file
        if not blocks or source_file is None or source_file.docstrings is None:
            return
        span = Span(blocks[0].start, blocks[-1].end)
        overview = _overview_of(page.source.text[slice(*span)])
        module = next((one for one in source_file.docstrings if not one.name), None)
        if not overview.letters:
            return
        if module is None or not module.text.strip() or not _Text(_encoded(module.text)).letters:
            violation = _without_docstring(span, overview, source_file)
        else:
            violation = _beside_docstring(span, overview, source_file, module)
        if violation is not None:
            yield violation


class _Text:
    """A text as its letters and figures alone, and where in it they stand. It may have stood in quotes."""

    def __init__(self, data: bytes, *, is_quoted: bool = False) -> None:
        self.is_quoted = is_quoted
        self.data = data
        self.letters = data.translate(None, _GAPS)

    @cached_property
    def words(self) -> set[bytes]:
        return set(_RUN.findall(self.data.lower()))

    @cached_property
    def _places(self) -> list[int]:
        return [run.start() for run in _RUN.finditer(self.data)]

    @cached_property
    def _before(self) -> list[int]:
        return [0, *accumulate(map(len, _RUN.findall(self.data)))]

    def place(self, letter: int) -> int:
        """Where a letter stands in the text."""
        run = bisect_right(self._before, letter) - 1
        return self._places[run] + letter - self._before[run]

    def letter(self, place: int) -> int:
        """The first letter at a place in the text, or behind it."""
        run = bisect_left(self._places, place)
        inside = run and place - self._places[run - 1] < self._before[run] - self._before[run - 1]
        return self._before[run - 1] + place - self._places[run - 1] if inside else self._before[run]

    def begins_word(self, letter: int) -> bool:
        """Whether no letter stands right before one."""
        return self._before[bisect_left(self._before, letter)] == letter


def _encoded(text: str) -> bytes:
    """A text in bytes; an escape in a literal may stand for what is no character."""
    return text.encode(errors="replace")


def _overview_of(text: str) -> _Text:
    """The overview without the quotes that it may stand in, the letters before them being none of it."""
    text = text.replace("\\", "").strip()
    opening = _QUOTES.match(text)
    is_quoted = opening is not None or text.endswith(('"""', "'''"))
    return _Text(text[opening.end() if opening else 0 :].encode(), is_quoted=is_quoted)


class _Origin(NamedTuple):
    """Where a text of the source stands: in the docstring of something, or else in what."""

    name: str
    what: str
    line: int


def _without_docstring(span: Span, overview: _Text, source_file: SourceFile) -> Violation | None:
    origin = _origin(overview, source_file)
    if origin is not None:
        return Violation(span, "absent", copy=source_file.copy, **origin._asdict())
    return Violation(span, "unfounded", copy=source_file.copy) if source_file.complete else None


def _beside_docstring(span: Span, overview: _Text, source_file: SourceFile, module: Docstring) -> Violation | None:
    # The generator may show what the literal says, or the literal itself.
    literal = source_file.data[module.start : module.end]
    docstrings = [_Text(_encoded(module.text)), _Text(literal.strip(b"\"'"))]
    for docstring in docstrings:
        begins = docstring.letters.find(overview.letters)
        if begins >= 0 or overview.letters.startswith(docstring.letters):
            faults = _faults(overview, docstring, max(begins, 0), source_file.data[module.end :])
            return Violation(span, "joined", copy=source_file.copy, faults=" and ".join(faults)) if faults else None
    if len(overview.letters) > _HEAD and any(overview.letters[:_HEAD] in one.letters for one in docstrings):
        return None  # abridged further below
    first = next(line.strip() for line in module.text.splitlines() if line.strip())[:_LINE]
    origin = _origin(overview, source_file)
    if origin is not None:
        return Violation(span, "other", docstring=first, copy=source_file.copy, **origin._asdict())
    known = len(overview.words & docstrings[0].words)
    is_abridged = known >= _ALIKE * len(overview.words) or docstrings[0].letters in overview.letters
    return None if is_abridged else Violation(span, "changed", docstring=first, copy=source_file.copy)


def _faults(overview: _Text, docstring: _Text, begins: int, behind: bytes) -> list[str]:
    """What is wrong with an overview that has the docstring, from that letter of it on, or more than it."""
    faults = []
    joint = _joint(overview, docstring, begins)
    if joint:
        faults.append(f"its lines run together (`{joint}`)")
    elif _GAP.search(overview.data, 0, _end(overview, docstring, begins)) and not _GAP.search(docstring.data):
        faults.append("blanks stand where its lines ended")
    if overview.is_quoted:
        faults.append("its quotes are kept")
    rest = overview.letters[len(docstring.letters) :]
    if rest and _Text(behind).letters.startswith(rest):
        faults.append("the code behind it follows")
    return faults


def _end(overview: _Text, docstring: _Text, begins: int) -> int:
    """Where in an overview the docstring ends: code may follow, and has lines of its own."""
    letters = min(len(overview.letters), len(docstring.letters) - begins)
    return overview.place(letters - 1) + 1


def _joint(overview: _Text, docstring: _Text, begins: int) -> str:
    """The first word of the overview that is the end of one line of the docstring and the beginning of the next."""
    # Of several lines without letters, one is enough.
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


def _origin(overview: _Text, source_file: SourceFile) -> _Origin | None:
    """Where the source has the text of an overview; None if nowhere."""
    source = _Text(source_file.data)
    for letters in (overview.letters, overview.letters[:_HEAD]):
        found = [
            (_rank(letter, len(letters), source, source_file), letter) for letter in _places(letters, source.letters)
        ]
        rank, letter = min(found, default=(_BY_CHANCE, 0))
        if rank < _BY_CHANCE:
            return _at(source.place(letter), source_file)
    return None


def _places(letters: bytes, text: bytes) -> Iterator[int]:
    found = -1
    for _ in range(_TRIES):
        found = text.find(letters, found + 1)
        if found < 0:
            return
        yield found


def _rank(letter: int, length: int, source: _Text, source_file: SourceFile) -> int:
    """How likely a text is taken from here: from a docstring, another string, or elsewhere."""
    passage = source_file.passages.at(source.place(letter)) if source_file.passages else None
    if passage is not None and source.letter(passage.start) == letter:
        return 0 if passage.place == "docstring" else 1
    return 2 if length >= _SHORT and source.begins_word(letter) else _BY_CHANCE


def _at(place: int, source_file: SourceFile) -> _Origin:
    line = source_file.data.count(b"\n", 0, place) + 1
    docstring = next((one for one in source_file.docstrings or () if one.start <= place < one.end), None)
    if docstring is not None and docstring.name:
        symbols = source_file.symbols.found if source_file.symbols else ()
        names = (one.qualified for one in symbols if (one.line, one.name) == (docstring.line, docstring.name))
        return _Origin(next(names, docstring.name), "", docstring.line)
    passage = source_file.passages.at(place) if source_file.passages else None
    return _Origin("", "code" if passage is None else "a comment" if passage.place == "comment" else "a string", line)
