from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import lines_of
from doclint.kit.shapes import SourceCopy

from ._pages import FORMAT_WITH_LINES, copy_of, facts_of

_FORMAT = FORMAT_WITH_LINES.replace("cut = {", 'placeholder = ["[[Binary file: {_}]]"], cut = {')


class AbsentSource(Rule):
    """The page has no source to quote: the file is empty, or the generator put a placeholder in its place.

    The page looks like any other, but describes nothing. Empty files (`__init__.py`) and binary files need no page of
    this kind; leave them out in the generator.

    The format says which texts are placeholders. If the copy is empty but its file is not, `stale-copy` reports that.
    """

    family = "source"
    severity = "info"
    covers = ("B12", "B14")
    remedy = "Do not write pages for empty or binary files, or say in one sentence what the file is."
    consults = {"source", "repository"}
    reads = {"source"}
    messages = {
        "empty": Message("`{path}` is empty, so the page describes nothing; leave it out"),
        "blank": Message("`{path}` has only white space, so the page describes nothing; leave it out"),
        "placeholder": Message(
            "The page has the placeholder `{text}` instead of the source of `{path}`", key=("path",)
        ),
    }
    examples = (
        Invalid(*copy_of("", ""), lines={5: "empty"}),
        Invalid(*copy_of("", "\n"), lines={5: "blank"}),
        Invalid(
            *facts_of("a.dat", "Bytes: 477", copy="[Binary file: 477 bytes]"),
            format=_FORMAT,
            files={"a.dat": b"\0" * 477},
            lines={7: "placeholder"},
        ),
        Valid(*copy_of("", "x = 1\n")),
        Invalid(*copy_of("[Binary file: 477 bytes]"), lines=(5,)),
        Valid(*copy_of("[Binary]")),
        Valid(*facts_of("a.dat", copy="[Binary file: 477 bytes]\nx"), format=_FORMAT),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        path, source = page.subject.path if page.subject else None, page.source_file
        for copy in page.all(SourceCopy):
            place, text = page.rest_of_line(copy.start), page.text(copy.content).strip()
            if copy.placeholder:
                yield Violation(place, "placeholder", path=path, text=text)
            elif not text and source is None:
                yield Violation(place, "empty", path=path)
            elif not text and source is not None and not source.data.strip() and not page.states_more_than(""):
                message = "blank" if source.data else "empty"
                yield Violation(place, message, related=lines_of(source), path=path)
