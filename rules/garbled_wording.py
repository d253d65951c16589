import re
from collections.abc import Iterator
from functools import lru_cache

from pydantic import Field

from doclint.formats.schema import Correction, ProseContent
from doclint.formats.shapes import Prose, Stated
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page

_CODE = re.compile(r"``(?:[^`]|`(?!`))+``|`[^`\n]+`|\]\([^()\s]*\)")
_ONE = re.compile(r"(?<![\d.,])1 (?P<thing>\w+)\(e?s\)")


def _purpose(sentence: str) -> str:
    return file_page("a.py", f"## File Purpose\n\n{sentence}\n")


_OVERVIEW = "## High-Level Overview\n\nThis Python file contains {} and {}.\n"


class GarbledWording(Rule):
    """A sentence that is put together from pieces reads wrongly: "a python source code", "a c/c++ header file".

    Such sentences look careless wherever they stand, and a search for `CMake` that respects capitals misses `cmake`.
    The proper names and the phrases that a generator garbles are said by the format, as `terms` and `corrections`. They
    are looked for in its own sentences alone, the phrases in its prose too, never in code, in docstrings or in what
    people wrote. Since the sentences
    are on every page of a type, and mislead nobody, the rule is a strict one.

    That `1 function(s)` should be `1 function` is reported only if asked for: many take it for a matter of style.
    """

    id = "garbled-wording"
    family = "content"
    severity = "info"
    profile = "strict"
    covers = ("A09", "F28")
    remedy = (
        "Write names as they are spelled, and sentences for one, for several and for none: `.lower()` "
        "and `(s)` do not make them."
    )
    messages = {
        "phrase": Message('"{wrong}" should read "{right}"', key=("wrong",)),
        "term": Message('"{wrong}" is written "{right}"', key=("wrong",)),
        "plural": Message('"{wrong}" should read "{right}"', key=("right",)),
    }
    examples = (
        Invalid(
            _purpose("This is a python source code that is part of the Demo project."),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("phrase",),
            fixed=_purpose("This is Python source code that is part of the Demo project."),
        ),
        Invalid(
            _purpose("This is a c/c++ header file that is part of the Demo project."),
            "docs/a.py_docs.md",
            lines=(5,),
            messages=("term",),
            fixed=_purpose("This is a C/C++ header file that is part of the Demo project."),
        ),
        Invalid(
            file_page("a.py", _OVERVIEW.format("1 class(es)", "21 function(s)")),
            "docs/a.py_docs.md",
            options={"plurals": True},
            lines=(5,),
            messages=("plural",),
        ),
        Invalid(
            "# Demo Repository Documentation\n\n## Repository Overview\n\nIt contains and other repository content.\n",
            "docs/index.md",
            lines=(5,),
            messages=("phrase",),
            fixed="# Demo Repository Documentation\n\n## Repository Overview\n\nIt contains repository content.\n",
        ),
        Valid(file_page("a.py", _OVERVIEW.format("1 class(es)", "21 function(s)")), "docs/a.py_docs.md"),
        Valid(_purpose("This is a C/C++ header file that is part of the python project."), "docs/a.py_docs.md"),
        Valid(_purpose("This is a source file (.json) that is part of the Demo project."), "docs/a.py_docs.md"),
        Valid(_purpose("It reads yaml and is a python source code."), "docs/a.py_docs.md"),
        Valid("This is a python source code that is part of the Demo project.\n"),
    )

    plurals: bool = Field(default=False, description="Also report `1 function(s)`.")

    def check(self, page: Page) -> Iterator[Violation]:
        format_ = page.format
        if format_ is None:
            return
        names = {value.casefold() for value in page.parameters.values()}
        terms = [term for term in format_.terms if term.casefold() not in names]
        for prose in _own_prose(page):
            yield from _in(page.source.text[prose.start : prose.end], prose.start, format_.corrections, [])
        for statement in page.all(Stated):
            start = statement.start
            text = page.source.text[start : statement.end]
            if self.plurals:
                yield from (
                    _violation("plural", start, one.span(), one[0], f"1 {one['thing']}") for one in _ONE.finditer(text)
                )
            yield from _in(text, start, format_.corrections, terms)


def _own_prose(page: Page) -> Iterator[Prose]:
    """The prose of sections that the format has as prose, taken from nowhere."""
    prose = {
        section.key
        for section in page.sections
        for content in (section.place.spec.content if section.place else ())
        if isinstance(content, ProseContent) and not content.of
    }
    return (shape for shape in page.all(Prose) if shape.section in prose and not shape.of)


def _in(text: str, start: int, corrections: list[Correction], terms: list[str]) -> Iterator[Violation]:
    """What is garbled in a sentence that begins at a character."""
    for one in corrections:
        index = text.find(one.wrong)
        if index >= 0:
            span = (index, index + len(one.wrong))
            yield _violation("phrase", start, span, one.wrong, one.right)
            text = text[: span[0]] + " " * len(one.wrong) + text[span[1] :]
    if terms:
        text = _CODE.sub(lambda match: " " * len(match[0]), text)
        right = {term.casefold(): term for term in terms}
        for match in _pattern(tuple(terms)).finditer(text):
            term = right.get(match[0].casefold())
            if term is not None and match[0] != term:
                yield _violation("term", start, match.span(), match[0], term)


@lru_cache(maxsize=8)
def _pattern(terms: tuple[str, ...]) -> re.Pattern[str]:
    """Any of some terms, as a word, in any case; the longest first."""
    alternatives = "|".join(re.escape(term) for term in sorted(terms, key=len, reverse=True))
    return re.compile(rf"(?<![\w./+#@-])(?:{alternatives})(?![\w/+#@]|\.\w)", re.IGNORECASE)


def _violation(message: str, start: int, within: tuple[int, int], wrong: str, right: str) -> Violation:
    span = Span(start + within[0], start + within[1])
    return Violation(span, message, fix=Fix((Edit(span, right),), safe=True), wrong=wrong, right=right)
