import re
from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import expression, generated_prose, remembered, schema
from doclint.kit.shapes import Stated

from ._pages import FILE_PAGE, file_page, purpose_page

_CODE = expression(r"``(?:[^`]|`(?!`))+``|`[^`\n]+`|\]\([^()\s]*\)")
_ONE = expression(r"(?<![\d.,])1 (?P<thing>\w+)\(e?s\)")
_OVERVIEW = "# Demo Repository Documentation\n\n## Repository Overview\n\nIt contains {}repository content.\n"
_COUNTS = file_page("a.py", "## High-Level Overview\n\nThis Python file contains 1 class(es) and 21 function(s).\n")


class GarbledWording(Rule):
    """A generator builds a sentence from pieces, and the result is wrong: "a python source code".

    Such sentences look careless, and a case-sensitive search for `CMake` misses `cmake`. The format lists the proper
    names (`terms`) and the phrases (`corrections`) that its generator garbles.

    The rule looks for both in the sentences of the format, and for the phrases in the prose of the generator, too. It
    leaves alone code, docstrings and handwritten text. It is in the strict profile, because the sentences are on every
    page of a type and do not mislead readers. It reports `1 function(s)` only if you set `plurals`: many consider it a
    matter of style.
    """

    family = "content"
    severity = "info"
    profile = "strict"
    reads = {"prose + format.corrections", "statement", "statement + format.corrections", "statement + format.terms"}
    covers = ("A09", "F28")
    yields_to = ("broken-code-span",)
    remedy = (
        "Write names as they are spelled instead of calling `.lower()`, and write separate sentences for one, several "
        "and none instead of `(s)`."
    )
    messages = {
        "phrase": Message('"{wrong}" should read "{right}"', key=("wrong",)),
        "term": Message('"{wrong}" is spelled "{right}"', key=("wrong",)),
        "plural": Message('"{wrong}" should read "{right}"', key=("right",)),
    }
    examples = (
        Invalid(
            purpose_page("This is a python source code that is part of the Demo project."),
            FILE_PAGE,
            lines={5: "phrase"},
            fixed=purpose_page("This is Python source code that is part of the Demo project."),
        ),
        Invalid(
            purpose_page("This is a c/c++ header file that is part of the Demo project."),
            FILE_PAGE,
            lines={5: "term"},
            fixed=purpose_page("This is a C/C++ header file that is part of the Demo project."),
        ),
        Invalid(_COUNTS, FILE_PAGE, options={"plurals": True}, lines={5: "plural"}),
        Invalid(_OVERVIEW.format("and other "), "docs/index.md", lines={5: "phrase"}, fixed=_OVERVIEW.format("")),
        Valid(_COUNTS, FILE_PAGE),
        Valid(purpose_page("This is a C/C++ header file that is part of the python project."), FILE_PAGE),
        Valid(purpose_page("This is a source file (.json) that is part of the Demo project."), FILE_PAGE),
        Valid(purpose_page("It reads yaml and is a python source code."), FILE_PAGE),
        Valid("This is a python source code that is part of the Demo project.\n"),
    )

    plurals: Annotated[bool, Meta(description="Whether to report `1 function(s)`, too.")] = False

    def check(self, page: Page) -> Iterator[Violation]:
        if page.format is None:
            return
        names = {value.casefold() for value in page.parameters.values()}
        terms = [term for term in page.format.terms if term.casefold() not in names]
        for prose in generated_prose(page):
            yield from _check_span(page, prose.span, page.format.corrections, [])
        for statement in page.all(Stated):
            if self.plurals:
                for match in _ONE.finditer(page.source.text, *statement.span):
                    yield _violation(page, "plural", Span(*match.span()), f"1 {match['thing']}")
            yield from _check_span(page, statement.span, page.format.corrections, terms)


def _check_span(
    page: Page, span: Span, corrections: "Sequence[schema.Correction]", terms: Sequence[str]
) -> Iterator[Violation]:
    """Yield the garbled phrases in a span, and the misspelled terms outside of them and of code."""
    text = page.text(span)
    for correction in corrections:
        start = text.find(correction.wrong)
        if start >= 0:
            end = start + len(correction.wrong)
            yield _violation(page, "phrase", Span(span.start + start, span.start + end), correction.right)
            text = text[:start] + " " * (end - start) + text[end:]
    if terms:
        text = _CODE.sub(lambda match: " " * len(match[0]), text)
        spelling = {term.casefold(): term for term in terms}
        for match in _pattern_of("\n".join(terms)).finditer(text):
            term = spelling.get(match[0].casefold())
            if term is not None and match[0] != term:
                yield _violation(page, "term", Span(span.start + match.start(), span.start + match.end()), term)


@remembered
def _pattern_of(terms: str) -> re.Pattern[str]:
    """Compile a pattern for terms, one a line: each as a word, in any case, the longest first."""
    alternatives = "|".join(re.escape(term) for term in sorted(terms.split("\n"), key=len, reverse=True))
    return re.compile(rf"(?<![\w./+#@-])(?:{alternatives})(?![\w/+#@]|\.\w)", re.IGNORECASE)


def _violation(page: Page, message: str, span: Span, right: str) -> Violation:
    return Violation(span, message, fix=page.replace(span, right, safe=True), wrong=page.text(span), right=right)
